"""Checks whether the unseen cards of a deck fit into the hands of players who are known to be out of suits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, NoReturn

from device.contract.refusal import refuse_player
from device.contract.setup import Seat, TableSetup
from display.words import Argument, Several, Text, counted, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from display.vocabulary import Face


class Void(NamedTuple):
    """A player is out of a suit, because they did not follow it in `trick` (from 1)."""

    seat: Seat
    suit: str
    trick: int


class OverfullSuits(NamedTuple):
    """Suits (by their index) of which more cards are unseen than there is room for.

    `void_seats` are the seats of the players who are out of all of these suits.
    """

    suits: tuple[int, ...]
    card_count: int
    room: int
    void_seats: tuple[int, ...]


def suit_bits(suits: Collection[str], deck: Sequence[str]) -> int:
    """Return a bit set of suits, by their index in the deck. `suits` must not repeat."""
    return sum(1 << deck.index(suit) for suit in suits)


def find_overfull_suits(
    unseen: Sequence[int], room_by_hand: Sequence[int], void_bits: Sequence[int], undealt_count: int
) -> OverfullSuits | None:
    """Find suits of which more cards are unseen than there is room for; None if all unseen cards can be dealt.

    `unseen` is the number of unseen cards of each suit, and `room_by_hand` the number of cards in each hand.
    `void_bits` has a bit set for each player, by seat: the suits that the player is out of. `undealt_count` is the
    number of cards in no hand.

    By Hall's theorem, it is enough to check each set of suits. Cards without a suit fit anywhere and are left out.
    """
    for chosen_bits, suits in _suit_sets(len(unseen)):
        cards = sum(unseen[suit] for suit in suits)
        total_room = undealt_count + sum(
            hand_room for hand_room, bits in zip(room_by_hand, void_bits, strict=True) if chosen_bits & ~bits
        )
        if cards > total_room:
            void_seats = tuple(seat for seat, bits in enumerate(void_bits) if not chosen_bits & ~bits)
            return OverfullSuits(suits, cards, total_room, void_seats)
    return None


def void_suit_bits(voids: Sequence[Void], seats: Iterable[Seat], deck: Sequence[str]) -> list[int]:
    """Return, for each of some players, a bit set of the suits that they are out of."""
    return [suit_bits({void.suit for void in voids if void.seat == seat}, deck) for seat in seats]


def find_void(voids: Iterable[Void], seat: Seat, suit: str) -> Void | None:
    """Return the void of a player in a suit; None if the player may have cards of it."""
    for void in voids:
        if void.seat == seat and void.suit == suit:
            return void
    return None


def refuse_revoke(
    table: TableSetup, code: StrEnum, void: Void, suit: Argument, trick: int, card: Face | None = None
) -> NoReturn:
    """Refuse a card in a trick (from 1): `void` tells where its suit was not followed. `card` is None if the suit was
    shown otherwise."""
    sentence = text(
        "Revoke: {player} did not follow {suit} in trick {then}, and has {card} in trick {now}.",
        suit=suit,
        then=void.trick,
        card=suit if card is None else card,
        now=trick,
    )
    refuse_player(table, code, sentence, void.seat, *(() if card is None else (card,)))


def refuse_overfull(
    table: TableSetup,
    code: StrEnum,
    overfull: OverfullSuits,
    voids: Sequence[Void],
    faces: Mapping[str, Argument],
    seat: Seat,
    trick: int,
) -> NoReturn:
    """Refuse a player's card in a trick (from 1) because it leaves the suits of `overfull` without room.

    `voids` are all known voids. `faces` are all suits in the order of the deck, each as it is shown.
    """
    suits = tuple(faces)
    crowded = [suits[index] for index in overfull.suits]
    tricks = sorted({void.trick for void in voids if void.seat in overfull.void_seats and void.suit in crowded})
    sentence = counted(
        "Revoke: after this card of {player} in trick {now}, {n} card of {suits} is still unseen, but there is room for"
        " {room}: {players} can have none ({tricks}: suit not followed).",
        "Revoke: after this card of {player} in trick {now}, {n} cards of {suits} are still unseen, but there is room"
        " for {room}: {players} can have none ({tricks}: suit not followed).",
        overfull.card_count,
        now=trick,
        suits=Several(tuple(faces[suit] for suit in crowded)),
        players=Several(tuple(table.players[void_seat] for void_seat in overfull.void_seats)),
        tricks=trick_numbers(tricks),
        room=overfull.room,
    )
    refuse_player(table, code, sentence, seat)


def trick_numbers(tricks: Sequence[int]) -> Text:
    """Trick numbers (from 1) in words: “trick 3”, “tricks 3 and 5”."""
    return counted("trick {tricks}", "tricks {tricks}", len(tricks), tricks=Several(tuple(tricks)))


@cache
def _suit_sets(suit_count: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Every non-empty set of `suit_count` suits, as a bit set and as indices."""
    return tuple(
        (sum(1 << suit for suit in chosen), chosen)
        for size in range(1, suit_count + 1)
        for chosen in combinations(range(suit_count), size)
    )
