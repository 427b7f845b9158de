"""The transcript of a table: a line for each declaration, undo, refusal and trouble."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Protocol, TextIO

from device.system.log_level import LogLevel
from device.system.printing import write
from device.table import events
from display.words import Label, Language, text
from hal.system.printable import shorten_middle


class LineWriter(Protocol):
    """Writes a line of the transcript."""

    def __call__(self, line: str, level: LogLevel = LogLevel.INFO) -> None: ...


def drop_line(line: str, level: LogLevel = LogLevel.INFO) -> None:
    """Drop a line of the transcript."""


class Transcript:
    """Writes what happens at a table as lines of a transcript, in the language of the table."""

    name = "transcript"

    def __init__(self, write_line: LineWriter, language: Language) -> None:
        self._write_line = write_line
        self._language = language

    def handle_event(self, event: events.TableEvent) -> None:
        """Write the lines of an event, if it has any."""
        match event:
            case events.Declared():
                self._write_declared(event)
            case events.TakenBack():
                self._say(events.UNDO_TEXT)
            case events.GameOpened(reason=reason) if reason in events.OPENING_TEXTS:
                self._say(events.OPENING_TEXTS[reason])
            case events.DeclarationRefused(lines):
                sentence = " ".join(self._language.say(line) for line in lines)
                self._say(text("refused: {sentence}", sentence=sentence), LogLevel.NOTICE)
            case events.LanguageChanged(language):
                self._language = language
            case events.Reported(sentence, log_level=level):
                self._say(sentence, level)

    def _write_declared(self, event: events.Declared) -> None:
        if event.is_redone:
            self._say(events.REDO_TEXT)
        for line in event.shown_lines:
            self._say(line)

    def _say(self, label: Label, level: LogLevel = LogLevel.INFO) -> None:
        self._write_line(self._language.say(label), level)


def transcript_writer(stream: TextIO, *, has_levels: bool) -> LineWriter:
    """Return a function that writes lines to a stream; if `has_levels`, with the level prefixes of sd-daemon(3).

    If the stream can't be written to any more, it drops them and the game goes on.
    """

    def write_line(line: str, level: LogLevel = LogLevel.INFO) -> None:
        prefix = f"<{int(level)}>" if has_levels else ""
        try:
            write(stream, prefix + shorten_middle(line.replace("\n", " ")), flush=True)
        except (OSError, ValueError):
            return

    return write_line


def is_system_journal(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether a stream goes to the system's journal: systemd.exec(5), `JOURNAL_STREAM`."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"
