"""A Raspberry Pi: what spidev, gpiod and smbus2 find instead of a real one."""

from __future__ import annotations

import errno
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import ModuleType
from typing import Any, NamedTuple

from gpiod.line import Value

from hal.panel.epd_wires import EpdPins
from hal.panel.inky_models import InkyModel
from tests.hal.simulated.panels import Fault, Panel
from tests.hal.simulated.two_memories import WiredEpd

RESET, BUSY, DC = 27, 17, 22
INKY = EpdPins(RESET, DC, BUSY)


class SimulatedTime:
    """Time there: sleeping is what makes it pass. Stands in for the module `time` of drivers, and is a clock."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.seconds += seconds

    def monotonic(self) -> float:
        return self.seconds

    def advance_to(self, moment: float) -> None:
        self.sleep(moment - self.seconds)

    now = monotonic


class SpiBus:
    """What is on the wires of SPI, and what goes wrong there."""

    def __init__(self) -> None:
        self.there: OSError | None = None
        """The error that opening it ends in."""
        self.breaks_after: int | None = None
        """How many bytes get through until it fails."""
        self.no_cs: OSError | None = None
        """The error that leaving the chip select alone ends in."""
        self.no_speed: OSError | None = None
        """The error that setting its clock ends in."""
        self.open = 0
        self.hz = 125_000_000
        self.sent = 0
        self.pending = bytearray()
        """What is on the wire; it arrives before the next change of a line."""

    def transfer(self, values: bytes) -> None:
        if self.breaks_after is not None:
            room = self.breaks_after - self.sent - len(self.pending)
            if len(values) > room:
                self.pending += values[:room]
                raise OSError(errno.EIO, "Input/output error")
        self.pending += values

    def arrived(self) -> bytes:
        """What has been sent since this was last asked."""
        values = bytes(self.pending)
        self.pending.clear()
        self.sent += len(values)
        return values


class RaspberryPi:
    """A Raspberry Pi with a panel, or without. What goes wrong is set on it at any time."""

    def __init__(
        self, model: InkyModel | None = None, *, eeprom: bytes | OSError | None = None, refresh_s: float | None = None
    ) -> None:
        self.time = SimulatedTime()
        self.panel = None if model is None else Panel(model, self.time.now, refresh_s)
        self.epd: WiredEpd | None = None
        """A panel of another maker's in its place, and its pins."""
        self.lines = INKY
        self.eeprom = eeprom
        """What I2C reads; an error that it ends in; None if nobody answers."""
        self.taken: dict[int, str] = {}
        """Pins that are in use, with the name of who uses them."""
        self.spi = SpiBus()
        self.gpio_there: OSError | None = None
        """The error that opening the GPIO chip ends in."""
        self.i2c_open = 0
        self.levels: dict[int, bool] = {}

    def _deliver(self) -> None:
        """What has been sent goes where the lines say, before they change."""
        values = self.spi.arrived()
        self.time.seconds += 8 * len(values) / self.spi.hz
        if self.wired is None or not values:
            return
        for chip in (chip for pin, chip in self.wired.selects.items() if self._selected(pin)):
            if self.levels[self.lines.data_command]:
                chip.data(values)
            else:
                for code in values:
                    chip.command(code)

    @property
    def wired(self) -> Panel | WiredEpd | None:
        """The panel that is on the wires."""
        return self.panel or self.epd

    def _selected(self, pin: int) -> bool:
        """A chip select that the kernel holds is low whenever something is sent."""
        return self.taken.get(pin, "").startswith("spi") or not self.levels.get(pin, True)

    def arrive(self) -> None:
        """Nothing is on its way any more."""
        self._deliver()

    def set_level(self, pin: int, high: bool) -> None:
        self._deliver()
        if pin == self.lines.reset and not high and self.levels.get(pin, True) and self.wired is not None:
            self.wired.reset()
        self.levels[pin] = high


class _Info(NamedTuple):
    label: str


class _LineInfo(NamedTuple):
    offset: int
    used: bool
    name: str
    consumer: str


class GpioChip:
    """gpiod.Chip."""

    raspberry: RaspberryPi

    def __init__(self, path: str) -> None:
        if self.raspberry.gpio_there is not None:
            raise self.raspberry.gpio_there

    def get_info(self) -> _Info:
        return _Info("pinctrl-bcm2835")

    def line_offset_from_id(self, pin: int | str) -> int:
        return int(pin)

    def close(self) -> None:
        """What was requested stays so."""

    def get_line_info(self, offset: int) -> _LineInfo:
        who = self.raspberry.taken.get(offset)
        return _LineInfo(offset, who is not None, f"GPIO{offset}", who or "")

    def request_lines(self, consumer: str, config: dict[int, Any]) -> LineRequest:
        if any(pin in self.raspberry.taken for pin in config):
            raise OSError(errno.EBUSY, "Device or resource busy")
        return LineRequest(self.raspberry, consumer, config)


