"""The mock panel, in virtual time. It checks pictures as strictly as a real one."""

from __future__ import annotations

from collections import Counter, deque
from pathlib import Path
from typing import TYPE_CHECKING

from hal.clock.clock import VirtualClock
from hal.panel import picture
from hal.panel.orientation import picture_as_seen
from hal.panel.panel import PanelError, PanelKind, RefreshMode

if TYPE_CHECKING:
    from PIL.Image import Image


class MockPanel:
    """A panel that records what it shows. It has its own clock, which a refresh advances by its duration.

    Each finished refresh is written to `frames_directory` as 0001.png, 0002.png, …, as people see it on a panel
    mounted with a rotation of `rotation_degrees`. `planned_errors` are the errors of the coming refreshes, in order;
    None is a refresh without an error, as are all after them. `refresh_s` is the seconds of a full refresh.
    """

    def __init__(
        self, kind: PanelKind, clock: VirtualClock, frames_directory: Path | None = None, rotation_degrees: int = 0
    ) -> None:
        self.kind = kind
        self.planned_errors: deque[str | None] = deque()
        self.refresh_s = kind.refresh_s
        self.refresh_count = 0
        self.refreshes_by_mode: Counter[RefreshMode] = Counter()
        self.identical_count = 0
        self.shown_image: Image | None = None
        self._clock = clock
        self._frames_directory = frames_directory
        self._rotation_degrees = rotation_degrees

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Show a picture.

        Raises PanelError for a fault, ValueError for a picture that the panel could not show, and OSError if the frame
        cannot be written.
        """
        picture.check_picture(self.kind, image)
        self._clock.sleep(self.refresh_s if mode is RefreshMode.FULL else self.kind.refresh_seconds(mode))
        self.refreshes_by_mode[mode] += 1
        error = self.planned_errors.popleft() if self.planned_errors else None
        if error is not None:
            # After an interrupted refresh, the picture on the panel is unknown.
            self.shown_image = None
            raise PanelError(error)
        self.refresh_count += 1
        if self.shown_image is not None and self.shown_image.tobytes() == image.tobytes():
            self.identical_count += 1
        self.shown_image = image.copy()
        if self._frames_directory is not None:
            self._frames_directory.mkdir(parents=True, exist_ok=True)
            picture_seen = picture_as_seen(image, self._rotation_degrees)
            picture.write_png(picture_seen, self._frames_directory / f"{self.refresh_count:04}.png")
