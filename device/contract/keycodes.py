"""From choices to key codes: one keyboard for every question of every game.

A question is a `Level`: cells, each with a meaning or a further level. Where a
cell lies depends on its slot and on the level's layout alone, never on how many
cells there are: fingers learn the codes once, and cells that don't apply stay
empty. At each place no code is the beginning of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, IntEnum
from typing import Generic, TypeVar, cast

from display.vocabulary import KEYS
from display.words import Label, Text
from values.named_tuple import NamedTuple

M_co = TypeVar("M_co", covariant=True)
"""What a finished code means: a game's declaration, or whatever else the table can do. It is never callable."""

Cell = IntEnum("Cell", "AA AB AC AD BA BB BC BD CA CB CC CD DA DB DC DD")
"""The cells of a pad by their keys, row and column: slots 1 to 16 in reading order."""

NONE = Cell.DD
"""The slot of none on pads and lists: pass, nothing, done, not said, 0."""

_LIST = ("A", "B", "C", "DA", "DB", "DC", "DDA", "DDB", "DDC", "DDD")
LAST = len(_LIST) - 1
"""The last slot of a list without none."""


class Layout(Enum):
    """Where the cells of a level lie."""

    PAD = "pad"
    """Row, then column. Slots are 1 to 16 (`Cell`): the numbers 1 to 12 in three rows; the last row is for words."""

    LIST = "list"
    """Slots from 0: A B C, then DA DB DC; none (`NONE`) is DD. In lists without it four more follow: DDA to DDD."""

    KEYS = "keys"
    """Four slots from 0, a key each."""

    def code(self, slot: int) -> str:
        """The keys that choose a slot. Raises ValueError where this layout has none of this number."""
        found = _CODES[self].get(slot)
        if found is None:
            raise ValueError(f"slot {slot} of a level laid out as {self.value}")
        return found


_CODES: dict[Layout, dict[int, str]] = {
    Layout.PAD: {int(cell): cell.name for cell in Cell},
    Layout.LIST: {**dict(enumerate(_LIST)), int(NONE): NONE.name},
    Layout.KEYS: dict(enumerate(KEYS)),
}


class Choice(NamedTuple, Generic[M_co]):
    """One cell of a level, at `slot`, which its layout numbers.

    `means` is what the code declares, a further level, or a function that
    makes one (for entries of any length). For those, `admits` may say whether a
    meaning can still be reached this way, so that a search need not open them.

    What is not `offered` no page shows; its keys mean it all the same, and the rules refuse it and say why.
    `barred` is why it can't be chosen now, where that is known before anything is declared: nothing shows it, and
    whoever types it is told so at once.
    """

    slot: int
    label: Label
    means: M_co | Level[M_co] | Callable[[], Level[M_co]]
    admits: Callable[[object], bool] | None = None
    offered: bool = True
    barred: Text | None = None

    @property
    def shown(self) -> bool:
        """Whether pages show it."""
        return self.offered and self.barred is None

    @property
    def ends(self) -> bool:
        """Whether the code ends here; no level is made to find out."""
        return not isinstance(self.means, Level) and not callable(self.means)

    def level(self) -> Level[M_co] | None:
        """The level this cell opens, or None if the code ends here."""
        if isinstance(self.means, Level):
            return self.means
        return self.means() if callable(self.means) else None

    @property
    def meaning(self) -> M_co:
        """What the code means that ends here, which is where there is no `level`."""
        return cast("M_co", self.means)


class Offer(NamedTuple, Generic[M_co]):
    """The `only` answer that fits, or one by which everybody goes on, in words, and what it declares: holding C gives
    it."""

    label: Text
    means: M_co
    only: bool = True


