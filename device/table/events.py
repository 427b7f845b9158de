"""What happens at a table, as values: one stream for all that only look on."""

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
from display.words import Label, Language, Text
from hal.keys.keys import Press
from values.named_tuple import NamedTuple


class Opening(Enum):
    """How a game came to be the one in play."""

    START = "start"  # the program began with it
    REMATCH = "rematch"
    ANOTHER = "another"
    SAME_PEOPLE = "same people"  # another game of the same people
    BACK = "back"  # an undo at the beginning of the game after it
    REDONE = "redone"  # a redo of that
    CORRECTED = "corrected"  # it is the same game, of which something in the past has changed
    UNCORRECTED = "uncorrected"  # an undo of that
    EARLIER = "earlier"  # it was chosen from the list of earlier games
    IN_PLAY = "in play"  # the table has left an earlier game
    RESUMED = "resumed"  # for a listener that was too slow to hear everything: this is how things stand


class Pressed(NamedTuple):
    """A key was pressed or held."""

    press: Press


class GameOpened(NamedTuple):
    """A game is in play from now on: its number in the journal, and the rows it has so far."""

    game: int
    rows: tuple[JournalRow, ...]
    opening: Opening


class Declared(NamedTuple):
    """Rows were acknowledged: what the table gave first, then what that forced.

    `shown` is each as a transcript may have it: without what is secret until the round is scored. `redone` says that an
    undo had taken them back.
    """

    rows: tuple[JournalRow, ...]
    shown: tuple[str, ...]
    redone: bool = False


class TakenBack(NamedTuple):
    """An undo took these rows back, the last of the game."""

    rows: tuple[JournalRow, ...]


class DeclarationRefused(NamedTuple):
    """A declaration, or a code, did not count. `lines` say why; a page that says so follows, but for a pod alone."""

    lines: tuple[Label, ...]


class Pointable(NamedTuple):
    """The newest page as the panel shows it: what is drawn there may be pointed at.

    `before` are the keys that have led to what the page asks, and `turn` counts what was asked so far: who points says
    it, so that what is pointed at late chooses nothing else. `asked` are the seats whose answer it is; none where
    anybody may give it. `level` is what the page asks in, from its first key on.
    """

    page: Page
    scene: Scene
    language: Language
    before: str
    turn: int
    asked: tuple[Seat, ...] = ()
    level: Level[Any] | None = None


class PageChanged(NamedTuple):
    """This is the newest page, whether or not the panel has come to draw it, and the session that it shows.

    `marks` are of the lines of the record that a correction on it is about. `pointable` is there where the panel shows
    it already.
    """

    page: Page
    session: Session
    language: Language
    marks: tuple[LineMark, ...] = ()
    pointable: Pointable | None = None


class Refreshed(NamedTuple):
    """The panel has finished a page at this moment, in seconds of the table's clock; or failed, with an `error`.

    `pointable` is there if no newer page waits.
    """

    at: float
    error: str | None = None
    pointable: Pointable | None = None


class LanguageChanged(NamedTuple):
    """The table speaks this language from now on."""

    language: Language


class Reported(NamedTuple):
    """Something that people may want to know, trouble above all."""

    sentence: Text
    level: LogLevel


TableEvent = (
    Pressed
    | GameOpened
    | Declared
    | TakenBack
    | DeclarationRefused
    | PageChanged
    | Refreshed
    | LanguageChanged
    | Reported
)
