"""Requests of browsers, as values, and their JSON messages; and what serves the pages' documents."""

from __future__ import annotations

import json
from functools import partial
from typing import Protocol

from hal.browser.table_pin import PIN_DIGIT_COUNT
from hal.keys.keys import Gesture, Key
from hal.pods.identity import HIGHEST_SEAT
from hal.table.table import DirectAnswer, EditingKey, EditingKeyPressed, PicturePointed, WordsTyped
from values.fields import IS_TRUE, FieldKind, MessageKind, any_text, enum_of, integer, pattern, valid_if
from values.named_tuple import NamedTuple

MAX_PODS = 9
MAX_PING_NUMBER = 2**53
MAX_RECORD_LENGTH = 256 * 1024
"""Maximum bytes of an uploaded record. The record of the longest evening has a twentieth of that."""
MAX_MESSAGE_LENGTH = 1024
"""Maximum bytes of a message; a token is the longest part of any."""
MAX_TEXT_LENGTH = 256
MAX_QUESTION_NUMBER = 2**53
MAX_GAME_NUMBER = 999_999_999
"""More games than any journal has."""
STOP_GAME = "stop"
"""The value of a form's field `change` for stopping a past game, by its `number`."""
MAX_LINE_NUMBER = 1_000_000
"""More lines than any record in a journal has."""


class InvalidRequest(Exception):
    """A message that no page of this program sends."""


class KeyRequest(NamedTuple):
    """A key was pressed or held, on the device itself (`pod` 0) or on a pod.

    Like a key of the box, it does not name the question that it answers: it may be pressed before the page is there.
    """

    key: Key
    gesture: Gesture
    pod: int = 0

    @property
    def source(self) -> str:
        return f"pod{self.pod}" if self.pod else ""


class PlugInPod(NamedTuple):
    """Plug in another pod, at a seat (from 0) or, with None, for all players."""

    seat: int | None


class UnplugPod(NamedTuple):
    """Unplug a pod, by its number from 1."""

    pod: int


class CorrectLine(NamedTuple):
    """Correct a line of the record, from 1."""

    line: int


class CorrectPastGame(NamedTuple):
    """Show a past game, by its number, on the panel, where it may be corrected."""

    number: int


class SwitchOff(NamedTuple):
    """The two keys for switching off were held together."""


class SendToken(NamedTuple):
    """Say the browser's token."""

    token: str

    def __repr__(self) -> str:
        """Without the token: this may get into a log."""
        return "SendToken()"


class SendPin(NamedTuple):
    """Say the PIN of the table."""

    digits: str

    def __repr__(self) -> str:
        """Without the digits: this may get into a log."""
        return "SendPin()"


class Ping(NamedTuple):
    """Check whether the server answers."""

    number: int


class SetPanelSpeed(NamedTuple):
    """Let the simulated panel refresh at once, or in its real time."""

    is_instant: bool


class ChooseSetting(NamedTuple):
    """Choose another panel, by its name, or another language, by its code: `setting` is "panel" or "language"."""

    setting: str
    name: str


RealTableRequest = KeyRequest | DirectAnswer | CorrectLine | CorrectPastGame | SwitchOff
"""What a browser can request of a table with a real panel and real pods."""

PermittedRequest = RealTableRequest | PlugInPod | UnplugPod | SetPanelSpeed | ChooseSetting
"""Requests that need the permission to press keys."""

BrowserRequest = PermittedRequest | SendToken | SendPin | Ping


class Document(NamedTuple):
    """A page or a file: its media type, its content, and, for a file to download, its name."""

    media_type: str
    content: bytes
    name: str = ""


RequestResult = str | None
"""The table's answer to a request: "" if it is done, or a sentence that says why it can't be. None if no table
answers."""

FormFields = tuple[tuple[str, str], ...]
"""Names and values of a form's fields."""


class DocumentFile(Protocol):
    """A file to download, made while it is read."""

    media_type: str
    name: str

    def read(self) -> bytes:
        """Return the next part; b"" at the end. Raises OSError if the file can't be completed. May take long."""

    def close(self) -> None:
        """Close the file. A thread that is reading gets the end. May be called in any thread."""


def game_to_stop(fields: FormFields) -> int | None:
    """Return the number of the past game that a form wants to stop; None if it wants something else."""
    values = dict(fields)
    return parse_game_number(values.get("number", "")) if values.get("change") == STOP_GAME else None


