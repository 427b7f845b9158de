"""`GameTests`: the tests of a game, from its first lines to its pages, and from power-on to its final sheet."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, NoReturn

import pytest

from device.contract.declarations import First
from device.contract.game import Game
from device.contract.keycodes import CompleteCode, keys_for, parse_keys
from device.contract.refusal import Refusal, RefusalCode, Refused
from device.gallery.random_games import random_declaration
from device.history.encoding import decode_result, encode_result
from device.history.results import result_so_far
from device.pages.surface import surface_of
from device.session import record as records
from device.session.correction import is_correctable, judge_edits
from device.session.edits import Edit, EditKind
from device.session.keyscript import key_groups, key_script
from device.session.names import HEADER_WORDS
from device.session.prompts import MenuView, PlayView, question
from device.session.replay import replay_record
from device.session.rows import JournalRow
from device.session.session import Session
from display.languages import language as spoken
from display.layout import lay_out
from display.vocabulary import Page
from display.words import ENGLISH
from hal.panel import panel
from tablekeeper.testing import header_checks, translation_checks
from tablekeeper.testing.mock_games import play_presses, play_until_power_cut, stored_record
from tablekeeper.testing.random_play import RandomGame, play_every_table, play_random, replayed_states, sample_pages
from tablekeeper.testing.registration import register_game
from tablekeeper.testing.scene_checks import check_scene

PANEL_BY_SIZE = {(kind.width, kind.height): kind for kind in panel.PANEL_KINDS}

MAX_POWER_CUTS = 30
"""The power is cut after each of the last declarations of a game, at most this many."""

RANDOM_ANSWERS = 8
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

    @property
    def _fewest_and_most_players(self) -> list[int]:
        return sorted({self.game.players[0], self.game.players[-1]})

    @pytest.fixture(autouse=True)
    def _registered(self) -> Iterator[None]:
        with register_game(self.game):
            yield

    def test_a_box_takes_the_module_and_plays_it_as_it_is(self) -> None:
        game = header_checks.guarded_game(self.module, self.game)
        for player_count in self._fewest_and_most_players:
            played = play_random(self.game, player_count, 0)
            with register_game(game):
                scores = records.read(played.record_bytes).scores
            if scores != played.record.scores:
                totals = played.record.scores.totals
                _fail(f"On a box, a game of {player_count} comes to {scores.totals} in place of {totals}.")

    def test_every_number_of_players_plays_to_the_end(self) -> None:
        for played in play_every_table(self.game, self.seeds):
            scores = played.record.scores
            if not scores.finished:
                _fail(f"A game of {len(played.table.players)} is not over, though nothing more is asked.")
            if not scores.stopped and not scores.winners:
                _fail(f"A game of {len(played.table.players)} is over, and nobody has won.")
            self._check_causes(played)

    def _check_causes(self, played: RandomGame) -> None:
        for index, round_ in enumerate(played.record.scores.rounds):
            causes = self.game.points_by_cause(played.record.state, index)
            cause_sums = tuple(sum(cause.points for cause in player_causes) for player_causes in causes)
            if round_.points is not None and cause_sums != round_.points:
                _fail(f"Round {index + 1} brought {round_.points}, but its causes come to {cause_sums}.")

    def test_every_line_is_read_as_it_is_written(self) -> None:
        for played in play_every_table(self.game, self.seeds):
            for line in played.lines:
                words = records.split(line)
                if words[0] in HEADER_WORDS:
                    continue
                rewritten = records.write_declaration(played.record, records.read_declaration(played.record, words))
                if rewritten != line:
                    _fail(f"“{line}” is written “{rewritten}” once it was read: read(write(d)) must be d.")

    def test_every_declaration_has_keys_that_mean_it(self) -> None:
        for played in play_every_table(self.game, self.seeds):
            for step in replay_record(played.record_bytes):
                if isinstance(step.meaning, JournalRow):
                    continue
                levels = [question(step.session_before, view, ()).level for view in (PlayView(), MenuView())]
                codes = [(level, keys_for(level, step.meaning)) for level in levels]
                has_keys = [
                    parse_keys(level, keys) == CompleteCode(step.meaning) for level, keys in codes if keys is not None
                ]
                if not any(has_keys):
                    _fail(f"No keys mean {step.meaning}, though it is legal: {_question_text(step.session_before)}")

    def test_keys_from_power_on_to_the_final_sheet(self, tmp_path: Path) -> None:
        for player_count in self._fewest_and_most_players:
            played = play_random(self.game, player_count, 1)
            data = tmp_path / str(player_count)
            play_presses(data, [*key_script(played.record_bytes), "hold C"])
            if stored_record(data) != played.lines:
                difference = _first_difference(played.lines, stored_record(data))
                _fail(f"The keys of a game of {player_count} come to another record:\n{difference}")

    def test_power_may_fail_after_every_declaration(self, tmp_path: Path) -> None:
        played = play_random(self.game, self.game.players[0], 0)
        groups = list(key_groups(played.record_bytes))
        play_presses(tmp_path, [press for group in groups[:-MAX_POWER_CUTS] for press in group.presses])
        for group in groups[-MAX_POWER_CUTS:]:
            play_until_power_cut(tmp_path, group.presses)
        if stored_record(tmp_path) != played.lines:
            difference = _first_difference(played.lines, stored_record(tmp_path))
            _fail(f"A game whose power failed again and again is another:\n{difference}")

    def test_any_line_can_be_corrected(self) -> None:
        for player_count in self._fewest_and_most_players:
            rows, sessions = _rows(play_random(self.game, player_count, 0))
            for row_number, (session, row) in enumerate(zip(sessions, rows, strict=False), 1):
                if is_correctable(session, row):
                    self._check_correction(rows, sessions, row_number)

    def _check_correction(self, rows: Sequence[JournalRow], sessions: Sequence[Session], row_number: int) -> None:
        """Declare a line again as it was, and remove it."""
        row, final_scores = rows[row_number - 1], sessions[-1].scores
        same = judge_edits(rows, sessions, (Edit(EditKind.CHANGE, row_number, row),))
        if same.misfit is not None or same.changed_lines or same.session_after.scores != final_scores:
            _fail(f"A game is another once its line “{row.text}” was declared again, and nothing else corrected.")
        removed = judge_edits(rows, sessions, (Edit(EditKind.REMOVE, row_number),))
        if removed.misfit is not None:
            self._check_refusal(removed.misfit.refusal, f"“{removed.misfit.row.text}”")

    def test_what_is_refused_is_refused_in_words(self) -> None:
        rng = Random(1)
        for played in play_every_table(self.game, self.seeds):
            for state, _ in replayed_states(self.game, played):
                self._check_refusals(state, played, rng)

    def _check_refusals(self, state: Any, played: RandomGame, rng: Random) -> None:
        prompt = self.game.prompt(state)
        assert prompt is not None
        declarations = [random_declaration(prompt.level, rng) for _ in range(RANDOM_ANSWERS)]
        for answer in [First(0), *(answer for answer in declarations if answer is not None)]:
            for declaration in (answer, _by_player(answer, rng.randrange(len(played.table.players)))):
                try:
                    self.game.apply(state, declaration)
                except Refused as refused:
                    self._check_refusal(refused.refusal, str(declaration))

    def _check_refusal(self, refusal: Refusal, declaration: str) -> None:
        if refusal.code not in (*RefusalCode, *self.game.codes):
            _fail(f"The refusal of {declaration} has a code that the game does not name: {refusal.code!r}.")
        for code in self.languages:
            sentence = spoken(code).say(refusal.sentence)
            if not sentence or "{" in sentence:
                _fail(f"The refusal of {declaration} can't be said: “{sentence}”.")

    def test_every_page_fits_every_panel(self) -> None:
        """Check each page in every language on the smallest panel; on the others, languages take turns."""
        smallest = min(PANEL_BY_SIZE)
        for index, sample in enumerate(sample_pages(self.game)):
            for size, kind in PANEL_BY_SIZE.items():
                turn = index % len(self.languages)
                if sample.is_shown_on(kind):
                    for code in self.languages if size == smallest else self.languages[turn : turn + 1]:
                        _check_page_fits(sample.name, sample.page, kind, code)

    def test_every_sentence_is_said_in_every_language(self) -> None:
        game_sentences = translation_checks.collect_sentences(self.module, self.game, self.seeds)
        for code in self.languages:
            untranslated = translation_checks.untranslated_messages(self.game, game_sentences, code)
            if untranslated:
                lines = "\n".join(f'    {message!r}: "…",' for message in untranslated)
                _fail(
                    f'These have no words in the language “{code}”. Put them into languages={{"{code}": …}}:\n{lines}'
                )
        for fault in translation_checks.translation_faults(self.game, game_sentences):
            _fail(fault)

    def test_history_keeps_what_a_game_came_to(self) -> None:
        for played in play_every_table(self.game, self.seeds):
            rows, sessions = _rows(played)
            result = result_so_far(sessions, rows)
            assert result is not None
            if decode_result(encode_result(result)) != result:
                _fail("A result is another once it was kept.")
            if not result.stopped and not any(seat.is_winner for seat in result.seats):
                _fail("Nobody has won in the history.")


def _rows(played: RandomGame) -> tuple[list[JournalRow], list[Session]]:
    """The journal rows of a game, and the sessions before the first row and after each."""
    rows: list[JournalRow] = []
    sessions = [Session()]
    for step in replay_record(played.record_bytes):
        rows += step.rows
        sessions += (advance.session for advance in step.advances)
    return rows, sessions


def _check_page_fits(name: str, page: Page, kind: panel.PanelKind, code: str) -> None:
    """Fail unless a page fits a panel, in landscape and portrait."""
    landscape = surface_of(kind)
    for surface in (landscape, landscape._replace(width=landscape.height, height=landscape.width)):
        language = spoken(code)
        try:
            check_scene(lay_out(page, surface, language), page, surface, language, crammed=True)
        except AssertionError as error:
            question_text = "" if page.question is None else language.say(page.question)
            _fail(
                f"The page “{name}” (“{question_text}”) does not fit a panel of {surface.width}×{surface.height} "
                f"in “{code}”: shorter titles, choices or causes do. {error}"
            )


def _by_player(declaration: Any, seat: int) -> Any:
    """Return a declaration with another player. One that belongs to no player is returned unchanged."""
    if "seat" in getattr(declaration, "_fields", ()):
        return declaration._replace(seat=seat)
    if "seat" in getattr(declaration, "__dataclass_fields__", ()):
        return dataclasses.replace(declaration, seat=seat)
    return declaration


def _question_text(session: Session) -> str:
    return ENGLISH.say(question(session, PlayView(), ()).question)


def _first_difference(expected: list[str], stored: list[str]) -> str:
    """A sentence about the first difference between two records."""
    for index, line in enumerate(expected):
        stored_line = stored[index] if index < len(stored) else "nothing"
        if line != stored_line:
            return f"line {index + 1} is “{stored_line}” in place of “{line}”"
    return f"{len(stored)} lines in place of {len(expected)}"


def _fail(sentence: str) -> NoReturn:
    pytest.fail(sentence, pytrace=False)