class Level(NamedTuple, Generic[M_co]):
    """Cells among which one code chooses.

    Levels of one `name` on a page have the same cells in the same slots, and
    are drawn once. In a level of `who`, each cell is a player's, in the slot of
    their seat: a pod that sits there answers it by being pressed. `by_heart` says
    that everybody who knows the keyboard, the table and the cards before them knows the codes of its
    cells without a page; a list of games or names has an order that must be read.

    `said` is what the keys that led here have said, where that is more than the
    labels of the cells. A `block` is the part of a pad with higher numbers; its
    number says all, and the cell that opened it nothing. While a number is typed, `making` is what there is of it,
    with its unit, which pages have in the place of the question. Where one answer follows from what others have said,
    or goes on for everybody, it is on `offer`.
    """

    name: str
    title: Label
    layout: Layout
    choices: tuple[Choice[M_co], ...]
    who: bool = False
    by_heart: bool = True
    said: tuple[Label, ...] | None = None
    block: bool = False
    making: Text | None = None
    offer: Offer[M_co] | None = None

    def code(self, slot: int) -> str:
        """The keys that choose a slot."""
        return self.layout.code(slot)


Said = tuple[Label, ...]
"""What keys have said so far, in words: “7”, “a pair”."""


class Spelled(NamedTuple, Generic[M_co]):
    """A finished code: what it means."""

    means: M_co


class Half(NamedTuple, Generic[M_co]):
    """The beginning of a code, which has `said` so much.

    It has got to `level`, with the keys of `rest` still to be made a cell's.
    """

    level: Level[M_co]
    rest: str
    said: Said = ()


class Empty(NamedTuple, Generic[M_co]):
    """No cell of `level` has a code that begins with the keys of `rest`; those before them have `said` so much."""

    level: Level[M_co]
    rest: str
    said: Said = ()


def spell(level: Level[M_co], typed: str, said: Said = ()) -> Spelled[M_co] | Half[M_co] | Empty[M_co]:
    """What the keys typed so far mean in a level, which was reached by keys that have `said` so much."""
    rest = typed
    while True:
        step = _step(level, rest)
        if step is None:
            return Half(level, rest, said) if _begins(level, rest) else Empty(level, rest, said)
        choice, after = step
        deeper = choice.level()
        if deeper is None:
            return Spelled(choice.meaning) if not after else Empty(level, rest, said)
        said, level, rest = _growing(said, level, choice, deeper), deeper, after


def _growing(said: Said, level: Level[object], choice: Choice[object], deeper: Level[object]) -> Said:
    """What is said once a cell has led to a deeper level."""
    if deeper.said is not None:
        return deeper.said
    return (*(said[:-1] if level.block else said), choice.label)


def _step(level: Level[M_co], typed: str) -> tuple[Choice[M_co], str] | None:
    # A press waits meanwhile: the codes of the layout are looked up once for all cells.
    codes = _CODES[level.layout]
    for choice in level.choices:
        keys = codes.get(choice.slot) or level.code(choice.slot)
        if typed.startswith(keys):
            return choice, typed[len(keys) :]
    return None


def _begins(level: Level[object], typed: str) -> bool:
    codes = _CODES[level.layout]
    return any((codes.get(choice.slot) or level.code(choice.slot)).startswith(typed) for choice in level.choices)


def barred(level: Level[object], keys: str) -> Text | None:
    """Why the cell with these keys can't be chosen now; None if it can, or there is none."""
    for choice in level.choices:
        # Hardly any cell is barred, and a press waits meanwhile: only of those that are, the keys are looked up.
        if choice.barred is not None and level.code(choice.slot) == keys:
            return choice.barred
    return None


def find(level: Level[object], meaning: object) -> str | None:
    """The keys that mean `meaning`, or None if no cell does."""
    for choice in level.choices:
        keys = level.code(choice.slot)
        if choice.admits is not None and not choice.admits(meaning):
            continue
        deeper = choice.level()
        if deeper is None:
            if choice.means == meaning:
                return keys
        else:
            rest = find(deeper, meaning)
            if rest is not None:
                return keys + rest
    return None


def meanings(level: Level[M_co]) -> Iterator[M_co]:
    """Every meaning of a level whose levels end; not for entries of any length."""
    for choice in level.choices:
        deeper = choice.level()
        if deeper is None:
            yield choice.meaning
        else:
            yield from meanings(deeper)
