"""Answers requests of the web service, a separate process: edits of the record, pages and files of past games, and
newer programs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from device.run.door_pin import PinLock
from device.run.page_wire import RequestKind, TableAnswer, TableRequest
from device.run.program_uploads import TAKES_NO_PROGRAMS, ProgramUploads
from display.words import ENGLISH
from hal.browser.page_requests import DocumentFile, Documents, FormFields, game_to_stop
from hal.browser.program_receiver import PieceAnswer

MAX_DIGITS = 12
"""Maximum digits of a size, an offset or a handle."""

MAX_FILES = 4
"""The maximum number of files that are open at a time."""


class RunningTable(Protocol):
    """The requests that only the running table can answer."""

    def edit_record(self, record: bytes, base_version: str) -> str | None:
        """As `hal.browser.web.ServedTable.edit_record`."""

    def stop_game(self, number: int) -> str | None:
        """Stop a past game. Returns "" if it was stopped, else the reason why not. None if no table answers."""


class ServiceAnswerer:
    """Answers the web service's requests, one at a time."""

    def __init__(
        self, table: RunningTable, documents: Documents | None, programs: ProgramUploads | None = None
    ) -> None:
        """Without `programs`, this box takes none from its page."""
        self._table = table
        self._documents = documents
        self._programs = programs
        self._files: dict[int, DocumentFile] = {}
        self._lock = threading.Lock()
        self._handlers: dict[RequestKind, Callable[[TableRequest], TableAnswer]] = {
            RequestKind.EDIT: self._edit_record,
            RequestKind.FIND: self._find_document,
            RequestKind.FILE: self._open_file,
            RequestKind.PART: self._read_file,
            RequestKind.SHUT: self._close_file,
            RequestKind.CHANGE: self._change_past,
            RequestKind.PROGRAM: self._begin_program,
            RequestKind.PIECE: self._add_program_piece,
        }

    def answer(self, request: TableRequest, pin_lock: PinLock) -> TableAnswer:
        """Return the answer to a request; it has no words if there is none. Changes need the PIN to be sent
        before."""
        if request.kind is RequestKind.PIN:
            check = pin_lock.check_digits(request.first_word)
            return request.answer(check.verdict.value, str(check.wait_s))
        if request.kind in _CHANGES and not pin_lock.is_unlocked:
            return request.answer()
        return self._handlers[request.kind](request)

    def expire(self) -> None:
        """Give up a program that no phone goes on sending."""
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

    def _edit_record(self, request: TableRequest) -> TableAnswer:
        sentence = self._table.edit_record(request.content, request.first_word)
        return request.answer() if sentence is None else request.answer(sentence)

    def _find_document(self, request: TableRequest) -> TableAnswer:
        path, query = _document_path(request)
        document = None if self._documents is None else self._documents.find_document(path, query)
        if document is None:
            return request.answer()
        return request.answer(document.media_type, document.name, content=document.content)

    def _change_past(self, request: TableRequest) -> TableAnswer:
        fields = _form_fields(request.words)
        game_number = game_to_stop(fields)
        sentence = None if game_number is None else self._table.stop_game(game_number)
        if sentence is None:
            sentence = "" if self._documents is None else self._documents.process_form(fields)
        return request.answer(sentence)

    def _begin_program(self, request: TableRequest) -> TableAnswer:
        size = _number(request.first_word)
        answer = None if self._programs is None else self._programs.announce_size(size)
        return request.answer(*(answer or _NO_PROGRAMS))

    def _add_program_piece(self, request: TableRequest) -> TableAnswer:
        handle, offset = request.words if len(request.words) == 2 else ("", "")
        answer = None if self._programs is None else self._programs.add_piece(handle, _number(offset), request.content)
        return request.answer(*(answer or _NO_PROGRAMS))

    def _open_file(self, request: TableRequest) -> TableAnswer:
        path, query = _document_path(request)
        is_full = len(self._files) >= MAX_FILES
        file = None if self._documents is None or is_full else self._documents.find_file(path, query)
        if file is None:
            return request.answer()
        with self._lock:
            self._files[request.number] = file
        return request.answer(str(request.number), file.media_type, file.name)

    def _read_file(self, request: TableRequest) -> TableAnswer:
        file = self._files.get(_number(request.first_word))
        with suppress(OSError):
            if file is not None:
                return request.answer("part", content=file.read())
        return request.answer()

    def _close_file(self, request: TableRequest) -> TableAnswer:
        with self._lock:
            file = self._files.pop(_number(request.first_word), None)
        if file is not None:
            file.close()
        return request.answer("shut")


_NO_PROGRAMS = PieceAnswer(ENGLISH.say(TAKES_NO_PROGRAMS))
"""The page of such a box has no form for it: only a program says so to another one, in English."""

_CHANGES = frozenset({RequestKind.EDIT, RequestKind.CHANGE, RequestKind.PROGRAM, RequestKind.PIECE})
"""The requests of browsers that may press keys only."""


def _number(word: str) -> int:
    """Parse a number; -1 if the text is none."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= MAX_DIGITS else -1


def _document_path(request: TableRequest) -> tuple[str, FormFields]:
    return request.first_word, _form_fields(request.words[1:])


def _form_fields(words: tuple[str, ...]) -> FormFields:
    return tuple(zip(words[::2], words[1::2], strict=False))
