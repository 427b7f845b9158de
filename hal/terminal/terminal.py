"""A table in a terminal: reads single keys, draws the newest screen, and restores the terminal at the end."""

from __future__ import annotations

import codecs
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from hal.clock.clock import Clock
from hal.keys.keys import Press
from hal.panel import picture
from hal.panel.orientation import UPRIGHT, Mounting, mount, picture_as_seen
from hal.panel.panel import PanelKind, RefreshMode
from hal.signal.readout import Status
from hal.signal.signal import Cue
from hal.table.sidebar import SidebarContents
from hal.table.threaded_table import ThreadedTable
from hal.terminal.blocks import ColourDepth
from hal.terminal.key_terminal import KeyTerminal
from hal.terminal.keyboard import Command, KeyboardReader, TypedKey
from hal.terminal.newest_view import NewestView
from hal.terminal.screen import TerminalView, compose, scroll_offset, shows_words

if TYPE_CHECKING:
    from PIL.Image import Image

SCROLL_LINE_COUNT = 5
MAX_CLOSE_S = 2.0


class Terminal:
    """Shows tables, one after the other. `close` restores the terminal.

    A slow connection never delays the table's loop: one thread draws the newest screen, another reads keys.
    `on_quit` is called when the user wants to end, or when the connection is gone.
    """

    def __init__(
        self,
        clock: Clock,
        colour_depth: ColourDepth,
        on_quit: Callable[[], None],
        encoding: str = "utf-8",
        input_descriptor: int = 0,
        output_descriptor: int = 1,
    ) -> None:
        """Switch the terminal of these descriptors to cbreak mode. Raises NoTerminalError.

        If its `encoding` lacks the Unicode blocks, it shows words and no picture.
        """
        self._terminal = KeyTerminal(encoding, input_descriptor, output_descriptor)
        self._newest_view = NewestView()
        self.signal = self.readout = _CueAndStatusText(self._newest_view.replace_fields)
        self._clock = clock
        self._colour_depth = colour_depth
        self._on_quit = on_quit
        self._post: Callable[[Press], None] = _ignore_press
        self._help_line = ""
        self._keyboard = KeyboardReader()
        thread_targets = self._draw_until_end, self._read_until_end
        self._threads = [threading.Thread(target=target, daemon=True) for target in thread_targets]
        for thread in self._threads:
            thread.start()

    def set_texts(self, help_line: str, cue_names: dict[str, str]) -> None:
        """Set the names of cues, and the help line of tables that are opened later, in the language of the table."""
        self.signal.cue_names = cue_names
        self._help_line = help_line

    def open_table(self, kind: PanelKind, mounting: Mounting = UPRIGHT) -> ThreadedTable:
        """Return a table that is shown in this terminal only."""
        panel = mount(_TerminalPanel(kind, self._newest_view.replace_fields, mounting.rotation), mounting)
        can_draw = self._terminal.can_draw_pictures
        self._newest_view.set_view(TerminalView(panel.kind, help_line=self._help_line, can_draw_pictures=can_draw))
        # Nobody need see a simulated refresh to its end.
        table = ThreadedTable(self._clock, panel, self.signal, self.readout, max_stop_wait_s=0.0)
        self._post = table.post
        return table

    def close_table(self, table: ThreadedTable) -> None:
        """Close a table that `open_table` returned."""
        self._post = _ignore_press
        table.close()

    def show_sidebar(self, contents: SidebarContents) -> None:
        """Show the sections of the sidebar, which are the panel in words."""
        view = self._newest_view.view
        if view is None or contents.sections != view.sections:
            self._newest_view.replace_fields(sections=contents.sections, scrolled_line_count=0)

    def redraw_resized(self) -> None:
        """Redraw after a change of the terminal's size. May be called from a signal handler."""
        self._newest_view.request_redraw()

    def close(self) -> None:
        """End the threads and restore the terminal. May be called again."""
        if self._threads:
            self._newest_view.end_drawing()
            self._terminal.end_reading()
            for thread in self._threads:
                thread.join(MAX_CLOSE_S)
            self._threads = []
            self._terminal.restore()

    def _draw_until_end(self) -> None:
        while self._newest_view.wait_for_change():
            view = self._newest_view.view
            if view is not None:
                lines = compose(view, self._terminal.size, self._colour_depth)
                self._terminal.write("\x1b[H" + "\x1b[K\r\n".join(lines) + "\x1b[K\x1b[J")

    def _read_until_end(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")  # all keys that count are ASCII
        while (data := self._terminal.read()) is not None:
            if not data:
                self._on_quit()
                return
            for typed in self._keyboard.feed(decoder.decode(data)):
                self._process_typed(typed)

    def _process_typed(self, typed: TypedKey | Command) -> None:
        view = self._newest_view.view
        if isinstance(typed, TypedKey):
            self._post(Press(typed.key, typed.gesture, self._clock.now()))
        elif typed is Command.QUIT:
            self._on_quit()
        elif view is None:
            return
        elif typed is Command.SWITCH_VIEW:
            self._newest_view.replace_fields(prefers_words=not shows_words(view, self._terminal.size))
        else:
            line_count = SCROLL_LINE_COUNT if typed is Command.DOWN else -SCROLL_LINE_COUNT
            self._newest_view.replace_fields(scrolled_line_count=scroll_offset(view, self._terminal.size, line_count))


def _ignore_press(press: Press) -> None:
    """Do nothing: no table is open."""


class _TerminalPanel:
    """A panel that shows pictures at once. A slow connection is slow enough without the delay of e-ink."""

    def __init__(self, kind: PanelKind, replace_fields: Callable[..., None], rotation_degrees: int) -> None:
        self.kind = kind
        self._replace_fields = replace_fields
        self._rotation_degrees = rotation_degrees

    def show(self, image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        picture.check_picture(self.kind, image)
        self._replace_fields(image=picture_as_seen(image, self._rotation_degrees))


class _CueAndStatusText:
    """Shows cues in words and the status below the picture: both the signal and the readout of a terminal."""

    def __init__(self, replace_fields: Callable[..., None]) -> None:
        self.cue_names: dict[str, str] = {}
        self._replace_fields = replace_fields

    def play(self, cue: Cue) -> None:
        self._replace_fields(cue=self.cue_names.get(cue.value, cue.value))

    def show_status(self, status: Status) -> None:
        self._replace_fields(status=status)
