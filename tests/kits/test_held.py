"""The tests that games are held by find what is wrong with one, and say what to do."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from enum import StrEnum
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from device.contract.declarations import Declaration, RecordLine
from device.contract.game import Game
from device.contract.keycodes import Layout, Level
from device.contract.prompt import Prompt
from device.contract.refusal import Refused
from device.journal.store import FILE_NAME
from device.kits.causes import cause
from device.kits.figures.columns import Column, FiguresRound
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import ScoreSheet
from device.kits.options import switch
from display.vocabulary import Cause
from display.words import Text, counted, text
from tablekeeper.testing import GameTests, points, scored
from tablekeeper.testing.registration import register_game
from tests.games.by_others import install, named, on_the_path

HEADER = 'API = 2\nTITLE = "Some"\n\nimport os\n'
POINTS = Column("points", "points", most=9)


def sheet(**more: Any) -> ScoreSheet:
    """A game that holds, but for what is changed."""
    plain = ScoreSheet("some", "Some", range(2, 4), (POINTS,), lambda now, seat: now.of(POINTS, seat), rounds=2)
    return plain._replace(**more)


def held(folder: Path, game: Game[Any], source: str = HEADER) -> GameTests:
    """The tests of a game whose module begins like that."""
    path = folder / "some.py"
    path.write_text(source, encoding="utf-8")
    module = ModuleType("some")
    module.__file__ = str(path)
    vars(module)["GAME"] = game

    class Tests(GameTests):
        seeds = range(2)

    Tests.module = module
    return Tests()


def complaint(game: Game[Any], test: Callable[[], None]) -> str:
    """What a test says that fails."""
    with register_game(game), pytest.raises(pytest.fail.Exception) as failed:
        test()
    return str(failed.value)


def test_a_game_that_holds_passes(tmp_path: Path) -> None:
    game = figures_game(sheet())
    tests = held(tmp_path, game)
    with register_game(game):
        tests.test_a_box_takes_the_module_and_plays_it_as_it_is()
        tests.test_every_number_of_players_plays_to_the_end()
        tests.test_every_sentence_is_said_in_every_language()


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ('TITLE = "Some"\n', "does not say for which API"),
        ('API = 9\nTITLE = "Some"\n', "made for API 9, and this Tablekeeper has API 2: get the game for API 2"),
        ('import os\nAPI = 2\nTITLE = "Some"\n', "above its first import"),
        ('API = 2\nNAME = "Some"\nTITLE = NAME\n', 'its TITLE is no plain string: write TITLE = "…" above'),
        ('API = 2\nTITLE = "Other"\n', "hand TITLE to the game"),
        ('API = 2\nTITLE = "Some"\nPLAYERS = (2, 9)\n', "can play the game"),
    ],
)
def test_a_header_that_no_box_takes_is_told(tmp_path: Path, source: str, sentence: str) -> None:
    game = figures_game(sheet())
    assert sentence in complaint(game, held(tmp_path, game, source).test_a_box_takes_the_module_and_plays_it_as_it_is)


def test_an_option_that_no_table_can_choose_is_told(tmp_path: Path) -> None:
    """`table.value_of(…)` would give its usual value for ever."""
    game = figures_game(sheet(options=(switch("long", "Long"),)))
    tests = held(tmp_path, game)
    vars(tests.module).update(LONG=switch("long", "Long"), WIDE=switch("wide", "Wide"))
    said = complaint(game, tests.test_a_box_takes_the_module_and_plays_it_as_it_is)
    assert said == "The table can't choose WIDE, and is asked for it in vain: put it into options=(…)."


def test_an_id_that_is_another_than_the_packages_is_told(tmp_path: Path) -> None:
    game = figures_game(sheet())
    tests = held(tmp_path, game)
    package = tmp_path / "pyproject.toml"
    package.write_text('[project.entry-points."tablekeeper.games"]\nsum = "some:GAME"\nother = "others:GAME"\n')
    said = complaint(game, tests.test_a_box_takes_the_module_and_plays_it_as_it_is)
    assert said == (
        'pyproject.toml calls the game of some “sum”, and its description id="some": write the same in both, and '
        "install it again."
    )
    package.write_text('[project.entry-points."tablekeeper.games"]\nsome = "some:GAME"\n')
    with register_game(game):
        tests.test_a_box_takes_the_module_and_plays_it_as_it_is()


def test_limits_that_leave_no_answer_are_told_with_the_question(tmp_path: Path) -> None:
    stuck = Column("points", "points", most=2, total=9)
    game = figures_game(sheet(id="some-stuck", columns=(stuck,), points=lambda now, seat: 0))
    said = complaint(game, held(tmp_path, game).test_every_number_of_players_plays_to_the_end)
    assert said.startswith("With 2 players and the usual options, no answer to “Ben: points?” was legal")
    assert "least, most, total and check" in said
    for test in ("test_every_page_fits_every_panel", "test_every_sentence_is_said_in_every_language"):
        said = complaint(game, getattr(held(tmp_path, game), test))
        assert "and the usual options, no answer to “" in said


def test_causes_that_are_not_the_points_are_told(tmp_path: Path) -> None:
    causes = (Cause(text("more"), 77),)
    game = figures_game(sheet())._replace(points_by_cause=lambda state, round_: (causes,) * state.round.player_count)
    said = complaint(game, held(tmp_path, game).test_every_number_of_players_plays_to_the_end)
    assert "but its causes come to (77, 77)" in said


def test_a_game_that_goes_by_chance_is_found(tmp_path: Path) -> None:
    chance = random.Random(1)

    def fickle(now: FiguresRound, seat: int) -> int:
        return chance.randrange(1000)

    game = figures_game(sheet(points=fickle))
    tests = held(tmp_path, game)
    assert "its causes come to" in complaint(game, tests.test_every_number_of_players_plays_to_the_end)


def test_a_game_that_is_another_once_a_line_was_declared_again_is_told(tmp_path: Path) -> None:
    counter = itertools.count()
    game = figures_game(sheet(points=lambda now, seat: next(counter)))
    said = complaint(game, held(tmp_path, game).test_any_line_can_be_corrected)
    assert said.startswith("A game is another once its line “Ann points ")


class Unnamed(StrEnum):
    CODE = "unnamed"


def test_a_line_that_a_correction_leaves_without_a_code_is_told(tmp_path: Path) -> None:
    plain = figures_game(sheet())

    def apply(state: Any, declaration: Declaration) -> Any:
        try:
            return plain.apply(state, declaration)
        except Refused as refused:
            raise Refused(refused.refusal._replace(code=Unnamed.CODE)) from None

    game = plain._replace(apply=apply)
    said = complaint(game, held(tmp_path, game).test_any_line_can_be_corrected)
    assert said.startswith("The refusal of “Ann points ")
    assert "has a code that the game does not name" in said


def test_the_power_is_cut_before_the_table_closes_its_journal(tmp_path: Path) -> None:
    game = figures_game(sheet())
    with register_game(game):
        held(tmp_path, game).test_power_may_fail_after_every_declaration(tmp_path / "data")
    assert (tmp_path / "data" / f"{FILE_NAME}-wal").stat().st_size


def test_a_line_that_is_written_otherwise_than_it_is_read_is_told(tmp_path: Path) -> None:
    plain = figures_game(sheet())

    def shouted(declaration: Declaration) -> RecordLine:
        line = plain.write(declaration)
        return line._replace(words=(*line.words[:-1], str(int(line.words[-1]) // 2)))

    tests = held(tmp_path, plain)
    vars(tests.module)["GAME"] = plain._replace(write=shouted)
    said = complaint(tests.game, tests.test_every_line_is_read_as_it_is_written)
    assert "read(write(d)) must be d" in said


def test_a_declaration_without_keys_is_told(tmp_path: Path) -> None:
    plain = figures_game(sheet())

    def mute(state: Any) -> Prompt[Declaration] | None:
        found = plain.prompt(state)
        silent: Level[Declaration] = Level("none", "", Layout.LIST, ())
        return None if found is None else found._replace(level=silent, menu_choices=(), player_level=None)

    tests = held(tmp_path, plain)
    game = plain._replace(prompt=mute)
    vars(tests.module)["GAME"] = game
    said = complaint(game, tests.test_every_declaration_has_keys_that_mean_it)
    assert "no answer to" in said or "No keys mean" in said


def test_a_refusal_by_a_code_that_the_game_does_not_name_is_told(tmp_path: Path) -> None:
    bonus = Column("points", "points", most=9, total=9)
    game = figures_game(sheet(columns=(bonus,), points=lambda now, seat: now.of(bonus, seat)))._replace(codes=())
    said = complaint(game, held(tmp_path, game).test_what_is_refused_is_refused_in_words)
    assert "has a code that the game does not name" in said


def test_sentences_without_a_translation_are_listed_to_be_pasted(tmp_path: Path) -> None:
    column = Column("points", "pips and pops", most=9)
    game = figures_game(sheet(id="some-words", columns=(column,), points=lambda now, seat: now.of(column, seat)))
    said = complaint(game, held(tmp_path, game).test_every_sentence_is_said_in_every_language)
    assert said.endswith("    'pips and pops': \"…\",")
    french = {"fr": {"pips and pops": "pions"}}
    translated = figures_game(sheet(id="said-words", columns=(column,), points=lambda *_: 1, languages=french))
    tests = held(tmp_path, translated)
    with register_game(translated):
        tests.test_every_sentence_is_said_in_every_language()


RARE = """
BLIND = switch("blind", "Blind bids")
KIND = Column("kind", "kind", choices=(("low", "low one"), ("high", "high one")), question="{player} takes which?",
              asked=lambda now, player: now.value_of(BLIND) == "on" and now.totals[player] > 1000)
