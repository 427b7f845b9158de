"""A terminal in cbreak mode: reads single keys without echo, writes characters, and restores its state at the end."""

from __future__ import annotations

import os
import select
import termios
from contextlib import suppress
from typing import Any

from hal.terminal import blocks, charset
from hal.terminal.screen import TerminalSize

# The alternate screen, no cursor, bracketed paste; and back.
_ENTER_SCREEN = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[2J"
_LEAVE_SCREEN = "\x1b[?2004l\x1b[?25h\x1b[?1049l"

_MAX_READ_BYTES = 1024

# The places of attributes in the list of `termios.tcgetattr`.
_LOCAL_MODES, _CONTROL_CHARACTERS = 3, 6


class NoTerminalError(Exception):
    """There is no terminal to play in; the message is a sentence."""


class KeyTerminal:
    """The terminal of two descriptors, in cbreak mode until `restore`."""

    def __init__(self, encoding: str, input_descriptor: int, output_descriptor: int) -> None:
        """Switch to cbreak mode. Raises NoTerminalError."""
        if not (os.isatty(input_descriptor) and os.isatty(output_descriptor)):
            raise NoTerminalError(
                "the simulator in the terminal needs a terminal: input and output can't be files here."
            )
        self._encoding = encoding
        self._input_descriptor, self._output_descriptor = input_descriptor, output_descriptor
        self._end_reader, self._end_writer = os.pipe()
        self._saved_attributes = termios.tcgetattr(input_descriptor)
        termios.tcsetattr(input_descriptor, termios.TCSADRAIN, _cbreak_attributes(self._saved_attributes))
        self.write(_ENTER_SCREEN)

    @property
    def can_draw_pictures(self) -> bool:
        """Whether its encoding has the Unicode blocks that pictures are made of."""
        return charset.can_encode(blocks.QUARTER_BLOCKS, self._encoding)

    @property
    def size(self) -> TerminalSize:
        """Its current size."""
        try:
            size = os.get_terminal_size(self._output_descriptor)
        except OSError:
            return TerminalSize(1, 1)
        return TerminalSize(max(1, size.columns), max(1, size.lines))

    def write(self, characters: str) -> None:
        """Write all characters, however slow the line is."""
        data = charset.encode_nearest(characters, self._encoding)
        # If the connection is gone, `read` notices that, too, and the reader ends the program.
        with suppress(OSError):
            while data:
                data = data[os.write(self._output_descriptor, data) :]

    def read(self) -> bytes | None:
        """Return the bytes typed next; b"" once the connection is gone, None once reading has ended."""
        ready, _, _ = select.select([self._input_descriptor, self._end_reader], [], [])
        if self._end_reader in ready:
            return None
        try:
            return os.read(self._input_descriptor, _MAX_READ_BYTES)
        except OSError:
            return b""

    def end_reading(self) -> None:
        """Make `read` return, now or when it is called next. Any thread may call this."""
        os.write(self._end_writer, b".")

    def restore(self) -> None:
        """Restore the terminal. No thread may be reading."""
        # A terminal that is gone needs no restoring.
        with suppress(termios.error):
            termios.tcsetattr(self._input_descriptor, termios.TCSADRAIN, self._saved_attributes)
        self.write(_LEAVE_SCREEN)
        os.close(self._end_reader)
        os.close(self._end_writer)


def _cbreak_attributes(attributes: list[Any]) -> list[Any]:
    """Return terminal attributes for single keys without echo; Ctrl-C still interrupts, Ctrl-Z does nothing."""
    cbreak_attributes = [*attributes]
    cbreak_attributes[_LOCAL_MODES] &= ~(termios.ECHO | termios.ICANON)
    control_characters = [*cbreak_attributes[_CONTROL_CHARACTERS]]
    control_characters[termios.VMIN], control_characters[termios.VTIME] = 1, 0
    control_characters[termios.VSUSP] = b"\x00"
    cbreak_attributes[_CONTROL_CHARACTERS] = control_characters
    return cbreak_attributes
