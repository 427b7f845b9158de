"""`GameTests`: the tests of a game, from its first lines to its pages, and from power-on to its final sheet."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NoReturn

import pytest

from device.contract.declarations import Declaration, First
from device.contract.game import Game
from device.contract.keycodes import CompleteCode, keys_for, parse_keys
from device.contract.refusal import Refusal, RefusalCode, Refused
from device.gallery.corrections import correction_pages
from device.gallery.random_games import random_declaration
from device.history.encoding import decode_result, encode_result
from device.history.results import result_so_far
from device.pages.surface import surface_of
from device.session import record as records
from device.session.keyscript import key_groups, key_script
from device.session.prompts import MenuView, PlayView, question
from device.session.replay import replay_record
from device.session.rows import JournalRow
from device.session.session import Session
from display.languages import language as spoken
from display.layout import lay_out
from display.vocabulary import Page
from display.words import ENGLISH
from hal.panel import panel
from tablekeeper.testing import header, wording
from tablekeeper.testing.evenings import kept, play
from tablekeeper.testing.registering import registered
from tablekeeper.testing.scene_checks import prove
from tablekeeper.testing.tried import RandomGame, every_table, pages, play_random, states

SIZES = {(kind.width, kind.height): kind for kind in panel.PANEL_KINDS}
"""A panel of each size."""

POWER_CUTS = 30
"""At most so many declarations of a game are each followed by a power cut."""

WRONG_ANSWERS = 8
"""How many random answers are tried at each question of a game, in order to test refusals."""


class GameTests:
    """The tests that every game must pass. Subclass it in a test file, and set `module` to the game's module."""

    module: ModuleType
    """The module with `GAME`."""

    seeds: range = range(3)
    """A random game is played with each seed and each number of players. Seed 0 means the default options."""

    languages: tuple[str, ...] = ("en", "fr")
    """The languages of the game. Use `("en",)` until it is translated."""

    @property
    def game(self) -> Game[Any]:
        """The game."""
        game: Game[Any] = self.module.GAME
        return game

    @pytest.fixture(autouse=True)
    def _on_the_box(self) -> Iterator[None]:
        with registered(self.game):
            yield

    def test_a_box_takes_the_module_and_plays_it_as_it_is(self) -> None:
        game = header.guarded_game(self.module, self.game)
        for players in sorted({game.players[0], game.players[-1]}):
            played = play_random(self.game, players, 0)
            with registered(game):
                scores = records.read(played.written).scores
            if scores != played.record.scores:
                _fail(
                    f"On a box, a game of {players} comes to {scores.totals} in place of {played.record.scores.totals}."
                )

    def test_every_number_of_players_plays_to_the_end(self) -> None:
        for played in every_table(self.game, self.seeds):
            scores = played.record.scores
            if not scores.finished:
                _fail(f"A game of {len(played.table.players)} is not over, though nothing more is asked.")
            if not scores.stopped and not scores.winners:
                _fail(f"A game of {len(played.table.players)} is over, and nobody has won.")
            self._causes_give_the_points(played)

    def _causes_give_the_points(self, played: RandomGame) -> None:
        for number, round_ in enumerate(played.record.scores.rounds):
            causes = self.game.causes(played.record.state, number)
            found = tuple(sum(cause.points for cause in own) for own in causes)
            if round_.points is not None and found != round_.points:
                _fail(f"Round {number + 1} brought {round_.points}, but its causes come to {found}.")

    def test_every_line_is_read_as_it_is_written(self) -> None:
        for played in every_table(self.game, self.seeds):
            for line in played.lines:
                words = records.split(line)
                if words[0] in ("game", "players", "title", "set"):
                    continue
                again = records.write_declaration(played.record, records.read_declaration(played.record, words))
                if again != line:
                    _fail(f"“{line}” is written “{again}” once it was read: read(write(d)) must be d.")

    def test_every_declaration_has_keys_that_mean_it(self) -> None:
        for played in every_table(self.game, self.seeds):
            for step in replay_record(played.written):
                if isinstance(step.says, JournalRow):
                    continue
                levels = [question(step.session, view, ()).level for view in (PlayView(), MenuView())]
                codes = [(level, keys_for(level, step.says)) for level in levels]
                reached = [
                    parse_keys(level, keys) == CompleteCode(step.says) for level, keys in codes if keys is not None
                ]
                if not any(reached):
                    _fail(f"No keys mean {step.says}, though it is legal: {_question_of(step.session)}")

    def test_keys_from_power_on_to_the_final_sheet(self, tmp_path: Path) -> None:
        for players in sorted({self.game.players[0], self.game.players[-1]}):
            played = play_random(self.game, players, 1)
            data = tmp_path / str(players)
            play(data, [*key_script(played.written), "hold C"])
            if kept(data) != played.lines:
                difference = _first_difference(played.lines, kept(data))
                _fail(f"The keys of a game of {players} come to another record:\n{difference}")

    def test_power_may_fail_after_every_declaration(self, tmp_path: Path) -> None:
        played = play_random(self.game, self.game.players[0], 0)
        groups = list(key_groups(played.written))
        at_once, each = groups[:-POWER_CUTS], groups[-POWER_CUTS:]
        play(tmp_path, [press for group in at_once for press in group.presses])
        for group in each:
            play(tmp_path, group.presses)
        if kept(tmp_path) != played.lines:
            difference = _first_difference(played.lines, kept(tmp_path))
            _fail(f"A game whose power failed again and again is another:\n{difference}")

    def test_any_line_can_be_corrected(self) -> None:
        for players in sorted({self.game.players[0], self.game.players[-1]}):
            rows, sessions = _rows(play_random(self.game, players, 0))
            kinds = [kind for kind, _ in correction_pages(rows, sessions)]
            if "correct-asked" not in kinds:
                _fail("No line of the last round can be corrected.")

    def test_what_is_refused_is_refused_in_words(self) -> None:
        chance = Random(1)
        for played in every_table(self.game, self.seeds):
            for state, _ in states(self.game, played):
                self._refuses_in_words(state, played, chance)

    def _refuses_in_words(self, state: Any, played: RandomGame, chance: Random) -> None:
        prompt = self.game.prompt(state)
        assert prompt is not None
        declarations = [random_declaration(prompt.level, chance) for _ in range(WRONG_ANSWERS)]
        for answer in [First(0), *(answer for answer in declarations if answer is not None)]:
            for declaration in (answer, _by_player(answer, chance.randrange(len(played.table.players)))):
                try:
                    self.game.apply(state, declaration)
                except Refused as refused:
                    self._is_refusal(refused.refusal, declaration)

    def _is_refusal(self, refusal: Refusal, declaration: Declaration) -> None:
        if refusal.code not in (*RefusalCode, *self.game.codes):
            _fail(f"The refusal of {declaration} has a code that the game does not name: {refusal.code!r}.")
        for code in self.languages:
            said = spoken(code).say(refusal.sentence)
            if not said or "{" in said:
                _fail(f"The refusal of {declaration} can't be said: “{said}”.")

    def test_every_page_fits_every_panel(self) -> None:
        """Check each page in every language on the smallest panel; on the others, languages take turns."""
        smallest = min(SIZES)
        for number, moment in enumerate(pages(self.game)):
            for size, kind in SIZES.items():
                turn = number % len(self.languages)
                if moment.is_shown_on(kind):
                    for code in self.languages if size == smallest else self.languages[turn : turn + 1]:
                        _fits(moment.name, moment.page, kind, code)

    def test_every_sentence_is_said_in_every_language(self) -> None:
        own_words = wording.words(self.module, self.game, self.seeds)
        for code in self.languages:
            untranslated = wording.lacking(self.game, own_words, code)
            if untranslated:
                listed = "\n".join(f'    {message!r}: "…",' for message in untranslated)
                _fail(
                    f'These have no words in the language “{code}”. Put them into languages={{"{code}": …}}:\n{listed}'
                )
        for wrong in wording.translation_faults(self.game, own_words):
            _fail(wrong)

    def test_history_keeps_what_a_game_came_to(self) -> None:
        for played in every_table(self.game, self.seeds):
            rows, sessions = _rows(played)
            result = result_so_far(sessions, rows)
            assert result is not None
            if decode_result(encode_result(result)) != result:
                _fail("A result is another once it was kept.")
            if not result.stopped and not any(seat.won for seat in result.seats):
                _fail("Nobody has won in the history.")


