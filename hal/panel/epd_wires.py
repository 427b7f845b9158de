"""The wiring of a panel whose controller this program drives: SPI, its GPIO lines, and the chip select."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from hal.gpio.header import CONSUMER, is_spi_driver, open_header
from hal.panel.panel import PanelError
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    import gpiod
    from gpiod.line import Value

CHIP_SELECT_PIN = 8
"""The pin of SPI 0's first chip select, on every supported board."""
SPI_CLOCK_HZ = 10_000_000
"""SPI clock: the slowest of these controllers' limits for writing (UC8179 data sheet, serial interface timing)."""
RESET_PULSE_S = 0.02
"""Seconds that the reset line is low, and that the chip is left alone after it; the data sheets ask for 10 ms."""


class EpdPins(NamedTuple):
    """BCM numbers of the lines besides SPI; `power` is None for boards that are always on."""

    reset: int
    data_command: int
    busy: int
    power: int | None = None


class EpdWires:
    """The opened wires. Raises PanelError if pins are in use, OSError, and ImportError without gpiod or spidev.

    If the kernel holds the chip select, the kernel switches it; otherwise this class does.
    """

    def __init__(
        self, pins: EpdPins, sleep: Callable[[float], None], open_chip: Callable[[], gpiod.Chip] = open_header
    ) -> None:
        import spidev
        from gpiod.line import Value

        self._pins = pins
        self._sleep = sleep
        self._high, self._low = Value.ACTIVE, Value.INACTIVE
        chip = open_chip()
        try:
            self._drives_chip_select = not is_spi_driver(chip.get_line_info(CHIP_SELECT_PIN).consumer)
            self._lines = self._request_lines(chip)
        finally:
            chip.close()
        self._spi = spidev.SpiDev()
        try:
            self._spi.open(0, 0)
            self._spi.max_speed_hz = SPI_CLOCK_HZ
        except BaseException:
            self.close()
            raise

    def _request_lines(self, chip: gpiod.Chip) -> gpiod.LineRequest:
        from gpiod import LineSettings
        from gpiod.line import Direction

        high_pins = [self._pins.reset, *([CHIP_SELECT_PIN] if self._drives_chip_select else [])]
        if self._pins.power is not None:
            high_pins.append(self._pins.power)
        outputs = {pin: LineSettings(direction=Direction.OUTPUT, output_value=self._high) for pin in high_pins}
        low_output = LineSettings(direction=Direction.OUTPUT, output_value=self._low)
        config: dict[Iterable[int | str] | int | str, LineSettings | None] = dict(outputs.items())
        config |= {self._pins.data_command: low_output, self._pins.busy: LineSettings(direction=Direction.INPUT)}
        infos = [chip.get_line_info(pin) for pin in sorted((*outputs, self._pins.data_command, self._pins.busy))]
        pins_in_use = [f"GPIO {info.offset} by “{info.consumer}”" for info in infos if info.used]
        if pins_in_use:
            raise PanelError(f"Pins that the panel needs are in use: {'; '.join(pins_in_use)}.")
        return chip.request_lines(consumer=CONSUMER, config=config)

    def reset(self) -> None:
        """Pulse the reset line."""
        for level in (self._low, self._high):
            self._lines.set_value(self._pins.reset, level)
            self._sleep(RESET_PULSE_S)

    def is_busy_high(self) -> bool:
        """Whether the BUSY line is high."""
        return self._lines.get_value(self._pins.busy) is self._high

    def send(self, command: int, data: Sequence[int] | bytes = b"") -> None:
        """Send a command and its data."""
        self._transfer(self._low, bytes((command,)))
        if data:
            self._transfer(self._high, bytes(data))

    def _transfer(self, data_command_level: Value, data: bytes) -> None:
        self._lines.set_value(self._pins.data_command, data_command_level)
        if self._drives_chip_select:
            self._lines.set_value(CHIP_SELECT_PIN, self._low)
        self._spi.writebytes2(data)
        if self._drives_chip_select:
            self._lines.set_value(CHIP_SELECT_PIN, self._high)

    def close(self) -> None:
        """Close the SPI device and release the lines."""
        try:
            self._spi.close()
        finally:
            self._lines.release()
