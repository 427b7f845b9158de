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
from device.system.kept_json import read_chosen, write_chosen
from device.system.not_done import NotDone
from device.system.reasons import unread_sentence, unwritten_sentence
from display.words import Text, text
from hal.browser.table_pin import PinCheck, PinVerdict
from hal.browser.wrong_guesses import WrongGuesses
from values.fields import MessageKind, pattern
from values.named_tuple import NamedTuple

FILE = "pin"
MAX_LENGTH = 300
"""Maximum number of bytes that are read of the file. What is written has half of that."""

ROUNDS = 20_000
"""Iterations of the digest (PBKDF2): a tenth of a second on a Pi Zero."""

UNREADABLE = "unreadable"
"""The mark of a PIN that can't be read: no digits are accepted then."""


class KeptPin(NamedTuple):
    """A stored PIN: its mark, its salt and its digest, in hexadecimal digits."""

    mark: str
    salt: str
    digest: str


_NOBODYS_PIN = KeptPin(UNREADABLE, "", "")

_KEPT = MessageKind(
    "pin", KeptPin, {"mark": pattern("[0-9a-f]{8}"), "salt": pattern("[0-9a-f]{32}"), "digest": pattern("[0-9a-f]{64}")}
)


def read_pin(directory: Path) -> KeptPin | None:
    """Read the PIN; None if none was chosen. Raises NotDone if the file can't be read."""
    try:
        return _load_pin(directory)
    except OSError as error:
        raise NotDone(_with_advice(unread_sentence(directory / FILE, error))) from None


def _load_pin(directory: Path) -> KeptPin | None:
    """Raises OSError; raises NotDone if the file has no PIN in it."""
    path = directory / FILE
    nothing = _with_advice(text("{file} has no PIN in it.", file=str(path)))
    kept: KeptPin | None = read_chosen(path, MAX_LENGTH, _KEPT.read, nothing)
    return kept


def _with_advice(fault: Text) -> Text:
    return text("{fault} Choose the PIN again, at the table's keys.", fault=fault)


def choose_pin(directory: Path, digits: str) -> None:
    """Store this PIN in place of any other. Raises NotDone; the one before then stays."""
    salt = os.urandom(16)
    kept = KeptPin(os.urandom(4).hex(), salt.hex(), _digest(digits, salt))
    write_chosen(directory / FILE, _KEPT.write(kept), follow=False)


def forget_pin(directory: Path) -> None:
    """Remove the PIN. Raises NotDone; it then stays."""
    path = directory / FILE
    try:
        with suppress(FileNotFoundError):
            path.unlink()
            atomicfile.sync_directory(directory)
    except OSError as error:
        raise NotDone(unwritten_sentence(path, error)) from None


def _digest(digits: str, salt: bytes) -> str:
    import hashlib  # most tables have no PIN

    return hashlib.pbkdf2_hmac("sha256", digits.encode(), salt, ROUNDS).hex()


def _usable_pin(directory: Path) -> KeptPin | None:
    """The PIN that was chosen, or one that lets nobody in if the file has none in it; None if there is no file.

    Raises OSError.
    """
    try:
        return _load_pin(directory)
    except NotDone:
        return _NOBODYS_PIN


class PinKeeper:
    """A `hal.browser.table_pin.TablePin` for the PIN in a directory. All guesses share their pauses, because their
    origin can't be trusted."""

    def __init__(self, directory: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._lock = threading.Lock()
        self._wrong_guesses = WrongGuesses(clock)
        self._current_pin: Callable[[], KeptPin | None] = files.cached_reader(
            directory / FILE, None, lambda _: _usable_pin(directory), lambda *_: _NOBODYS_PIN
        )

    @property
    def pin_mark(self) -> str:
        with self._lock:
            kept = self._current_pin()
        return "" if kept is None else kept.mark

    def check_digits(self, digits: str) -> PinCheck:
        with self._lock:
            kept = self._current_pin()
            if kept is None:
                return PinCheck(PinVerdict.RIGHT)
            if kept.mark == UNREADABLE:
                return PinCheck(PinVerdict.UNREADABLE, 1)
            if (wait := self._wrong_guesses.wait_s()) > 0:
                return PinCheck(PinVerdict.NOT_CHECKED, ceil(wait))
            if _matches(kept, digits):
                return PinCheck(PinVerdict.RIGHT)
            self._wrong_guesses.count_wrong_guess()
            return PinCheck(PinVerdict.WRONG, ceil(self._wrong_guesses.wait_s()))


def _matches(kept: KeptPin, digits: str) -> bool:
    import hmac  # most tables have no PIN

    return hmac.compare_digest(_digest(digits, bytes.fromhex(kept.salt)), kept.digest)