class LineRequest:
    """gpiod.LineRequest. A debounced input shows a level only once it has lasted, as the kernel has it."""

    def __init__(self, raspberry: RaspberryPi, consumer: str, config: dict[int, Any]) -> None:
        self._raspberry = raspberry
        self._pins = tuple(config)
        for pin in self._pins:
            raspberry.taken[pin] = consumer
            if config[pin].direction.name == "OUTPUT":
                raspberry.set_level(pin, config[pin].output_value == Value.ACTIVE)
        self._busy = raspberry.lines.busy
        self._debounce: timedelta = config[self._busy].debounce_period
        self._stable = self._raw()
        self._seen = self._stable
        self._since = 0.0

    def set_value(self, pin: int, value: Value) -> None:
        assert pin in self._pins
        self._raspberry.set_level(pin, value == Value.ACTIVE)

    def get_value(self, pin: int) -> Value:
        assert pin == self._busy
        self._raspberry.arrive()
        return Value.ACTIVE if self._level() else Value.INACTIVE

    def release(self) -> None:
        for pin in self._pins:
            del self._raspberry.taken[pin]

    def _raw(self) -> bool:
        return self._raspberry.wired is not None and self._raspberry.wired.level()

    def _level(self) -> bool:
        raw, now = self._raw(), self._raspberry.time.now()
        if raw != self._seen:
            self._seen, self._since = raw, now
        if now - self._since >= self._debounce.total_seconds():
            self._stable = raw
        return self._stable


class SpiDev:
    """spidev.SpiDev."""

    def __init__(self, raspberry: RaspberryPi) -> None:
        self._raspberry = raspberry
        self._is_open = False

    @property
    def max_speed_hz(self) -> int:
        return self._raspberry.spi.hz

    @max_speed_hz.setter
    def max_speed_hz(self, hz: int) -> None:
        if self._raspberry.spi.no_speed is not None:
            raise self._raspberry.spi.no_speed
        self._raspberry.spi.hz = hz

    def open(self, bus: int, device: int) -> None:
        assert (bus, device) == (0, 0)
        if self._raspberry.spi.there is not None:
            raise self._raspberry.spi.there
        self._raspberry.spi.open += 1
        self._is_open = True

    def close(self) -> None:
        self._raspberry.spi.open -= self._is_open
        self._is_open = False

    @property
    def no_cs(self) -> bool:
        return False

    @no_cs.setter
    def no_cs(self, value: bool) -> None:
        if self._raspberry.spi.no_cs is not None:
            raise self._raspberry.spi.no_cs

    def xfer3(self, values: list[int] | bytes) -> None:
        try:
            sent = bytes(values)
        except ValueError:  # the real one sends the lowest eight bits
            sent = bytes(value & 0xFF for value in values)
        self._raspberry.spi.transfer(sent)

    def writebytes2(self, values: bytes) -> None:
        self._raspberry.spi.transfer(values)

    @property
    def xfer(self) -> Callable[[list[int]], None]:
        """One driver sends a picture byte by byte: where nothing can go wrong there is no ceremony about each."""
        return self.xfer3 if self._raspberry.spi.breaks_after is not None else self._raspberry.spi.pending.extend


class SmBus:
    """smbus2.SMBus, with the EEPROM on it."""

    raspberry: RaspberryPi

    def __init__(self, bus: int) -> None:
        assert bus == 1
        if isinstance(self.raspberry.eeprom, OSError) and self.raspberry.eeprom.errno in (errno.ENOENT, errno.EACCES):
            raise self.raspberry.eeprom
        self.raspberry.i2c_open += 1

    def __enter__(self) -> SmBus:
        return self

    def __exit__(self, *_: object) -> None:
        self.raspberry.i2c_open -= 1

    def write_i2c_block_data(self, address: int, register: int, data: list[int]) -> None:
        assert (address, register, data) == (0x50, 0, [0])
        if self.raspberry.eeprom is None:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if isinstance(self.raspberry.eeprom, OSError):
            raise self.raspberry.eeprom

    def read_i2c_block_data(self, address: int, register: int, length: int) -> list[int]:
        assert isinstance(self.raspberry.eeprom, bytes)
        return list(self.raspberry.eeprom[:length])


@contextmanager
def plugged(raspberry: RaspberryPi) -> Iterator[RaspberryPi]:
    """Everything that asks for hardware meanwhile finds this Raspberry Pi."""
    import gpiod
    import gpiodevice
    import inky  # noqa: F401  (all drivers, so that their time can be replaced)
    import smbus2

    spidev: Any = ModuleType("spidev")
    spidev.SpiDev = lambda: SpiDev(raspberry)
    drivers = [sys.modules[name] for name in sorted(sys.modules) if name.startswith("inky.")]
    with tempfile.NamedTemporaryFile(prefix="gpiochip") as device:
        changes: list[tuple[Any, str, Any]] = [
            (gpiod, "Chip", type("Chip", (GpioChip,), {"raspberry": raspberry})),
            (gpiod, "is_gpiochip_device", lambda path: True),
            (gpiodevice, "CHIP_GLOB", device.name),
            (gpiodevice.platform, "get_gpiochip_labels", lambda: ["pinctrl-*"]),
            (smbus2, "SMBus", type("SMBus", (SmBus,), {"raspberry": raspberry})),
            *((driver, "time", raspberry.time) for driver in drivers if hasattr(driver, "time")),
        ]
        before = [(where, name, getattr(where, name)) for where, name, _ in changes]
        real = sys.modules.get("spidev")
        sys.modules["spidev"] = spidev
        for where, name, value in changes:
            setattr(where, name, value)
        try:
            yield raspberry
        finally:
            for where, name, value in before:
                setattr(where, name, value)
            del sys.modules["spidev"]
            if real is not None:
                sys.modules["spidev"] = real


__all__ = ["BUSY", "DC", "RESET", "Fault", "RaspberryPi", "plugged"]
