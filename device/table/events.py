"""Events of a table, as values: one stream for all listeners."""

from __future__ import annotations

from enum import Enum
from typing import Any

from device.contract.keycodes import Level
from device.contract.setup import Seat
from device.session.correction_marks import LineMark
from device.session.rows import JournalRow
from device.session.session import Session
from device.system.log_level import LogLevel
from display.scene import Scene
from display.vocabulary import Page
from display.words import Label, Language, Text, text
from hal.keys.keys import Press
from values.named_tuple import NamedTuple


class OpeningReason(Enum):
    """Why another game became the current one."""

    START = "start"  # the program began with it
    REMATCH = "rematch"
    ANOTHER = "another"  # a new game, from the first question
    LEFT = "left"  # the same, and the one before is not finished
    SAME_PEOPLE = "same people"  # another game of the same people
    UNDONE = "undone"  # an undo at the beginning of the next game
    REDONE = "redone"  # a redo of that
    CORRECTED = "corrected"  # the same game, after a correction of its past
    UNCORRECTED = "uncorrected"  # an undo of that
    EARLIER = "earlier"  # it was chosen from the list of earlier games
    CONTINUED = "continued"  # the same, and it goes on
    EARLIER_LEFT = "earlier left"  # the game in play is current again
    RESUMED = "resumed"  # sent to a listener that missed events: the current state


UNDO_TEXT = text("undo")
REDO_TEXT = text("redo")
OPENING_TEXTS = {
    OpeningReason.UNDONE: UNDO_TEXT,
    OpeningReason.REDONE: REDO_TEXT,
    OpeningReason.REMATCH: text("play again"),
    OpeningReason.ANOTHER: text("new game"),
    OpeningReason.LEFT: text("The game was left: continue it from the history."),
    OpeningReason.SAME_PEOPLE: text("same people, another game"),
    OpeningReason.CORRECTED: text("corrected"),
    OpeningReason.UNCORRECTED: UNDO_TEXT,
    OpeningReason.EARLIER: text("an earlier game"),
    OpeningReason.CONTINUED: text("the game goes on"),
    OpeningReason.EARLIER_LEFT: text("back at the table"),
    OpeningReason.RESUMED: text("some of what happened is missing here"),
}
"""The words for a game that becomes the current one, by the reason. The game at the start of the program has none."""


class Pressed(NamedTuple):
    """A key was pressed or held."""

    press: Press


class GameOpened(NamedTuple):
    """A game became the current one: its number in the journal, and its rows so far."""

    number: int
    rows: tuple[JournalRow, ...]
    reason: OpeningReason


class Declared(NamedTuple):
    """Rows were stored, and so acknowledged: first what the table declared, then what that forced.

    `shown_lines` are the rows as a transcript may show them: without what is secret until the round is scored.
    `is_redone` says that a redo restored them.
    """

    rows: tuple[JournalRow, ...]
    shown_lines: tuple[str, ...]
    is_redone: bool = False


class TakenBack(NamedTuple):
    """An undo removed these rows, the last of the game."""

    rows: tuple[JournalRow, ...]


class DeclarationRefused(NamedTuple):
    """A declaration, or a press that declares nothing, was refused. `lines` say why.

    A page with these lines follows, unless only a pod is concerned. Only if `declares`, it was a declaration.
    """

    lines: tuple[Label, ...]
    declares: bool = False


class PointablePage(NamedTuple):
    """The newest page, once it is on the panel: its parts can be pointed at.

    `keys_before` are the keys that have led to the page's question. A click that carries an older `question_number` is
    ignored. `asked_seats` are the seats that may answer; empty if anybody may. `level` is the question's
    level, as long as no key of its code is typed.
    """

    page: Page
    scene: Scene
    language: Language
    keys_before: str
    question_number: int
    asked_seats: tuple[Seat, ...] = ()
    level: Level[Any] | None = None


class PageChanged(NamedTuple):
    """A page became the newest, whether or not the panel shows it yet. `session` is the one that it shows.

    `marks` are the marked lines of the record, if the page is one of a correction. `pointable` is set if the panel
    shows the page already.
    """

    page: Page
    session: Session
    language: Language
    marks: tuple[LineMark, ...] = ()
    pointable: PointablePage | None = None


class RefreshEnded(NamedTuple):
    """The panel has finished a page at this moment, in seconds of the table's clock, or has failed with an `error`.

    `pointable` is set if no newer page waits.
    """

    time_s: float
    error: str | None = None
    pointable: PointablePage | None = None


class LanguageChanged(NamedTuple):
    """The table's language was changed."""

    language: Language


class Reported(NamedTuple):
    """A message for people, mostly about trouble."""

    sentence: Text
    log_level: LogLevel


TableEvent = (
    Pressed
    | GameOpened
    | Declared
    | TakenBack
    | DeclarationRefused
    | PageChanged
    | RefreshEnded
    | LanguageChanged
    | Reported
)
