"""The columns of a score sheet (`Column`), and the round that an author's functions are given (`FiguresRound`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TypeVar

from device.contract.setup import Option, Seat, TableSetup
from device.kits.arguments import quote_value, raise_description_error
from device.kits.tricks import Trick
from display.vocabulary import Note
from display.words import Text, text
from values.named_tuple import NamedTuple, compared_by_identity

T = TypeVar("T")

Cells = tuple[tuple[int | None, ...], ...]
"""The figures of a round, by column, then by seat. None: not declared yet, or not asked for."""


def setting_value(setting: T | Callable[..., T], *arguments: object) -> T:
    """The value of an author's setting; if that is a function, what it returns for these arguments."""
    return setting(*arguments) if callable(setting) else setting


class CompletedRound(NamedTuple):
    """A completed round: who started it, its figures, and the points of each seat."""

    first: Seat
    cells: Cells
    points: tuple[int, ...]


class FiguresRound(NamedTuple):
    """A round with the figures declared so far, and the rounds before it. Players are seats, from 0, clockwise.

    `number` is the round's, from 1. `first` is the seat that starts it. `totals` are the players' before it. `sides`
    has the side of each seat, from 0; in a game without partners, that is the seat itself. `words` are the words of all
    columns, and `options` the names of the options.
    """

    table: TableSetup
    words: tuple[str, ...]
    number: int
    first: Seat
    cells: Cells
    done: tuple[CompletedRound, ...]
    totals: tuple[int, ...]
    sides: tuple[int, ...]
    options: tuple[str, ...] = ()

    @property
    def player_count(self) -> int:
        """The number of players."""
        return len(self.table.players)

    @property
    def dealer(self) -> Seat:
        """The dealer: the player to the right of the one who starts."""
        return (self.first - 1) % self.player_count

    def of(self, column: Column, player: Seat) -> int:
        """A player's figure in a column; 0 if the player has not declared it, or was not asked."""
        return self._cells(column)[player] or 0

    def all(self, column: Column) -> tuple[int, ...]:
        """Everybody's figures in a column, by seat, as `of` returns them."""
        return tuple([figure or 0 for figure in self._cells(column)])

    def said(self, column: Column, player: Seat) -> bool:
        """Whether a player has declared their figure in a column."""
        return self._cells(column)[player] is not None

    def who(self, column: Column) -> Seat | None:
        """The player who has declared a `single` column; None if nobody has yet.

        Raises DescriptionError for a column that several players declare.
        """
        cells = self._cells(column)
        if not column.single:
            raise_description_error(
                f"“{column.word}” is not single, so that several say it: write now.of(…, player) instead of now.who."
            )
        return next((seat for seat, figure in enumerate(cells) if figure is not None), None)

    def partners(self, player: Seat) -> tuple[Seat, ...]:
        """All seats on a player's side, the player's own among them."""
        return tuple(seat for seat, side in enumerate(self.sides) if side == self.sides[player])

    def of_side(self, column: Column, player: Seat) -> int:
        """The sum of a side's figures in a column."""
        return sum(self.of(column, partner) for partner in self.partners(player))

    def _cells(self, column: Column) -> tuple[int | None, ...]:
        """The figures of a column. Raises DescriptionError for one that the score sheet does not have."""
        if not isinstance(column, Column):
            shown = quote_value(column)
            raise_description_error(
                f"{shown} stands where a column is needed: write now.of(BID, player), for BID = Column(…)."
            )
        try:
            return self.cells[self.words.index(column.word)]
        except ValueError:
            raise_description_error(f"The score sheet has no column “{column.word}”; it has {', '.join(self.words)}.")

    def value_of(self, option: Option) -> str:
        """The value that the table chose for an option: one of its words, or a number in digits.

        Raises DescriptionError for an option that the score sheet does not have.
        """
        if not isinstance(option, Option):
            raise_description_error(
                f"{quote_value(option)} stands where an option is needed: write now.value_of(X), for X = choice(…)."
            )
        if option.name not in self.options:
            raise_description_error(f"The score sheet has no option “{option.name}”: put it into options=(…).")
        return self.table.value_of(option)

    @property
    def earlier(self) -> Iterator[FiguresRound]:
        """Yield the rounds before this one, from the first."""
        totals = (0,) * self.player_count
        for index, done in enumerate(self.done):
            yield self._replace(
                number=index + 1, first=done.first, cells=done.cells, done=self.done[:index], totals=totals
            )
            totals = tuple(total + points for total, points in zip(totals, done.points, strict=True))


