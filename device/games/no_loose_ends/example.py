"""An example (a witness): a deal and plays that agree with every declaration, which proves that none of them is wrong.

The example is updated as tricks are declared. Usually it fits the next trick as it is, or after a few cards change
places. Only if that fails must a search find out whether any example exists (`pruning`).

A place is a hand, the rest, or one play of one player. Each place has a set of cards that it can take. The sets are
chosen such that a card in one place does not limit the others: any distribution within the sets is an example too.
"""

from __future__ import annotations

from collections.abc import Iterable

from device.games.no_loose_ends.arrangement import Arrangement
from device.games.no_loose_ends.bits import GETAWAY_BITS, SUIT_BITS, card_bit
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.clues import Clue, DealConstraints
from device.games.no_loose_ends.one_trick import winning_cards_by_lead
from device.games.no_loose_ends.possible_plays import PossiblePlays
from device.games.no_loose_ends.step_budget import EXTEND_STEPS, StepBudget
from device.games.no_loose_ends.trick_fitting import fit_current_cards, fit_trick
from values.named_tuple import NamedTuple

MAX_ORDERS = 2
"""How many orders of the tricks `build_example` tries. Each time, the trick that failed last comes first."""


class Example(NamedTuple):
    """The cards that each place can take (`allowed_at`), and the cards that lie there (`cards_at`), as bit sets.

    The places are the hands after all tricks, the rest, and the plays in order. Declared cards are in no set of
    `cards_at`.
    """

    allowed_at: tuple[int, ...]
    cards_at: tuple[int, ...]


def first_example(constraints: DealConstraints) -> Example:
    """An example before the first trick: the cards are dealt one by one, in turn, to the places that have room."""
    cards_to_deal = constraints.unseen & ~constraints.taken_back
    allowed_at = [cards_to_deal] * constraints.player_count + [cards_to_deal]
    cards_at = [0] * len(allowed_at)
    room = [*constraints.hand_sizes, constraints.undealt_count]
    if constraints.double_crosser is not None:
        allowed_at[constraints.double_crosser] |= constraints.taken_back
        cards_at[constraints.double_crosser] = constraints.taken_back
        room[constraints.double_crosser] -= constraints.taken_back.bit_count()
    place = 0
    while cards_to_deal:
        while not room[place]:
            place = (place + 1) % len(room)
        card = cards_to_deal & -cards_to_deal
        cards_to_deal ^= card
        cards_at[place] |= card
        room[place] -= 1
        place = (place + 1) % len(room)
    return Example(tuple(allowed_at), tuple(cards_at))


def extend_example(example: Example, constraints: DealConstraints, clues: tuple[Clue, ...]) -> Example | None:
    """The example with one more trick, if it fits after a few cards change places; None if it does not."""
    clue = clues[-1]
    if clue.card == GETAWAY:
        return None
    winning_by_lead = winning_cards_by_lead(clue)
    if clue.leader != clue.winner and not _may_lead(example.allowed_at[clue.leader], winning_by_lead):
        return None
    arrangement = Arrangement(
        constraints.player_count, example.allowed_at, example.cards_at, {}, StepBudget(EXTEND_STEPS)
    )
    fits = arrangement.add_trick(clue) and fit_trick(arrangement, len(clues) - 1, clue, winning_by_lead)
    return Example(tuple(arrangement.allowed_at), tuple(arrangement.cards_at)) if fits else None


def recheck_example(example: Example, player_count: int, clues: tuple[Clue, ...]) -> Example | None:
    """The same cards, if they still fit the last trick after more was declared of it; else None."""
    trick_number, clue = len(clues) - 1, clues[-1]
    arrangement = Arrangement(player_count, example.allowed_at, example.cards_at, {}, StepBudget(EXTEND_STEPS))
    fits = clue.card != GETAWAY and fit_current_cards(arrangement, trick_number, clue, winning_cards_by_lead(clue))
    return Example(tuple(arrangement.allowed_at), tuple(arrangement.cards_at)) if fits else None


def _may_lead(cards: int, lead_suits: Iterable[int]) -> bool:
    """Whether some of these cards may have been led: those of a possible suit, or getaway cards.

    After a getaway card, the suit is decided by the players that follow.
    """
    return any(cards & (SUIT_BITS[suit] | GETAWAY_BITS) for suit in lead_suits)


def _declared_cards(constraints: DealConstraints, clues: tuple[Clue, ...]) -> dict[int, int]:
    """The declared winning cards, by place. Getaway cards are left out: they may follow any suit."""
    return {
        constraints.player_count + 1 + trick * constraints.player_count + clue.winner: card_bit(clue.card)
        for trick, clue in enumerate(clues)
        if clue.card is not None and clue.card != GETAWAY
    }


class NoExample(Exception):
    """`build_example` found no example. `trick` is the trick that could not be placed."""

    def __init__(self, trick: int) -> None:
        super().__init__(trick)
        self.trick = trick


def build_example(possible: PossiblePlays, cards_at: list[int]) -> Example:
    """Build an example of all tricks from what is known of each play. `cards_at` is where the search starts.

    Raises NoExample.
    """
    constraints, clues, winning_by_lead = possible.constraints, possible.clues, possible.winning_by_lead
    declared_cards = _declared_cards(constraints, clues)
    order = [trick for trick in possible.tricks if clues[trick].has_winner]
    allowed_at, _ = possible.places()
    for _ in range(MAX_ORDERS):
        arrangement = Arrangement(constraints.player_count, allowed_at, cards_at, declared_cards, possible.budget)
        failed_trick = next(
            (trick for trick in order if not fit_trick(arrangement, trick, clues[trick], winning_by_lead[trick])), None
        )
        if failed_trick is None:
            return Example(tuple(arrangement.allowed_at), tuple(arrangement.cards_at))
        order.remove(failed_trick)
        order.insert(0, failed_trick)
    raise NoExample(order[0])
