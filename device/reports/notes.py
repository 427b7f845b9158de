"""Notes that people have written about games: a text and a place for each, in `notes.json` in the data directory."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

from device.system.error_reasons import unread_sentence
from device.system.json_files import load_or_complain, values_to_change
from device.system.not_done import NotDone
from device.system.printing import complain
from display.words import ENGLISH, text
from hal.system.printable import printable_line
from values.fields import MessageKind, any_text
from values.named_tuple import NamedTuple

FILE_NAME = "notes.json"
MAX_BYTES = 4_000_000
"""Maximum size of the file in bytes. Ten thousand games with a line each take a quarter of that."""

CHANGE = "note"
"""The value of the field `change` in the form by which a note is written (`web_history`)."""

MAX_NOTE_LENGTH = 500
MAX_PLACE_LENGTH = 60


class GameNote(NamedTuple):
    """The text of the note about a game, and the game's place; empty if nothing was written."""

    text: str = ""
    place: str = ""


Notes = dict[str, GameNote]
"""The notes by the identities of games, which never change, unlike their numbers."""


def read_notes(data: Path) -> Notes:
    """All notes. If the file can't be read or is invalid, it returns none and prints a complaint."""
    path = data / FILE_NAME
    try:
        return _load_notes(path)
    except OSError as error:
        complain(ENGLISH.say(unread_sentence(path, error)))
        return {}


def _load_notes(path: Path) -> Notes:
    """Raises OSError. Of an invalid file, it returns none and prints a complaint."""
    consequence = "games are as they were, without what was written"
    return load_or_complain(path, MAX_BYTES, _parse_notes, consequence) or {}


def write_note(data: Path, identity: str, note: GameNote) -> None:
    """Store the note about a game. Raises NotDone; the previous content then stays."""
    clean_note = GameNote(_clean_line(note.text, MAX_NOTE_LENGTH), _clean_line(note.place, MAX_PLACE_LENGTH))
    path = data / FILE_NAME
    too_large = text("So much is written about games already that no more is kept.")
    with values_to_change(path, lambda: _load_notes(path), MAX_BYTES, too_large, _write_notes) as notes_by_game:
        notes_by_game.pop(identity, None)
        if clean_note != GameNote():
            notes_by_game[identity] = clean_note


def _clean_line(written: str, max_length: int) -> str:
    """What was written, on one line without unprintable characters. Raises NotDone if it is too long."""
    line = printable_line(unicodedata.normalize("NFC", written))
    if len(line) > max_length:
        raise NotDone(text("{count} letters are too many: write {most} at the most.", count=len(line), most=max_length))
    return line


def _parse_notes(notes_by_game: Any) -> Notes:
    return {identity: _NOTE_FORMAT.parse(note) for identity, note in notes_by_game.items()}


def _write_notes(notes_by_game: Notes) -> dict[str, object]:
    return {identity: _NOTE_FORMAT.to_json(note) for identity, note in notes_by_game.items()}


_TEXT = any_text(MAX_BYTES)
_NOTE_FORMAT = MessageKind("note", GameNote, {"note": _TEXT, "place": _TEXT})  # in the file, `text` is called “note”
