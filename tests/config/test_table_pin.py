"""A PIN of the table: kept without its digits, looked at slowly after wrong ones of anybody, lost by no damage."""

from __future__ import annotations

import hashlib
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from device.config.table_pin import FILE_NAME, PinKeeper, choose_pin, forget_pin, read_pin
from device.system.not_done import NotDone
from display.words import ENGLISH
from hal.browser.table_pin import PinCheck, PinVerdict
from hal.browser.wrong_guesses import MAX_PAUSE_S
from tests.non_empty import non_empty
from tests.system.failing_reads import unreadable

EVENING_S = 6 * 3600
TIMEOUT_S = 20.0
RIGHT = PinCheck(PinVerdict.RIGHT)


class Now:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def keeper(directory: Path) -> tuple[PinKeeper, Now]:
    now = Now()
    return PinKeeper(directory, now), now


def test_without_a_pin_nobody_has_to_say_one(tmp_path: Path) -> None:
    found, _ = keeper(tmp_path)
    assert found.pin_id == ""
    assert found.check_digits("000000") == RIGHT


def test_a_pin_is_chosen_changed_and_taken_away(tmp_path: Path) -> None:
    found, now = keeper(tmp_path)
    choose_pin(tmp_path, "031415")
    first = found.pin_id
    assert first
    assert found.check_digits("031415") == RIGHT
    choose_pin(tmp_path, "271828")
    assert found.pin_id not in ("", first)
    assert found.check_digits("031415").verdict is PinVerdict.WRONG
    now.at += 1
    assert found.check_digits("271828") == RIGHT
    forget_pin(tmp_path)
    forget_pin(tmp_path)
    assert found.pin_id == ""


def test_a_pin_that_cannot_be_taken_away_is_said(tmp_path: Path) -> None:
    (tmp_path / "no directory").touch()
    with pytest.raises(NotDone, match=r"pin can't be written: a file is where a directory should be."):
        forget_pin(tmp_path / "no directory")


def test_the_file_has_no_digits_and_is_its_owners_alone(tmp_path: Path) -> None:
    choose_pin(tmp_path, "031415")
    assert "031415" not in (tmp_path / FILE_NAME).read_text()
    assert (tmp_path / FILE_NAME).stat().st_mode & 0o077 == 0
    assert "031415" not in repr(read_pin(tmp_path))


def test_two_tables_with_one_pin_keep_different_bytes(tmp_path: Path) -> None:
    kept = []
    for name in non_empty(("one", "other")):
        choose_pin(tmp_path / name, "031415")
        kept.append((tmp_path / name / FILE_NAME).read_bytes())
    assert kept[0] != kept[1]


def test_an_evening_of_guessing_looks_at_few_whoever_guesses(tmp_path: Path) -> None:
    """No address is known here: all share the pauses, and a right one that comes too soon is not looked at either."""
    choose_pin(tmp_path, "999999")
    found, now = keeper(tmp_path)
    looked = 0
    while now.at < EVENING_S:
        answer = found.check_digits(f"{looked:06}")
        assert answer.verdict is PinVerdict.WRONG
        assert found.check_digits("999999") == PinCheck(PinVerdict.NOT_CHECKED, answer.wait_s)
        looked += 1
        now.at += answer.wait_s
    assert 300 < looked < 400
    now.at += MAX_PAUSE_S
    assert found.check_digits("999999") == RIGHT


def test_whoever_asks_which_pin_it_is_waits_for_no_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page's loop asks. It stood still for the tenth of a second that a digest takes on a Pi Zero."""
    choose_pin(tmp_path, "031415")
    found, _ = keeper(tmp_path)
    is_known, digest = threading.Event(), hashlib.pbkdf2_hmac

    def slow_digest(*arguments: Any) -> bytes:
        assert is_known.wait(TIMEOUT_S)
        return digest(*arguments)

    monkeypatch.setattr(hashlib, "pbkdf2_hmac", slow_digest)
    with ThreadPoolExecutor() as threads:
        check = threads.submit(found.check_digits, "031415")
        pin_id = threads.submit(lambda: found.pin_id)
        try:
            assert pin_id.result(TIMEOUT_S / 2)
        finally:
            is_known.set()
        assert check.result(TIMEOUT_S) == RIGHT


@pytest.mark.parametrize("content", [b"", b"031415", b"{}", b'{"mark": "", "salt": "", "digest": ""}'])
def test_a_pin_that_is_spoilt_lets_nobody_in_and_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    found, _ = keeper(tmp_path)
    assert found.pin_id
    assert found.check_digits("031415").verdict is PinVerdict.UNREADABLE
    with pytest.raises(NotDone) as unreadable:
        read_pin(tmp_path)
    said = ENGLISH.say(unreadable.value.sentence)
    assert said == f"{tmp_path / FILE_NAME} has no PIN in it. Choose the PIN again, at the table's keys."
    choose_pin(tmp_path, "031415")
    assert found.check_digits("031415") == RIGHT


def test_a_pin_that_cannot_be_read_just_now_lets_somebody_in_once_it_can(tmp_path: Path) -> None:
    """Nobody came in for the rest of the evening."""
    choose_pin(tmp_path, "031415")
    found, _ = keeper(tmp_path)
    with unreadable(FILE_NAME):
        assert found.check_digits("031415").verdict is PinVerdict.UNREADABLE
        with pytest.raises(NotDone, match=r"can't be read: the disk fails. Choose the PIN again, at the table's keys."):
            read_pin(tmp_path)
    assert found.check_digits("031415") == RIGHT


def test_a_place_that_is_no_file_lets_nobody_in(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    found, _ = keeper(tmp_path)
    assert found.check_digits("031415").verdict is PinVerdict.UNREADABLE
    with pytest.raises(NotDone):
        choose_pin(tmp_path, "031415")


@given(some.binary(max_size=400))
def test_whatever_bytes_are_there_a_pin_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    data = tmp_path_factory.mktemp("pin")
    (data / FILE_NAME).write_bytes(content)
    try:
        assert read_pin(data) is not None
    except NotDone:
        assert PinKeeper(data).check_digits("000000").verdict is PinVerdict.UNREADABLE