POINTS = Column("points", "points", most=9, unit=("{n} pip", "{n} pips"))


def points(now, player):
    if now.totals[player] > 1000:
        yield cause("a thousand" if player else "a lot", 1)
        yield cause(counted("{n} thousandth", "{n} thousandths", now.number), 1, kind="thousands")
    yield cause("pips", now.of(POINTS, player))


def game(**more):
    columns, options = (KIND, POINTS), (BLIND,)
    return figures_game(ScoreSheet("rare", TITLE, range(2, 4), columns, points, rounds=2, options=options, **more))
"""
"""Rules of which most words are said in no game that is played: nobody comes to a thousand points."""

RARE_HEADER = 'API = 2\nTITLE = "Rare"\n\nfrom tablekeeper.games import *\n'
FRENCH = {
    "Blind bids": "Annonces aveugles", "kind": "sorte", "low one": "basse", "high one": "haute",
    "{player} takes which?": "{player} prend laquelle ?", "points": "points", "{n} pip": ("{n} point", "{n} points"),
    "a thousand": "mille", "a lot": "beaucoup", "{n} thousandth": ("{n} millième", "{n} millièmes"),
    "thousands": "milliers", "pips": "points",
}  # fmt: skip


def rare(folder: Path, game_id: str, french: dict[str, Any]) -> GameTests:
    """The tests of those rules with translations, which stand in the module as well."""
    source = RARE_HEADER + RARE.replace('"rare"', repr(game_id)) + f"FRENCH = {french!r}\n"
    found: dict[str, Any] = {}
    exec(source, found)
    return held(folder, found["game"](languages={"fr": french}), source)


def test_words_that_stand_behind_an_option_or_come_once_in_a_hundred_games_are_listed(tmp_path: Path) -> None:
    tests = rare(tmp_path, "rare-none", {})
    said = complaint(tests.game, tests.test_every_sentence_is_said_in_every_language)
    listed = {line.strip().removesuffix(': "…",').strip("\"'") for line in said.splitlines()[1:]}
    assert listed == set(FRENCH) - {"points"}
    whole = rare(tmp_path, "rare-whole", FRENCH)
    with register_game(whole.game):
        whole.test_every_sentence_is_said_in_every_language()


def test_a_translation_of_nothing_is_told(tmp_path: Path) -> None:
    tests = rare(tmp_path, "rare-nothing", FRENCH | {"a thousend": "mille"})
    said = complaint(tests.game, tests.test_every_sentence_is_said_in_every_language)
    assert said == (
        "languages has a translation of 'a thousend', which the game never says: leave it out, or correct it."
    )


def test_one_string_for_what_counts_is_told(tmp_path: Path) -> None:
    """That of a cause, which no description names."""

    def points(now: FiguresRound, seat: int) -> Iterator[Cause]:
        yield cause(counted("{n} pip", "{n} pips", now.of(POINTS, seat)), now.of(POINTS, seat))

    french = {"fr": {"{n} pip": "{n} points"}}
    game = figures_game(sheet(id="some-pips", points=points, languages=french))
    said = complaint(game, held(tmp_path, game).test_every_sentence_is_said_in_every_language)
    assert said.startswith("'{n} pip' counts, and '{n} points' is one string: write two in languages={\"fr\": …}")


def test_other_games_that_are_here_are_no_concern_of_a_games_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them has neither a French title nor an emblem that the program knows."""
    for title, game_id in (("Somebody's", "some-others"), ("Euchre", "euchre")):
        untitled = "".join(line for line in named(title, game_id).splitlines(True) if "TITLES" not in line)
        install(tmp_path / "others", untitled.replace('("T", "+")', '("Bowr", "♠")'), game_id)
    game = figures_game(sheet(id="some-beside"))
    with on_the_path(tmp_path / "others", monkeypatch), register_game(game):
        tests = held(tmp_path, game)
        tests.test_every_sentence_is_said_in_every_language()
        tests.test_every_page_fits_every_panel()
        tests.test_keys_from_power_on_to_the_final_sheet(tmp_path / "data")


