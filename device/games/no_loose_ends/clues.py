"""What the declarations of a round reveal, as input for the search for deals (detail `tricks`)."""

from __future__ import annotations

from device.contract.setup import Seat
from device.games.no_loose_ends.cards import GETAWAY, Card
from values.named_tuple import NamedTuple

NOBODY = -1
"""The `winner` of a clue that tells nothing (see `Clue.without_knowledge`)."""


class Clue(NamedTuple):
    """The declarations about one trick.

    `card` is the winning card if it was declared; `GETAWAY` means that everybody played a getaway card. `lead` is the
    lead suit if it is known. `covered` is the bid that the winner covered. `not_eligible` are the open bids of a winner
    who declared that none of them could be covered.
    """

    leader: Seat
    winner: Seat
    card: Card | None = None
    lead: str | None = None
    covered: Card | None = None
    not_eligible: tuple[Card, ...] = ()
    has_winner: bool = True
    """Whether the winner and the way of winning count. If not, all that is known is that everybody played a card, of
    which the declared card and the leader's suit may still count."""

    def declares_card_of(self, seat: Seat) -> bool:
        """Whether the card that a player played was declared."""
        return self.card is not None and (self.card == GETAWAY or self.winner == seat)

    def without_knowledge(self) -> Clue:
        """Return a clue for this trick without any knowledge."""
        return Clue(self.leader, NOBODY, has_winner=False)

    def without_winner(self) -> Clue:
        """Return this clue with only the declared card and the suit of the leader's card."""
        return self._replace(covered=None, not_eligible=(), has_winner=False)


class DealConstraints(NamedTuple):
    """What is known of the cards of a round before its first trick. Sets of cards are bit sets (see `bits`)."""

    player_count: int
    hand_sizes: tuple[int, ...]  # cards each player has for the tricks
    unseen: int  # cards that are not bids, getaway cards included
    undealt_count: int  # how many of them are in no hand
    double_crosser: Seat | None = None  # the player who took bids back; `taken_back` are these cards
    taken_back: int = 0
