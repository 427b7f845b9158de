"""An example (a witness): a deal and plays that agree with every declaration, which proves that none of them is wrong.

The example is updated as tricks are declared. Usually it fits the next trick as it is, or after a few cards change
places. Only if that fails must a search find out whether any example exists (`pruning`).

A place is a hand, the rest, or one play of one player. Each place has a set of cards that it can take. The sets are
chosen such that a card in one place does not limit the others: any distribution within the sets is an example too.
"""

from __future__ import annotations

from collections.abc import Iterable

from device.games.no_loose_ends.arrangement import Arrangement, strongest, weakest
from device.games.no_loose_ends.bits import GETAWAY_BITS, PLACE_OF, SUIT_BITS, bit
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.clues import Clue, Dealt
from device.games.no_loose_ends.effort import EXTEND_STEPS, Effort
from device.games.no_loose_ends.one_trick import winning_bits
from device.games.no_loose_ends.possible_plays import PossiblePlays
from device.games.no_loose_ends.quick_fit import add_trick
from device.games.no_loose_ends.trick_fitting import fit_trick, fits_as_lying
from values.named_tuple import NamedTuple

ORDERS = 2
"""How many orders of the tricks `rebuild` tries. Each time, the trick that failed last comes first."""


class Example(NamedTuple):
    """For each place, as bit sets: the cards that it can take (`takes`), and the cards that lie there (`lying`).

    The places are the hands after all tricks, the rest, and the plays in order. A declared card lies nowhere.
    """

    takes: tuple[int, ...]
    lying: tuple[int, ...]


def deal(dealt: Dealt) -> Example:
    """An example before the first trick: the cards are dealt one by one, in turn, to the places that have room."""
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


def extend(example: Example, dealt: Dealt, clues: tuple[Clue, ...]) -> Example | None:
    """The example with one more trick. First a quick way is tried, which keeps the earlier tricks as they are.

    If that fails, a little more may change. None if both fail.
    """
    clue = clues[-1]
    if clue.card == GETAWAY:
        return None
    takes, lying = list(example.takes), list(example.lying)
    if add_trick(takes, lying, dealt.players, clue):
        return Example(tuple(takes), tuple(lying))
    leads = winning_bits(clue)
    if clue.leader != clue.winner and not _may_lead(example.takes[clue.leader], leads):
        return None
    arranged = Arrangement(dealt.players, list(example.takes), list(example.lying), {}, Effort(EXTEND_STEPS))
    if arranged.carve(clue) and fit_trick(arranged, len(clues) - 1, clue, leads):
        return Example(tuple(arranged.takes), tuple(arranged.lying))
    return None


def recheck(example: Example, players: int, clues: tuple[Clue, ...]) -> Example | None:
    """The same cards, if they still fit the last trick after more was declared of it; else None."""
    number, clue = len(clues) - 1, clues[-1]
    arranged = Arrangement(players, list(example.takes), list(example.lying), {}, Effort(EXTEND_STEPS))
    if clue.card == GETAWAY or not fits_as_lying(arranged, number, clue, winning_bits(clue)):
        return None
    return Example(tuple(arranged.takes), tuple(arranged.lying))


def _may_lead(hand: int, leads: Iterable[int]) -> bool:
    """Whether a hand can take a card that may have been led: of a possible suit, or a getaway card.

    After a getaway card, the suit is decided by the players that follow.
    """
    return any(hand & (SUIT_BITS[suit] | GETAWAY_BITS) for suit in leads)


def carved(example: Example, dealt: Dealt, clue: Clue) -> list[int]:
    """The `lying` of an example after one more trick, in which each player plays a card that changes little."""
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
    """The declared winning cards, by place. Getaway cards are left out: they may follow any suit."""
    return {
        dealt.players + 1 + number * dealt.players + clue.winner: bit(clue.card)
        for number, clue in enumerate(clues)
        if clue.card is not None and clue.card != GETAWAY
    }


class NoExample(Exception):
    """`rebuild` found no example. `number` is the trick that could not be placed."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def rebuild(plays: PossiblePlays, lying: list[int], effort: Effort) -> Example:
    """Build an example of all tricks from what is known of each play. `lying` is where the search starts.

    Raises NoExample.
    """
    named = _named(plays.dealt, plays.clues)
    order = [number for number in plays.tricks if plays.clues[number].won]
    takes, _ = plays.places()
    for _ in range(ORDERS):
        arranged = Arrangement(plays.dealt.players, list(takes), list(lying), named, effort)
        leads, clues = plays.leads, plays.clues
        stuck = next((one for one in order if not fit_trick(arranged, one, clues[one], leads[one])), None)
        if stuck is None:
            return Example(tuple(arranged.takes), tuple(arranged.lying))
        order.remove(stuck)
        order.insert(0, stuck)
    raise NoExample(order[0])
