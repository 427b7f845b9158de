"""Driver of the UC8179, an e-ink controller: 800 by 480, black and white, with memories for old and new picture.

Commands and their bytes are those of UltraChip's data sheet, chapter 8, and of the maker of the panel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.panel.busy_wait import BusyWait
from hal.panel.epd_wires import EpdWires

if TYPE_CHECKING:
    from PIL.Image import Image

BUSY = False
"""The level of the BUSY line while the chip works: low."""

PANEL, POWER, POWER_OFF, POWER_ON, BOOSTER = 0x00, 0x01, 0x02, 0x04, 0x06
WRITE_OLD, REFRESH, WRITE_NEW, DUAL_SPI, INTERVAL, TCON, SIZE = 0x10, 0x12, 0x13, 0x15, 0x50, 0x60, 0x61
WINDOW, WINDOWED, WHOLE, CASCADE, FORCED_TEMPERATURE = 0x90, 0x91, 0x92, 0xE0, 0xE5

BLACK_AND_WHITE = 0x1F
VOLTAGES, CURRENTS = (0x07, 0x07, 0x3F, 0x3F), (0x17, 0x17, 0x28, 0x17)
ONE_IS_WHITE, FLOATING_BORDER = (0x29, 0x07), (0xA9, 0x07)
"""Values of INTERVAL, for full and for partial refreshes. In both, 1 is white. The second does not drive the border."""
USE_FORCED, PARTIAL_WAVEFORM = 0x02, 0x6E
"""The chip chooses its waveform by temperature. This forced temperature, which no room has, selects the waveform of
partial refreshes."""
SETTLE_S, TIMEOUT_S = 0.1, 5.0
Box = tuple[int, int, int, int]


class Uc8179:
    """One controller. Pictures have mode 1 (white is 1) and the panel's own orientation.

    The left and right edges of boxes are multiples of 8, so that rows are whole bytes.
    """

    def __init__(self, wires: EpdWires, wait: BusyWait, size: tuple[int, int]) -> None:
        self._wires = wires
        self._wait = wait
        self._size = size
        self._quick = False

    def set_up(self) -> None:
        """Reset and set up the chip, after power-on or when its state is unknown."""
        (width, height), send = self._size, self._wires.send
        self._quick = False
        self._wires.reset()
        self._wait.wait_until_idle(0.0, TIMEOUT_S)
        send(POWER, VOLTAGES)
        send(BOOSTER, CURRENTS)
        send(PANEL, (BLACK_AND_WHITE,))
        send(SIZE, (width >> 8, width & 0xFF, height >> 8, height & 0xFF))
        send(DUAL_SPI, (0x00,))
        send(TCON, (0x22,))

    def start_full_refresh(self, new: Image) -> None:
        """Start a full refresh."""
        from PIL import ImageChops

        if self._quick:
            self.set_up()
        self._power_on()
        self._wires.send(INTERVAL, ONE_IS_WHITE)
        # The chip flashes only pixels that differ from the old picture. The inverse makes it flash all of them.
        self._wires.send(WRITE_OLD, ImageChops.invert(new).tobytes())
        self._wires.send(WRITE_NEW, new.tobytes())
        self._wires.send(REFRESH)

    def start_partial_refresh(self, old: Image, new: Image, box: Box) -> None:
        """Start a partial refresh of what differs inside a box."""
        x0, y0, x1, y1 = box
        self._power_on()
        if not self._quick:
            self._wires.send(CASCADE, (USE_FORCED,))
            self._wires.send(FORCED_TEMPERATURE, (PARTIAL_WAVEFORM,))
            self._wires.send(INTERVAL, FLOATING_BORDER)
            self._quick = True
        self._wires.send(WINDOWED)
        edges = (x0, x1 - 1, y0, y1 - 1)
        self._wires.send(WINDOW, (*(byte for edge in edges for byte in (edge >> 8, edge & 0xFF)), 0x01))
        self._wires.send(WRITE_OLD, old.crop(box).tobytes())
        self._wires.send(WRITE_NEW, new.crop(box).tobytes())
        self._wires.send(REFRESH)

    def finish_refresh(self, new: Image, box: Box) -> None:
        """Finish a refresh: leave the partial mode, if any, and switch the charge pump off."""
        if self._quick:
            self._wires.send(WHOLE)
        self._wires.send(POWER_OFF)
        self._wait.wait_until_idle(SETTLE_S, TIMEOUT_S)

    def _power_on(self) -> None:
        self._wires.send(POWER_ON)
        self._wait.wait_until_idle(SETTLE_S, TIMEOUT_S)


controller = Uc8179
"""The name under which `hal.panel.epd_panel` finds this class."""
