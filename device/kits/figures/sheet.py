"""A game by figures, as its author describes it: everybody says a figure, column by column, round by round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from typing import TypeVar

from device.contract.game import Variant
from device.contract.setup import Option, Seat, TableSetup
from device.kits.figures.card_play import CARDS, DETAIL, CardPlay
from device.kits.figures.columns import Column, FiguresRound
from device.kits.translator import Sentences, Translator
from display.vocabulary import Cause
from display.words import Text
from values.named_tuple import NamedTuple, equal_only_itself

T = TypeVar("T")

Points = int | Iterable[Cause]
"""Points of a round: as they are, or each with its cause."""

MOST_ROUNDS = 999
"""After which every game is over, whatever else would end it: what a record holds is bounded, and read within a second.
"""


@equal_only_itself
class ScoreSheet(NamedTuple):
    """A game that is kept as on a score sheet. `tablekeeper.games` explains it; see docs/your-own-game.md."""

    id: str
    """The game's word in a record, by which it is installed: small letters, digits and dashes."""

    title: str | Text

    players: range
    """How many can play."""

    columns: tuple[Column, ...]
    """What is said in a round, in this order."""

    points: Callable[[FiguresRound, Seat], Points]
    """What a round brought a player, once all of it is said; of partners, the first is asked for their side."""

    options: tuple[Option, ...] = ()

    notes: tuple[str | Text, ...] = ()
    """What players should know of rulings that the rulebook leaves open, a sentence each."""

    rounds: int | Callable[[TableSetup], int | None] | None = None
    """After how many rounds the game is over; None where rounds don't end it."""

    target: int | Callable[[TableSetup], int | None] | None = None
    """The total at which the game is over, once the round is; None where no total ends it."""

    over: Callable[[FiguresRound], bool] | None = None
    """What else ends the game: asked before each round but the first, which has the totals."""

    lowest_wins: bool | Callable[[TableSetup], bool] = False

    dealer: bool | Callable[[TableSetup], bool] = False
    """Whether pages say who deals. The dealer sits to the right of who starts, and the deal moves on each round."""

    sides: Callable[[TableSetup], tuple[int, ...]] | None = None
    """The side of each seat, from 0, where partners have one total: `partners` has those who sit opposite."""

    about: Callable[[FiguresRound], str | Text | None] | None = None
    """What pages say of a round besides its number: “5 cards”."""

    preparing: Callable[[FiguresRound], str | Text | None] | None = None
    """What the table does before a round: a short sentence."""

    languages: Mapping[str, Sentences] = {}
    """Translations, by the code of the language: `{"fr": {"tricks won": "plis", …}}`."""

    variants: Callable[[TableSetup], Variant] | None = None
    """What of the game a table plays, by its options; None where that is always the game itself."""

    bgg: int | None = None
    """The game's number at BoardGameGeek, where it has one."""

    titled: bool = False
    """Whether the table says what is played."""

    cards: CardPlay | None = None
    """How cards are played, where a table may declare every card; the columns that follow from that have `by_cards`."""

    equal_rounds: bool = False
    """Whether rounds are worth the same, so that a game that was stopped after some is a shorter one."""

    @cached_property
    def say(self) -> Translator:
        """Gives the author's sentences their translations."""
        return Translator(self.languages)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The columns' words."""
        return tuple(column.word for column in self.columns)

    @cached_property
    def option_names(self) -> tuple[str, ...]:
        """The options' words."""
        return tuple(option.name for option in self.options)

    @cached_property
    def asks_everybody(self) -> bool:
        """Whether a column has no condition, so that each round asks something."""
        return any(column.asked is None for column in self.columns)

    @cached_property
    def all_options(self) -> tuple[Option, ...]:
        """What a table can choose: the author's options, and whether every card is declared."""
        return self.options if self.cards is None else (*self.options, DETAIL)

    def by_cards(self, table: TableSetup) -> bool:
        """Whether a table declares every card."""
        return self.cards is not None and table.option(DETAIL) == CARDS

    def takes_turns(self, table: TableSetup) -> bool:
        """Whether anything is said or played in turn, so that it matters who starts."""
        return self.by_cards(table) or any(column.in_turn for column in self.columns)

    def ends_itself(self, table: TableSetup) -> bool:
        """Whether rounds, a total or something else end the game, so that the table need not."""
        ends = self.over is not None or at_table(self.rounds, table) is not None
        return ends or at_table(self.target, table) is not None

    def sides_of(self, table: TableSetup) -> tuple[int, ...]:
        """The side of each seat; without partners, the seat itself."""
        return _alone(len(table.players)) if self.sides is None else self.sides(table)


@cache
def _alone(players: int) -> tuple[int, ...]:
    """Everybody on a side of their own."""
    return tuple(range(players))


def at_table(setting: T | Callable[[TableSetup], T], table: TableSetup) -> T:
    """A setting of the game as a table has it."""
    return setting(table) if callable(setting) else setting


def partners(table: TableSetup) -> tuple[int, ...]:
    """Of four (or six, or eight) players, those who sit opposite are partners; where there are three sides, of six."""
    players = len(table.players)
    return tuple(seat % 2 for seat in range(players)) if players % 2 == 0 else tuple(range(players))
