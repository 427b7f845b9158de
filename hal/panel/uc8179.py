"""Driver of the UC8179, an e-ink controller: 800 by 480, black and white, with memories for old and new picture.

Commands and their bytes are those of UltraChip's data sheet, chapter 8, and of the maker of the panel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hal.panel.busy_wait import BusyWait
from hal.panel.epd_wires import EpdWires

if TYPE_CHECKING:
    from PIL.Image import Image

    from hal.panel.ssd16 import MemoryRect

BUSY_LEVEL = False
"""The level of the BUSY line while the chip works: low."""

PANEL_SETTING, POWER_SETTING, POWER_OFF, POWER_ON, BOOSTER = 0x00, 0x01, 0x02, 0x04, 0x06
WRITE_OLD, REFRESH, WRITE_NEW, DUAL_SPI = 0x10, 0x12, 0x13, 0x15
BORDER_AND_INTERVAL, GATE_TIMING, RESOLUTION = 0x50, 0x60, 0x61
WINDOW, ENTER_PARTIAL_MODE, LEAVE_PARTIAL_MODE, CASCADE_SETTING, FORCED_TEMPERATURE = 0x90, 0x91, 0x92, 0xE0, 0xE5

BLACK_AND_WHITE = 0x1F
VOLTAGES, CURRENTS = (0x07, 0x07, 0x3F, 0x3F), (0x17, 0x17, 0x28, 0x17)
ONE_IS_WHITE, FLOATING_BORDER = (0x29, 0x07), (0xA9, 0x07)
"""Values of BORDER_AND_INTERVAL, for full and for partial refreshes. In both, 1 is white. The second does not drive the
border."""
USE_FORCED_TEMPERATURE, PARTIAL_WAVEFORM_TEMPERATURE = 0x02, 0x6E
"""The chip chooses its waveform by temperature. This forced temperature, which no room has, selects the waveform of
partial refreshes."""
SETTLE_S, TIMEOUT_S = 0.1, 5.0


class Uc8179:
    """One controller. Pictures have mode 1 (white is 1) and the panel's own orientation.

    The left and right edges of rectangles are multiples of 8, so that rows are whole bytes.
    """

    def __init__(self, wires: EpdWires, busy_wait: BusyWait, memory_size: tuple[int, int]) -> None:
        self._wires = wires
        self._busy_wait = busy_wait
        self._memory_size = memory_size
        self._is_in_partial_mode = False

    def set_up(self) -> None:
        """Reset and set up the chip, after power-on or when its state is unknown."""
        (width, height), send = self._memory_size, self._wires.send
        self._is_in_partial_mode = False
        self._wires.reset()
        self._busy_wait.wait_until_idle(0.0, TIMEOUT_S)
        send(POWER_SETTING, VOLTAGES)
        send(BOOSTER, CURRENTS)
        send(PANEL_SETTING, (BLACK_AND_WHITE,))
        send(RESOLUTION, (width >> 8, width & 0xFF, height >> 8, height & 0xFF))
        send(DUAL_SPI, (0x00,))
        send(GATE_TIMING, (0x22,))

    def start_full_refresh(self, new: Image) -> None:
        """Start a full refresh."""
        from PIL import ImageChops

        if self._is_in_partial_mode:
            self.set_up()
        self._power_on()
        self._wires.send(BORDER_AND_INTERVAL, ONE_IS_WHITE)
        # The chip flashes only pixels that differ from the old picture. The inverse makes it flash all of them.
        self._wires.send(WRITE_OLD, ImageChops.invert(new).tobytes())
        self._wires.send(WRITE_NEW, new.tobytes())
        self._wires.send(REFRESH)

    def start_partial_refresh(self, old: Image, new: Image, rect: MemoryRect) -> None:
        """Start a partial refresh of what differs inside a rectangle."""
        x0, y0, x1, y1 = rect
        self._power_on()
        if not self._is_in_partial_mode:
            self._wires.send(CASCADE_SETTING, (USE_FORCED_TEMPERATURE,))
            self._wires.send(FORCED_TEMPERATURE, (PARTIAL_WAVEFORM_TEMPERATURE,))
            self._wires.send(BORDER_AND_INTERVAL, FLOATING_BORDER)
            self._is_in_partial_mode = True
        self._wires.send(ENTER_PARTIAL_MODE)
        edges = (x0, x1 - 1, y0, y1 - 1)
        self._wires.send(WINDOW, (*(byte for edge in edges for byte in (edge >> 8, edge & 0xFF)), 0x01))
        self._wires.send(WRITE_OLD, old.crop(rect).tobytes())
        self._wires.send(WRITE_NEW, new.crop(rect).tobytes())
        self._wires.send(REFRESH)

    def finish_refresh(self, new: Image, rect: MemoryRect) -> None:
        """Finish a refresh: leave the partial mode, if any, and switch the charge pump off."""
        if self._is_in_partial_mode:
            self._wires.send(LEAVE_PARTIAL_MODE)
        self._wires.send(POWER_OFF)
        self._busy_wait.wait_until_idle(SETTLE_S, TIMEOUT_S)

    def _power_on(self) -> None:
        self._wires.send(POWER_ON)
        self._busy_wait.wait_until_idle(SETTLE_S, TIMEOUT_S)


controller = Uc8179
"""The name under which `hal.panel.epd_panel` finds this class."""
