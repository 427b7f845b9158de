"""A terminal in raw mode: reads single keys without echo, writes characters, and restores its state at the end."""

from __future__ import annotations

import os
import select
import termios
from contextlib import suppress
from typing import Any

from hal.terminal import blocks, charset
from hal.terminal.screen import Size

# The alternate screen, no cursor, bracketed paste; and back.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[2J"
_LEAVE = "\x1b[?2004l\x1b[?25h\x1b[?1049l"

_READ = 1024


class NoTerminal(Exception):
    """There is no terminal to play in; the message is a sentence."""


class RawTerminal:
    """The terminal of two descriptors, in raw mode until `restore`."""

    def __init__(self, encoding: str, source: int, sink: int) -> None:
        """Switch to raw mode. Raises NoTerminal."""
        if not (os.isatty(source) and os.isatty(sink)):
            raise NoTerminal("the simulator in the terminal needs a terminal: input and output can't be files here.")
        self._encoding = encoding
        self._source, self._sink = source, sink
        self._ends, self._ended = os.pipe()
        self._before = termios.tcgetattr(source)
        termios.tcsetattr(source, termios.TCSADRAIN, _raw_attributes(self._before))
        self.write(_ENTER)

    @property
    def can_draw_pictures(self) -> bool:
        """Whether its encoding has the Unicode blocks that pictures are made of."""
        return charset.can_encode(blocks.QUARTERS, self._encoding)

    @property
    def size(self) -> Size:
        """Its current size."""
        try:
            found = os.get_terminal_size(self._sink)
        except OSError:
            return Size(1, 1)
        return Size(max(1, found.columns), max(1, found.lines))

    def write(self, characters: str) -> None:
        """Write all characters, however slow the line is."""
        data = charset.encode(characters, self._encoding)
        try:
            while data:
                data = data[os.write(self._sink, data) :]
        except OSError:
            # The connection is gone; `read` notices that, too, and the reader ends the program.
            return

    def read(self) -> bytes | None:
        """Return the bytes typed next; b"" once the connection is gone, None once reading has ended."""
        ready, _, _ = select.select([self._source, self._ends], [], [])
        if self._ends in ready:
            return None
        try:
            return os.read(self._source, _READ)
        except OSError:
            return b""

    def end_reading(self) -> None:
        """Make `read` return, now or when it is called next. Any thread may call this."""
        os.write(self._ended, b".")

    def restore(self) -> None:
        """Restore the terminal. No thread may be reading."""
        # A terminal that is gone needs no restoring.
        with suppress(termios.error):
            termios.tcsetattr(self._source, termios.TCSADRAIN, self._before)
        self.write(_LEAVE)
        os.close(self._ends)
        os.close(self._ended)


def _raw_attributes(attributes: list[Any]) -> list[Any]:
    """Return terminal attributes for single keys without echo; Ctrl-C still interrupts, Ctrl-Z does nothing."""
    changed = [*attributes]
    changed[3] &= ~(termios.ECHO | termios.ICANON)
    characters = [*changed[6]]
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    characters[termios.VSUSP] = b"\x00"
    changed[6] = characters
    return changed
