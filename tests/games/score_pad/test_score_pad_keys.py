"""Score pad: what the keys mean, and how few presses it takes (key codes are Tablekeeper's own)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from device.contract.declarations import GameEnd
from device.contract.keycodes import PartialCode, keys_for, parse_keys
from device.contract.setup import TableSetup
from device.games.score_pad.game import GAME
from device.kits.figures.declarations import MAX_FIGURE, FigureDeclaration
from device.kits.figures.state import FiguresState
from display.words import ENGLISH
from tests.dealers import score_pad as dealer
from tests.games.presses import MAX_RATIO, asked, fewest_of_entry
from tests.games.score_pad.lines import NAMES, after, read, started
from tests.non_empty import non_empty


def keys(state: FiguresState, line: str) -> str | None:
    return keys_for(asked(GAME, state).level, read(state, line))


def rarer(state: FiguresState, line: str) -> str | None:
    """The keys of a line in the menu, without those that open its cell."""
    for choice in asked(GAME, state).menu_choices:
        level = choice.level()
        if level is None and choice.meaning == read(state, line):
            return ""
        if level is not None and (typed := keys_for(level, read(state, line))) is not None:
            return typed
    return None


NUMBERS = {
    0: "DD A",
    1: "AA",
    12: "CD",
    13: "DAAA",
    24: "DACD",
    25: "DC AB BA",
    26: "DC AB BB",
    100: "DC DC AA CB CB",
    999: "DC DC CA CA CA",
    1000: "DC DC DC CB CB AA CB CB CB",
    MAX_FIGURE: "DC DC DC CA CA CA CA CA CA",
    -1: "DB AA",
    -13: "DB DAAA",
    -25: "DB DC AB BA",
    -1000: "DB DC DC DC CB CB AA CB CB CB",
}


def test_points_are_a_number_after_minus_if_they_are_lost() -> None:
    """Nothing is D twice, and one key more: who ends things with D twice gives it to nobody. Above 24 come two digits,
    above 99 three, above 999 six."""
    state = started()
    assert {n: keys(state, f"Ann points {n}") for n in NUMBERS} == {n: k.replace(" ", "") for n, k in NUMBERS.items()}


@pytest.mark.parametrize("points", [0, 24, 25, 999, 1000, MAX_FIGURE, -1, -25, -1000, -MAX_FIGURE])
def test_keys_mean_the_points_that_they_are_the_keys_of(points: int) -> None:
    level = asked(GAME, started()).level
    typed = keys_for(level, FigureDeclaration(0, "points", points))
    assert typed is not None
    assert parse_keys(level, typed) == (FigureDeclaration(0, "points", points),)


def test_what_is_typed_of_a_number_is_said() -> None:
    """With its sign: who has typed minus 2 and 5 sees −25 come."""
    level = asked(GAME, started()).level

    def said(typed: str) -> list[str]:
        half = parse_keys(level, typed.replace(" ", ""))
        assert isinstance(half, PartialCode)
        return [ENGLISH.say(label) for label in half.words]

    assert said("DC AB") == ["2"]
    assert said("DB") == ["minus"]
    assert said("DB DC") == ["−"]
    assert said("DB DC AB") == ["−2"]
    assert said("DC DC AA") == ["1"]


def test_a_number_of_two_digits_is_at_its_end_with_the_second() -> None:
    """35 and one key more was 350 when three digits were typed. Below 25, a number has the code of its cell alone."""
    level = asked(GAME, started()).level
    assert parse_keys(level, "DCACBA") == (FigureDeclaration(0, "points", 35),)
    assert "InvalidCode" in type(parse_keys(level, "DCACBADD")).__name__
    assert "CompleteCode" not in type(parse_keys(level, "DCDD")).__name__
    assert "InvalidCode" in type(parse_keys(level, "DCABAD")).__name__


def test_no_number_is_typed_that_nobody_can_have() -> None:
    """Minus nothing is no number."""
    level = asked(GAME, started()).level
    assert "InvalidCode" in type(parse_keys(level, "DBDD")).__name__


def test_everybody_is_asked_by_seat_and_the_menu_has_the_others() -> None:
    state = after(started(), "Ben points 3")
    prompt = asked(GAME, state)
    assert (prompt.asked, ENGLISH.say(prompt.question)) == ((0,), "Ann: how many points?")
    assert keys(state, "Cleo points 1") is None
    assert rarer(state, "Cleo points 1") == "CAA"
    assert rarer(state, "Ann points 1") is None
    assert prompt.player_level is not None
    assert [choice.slot for choice in prompt.player_level.choices] == [0, 2]
    last = after(state, "Ann points 0")
    assert asked(GAME, last).asked == (2,)
    assert asked(GAME, last).menu_choices == ()


def test_the_end_is_in_the_menu_between_rounds_where_nothing_else_ends_the_game() -> None:
    assert rarer(started(1), "end") is None
    assert rarer(after(started(1), "Ann points 1"), "end") == ""
    assert rarer(after(started(1, rounds="2"), "Ann points 1"), "end") is None
    state = after(started(2), "Ann points 1; Ben points 1")
    assert {choice.slot: choice.completes_code for choice in asked(GAME, state).menu_choices} == {13: False, 14: True}
    assert asked(GAME, state).menu_choices[1].meaning == GameEnd()
    assert GAME.prompt(after(state, "end")) is None


def costs(players: int, seed: int) -> Iterator[tuple[int, float]]:
    """Of each declaration of a dealt game: its presses, and the fewest possible."""
    state = GAME.start(TableSetup(NAMES[:players], (("rounds", "6"),)))
    for declaration in dealer.dealt(Random(seed), players, (("rounds", "6"),)).declarations:
        level = asked(GAME, state).level
        typed = keys_for(level, declaration)
        if typed is not None:  # else it is said out of order, which the menu is for
            yield len(typed), fewest_of_entry(level, typed, ())
        state = GAME.apply(state, declaration)


@pytest.mark.parametrize("players", [1, 4, 10])
def test_presses_are_few(players: int) -> None:
    found = non_empty([cost for seed in range(4) for cost in costs(players, seed)])
    assert sum(presses for presses, _ in found) / sum(least for _, least in found) <= MAX_RATIO
