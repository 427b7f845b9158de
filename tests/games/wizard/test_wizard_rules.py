"""Wizard and Oh Hell: rounds, bids, tricks and points (rulebook of Wizard; usual ways to play Oh Hell)."""

from __future__ import annotations

import pytest

from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.games.wizard.bidding import forbidden_bid
from device.games.wizard.cards import JESTER, PLAIN_DECK, WIZARD, WIZARD_DECK
from device.games.wizard.game import GAME
from device.games.wizard.options import Scoring
from device.games.wizard.scoring import round_points
from device.games.wizard.state import start
from device.games.wizard.tricks import index_of_winner, lead_of
from device.kits.cards import Card
from display.words import ENGLISH
from tests.games.wizard.lines import NAMES, accepts, after, code, started

WORDS = {"W": WIZARD, "J": JESTER}


def trick(words: str) -> tuple[Card, ...]:
    return tuple(WORDS.get(word) or Card(word.split("-")[0], int(word.split("-")[1])) for word in words.split())


@pytest.mark.parametrize(
    ("players", "deck", "rounds"),
    [(3, "wizard", 20), (4, "wizard", 15), (5, "wizard", 12), (6, "wizard", 10), (3, "plain", 17), (7, "plain", 7)],
)
def test_as_many_rounds_as_the_deck_has_cards_for(players: int, deck: str, rounds: int) -> None:
    """Rulebook: 60 ÷ players, one card more a round; so with the 52 of a plain deck."""
    state = start(TableSetup(NAMES[:players], (("deck", deck),)))
    assert state.settings.cards_by_round == tuple(range(1, rounds + 1))


@pytest.mark.parametrize(
    ("way", "cards"),
    [
        ("up", (1, 2, 3, 4, 5, 6, 7)),
        ("down", (7, 6, 5, 4, 3, 2, 1)),
        ("up-down", (1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1)),
        ("down-up", (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)),
    ],
)
def test_the_ways_of_the_rounds(way: str, cards: tuple[int, ...]) -> None:
    assert started(7, deck="plain", rounds=way).settings.cards_by_round == cards


@pytest.mark.parametrize(
    ("cards", "trump", "lead", "place"),
    [
        ("red-3 red-9 blue-13", None, "red", 1),
        ("red-3 red-9 blue-1", "blue", "red", 2),
        ("red-3 blue-2 blue-1", "blue", "red", 1),
        ("J red-3 green-9", None, "red", 1),
        ("W red-13 W", "red", None, 0),
        ("J W W", None, None, 1),
        ("red-3 W W", "red", "red", 1),
        ("J J J", "red", None, 0),
        ("J J green-1", "red", "green", 2),
        ("W blue-4 red-2", None, None, 0),
    ],
)
def test_who_wins_a_trick(cards: str, trump: str | None, lead: str | None, place: int) -> None:
    """Rulebook: the first wizard, else the highest trump, else the highest of the lead suit; of jesters the first."""
    assert lead_of(trick(cards)) == lead
    assert index_of_winner(trick(cards), trump) == place


@pytest.mark.parametrize(
    ("scoring", "expected"),
    [
        (Scoring.WIZARD, (20, 50, -10, -20)),
        (Scoring.EXACT, (10, 13, 0, 0)),
        (Scoring.TRICKS, (10, 13, 2, 0)),
    ],
)
def test_points_of_a_round(scoring: Scoring, expected: tuple[int, ...]) -> None:
    """Bid 0 won 0, bid 3 won 3, bid 1 won 2, bid 2 won 0."""
    assert round_points((0, 3, 1, 2), (0, 3, 2, 0), scoring) == expected


def test_a_round_of_totals() -> None:
    """Bids in turn from the dealer's left, then tricks in any order; the next round begins one seat to the left."""
    state = after(started(), "Ann bid 1; Ben bid 0; Cleo bid 1; Cleo won 0; Ann won 1; Ben won 0")
    assert GAME.scores(state).rounds[0].points == (30, 20, -10)
    assert GAME.scores(state).totals == (30, 20, -10)
    assert state.round is not None
    assert (state.round.card_count, state.round.first_seat) == (2, 1)
    assert accepts(state, "Ben bid 2")


