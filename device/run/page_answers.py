"""Answers requests of the web service, a separate process: edits of the record, pages and files of past games, and
newer programs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from device.run.door_pin import SaidPin
from device.run.door_program import TAKES_NONE, ProgramUploads
from device.run.page_wire import Asking, TableAnswered, TableAsked
from display.words import ENGLISH
from hal.browser.program_taker import PieceAnswer
from hal.browser.requests import DocumentFile, Documents, Fields, stopped_game

MAX_DIGITS = 12
"""Maximum digits of a size, an offset or a handle."""

MAX_FILES = 4
"""At most so many files are open at a time."""


class AskedTable(Protocol):
    """The requests that only the running table can answer."""

    def edit_record(self, record: bytes, since: str) -> str | None:
        """As `hal.browser.web.ServedTable.edit_record`."""

    def stop_game(self, number: int) -> str | None:
        """Stop a past game. Returns "" if it was stopped, else the reason why not. None if no table answers."""


class PageAnswers:
    """Answers the web service's requests, one at a time."""

    def __init__(self, table: AskedTable, documents: Documents | None, programs: ProgramUploads | None = None) -> None:
        """Without `programs`, this box takes none from its page."""
        self._table = table
        self._documents = documents
        self._programs = programs
        self._files: dict[int, DocumentFile] = {}
        self._lock = threading.Lock()
        self._handing: dict[Asking, Callable[[TableAsked], TableAnswered]] = {
            Asking.EDIT: self._edit_record,
            Asking.FIND: self._find_document,
            Asking.FILE: self._open_file,
            Asking.PART: self._file_part,
            Asking.SHUT: self._close_file,
            Asking.CHANGE: self._change_past,
            Asking.PROGRAM: self._begin_program,
            Asking.PIECE: self._add_program_piece,
        }

    def answer(self, asked: TableAsked, pin: SaidPin) -> TableAnswered:
        """Return the answer to a request; it has no words if there is none. Changes need the `pin` to be sent
        before."""
        if asked.what is Asking.PIN:
            look = pin.check_digits(asked.words[0] if asked.words else "")
            return TableAnswered(asked.number, (look.verdict.value, str(look.wait_s)))
        if asked.what in _CHANGING and not pin.is_unlocked:
            return TableAnswered(asked.number, ())
        return self._handing[asked.what](asked)

    def expire(self) -> None:
        """Give up what no phone goes on with."""
        if self._programs is not None:
            self._programs.expire()

    def drop_files(self) -> None:
        """Close all open files: the web service that read or sent them has disconnected."""
        if self._programs is not None:
            self._programs.discard()
        with self._lock:
            files, self._files = self._files, {}
        for file in files.values():
            file.close()

    def _edit_record(self, asked: TableAsked) -> TableAnswered:
        since = asked.words[0] if asked.words else ""
        sentence = self._table.edit_record(asked.content, since)
        return TableAnswered(asked.number, () if sentence is None else (sentence,))

    def _find_document(self, asked: TableAsked) -> TableAnswered:
        path, query = _document_path(asked)
        document = None if self._documents is None else self._documents.find_document(path, query)
        if document is None:
            return TableAnswered(asked.number, ())
        return TableAnswered(asked.number, (document.kind, document.name), document.content)

    def _change_past(self, asked: TableAsked) -> TableAnswered:
        fields = _form_fields(asked.words)
        number = stopped_game(fields)
        answer = None if number is None else self._table.stop_game(number)
        if answer is None:
            answer = "" if self._documents is None else self._documents.change_past(fields)
        return TableAnswered(asked.number, (answer,))

    def _begin_program(self, asked: TableAsked) -> TableAnswered:
        size = _number(asked.words[0] if asked.words else "")
        answer = None if self._programs is None else self._programs.announce(size)
        return TableAnswered(asked.number, answer or _TAKES_NONE)

    def _add_program_piece(self, asked: TableAsked) -> TableAnswered:
        handle, at = asked.words if len(asked.words) == 2 else ("", "")
        answer = None if self._programs is None else self._programs.add(handle, _number(at), asked.content)
        return TableAnswered(asked.number, answer or _TAKES_NONE)

    def _open_file(self, asked: TableAsked) -> TableAnswered:
        path, query = _document_path(asked)
        full = len(self._files) >= MAX_FILES
        file = None if self._documents is None or full else self._documents.file(path, query)
        if file is None:
            return TableAnswered(asked.number, ())
        with self._lock:
            self._files[asked.number] = file
        return TableAnswered(asked.number, (str(asked.number), file.kind, file.name))

    def _file_part(self, asked: TableAsked) -> TableAnswered:
        file = self._files.get(_handle_of(asked))
        if file is None:
            return TableAnswered(asked.number, ())
        try:
            return TableAnswered(asked.number, ("part",), file.read())
        except OSError:
            return TableAnswered(asked.number, ())

    def _close_file(self, asked: TableAsked) -> TableAnswered:
        with self._lock:
            file = self._files.pop(_handle_of(asked), None)
        if file is not None:
            file.close()
        return TableAnswered(asked.number, ("shut",))


_TAKES_NONE = PieceAnswer(ENGLISH.say(TAKES_NONE))
"""The page of such a box has no form for it: only a program says so to another one, in English."""

_CHANGING = frozenset({Asking.EDIT, Asking.CHANGE, Asking.PROGRAM, Asking.PIECE})
"""What only who may press can ask for."""


def _handle_of(asked: TableAsked) -> int:
    return _number(asked.words[0] if asked.words else "")


def _number(word: str) -> int:
    """Parse a number; -1 if the text is none."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= MAX_DIGITS else -1


def _document_path(asked: TableAsked) -> tuple[str, Fields]:
    return (asked.words[0] if asked.words else ""), _form_fields(asked.words[1:])


def _form_fields(words: tuple[str, ...]) -> Fields:
    return tuple(zip(words[::2], words[1::2], strict=False))
