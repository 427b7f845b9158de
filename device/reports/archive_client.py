"""Clients for requests about the past: they ask a process of its own or, in virtual time, answer at once.

The table and its web server use these. The code that reads the past is loaded in that process only, so that a table
without requests does not need it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, Protocol

from device.system.worker import ProcessOutput, WorkerClient
from display.words import Language, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.config.chosen_settings import ChosenSettings
    from device.session.places import ArchivePage, ArchivePlace
    from hal.browser.page_requests import Document, FormFields


class PageRequest(NamedTuple):
    """A request for a page for the panel, with at most `max_choices` things to choose from."""

    place: ArchivePlace
    max_choices: int


class DocumentRequest(NamedTuple):
    """A request for a page or file for a browser: its path, its query parameters, the code of a language, and what a
    box's configuration says about the settings."""

    path: str
    query: FormFields
    language_code: str
    configured: ChosenSettings | None = None


class ChangeRequest(NamedTuple):
    """A request for a change, from a form in a browser, the code of a language, and what a box's configuration says
    about the settings."""

    fields: FormFields
    language_code: str
    configured: ChosenSettings | None


class PageAnswer(NamedTuple):
    """The answer for a place. The page's own place may differ from `place`: after a change, it is another place."""

    place: ArchivePlace
    page: ArchivePage


class Archive(Protocol):
    """Looks up pages of the past."""

    def ask(self, place: ArchivePlace, max_choices: int) -> None:
        """Start looking up the page of a place, with at most `max_choices` things to choose from.
        It replaces earlier requests."""

    def take_answer(self) -> PageAnswer | None:
        """The next answer; None while there is none."""


class ArchiveAtOnce:
    """Looks up each page synchronously: for an evening in virtual time, which must be the same each time."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._next_answer: PageAnswer | None = None

    def ask(self, place: ArchivePlace, max_choices: int) -> None:
        from device.reports.panel_pages import make_page

        self._next_answer = PageAnswer(place, make_page(self._data, place, max_choices))

    def take_answer(self) -> PageAnswer | None:
        answer, self._next_answer = self._next_answer, None
        return answer

    def close(self) -> None:
        """Do nothing: no process needs to be ended."""


class ArchiveProcess:
    """Looks up pages in a separate process, so that many games slow down neither key presses nor the table."""

    def __init__(self, data: Path) -> None:
        self._worker = _worker(data)
        self._answers: SimpleQueue[PageAnswer] = SimpleQueue()

    def ask(self, place: ArchivePlace, max_choices: int) -> None:
        Thread(target=self._request_page, args=(place, max_choices), name="archive", daemon=True).start()

    def take_answer(self) -> PageAnswer | None:
        try:
            return self._answers.get_nowait()
        except Empty:
            return None

    def close(self) -> None:
        """End the process."""
        self._worker.close()

    def _request_page(self, place: ArchivePlace, max_choices: int) -> None:
        page: ArchivePage | None = _ask_worker(self._worker, PageRequest(place, max_choices))
        if page is None:
            from device.pages.archive import cannot_read_page

            page = cannot_read_page(place, UNANSWERED)
        self._answers.put(PageAnswer(place, page))


MAX_PART_BYTES = 64 * 1024
"""Maximum number of bytes of a file in memory at a time."""


class ArchiveFile:
    """A file of many games: its MIME type, its name, and its content, read while the file is being made."""

    def __init__(self, media_type: str, name: str, output: ProcessOutput) -> None:
        self.media_type = media_type
        self.name = name
        self._output = output

    def read(self) -> bytes:
        """Return the next part of the content; empty at its end. Raises OSError if the file could not be completed."""
        with suppress(ValueError):  # closed meanwhile
            part = self._output.stream.read(MAX_PART_BYTES)
            if part or self._output.has_succeeded():
                return part
        raise OSError(self.name)

    def close(self) -> None:
        """End the process that makes the file."""
        self._output.close()


class ArchiveDocuments:
    """Looks up pages for browsers in a separate process. `language` is the language of the pages."""

    def __init__(self, data: Path, language: Language, configured: ChosenSettings | None = None) -> None:
        """`configured` is what a box's configuration says about the settings; None in a simulator, which has none."""
        self.language = language
        self._data = data
        self._configured = configured
        self._worker = _worker(data)
        self.on_change: Callable[[], None] = lambda: None
        """Called from a worker thread after a form has changed something."""

    def find_document(self, path: str, query: FormFields) -> Document | None:
        """The page or file at a path; None if there is no such path, or it can't be made now."""
        document: Document | None = _ask_worker(
            self._worker, DocumentRequest(path, query, self.language.code, self._configured)
        )
        return document

    def find_file(self, path: str, query: FormFields) -> ArchiveFile | None:
        """A file of many games, made in a separate process while it is read;
        None if there is no such file, or it can't be made now."""
        import pickle  # imported late: needed only for requests

        command = (sys.executable, "-m", "device.reports.file_maker", str(self._data))
        with suppress(OSError, EOFError, pickle.UnpicklingError), ExitStack() as cleanup:
            output = ProcessOutput(command, pickle.dumps(DocumentRequest(path, query, self.language.code)))
            cleanup.callback(output.close)
            media_type, name = pickle.load(output.stream)
            cleanup.pop_all()
            return ArchiveFile(media_type, name, output)
        return None

    def process_form(self, fields: FormFields) -> str:
        """Make the change that a form requests. Returns "", or a sentence that says why it can't be made."""
        sentence: str | None = _ask_worker(self._worker, ChangeRequest(fields, self.language.code, self._configured))
        if sentence is not None:
            if not sentence:
                self.on_change()
            return sentence
        from device.pages.archive import cannot_read_text

        return self.language.say(cannot_read_text(UNANSWERED))

    def close(self) -> None:
        """End the process."""
        self._worker.close()


UNANSWERED = text("the program that reads it does not run.")


def _worker(data: Path) -> WorkerClient:
    return WorkerClient((sys.executable, "-m", "device.reports.archive_worker", str(data)))


def _ask_worker(worker: WorkerClient, request: object) -> Any:
    """The answer of the process; None if there is none."""
    import pickle  # imported late: needed only for requests

    answer = worker.answer(pickle.dumps(request))
    return None if answer is None else pickle.loads(answer)