def parse_game_number(digits: str) -> int | None:
    """Parse a game's number; None if the text is none."""
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= len(str(MAX_GAME_NUMBER)) else None


class Documents(Protocol):
    """Further pages, made by the program. Called from worker threads of the server."""

    def find_document(self, path: str, query: FormFields) -> Document | None:
        """Return the page or file at a path; None if there is none, or it can't be made now. May take long."""

    def find_file(self, path: str, query: FormFields) -> DocumentFile | None:
        """Return a long file at a path; None if there is none, or it can't be made now. May take long."""

    def process_form(self, fields: FormFields) -> str:
        """Do what a form requests. Returns "" or a sentence that says why it can't be done."""


class ProgramControl(Protocol):
    """Restarts the simulator, plays records and makes the gallery. Called from the server's thread, or its workers."""

    def restart_with_panel(self, name: str) -> None:
        """Continue with a panel of another kind, if there is one of this name."""

    def restart_in_language(self, code: str) -> None:
        """Continue in another language, if there is a catalogue for it."""

    def play_record(self, record: bytes) -> str:
        """Continue from the end of a record. Returns once the game is stored.

        Returns "" or a sentence, in the table's language, that says why it is not stored. May take long.
        """

    def gallery_file(self, path: str, game: str) -> bytes | None:
        """Return a file of the gallery of all pages; None if there is none. May take long.

        An empty path is the index (HTML) of a game, or of the first one if `game` is empty; other paths are PNGs.
        """


def parse_request(message: str) -> BrowserRequest:
    """Parse a message. Raises InvalidRequest."""
    try:
        json_object = json.loads(message)
        request: BrowserRequest = _KIND_BY_WORD[json_object["do"]].parse(json_object)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InvalidRequest(len(message)) from None  # a token may be in it
    return request


def format_request(request: RealTableRequest) -> str:
    """Return the message of a request, as a page sends it."""
    kind = _KIND_BY_CLASS[type(request)]
    return json.dumps({"do": kind.word, **kind.to_json(request)}, ensure_ascii=False, separators=(",", ":"))


_TEXT_KIND = any_text(MAX_TEXT_LENGTH)
_POD_KIND = integer(MAX_PODS)
_SEAT_KIND = FieldKind(lambda seat: None if seat is None else integer(HIGHEST_SEAT).parse(seat))
_KEYS_KIND = valid_if(lambda keys: isinstance(keys, str) and len(keys) <= MAX_TEXT_LENGTH and all(map(Key, keys)))

_MESSAGE_KINDS = (
    MessageKind("key", KeyRequest, {"key": enum_of(Key), "gesture": enum_of(Gesture), "pod": _POD_KIND}),
    MessageKind("plug", PlugInPod, {"seat": _SEAT_KIND}),
    MessageKind("unplug", UnplugPod, {"pod": _POD_KIND}),
    MessageKind("correct", CorrectLine, {"line": integer(MAX_LINE_NUMBER)}),
    MessageKind(
        "point", PicturePointed, {"turn": integer(MAX_QUESTION_NUMBER), "keys": _KEYS_KIND, "held": IS_TRUE},
        contradicting_field=lambda pointed: "held" if pointed.is_hold and len(pointed.keys) != 1 else "",
    ),
    MessageKind("say", WordsTyped, {"words": _TEXT_KIND}),
    MessageKind("edit", EditingKeyPressed, {"key": enum_of(EditingKey)}),
    MessageKind("game", CorrectPastGame, {"number": integer(MAX_GAME_NUMBER)}),
    MessageKind("off", SwitchOff),
    MessageKind("token", SendToken, {"token": _TEXT_KIND}),
    MessageKind("pin", SendPin, {"digits": pattern(f"[0-9]{{{PIN_DIGIT_COUNT}}}")}),
    MessageKind("ping", Ping, {"number": integer(MAX_PING_NUMBER)}),
    MessageKind("speed", SetPanelSpeed, {"instant": IS_TRUE}),
    MessageKind("panel", ChooseSetting, {"name": _TEXT_KIND}, make_message=partial(ChooseSetting, "panel")),
    MessageKind("language", ChooseSetting, {"name": _TEXT_KIND}, make_message=partial(ChooseSetting, "language")),
)  # fmt: skip
_KIND_BY_WORD = {kind.word: kind for kind in _MESSAGE_KINDS}
_KIND_BY_CLASS = {kind.message_class: kind for kind in _MESSAGE_KINDS}
