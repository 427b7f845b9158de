"""Controllers with a memory for the new picture and one for the old, and the glass that they drive.

A partial refresh drives only the pixels in which the memories differ: where the old one is not what is on the glass,
the picture has a ghost, here as there. Memories begin with noise, as after power-on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy

from hal.panel.panel import RefreshMode
from tests.hal.simulated.chips import POWER_S, SOFT_RESET_S, Glass, Now, Pixels
from tests.hal.simulated.panels import GLITCH_S, Fault

AsSeen = Callable[[Pixels], Pixels]
"""What people see of a chip's memory."""

UNKNOWN = 2
"""A pixel of which nobody can say what it shows: a refresh was broken off."""


class Seconds(NamedTuple):
    """How long refreshes take."""

    full: float
    partial: float


class _TwoMemories:
    """What both chips have in common. Pixels are 1 for white, by lines of the glass."""

    busy_level: bool

    def __init__(self, now: Now, glass: Glass, seconds: Seconds, as_seen: AsSeen) -> None:
        self.complaints: list[str] = []
        self.done: Counter[RefreshMode] = Counter()
        self.hangs = False
        self._now = now
        self._seconds = seconds
        self._as_seen = as_seen
        self._works = (0.0, 0.0)
        """Since when, and until when."""
        self._code: int | None = None
        noise = numpy.random.default_rng(glass.lines)
        self.new, self.old, self._seen = (
            noise.integers(0, 2, (glass.lines, glass.pixels), numpy.uint8) for _ in range(3)
        )
        self._coming: Pixels | None = None

    @property
    def refreshes(self) -> int:
        return self.done.total()

    @property
    def since(self) -> float:
        """When the work under way was begun."""
        return self._works[0]

    def reset(self) -> None:
        if self.busy() and self._coming is not None:
            self.complaints.append("reset in the middle of a refresh")
            self._seen = numpy.where(self._coming == self._seen, self._seen, UNKNOWN).astype(numpy.uint8)
        else:
            self._settle()
        self._coming = None
        self._work(SOFT_RESET_S)
        self._code = None
        self._forget()

    def busy(self) -> bool:
        return self._now() < self._works[1]

    def command(self, code: int) -> None:
        if self.busy():
            self.complaints.append(f"command {code:#04x} while busy")
        self._settle()
        self._code = code
        self._begin(code)

    def shown(self) -> Pixels | None:
        """The picture as people see it, 1 for black as the panel's colour numbers have it; None while it changes."""
        if self._coming is not None and self.busy():
            return None
        self._settle()
        if (self._seen == UNKNOWN).any():
            return None
        return (1 - self._as_seen(self._seen)).astype(numpy.uint8)

    def _settle(self) -> None:
        if self._coming is not None and not self.busy():
            self._seen, self._coming = self._coming, None

    def _work(self, seconds: float) -> None:
        self._works = (self._now(), self._now() + seconds)

    def _refresh(self, *, partial: bool, driven: Pixels) -> None:
        self._coming = numpy.where(driven, self.new, self._seen)
        self.done[RefreshMode.PARTIAL if partial else RefreshMode.FULL] += 1
        self._work(float("inf") if self.hangs else self._seconds.partial if partial else self._seconds.full)

    def _forget(self) -> None: ...

    def _begin(self, code: int) -> None: ...


class Ssd16Chip(_TwoMemories):
    """SSD1680 and SSD1683."""

    busy_level = True

    def __init__(self, now: Now, glass: Glass, seconds: Seconds, as_seen: AsSeen) -> None:
        super().__init__(now, glass, seconds, as_seen)
        self._forget()

    def _forget(self) -> None:
        self._columns, self._rows, self._at, self._sequence = (0, 0), (0, 0), [0, 0], 0

    def _begin(self, code: int) -> None:
        if code == 0x12:
            self._forget()
            self._work(SOFT_RESET_S)
        elif code == 0x20:
            partial = self._sequence == 0xFF
            if not partial and self._sequence != 0xF7:
                self.complaints.append(f"update sequence {self._sequence:#04x} is not simulated")
            everything = numpy.ones_like(self.new)
            self._refresh(partial=partial, driven=self.old != self.new if partial else everything)

    def data(self, values: bytes) -> None:
        match self._code:
            case 0x24:
                self._write(self.new, values)
            case 0x26:
                self._write(self.old, values)
            case 0x22:
                self._sequence = values[0]
            case int(code):
                self._set(code, values)

    def _set(self, code: int, values: bytes) -> None:
        match code:
            case 0x01 if _pair(values) != len(self.new) - 1:
                self.complaints.append(f"{_pair(values)} is not the last line")
            case 0x11 if values[0] != 0x03:
                self.complaints.append(f"data entry mode {values[0]:#04x} is not simulated")
            case 0x44:
                self._columns = (values[0], values[1])
            case 0x45:
                self._rows = (_pair(values), _pair(values[2:]))
            case 0x4E:
                self._at[0] = values[0]
            case 0x4F:
                self._at[1] = _pair(values)

    def _write(self, memory: Pixels, values: bytes) -> None:
        (first, last), (top, bottom) = self._columns, self._rows
        if self._at != [first, top]:
            self.complaints.append(f"a picture that begins at {self._at}")
        _fill(self.complaints, memory, values, (8 * first, top, 8 * last + 8, bottom + 1))


