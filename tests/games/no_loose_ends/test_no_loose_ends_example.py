"""The example that is kept of a round is a deal, with plays, in which all that was declared is true."""

from __future__ import annotations

from random import Random

import pytest

from device.contract.setup import TableSetup
from device.games.no_loose_ends.bits import LANE_WIDTH
from device.games.no_loose_ends.cards import GETAWAY, Card
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.consistency import deal_constraints
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.state import Round, State
from tests.dealers import no_loose_ends as dealer

SUITS = ("blue", "red", "yellow", "gray")


def cards_of(lying: int) -> list[Card]:
    """The cards of a set of bits, getaway cards alike."""
    places = [place for place in range(lying.bit_length()) if lying >> place & 1]
    return [
        Card(SUITS[place // LANE_WIDTH], place % LANE_WIDTH) if place < LANE_WIDTH * len(SUITS) else GETAWAY
        for place in places
    ]


def plays_of(state: State, round_: Round) -> list[list[Card]]:
    """What everybody played in each trick, by seats: as declared, or else as it lies in the example."""
    assert round_.example is not None
    players = state.deal_sizes.player_count
    plays = []
    for number, clue in enumerate(round_.clues):
        first = players + 1 + number * players
        there = [cards_of(lying) for lying in round_.example.cards_at[first : first + players]]
        plays.append(
            [declared(clue) if clue.declares_card_of(seat) else only(cards) for seat, cards in enumerate(there)]
        )
    return plays


def declared(clue: Clue) -> Card:
    assert clue.card is not None
    return clue.card


def only(cards: list[Card]) -> Card:
    assert len(cards) == 1
    return cards[0]


def check_trick(clue: Clue, played: list[Card], later: list[list[Card]]) -> None:
    """By the rulebook: who wins, what is led and followed, and what the trick covers."""
    order = [(clue.leader + place) % len(played) for place in range(len(played))]
    lead = next((played[seat].suit for seat in order if played[seat] != GETAWAY), None)
    strength = {seat: (played[seat].suit == "blue", played[seat].suit == lead, played[seat].number) for seat in order}
    assert max(order, key=strength.__getitem__) == clue.winner
    assert clue.lead in (None, lead)
    for seat in order:
        followed = played[seat] == GETAWAY or played[seat].suit == lead
        assert followed or all(card.suit != lead for card in later[seat])
    won = played[clue.winner]
    eligible = [won.number, won.suit, lead]
    if clue.covered is not None:
        assert clue.covered.number in eligible or clue.covered.suit in eligible
    assert not any(bid.number in eligible or bid.suit in eligible for bid in clue.not_eligible)


def check_example(state: State, round_: Round) -> None:
    assert round_.example is not None
    players, dealt = state.deal_sizes.player_count, deal_constraints(state, round_)
    assert all(not lying & ~takes for takes, lying in zip(*round_.example, strict=True))
    plays = plays_of(state, round_)
    left = [cards_of(lying) for lying in round_.example.cards_at[: players + 1]]
    assert sorted([*(card for trick in plays for card in trick), *(card for own in left for card in own)]) == sorted(
        cards_of(dealt.unseen)
    )
    for seat in range(players):
        assert len(left[seat]) == dealt.hand_sizes[seat] - len(plays)
    for number, (clue, played) in enumerate(zip(round_.clues, plays, strict=True)):
        later = [[*left[seat], *(trick[seat] for trick in plays[number + 1 :])] for seat in range(players)]
        check_trick(clue, played, later)
    if round_.double_crosser is not None:
        assert round_.taken_back <= {*left[round_.double_crosser], *(trick[round_.double_crosser] for trick in plays)}


def examples(players: int, getaways: str, seed: int) -> int:
    """Checks each example of a dealt game. How many there were."""
    chosen = (("detail", "tricks"), ("getaway-cards", getaways), ("double-cross", "on"))
    state, found = GAME.start(TableSetup(tuple(f"P{seat}" for seat in range(players)), chosen)), 0
    for declaration in dealer.play(Random(seed), players, chosen):
        state = GAME.apply(state, declaration)
        if state.round is not None and state.round.example is not None:
            check_example(state, state.round)
            found += 1
    return found


@pytest.mark.parametrize("getaways", ["off", "on"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_that_was_declared_is_true_in_the_example(players: int, getaways: str) -> None:
    assert sum(examples(players, getaways, seed) for seed in range(3)) > 50
