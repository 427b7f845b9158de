"""The line to a terminal: single keys without echo in, characters out, and all as it was before at the end."""

from __future__ import annotations

import os
import select
import termios
from contextlib import suppress
from typing import Any

from hal.terminal import blocks, charset
from hal.terminal.screen import Size

# The other screen, no cursor, pasted text marked as such; and back.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[2J"
_LEAVE = "\x1b[?2004l\x1b[?25h\x1b[?1049l"

_READ = 1024


class NoTerminal(Exception):
    """There is no terminal to play in; the message is a sentence."""


class RawTerminal:
    """The terminal behind two descriptors, taken over until `leave`."""

    def __init__(self, encoding: str, source: int, sink: int) -> None:
        """Raises NoTerminal."""
        if not (os.isatty(source) and os.isatty(sink)):
            raise NoTerminal("the simulator in the terminal needs a terminal: input and output can't be files here.")
        self._encoding = encoding
        self._source, self._sink = source, sink
        self._ends, self._ended = os.pipe()
        self._before = termios.tcgetattr(source)
        termios.tcsetattr(source, termios.TCSADRAIN, _without_lines(self._before))
        self.write(_ENTER)

    @property
    def drawable(self) -> bool:
        """Whether it has the blocks of Unicode that pictures are made of."""
        return charset.has(blocks.QUARTERS, self._encoding)

    @property
    def size(self) -> Size:
        """Its size now."""
        try:
            found = os.get_terminal_size(self._sink)
        except OSError:
            return Size(1, 1)
        return Size(max(1, found.columns), max(1, found.lines))

    def write(self, characters: str) -> None:
        """Write all of it, however slow the line is."""
        data = charset.encoded(characters, self._encoding)
        try:
            while data:
                data = data[os.write(self._sink, data) :]
        except OSError:
            # The line is gone; who reads finds out, too, and ends the program.
            return

    def read(self) -> bytes | None:
        """What was typed next; nothing once the line is gone, None once reading has ended."""
        ready, _, _ = select.select([self._source, self._ends], [], [])
        if self._ends in ready:
            return None
        try:
            return os.read(self._source, _READ)
        except OSError:
            return b""

    def end_reading(self) -> None:
        """Have `read` return, now or when it is called next; any thread may call this."""
        os.write(self._ended, b".")

    def leave(self) -> None:
        """Give the terminal back as it was; nobody may be reading."""
        # A terminal that has gone away needs nothing back.
        with suppress(termios.error):
            termios.tcsetattr(self._source, termios.TCSADRAIN, self._before)
        self.write(_LEAVE)
        os.close(self._ends)
        os.close(self._ended)


def _without_lines(attributes: list[Any]) -> list[Any]:
    """Terminal attributes for single keys without echo; Ctrl-C still ends, Ctrl-Z does nothing."""
    changed = [*attributes]
    changed[3] &= ~(termios.ECHO | termios.ICANON)
    characters = [*changed[6]]
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    characters[termios.VSUSP] = b"\x00"
    changed[6] = characters
    return changed
