"""Whom a table and its browsers ask for the past: a process of its own, or, where time is virtual, who answers at once.

What finds it is loaded in that process only: a table that nobody asks has no use for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol

from device.system.worker import ProcessOutput, Worker
from display.words import Language, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.session.archive import ArchivePage, ArchivePlace
    from hal.browser.requests import Document, Fields


class PageAsked(NamedTuple):
    """A page for the panel, with at most so many things to choose from."""

    place: ArchivePlace
    most: int


class DocumentAsked(NamedTuple):
    """A page or file for a browser: its path, what stands after the question mark, and the code of a language."""

    path: str
    query: Fields
    language: str


class ChangeAsked(NamedTuple):
    """What a form in a browser asks for, and the code of a language."""

    fields: Fields
    language: str


class Found(NamedTuple):
    """The page that was found for a place: of a change, it is that of somebody else's place."""

    asked: ArchivePlace
    page: ArchivePage


class Archive(Protocol):
    """Finds pages of the past, at most with so many things to choose from."""

    def ask(self, place: ArchivePlace, most: int) -> None:
        """Begin to find the page of a place; what was asked for before is not wanted any more."""

    def answer(self) -> Found | None:
        """A page that was found; None while there is none."""


class ArchiveAtOnce:
    """Finds each page while it is asked for: for an evening in virtual time, which is the same each time."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._found: Found | None = None

    def ask(self, place: ArchivePlace, most: int) -> None:
        from device.reports.panel_pages import look

        self._found = Found(place, look(self._data, place, most))

    def answer(self) -> Found | None:
        found, self._found = self._found, None
        return found

    def close(self) -> None:
        """Nothing is left to end."""


class ArchiveProcess:
    """Finds pages in a process, so that neither presses nor the memory of a table feel how many games there are."""

    def __init__(self, data: Path) -> None:
        self._worker = _worker(data)
        self._answers: SimpleQueue[Found] = SimpleQueue()

    def ask(self, place: ArchivePlace, most: int) -> None:
        Thread(target=self._find, args=(place, most), name="archive", daemon=True).start()

    def answer(self) -> Found | None:
        try:
            return self._answers.get_nowait()
        except Empty:
            return None

    def close(self) -> None:
        """End the process."""
        self._worker.close()

    def _find(self, place: ArchivePlace, most: int) -> None:
        found: ArchivePage | None = _asked(self._worker, PageAsked(place, most))
        if found is None:
            from device.pages.archive import unreadable

            found = unreadable(place, UNANSWERED)
        self._answers.put(Found(place, found))


PART_BYTES = 64 * 1024
"""As much of a file is in memory at a time."""


class ArchiveFile:
    """A file of many games: its type as browsers know it, its name, and what is in it, while it is made."""

    def __init__(self, kind: str, name: str, made: ProcessOutput) -> None:
        self.kind = kind
        self.name = name
        self._made = made

    def read(self) -> bytes:
        """The next part of it; nothing at its end. Raises OSError if it can't be made to its end."""
        with suppress(ValueError):  # it was closed meanwhile
            part = self._made.stream.read(PART_BYTES)
            if part or self._made.ended_well():
                return part
        raise OSError(self.name)

    def close(self) -> None:
        """It is not wanted any more, or has been read."""
        self._made.close()


class ArchiveDocuments:
    """Finds pages for browsers in a process, in the `language` that is spoken when they are asked for."""

    def __init__(self, data: Path, language: Language) -> None:
        self.language = language
        self._data = data
        self._worker = _worker(data)
        self.changed: Callable[[], None] = _nothing
        """Called from a worker once a form has changed something."""

    def find(self, path: str, query: Fields) -> Document | None:
        """The page or file at a path; None if there is no such, or it can't be made now."""
        found: Document | None = _asked(self._worker, DocumentAsked(path, query, self.language.code))
        return found

    def file(self, path: str, query: Fields) -> ArchiveFile | None:
        """A file of many games, made in a process of its own while it is read; None if there is no such, or it can't
        be made now."""
        import pickle  # a table that nobody asks needs none

        command = (sys.executable, "-m", "device.reports.file_maker", str(self._data))
        with suppress(OSError):
            made = ProcessOutput(command, pickle.dumps(DocumentAsked(path, query, self.language.code)))
            try:
                kind, name = pickle.load(made.stream)
                return ArchiveFile(kind, name, made)
            except (EOFError, pickle.UnpicklingError):
                made.close()
        return None

    def change(self, fields: Fields) -> str:
        """Do what a form asks for, or say in a sentence why it can't be done."""
        found: str | None = _asked(self._worker, ChangeAsked(fields, self.language.code))
        if found is not None:
            if not found:
                self.changed()
            return found
        from device.pages.archive import cannot_read

        return self.language.say(cannot_read(UNANSWERED))

    def close(self) -> None:
        """End the process."""
        self._worker.close()


def _nothing() -> None:
    """Nobody need hear of it."""


UNANSWERED = text("the program that reads it does not run.")


def _worker(data: Path) -> Worker:
    return Worker((sys.executable, "-m", "device.reports.archive_worker", str(data)))


def _asked(worker: Worker, what: object) -> Any:
    """The answer of the process; None if there is none."""
    import pickle  # a table that nobody asks needs none

    answer = worker.ask(pickle.dumps(what))
    return None if answer is None else pickle.loads(answer)
