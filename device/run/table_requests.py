"""Requests at a simulator besides key presses: another panel, another language, another game."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue

from device.gallery.process import GalleryProcess
from device.journal import uploaded_record
from device.reports.archive_client import ArchiveDocuments
from device.session.record import RecordRefused
from device.session.rows import JournalRow
from display.languages import available_codes, language
from display.words import Language, Text, text
from hal.panel import panel
from hal.panel.panel import PanelKind
from values.named_tuple import NamedTuple

CLOSED = text("The table was closed before it took the record. Try again.")

STORE_TIMEOUT_S = 120.0
"""Timeout in seconds for storing an uploaded game, on the slowest disk."""


class UploadedGame(NamedTuple):
    """The rows of a game to begin with, and the queue by which the uploader learns the result."""

    rows: tuple[JournalRow, ...]
    answers: SimpleQueue[Text | None]
    """The answers: None if the game is on the disk, else a sentence that says why it is not."""

    def finish(self, trouble: Text | None) -> None:
        """Report that the game is the one in play. `trouble` says why it is not on the disk; None if it is."""
        if trouble is not None:
            trouble = text(
                "The game of the record is on the table, but not on the disk yet: {sentence}", sentence=trouble
            )
        self.answers.put(trouble)


class NextTable(NamedTuple):
    """The settings of the next table: its panel, its language, and the game to begin with, if any."""

    kind: PanelKind
    language: Language
    uploaded_game: UploadedGame | None = None


class TableRequests:
    """Ends the current table, to begin another or to end the run. All methods but `next_table` may be called in any
    thread.

    Only `play_record` waits or locks, so that a signal handler may call the other methods, too: a request is stored
    before the table is stopped, and is read again once the next table can be stopped (see `note_started`).
    """

    def __init__(self, kind: PanelKind, language: Language, documents: ArchiveDocuments | None = None) -> None:
        """`documents` are the pages of past games for browsers. They are closed with the last table."""
        self._kind = kind
        self._language = language
        self._upload_lock = threading.Lock()
        self._uploaded_game: UploadedGame | None = None
        """The game with which the next table begins."""
        self._awaited_game: UploadedGame | None = None
        """The upload for whose result a thread waits."""
        self._is_restart_due = False
        self._has_ended = False
        self._stop_table: Callable[[], None] = _nothing
        self._wake_table: Callable[[], None] = _nothing
        self._gallery = GalleryProcess()
        self._documents = documents

    def next_table(self) -> NextTable | None:
        """Return the settings of the next table; None if the run has ended."""
        self._stop_table = self._wake_table = _nothing
        self._is_restart_due = False
        uploaded_game, self._uploaded_game = self._uploaded_game, None
        return None if self._has_ended else NextTable(self._kind, self._language, uploaded_game)

    def note_started(self, stop: Callable[[], None], wake: Callable[[], None]) -> None:
        """Note that the table exists. `stop` ends it, and `wake` lets it check for changes made elsewhere."""
        self._stop_table, self._wake_table = stop, wake
        if self._is_restart_due or self._has_ended:
            stop()

    def end(self) -> None:
        """End the run."""
        self._has_ended = True
        if self._awaited_game is not None:
            # If it was answered before, nobody reads this second answer.
            self._awaited_game.answers.put(CLOSED)
        self._gallery.close()
        if self._documents is not None:
            self._documents.close()
        self._stop_table()

    def wake(self) -> None:
        """Let the table check for changes made elsewhere."""
        self._wake_table()

    def restart_with_panel(self, name: str) -> None:
        """Restart with another panel. Does nothing if there is none of this name."""
        try:
            self._kind = panel.panel_kind(name)
        except panel.UnknownPanel:
            return
        self._restart_table()

    def restart_in_language(self, code: str) -> None:
        """Restart in another language. Does nothing if there is no catalogue for it."""
        if code in available_codes():
            self.note_language(language(code))
            self._restart_table()

    def play_record(self, record: bytes) -> str:
        """Begin a new game with a record's rows. Waits until the game is stored, and for earlier uploads.

        Returns "", or the sentence that says why it is not stored.
        """
        try:
            rows = uploaded_record.rows_of_upload(record)
        except RecordRefused as refused:
            sentence = text("Line {line}: {sentence}", line=refused.line_number, sentence=refused.refusal.sentence)
            return self._language.say(sentence)
        with self._upload_lock:
            answer = self._begin_game(UploadedGame(rows, SimpleQueue()))
        return "" if answer is None else self._language.say(answer)

    def _begin_game(self, new_upload: UploadedGame) -> Text | None:
        self._awaited_game = self._uploaded_game = new_upload
        try:
            if self._has_ended:
                return CLOSED
            self._restart_table()
            return new_upload.answers.get(timeout=STORE_TIMEOUT_S)
        except Empty:
            return CLOSED
        finally:
            self._awaited_game = None

    def gallery_file(self, path: str, game: str) -> bytes | None:
        """A file of the gallery of pages for the current panel; None if there is no such file, or it can't be made now.

        For an empty path, the index of a game, or of the first game.
        """
        return self._gallery.request_file(self._kind.name, self._language.code, path, game)

    def note_language(self, language: Language) -> None:
        """Note that the current table has changed its language. Later tables use it as well."""
        self._language = language
        if self._documents is not None:
            self._documents.language = language

    def _restart_table(self) -> None:
        self._is_restart_due = True
        self._stop_table()


def _nothing() -> None:
    """Do nothing: there is no table."""