def test_trump_may_be_left_out_at_totals_only() -> None:
    assert accepts(started(), "Ann bid 1")
    assert accepts(after(started(), "trump red"), "Ann bid 1")
    for detail in ("tricks", "cards"):
        assert code(started(detail=detail), "Ann bid 1") == "wrong-phase"
        assert accepts(after(started(detail=detail), "trump none"), "Ann bid 1")


def test_once_all_cards_are_dealt_there_is_no_trump() -> None:
    """Rulebook: in the last round no card is left to be turned, and nobody is asked; saying so does no harm."""
    state = started(detail="cards", rounds="down")
    assert accepts(state, "Ann bid 1")
    assert accepts(after(state, "trump none"), "Ann bid 1")
    assert code(state, "trump red") == "does-not-add-up"
    prompt = GAME.prompt(state)
    assert prompt is not None
    assert ENGLISH.say(prompt.question) == "Ann bids how many tricks?"
    # 17 cards for each of three leave one of 52.
    assert code(started(deck="plain", detail="cards", rounds="down"), "Ann bid 1") == "wrong-phase"


def test_who_leads_and_who_bids_first_can_be_named() -> None:
    state = after(started(detail="cards"), "first Cleo; trump red; Cleo bid 0; Ann bid 0; Ben bid 1")
    assert code(state, "Ann plays red-1") == "out-of-turn"
    assert accepts(state, "Cleo plays red-1")


def test_the_dealer_may_not_make_bids_and_tricks_even() -> None:
    """Option: the last bidder may not make the bids add up to the tricks."""
    lines = "Ann bid 0; Ben bid 0"
    assert code(after(started(sum="not-even"), lines), "Cleo bid 1") == "bid-limit"
    assert accepts(after(started(sum="not-even"), lines), "Cleo bid 0")
    assert accepts(after(started(sum="free"), lines), "Cleo bid 1")
    assert accepts(after(started(sum="not-even"), "Ann bid 1"), "Ben bid 0")
    over = after(started(sum="not-even"), "Ann bid 1; Ben bid 1")
    assert over.round is not None
    assert forbidden_bid(over, over.round) is None


def test_the_winner_of_a_trick_leads_the_next() -> None:
    bids = "trump none; Ben bid 0; Cleo bid 0; Ann bid 0"
    first = "trump none; Ann bid 0; Ben bid 0; Cleo bid 0; Ann plays red-1; Ben plays red-2; Cleo plays jester"
    state = after(started(detail="cards"), first, bids, "Ben plays blue-1; Cleo plays blue-9; Ann plays blue-3")
    assert GAME.scores(state).totals == (20, -10, 20)
    assert code(state, "Ben plays red-3") == "out-of-turn"
    assert accepts(state, "Cleo plays red-3")


def test_seven_play_with_the_plain_deck_only() -> None:
    """Theirs is the plain one unless they say so; Wizard's own is refused as soon as they choose it."""
    assert started(7).settings.deck == started(7, deck="plain").settings.deck == PLAIN_DECK
    assert started(6).settings.deck == WIZARD_DECK
    with pytest.raises(Refused) as refused:
        started(7, deck="wizard")
    assert refused.value.refusal.code.value == "player-count"
    assert ENGLISH.say(refused.value.refusal.sentence) == (
        "Wizard is for 6 players at the most: 7 play with the plain deck."
    )


def test_a_revoke_may_stand() -> None:
    """The table lets it: the proof is forgotten, and hands are not looked at again in this round."""
    state = after(started(detail="cards", rounds="down"), "Ann bid 1; Ben bid 1; Cleo bid 1")
    state = after(state, "Ann plays red-1; Ben plays blue-1; Cleo plays red-2; Cleo plays red-3; Ann plays red-4")
    assert code(state, "Ben plays red-5") == "revoke"
    state = after(state, "Ben plays red-5", stands=True)
    assert state.round is not None
    assert (state.round.voids, state.round.is_revoke_accepted) == ((), True)
