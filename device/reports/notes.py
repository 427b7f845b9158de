"""Notes that people have written about games: a text and a place for each, in `notes.json` in the data directory."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

from device.system import atomicfile
from device.system.kept_json import SpoiltFile, load_or_set_aside, parse_json
from device.system.not_done import NotDone
from device.system.printing import complain
from device.system.reasons import error_reason, unwritten_sentence
from display.words import ENGLISH, text
from values.fields import MessageKind, any_text
from values.named_tuple import NamedTuple

FILE = "notes.json"
LARGEST = 4_000_000
"""Maximum size of the file in bytes. Ten thousand games with a line each take a quarter of that."""

FORM = "note"
"""The value of `change` in the form of a note."""

MAX_NOTE_LENGTH = 500
MAX_PLACE_LENGTH = 60


class GameNote(NamedTuple):
    """The note about a game, and its place; empty if nothing was written."""

    note: str = ""
    place: str = ""


Notes = dict[str, GameNote]
"""The notes by the identities of games, which never change, unlike their numbers."""


def read_notes(data: Path) -> Notes:
    """All notes. If the file can't be read or is invalid, it returns none and prints a complaint."""
    path = data / FILE
    try:
        return load_or_set_aside(path, LARGEST, lambda content: parse_json(content, _parse_notes)) or {}
    except OSError as error:
        complain(f"{path} can't be read: {ENGLISH.say(error_reason(error))}.")
    except SpoiltFile as damaged:
        complain(f"{path} was damaged and is now {damaged.aside}; games are as they were, without what was written.")
    return {}


def write_note(data: Path, identity: str, written: GameNote) -> None:
    """Store the note about a game. Raises NotDone; the previous content then stays."""
    wanted = GameNote(_clean_words(written.note, MAX_NOTE_LENGTH), _clean_words(written.place, MAX_PLACE_LENGTH))
    try:
        with atomicfile.locked_directory(data):
            _store_note(data, identity, wanted)
    except OSError as error:
        raise NotDone(unwritten_sentence(data / FILE, error)) from None


def _store_note(data: Path, identity: str, wanted: GameNote) -> None:
    """Write the file with a changed note. Raises NotDone if it would be too large, and OSError."""
    found = {key: note for key, note in read_notes(data).items() if key != identity}
    if wanted != GameNote():
        found[identity] = wanted
    content = json.dumps({key: _NOTE.write(note) for key, note in found.items()}, ensure_ascii=False, indent=1).encode()
    if len(content) > LARGEST:
        raise NotDone(text("So much is written about games already that no more is kept."))
    atomicfile.replace_file(data / FILE, content + b"\n")


def _clean_words(words: str, longest: int) -> str:
    """The words on one line, without unprintable characters. Raises NotDone if they are too long."""
    composed = unicodedata.normalize("NFC", " ".join(words.split()))
    plain = "".join(letter for letter in composed if letter.isprintable())
    if len(plain) > longest:
        raise NotDone(text("{count} letters are too many: {most} are kept.", count=len(plain), most=longest))
    return plain


def _parse_notes(found: Any) -> Notes:
    return {key: _NOTE.read(note) for key, note in found.items()}


_WORD = any_text(LARGEST)
_NOTE = MessageKind("note", GameNote, {"note": _WORD, "place": _WORD})
