"""What people at a simulator want besides pressing keys: another panel, another language, another game."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

from device.gallery.process import Asked, GalleryProcess
from device.journal import upload
from device.reports.archive_client import ArchiveDocuments
from device.session.record import RecordRefused
from device.session.rows import JournalRow
from display.languages import available, language
from display.words import Language, Text, text
from hal.panel import panel
from hal.panel.panel import PanelKind
from values.named_tuple import NamedTuple

CLOSED = text("The table was closed before it took the record. Try again.")

KEPT_S = 120.0
"""How long a table may take to keep a game that was uploaded, on the slowest disk."""


class Uploaded(NamedTuple):
    """The rows of a game to begin with, and whoever waits to hear that it is kept."""

    rows: tuple[JournalRow, ...]
    answers: SimpleQueue[Text | None]
    """None for a game that is on the disk, else the sentence that says why it is not."""

    def begun(self, trouble: Text | None) -> None:
        """The game is the one in play; `trouble` says why it is not on the disk, if it is not."""
        if trouble is not None:
            trouble = text(
                "The game goes on from the record, but it is not on the disk yet: {sentence}", sentence=trouble
            )
        self.answers.put(trouble)


class PlayRecord(NamedTuple):
    """What the next table is: its panel, its language, and the game to begin with, if there is one."""

    kind: PanelKind
    language: Language
    uploaded: Uploaded | None = None


class TableRequests:
    """Ends the table in play for another one, or for good. All but `next` may be called from any thread.

    Nothing but `play` waits or locks, so that a signal handler may call the others, too: what is asked for is put
    down before the table is asked to stop, and `next` looks after it is told how.
    """

    def __init__(self, kind: PanelKind, language: Language, documents: ArchiveDocuments | None = None) -> None:
        """What browsers see besides the table is in `documents`, which this ends with the last table."""
        self._kind = kind
        self._language = language
        self._uploading = threading.Lock()
        self._uploaded: Uploaded | None = None
        """What the next table begins with."""
        self._awaited: Uploaded | None = None
        """The upload that somebody waits for."""
        self._changed = False
        self._over = False
        self._stop: Callable[[], None] = _nothing
        self._wake: Callable[[], None] = _nothing
        self._gallery = GalleryProcess()
        self._documents = documents

    def next(self) -> PlayRecord | None:
        """The table that is to be played at now; None if it is over."""
        self._stop = self._wake = _nothing
        self._changed = False
        uploaded, self._uploaded = self._uploaded, None
        return None if self._over else PlayRecord(self._kind, self._language, uploaded)

    def started(self, stop: Callable[[], None], wake: Callable[[], None]) -> None:
        """The table is there; `stop` ends it, and `wake` has it look at what somebody else has changed."""
        self._stop, self._wake = stop, wake
        if self._changed or self._over:
            stop()

    def end(self) -> None:
        """Play no more."""
        self._over = True
        if self._awaited is not None:
            # If it was answered before, this is one answer more that nobody hears.
            self._awaited.answers.put(CLOSED)
        self._gallery.close()
        if self._documents is not None:
            self._documents.close()
        self._stop()

    def wake(self) -> None:
        """Have the table look at what somebody else has changed."""
        self._wake()

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
            self.spoken(language(code))
            self._change()

    def play(self, record: bytes) -> str:
        """Go on from where a record ends, in a new game. Waits until the game is kept, and for those before it.

        Nothing, or the sentence that says why it is not kept.
        """
        try:
            rows = upload.rows(record)
        except RecordRefused as refused:
            line = text("Line {line}: {sentence}", line=refused.line, sentence=refused.refusal.sentence)
            return self._language.say(line)
        with self._uploading:
            answer = self._begin(Uploaded(rows, SimpleQueue()))
        return "" if answer is None else self._language.say(answer)

    def _begin(self, uploaded: Uploaded) -> Text | None:
        self._awaited = self._uploaded = uploaded
        try:
            if self._over:
                return CLOSED
            self._change()
            return uploaded.answers.get(timeout=KEPT_S)
        except Empty:
            return CLOSED
        finally:
            self._awaited = None

    def gallery(self, path: str, game: str) -> bytes | None:
        """A file of the gallery of all pages on the panel in play; None if there is no such, or it can't be made now.

        For no path it is the index of a game, or of the first one.
        """
        return self._gallery.ask(Asked(self._kind.name, self._language.code, path, game))

    def spoken(self, language: Language) -> None:
        """The table in play has gone over to another language; those after it will speak it as well."""
        self._language = language
        if self._documents is not None:
            self._documents.language = language

    def _change(self) -> None:
        self._changed = True
        self._stop()


def _nothing() -> None:
    """There is no table to stop."""
