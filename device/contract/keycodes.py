"""Key codes: which keys choose which answer, the same way for every question of every game.

A question begins with a `Level`: cells, each of which has a meaning or opens a further level. The keys of a cell depend
only on its slot and on the level's layout, never on the number of cells. So players learn the codes once, and a slot
stays empty if its cell does not apply. Within a level, no code is the beginning of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum, IntEnum
from typing import Generic, TypeVar, cast

from display.vocabulary import KEYS
from display.words import Label, Text
from values.named_tuple import NamedTuple

M_co = TypeVar("M_co", covariant=True)
"""What a complete code means: a game's declaration, or anything else that the table can do. Never callable."""

Cell = IntEnum("Cell", "AA AB AC AD BA BB BC BD CA CB CC CD DA DB DC DD")
"""The cells of a pad, named by their two keys (row, then column): slots 1 to 16 in reading order."""

NONE = Cell.DD
"""The slot of the “none” answer on pads and lists: pass, nothing, done, not declared, 0."""

_LIST_CODES = ("A", "B", "C", "DA", "DB", "DC", "DDA", "DDB", "DDC", "DDD")
LAST_LIST_SLOT = len(_LIST_CODES) - 1
"""The last slot of a list that has no “none”."""


class Layout(Enum):
    """How the cells of a level are arranged, which decides their keys."""

    PAD = "pad"
    """Two keys: row and column. Slots are 1 to 16 (`Cell`): 1 to 12 in three rows; the last row is for words."""

    LIST = "list"
    """Slots from 0: A B C, then DA DB DC. “None” (`NONE`) is DD. Without “none”, there are four more: DDA to DDD."""

    KEYS = "keys"
    """Four slots from 0, one key each."""

    def code(self, slot: int) -> str:
        """Return the keys that choose a slot. Raises ValueError if this layout has no such slot."""
        keys = _CODES[self].get(slot)
        if keys is None:
            raise ValueError(f"slot {slot} of a level laid out as {self.value}")
        return keys


_CODES: dict[Layout, dict[int, str]] = {
    Layout.PAD: {int(cell): cell.name for cell in Cell},
    Layout.LIST: {**dict(enumerate(_LIST_CODES)), int(NONE): NONE.name},
    Layout.KEYS: dict(enumerate(KEYS)),
}


class Choice(NamedTuple, Generic[M_co]):
    """One cell of a level. `slot` is its number in the level's layout.

    `means` is what the code declares, a further level, or a function that makes one (for entries of any length). For a
    cell that opens a level, `admits` may return whether a meaning can still be reached through it, so that `keys_for`
    need not open the level.

    Whoever types words may type the `synonym` instead of the label.

    Pages don't show a cell that is not `listed`. Its keys still work; the rules then refuse the declaration and say
    why. `barred` is the reason why the cell can't be chosen now, if that is known before anything is declared. Pages
    don't show a barred cell, and a player who types its keys gets the reason at once.
    """

    slot: int
    label: Label
    means: M_co | Level[M_co] | Callable[[], Level[M_co]]
    admits: Callable[[object], bool] | None = None
    listed: bool = True
    barred: Text | None = None
    synonym: Label = ""

    @property
    def shown(self) -> bool:
        """Whether pages show the cell."""
        return self.listed and self.barred is None

    @property
    def completes_code(self) -> bool:
        """Whether the code is complete with this cell. No level is made to find out."""
        return not isinstance(self.means, Level) and not callable(self.means)

    def level(self) -> Level[M_co] | None:
        """Return the level that this cell opens, or None if the code is complete."""
        if isinstance(self.means, Level):
            return self.means
        return self.means() if callable(self.means) else None

    @property
    def meaning(self) -> M_co:
        """The meaning of a code that is complete with this cell. Read it only if `level` returns None."""
        return cast("M_co", self.means)


class Offer(NamedTuple, Generic[M_co]):
    """An answer that a player can declare by holding C: its label and its meaning.

    If `is_only_answer`, no other answer fits. Else it is the usual way to continue, which everybody may choose.
    """

    label: Text
    means: M_co
    is_only_answer: bool = True


