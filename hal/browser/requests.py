"""What a browser asks for, as values."""

from __future__ import annotations

import json
from functools import partial
from typing import Protocol

from hal.browser.table_pin import PIN_DIGITS
from hal.keys.keys import Gesture, Key
from hal.pods.identity import HIGHEST_SEAT
from hal.table.table import Direct, EditingKey, EditingKeyPressed, Pointed, WordsTyped
from values.fields import IS_TRUE, FieldKind, MessageKind, choice, matching, such, whole, words
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


class PinSaid(NamedTuple):
    """The browser says the PIN of the table."""

    digits: str

    def __repr__(self) -> str:
        """Without the digits: this may get into a log."""
        return "PinSaid()"


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

Request = Permitted | Token | PinSaid | Ping


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
        request: Request = _BY_WORD[found["do"]].read(found)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise BadRequest(len(message)) from None  # a token may be in it
    return request


def write(request: OfRealTable) -> str:
    """The message of a request, as a page sends it."""
    kind = _BY_CLASS[type(request)]
    return json.dumps({"do": kind.word, **kind.write(request)}, ensure_ascii=False, separators=(",", ":"))


_WORD = words(LONGEST_WORD)
_POD = whole(MOST_PODS)
_SEAT = FieldKind(lambda seat: None if seat is None else whole(HIGHEST_SEAT).read(seat))
_KEYS = such(lambda keys: isinstance(keys, str) and len(keys) <= LONGEST_WORD and all(map(Key, keys)))

_MESSAGES = (
    MessageKind("key", KeyRequest, {"key": choice(Key), "gesture": choice(Gesture), "pod": _POD}),
    MessageKind("plug", PlugPod, {"seat": _SEAT}),
    MessageKind("unplug", UnplugPod, {"pod": _POD}),
    MessageKind("correct", CorrectLine, {"line": whole(MOST_LINES)}),
    MessageKind(
        "point", Pointed, {"turn": whole(HIGHEST_TURN), "keys": _KEYS, "held": IS_TRUE},
        lambda one: "held" if one.held and len(one.keys) != 1 else "",
    ),
    MessageKind("say", WordsTyped, {"words": _WORD}),
    MessageKind("edit", EditingKeyPressed, {"key": choice(EditingKey)}),
    MessageKind("game", CorrectPastGame, {"number": whole(MOST_GAMES)}),
    MessageKind("off", SwitchOff),
    MessageKind("token", Token, {"token": _WORD}),
    MessageKind("pin", PinSaid, {"digits": matching(f"[0-9]{{{PIN_DIGITS}}}")}),
    MessageKind("ping", Ping, {"number": whole(HIGHEST_PING)}),
    MessageKind("speed", PanelSpeed, {"instant": IS_TRUE}),
    MessageKind("panel", Choose, {"name": _WORD}, make=partial(Choose, "panel")),
    MessageKind("language", Choose, {"name": _WORD}, make=partial(Choose, "language")),
)  # fmt: skip
_BY_WORD = {one.word: one for one in _MESSAGES}
_BY_CLASS = {one.kind: one for one in _MESSAGES}
