"""The columns of a score sheet, and a round as the functions of a game's author see it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from device.contract.setup import Option, Seat, TableSetup
from device.kits.arguments import quoted, refuse
from device.kits.tricks import Trick
from display.vocabulary import Note
from display.words import Text
from values.named_tuple import NamedTuple, equal_only_itself

Cells = tuple[tuple[int | None, ...], ...]
"""The figures of a round: by column, then by seat. None is what was not said, or not asked."""


class DoneRound(NamedTuple):
    """A round that is over: who started it, its figures, and what it brought each seat."""

    first: Seat
    cells: Cells
    points: tuple[int, ...]


class FiguresRound(NamedTuple):
    """A round: what has been said in it, and what was before it. Players are seats, from 0, clockwise.

    `number` is the round's, from 1; `first` is who starts it; `totals` are those before it; `sides` has the side of
    each seat, from 0, in a game without partners the seat itself. `words` are those of all columns, and `options` the
    names of what the table can choose.
    """

    table: TableSetup
    words: tuple[str, ...]
    number: int
    first: Seat
    cells: Cells
    done: tuple[DoneRound, ...]
    totals: tuple[int, ...]
    sides: tuple[int, ...]
    options: tuple[str, ...] = ()

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.table.players)

    @property
    def dealer(self) -> Seat:
        """Who deals: the player to the right of who starts."""
        return (self.first - 1) % self.players

    def of(self, column: Column, player: Seat) -> int:
        """What a player said in a column; 0 where they have not, or were not asked."""
        return self._cells(column)[player] or 0

    def all(self, column: Column) -> tuple[int, ...]:
        """The same of everybody, by seat."""
        return tuple([figure or 0 for figure in self._cells(column)])

    def said(self, column: Column, player: Seat) -> bool:
        """Whether a player has said their figure of a column."""
        return self._cells(column)[player] is not None

    def who(self, column: Column) -> Seat | None:
        """Who has said a column of which only one player says something; None while nobody has. Raises
        DescriptionError for a column that several say."""
        cells = self._cells(column)
        if not column.single:
            refuse(
                f"“{column.word}” is not single, so that several say it: write now.of(…, player) instead of now.who."
            )
        return next((seat for seat, figure in enumerate(cells) if figure is not None), None)

    def partners(self, player: Seat) -> tuple[Seat, ...]:
        """Everybody on a player's side, the player among them."""
        return tuple(seat for seat, side in enumerate(self.sides) if side == self.sides[player])

    def of_side(self, column: Column, player: Seat) -> int:
        """What all on a player's side said in a column, together."""
        return sum(self.of(column, partner) for partner in self.partners(player))

    def _cells(self, column: Column) -> tuple[int | None, ...]:
        """The figures of a column. Raises DescriptionError for one that the score sheet does not have."""
        if not isinstance(column, Column):
            refuse(f"{quoted(column)} stands where a column is needed: write now.of(BID, player), for BID = Column(…).")
        try:
            return self.cells[self.words.index(column.word)]
        except ValueError:
            refuse(f"The score sheet has no column “{column.word}”; it has {', '.join(self.words)}.")

    def option(self, option: Option) -> str:
        """What the table chose for an option: one of its words, or a number in digits. Raises DescriptionError for
        one that the score sheet does not have."""
        if not isinstance(option, Option):
            refuse(f"{quoted(option)} stands where an option is needed: write now.option(X), for X = choice(…).")
        if option.name not in self.options:
            refuse(f"The score sheet has no option “{option.name}”: put it into options=(…).")
        return self.table.option(option)

    @property
    def earlier(self) -> Iterator[FiguresRound]:
        """The rounds before this one, from the first."""
        totals = (0,) * self.players
        for at, done in enumerate(self.done):
            yield self._replace(number=at + 1, first=done.first, cells=done.cells, done=self.done[:at], totals=totals)
            totals = tuple(total + more for total, more in zip(totals, done.points, strict=True))


NONE_WORDS = ("none", "no", "off")
"""Words of choices that have the key of none."""

OfPlayer = Callable[[FiguresRound, Seat], int]
OfRound = Callable[[FiguresRound], int | range | None]


@equal_only_itself
class Column(NamedTuple):
    """A figure that everybody says in a round: a bid, tricks won, points.

    A function of the round or of a player may stand for each limit; it sees the columns before this one.
    """

    word: str
    """What a record calls it: `bid`. Small letters, digits and dashes."""

    title: str | Text
    """What pages call it: “tricks won”."""

    least: int | OfPlayer = 0
    most: int | OfPlayer | None = None
    """The largest figure; None where `total` is the most that anybody can have, or where it is only asked who."""

    step: int = 1
    """What all figures are multiples of, from `least` on: 10 for points that come in tens."""

    total: int | range | OfRound | None = None
    """What all figures must come to, a range of that, or None for anything; the last player's is offered, and refused
    where it does not make that."""

    not_total: int | Callable[[FiguresRound], int | None] | None = None
    """What all figures must not come to: the last player can't say what would make it."""

    in_turn: bool = False
    """Whether it is said in turn, from who starts the round on; else in any order."""

    choices: tuple[tuple[str, str | Text], ...] = ()
    """In place of numbers: what can be chosen, as the record's word and that of pages. The figure is the place, from 0.
    The words `none`, `no` and `off` are chosen by DD, as they are everywhere."""

    players: bool = False
    """Whether it is a player who is chosen: the figure is their seat, from 0. A record has the seat from 1."""

    single: bool = False
    """Whether only one player says it, whoever that is: who takes, and for how much. The others say nothing."""

    asked: Callable[[FiguresRound, Seat], bool] | None = None
    """Who is asked; None for everybody."""

    by_side: bool = False
    """Whether one figure is said for a side: its first player says it."""

    question: str | Text | None = None
    """What is asked, with `{player}`; without, where it is `single`. Else “Ann: tricks won?”, or “Who: contract?”."""

    unit: tuple[str, str] | Callable[[int], Text] | None = None
    """How a figure is said, for one and for many: `("{n} trick", "{n} tricks")`; else “tricks won 3”."""

    check: Callable[[FiguresRound], str | Text | None] | None = None
    """Why what was said can't be, asked once the column is full; None where it can."""

    note: Callable[[int], Note] | None = None
    """What the board says of a figure, where that is not the title and the figure."""

    others: str | Text = "somebody else"
    """What the menu calls the figures of those who are not asked yet."""

    counted: bool = False
    """Whether statistics add it up from game to game."""

    by_cards: Callable[[FiguresRound, Seat, tuple[Trick, ...]], int] | None = None
    """The figure that the tricks make which a player has won: `lambda now, player, won: len(won)`. Where the table
    declares every card, nobody is asked for it."""

    @cached_property
    def fixed_limits(self) -> range | None:
        """The figures that a player can say, where those are the same in each round; None where they are not."""
        if self.choices:
            return range(len(self.choices))
        if self.only_who:
            return range(1, 2)
        if self.players or not isinstance(self.least, int) or not isinstance(self.most, int):
            return None
        return range(self.least, self.most + 1, self.step)

    @property
    def yes_or_no(self) -> bool:
        """Whether it is only chosen if something is so: one of its two choices has a word of none."""
        return len(self.choices) == 2 and any(word in NONE_WORDS for word, _ in self.choices)

    @property
    def only_who(self) -> bool:
        """Whether nothing but who says it is asked: the figure is 1."""
        return self.single and self.most is None and self.total is None and not (self.choices or self.players)