class Level(NamedTuple, Generic[M_co]):
    """One step of a question: the cells among which the next keys choose."""

    name: str
    """Levels of one name on a page have the same cells in the same slots, and are drawn once."""
    title: Label
    layout: Layout
    choices: tuple[Choice[M_co], ...]
    is_of_players: bool = False
    """Whether each cell is a player's, in the slot of their seat. A pod of that seat answers with any press."""
    by_heart: bool = True
    """Whether people who know the keyboard, the table and their cards know the codes without seeing them. A list of
    games or names is not such a level: its order must be read."""
    words: tuple[Label, ...] | None = None
    """The meaning of the keys that led here, if they mean more than the labels of their cells."""
    is_number_block: bool = False
    """Whether this is the part of a pad with higher numbers. A number of it is shown without the cell before it."""
    shown_question: Text | None = None
    """Stands in place of the question while the level is open: the beginning of a typed number with its unit, or a
    title that says more than the question."""
    offer: Offer[M_co] | None = None
    """The answer that follows from other players' declarations, or that everybody can use to continue."""
    digit_count: int = 0
    """The number of digits of a number that is typed here digit by digit; else 0."""
    is_secret: bool = False
    """Whether no refusal may repeat what was typed before, such as a PIN: logs keep refusals."""
    chooses_who_answers: bool = False
    """Whether the cells choose the player whose answer follows, and not, say, the winner of a trick."""
    asks_everybody: bool = False
    """Whether everybody is asked at once, so that no player is marked as the one to act."""
    skipped_zero_title: Label | None = None
    """The title of a figure that is not asked because it can only be 0. Whoever types words may say that 0 before the
    answer to this level."""

    @property
    def continues_number(self) -> bool:
        """Whether the keys before this level have begun a number that is chosen or typed in it."""
        return self.is_number_block or self.digit_count > 0

    def code(self, slot: int) -> str:
        """Return the keys that choose a slot."""
        return self.layout.code(slot)

    def showing_only(self, means: object) -> Level[M_co]:
        """Return the level with one cell shown, if it has a cell of this meaning; else unchanged.

        Keys of the others still work: the rules refuse them, and say why.
        """
        if all(choice.means != means for choice in self.choices):
            return self
        return self._replace(choices=tuple(choice._replace(listed=choice.means == means) for choice in self.choices))


CodeWords = tuple[Label, ...]
"""The meaning of the keys typed so far, in words: “7”, “a pair”."""


class CompleteCode(NamedTuple, Generic[M_co]):
    """A complete code, with its meaning."""

    means: M_co


class PartialCode(NamedTuple, Generic[M_co]):
    """The beginning of a code. `words` is what it means so far.

    `level` is the level it has reached. `remaining_keys` are the keys typed there, which are not yet a complete cell.
    `player` is the player whose answer it is, if the keys have chosen one.
    """

    level: Level[M_co]
    remaining_keys: str
    words: CodeWords = ()
    player: Label | None = None


class InvalidCode(NamedTuple, Generic[M_co]):
    """A wrong code: no cell of `level` begins with `remaining_keys`. `words` is what the keys before them mean."""

    level: Level[M_co]
    remaining_keys: str
    words: CodeWords = ()


def parse_keys(
    level: Level[M_co], typed: str, words: CodeWords = ()
) -> CompleteCode[M_co] | PartialCode[M_co] | InvalidCode[M_co]:
    """Parse the keys typed in a level. `words` is the meaning of the keys that led to this level."""
    remaining_keys, player = typed, None
    while True:
        first_cell = _first_typed_cell(level, remaining_keys)
        if first_cell is None:
            return (
                PartialCode(level, remaining_keys, words, player)
                if _begins_a_code(level, remaining_keys)
                else InvalidCode(level, remaining_keys, words)
            )
        choice, following_keys = first_cell
        next_level = choice.level()
        if next_level is None:
            return CompleteCode(choice.meaning) if not following_keys else InvalidCode(level, remaining_keys, words)
        player = choice.label if level.chooses_who_answers else player
        words, level, remaining_keys = _words_after(words, level, choice, next_level), next_level, following_keys


def _words_after(
    words: CodeWords, level: Level[object], choice: Choice[object], next_level: Level[object]
) -> CodeWords:
    """The meaning so far, after a cell has opened the level `next_level`."""
    if next_level.words is not None:
        return next_level.words
    # The numbers of a block would look like a run of cards: “7–10, 14–24”.
    label = choice.synonym if next_level.is_number_block and choice.synonym else choice.label
    return (*(words[:-1] if level.is_number_block else words), label)


def _first_typed_cell(level: Level[M_co], typed: str) -> tuple[Choice[M_co], str] | None:
    # Called for each press: the layout's codes are looked up once for all cells.
    codes = _CODES[level.layout]
    for choice in level.choices:
        keys = codes.get(choice.slot) or level.code(choice.slot)
        if typed.startswith(keys):
            return choice, typed[len(keys) :]
    return None


def _begins_a_code(level: Level[object], typed: str) -> bool:
    codes = _CODES[level.layout]
    return any((codes.get(choice.slot) or level.code(choice.slot)).startswith(typed) for choice in level.choices)


def barred_reason(level: Level[object], keys: str) -> Text | None:
    """Return why the cell with these keys can't be chosen now; None if it can, or there is no such cell."""
    for choice in level.choices:
        # Called for each press: the keys are looked up only for cells that are barred, and hardly any are.
        if choice.barred is not None and level.code(choice.slot) == keys:
            return choice.barred
    return None


def keys_for(level: Level[object], meaning: object) -> str | None:
    """Return the keys that mean `meaning`, or None if no cell does."""
    for choice in level.choices:
        keys = level.code(choice.slot)
        if choice.admits is not None and not choice.admits(meaning):
            continue
        next_level = choice.level()
        if next_level is None:
            if choice.means == meaning:
                return keys
        else:
            further_keys = keys_for(next_level, meaning)
            if further_keys is not None:
                return keys + further_keys
    return None


def meanings(level: Level[M_co]) -> Iterator[M_co]:
    """Yield every meaning of a level and the levels below it. Never ends for entries of any length."""
    for choice in level.choices:
        next_level = choice.level()
        if next_level is None:
            yield choice.meaning
        else:
            yield from meanings(next_level)
