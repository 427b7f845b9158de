"""Stores the PIN of the table, which is chosen at its keys, as a digest in a small file beside the journal.

Anybody who can read the file can find six digits by trying all of them. The digest only keeps them out of logs and
copies.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from pathlib import Path

from device.system import atomicfile, files
from device.system.error_reasons import unread_sentence
from device.system.json_files import not_done_if_unwritable, read_choice, write_choice
from device.system.not_done import NotDone
from display.words import Text, text
from hal.browser.table_pin import PinCheck, PinVerdict
from hal.browser.wrong_guesses import WrongGuesses
from values.fields import MessageKind, pattern
from values.named_tuple import NamedTuple

FILE_NAME = "pin"
MAX_FILE_BYTES = 300
"""Maximum number of bytes that are read of the file. What is written has half of that."""

DIGEST_ITERATIONS = 20_000
"""Iterations of the digest (PBKDF2): a tenth of a second on a Pi Zero."""

UNREADABLE = "unreadable"
"""The `pin_id` of a PIN that can't be read. No digits are accepted then."""


class StoredPin(NamedTuple):
    """A stored PIN: a random identifier of this choice of a PIN, its salt and its digest, in hexadecimal digits."""

    pin_id: str
    salt: str
    digest: str


_UNREADABLE_PIN = StoredPin(UNREADABLE, salt="", digest="")

_PIN_FORMAT = MessageKind(
    "pin",
    StoredPin,
    {"mark": pattern("[0-9a-f]{8}"), "salt": pattern("[0-9a-f]{32}"), "digest": pattern("[0-9a-f]{64}")},
)
"""The form of the file: the fields of `StoredPin` in order, of which the file calls `pin_id` “mark”."""


def read_pin(directory: Path) -> StoredPin | None:
    """Read the PIN; None if none was chosen. Raises NotDone if the file can't be read."""
    try:
        return _load_pin(directory)
    except OSError as error:
        raise NotDone(_with_advice(unread_sentence(directory / FILE_NAME, error))) from None


def _load_pin(directory: Path) -> StoredPin | None:
    """Raises OSError; raises NotDone if the file has no PIN in it."""
    path = directory / FILE_NAME
    no_pin_sentence = _with_advice(text("{file} has no PIN in it.", file=str(path)))
    stored: StoredPin | None = read_choice(path, MAX_FILE_BYTES, _PIN_FORMAT.parse, no_pin_sentence)
    return stored


def _with_advice(fault: Text) -> Text:
    return text("{fault} Choose the PIN again, at the table's keys.", fault=fault)


def choose_pin(directory: Path, digits: str) -> None:
    """Store this PIN in place of any other. Raises NotDone; the one before then stays."""
    salt = os.urandom(16)
    pin = StoredPin(os.urandom(4).hex(), salt.hex(), _digest(digits, salt))
    write_choice(directory / FILE_NAME, _PIN_FORMAT.to_json(pin), follow=False)


def forget_pin(directory: Path) -> None:
    """Remove the PIN. Raises NotDone; it then stays."""
    path = directory / FILE_NAME
    with not_done_if_unwritable(path), suppress(FileNotFoundError):
        path.unlink()
        atomicfile.sync_directory(directory)


def _digest(digits: str, salt: bytes) -> str:
    import hashlib  # most tables have no PIN

    return hashlib.pbkdf2_hmac("sha256", digits.encode(), salt, DIGEST_ITERATIONS).hex()


def _pin_or_unreadable(directory: Path) -> StoredPin | None:
    """The PIN that was chosen; `_UNREADABLE_PIN` if the file has none in it, None if there is no file.

    Raises OSError.
    """
    try:
        return _load_pin(directory)
    except NotDone:
        return _UNREADABLE_PIN


class PinKeeper:
    """A `hal.browser.table_pin.TablePin` for the PIN in a directory. All guesses share their pauses, because their
    origin can't be trusted."""

    def __init__(self, directory: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file_lock = threading.Lock()
        self._guess_lock = threading.Lock()
        """Held for the tenth of a second that a digest takes, for which `pin_id` must not wait."""
        self._wrong_guesses = WrongGuesses(clock)
        self._current_pin: Callable[[], StoredPin | None] = files.cached_reader(
            directory / FILE_NAME, None, lambda _: _pin_or_unreadable(directory), lambda *_: _UNREADABLE_PIN
        )

    @property
    def pin_id(self) -> str:
        pin = self._read()
        return "" if pin is None else pin.pin_id

    def check_digits(self, digits: str) -> PinCheck:
        with self._guess_lock:
            pin = self._read()
            if pin is None:
                return PinCheck(PinVerdict.RIGHT)
            if pin.pin_id == UNREADABLE:
                return PinCheck(PinVerdict.UNREADABLE, 1)
            if (wait_s := self._wrong_guesses.wait_s()) > 0:
                return PinCheck(PinVerdict.NOT_CHECKED, ceil(wait_s))
            if _matches(pin, digits):
                return PinCheck(PinVerdict.RIGHT)
            self._wrong_guesses.count_wrong_guess()
            return PinCheck(PinVerdict.WRONG, ceil(self._wrong_guesses.wait_s()))

    def _read(self) -> StoredPin | None:
        with self._file_lock:
            return self._current_pin()


def _matches(pin: StoredPin, digits: str) -> bool:
    import hmac  # most tables have no PIN

    return hmac.compare_digest(_digest(digits, bytes.fromhex(pin.salt)), pin.digest)
