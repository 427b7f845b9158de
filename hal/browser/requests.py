"""What a browser asks for, as values."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Protocol

from hal.keys.keys import Gesture, Key
from hal.pods.identity import HIGHEST_SEAT
from hal.table.table import Direct, EditingKey, EditingKeyPressed, Pointed, WordsTyped
from values.named_tuple import NamedTuple

MOST_PODS = 9
HIGHEST_PING = 2**53
LONGEST_RECORD = 256 * 1024
"""Bytes of a record that is uploaded; the longest evening is a twentieth of that."""
LONGEST_MESSAGE = 1024
"""Bytes of a message; a token is the longest part of any."""
LONGEST_WORD = 256
HIGHEST_TURN = 2**53
MOST_GAMES = 999_999_999
"""More games than any journal has."""
STOP = "stop"
"""What a form says that it changes where the table is to stop a game of the past, by its `number`."""
MOST_LINES = 1_000_000
"""More lines than any record that a journal holds."""


class BadRequest(Exception):
    """A message that no page of this program sends."""


class KeyRequest(NamedTuple):
    """A key was pressed or held, on the device itself (`pod` 0) or on a pod."""

    key: Key
    gesture: Gesture
    pod: int = 0

    @property
    def source(self) -> str:
        return f"pod{self.pod}" if self.pod else ""


class PlugPod(NamedTuple):
    """A pod more is to be there, at a seat (from 0) or with None for everybody."""

    seat: int | None


class UnplugPod(NamedTuple):
    """A pod, by its number from 1, is to be there no longer."""

    pod: int


class CorrectLine(NamedTuple):
    """A line of the record, from 1, is to be corrected."""

    line: int


class CorrectPastGame(NamedTuple):
    """A game of the past, by its number, is to be on the panel, and may be corrected."""

    number: int


class SwitchOff(NamedTuple):
    """The two keys that switch off were held together."""


class Token(NamedTuple):
    """The browser says what opens the keys."""

    token: str


class Ping(NamedTuple):
    """The browser wants to know whether the server is there."""

    number: int


class PanelSpeed(NamedTuple):
    """The panel is to take no time, or its own."""

    instant: bool


class Choose(NamedTuple):
    """Another panel, or another language, by name or code."""

    what: str
    name: str


OfRealTable = KeyRequest | Direct | CorrectLine | CorrectPastGame | SwitchOff
"""What a browser can ask of a table whose panel and pods are real."""

Permitted = OfRealTable | PlugPod | UnplugPod | PanelSpeed | Choose
"""What only a browser that may press keys can ask for."""

Request = Permitted | Token | Ping


class Document(NamedTuple):
    """A page or a file: its type as browsers know it, what is in it, and, of a file to take away, its name."""

    kind: str
    content: bytes
    name: str = ""


Fields = tuple[tuple[str, str], ...]
"""Names and values, as forms have them."""


class DocumentFile(Protocol):
    """A file to take away that is made while it is read."""

    kind: str
    name: str

    def read(self) -> bytes:
        """The next part of it; nothing at its end. Raises OSError if it can't be made to its end. May take long."""

    def close(self) -> None:
        """It is not wanted any more, or has been read. Whoever is reading gets an end. May be called in any thread."""


def stopped_game(fields: Fields) -> int | None:
    """The number of the game of the past that a form wants stopped; None if it wants something else."""
    told = dict(fields)
    return game_number(told.get("number", "")) if told.get("change") == STOP else None


def game_number(word: str) -> int | None:
    """The number of a game that a word is; None for a word that can be none."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= len(str(MOST_GAMES)) else None


class Documents(Protocol):
    """Pages besides the table's own, which the program makes. Called from workers of the server's thread."""

    def find(self, path: str, query: Fields) -> Document | None:
        """The page or file at a path; None if there is no such, or it can't be made now. May take long."""

    def file(self, path: str, query: Fields) -> DocumentFile | None:
        """A long file at a path; None if there is no such, or it can't be made now. May take long."""

    def change(self, fields: Fields) -> str:
        """Do what a form asks for, or say in a sentence why it can't be done."""


