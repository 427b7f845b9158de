"""What was declared of the tricks of a round (detail `tricks`), as the search for deals reads it."""

from __future__ import annotations

from device.contract.setup import Seat
from device.games.no_loose_ends.cards import GETAWAY, Card
from values.named_tuple import NamedTuple

NOBODY = -1
"""The winner of a trick of which nothing counts."""


class Clue(NamedTuple):
    """A trick as it was declared.

    `card` is the winning card where it was said; `GETAWAY` means that everybody played one. `lead` is the lead suit
    where it is known. `covered` and `not_eligible` are what the winner said of the cover: which bid, or that none of
    the open ones could be.
    """

    leader: Seat
    winner: Seat
    card: Card | None = None
    lead: str | None = None
    covered: Card | None = None
    not_eligible: tuple[Card, ...] = ()
    won: bool = True
    """Whether it counts who won, and how. Without, everybody just plays a card, of which two may be known in part."""

    def declares(self, seat: Seat) -> bool:
        """Whether the card that a player played was said."""
        return self.card is not None and (self.card == GETAWAY or self.winner == seat)

    def forgotten(self) -> Clue:
        """The same trick with nothing known of it."""
        return Clue(self.leader, NOBODY, won=False)

    def shown(self) -> Clue:
        """The same trick with nothing known but the card that was said, and the suit that the leader's card has."""
        return self._replace(covered=None, not_eligible=(), won=False)


class Dealt(NamedTuple):
    """What is known of the cards of a round before its first trick. Sets of cards are `bits`."""

    players: int
    left: tuple[int, ...]  # cards each player has for the tricks
    hidden: int  # cards that are no bids, getaway cards included
    rest: int  # how many of them are in no hand
    holder: Seat | None = None  # who took bids back, and which
    held: int = 0
