"""No Loose Ends: what the keys mean, and how few presses it takes (key codes are Tablekeeper's own, no rulebook's)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from device.contract.declarations import Declaration, First
from device.contract.keycodes import Cell, Choice, CompleteCode, Layout, Level, keys_for, meanings, parse_keys
from device.contract.number_pad import number_block_behind
from device.contract.prompt import Prompt
from device.contract.setup import TableSetup
from device.games.no_loose_ends.declarations import Covers, CoversNothing, Wins
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.state import State
from display.words import ENGLISH
from tests.dealers import no_loose_ends as dealer
from tests.games.no_loose_ends.lines import NAMES, after, card, passed, playing, read, started
from tests.games.presses import MAX_RATIO, asked, ratio
from tests.non_empty import non_empty

BIDS = "Teresa bid red-3; Kaylen bid gray-1; Taylor pass; Teresa bid yellow-5; Kaylen pass; Teresa pass"


def keys(state: State, line: str) -> str | None:
    return keys_for(asked(GAME, state).level, read(state, line))


def rarer(state: State, line: str) -> str | None:
    """The keys of a line in the menu's levels."""
    for choice in asked(GAME, state).menu_choices:
        level = choice.level()
        assert level is not None
        typed = keys_for(level, read(state, line))
        if typed is not None:
            assert parse_keys(level, typed) == CompleteCode(read(state, line))
            return typed
    return None


def test_a_bid_is_a_number_and_a_suit() -> None:
    """Numbers lie on the pad, row then column, from 13 behind DA; the suits after each are blue, red, yellow, gray."""
    state = started(4)
    assert keys(state, "Teresa bid blue-1") == "AAA"
    assert keys(state, "Teresa bid red-10") == "CBB"
    assert keys(state, "Teresa bid yellow-12") == "CDC"
    assert keys(state, "Teresa bid gray-15") == "DAACD"
    assert keys(state, "Teresa pass") == "DD"
    assert keys(started(3), "Teresa bid red-13") is None


def test_a_double_cross_is_asked_of_the_first_passer_only() -> None:
    """And only with a bid on the table: everyone else's pass needs no further press."""
    state = started(double_cross="on")
    assert keys(state, "Teresa pass") == "DD"
    state = after(state, "Teresa bid red-3; Kaylen bid gray-1; Taylor bid gray-2")
    assert keys(state, "Teresa pass") == "DD"
    assert keys(state, "Teresa double-cross") == "DC"
    assert keys(after(state, "Teresa pass"), "Kaylen double-cross") is None
    assert keys(after(state, "Teresa pass"), "Kaylen pass") == "DD"
    assert keys(after(state, "Teresa double-cross"), "Kaylen pass") == "DD"


def test_a_played_card_has_the_cell_of_its_bid() -> None:
    state = passed(4, detail="cards", getaway_cards="on")
    assert keys(state, "Ann plays red-10") == "CBB"
    assert keys(state, "Ann plays getaway") == "DC"
    assert keys(passed(4, detail="cards"), "Ann plays getaway") is None


@pytest.mark.parametrize("players", range(2, 6))
def test_a_winner_is_a_seat(players: int) -> None:
    """One press, two for the fourth and the fifth, however many play."""
    state = passed(players)
    typed = [keys(state, f"{name} wins") for name in NAMES[:players]]
    assert typed == ["A", "B", "C", "DA", "DB"][:players]


def test_a_cover_is_one_press() -> None:
    """Bids in the order they were laid out; the cells stay when bids are covered. Nothing is DD, as everywhere."""
    state = after(started(), [BIDS, "Teresa wins"])
    assert [keys(state, f"Teresa {what}") for what in ("covers red-3", "covers yellow-5", "loose")] == ["A", "B", "DD"]
    state = after(state, "Teresa covers red-3; Teresa wins")
    assert [keys(state, f"Teresa {what}") for what in ("covers red-3", "covers yellow-5", "loose")] == [None, "B", "DD"]


def test_rarer_ways_to_declare_a_winner() -> None:
    """The winning card, the lead suit or both are said through the menu, in cells of their own."""
    state = passed(4, getaway_cards="on")
    for words in ("red-10", "blue-15 lead red", "lead gray", "getaway", "getaway lead blue", "red-10 lead red"):
        assert rarer(state, f"Kaylen wins {words}") is not None
        assert keys(state, f"Kaylen wins {words}") is None
    assert rarer(state, "Kaylen wins red-10") == "BCBB"
    assert rarer(state, "Kaylen wins blue-15 lead red") == "BDAACAB"
    assert [choice.slot for choice in asked(GAME, state).menu_choices] == [Cell.DA, Cell.DB, Cell.DC]
    assert rarer(passed(4), "Kaylen wins getaway") is None
    assert asked(GAME, started()).menu_choices == ()


def test_the_cover_is_asked_where_the_lead_suit_is_not_said() -> None:
    """A trump that won for somebody who did not lead, said without the lead: any lead may match an open bid."""
    state = after(started(), BIDS)
    said = [
        path for choice in asked(GAME, state).menu_choices for path in paths(choice, read(state, "Kaylen wins blue-5"))
    ]
    assert [path[1:] for path in said] == [["Kaylen", "5", "blue"]]
    then = asked(GAME, after(state, "Kaylen wins blue-5"))
    assert ENGLISH.say(then.question) == "Which bid does Kaylen cover with the trick?"
    assert set(meanings(then.level)) == {Covers(1, card("gray-1")), CoversNothing(1)}
    led = asked(GAME, after(state, "Kaylen wins blue-5 lead red"))
    assert ENGLISH.say(led.question) == "Kaylen leads. Who wins trick 2?"


