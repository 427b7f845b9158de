"""Wizard: what the keys mean, and how few presses it takes (key codes are Tablekeeper's own, no rulebook's)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from random import Random

import pytest

from device.contract.declarations import First
from device.contract.keycodes import keys_for
from device.contract.setup import TableSetup
from device.games.wizard.declarations import Bid, TricksWon
from device.games.wizard.game import GAME
from device.games.wizard.state import State
from display.words import ENGLISH
from tests.dealers import wizard as dealer
from tests.games.presses import asked, ratio
from tests.games.wizard.lines import NAMES, after, read, started
from tests.non_empty import non_empty

MAX_RATIO = 1.5

SIZES = {"totals": range(3, 8), "tricks": range(3, 8), "cards": (4,)}
APART = {"totals": 2, "tricks": 3, "cards": 23}
"""Of the moments of a game, one of so many is asked for its choices: with every card, these are sixty."""


def keys(state: State, line: str) -> str | None:
    return keys_for(asked(GAME, state).level, read(state, line))


def rarer(state: State, line: str) -> str | None:
    """The keys of a line in the menu's levels."""
    levels = (choice.level() for choice in asked(GAME, state).menu_choices)
    found = (keys_for(level, read(state, line)) for level in levels if level is not None)
    return next((typed for typed in found if typed is not None), None)


def test_a_bid_is_a_number_on_the_pad() -> None:
    """0 is none, D twice; from 13 on with the key of the next twelve before."""
    state = started(rounds="down")
    bids = {0: "DD", 1: "AA", 12: "CD", 13: "DAAA", 20: "DABD"}
    assert {n: keys(state, f"Ann bid {n}") for n in bids} == bids


def test_once_every_trick_has_a_winner_none_is_offered_to_each_of_the_others() -> None:
    state = after(started(), "Ann bid 1; Ben bid 0; Cleo bid 0; Ann won 1")
    level = asked(GAME, state).level
    assert [choice.label for choice in level.choices if choice.shown] == ["0"]
    assert level.offer is not None
    assert ENGLISH.say(level.offer.label) == "Ben: 0 tricks"
    assert asked(GAME, after(started(), "Ann bid 1; Ben bid 0; Cleo bid 0; Ann won 0")).level.offer is None


def test_the_dealer_is_not_offered_the_bid_that_would_make_the_sum_even() -> None:
    """Option: the bids may not add up to the tricks; the question says which one is left out."""
    state = after(started(sum="not-even", rounds="down"), "Ann bid 12; Ben bid 7")
    prompt = asked(GAME, state)
    assert ENGLISH.say(prompt.question) == "Cleo bids how many tricks? Not 1."
    assert [choice.label for choice in prompt.level.choices[:3] if choice.shown] == ["0", "2"]
    assert [keys(state, f"Cleo bid {n}") for n in (0, 2)] == ["DD", "AB"]
    for lines in ("Ann bid 12; Ben bid 9", "Ann bid 12"):
        unbound = asked(GAME, after(started(sum="not-even", rounds="down"), lines))
        assert "Not" not in ENGLISH.say(unbound.question)
        assert len(unbound.level.choices) == len(asked(GAME, started(rounds="down")).level.choices)


def test_trump_is_asked_where_a_card_was_turned() -> None:
    state = started(detail="cards")
    assert [keys(state, f"trump {suit}") for suit in ("blue", "red", "yellow", "green", "none")] == [
        "A", "B", "C", "DA", "DD",
    ]  # fmt: skip
    assert keys(started(), "trump red") is None
    assert rarer(started(), "trump red") == "B"
    assert asked(GAME, after(started(), "trump red")).menu_choices == ()


def test_that_there_is_no_trump_can_be_said_of_the_last_round_too() -> None:
    """A record may say so; the suits have no cells there."""
    last = started(detail="cards", rounds="down")
    assert rarer(last, "trump none") == "DD"
    assert rarer(last, "trump red") is None


def test_a_card_is_its_number_and_its_suit() -> None:
    state = after(started(detail="cards"), "trump red; Ann bid 0; Ben bid 0; Cleo bid 0")
    cards = {"blue-7": "BCA", "green-13": "DAAADA", "wizard": "DC", "jester": "DB"}
    assert {card: keys(state, f"Ann plays {card}") for card in cards} == cards
    plain = after(started(detail="cards", deck="plain"), "trump none; Ann bid 0; Ben bid 0; Cleo bid 0")
    assert keys(plain, "Ann plays hearts-14") == "DAABC"
    assert keys(plain, "Ann plays wizard") is None


def test_tricks_are_asked_of_one_after_the_other_and_taken_from_pods_at_once() -> None:
    state = after(started(), "first Ben; Ben bid 0; Cleo bid 0; Ann bid 0")
    prompt = asked(GAME, state)
    assert prompt.asked == (1,)
    assert ENGLISH.say(prompt.question) == "Ben: how many tricks won?"
    assert keys(state, "Ben won 1") == "AA"
    assert keys(state, "Ann won 1") is None
    assert prompt.player_level is not None
    assert [choice.slot for choice in prompt.player_level.choices] == [0, 1, 2]
    assert rarer(state, "Ann won 1") == "AAA"
    assert rarer(state, "Ben won 1") is None
    last = after(state, "Ben won 0; Cleo won 0")
    assert asked(GAME, last).menu_choices == ()
    assert asked(GAME, last).asked == (0,)


def test_a_winner_is_said_alone_or_through_the_menu_with_more() -> None:
    state = after(started(detail="tricks"), "trump red; Ann bid 0; Ben bid 0; Cleo bid 0")
    assert keys(state, "Cleo wins") == "C"
    for words in ("red-10", "wizard", "blue-1 lead blue", "lead green", "jester"):
        assert keys(state, f"Ben wins {words}") is None
        assert rarer(state, f"Ben wins {words}") is not None


def costs(chosen: dealer.Chosen, players: int, seed: int) -> Iterator[tuple[State, int]]:
    """The states of a game, and the presses of what was declared in each."""
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    for declaration in dealer.play(Random(seed), players, chosen):
        level = asked(GAME, state).level
        typed = keys_for(level, declaration)
        if typed is not None and not isinstance(declaration, First):
            yield state, len(typed)
        state = GAME.apply(state, declaration)


@pytest.mark.parametrize("detail", ["totals", "tricks", "cards"])
def test_presses_are_near_the_fewest(detail: str) -> None:
    """Over tables of all sizes, and with every card over those of four, which stand for the others."""
    tables = [("wizard", players) for players in SIZES[detail] if players <= 6] + [("plain", max(SIZES[detail]))]
    found = [
        islice(costs((("detail", detail), ("deck", deck)), players, 0), 0, None, APART[detail])
        for deck, players in tables
    ]
    assert ratio(GAME, chain.from_iterable(found)) <= MAX_RATIO


def test_a_round_of_totals_takes_what_its_figures_take() -> None:
    """Two presses for each number up to 12, four beyond, and none besides."""
    chosen = (("rounds", "down"),)
    state = GAME.start(TableSetup(NAMES[:4], chosen))
    for declaration in non_empty(dealer.play(Random(3), 4, chosen)):
        if isinstance(declaration, Bid | TricksWon):
            typed = keys_for(asked(GAME, state).level, declaration)
            assert typed is not None
            assert len(typed) <= (2 if declaration.trick_count <= 12 else 4)
        state = GAME.apply(state, declaration)
