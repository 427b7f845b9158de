"""Knowledge about the hands that lie at the seats, as declarations prove it.

A hand of 11 stays at its seat for a whole set, whoever sits there. A card with a declared colour is one certain card;
without, it is any card of its number. So a hand holds every declared colour of a number, and at least as many cards of
the number as any one round has shown. Nothing more can be proven. A card of undeclared colour may always be one that
its seat is known to have. Cards that nobody has shown can fill every hand to 11.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from device.games.loop_2023.cards import MAX_NUMBER, Card
from values.named_tuple import NamedTuple

HAND_SIZE = 11
SET_ASIDE_COUNT = 2
PLAYABLE_COUNT = HAND_SIZE - SET_ASIDE_COUNT


class ShownCards(NamedTuple):
    """The cards that one seat has shown, by number (index 0 for number 1).

    `counts` is the largest count of each number in one round; `colours` are the declared colours, as
    `Colour.bit`.
    """

    counts: tuple[int, ...]
    colours: tuple[int, ...]

    def with_cards(self, cards: tuple[Card, ...]) -> ShownCards:
        """Return this with more cards of the same round."""
        counts, colours = list(self.counts), list(self.colours)
        for card in cards:
            index = card.number - 1
            counts[index] += 1
            colours[index] |= colour_bit(card)
        return ShownCards(tuple(counts), tuple(colours))

    def merged_with(self, other: ShownCards) -> ShownCards:
        """Return what this and another round together show of the same hand."""
        return ShownCards(tuple(map(max, self.counts, other.counts)), tuple(map(or_, self.colours, other.colours)))

    def min_count_with(self, other: ShownCards, index: int) -> int:
        """Return how many cards of a number the hand holds at least, given this and another round."""
        colours = self.colours[index] | other.colours[index]
        return max(self.counts[index], other.counts[index], colours.bit_count())

    @property
    def min_size(self) -> int:
        """The number of cards that the hand holds at least."""
        return sum(map(max, self.counts, map(int.bit_count, self.colours)))


NO_CARDS_SHOWN = ShownCards((0,) * MAX_NUMBER, (0,) * MAX_NUMBER)


def colour_bit(card: Card) -> int:
    """Return a card's colour as a bit, 0 if it was not declared."""
    return 0 if card.colour is None else card.colour.bit


def contradicting_rounds(earlier: tuple[ShownCards, ...], current: ShownCards) -> tuple[int, ...]:
    """Return the indices of earlier rounds that leave no room in the hand for what is shown now.

    They are as few as possible: without any one of them, the others would leave room. This may be called only if all
    earlier rounds together leave none.
    """
    only_index = next(
        (index for index, shown in enumerate(earlier) if shown.merged_with(current).min_size > HAND_SIZE), None
    )
    if only_index is not None:
        return (only_index,)
    indices = list(range(len(earlier)))
    for index in range(len(earlier)):
        other_indices = [other for other in indices if other != index]
        if reduce(ShownCards.merged_with, (earlier[other] for other in other_indices), current).min_size > HAND_SIZE:
            indices = other_indices
    return tuple(indices)
