"""What is to be said to one pod: cues, the rows of its display, and that it shall start anew."""

from __future__ import annotations

from collections import deque
from itertools import zip_longest

from hal.signal.signal import Cue

CUES = 8
"""Cues that wait for a pod at most; older ones have lost their sense."""

_LETTERS = {
    Cue.HEARD: "h",
    Cue.ACCEPTED: "a",
    Cue.REFUSED: "r",
    Cue.ARMED: "m",
    Cue.TROUBLE: "t",
    Cue.YOUR_TURN: "y",
}
IDENTIFY = "i"


class SendQueue:
    """What waits to be said to a pod: cues first, then rows as they are by then, and last that it shall start anew."""

    def __init__(self) -> None:
        self._cues: deque[str] = deque(maxlen=CUES)
        self._rows: tuple[str, ...] = ()
        self._shown: list[str] = []
        self._restart = False

    @property
    def waiting(self) -> bool:
        """Whether there is anything to be said."""
        return bool(self._restart or self._cues) or self._unshown() is not None

    @property
    def commands_waiting(self) -> bool:
        """Whether there is anything to be said besides what the display shows."""
        return bool(self._cues) or self._restart

    def cue(self, letter: str) -> None:
        """Give a cue, by its letter of the protocol."""
        self._cues.append(letter)

    def give(self, cue: Cue) -> None:
        """Give one of the table's cues."""
        self.cue(_LETTERS[cue])

    def show(self, rows: tuple[str, ...]) -> None:
        """Have the display show these rows."""
        self._rows = rows

    def restart(self) -> None:
        """Have the pod start anew for new files."""
        self._restart = True

    def greeted(self) -> None:
        """The pod has begun: its display shows nothing yet."""
        self._shown = []

    def pop(self) -> bytes | None:
        """The next payload of the protocol, which counts as said then; None if there is none."""
        if self._cues:
            payload = f"L {self._cues.popleft()}"
        elif (row := self._unshown()) is not None:
            self._shown[row : row + 1] = [self._rows[row]]
            payload = f"T {row} {self._rows[row]}"
        elif self._restart:
            self._restart = False
            payload = "U"
        else:
            return None
        return payload.encode("ascii")

    def _unshown(self) -> int | None:
        """The first row that the display does not show yet."""
        for row, (wanted, shown) in enumerate(zip_longest(self._rows, self._shown, fillvalue="")):
            if wanted != shown or row >= len(self._shown):
                return row
        return None