def _rows(played: RandomGame) -> tuple[list[JournalRow], list[Session]]:
    """The journal rows of a game, and the sessions before the first row and after each."""
    rows: list[JournalRow] = []
    sessions = [Session()]
    for step in replay_record(played.written):
        rows += step.rows
        sessions += (advance.session for advance in step.advances)
    return rows, sessions


def _fits(name: str, page: Page, kind: panel.PanelKind, code: str) -> None:
    """Fail unless a page fits a panel, in landscape and portrait."""
    flat = surface_of(kind)
    for surface in (flat, flat._replace(width=flat.height, height=flat.width)):
        language = spoken(code)
        try:
            prove(lay_out(page, surface, language), page, surface, language, crammed=True)
        except AssertionError as wrong:
            asked = "" if page.question is None else language.say(page.question)
            _fail(
                f"The page “{name}” (“{asked}”) does not fit a panel of {surface.width}×{surface.height} in “{code}”: "
                f"shorter titles, choices or causes do. {wrong}"
            )


def _by_player(declaration: Any, seat: int) -> Declaration:
    """Return a declaration with another player. One that belongs to no player is returned unchanged."""
    if hasattr(declaration, "_replace") and "seat" in getattr(declaration, "_fields", ()):
        other: Declaration = declaration._replace(seat=seat)
        return other
    if dataclasses.is_dataclass(declaration) and not isinstance(declaration, type):
        fields = {field.name for field in dataclasses.fields(declaration)}
        changed: Any = dataclasses.replace(declaration, seat=seat) if "seat" in fields else declaration
        same: Declaration = changed
        return same
    unchanged: Declaration = declaration
    return unchanged


def _question_of(session: Session) -> str:
    return ENGLISH.say(question(session, PlayView(), ()).question)


def _first_difference(expected: list[str], found: list[str]) -> str:
    """A sentence about the first difference between two records."""
    for at, line in enumerate(expected):
        other = found[at] if at < len(found) else "nothing"
        if line != other:
            return f"line {at + 1} is “{other}” in place of “{line}”"
    return f"{len(found)} lines in place of {len(expected)}"


def _fail(sentence: str) -> NoReturn:
    pytest.fail(sentence, pytrace=False)