def test_a_page_that_does_not_fit_is_told_with_the_panel(tmp_path: Path) -> None:
    long = Column("points", "points", choices=(("few", "1 2 3 4 5 " * 12), ("many", "6 7 8 9 0 " * 12)))
    game = figures_game(sheet(id="some-long", columns=(long,), points=lambda now, seat: now.of(long, seat)))
    tests = held(tmp_path, game)
    type(tests).languages = ("en",)
    said = complaint(game, tests.test_every_page_fits_every_panel)
    assert "does not fit a panel of" in said
    assert "shorter titles, choices or causes do" in said


def test_a_refused_record_says_its_line_and_why() -> None:
    game = figures_game(sheet())
    assert points(game, "players Ann Bo\nAnn points 3\nBo points 4") == [(3, 4)]
    assert scored(game, "players Ann Bo\nAnn points 3").rounds == ()
    with pytest.raises(
        AssertionError, match=r"“Bo points 12”: Bo can't say 12 here: points goes from 0 to 9\. \[figure-limit\]"
    ):
        points(game, "players Ann Bo\nAnn points 3\nBo points 12")


def test_a_title_is_the_same_in_every_language_unless_it_says_otherwise(tmp_path: Path) -> None:
    game = figures_game(sheet(title=Text("Some")))
    with register_game(game):
        held(tmp_path, game).test_every_sentence_is_said_in_every_language()
