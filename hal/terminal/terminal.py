"""A terminal as the place of a table: raw keys in, the newest screen out, and all as it was before at the end."""

from __future__ import annotations

import codecs
import os
import select
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from hal.clock.clock import Clock
from hal.keys.keys import Press
from hal.panel import picture
from hal.panel.orientation import UPRIGHT, Mounting, as_hung, mounted
from hal.panel.panel import PanelKind
from hal.signal.readout import Status
from hal.signal.signal import Cue
from hal.table.sidebar import SidebarContents
from hal.table.threaded import ThreadedTable
from hal.terminal import blocks, charset
from hal.terminal.blocks import Depth
from hal.terminal.keyboard import Command, KeyboardReader, TypedKey
from hal.terminal.screen import Size, View, compose, in_words

if TYPE_CHECKING:
    from PIL.Image import Image

# The other screen, no cursor, pasted text marked as such; and back.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[2J"
_LEAVE = "\x1b[?2004l\x1b[?25h\x1b[?1049l"

SCROLL = 5
CLOSE_S = 2.0


class NoTerminal(Exception):
    """There is no terminal to play in; the message is a sentence."""


class Terminal:
    """Shows tables, one after the other. `close` gives the terminal back as it was.

    The loop that serves the table is never kept waiting by a slow line: one thread draws the newest screen, another
    reads keys. `quit` is called when somebody wants to end, or the line is gone.
    """

    def __init__(
        self,
        clock: Clock,
        colours: Depth,
        quit: Callable[[], None],
        encoding: str = "utf-8",
        source: int = 0,
        sink: int = 1,
    ) -> None:
        """Take over the terminal of these descriptors. Raises NoTerminal.

        Without the blocks of Unicode in its `encoding`, it has words and no picture.
        """
        if not (os.isatty(source) and os.isatty(sink)):
            raise NoTerminal("the simulator in the terminal needs a terminal: input and output can't be files here.")
        self.signal = _Cues(self._change)
        self.readout = _Says(self._change)
        self._drawable = charset.has(blocks.QUARTERS, encoding)
        self._clock = clock
        self._colours = colours
        self._quit = quit
        self._encoding = encoding
        self._source, self._sink = source, sink
        self._post: Callable[[Press], None] | None = None
        self._view: View | None = None
        self._help = ""
        self._lock = threading.Lock()
        self._wake: SimpleQueue[bool] = SimpleQueue()
        self._typing = KeyboardReader()
        self._ends, self._ended = os.pipe()
        self._before = termios.tcgetattr(source)
        termios.tcsetattr(source, termios.TCSADRAIN, _without_lines(self._before))
        self._write(_ENTER)
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._draw_all, self._read_all)]
        for thread in self._threads:
            thread.start()

    def words(self, help: str, cues: dict[str, str]) -> None:
        """The terminal's own words, in the language of the table."""
        self.signal.words = cues
        self._help = help

    def table(self, kind: PanelKind, mounting: Mounting = UPRIGHT) -> ThreadedTable:
        """A table that is in this terminal alone."""
        panel = mounted(_TerminalPanel(kind, self._change, mounting.rotation), mounting)
        with self._lock:
            self._view = View(panel.kind, help=self._help, drawable=self._drawable)
        table = ThreadedTable(self._clock, panel, self.signal, self.readout, patience=0.0)
        self._post = table.post
        return table

    def leave(self, table: ThreadedTable) -> None:
        """Close a table that `table` made."""
        self._post = None
        table.close()

    def put(self, contents: SidebarContents) -> None:
        """The panel in words."""
        self._change(sections=contents.sections, scroll=0)

    def resized(self) -> None:
        """The terminal has another size. May be called from a signal handler."""
        self._wake.put(True)

    def close(self) -> None:
        """Give the terminal back. May be called again."""
        if self._threads:
            self._wake.put(False)
            os.write(self._ended, b".")
            for thread in self._threads:
                thread.join(CLOSE_S)
            self._threads = []
            # A terminal that has gone away needs nothing back.
            with suppress(termios.error):
                termios.tcsetattr(self._source, termios.TCSADRAIN, self._before)
            self._write(_LEAVE)

    def _change(self, **changes: Any) -> None:
        with self._lock:
            if self._view is not None:
                self._view = self._view._replace(**changes)
        self._wake.put(True)

    def _draw_all(self) -> None:
        # However much has happened meanwhile, only the newest is drawn.
        while self._wake.get() and self._drain():
            with self._lock:
                view = self._view
            if view is not None:
                lines = compose(view, self._size(), self._colours)
                self._write("\x1b[H" + "\x1b[K\r\n".join(lines) + "\x1b[K\x1b[J")

    def _drain(self) -> bool:
        """Forget what is waiting to be drawn; false if the end is among it."""
        with suppress(Empty):
            while self._wake.get_nowait():
                continue
            return False
        return True

    def _size(self) -> Size:
        try:
            found = os.get_terminal_size(self._sink)
        except OSError:
            return Size(1, 1)
        return Size(max(1, found.columns), max(1, found.lines))

    def _write(self, characters: str) -> None:
        data = charset.encoded(characters, self._encoding)
        try:
            while data:
                data = data[os.write(self._sink, data) :]
        except OSError:
            # The line is gone; the reader finds out, too, and ends the program.
            return

    def _read_all(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while True:
            ready, _, _ = select.select([self._source, self._ends], [], [])
            if self._ends in ready:
                return
            try:
                data = os.read(self._source, 1024)
            except OSError:
                data = b""
            if not data:
                self._quit()
                return
            for meant in self._typing.feed(decoder.decode(data)):
                self._do(meant)

    def _do(self, meant: TypedKey | Command) -> None:
        view = self._view
        if isinstance(meant, TypedKey):
            if self._post is not None:
                self._post(Press(meant.key, meant.gesture, self._clock.now()))
        elif meant is Command.QUIT:
            self._quit()
        elif view is None:
            return
        elif meant is Command.TURN:
            self._change(words=not in_words(view, self._size()))
        else:
            self._change(scroll=max(0, view.scroll + (SCROLL if meant is Command.DOWN else -SCROLL)))


def _without_lines(attributes: list[Any]) -> list[Any]:
    """Terminal attributes for single keys without echo; Ctrl-C still ends, Ctrl-Z does nothing."""
    changed = [*attributes]
    changed[3] &= ~(termios.ECHO | termios.ICANON)
    characters = [*changed[6]]
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    characters[termios.VSUSP] = b"\x00"
    changed[6] = characters
    return changed


class _TerminalPanel:
    """A panel that is there at once: over a slow line, ink would only be slower still."""

    def __init__(self, kind: PanelKind, change: Callable[..., None], degrees: int) -> None:
        self.kind = kind
        self._change = change
        self._degrees = degrees

    def show(self, image: Image) -> None:
        picture.check(self.kind, image)
        self._change(image=as_hung(image, self._degrees))


class _Cues:
    """Light and sound as a word."""

    def __init__(self, change: Callable[..., None]) -> None:
        self.words: dict[str, str] = {}
        self._change = change

    def give(self, cue: Cue) -> None:
        self._change(cue=self.words.get(cue.value, cue.value))


class _Says:
    """The state of the code typed, below the picture."""

    def __init__(self, change: Callable[..., None]) -> None:
        self._change = change

    def say(self, status: Status) -> None:
        self._change(status=status)