def paths(choice: Choice[Declaration], means: Declaration) -> Iterator[list[str]]:
    """The labels of the cells that lead to a meaning."""
    label = ENGLISH.say(choice.label)
    level = choice.level()
    if level is None:
        if choice.means == means:
            yield [label]
    else:
        yield from ([label, *path] for one in level.choices for path in paths(one, means))


def test_whom_the_question_is_for() -> None:
    assert asked(GAME, started()).asked == (0,)
    assert asked(GAME, passed()).asked == ()
    assert asked(GAME, passed(detail="cards")).asked == (2,)
    state = after(started(), [BIDS, "Kaylen wins"])
    assert asked(GAME, state).asked == (1,)
    totals = started(detail="totals")
    assert asked(GAME, totals).asked == (0, 1, 2)
    assert asked(GAME, after(totals, "Kaylen planned 0 covered 0 extra 0")).asked == (0, 2)


def levels(level: Level[Declaration]) -> Iterator[Level[Declaration]]:
    yield level
    for choice in level.choices:
        deeper = choice.level()
        if deeper is not None:
            yield from levels(deeper)


def grids(prompt: Prompt[Declaration]) -> dict[str, dict[int, object]]:
    """The cells of each grid on a page; levels of one name must not differ."""
    found: dict[str, dict[int, object]] = {}
    shape: dict[str, Layout] = {}
    for level in (*levels(prompt.level), *(deeper for ahead in prompt.later_levels for deeper in levels(ahead))):
        assert shape.setdefault(level.name, level.layout) is level.layout
        cells = found.setdefault(level.name, {})
        for choice in level.choices:
            label = BLOCK if number_block_behind(choice) is not None else choice.label
            assert cells.setdefault(choice.slot, label) == label
    return found


BLOCK = "a block"
"""Stands for a block of numbers, which is called by those that it shows."""


CHOSEN = (("double-cross", "on"), ("getaway-cards", "on"))


@pytest.mark.parametrize("detail", ["cards", "tricks", "totals"])
@pytest.mark.parametrize("players", range(2, 6))
def test_grids_of_a_page(players: int, detail: str) -> None:
    """Levels of one name have the same codes and cells, as far as they have them."""
    chosen = (*CHOSEN, ("detail", detail))
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    for number, declaration in non_empty(enumerate(dealer.play(Random(players), players, chosen))):
        if number % 5 == 0 or detail == "totals":
            assert grids(asked(GAME, state))
        state = GAME.apply(state, declaration)


@pytest.mark.parametrize("players", range(2, 6))
def test_cells_stay_through_a_round(players: int) -> None:
    """While tricks are played, no cell ever moves: cells of covered bids only fall away."""
    chosen = (("detail", "tricks"),)
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    seen: dict[tuple[int, str, int], object] = {}
    for declaration in non_empty(dealer.play(Random(players), players, chosen)):
        state = GAME.apply(state, declaration)
        if state.round is None or state.round.is_planning:
            continue
        for level in (asked(GAME, state).level, *asked(GAME, state).later_levels):
            for choice in level.choices:
                key = (len(state.results), level.name, choice.slot)
                assert seen.setdefault(key, choice.label) == choice.label
    assert seen


@pytest.mark.parametrize("detail", ["cards", "tricks"])
@pytest.mark.parametrize("players", range(2, 6))
def test_what_follows_is_shown_ahead(players: int, detail: str) -> None:
    """While tricks are played, the next question's level is on the page already: this one's, or one ahead, where it is
    not known yet which bids the trick may cover."""
    chosen = (("detail", detail), ("getaway-cards", "on"))
    covers = 0
    for seed in range(4):
        state = GAME.start(TableSetup(NAMES[:players], chosen))
        for declaration in dealer.play(Random(seed), players, chosen):
            before, state = state, GAME.apply(state, declaration)
            if state.round is None or state.round.is_planning or playing(before).is_planning:
                continue
            if state.round.pending_trick is not None:
                covers += 1
                level = asked(GAME, state).level
                open_ = level._replace(choices=tuple(choice._replace(listed=True) for choice in level.choices))
                assert open_ in asked(GAME, before).later_levels
            elif isinstance(declaration, Wins):
                assert asked(GAME, state).level == asked(GAME, before).level
    assert covers


def costs(state: State, declarations: list[Declaration]) -> Iterator[tuple[State, int]]:
    """The states of a game, and the presses of what was declared in each."""
    for declaration in declarations:
        if not isinstance(declaration, First) and GAME.forced(state) is None:
            typed = keys_for(asked(GAME, state).level, declaration)
            assert typed is not None
            yield state, len(typed)
        state = GAME.apply(state, declaration)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("players", range(2, 6))
def test_presses_are_near_the_fewest(players: int, seed: int) -> None:
    """Over whole random games, by trick and by who won only."""
    random = Random(seed)
    chosen = (("double-cross", random.choice(["on", "off"])), ("getaway-cards", random.choice(["on", "off"])))
    game = dealer.deal_and_play(random, players, chosen, naming=False)
    assert ratio(GAME, costs(GAME.start(TableSetup(NAMES[:players], chosen)), game.declarations)) <= MAX_RATIO


def test_covers_are_not_offered_to_others() -> None:
    state = after(started(), [BIDS, "Kaylen wins"])
    assert all(declaration.seat == 1 for declaration in meanings(asked(GAME, state).level))
    assert Covers(1, card("gray-1")) in list(meanings(asked(GAME, state).level))
