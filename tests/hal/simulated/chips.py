"""The controllers of the panels: bytes in, a picture on the glass out, a BUSY line meanwhile.

Written from what the bytes mean to a chip (memory windows, address counters, planes, packed pixels), not from how a
driver comes by them. A chip notes what it would not have put up with in `complaints`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

Pixels = NDArray[numpy.uint8]
Now = Callable[[], float]

SOFT_RESET_S = 0.01
POWER_S = 0.15


class Glass(NamedTuple):
    """How a chip's memory lies behind the glass: its lines and pixels, turned a quarter or not, lines hidden on top."""

    lines: int
    pixels: int
    turned: bool = False
    hidden: int = 0

    def picture(self, memory: Pixels) -> Pixels:
        seen = numpy.rot90(memory, 1) if self.turned else memory
        return seen[self.hidden :]


class _Works:
    """What all chips have in common: work that takes its time, and a refresh that ends in a picture."""

    def __init__(self, now: Now, glass: Glass, refresh_s: float) -> None:
        self.complaints: list[str] = []
        self.glass = glass
        self.refresh_s = refresh_s
        self.refreshes = 0
        self.power = False
        self.hangs = False
        """Whether a refresh never ends."""
        self.since = 0.0
        """When the work under way was begun."""
        self._now = now
        self._busy_until = 0.0
        self._coming: Pixels | None = None
        self._shown: Pixels | None = None
        self._code: int | None = None

    def reset(self) -> None:
        """The reset line: work in progress is broken off, and nobody knows what the glass shows."""
        if self.busy() and self._coming is not None:
            self.complaints.append("reset in the middle of a refresh")
            self._shown = None
        self._coming = None
        self._busy_until = self._now() + SOFT_RESET_S
        self._code = None
        self.power = False
        self._forget()

    def command(self, code: int) -> None:
        if self.busy():
            self.complaints.append(f"command {code:#04x} while busy")
        self._code = code
        self._begin(code)

    def busy(self) -> bool:
        return self._now() < self._busy_until

    def shown(self) -> Pixels | None:
        """The picture on the glass, in the colours of the panel; None if there is none, or half a one."""
        if self._coming is not None:
            if self.busy():
                return None
            self._shown, self._coming = self._coming, None
        return self._shown

    def _work(self, seconds: float) -> None:
        self.since = self._now()
        self._busy_until = self._now() + seconds

    def _refresh(self, memory: Pixels) -> None:
        self.shown()
        self._coming = self.glass.picture(memory).copy()
        self.refreshes += 1
        self._work(float("inf") if self.hangs else self.refresh_s)

    def _forget(self) -> None: ...

    def _begin(self, code: int) -> None: ...


class Planes(_Works):
    """SSD1675, SSD1608 and SSD1683: a plane for black (0) and white (1), one for the colour (1), which wins."""

    def __init__(self, now: Now, glass: Glass, refresh_s: float) -> None:
        super().__init__(now, glass, refresh_s)
        self._forget()

    def _forget(self) -> None:
        self._asleep = False
        self._planes = {code: numpy.zeros((self.glass.lines, self.glass.pixels // 8), numpy.uint8) for code in (36, 38)}
        self._columns = (0, 0)
        self._rows = (0, 0)
        self._at = [0, 0]

    def _begin(self, code: int) -> None:
        if self._asleep:
            self.complaints.append(f"command {code:#04x} in deep sleep")
        if code == 0x12:
            self._forget()
            self._work(SOFT_RESET_S)
        elif code == 0x20:
            black, colour = (numpy.unpackbits(self._planes[plane], axis=1) for plane in (0x24, 0x26))
            self._refresh(numpy.where(colour == 1, 2, 1 - black).astype(numpy.uint8))

    def data(self, values: bytes) -> None:
        match self._code:
            case 0x10:
                self._asleep = True
            case 0x11 if values[0] != 0x03:
                self.complaints.append(f"data entry mode {values[0]:#04x} is not simulated")
            case 0x44:
                self._columns = (values[0], values[1])
            case 0x45:
                self._rows = (values[0] | values[1] << 8, values[2] | values[3] << 8)
            case 0x4E:
                self._at[0] = values[0]
            case 0x4F:
                self._at[1] = values[0] | values[1] << 8
            case 0x24 | 0x26:
                self._write(self._planes[self._code], values)

    def _write(self, plane: Pixels, values: bytes) -> None:
        """The window is filled from the address counters on, column by column, then row by row."""
        first, last = self._columns
        if self._at != [first, self._rows[0]]:
            self.complaints.append(f"a picture that begins at {self._at}")
        width = last - first + 1
        whole = values.ljust(-(-len(values) // width) * width, b"\0")
        rows = numpy.frombuffer(whole, numpy.uint8).reshape((-1, width))
        if self._rows[0] + len(rows) > self.glass.lines:
            self.complaints.append(f"{len(rows)} rows for {self.glass.lines} lines")
            return
        plane[self._rows[0] : self._rows[0] + len(rows), first : last + 1] = rows


class Packed(_Works):
    """UC8159, AC073TC1A, E673, E640, JD79661, JD79668, SSD2683, and half an EL133UF1: pixels of 4 or 2 bits.

    `frames` are the seconds of a refresh by the value of the frame rate register (0x30), where that matters.
    """

    def __init__(
        self, now: Now, glass: Glass, refresh_s: float, bits: int = 4, frames: dict[int, float] | None = None
    ) -> None:
        super().__init__(now, glass, refresh_s)
        self._bits = bits
        self._frames = frames or {}
        self._forget()

    def _forget(self) -> None:
        self._asleep = False
        self._memory: Pixels | None = None

    def _begin(self, code: int) -> None:
        if self._asleep:
            self.complaints.append(f"command {code:#04x} in deep sleep")
        if code == 0x04:
            self.power = True
            self._work(POWER_S)
        elif code == 0x02:
            self.power = False
            self._work(POWER_S)
        elif code == 0x10:
            self._sent = bytearray()
        elif code == 0x12:
            if not self.power:
                self.complaints.append("refresh without power")
            elif self._memory is None:
                self.complaints.append("refresh without a picture")
            else:
                self._refresh(self._memory)

    def data(self, values: bytes) -> None:
        match self._code:
            case 0x07:
                self._asleep = True
            case 0x30:
                self.refresh_s = self._frames.get(values[0], self.refresh_s)
            case 0x10:
                self._sent += values
                if len(self._sent) == self.glass.lines * self.glass.pixels * self._bits // 8:
                    self._memory = self._unpack()
                elif len(self._sent) > self.glass.lines * self.glass.pixels * self._bits // 8:
                    self.complaints.append("more bytes than the memory has")

    def _unpack(self) -> Pixels:
        packed = numpy.frombuffer(bytes(self._sent), numpy.uint8)
        shifts = numpy.arange(8 - self._bits, -1, -self._bits, dtype=numpy.uint8)
        pixels = (packed[:, None] >> shifts) & ((1 << self._bits) - 1)
        return pixels.astype(numpy.uint8).reshape((self.glass.lines, self.glass.pixels))