NONE_WORDS = ("none", "no", "off")
"""Words of choices that are typed with the key of “none”."""

PlayerFunction = Callable[[FiguresRound, Seat], int]
RoundFunction = Callable[[FiguresRound], int | range | None]


@compared_by_identity
class Column(NamedTuple):
    """A column of the score sheet: a figure that every player declares in a round (a bid, tricks won, points).

    Each limit may be a function of the round or of a player, which sees the columns before this one.
    """

    word: str
    """The column's key in records: `bid`. Small letters, digits and dashes."""

    title: str | Text
    """The title on pages: “tricks won”."""

    least: int | PlayerFunction = 0
    most: int | PlayerFunction | None = None
    """The largest figure; None if `total` is the most that one player can have, or if the column only asks who."""

    step: int = 1
    """The distance between possible figures, counted from `least`: 10 for points that come in tens."""

    total: int | range | RoundFunction | None = None
    """What all figures must add up to, or a range of that; None for anything.

    The last player is offered the figure that is missing; once none is missing, everybody left is offered 0. A figure
    that makes another sum is refused.
    """

    not_total: int | Callable[[FiguresRound], int | None] | None = None
    """The sum that all figures must not have: the last player can't declare the figure that makes it."""

    in_turn: bool = False
    """Whether players declare in turn, beginning with the one who starts the round; otherwise in any order."""

    choices: tuple[tuple[str, str | Text], ...] = ()
    """The choices, if the column has no numbers: pairs of the record's word and the words on pages.

    The figure is the index, from 0. The words `none`, `no` and `off` are typed with DD, the key of “none” everywhere.
    """

    figure_is_player: bool = False
    """Whether the figure is a player: it is their seat, from 0. A record has the seat from 1."""

    single: bool = False
    """Whether only one player, whichever it is, declares the column: who takes, and for how much."""

    asked: Callable[[FiguresRound, Seat], bool] | None = None
    """Whether a player is asked; None if everybody is."""

    by_side: bool = False
    """Whether a side has one figure, which its first player declares."""

    question: str | Text | None = None
    """The question, with `{player}`; without if `single`. Default: “Ann: tricks won?”, “Who: contract?”."""

    unit: tuple[str, str] | Callable[[int], Text] | None = None
    """A figure in words, singular and plural: `("{n} trick", "{n} tricks")`. Default: “tricks won 3”."""

    check: Callable[[FiguresRound], str | Text | None] | None = None
    """Return why the figures can't be right, once the column is full; None if they can."""

    note: Callable[[int], Note] | None = None
    """The short form of a figure for the board. Default: the title and the figure."""

    others_title: str | Text = text("somebody else")
    """The entry of the menu for figures of players who are not asked yet."""

    counted: bool = False
    """Whether statistics sum the column over games."""

    by_cards: Callable[[FiguresRound, Seat, tuple[Trick, ...]], int] | None = None
    """Return the figure that follows from the tricks a player has won: `lambda now, player, won: len(won)`.

    If the table declares every card, nobody is asked for this column.
    """

    @cached_property
    def fixed_figures(self) -> range | None:
        """The figures that a player can declare, if they are the same in each round; otherwise None."""
        if self.choices:
            return range(len(self.choices))
        if self.only_who:
            return range(1, 2)
        if self.figure_is_player or not isinstance(self.least, int) or not isinstance(self.most, int):
            return None
        return range(self.least, self.most + 1, self.step)

    @property
    def yes_or_no(self) -> bool:
        """Whether the column is a yes-or-no question: it has two choices, and one of them is a word of “none”."""
        return len(self.choices) == 2 and any(word in NONE_WORDS for word, _ in self.choices)

    @property
    def only_who(self) -> bool:
        """Whether the column only asks who: the figure is always 1."""
        return self.single and self.most is None and self.total is None and not (self.choices or self.figure_is_player)