class Uc8179Chip(_TwoMemories):
    """UC8179. Also in a full refresh only pixels that differ from the old picture are sure to be driven."""

    busy_level = False

    def __init__(self, now: Now, glass: Glass, seconds: Seconds, as_seen: AsSeen) -> None:
        super().__init__(now, glass, seconds, as_seen)
        self._forget()

    def _forget(self) -> None:
        self._power, self._windowed, self._window = False, False, (0, 0, 0, 0)
        self._registers: dict[int, bytes] = {}

    def _begin(self, code: int) -> None:
        match code:
            case 0x04:
                self._power = True
                self._work(POWER_S)
            case 0x02:
                self._power = False
                self._work(POWER_S)
            case 0x91 | 0x92:
                self._windowed = code == 0x91
            case 0x12:
                self._begin_refresh()

    def _begin_refresh(self) -> None:
        if not self._power:
            self.complaints.append("refresh without power")
            return
        if self._registers.get(0x61) != bytes((3, 0x20, 1, 0xE0)):
            self.complaints.append("refresh without the panel's size")
        interval = self._registers.get(0x50, b"\0")[0]
        if interval & 0b11 != 0b01:
            self.complaints.append("0 is white")
        partial = self._registers.get(0xE0) == b"\x02" and self._registers.get(0xE5) == b"\x6e"
        self._refresh(partial=partial, driven=self.old != self.new)
        if interval & 0b1000:
            self.old = self.new.copy()

    def data(self, values: bytes) -> None:
        match self._code:
            case 0x10:
                self._write(self.old, values)
            case 0x13:
                self._write(self.new, values)
            case 0x90:
                x0, x1, y0, y1 = (values[at] << 8 | values[at + 1] for at in (0, 2, 4, 6))
                self._window = (x0, y0, x1 + 1, y1 + 1)
            case int(code):
                self._registers[code] = values

    def _write(self, memory: Pixels, values: bytes) -> None:
        whole = (0, 0, *self.new.shape[::-1])
        _fill(self.complaints, memory, values, self._window if self._windowed else whole)


def _pair(values: bytes) -> int:
    return values[0] | values[1] << 8


def _fill(complaints: list[str], memory: Pixels, values: bytes, box: tuple[int, int, int, int]) -> None:
    x0, y0, x1, y1 = box
    if x0 % 8 or x1 % 8 or len(values) * 8 != (x1 - x0) * (y1 - y0) or x1 > memory.shape[1] or y1 > memory.shape[0]:
        complaints.append(f"{len(values)} bytes for {box}")
        return
    memory[y0:y1, x0:x1] = numpy.unpackbits(numpy.frombuffer(values, numpy.uint8)).reshape((y1 - y0, x1 - x0))


EpdChip = Ssd16Chip | Uc8179Chip


class WiredEpd:
    """A panel with such a chip on the wires, and what can be wrong with it; see `tests.hal.simulated.panels.Panel`."""

    def __init__(self, chip: EpdChip, now: Now) -> None:
        self.chip = chip
        self.selects = {8: chip}
        self._now = now
        self._fault = Fault.NONE

    @property
    def complaints(self) -> list[str]:
        return self.chip.complaints

    @property
    def refreshes(self) -> int:
        return self.chip.refreshes

    @property
    def fault(self) -> Fault:
        return self._fault

    @fault.setter
    def fault(self, fault: Fault) -> None:
        self._fault = fault
        self.chip.hangs = fault is Fault.HANGS

    def reset(self) -> None:
        self.chip.reset()

    def level(self) -> bool:
        if self._fault in (Fault.HIGH, Fault.LOW):
            return self._fault is Fault.HIGH
        busy = self.chip.busy()
        if self._fault is Fault.GLITCH:
            busy = busy and self._now() < self.chip.since + GLITCH_S / 10
        return busy == self.chip.busy_level

    def shown(self) -> Pixels | None:
        return self.chip.shown()
