"""A deal, and plays, that make everything true that was declared: proof that nothing in it is wrong.

An example is kept while tricks are declared. Mostly it goes on as it is, or a few cards change places; only where that
fails must it be found out whether there is any (`pruning`). Each place takes the cards that leave the others as they
are: any cards in their places are an example, too.
"""

from __future__ import annotations

from collections.abc import Iterable

from device.games.no_loose_ends.arrangement import Arrangement, strongest, weakest
from device.games.no_loose_ends.bits import GETAWAY_BITS, PLACE_OF, SUIT_BITS, bit
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.clues import Clue, Dealt
from device.games.no_loose_ends.effort import GO_ON_STEPS, Effort
from device.games.no_loose_ends.one_more_trick import play_on
from device.games.no_loose_ends.one_trick import winning_bits
from device.games.no_loose_ends.possible_plays import PossiblePlays
from device.games.no_loose_ends.settling import settle, stands
from values.named_tuple import NamedTuple

ORDERS = 2
"""How often an example is built anew, the trick that found no place at the last time coming first."""


class Example(NamedTuple):
    """Hands after the tricks, the rest, and the plays in their order; what each place takes, and what lies there.

    A declared card lies nowhere.
    """

    takes: tuple[int, ...]
    lying: tuple[int, ...]


def deal(dealt: Dealt) -> Example:
    """Some deal before the first trick: cards one by one to whoever has room."""
    free = dealt.hidden & ~dealt.held
    takes = [free] * dealt.players + [free]
    lying = [0] * len(takes)
    room = [*dealt.left, dealt.rest]
    if dealt.holder is not None:
        takes[dealt.holder] |= dealt.held
        lying[dealt.holder] = dealt.held
        room[dealt.holder] -= dealt.held.bit_count()
    place = 0
    while free:
        while not room[place]:
            place = (place + 1) % len(room)
        low = free & -free
        free ^= low
        lying[place] |= low
        room[place] -= 1
        place = (place + 1) % len(room)
    return Example(tuple(takes), tuple(lying))


def go_on(example: Example, dealt: Dealt, clues: tuple[Clue, ...]) -> Example | None:
    """The example with one more trick, where little has to change for it; first with all before as it is."""
    clue = clues[-1]
    if clue.card == GETAWAY:
        return None
    takes, lying = list(example.takes), list(example.lying)
    if play_on(takes, lying, dealt.players, clue):
        return Example(tuple(takes), tuple(lying))
    leads = winning_bits(clue)
    if clue.leader != clue.winner and not _may_lead(example.takes[clue.leader], leads):
        return None
    arranged = Arrangement(dealt.players, list(example.takes), list(example.lying), {}, Effort(GO_ON_STEPS))
    if arranged.carve(clue) and settle(arranged, len(clues) - 1, clue, leads):
        return Example(tuple(arranged.takes), tuple(arranged.lying))
    return None


def still(example: Example, players: int, clues: tuple[Clue, ...]) -> Example | None:
    """The example as its cards lie, if the last trick can have gone so by what was said of it since."""
    number, clue = len(clues) - 1, clues[-1]
    arranged = Arrangement(players, list(example.takes), list(example.lying), {}, Effort(GO_ON_STEPS))
    if clue.card == GETAWAY or not stands(arranged, number, clue, winning_bits(clue)):
        return None
    return Example(tuple(arranged.takes), tuple(arranged.lying))


def _may_lead(hand: int, leads: Iterable[int]) -> bool:
    """Whether a hand takes cards of a suit that can have been led, or getaway cards, after which others give it."""
    return any(hand & (SUIT_BITS[suit] | GETAWAY_BITS) for suit in leads)


def carved(example: Example, dealt: Dealt, clue: Clue) -> list[int]:
    """Where an example's cards lie with one more trick, in which each plays what changes little."""
    lying = list(example.lying)
    own = SUIT_BITS[PLACE_OF[clue.lead]] if clue.lead is not None else 0
    for seat in range(dealt.players):
        card = 0
        if not clue.declares(seat):
            card = strongest(lying[seat], own) if seat == clue.winner else weakest(lying[seat], own)
        lying[seat] ^= card
        lying.append(card)
    return lying


def _named(dealt: Dealt, clues: tuple[Clue, ...]) -> dict[int, int]:
    """The cards that were said, by place; no getaway cards, which follow any suit."""
    return {
        dealt.players + 1 + number * dealt.players + clue.winner: bit(clue.card)
        for number, clue in enumerate(clues)
        if clue.card is not None and clue.card != GETAWAY
    }


class NoExample(Exception):
    """No example was found at once: none was for the trick `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def rebuild(plays: PossiblePlays, lying: list[int], effort: Effort) -> Example:
    """An example of all tricks, by what is known of each play, from cards that lie somewhere. Raises NoExample."""
    named = _named(plays.dealt, plays.clues)
    order = [number for number in plays.tricks if plays.clues[number].won]
    takes, _ = plays.places()
    for _ in range(ORDERS):
        arranged = Arrangement(plays.dealt.players, list(takes), list(lying), named, effort)
        leads, clues = plays.leads, plays.clues
        stuck = next((one for one in order if not settle(arranged, one, clues[one], leads[one])), None)
        if stuck is None:
            return Example(tuple(arranged.takes), tuple(arranged.lying))
        order.remove(stuck)
        order.insert(0, stuck)
    raise NoExample(order[0])
