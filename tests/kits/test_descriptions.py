"""An author is told what is wrong with a description before anybody plays."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest

from device.contract.setup import Option
from device.kits.arguments import DescriptionError
from device.kits.cards import Deck
from device.kits.causes import cause
from device.kits.figures.argument_kinds import CARD_PLAY_KINDS, COLUMN_KINDS, SHEET_KINDS
from device.kits.figures.card_play import CardPlay
from device.kits.figures.columns import Column
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import ScoreSheet, partners
from device.kits.options import choice, number, switch
from tests.kits.sheets import TRICKS, Lines, sheet

POINTS = Column("points", "points", most=9)
SEVEN: tuple[Option, ...] = tuple(switch(f"option-{n}", f"Option {n}") for n in range(7))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"id": "Skull King"}, "the id has small letters"),
        ({"id": "a"}, "small letters, digits and dashes, 2 to 31 in all, and begins with a letter"),
        ({"players": range(0)}, "players are from 1 to 10"),
        ({"players": range(2, 12)}, "players are from 1 to 10"),
        ({"rounds": 0}, "a game has a round at least"),
        ({"columns": ()}, "a score sheet has a column at least"),
        ({"columns": (POINTS, POINTS)}, "two columns or options are called “points”"),
        ({"options": SEVEN}, "7 options have no room on four keys"),
        ({"columns": (Column("a b", "x", most=1),)}, "its word has small letters"),
        ({"columns": (Column("a" * 32, "x", most=1),)}, "small letters, digits and dashes, 31 at the most, and begins"),
        ({"columns": (Column("bid", "bid"),)}, "say how large a figure can be"),
        ({"columns": (Column("rounds", "x", most=1, counted=True),)}, "statistics have another figure of this word"),
        ({"columns": (Column("bid", "bid", least=-5, most=0),)}, "where points can be lost, some can be won"),
        ({"columns": (Column("bid", "bid", most=1_000_000),)}, "figures go to 999999"),
        ({"columns": (Column("x", "x", total=1_000_000),)}, "figures go to 999999"),
        ({"columns": (Column("x", "x", total=range(2_000_000)),)}, "figures go to 999999"),
        ({"columns": (Column("x", "x", least=10, most=5),)}, "no figure goes from 10 to 5: correct most or least"),
        ({"columns": (Column("x", "x", least=10, total=5),)}, "no figure goes from 10 to 5: correct total or least"),
        ({"columns": (Column("x", "x", total=range(0)),)}, "an empty range has no total: write range(26, 53)"),
        ({"columns": (Column("x", "x", least=-25, most=124, step=5),)}, "go from -25 by 5, and never come to 124"),
        ({"columns": (Column("x", "x", least=-25, most=125, step=5, total=103),)}, "never add up to 103"),
        ({"players": range(4, 5), "columns": (Column("x", "x", least=1, step=3, total=5),)}, "never add up to 5"),
        ({"cards": CardPlay(Deck(without=("heart-3",)))}, "leaves out 'heart-3', which it does not have"),
        ({"cards": CardPlay(Deck(numbers=range(14, 2), without=("clubs-2",)))}, "the deck has no cards: write suits"),
        ({"columns": (Column("x", "x", choices=(("yes", "yes"),)),)}, "it has 1 choices: from 2 to 10 have keys"),
        ({"columns": (Column("x", "x", choices=(("a", "a"), ("a", "b"))),)}, "two of its choices have one word"),
    ],
)
def test_what_makes_no_game_is_said(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DescriptionError, match="^" + str(change.get("id", "three-tricks"))) as wrong:
        figures_game(TRICKS._replace(**change))
    assert sentence in str(wrong.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": (4, 4)}, "players is (4, 4): write range(3, 7) for three to six, range(4, 5) for four."),
        ({"columns": POINTS}, "columns is one Column: write columns in brackets, with a comma after a single one"),
        ({"options": SEVEN[0]}, "options is one Option: write options in brackets, with a comma after a single one"),
        ({"notes": "One sentence."}, "notes is 'One sentence.': write sentences in brackets, with a comma"),
        ({"rounds": "3"}, "rounds is '3': write a whole number, or lambda table: …"),
        ({"points": lambda now: 1}, "points is called with (now, player): write points=lambda now, player: …"),
        ({"points": 3}, "points is 3: write a function: points=lambda now, player: …"),
        ({"sides": lambda: (0, 1)}, "the function sides is called with (table): write sides=lambda table: …"),
        ({"sides": partners}, "partners sit opposite each other, an even number of them: players=range(4, 5)"),
        ({"players": range(2, 7, 2)}, "players are from 1 to 10: write range(3, 7) for three to six"),
        ({"languages": {"fr": "bid"}}, "languages has no sentences for 'fr'"),
        ({"languages": {"fr": {1: "un"}}}, "the translation 'un' is of 1, which is no sentence"),
        ({"languages": {"fr": {"bid": "{x}"}}}, "the translation '{x}' names {x}, which 'bid' does not."),
        ({"languages": {"fr": {"bid {n}": "{n"}}}, "the translation '{n' has a brace too many."),
        ({"languages": {"fr": {"bid": ("a",)}}}, "the translation of 'bid' is ('a',): write one string, or two"),
        ({"languages": {"fr": {"{n} trick": "{n} plis"}}}, "'{n} trick' counts, and '{n} plis' is one string"),
    ],
)
def test_an_argument_of_another_kind_is_named_with_what_to_write(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DescriptionError) as wrong:
        figures_game(TRICKS._replace(**change))
    assert str(wrong.value).startswith("three-tricks: ")
    assert sentence in str(wrong.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"most": lambda now: 3}, "the function most is called with (now, player): write most=lambda now, player: …"),
        ({"total": lambda now, player: 3}, "the function total is called with (now): write total=lambda now: …"),
        ({"most": "9"}, "most is '9': write a whole number, or lambda now, player: …"),
        ({"single": "yes"}, "single is 'yes': write True or False."),
        ({"unit": "{n} tricks"}, "unit is '{n} tricks': write two strings"),
        ({"unit": lambda: "x"}, "the function unit is called with (figure): write unit=lambda figure: …"),
        ({"choices": ("no", "yes")}, "choices is ('no', 'yes'): write pairs of words"),
        (
            {"single": True, "figure_is_player": True},
            "single says who, so that figure_is_player=True would ask for a second player",
        ),
    ],
)
def test_an_argument_of_a_column_is_named_with_the_columns_word(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DescriptionError) as wrong:
        figures_game(TRICKS._replace(columns=(POINTS._replace(**change),)))
    assert str(wrong.value).startswith("three-tricks: column “points”: ")
    assert sentence in str(wrong.value)


def test_functions_that_take_more_than_they_get_by_defaults_or_stars_are_called() -> None:
    for points in (lambda *_: 1, lambda now, player, bonus=3: bonus, functools.partial(lambda by, *_: by, 2)):
        figures_game(TRICKS._replace(points=points))
    with pytest.raises(DescriptionError, match="the function points is called with"):
        figures_game(TRICKS._replace(points=lambda now, player, *, bonus: bonus))  # type: ignore[misc, arg-type]


def test_every_argument_has_its_kind() -> None:
    assert tuple(COLUMN_KINDS) == Column._fields
    assert set(SHEET_KINDS) == set(ScoreSheet._fields)
    assert tuple(CARD_PLAY_KINDS) == CardPlay._fields


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: cause(10, "bid kept"), "cause(10, 'bid kept'): first the words, then the points"),  # type: ignore[arg-type]
        (lambda: cause("bid kept", True), "cause('bid kept', True): first the words, then the points"),
        (lambda: cause("half", 7 / 2), "points are whole numbers; write // in place of /."),  # type: ignore[arg-type]
        (lambda: choice("a", "A", {}), "option 'a': values is {}: write the record's words with those of pages"),
        (lambda: choice("A b", "A", {"x": "y"}), "name is 'A b': write a word of small letters"),
        (lambda: switch("x", "X", usual="on"), "usual is 'on': write True or False."),  # type: ignore[arg-type]
        (lambda: number("n", "N", 5, (1, 9)), "numbers is (1, 9): write range(100, 501)"),  # type: ignore[arg-type]
        (lambda: number("n", "N", -3, range(-5, 6)), "numbers are from -5; a record has none below 0."),
        (lambda: number("n", "N", 5, range(10**10)), "numbers are up to 9999999999; a record has none above"),
        (lambda: number("n", "N", 50, range(10)), "50 is usual, and not among the numbers from 0 to 9."),
        (lambda: figures_game(POINTS), "figures_game is called with one Column"),  # type: ignore[arg-type]
    ],
)
def test_what_is_swapped_or_of_another_kind_is_said_where_it_is_made(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(DescriptionError) as wrong:
        make()
    assert sentence in str(wrong.value)


FORGOTTEN = switch("forgotten", "Forgotten")


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        (lambda now, player: None, "points gives None: return a whole number, or write yield"),
        (lambda now, player: True, "points gives True: return a whole number"),
        (lambda now, player: 7 / 2, "points gives 3.5: points are whole numbers; write // in place of /."),
        (lambda now, player: cause("kept", 1), "points returns one cause: write yield in place of return."),
        (lambda now, player: [("kept", 1)], "points yields ('kept', 1): write yield cause("),
        (lambda now, player: now.of("points", player), "'points' stands where a column is needed: write now.of"),
        (lambda now, player: now.value_of("long"), "'long' stands where an option is needed: write now.value_of(X)"),
        (lambda now, player: now.value_of(FORGOTTEN), "no option “forgotten”: put it into options=(…)."),
        (
            lambda now, player: now.who(POINTS) or 0,
            "“points” is not single, so that several say it: write now.of(…, player)",
        ),
        (lambda now, player: now.of(Column("won", "won", most=1), player), "no column “won”; it has points."),
    ],
)
def test_what_points_must_not_be_is_said_with_what_to_write(points: Any, sentence: str) -> None:
    game = Lines(sheet(POINTS, points=points), 1)
    with pytest.raises(DescriptionError) as wrong:
        game.say("Ann points 3")
    assert sentence in str(wrong.value)


def test_a_check_that_gives_no_sentence_is_told() -> None:
    game = Lines(sheet(POINTS._replace(check=lambda now: True)), 1)  # type: ignore[arg-type, return-value]
    with pytest.raises(DescriptionError, match="True stands where words are needed: write a sentence, or None"):
        game.say("Ann points 3")
