"""The question of who has which card at the end of a round, card by card in the order of their numbers.

It declares nothing: it prepares the answers of all players. After it, each player's tokens are still asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from device.contract.declarations import BegunAnswers
from device.contract.keycodes import NONE, Cell, Choice, Layout, Level
from device.contract.setup import Seat
from device.games.no_thanks.cards import DRAW_DECK_SIZE
from device.games.no_thanks.holdings_levels import keys_for_cards
from device.games.no_thanks.options import Settings
from device.games.no_thanks.runs import runs_of
from device.games.no_thanks.state import HoldingsRound, State
from display.vocabulary import Face
from display.words import text
from values.named_tuple import NamedTuple

BY_CARD_PLAYER_COUNTS = range(3, 7)
"""With how many players it is asked. Not with seven: the last player's code would begin with that of “nobody”."""

BY_CARD_CELL = Cell.DC
"""The game's extra answer when the first player's cards are asked for, before any is typed."""


class CardOwners(NamedTuple):
    """The owners of the cards, from the lowest card on, as far as they are entered; None for a card that nobody has."""

    settings: Settings
    players: tuple[str, ...]
    owners: tuple[Seat | None, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether no further card can have an owner."""
        max_cards = DRAW_DECK_SIZE + (self.settings.player_count if self.settings.has_tigers else 0)
        return len(self.owners) == len(self.settings.deck) or len(self.owners) - self.owners.count(None) == max_cards

    @property
    def must_all_have_owner(self) -> bool:
        """Whether the remaining cards must all have owners, because every card removed from the round has been
        entered."""
        return self.owners.count(None) == len(self.settings.deck) - DRAW_DECK_SIZE

    def after_owner(self, owner: Seat | None) -> BegunAnswers | Callable[[], Level[BegunAnswers]]:
        """Return what follows once the next card's owner is entered: the question for the next card, or all answers."""
        next_owners = self._replace(owners=(*self.owners, owner))
        return next_owners.begin_answers() if next_owners.is_complete else partial(_owner_level, next_owners)

    def begin_answers(self) -> BegunAnswers:
        """Return the keys of everybody's cards. The tokens of each player are still to be typed."""
        return BegunAnswers(tuple((seat, self._keys_of_seat(seat)) for seat in range(len(self.players))))

    def _keys_of_seat(self, seat: Seat) -> str:
        cards = (card for card, owner in zip(self.settings.deck, self.owners, strict=False) if owner == seat)
        return keys_for_cards(seat, self.settings, runs_of(cards))


def offers_by_card(state: State) -> bool:
    """Whether the box can ask now who has each card: before anybody's cards are declared, by a cell for each player."""
    is_at_start = isinstance(state.round, HoldingsRound) and not state.round.has_begun
    return is_at_start and len(state.table.players) in BY_CARD_PLAYER_COUNTS


def by_card_choice(settings: Settings, players: tuple[str, ...]) -> Choice[BegunAnswers]:
    """Return the cell that opens the question for each card's owner."""
    first_level = partial(_owner_level, CardOwners(settings, players))
    return Choice(BY_CARD_CELL, text("ask me"), first_level, _admits_nothing)


def _owner_level(entered: CardOwners) -> Level[BegunAnswers]:
    """The level that asks who has the next card."""
    card = Face(number=entered.settings.deck[len(entered.owners)])
    names = enumerate(entered.players)
    player_choices = [Choice(seat, name, entered.after_owner(seat), _admits_nothing) for seat, name in names]
    barred_reason = text("All cards that stayed out are said: somebody has the {card}.", card=card)
    nobody_choice = Choice(
        NONE,
        text("nobody"),
        entered.after_owner(None),
        _admits_nothing,
        barred=barred_reason if entered.must_all_have_owner else None,
    )
    question = text("Who has the {card}?", card=card)
    choices = (*player_choices, nobody_choice)
    return Level(
        "owner of a card",
        text("player"),
        Layout.LIST,
        choices,
        words=(),
        shown_question=question,
        asks_everybody=True,
    )


def _admits_nothing(meaning: object) -> bool:
    """Always False: prepared answers are no declarations, so no key may be looked up for one here."""
    return False
