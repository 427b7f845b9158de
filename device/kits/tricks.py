"""Tricks played card by card: who wins each, and what the cards reveal about the hands.

Players must follow suit if they can. So a player who does not follow is out of that suit, and a later card of it
reveals a revoke.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TypeVar

from device.contract.declarations import Declaration
from device.contract.refusal import Waiver
from device.contract.setup import Seat
from device.contract.unseen_cards import OverfullSuits, Void, find_overfull_suits, find_void, void_suit_bits
from device.kits.cards import Card, Deck
from display.vocabulary import Face, Mark, Style, Suit
from display.words import Argument, Text, text
from values.named_tuple import NamedTuple

S = TypeVar("S")


class Trick(NamedTuple):
    """A completed trick: its cards in the order in which they were played, its leader and its winner."""

    leader: Seat
    cards: tuple[Card, ...]
    winner: Seat


class TrickPlay(NamedTuple):
    """The play of a round: the completed tricks, and the cards of the trick on the table, led by `leader`.

    `is_revoke_accepted`: the table let a revoke stand, so that nothing is certain about the hands any more.
    """

    leader: Seat
    player_count: int
    tricks: tuple[Trick, ...] = ()
    cards: tuple[Card, ...] = ()
    voids: tuple[Void, ...] = ()
    is_revoke_accepted: bool = False

    @property
    def turn(self) -> Seat:
        """The player who plays the next card."""
        return (self.leader + len(self.cards)) % self.player_count

    @property
    def number(self) -> int:
        """The number of the trick on the table, from 1."""
        return len(self.tricks) + 1

    @property
    def seen_cards(self) -> tuple[Card, ...]:
        """All cards that have been played in the round."""
        return (*(card for trick in self.tricks for card in trick.cards), *self.cards)

    def won_by(self, seat: Seat) -> tuple[Trick, ...]:
        """The tricks that a player has won."""
        return tuple(trick for trick in self.tricks if trick.winner == seat)

    def hand_size(self, seat: Seat, dealt_count: int) -> int:
        """The number of cards in a player's hand, if `dealt_count` cards were dealt to each."""
        return dealt_count - len(self.tricks) - ((seat - self.leader) % self.player_count < len(self.cards))

    def void(self, seat: Seat, suit: str) -> Void | None:
        """The void of a player in a suit; None if the player may have cards of it."""
        return find_void(self.voids, seat, suit)


def winning_index(cards: Sequence[Card], lead: str | None, trump: str | None) -> int:
    """The index of the card that wins a trick: the highest trump, else the highest of the lead suit.

    Of equal cards, such as several without a suit, the first one wins.
    """

    def strength(index: int) -> tuple[bool, bool, int]:
        card = cards[index]
        return card.suit == trump, card.suit == lead, card.number

    return max(range(len(cards)), key=strength)


def after_card(play: TrickPlay, card: Card, trump: str | None, *, waive_revoke: bool = False) -> TrickPlay:
    """Return the play after a card of the player in turn. The card must be legal, or let stand (`waive_revoke`)."""
    seat, voids, is_revoke_accepted = play.turn, play.voids, play.is_revoke_accepted or waive_revoke
    if waive_revoke:
        voids = tuple(void for void in voids if (void.seat, void.suit) != (seat, card.suit))
    lead = play.cards[0].suit if play.cards else card.suit
    if lead != card.suit and play.void(seat, lead) is None:
        voids = (*voids, Void(seat, lead, play.number))
    after = play._replace(cards=(*play.cards, card), voids=voids, is_revoke_accepted=is_revoke_accepted)
    if len(after.cards) < play.player_count:
        return after
    winner = (play.leader + winning_index(after.cards, lead, trump)) % play.player_count
    return after._replace(leader=winner, tricks=(*play.tricks, Trick(play.leader, after.cards, winner)), cards=())


def overfull_suits(play: TrickPlay, deck: Deck, dealt_count: int, undealt_count: int) -> OverfullSuits | None:
    """Find suits of which more cards are unseen than hands and undealt cards have room for; None if there are none."""
    if not play.voids or play.is_revoke_accepted:
        return None
    seen_counts, seats = Counter([card.suit for card in play.seen_cards]), range(play.player_count)
    unseen = [deck.suit_size(suit) - seen_counts[suit] for suit in deck.suits]
    room = [play.hand_size(seat, dealt_count) for seat in seats]
    return find_overfull_suits(unseen, room, void_suit_bits(play.voids, seats, deck.suits), undealt_count)


def tricks_range(first: Argument, last: Argument) -> Text:
    """A range of tricks in words, by the numbers of the first and the last."""
    return text("Tricks {first} to {last}", first=first, last=last)


def trick_marks(cards: Sequence[Face]) -> tuple[Mark, ...]:
    """The cards of a trick as marks, in the order in which they were played. The led card stands out."""
    return tuple(Mark(card, Style.HOT if index == 0 else Style.PLAIN) for index, card in enumerate(cards))


def trick_and_trump_marks(cards: Sequence[Face], trump: Suit | None) -> tuple[tuple[Mark, ...], Text | None]:
    """The marks of the trick on the table, after the trump suit if there is one, and the title above them."""
    trick = trick_marks(cards)
    if trump is None:
        return trick, None
    if not trick:
        return (Mark(Face(suit=trump)),), text("Trump")
    # Small panels have no room for the title beside a trick: the trump mark itself carries the word “trump”.
    return (Mark(Face(suit=trump, word=text("trump"))), *trick), text("Trump, then the trick")


def revoke_waiver(code: StrEnum, apply: Callable[[S, Declaration], S]) -> Waiver[S]:
    """The waiver for a revoke: refusals with `code` may be overruled, and `apply` then returns the state."""
    return Waiver(
        code=code,
        title=text("Revoke"),
        label=text("revoke"),
        question=text("Take it back, or let it stand?"),
        remark="a revoke",
        apply=apply,
    )
