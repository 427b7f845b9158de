"""The queue of what to send to one pod: cues, the rows of its display, and the order to restart."""

from __future__ import annotations

from collections import deque
from itertools import zip_longest

from hal.signal.signal import Cue

MAX_CUES = 8
"""Maximum cues in the queue; older ones are dropped, since they have lost their meaning."""

_LETTER_BY_CUE = {
    Cue.HEARD: "h",
    Cue.ACCEPTED: "a",
    Cue.REFUSED: "r",
    Cue.HOLD_REACHED: "m",
    Cue.TROUBLE: "t",
    Cue.YOUR_TURN: "y",
}
IDENTIFY_LETTER = "i"


class SendQueue:
    """The data to send to a pod: cues first, then the current rows, and last the order to restart."""

    def __init__(self) -> None:
        self._cues: deque[str] = deque(maxlen=MAX_CUES)
        self._rows: tuple[str, ...] = ()
        self._shown_rows: list[str] = []
        self._is_restart_queued = False

    @property
    def has_payloads(self) -> bool:
        """Whether there is anything to send."""
        return bool(self._is_restart_queued or self._cues) or self._first_unshown_row() is not None

    @property
    def has_commands(self) -> bool:
        """Whether there is anything to send besides rows of the display."""
        return bool(self._cues) or self._is_restart_queued

    def put_cue_letter(self, letter: str) -> None:
        """Queue a cue, by its letter in the protocol."""
        self._cues.append(letter)

    def put_cue(self, cue: Cue) -> None:
        """Queue one of the table's cues."""
        self.put_cue_letter(_LETTER_BY_CUE[cue])

    def set_rows(self, rows: tuple[str, ...]) -> None:
        """Set the rows that the display should show."""
        self._rows = rows

    def put_restart(self) -> None:
        """Queue the order to restart for new files."""
        self._is_restart_queued = True

    def note_restart(self) -> None:
        """Note that the pod has started: its display is empty."""
        self._shown_rows = []

    def next_payload(self) -> bytes | None:
        """Remove and return the next payload of the protocol; None if there is none."""
        if self._cues:
            payload = f"L {self._cues.popleft()}"
        elif (unshown := self._first_unshown_row()) is not None:
            row_index, text = unshown
            self._shown_rows[row_index : row_index + 1] = [text]
            payload = f"T {row_index} {text}"
        elif self._is_restart_queued:
            self._is_restart_queued = False
            payload = "U"
        else:
            return None
        return payload.encode("ascii")

    def _first_unshown_row(self) -> tuple[int, str] | None:
        """Return the first row that the display does not show yet, with its text; None if it shows all."""
        for row_index, (text, shown_text) in enumerate(zip_longest(self._rows, self._shown_rows, fillvalue="")):
            if text != shown_text or row_index >= len(self._shown_rows):
                return row_index, text
        return None
