"""Wizard, card by card: a card is refused if and only if no deal allows it, by trying every deal of small decks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from device.contract.setup import TableSetup
from device.games.wizard.cards import JESTER, WIZARD, Deck
from device.games.wizard.state import State, new_round, start
from device.kits.cards import Card
from tests.games.wizard.lines import NAMES, after, code

PLAYERS, HAND = 3, 2
ALL_DEALT = Deck(("blue", "red"), range(1, 4), 0)
SOME_LEFT = Deck(("blue", "yellow", "red"), range(1, 3), 1)
PLAIN = Deck(("blue", "red"), range(1, 5), 0)

Hands = tuple[tuple[int, ...], ...]
"""Cards of each player, by their places in the deck (two jesters would not be the same), and the one turned, if any."""


def cards_of(deck: Deck) -> list[Card]:
    return [Card(suit, n) for suit in deck.suits for n in deck.numbers] + [WIZARD, JESTER] * deck.special_count


def deals(deck: Deck, cards: list[Card], trump: str | None) -> Iterator[Hands]:
    """Every way to deal two cards to each of three players, and then to turn one that makes this trump."""
    for hands in hands_of(len(cards)):
        left = [card for card in range(len(cards)) if not any(card in hand for hand in hands)]
        if not left:
            yield hands
        yield from ((*hands, (card,)) for card in left if may_be_turned(deck, cards[card], trump))


def may_be_turned(deck: Deck, card: Card, trump: str | None) -> bool:
    """A card of the suit, or a wizard, by which the dealer chooses; none: a jester, or a wizard, or a plain deck."""
    if trump is None:
        return not card.suit or not deck.special_count
    return card == WIZARD or card.suit == trump


def hands_of(cards: int) -> Iterator[Hands]:
    for first in combinations(range(cards), HAND):
        left = [card for card in range(cards) if card not in first]
        for second in combinations(left, HAND):
            rest = [card for card in left if card not in second]
            for third in combinations(rest, HAND):
                yield first, second, third


def lead_of(trick: list[Card]) -> str | None:
    """The suit that is asked for: of the first card that is no jester; none after a wizard."""
    led = next((card for card in trick if card != JESTER), None)
    return led.suit or None if led is not None else None


def winner_of(trick: list[Card], trump: str | None) -> int:
    """The place of the card that wins."""
    if WIZARD in trick:
        return trick.index(WIZARD)
    suit = trump if any(card.suit and card.suit == trump for card in trick) else lead_of(trick)
    numbers = [card.number if card.suit and card.suit == suit else 0 for card in trick]
    return numbers.index(max(numbers))


def playing(deck: Deck, trump: str | None) -> State:
    """Three players with two cards each, everybody having bid 0."""
    state = start(TableSetup(NAMES[:PLAYERS], (("detail", "cards"),)))
    round_ = new_round(PLAYERS, HAND, 0)._replace(trump=trump, is_trump_declared=True, bids=(0,) * PLAYERS)
    return state._replace(settings=replace(state.settings, deck=deck), round=round_)


@pytest.mark.parametrize(
    ("deck", "trump"),
    [(ALL_DEALT, None), (SOME_LEFT, None), (SOME_LEFT, "red"), (PLAIN, None), (PLAIN, "red")],
)
def test_a_card_is_refused_if_and_only_if_no_deal_allows_it(deck: Deck, trump: str | None) -> None:
    cards = cards_of(deck)
    every = list(deals(deck, cards, trump))
    refused = 0
    for seed in range(60):
        refused += play(Random(seed), playing(deck, trump), cards, every)
    assert 10 <= refused < 60


def play(random: Random, state: State, cards: list[Card], left: list[Hands]) -> bool:
    """Play any cards, as a table that makes mistakes, until one is refused. Whether one was."""
    assert state.round is not None
    trump, leader = state.round.trump, 0
    played: list[int] = []
    for _ in range(HAND):
        trick: list[Card] = []
        for place in range(PLAYERS):
            seat = (leader + place) % PLAYERS
            card = random.choice([card for card in range(len(cards)) if card not in played])
            lead = lead_of(trick)
            trick.append(cards[card])
            left = [hands for hands in left if card in hands[seat] and may_play(cards, card, lead, hands[seat], played)]
            played.append(card)
            line = f"{NAMES[seat]} plays {cards[card]}"
            if not left:
                assert code(state, line) in ("revoke", "card-already-seen")
                return True
            state = after(state, line)
        leader = (leader + winner_of(trick, trump)) % PLAYERS
    return False


def may_play(cards: list[Card], card: int, lead: str | None, hand: tuple[int, ...], played: list[int]) -> bool:
    """Whether a card follows suit, or need not."""
    if not cards[card].suit or cards[card].suit == lead:
        return True
    return all(cards[own].suit != lead for own in hand if own not in played)
