"""What people at a simulator want besides pressing keys: another panel, another language, another game."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from device.gallery.process import Asked, GalleryProcess
from device.session import upload
from device.session.record import RecordRefused
from device.session.rows import JournalRow
from display.languages import available, language
from display.words import Language, text
from hal import panel
from hal.panel import PanelKind


class PlayRecord(NamedTuple):
    """What the next table is: its panel, its language, and the rows of a game to begin with, if any."""

    kind: PanelKind
    language: Language
    rows: tuple[JournalRow, ...] = ()


class TableRequests:
    """Ends the table in play for another one, or for good. All but `next` may be called from any thread.

    Nothing waits and nothing is locked, so that a signal handler may call it, too: what is wished for is put down
    before the table is asked to stop, and `next` looks after it is told how.
    """

    def __init__(self, kind: PanelKind, language: Language) -> None:
        self._kind = kind
        self._language = language
        self._rows: tuple[JournalRow, ...] = ()
        self._changed = False
        self._over = False
        self._stop: Callable[[], None] = _nothing
        self._gallery = GalleryProcess()

    def next(self) -> PlayRecord | None:
        """The table that is to be played at now; None if it is over."""
        self._stop, self._changed = _nothing, False
        rows, self._rows = self._rows, ()
        return None if self._over else PlayRecord(self._kind, self._language, rows)

    def started(self, stop: Callable[[], None]) -> None:
        """The table is there; `stop` ends it."""
        self._stop = stop
        if self._changed or self._over:
            stop()

    def end(self) -> None:
        """Play no more."""
        self._over = True
        self._gallery.close()
        self._stop()

    def panel(self, name: str) -> None:
        """Go on with another panel; does nothing if there is none of this name."""
        try:
            self._kind = panel.kind(name)
        except panel.UnknownPanel:
            return
        self._change()

    def language(self, code: str) -> None:
        """Go on in another language; does nothing without a catalogue of it."""
        if code in available():
            self._language = language(code)
            self._change()

    def play(self, record: bytes) -> str:
        """Go on from where a record ends, in a new game. The sentence that says why not; else nothing."""
        try:
            self._rows = upload.rows(record)
        except RecordRefused as refused:
            line = text("Line {line}: {sentence}", line=refused.line, sentence=refused.fault.sentence)
            return self._language.say(line)
        self._change()
        return ""

    def gallery(self, path: str, game: str) -> bytes | None:
        """A file of the gallery of all pages on the panel in play; None if there is no such, or it can't be made now.

        For no path it is the index of a game, or of the first one.
        """
        return self._gallery.ask(Asked(self._kind.name, self._language.code, path, game))

    def spoken(self, language: Language) -> None:
        """The table in play has gone over to another language; those after it will speak it as well."""
        self._language = language

    def _change(self) -> None:
        self._changed = True
        self._stop()


def _nothing() -> None:
    """There is no table to stop."""
