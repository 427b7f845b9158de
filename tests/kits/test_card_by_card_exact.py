"""Card by card on a score sheet: what an umpire finds who knows the hands, or who tries every deal of a small deck."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from device.contract.refusal import Refused
from device.kits.cards import SUITS, Card, Deck
from device.kits.figures.card_play import CardPlay
from device.kits.figures.columns import Column, FiguresRound
from device.kits.figures.declarations import Plays
from tests.kits.sheets import Lines, sheet

TAKEN = Column("won", "tricks won", total=13, by_cards=lambda now, player, won: len(won))

Hands = tuple[frozenset[Card], ...]


def tricks(now: FiguresRound, player: int) -> int:
    return now.of(TAKEN, player)


def table(play: CardPlay, players: int) -> Lines:
    return Lines(sheet(TAKEN, cards=play, points=tricks, rounds=1), players, detail="cards")


def follows(card: Card, lead: str | None, hand: set[Card] | frozenset[Card]) -> bool:
    """Whether a card of a hand may be played to a lead."""
    return lead is None or card.suit == lead or all(own.suit != lead for own in hand)


def winner_of(trick: list[Card], trump: str | None) -> int:
    """The place of the highest trump, or else of the highest card of the suit that was led."""
    suit = trump if trump in [card.suit for card in trick] else trick[0].suit
    return trick.index(max((card for card in trick if card.suit == suit), key=lambda card: card.number))


def every_deal(left: frozenset[Card], players: int, dealt: int) -> Iterator[Hands]:
    """All ways to deal so many cards to each player."""
    if not players:
        yield ()
        return
    for hand in combinations(sorted(left), dealt):
        yield from ((frozenset(hand), *rest) for rest in every_deal(left - set(hand), players - 1, dealt))


def play_dealt(random: Random, now: Lines, hands: list[set[Card]], trump: str | None, cheating: float) -> list[Card]:
    """Play hands out, now and then against the rules; a revoke that is found is let stand.

    Returns the cards that were refused. Fails where one is refused and nobody has revoked by then.
    """
    leader, revoked, refused = 0, False, []
    won = [0] * len(hands)
    for _ in range(len(hands[0])):
        trick: list[Card] = []
        for seat in ((leader + step) % len(hands) for step in range(len(hands))):
            lead = trick[0].suit if trick else None
            legal = [card for card in sorted(hands[seat]) if follows(card, lead, hands[seat])]
            card = random.choice(sorted(hands[seat]) if random.random() < cheating else legal)
            revoked |= card not in legal
            hands[seat].remove(card)
            trick.append(card)
            code = code_of(now, Plays(seat, card))
            if code is not None:
                assert (code, revoked) == ("revoke", True)
                refused.append(card)
            assert now.game.waiver is not None
            apply = now.game.apply if code is None else now.game.waiver.apply
            now.state = apply(now.state, Plays(seat, card))
        leader = (leader + winner_of(trick, trump)) % len(hands)
        won[leader] += 1
    assert now.game.scores(now.state).totals == tuple(won)
    return refused


def code_of(now: Lines, declared: Plays) -> str | None:
    """By which code a card is refused; None where it is not."""
    try:
        now.game.apply(now.state, declared)
    except Refused as found:
        return found.refusal.code.value
    return None


def dealt_hands(random: Random, players: int, dealt: int) -> list[set[Card]]:
    cards = random.sample([Card(suit, number) for suit in SUITS for number in range(2, 15)], players * dealt)
    return [set(cards[seat * dealt : (seat + 1) * dealt]) for seat in range(players)]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("trump", [None, "spades"])
@pytest.mark.parametrize("dealt", [5, 13])
def test_no_card_of_a_real_deal_is_refused_and_the_figures_are_the_tricks(
    players: int, trump: str | None, dealt: int
) -> None:
    for seed in range(6):
        random = Random(seed)
        now = table(CardPlay(dealt=dealt, trump=trump), players)
        assert play_dealt(random, now, dealt_hands(random, players, dealt), trump, 0) == []


def test_a_round_with_revokes_that_stand_is_counted_as_it_was_played() -> None:
    refused = 0
    for seed in range(20):
        random = Random(seed)
        now = table(CardPlay(trump="spades"), 4)
        refused += bool(play_dealt(random, now, dealt_hands(random, 4, 13), "spades", 0.15))
    assert 10 <= refused <= 20


@pytest.mark.parametrize(
    ("deck", "trump", "dealt"),
    [
        (Deck(("clubs", "hearts"), range(2, 5)), None, 2),
        (Deck(("clubs", "hearts"), range(2, 5)), "hearts", 2),
        (Deck(("clubs", "hearts"), range(2, 6), ("clubs-2",)), "hearts", 2),
        (Deck(("clubs", "hearts", "spades"), range(2, 5), ("clubs-2", "hearts-2")), "spades", 2),
        (Deck(("clubs", "hearts", "spades"), range(2, 5)), None, 3),
    ],
)
def test_a_card_is_refused_if_and_only_if_no_deal_allows_it(deck: Deck, trump: str | None, dealt: int) -> None:
    cards = frozenset(Card(suit, number) for suit in deck.suits for number in deck.numbers)
    cards -= {card for card in cards if str(card) in deck.without}
    every = list(every_deal(cards, 3, dealt))
    refused = 0
    for seed in range(30):
        now = table(CardPlay(deck, dealt=dealt, trump=trump), 3)
        refused += played_until_refused(Random(seed), now, cards, every, trump, dealt)
    assert 5 <= refused <= 30


def played_until_refused(
    random: Random, now: Lines, cards: frozenset[Card], left: list[Hands], trump: str | None, dealt: int
) -> bool:
    """Play any cards, as a table that makes mistakes, until no deal is left. Whether that came."""
    leader, seen = 0, set[Card]()
    for _ in range(dealt):
        trick: list[Card] = []
        for seat in ((leader + step) % 3 for step in range(3)):
            card = random.choice(sorted(cards - seen))
            lead = trick[0].suit if trick else None
            left = [hands for hands in left if card in hands[seat] and follows(card, lead, hands[seat] - seen)]
            if not left:
                with pytest.raises(Refused) as found:
                    now.game.apply(now.state, Plays(seat, card))
                assert found.value.refusal.code.value == "revoke"
                return True
            now.state = now.game.apply(now.state, Plays(seat, card))
            trick.append(card)
            seen.add(card)
        leader = (leader + winner_of(trick, trump)) % 3
    return False
