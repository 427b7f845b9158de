"""Who has which card at the end of a round, asked card by card: a key or two each, in the order of their numbers.

Nothing is declared by that: it begins what each player holds, and everybody's tokens are asked then.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from device.contract.declarations import Prepared
from device.contract.keycodes import NONE, Cell, Choice, Layout, Level
from device.contract.setup import Seat
from device.games.no_thanks.cards import TAKEN
from device.games.no_thanks.entry import keys_of_cards
from device.games.no_thanks.options import Terms
from device.games.no_thanks.runs import runs_of
from display.vocabulary import Face
from display.words import text
from values.named_tuple import NamedTuple

PLAYERS = range(3, 7)
"""At tables of seven, the code of the last player begins with the one of nobody."""

BY_CARD = Cell.DC
"""The game's word where the first player's cards are asked, before any is typed."""


class Owners(NamedTuple):
    """Whose the cards of the deck are, from the lowest on, as far as that is `said`: None where nobody has one."""

    terms: Terms
    players: tuple[str, ...]
    said: tuple[Seat | None, ...] = ()

    @property
    def known(self) -> bool:
        """Whether no further card can be anybody's."""
        most = TAKEN + (self.terms.players if self.terms.tiger else 0)
        return len(self.said) == len(self.terms.deck) or len(self.said) - self.said.count(None) == most

    @property
    def everybody_must(self) -> bool:
        """Whether somebody has each card that is left, since all that stayed out of the round are said."""
        return self.said.count(None) == len(self.terms.deck) - TAKEN

    def further(self, owner: Seat | None) -> Prepared | Callable[[], Level[Prepared]]:
        """What follows once the next card is this player's, or nobody's: the card after it, or everybody's answers."""
        after = self._replace(said=(*self.said, owner))
        return after.answers() if after.known else partial(_owner, after)

    def answers(self) -> Prepared:
        """Everybody's cards, as they are typed; of each, the tokens are still to be said."""
        return Prepared(tuple((seat, self._typed(seat)) for seat in range(len(self.players))))

    def _typed(self, seat: Seat) -> str:
        cards = (card for card, owner in zip(self.terms.deck, self.said, strict=False) if owner == seat)
        return keys_of_cards(seat, self.terms, runs_of(cards))


def by_card(terms: Terms, players: tuple[str, ...]) -> Choice[Prepared]:
    """The cell from which everybody's cards are asked, one after the other."""
    return Choice(BY_CARD, text("card by card"), partial(_owner, Owners(terms, players)), _never)


def _owner(owners: Owners) -> Level[Prepared]:
    """Whose the next card is."""
    card = Face(number=owners.terms.deck[len(owners.said)])
    cells = [Choice(seat, name, owners.further(seat), _never) for seat, name in enumerate(owners.players)]
    barred = text("All cards that stayed out are said: somebody has the {card}.", card=card)
    nobody = Choice(
        NONE, text("nobody"), owners.further(None), _never, barred=barred if owners.everybody_must else None
    )
    question = text("Who has the {card}?", card=card)
    return Level("owner of a card", text("player"), Layout.LIST, (*cells, nobody), said=(), making=question)


def _never(meaning: object) -> bool:
    """What is prepared is no declaration, which keys could be looked for."""
    return False
