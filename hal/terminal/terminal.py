"""Play in a terminal: raw keys in, the newest screen out, and the terminal restored at the end."""

from __future__ import annotations

import codecs
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from hal.clock.clock import Clock
from hal.keys.keys import Press
from hal.panel import picture
from hal.panel.orientation import UPRIGHT, Mounting, as_seen, mount
from hal.panel.panel import PanelKind, RefreshMode
from hal.signal.readout import Status
from hal.signal.signal import Cue
from hal.table.sidebar import SidebarContents
from hal.table.threaded import ThreadedTable
from hal.terminal.blocks import Depth
from hal.terminal.keyboard import Command, KeyboardReader, TypedKey
from hal.terminal.raw_terminal import RawTerminal
from hal.terminal.screen import View, compose, shows_words
from hal.terminal.shown_view import NewestView

if TYPE_CHECKING:
    from PIL.Image import Image

SCROLL = 5
CLOSE_S = 2.0


class Terminal:
    """Shows tables, one after the other. `close` restores the terminal.

    A slow connection never delays the table's loop: one thread draws the newest screen, another reads keys. `quit` is
    called when the user wants to end, or when the connection is gone.
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
        """Switch the terminal of these descriptors to raw mode. Raises NoTerminal.

        If its `encoding` lacks the Unicode blocks, it shows words and no picture.
        """
        self._raw = RawTerminal(encoding, source, sink)
        self._shown = NewestView()
        self.signal = _Cues(self._shown.change)
        self.readout = _Says(self._shown.change)
        self._clock = clock
        self._colours = colours
        self._quit = quit
        self._post: Callable[[Press], None] | None = None
        self._help = ""
        self._typing = KeyboardReader()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._draw_all, self._read_all)]
        for thread in self._threads:
            thread.start()

    def set_texts(self, help: str, cues: dict[str, str]) -> None:
        """Set the terminal's own texts, in the language of the table."""
        self.signal.words = cues
        self._help = help

    def open_table(self, kind: PanelKind, mounting: Mounting = UPRIGHT) -> ThreadedTable:
        """Return a table that is shown in this terminal only."""
        panel = mount(_TerminalPanel(kind, self._shown.change, mounting.rotation), mounting)
        self._shown.set_view(View(panel.kind, help=self._help, drawable=self._raw.can_draw_pictures))
        table = ThreadedTable(self._clock, panel, self.signal, self.readout, patience=0.0)
        self._post = table.post
        return table

    def close_table(self, table: ThreadedTable) -> None:
        """Close a table that `open_table` returned."""
        self._post = None
        table.close()

    def show_sidebar(self, contents: SidebarContents) -> None:
        """Show the sections of the sidebar, which are the panel in words."""
        view = self._shown.view
        if view is None or contents.sections != view.sections:
            self._shown.change(sections=contents.sections, scroll=0)

    def redraw_resized(self) -> None:
        """Redraw after a change of the terminal's size. May be called from a signal handler."""
        self._shown.redraw()

    def close(self) -> None:
        """End the threads and restore the terminal. May be called again."""
        if self._threads:
            self._shown.end()
            self._raw.end_reading()
            for thread in self._threads:
                thread.join(CLOSE_S)
            self._threads = []
            self._raw.restore()

    def _draw_all(self) -> None:
        while self._shown.wait_for_change():
            view = self._shown.view
            if view is not None:
                lines = compose(view, self._raw.size, self._colours)
                self._raw.write("\x1b[H" + "\x1b[K\r\n".join(lines) + "\x1b[K\x1b[J")

    def _read_all(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        while (data := self._raw.read()) is not None:
            if not data:
                self._quit()
                return
            for meant in self._typing.feed(decoder.decode(data)):
                self._carry_out(meant)

    def _carry_out(self, meant: TypedKey | Command) -> None:
        view = self._shown.view
        if isinstance(meant, TypedKey):
            if self._post is not None:
                self._post(Press(meant.key, meant.gesture, self._clock.now()))
        elif meant is Command.QUIT:
            self._quit()
        elif view is None:
            return
        elif meant is Command.TURN:
            self._shown.change(words=not shows_words(view, self._raw.size))
        else:
            self._shown.change(scroll=max(0, view.scroll + (SCROLL if meant is Command.DOWN else -SCROLL)))


class _TerminalPanel:
    """A panel that shows pictures at once. A slow connection is slow enough without the delay of e-ink."""

    def __init__(self, kind: PanelKind, change: Callable[..., None], degrees: int) -> None:
        self.kind = kind
        self._change = change
        self._degrees = degrees

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        picture.check_picture(self.kind, image)
        self._change(image=as_seen(image, self._degrees))


class _Cues:
    """A signal that shows cues as words."""

    def __init__(self, change: Callable[..., None]) -> None:
        self.words: dict[str, str] = {}
        self._change = change

    def play(self, cue: Cue) -> None:
        self._change(cue=self.words.get(cue.value, cue.value))


class _Says:
    """A readout that shows the status below the picture."""

    def __init__(self, change: Callable[..., None]) -> None:
        self._change = change

    def show_status(self, status: Status) -> None:
        self._change(status=status)