class RequestHandler(Protocol):
    """What a browser may ask of the program besides keys. Called from the server's thread, or a worker of it."""

    def panel(self, name: str) -> None:
        """Go on with a panel of another kind, if there is one of this name."""

    def language(self, code: str) -> None:
        """Go on in another language, if there is a catalogue of it."""

    def play(self, record: bytes) -> str:
        """Go on from where a record ends. Returns once the game is kept.

        Nothing, or the sentence that says why it is not kept, in the table's language. May take long.
        """

    def gallery(self, path: str, game: str) -> bytes | None:
        """A file of the gallery of all pages: for no path the index (HTML) of a game, which may be left open, else a
        PNG; None if there is no such. May take long."""


class NoRequests:
    """Beside a real panel, a browser asks for keys only."""

    def panel(self, name: str) -> None:
        """The panel is what it is."""

    def language(self, code: str) -> None:
        """The language is chosen at the table."""

    def play(self, record: bytes) -> str:
        return ""

    def gallery(self, path: str, game: str) -> bytes | None:
        return None


def read(message: str) -> Request:
    """The request of a message. Raises BadRequest."""
    try:
        found = json.loads(message)
        return _READERS[found["do"]](found)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadRequest(message[:80]) from None


def write(request: OfRealTable) -> str:
    """The message of a request, as a page sends it."""
    return json.dumps(_written(request), ensure_ascii=False, separators=(",", ":"))


def _written(request: OfRealTable) -> dict[str, object]:
    match request:
        case KeyRequest(key, gesture, pod):
            return {"do": "key", "key": key.value, "gesture": gesture.value, "pod": pod}
        case CorrectLine(line):
            return {"do": "correct", "line": line}
        case CorrectPastGame(number):
            return {"do": "game", "number": number}
        case SwitchOff():
            return {"do": "off"}
    return _written_answer(request)


def _written_answer(answer: Direct) -> dict[str, object]:
    match answer:
        case Pointed(turn, keys, held):
            return {"do": "point", "turn": turn, "keys": keys, "held": held}
        case WordsTyped(words):
            return {"do": "say", "words": words}
        case EditingKeyPressed(key):
            return {"do": "edit", "key": key.value}


def _stroke(found: dict[str, Any]) -> KeyRequest:
    return KeyRequest(Key(found["key"]), Gesture(found["gesture"]), _number(found, "pod", MOST_PODS))


def _pointed(found: dict[str, Any]) -> Pointed:
    keys, held = _word(found, "keys"), found["held"] is True
    if held and len(keys) != 1:
        raise ValueError(keys)
    return Pointed(_number(found, "turn", HIGHEST_TURN), "".join(Key(key).value for key in keys), held)


def _word(found: dict[str, Any], name: str) -> str:
    word = found[name]
    if not isinstance(word, str) or len(word) > LONGEST_WORD:
        raise TypeError(name)
    # JSON can name half of a pair of surrogates, which is no text: this raises ValueError.
    word.encode()
    return word


def _number(found: dict[str, Any], name: str, most: int) -> int:
    number = found[name]
    if type(number) is not int or not 0 <= number <= most:
        raise ValueError(number)
    return number


_READERS: dict[str, Callable[[dict[str, Any]], Request]] = {
    "key": _stroke,
    "plug": lambda found: PlugPod(None if found["seat"] is None else _number(found, "seat", HIGHEST_SEAT)),
    "unplug": lambda found: UnplugPod(_number(found, "pod", MOST_PODS)),
    "correct": lambda found: CorrectLine(_number(found, "line", MOST_LINES)),
    "point": _pointed,
    "say": lambda found: WordsTyped(_word(found, "words")),
    "edit": lambda found: EditingKeyPressed(EditingKey(found["key"])),
    "game": lambda found: CorrectPastGame(_number(found, "number", MOST_GAMES)),
    "off": lambda _: SwitchOff(),
    "token": lambda found: Token(_word(found, "token")),
    "ping": lambda found: Ping(_number(found, "number", HIGHEST_PING)),
    "speed": lambda found: PanelSpeed(found["instant"] is True),
    "panel": lambda found: Choose("panel", _word(found, "name")),
    "language": lambda found: Choose("language", _word(found, "name")),
}
