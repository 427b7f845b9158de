"""Panels with controllers that this program drives itself: full and partial refreshes behind the `Panel` protocol."""

from __future__ import annotations

import contextlib
import importlib
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from hal.clock.clock import Clock, RealClock
from hal.panel import picture
from hal.panel.busy_wait import BusyWait
from hal.panel.epd_models import EpdModel
from hal.panel.epd_wires import EpdWires
from hal.panel.panel import PanelKind, RefreshMode
from hal.panel.panel_errors import panel_error
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

    from hal.panel.ssd16 import MemoryRect

MIN_REFRESH_S_BY_MODE = {RefreshMode.FULL: 0.5, RefreshMode.PARTIAL: 0.1}
"""Minimum seconds of a refresh of each mode: a shorter pulse on the BUSY line is no refresh."""
TIMEOUT_FACTOR = 3
"""Timeout of a refresh, as a multiple of its usual time: in the cold it takes longer."""
MIN_TIMEOUT_S = 5.0
POLL_S = 0.005
_WHITE_IS_ONE = [255] + [0] * 255


class EpdController(Protocol):
    """A chip with one memory for the new picture and one for the old."""

    def set_up(self) -> None: ...

    def start_full_refresh(self, new: Image) -> None: ...

    def start_partial_refresh(self, old: Image, new: Image, rect: MemoryRect) -> None: ...

    def finish_refresh(self, new: Image, rect: MemoryRect) -> None: ...


class _OpenedController(NamedTuple):
    wires: EpdWires
    busy_wait: BusyWait
    controller: EpdController


WiresOpener = Callable[[EpdModel, Callable[[float], None]], EpdWires]


def _open_wires(model: EpdModel, sleep: Callable[[float], None]) -> EpdWires:
    return EpdWires(model.pins, sleep)


class EpdPanel:
    """A panel of `hal.panel.epd_models`. `show` may be called from one thread only; the first call opens the panel."""

    def __init__(
        self,
        model: EpdModel,
        clock: Clock | None = None,
        sleep: Callable[[float], None] = time.sleep,
        open_wires: WiresOpener = _open_wires,
    ) -> None:
        self.kind: PanelKind = model.kind
        self._model = model
        self._clock = clock or RealClock()
        self._sleep = sleep
        self._open_wires = open_wires
        self._opened: _OpenedController | None = None
        self._shown_memory: Image | None = None

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Show a picture; returns when the panel has refreshed. Raises PanelError; the next call opens the panel again.

        The picture on the glass is unknown until the first full refresh after opening: until then, every refresh is a
        full one.
        """
        try:
            picture.check_picture(self.kind, image)
            opened = self._opened = self._opened or self._open()
            new = to_chip_memory(image, self._model)
            old, self._shown_memory = self._shown_memory, None
            if mode is RefreshMode.FULL or old is None:
                self._refresh_fully(opened, new)
            else:
                self._refresh_partially(opened, old, new)
            self._shown_memory = new
        except Exception as error:
            self._close_after_error()
            raise panel_error(error) from error

    def _open(self) -> _OpenedController:
        driver_module = importlib.import_module(f"hal.panel.{self._model.driver_module}")
        wires = self._open_wires(self._model, self._sleep)
        wait = BusyWait(
            wires.is_busy_high, busy_level=driver_module.BUSY_LEVEL, clock=self._clock, sleep=self._sleep, poll_s=POLL_S
        )
        try:
            controller = driver_module.controller(wires, wait, self._model.memory_size)
            controller.set_up()
        except Exception:
            with contextlib.suppress(Exception):
                wires.close()
            raise
        return _OpenedController(wires, wait, controller)

    def _refresh_fully(self, opened: _OpenedController, new: Image) -> None:
        opened.controller.start_full_refresh(new)
        self._wait_for_refresh(opened, RefreshMode.FULL)
        opened.controller.finish_refresh(new, (0, 0, *new.size))

    def _refresh_partially(self, opened: _OpenedController, old: Image, new: Image) -> None:
        rect = changed_rect(old, new)
        if rect is None:
            return
        opened.controller.start_partial_refresh(old, new, rect)
        self._wait_for_refresh(opened, RefreshMode.PARTIAL)
        opened.controller.finish_refresh(new, rect)

    def _wait_for_refresh(self, opened: _OpenedController, mode: RefreshMode) -> None:
        timeout_s = max(MIN_TIMEOUT_S, TIMEOUT_FACTOR * self.kind.refresh_seconds(mode))
        opened.busy_wait.wait_for_refresh(timeout_s, MIN_REFRESH_S_BY_MODE[mode])

    def _close_after_error(self) -> None:
        opened, self._opened, self._shown_memory = self._opened, None, None
        if opened is not None:
            with contextlib.suppress(Exception):
                opened.wires.close()


def to_chip_memory(image: Image, model: EpdModel) -> Image:
    """Convert a picture in white (0) and black (1) for the chip's memory: white is 1, rotated as the glass is."""
    from PIL import Image as pil_image

    bitmap = image.point(_WHITE_IS_ONE, "1")
    if model.glass_rotation_degrees:
        transpose = pil_image.Transpose
        bitmap = bitmap.transpose(transpose.ROTATE_90 if model.glass_rotation_degrees == 90 else transpose.ROTATE_270)
    if bitmap.size == model.memory_size:
        return bitmap
    memory = pil_image.new("1", model.memory_size, 1)
    memory.paste(bitmap, (model.margin_pixels, 0))
    return memory


def changed_rect(old: Image, new: Image) -> MemoryRect | None:
    """Return the rectangle in which two pictures of mode 1 differ, widened to whole bytes; None if they are equal."""
    from PIL import ImageChops

    rect = ImageChops.logical_xor(old, new).getbbox()
    if rect is None:
        return None
    x0, y0, x1, y1 = rect
    return x0 // 8 * 8, y0, -(-x1 // 8) * 8, y1
