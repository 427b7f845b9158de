"""Driver for a small display with an SSD1306: rows of 16 letters, sent in pieces so that no key waits for them.

Commands and addressing are those of Solomon Systech's data sheet of the SSD1306, revision 1.1, sections 9 and 10.
"""

from .stream import elapsed_ms

WIDTH_PIXELS = 128
LETTER_PIXELS = 8
COLUMN_COUNT = WIDTH_PIXELS // LETTER_PIXELS
PIECE_PIXELS = 32
"""Columns of pixels sent at a time: 0.8 ms at 400 kHz."""
RETRY_MS = 5000
"""Milliseconds after which a display that did not answer is tried again."""
_PIECES_PER_ROW = WIDTH_PIXELS // PIECE_PIXELS
_COMMANDS, _PIXELS = 0x00, 0x40  # the first byte of a message: what follows
_FIRST_LETTER, _LAST_LETTER = 0x20, 0x7D  # as in the lines of the link
_QUESTION_MARK = 0x3F


def _setup_commands(height: int) -> bytes:
    """Return the set-up commands: timing, height, charge pump on, addressing by pages, both axes mirrored, contrast,
    not inverted, display on."""
    com_pins = b"\x12" if height == 64 else b"\x02"
    return (
        b"\x00\xae\xd5\x80\xa8"
        + bytes((height - 1,))
        + b"\xd3\x00\x40\x8d\x14\x20\x02\xa1\xc8\xda"
        + com_pins
        + b"\x81\x8f\xd9\xf1\xdb\x40\xa4\xa6\xaf"
    )


class NoScreen:
    """The screen of a pod without a display."""

    row_count = 0

    def write(self, row: int, line: bytearray, start: int, end: int) -> None:
        """Do nothing."""

    def step(self, now_ms: int) -> None:
        """Do nothing."""


class _RowPixels:
    """The pixels of a row of letters."""

    def __init__(self) -> None:
        import framebuf  # imported late: needed only if there is a screen, since only MicroPython has it

        self.pixels = bytearray(WIDTH_PIXELS)
        self._letters = [chr(code) for code in range(_FIRST_LETTER, _LAST_LETTER + 1)]
        self._drawing = framebuf.FrameBuffer(self.pixels, WIDTH_PIXELS, LETTER_PIXELS, framebuf.MONO_VLSB)

    def draw(self, text: bytearray) -> None:
        """Draw these letters on an empty row."""
        self._drawing.fill(0)
        for column in range(COLUMN_COUNT):
            self._drawing.text(self._letters[text[column] - _FIRST_LETTER], column * LETTER_PIXELS, 0)


class _DisplayBus:
    """Sends commands and pixels over the I2C bus, from buffers that are allocated once."""

    def __init__(self, bus: object, address: int) -> None:
        self._bus = bus
        self._address = address
        self._position_commands = bytearray((_COMMANDS, 0, 0, 0))
        self._piece = bytearray(1 + PIECE_PIXELS)
        self._piece[0] = _PIXELS

    def send_commands(self, commands: bytes) -> None:
        """Send commands. Raises OSError if the display does not answer."""
        self._bus.writeto(self._address, commands)  # type: ignore[attr-defined]

    def send_pixels(self, row: int, first_column: int, pixels: bytearray) -> None:
        """Send a piece of a row, from column `first_column` on. Raises OSError if the display does not answer."""
        self._position_commands[1] = 0xB0 | row
        self._position_commands[2] = first_column & 15
        self._position_commands[3] = 0x10 | first_column >> 4
        self._bus.writeto(self._address, self._position_commands)  # type: ignore[attr-defined]
        for column in range(PIECE_PIXELS):
            self._piece[1 + column] = pixels[first_column + column]
        self._bus.writeto(self._address, self._piece)  # type: ignore[attr-defined]


class Screen:
    """A display on `bus`, which has `writeto(address, bytes)`; this raises OSError if the display does not answer."""

    def __init__(self, bus: object, address: int, height: int) -> None:
        self.row_count = height // LETTER_PIXELS
        self._display = _DisplayBus(bus, address)
        self._setup = _setup_commands(height)
        self._text = [bytearray(b" " * COLUMN_COUNT) for _ in range(self.row_count)]
        self._changed_rows = bytearray(self.row_count)
        self._row_pixels = _RowPixels()
        self._row_number = 0
        self._next_piece = _PIECES_PER_ROW
        self._is_set_up = False
        self._failed_at = -1

    def write(self, row: int, line: bytearray, start: int, end: int) -> None:
        """Write letters into a row, and clear the rest of it. Characters without a letter become question marks."""
        if not 0 <= row < self.row_count:
            return
        text = self._text[row]
        for column in range(COLUMN_COUNT):
            position = start + column
            code = line[position] if position < end else _FIRST_LETTER
            text[column] = code if _FIRST_LETTER <= code <= _LAST_LETTER else _QUESTION_MARK
        self._changed_rows[row] = 1

    def step(self, now_ms: int) -> None:
        """Send the next piece, if any."""
        if not self._is_set_up and self._failed_at >= 0 and elapsed_ms(now_ms, self._failed_at) < RETRY_MS:
            return
        try:
            self._send_next()
        except OSError:
            self._is_set_up = False
            self._failed_at = now_ms

    def _send_next(self) -> None:
        if not self._is_set_up:
            self._display.send_commands(self._setup)
            self._is_set_up = True
            self._next_piece = _PIECES_PER_ROW
            for row in range(self.row_count):
                self._changed_rows[row] = 1
        elif self._next_piece < _PIECES_PER_ROW:
            self._send_piece()
        else:
            self._draw_changed_row()

    def _draw_changed_row(self) -> None:
        """Start sending the next row that has changed."""
        for row in range(self.row_count):
            if self._changed_rows[row]:
                self._changed_rows[row] = 0
                self._row_number = row
                self._next_piece = 0
                self._row_pixels.draw(self._text[row])
                return

    def _send_piece(self) -> None:
        self._display.send_pixels(self._row_number, self._next_piece * PIECE_PIXELS, self._row_pixels.pixels)
        self._next_piece += 1
