"""The mock panel: as strict about its pictures as a real one, in virtual time."""

from __future__ import annotations

from collections import Counter, deque
from pathlib import Path
from typing import TYPE_CHECKING

from hal.clock.clock import VirtualClock
from hal.panel import picture
from hal.panel.orientation import as_hung
from hal.panel.panel import PanelError, PanelKind, RefreshMode

if TYPE_CHECKING:
    from PIL.Image import Image


class MockPanel:
    """A panel that keeps what it shows. Its clock is its own: a refresh moves it on by as long as it takes.

    Each finished refresh is written to `frames` as 0001.png, 0002.png, …, as it is seen on a panel that hangs turned
    by `degrees`. `faults` are the errors in which the coming refreshes end, first to last; None is a refresh that goes
    well, as are all after them. `refresh_s` is how long a full one takes, in seconds.
    """

    def __init__(self, kind: PanelKind, clock: VirtualClock, frames: Path | None = None, degrees: int = 0) -> None:
        self.kind = kind
        self.faults: deque[str | None] = deque()
        self.refresh_s = kind.refresh_s
        self.refreshes = 0
        self.modes: Counter[RefreshMode] = Counter()
        self.identical = 0
        self.shown: Image | None = None
        self._clock = clock
        self._frames = frames
        self._degrees = degrees

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Show a picture. Raises PanelError for a fault, ValueError for a picture that the panel could not show,
        OSError if the frame cannot be written."""
        picture.check(self.kind, image)
        self._clock.sleep(self.refresh_s if mode is RefreshMode.FULL else self.kind.seconds(mode))
        self.modes[mode] += 1
        fault = self.faults.popleft() if self.faults else None
        if fault is not None:
            # A refresh that broke off leaves nobody knows what.
            self.shown = None
            raise PanelError(fault)
        self.refreshes += 1
        if self.shown is not None and self.shown.tobytes() == image.tobytes():
            self.identical += 1
        self.shown = image.copy()
        if self._frames is not None:
            self._frames.mkdir(parents=True, exist_ok=True)
            picture.write(as_hung(image, self._degrees), self._frames / f"{self.refreshes:04}.png")
