"""Driver of the SSD1680 and SSD1683, e-ink controllers for black and white, with memories for old and new picture.

Commands and their bytes are those of Solomon Systech's data sheets, chapter 7.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.panel.busy_wait import BusyWait
from hal.panel.epd_wires import EpdWires

if TYPE_CHECKING:
    from PIL.Image import Image

BUSY_LEVEL = True
"""The level of the BUSY line while the chip works: high."""

DRIVER_OUTPUT, DATA_ENTRY, SOFT_RESET, TEMPERATURE_SENSOR = 0x01, 0x11, 0x12, 0x18
ACTIVATE_REFRESH, UPDATE_CONTROL, REFRESH_SEQUENCE, WRITE_NEW, WRITE_OLD, BORDER = 0x20, 0x21, 0x22, 0x24, 0x26, 0x3C
WINDOW_X, WINDOW_Y, START_X, START_Y = 0x44, 0x45, 0x4E, 0x4F

RIGHT_AND_DOWN = 0x03
INTERNAL_SENSOR = 0x80
FULL_SEQUENCE, PARTIAL_SEQUENCE = 0xF7, 0xFF
"""The refresh sequence: clock and charge pump on, load temperature and waveform, show the picture in mode 1 or 2, all
off."""
OLD_AS_BLACK, OLD_UNCHANGED = 0x40, 0x00
WAVEFORM_BORDER, FLOATING_BORDER = 0x05, 0x80
"""Values of BORDER, for full and for partial refreshes. In the second, the border is not driven: it would flash."""

TIMEOUT_S = 5.0
MemoryRect = tuple[int, int, int, int]
"""Left, top, right and bottom of a part of the memory, in pixels; right and bottom are excluded."""


class Ssd16:
    """One controller.

    Pictures have mode 1 (white is 1) and the glass's own orientation; rectangles consist of whole bytes.
    """

    def __init__(self, wires: EpdWires, busy_wait: BusyWait, memory_size: tuple[int, int]) -> None:
        self._wires = wires
        self._busy_wait = busy_wait
        self._memory_size = memory_size

    def set_up(self) -> None:
        """Reset and set up the chip, after power-on or when its state is unknown."""
        last_row = self._memory_size[1] - 1
        self._wires.reset()
        self._busy_wait.wait_until_idle(0.0, TIMEOUT_S)
        self._wires.send(SOFT_RESET)
        self._busy_wait.wait_until_idle(0.0, TIMEOUT_S)
        self._wires.send(DRIVER_OUTPUT, (last_row & 0xFF, last_row >> 8, 0))
        self._wires.send(DATA_ENTRY, (RIGHT_AND_DOWN,))
        self._wires.send(TEMPERATURE_SENSOR, (INTERNAL_SENSOR,))

    def start_full_refresh(self, new: Image) -> None:
        """Start a full refresh, and write the new picture to both memories."""
        whole_rect = (0, 0, *self._memory_size)
        self._wires.send(BORDER, (WAVEFORM_BORDER,))
        self._wires.send(UPDATE_CONTROL, (OLD_AS_BLACK, 0))
        self._write(WRITE_NEW, new, whole_rect)
        self._write(WRITE_OLD, new, whole_rect)
        self._refresh(FULL_SEQUENCE)

    def start_partial_refresh(self, old: Image, new: Image, rect: MemoryRect) -> None:
        """Start a partial refresh of what differs inside a rectangle. Both memories have `old`, the picture on it."""
        self._wires.send(BORDER, (FLOATING_BORDER,))
        self._wires.send(UPDATE_CONTROL, (OLD_UNCHANGED, 0))
        self._write(WRITE_NEW, new, rect)
        self._refresh(PARTIAL_SEQUENCE)

    def finish_refresh(self, new: Image, rect: MemoryRect) -> None:
        """Finish a refresh: write what was new inside the rectangle to the memory of the old picture."""
        self._write(WRITE_OLD, new, rect)

    def _refresh(self, sequence: int) -> None:
        self._wires.send(REFRESH_SEQUENCE, (sequence,))
        self._wires.send(ACTIVATE_REFRESH)

    def _write(self, memory: int, image: Image, rect: MemoryRect) -> None:
        x0, y0, x1, y1 = rect
        self._wires.send(WINDOW_X, (x0 // 8, (x1 - 1) // 8))
        self._wires.send(WINDOW_Y, (y0 & 0xFF, y0 >> 8, (y1 - 1) & 0xFF, (y1 - 1) >> 8))
        self._wires.send(START_X, (x0 // 8,))
        self._wires.send(START_Y, (y0 & 0xFF, y0 >> 8))
        self._wires.send(memory, image.crop(rect).tobytes())


controller = Ssd16
"""The name under which `hal.panel.epd_panel` finds this class."""
