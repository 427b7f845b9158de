"""The table as one stream of events: what the loop sees of keys, panel and time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from hal.clock.clock import Clock
from hal.keys.keys import Edge, Outcome
from hal.panel.panel import PanelKind, RefreshMode
from hal.pods.events import PodEvent, PodIdentity
from hal.signal.readout import Readout, Status
from hal.signal.signal import Cue, Signal
from values.named_tuple import NamedTuple, equal_within_class

if TYPE_CHECKING:
    from PIL.Image import Image


class PanelDone(NamedTuple):
    """The refresh that was started is over, well or with an `error` (a sentence)."""

    at: float
    error: str | None = None


class Tick(NamedTuple):
    """The deadline has come; `at` is the time now."""

    at: float


@equal_within_class
class End(NamedTuple):
    """No more input will come: everything is delivered and the panel is idle."""


class LineChosen(NamedTuple):
    """Somebody beside the panel has chosen a line of the record (from 1), to correct it."""

    line: int


class RecordEdited(NamedTuple):
    """Somebody beside the panel has edited the record as text, and wants it to be so.

    `since` names the record that they began with (`hal.table.sidebar.version`). `answer` is to be called once, from any
    thread: with nothing, once the panel shows what would change, else with the sentence that says why it does not.
    """

    record: bytes
    since: str
    answer: Callable[[str], None]


class GameChosen(NamedTuple):
    """Somebody beside the panel has chosen a game of the past, by its number, to correct it."""

    number: int


class GameStopped(NamedTuple):
    """Somebody beside the panel wants a game of the past stopped, by its number.

    `answer` is called once: with nothing when it is, else with the sentence that says why it is not.
    """

    number: int
    answer: Callable[[str], None]


class Pointed(NamedTuple):
    """Somebody has pointed at a place of the picture: at `keys` of a code, or at one that is `held`.

    `turn` says which question the picture asked. Without keys it only wakes the panel.
    """

    turn: int
    keys: str
    held: bool = False


class WordsTyped(NamedTuple):
    """Somebody beside the panel has typed an answer in words or figures."""

    words: str


class EditingKey(Enum):
    """What keys of a keyboard do wherever people type."""

    ENTER = "enter"
    ESCAPE = "escape"
    BACKSPACE = "backspace"
    REDO = "redo"


class EditingKeyPressed(NamedTuple):
    """Somebody beside the panel has pressed such a key."""

    key: EditingKey


@equal_within_class
class Woken(NamedTuple):
    """Somebody beside the table has left something for it to look at."""


Direct = Pointed | WordsTyped | EditingKeyPressed
"""Answers that come without the four keys."""

Beside = LineChosen | RecordEdited | GameChosen | GameStopped | Direct
"""What is done beside the panel."""

Event = Edge | Outcome | PodEvent | Beside | Woken | PanelDone | Tick | End
"""Keys that the table debounces itself come as edges; pods' come as what they did."""


class Pods(Protocol):
    """The pods of a table. Every call returns at once and never fails."""

    def sources(self) -> tuple[str, ...]:
        """The sources of the pods that are there."""

    def who(self, source: str) -> PodIdentity | None:
        """Which pod a source is; None if it is none."""

    def give(self, cue: Cue, source: str) -> None:
        """Give a cue on one pod."""

    def say(self, status: Status, apart: Mapping[str, Status]) -> None:
        """Have every display say a status, but those of the sources in `apart` theirs."""


class Table(Protocol):
    """Keys, panel, signal, clock and perhaps a readout of one table. All calls come from one thread."""

    @property
    def clock(self) -> Clock: ...

    @property
    def kind(self) -> PanelKind: ...

    @property
    def signal(self) -> Signal: ...

    @property
    def readout(self) -> Readout | None:
        """A fast display beside the panel; None where there is none, and nobody need find words for it."""

    @property
    def pods(self) -> Pods | None:
        """Button pods; None where there can be none."""

    def next(self, deadline: float | None) -> Event:
        """Wait for the next event, until `deadline` (seconds of the clock) at the longest.

        What has already happened comes before a Tick. After an End, there are only Ends.
        """

    def wake(self) -> None:
        """Have `next` deliver a Woken in time. Any thread may call it."""

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Start a refresh and return at once; PanelDone follows. Raises RuntimeError while one is under way."""

    def close(self) -> None:
        """Let go of everything. May be called again."""
