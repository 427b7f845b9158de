"""The protocol of a table: one stream of events from keys, panel and time, as the game loop sees them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from hal.clock.clock import Clock
from hal.keys.keys import Edge, KeyOutcome
from hal.panel.panel import PanelKind, RefreshMode
from hal.pods.events import PodEvent, PodIdentity
from hal.signal.readout import Readout, Status
from hal.signal.signal import Cue, Signal
from values.named_tuple import NamedTuple, equal_within_class

if TYPE_CHECKING:
    from PIL.Image import Image


class RefreshDone(NamedTuple):
    """The refresh that was started is over, successfully or with an `error` (a sentence)."""

    time_s: float
    error: str | None = None


class Tick(NamedTuple):
    """The deadline has come; `time_s` is the time now."""

    time_s: float


@equal_within_class
class InputEnd(NamedTuple):
    """No more input will come: everything is delivered, and the panel is idle or was given up."""


class LineChosen(NamedTuple):
    """Somebody beside the panel has chosen a line of the record, by its number from 1, to correct it."""

    line_number: int


class RecordEdited(NamedTuple):
    """Somebody beside the panel has edited the record as text and sent it.

    `base_version` is the version of the record that they edited (`hal.table.sidebar.record_version`). `answer` must be
    called once, from any thread: with an empty string once the panel shows what would change, else with a sentence that
    says why it does not.
    """

    record: bytes
    base_version: str
    answer: Callable[[str], None]


class GameChosen(NamedTuple):
    """Somebody beside the panel has chosen a past game to correct it."""

    game_number: int


class GameStopRequested(NamedTuple):
    """Somebody beside the panel wants to stop a past game.

    `answer` is called once: with an empty string when the game is stopped, else with a sentence that says why it is
    not.
    """

    game_number: int
    answer: Callable[[str], None]


class PicturePointed(NamedTuple):
    """Somebody has pointed at an area of the picture: that of the `keys` of a code, or, if `is_hold`, of a key that is
    held.

    `question_number` is that of the question that the picture asked. Without keys, it only wakes the panel.
    """

    question_number: int
    keys: str
    is_hold: bool = False


class WordsTyped(NamedTuple):
    """Somebody beside the panel has typed an answer in words or figures."""

    words: str


class EditingKey(Enum):
    """Keys of a keyboard for editing, as in any text field."""

    ENTER = "enter"
    ESCAPE = "escape"
    BACKSPACE = "backspace"
    UNDO = "undo"
    REDO = "redo"
    HOLD_A = "hold-a"
    """No key of a keyboard: what holding A does on the page, with a name that was typed as a whole."""


class EditingKeyPressed(NamedTuple):
    """Somebody beside the panel has pressed an editing key."""

    key: EditingKey


@equal_within_class
class WakeUp(NamedTuple):
    """Another thread has called `Table.wake`: the loop should look for that thread's work."""


DirectAnswer = PicturePointed | WordsTyped | EditingKeyPressed
"""Answers that are given without the four keys."""

BrowserAction = LineChosen | RecordEdited | GameChosen | GameStopRequested | DirectAnswer
"""Actions beside the panel."""

Event = Edge | KeyOutcome | PodEvent | BrowserAction | WakeUp | RefreshDone | Tick | InputEnd
"""Keys that the table debounces itself come as edges, pods' keys as outcomes."""


class Pods(Protocol):
    """The pods of a table. Every call returns at once and never fails."""

    def sources(self) -> tuple[str, ...]:
        """Return the sources of the connected pods."""

    def identity_of(self, source: str) -> PodIdentity | None:
        """Return the pod of a source; None if the source is not a pod."""

    def play_cue(self, cue: Cue, source: str) -> None:
        """Give a cue on one pod."""

    def show_status(self, status: Status, by_source: Mapping[str, Status]) -> None:
        """Show a status on every display; on those of the sources in `by_source`, the status there."""


class Table(Protocol):
    """Keys, panel, signal, clock and perhaps a readout of one table. All calls come from one thread."""

    @property
    def clock(self) -> Clock: ...

    @property
    def panel_kind(self) -> PanelKind: ...

    @property
    def signal(self) -> Signal: ...

    @property
    def readout(self) -> Readout | None:
        """A fast display beside the panel; None if there is none, so that no words need be prepared for it."""

    @property
    def pods(self) -> Pods | None:
        """Button pods; None if there can be none."""

    def next_event(self, deadline: float | None) -> Event:
        """Wait for the next event, until `deadline` (seconds of the clock) at the longest.

        Whatever has already happened comes before a Tick. After an `InputEnd`, there are only more of them.
        """

    def wake(self) -> None:
        """Make `next_event` deliver a WakeUp soon. Any thread may call it."""

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Start a refresh and return at once; RefreshDone follows. Raises RuntimeError while one is under way."""

    def close(self) -> None:
        """Close the table. May be called again."""
