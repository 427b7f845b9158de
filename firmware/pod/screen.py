"""Driver for a small display with an SSD1306: rows of 16 letters, sent in pieces so that no key waits for them.

Commands and addressing are those of Solomon Systech's data sheet of the SSD1306, revision 1.1, sections 9 and 10.
"""

from .stream import since

WIDTH = 128
LETTER = 8
COLUMNS = WIDTH // LETTER
PIECE = 32
"""Columns of pixels sent at a time: 0.8 ms at 400 kHz."""
RETRY_MS = 5000
"""Milliseconds after which a display that did not answer is tried again."""
_PIECES = WIDTH // PIECE
_COMMANDS = 0x00
_PIXELS = 0x40
_FIRST, _LAST = 0x20, 0x7D


def _setting_up(height: int) -> bytes:
    """Return the set-up commands: charge pump on, pages from the top, one bit per pixel, not inverted."""
    pins = 0x12 if height == 64 else 0x02
    commands = bytearray(
        b"\x00\xae\xd5\x80\xa8\x3f\xd3\x00\x40\x8d\x14\x20\x02\xa1\xc8\xda\x12\x81\x8f\xd9\xf1\xdb\x40\xa4\xa6\xaf"
    )
    commands[5] = height - 1
    commands[16] = pins
    return bytes(commands)


class NoScreen:
    """The screen of a pod without a display."""

    rows = 0

    def write(self, row: int, line: bytearray, start: int, end: int) -> None:
        """Do nothing."""

    def step(self, now: int) -> None:
        """Do nothing."""


class _Row:
    """The pixels of a row of letters."""

    def __init__(self) -> None:
        import framebuf  # imported late: needed only if there is a screen, since only MicroPython has it

        self.pixels = bytearray(WIDTH)
        self._letters = [chr(code) for code in range(_FIRST, _LAST + 1)]
        self._drawing = framebuf.FrameBuffer(self.pixels, WIDTH, LETTER, framebuf.MONO_VLSB)

    def draw(self, text: bytearray) -> None:
        """Draw these letters on an empty row."""
        self._drawing.fill(0)
        for column in range(COLUMNS):
            self._drawing.text(self._letters[text[column] - _FIRST], column * LETTER, 0)


class _Wires:
    """Sends commands and pixels over the I2C bus, from buffers that are allocated once."""

    def __init__(self, bus: object, address: int) -> None:
        self._bus = bus
        self._address = address
        self._place = bytearray((_COMMANDS, 0, 0, 0))
        self._piece = bytearray(1 + PIECE)
        self._piece[0] = _PIXELS

    def command(self, commands: bytes) -> None:
        """Send commands. Raises OSError if the display does not answer."""
        self._bus.writeto(self._address, commands)  # type: ignore[attr-defined]

    def send(self, row: int, first: int, pixels: bytearray) -> None:
        """Send a piece of a row, from column `first` on. Raises OSError if the display does not answer."""
        self._place[1] = 0xB0 | row
        self._place[2] = first & 15
        self._place[3] = 0x10 | first >> 4
        self._bus.writeto(self._address, self._place)  # type: ignore[attr-defined]
        for column in range(PIECE):
            self._piece[1 + column] = pixels[first + column]
        self._bus.writeto(self._address, self._piece)  # type: ignore[attr-defined]


class Screen:
    """A display on `bus`, which has `writeto(address, bytes)`; this raises OSError if the display does not answer."""

    def __init__(self, bus: object, address: int, height: int) -> None:
        self.rows = height // LETTER
        self._wires = _Wires(bus, address)
        self._set_up = _setting_up(height)
        self._text = [bytearray(b" " * COLUMNS) for _ in range(self.rows)]
        self._dirty = bytearray(self.rows)
        self._pixels = _Row()
        self._row = 0
        self._next = _PIECES
        self._works = False
        self._tried = -1

    def write(self, row: int, line: bytearray, start: int, end: int) -> None:
        """Write letters into a row, and clear the rest of it. Characters without a letter become question marks."""
        if not 0 <= row < self.rows:
            return
        text = self._text[row]
        for column in range(COLUMNS):
            place = start + column
            code = line[place] if place < end else _FIRST
            text[column] = code if _FIRST <= code <= _LAST else 0x3F
        self._dirty[row] = 1

    def step(self, now: int) -> None:
        """Send the next piece, if any."""
        if not self._works and self._tried >= 0 and since(now, self._tried) < RETRY_MS:
            return
        try:
            self._step()
        except OSError:
            self._works = False
            self._tried = now

    def _step(self) -> None:
        if not self._works:
            self._wires.command(self._set_up)
            self._works = True
            self._next = _PIECES
            for row in range(self.rows):
                self._dirty[row] = 1
        elif self._next < _PIECES:
            self._send()
        else:
            self._draw()

    def _draw(self) -> None:
        """Start sending the next row that has changed."""
        for row in range(self.rows):
            if self._dirty[row]:
                self._dirty[row] = 0
                self._row = row
                self._next = 0
                self._pixels.draw(self._text[row])
                return

    def _send(self) -> None:
        self._wires.send(self._row, self._next * PIECE, self._pixels.pixels)
        self._next += 1
