"""The score sheet: an author's description of a game in which players declare figures, column by column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from device.contract.game import Variant
from device.contract.setup import Option, Seat, TableSetup
from device.kits.figures.card_play import CARDS, DETAIL, CardPlay
from device.kits.figures.columns import Column, FiguresRound, setting_value
from device.kits.translator import Sentences, Translator
from display.vocabulary import Cause
from display.words import Text
from values.named_tuple import NamedTuple, compared_by_identity

Points = int | Iterable[Cause]
"""A player's points of a round: a number, or points with their causes."""

MAX_ROUNDS = 999
"""After so many rounds every game is over, so that a record is bounded and can be read within a second."""


@compared_by_identity
class ScoreSheet(NamedTuple):
    """A game that is kept like a score sheet. `tablekeeper.games` explains it; see docs/your-own-game.md."""

    id: str
    """The game's id in records, under which it is installed: small letters, digits and dashes."""

    title: str | Text

    players: range
    """The numbers of players that the game allows."""

    columns: tuple[Column, ...]
    """The columns, in the order in which they are declared in a round."""

    points: Callable[[FiguresRound, Seat], Points]
    """Return a player's points of a fully declared round. Of partners, it is called for the first one only."""

    options: tuple[Option, ...] = ()

    notes: tuple[str | Text, ...] = ()
    """Rulings on questions that the rulebook leaves open, for players to read: one sentence each."""

    rounds: int | Callable[[TableSetup], int | None] | None = None
    """The number of rounds after which the game is over; None if rounds don't end it."""

    target: int | Callable[[TableSetup], int | None] | None = None
    """The total at which the game is over, at the end of a round; None if no total ends it."""

    over: Callable[[FiguresRound], bool] | None = None
    """Return whether anything else ends the game. It is given the coming round, before each but the first."""

    lowest_wins: bool | Callable[[TableSetup], bool] = False

    dealer: bool | Callable[[TableSetup], bool] = False
    """Whether pages show who deals: the player to the right of the one who starts. The deal moves on each round."""

    sides: Callable[[TableSetup], tuple[int, ...]] | None = None
    """Return the side of each seat, from 0, if partners share one total. `partners` is for those who sit opposite."""

    about: Callable[[FiguresRound], str | Text | None] | None = None
    """Return what pages show of a round besides its number: “5 cards”."""

    setup_instructions: Callable[[FiguresRound], str | Text | None] | None = None
    """Return an instruction for setting up a round: a short sentence."""

    languages: Mapping[str, Sentences] = {}
    """Translations, by language code: `{"fr": {"tricks won": "plis", …}}`."""

    variants: Callable[[TableSetup], Variant] | None = None
    """Return the game that is really played with the chosen options; None if the options never change that."""

    bgg: int | None = None
    """The game's number at BoardGameGeek, if it has one."""

    asks_for_title: bool = False
    """Whether the table enters a title for the game that is played."""

    cards: CardPlay | None = None
    """How cards are played, if a table may declare every card. Columns that follow from the cards have `by_cards`."""

    counts_if_stopped: bool = False
    """Whether all rounds are worth the same, so that a stopped game counts as a shorter one."""

    @cached_property
    def say(self) -> Translator:
        """Returns the author's sentences with their translations."""
        return Translator(self.languages)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the columns."""
        return tuple(column.word for column in self.columns)

    @cached_property
    def option_names(self) -> tuple[str, ...]:
        """The names of the options."""
        return tuple(option.name for option in self.options)

    @cached_property
    def asks_everybody(self) -> bool:
        """Whether some column is asked of everybody, so that each round asks something."""
        return any(column.asked is None for column in self.columns)

    @cached_property
    def all_options(self) -> tuple[Option, ...]:
        """The author's options, and the one to declare every card if the sheet has card play."""
        return self.options if self.cards is None else (*self.options, DETAIL)

    def declares_cards(self, table: TableSetup) -> bool:
        """Whether a table declares every card."""
        return self.cards is not None and table.value_of(DETAIL) == CARDS

    def takes_turns(self, table: TableSetup) -> bool:
        """Whether anything is declared or played in turn, so that it matters who starts."""
        return self.declares_cards(table) or any(column.in_turn for column in self.columns)

    def ends_itself(self, table: TableSetup) -> bool:
        """Whether the game ends by rounds, a target or `over`, so that the table need not end it."""
        has_other_end = self.over is not None or setting_value(self.rounds, table) is not None
        return has_other_end or setting_value(self.target, table) is not None

    def sides_of(self, table: TableSetup) -> tuple[int, ...]:
        """The side of each seat. Without partners, that is the seat itself."""
        return tuple(range(len(table.players))) if self.sides is None else self.sides(table)


def partners(table: TableSetup) -> tuple[int, ...]:
    """The usual sides: two sides, alternating, for an even number of players; otherwise each player alone."""
    seats = range(len(table.players))
    return tuple(seats) if len(seats) % 2 else tuple(seat % 2 for seat in seats)
