"""A newer program comes to the table in pieces: each is judged, and whatever goes wrong leaves nothing on the disk.

Those against whom it stands: a phone that says one thing and sends another, that never goes on, or that sends while
somebody else does; a disk that is full or fails; power that goes; a page's program that says anything at all.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from device.run.door_pin import PinLock
from device.run.page_answers import ServiceAnswerer
from device.run.page_wire import RequestKind, TableAnswer, TableRequest
from device.run.program_uploads import (
    DISK,
    MAX_BYTES,
    MAX_PIECE_WAIT_S,
    MAX_UPLOAD_S,
    MIN_PAUSE_S,
    SYNC_BYTES,
    ProgramUploads,
    RemotePrograms,
    UploadDisk,
)
from device.system.program_folder import FILE_NAME, FOLDER_NAME, PARTIAL_FILE_NAME, sent_program_outcome
from display.languages import language
from display.words import ENGLISH
from hal.browser.program_receiver import MAX_PIECE_BYTES, PieceAnswer
from hal.browser.table_pin import NO_PIN, PinCheck, PinVerdict
from tests.non_empty import non_empty
from tests.power_steps import PowerCut
from tools.image.on_card import programs

NOT_WHOLE = "The file did not come as it was announced, and is not taken. Send it once more."
OTHER = "Another file is being sent, or was just now. Try again in a minute."
GIVEN_UP = "The table waits for this file no longer. Send it once more, and leave the page open until it is there."
IN_PLAY = "A game is in play. Finish it, or leave it by the menu, and then send the file."
CONTENT = bytes(range(256)) * 500


class Card:
    """A card whose time, free space and faults are chosen."""

    def __init__(self, place: Path) -> None:
        self.data = place / "games"
        self.data.mkdir(exist_ok=True)
        self.state = place / "state.json"
        self.now = 0.0
        self.room = 10 * MAX_BYTES
        self.fault = 0
        self.playing = False
        self.looks = 0
        self.synced: list[int] = []
        self.uploads = self.started()

    def started(self) -> ProgramUploads:
        """The table's part, as after a start."""
        disk = UploadDisk(lambda _: self.room, self._write, self.synced.append)
        found = ProgramUploads(self.data, self.state, lambda: ENGLISH, self._look, lambda: self.now, disk)
        found.is_in_play = lambda: self.playing
        return found

    def _write(self, file: int, data: bytes) -> int:
        if self.fault:
            raise OSError(self.fault, os.strerror(self.fault))
        return os.write(file, data[:40_000])  # a write may be short

    def _look(self) -> None:
        assert self.names() == [FILE_NAME], "it is looked at before it is there"
        self.looks += 1

    def names(self) -> list[str]:
        """What lies in the folder."""
        return sorted(os.listdir(self.data / FOLDER_NAME)) if (self.data / FOLDER_NAME).exists() else []

    def begun(self, size: int = len(CONTENT)) -> str:
        """Begin, and return the handle."""
        sentence, handle = self.uploads.announce_size(size)
        assert sentence == ""
        return handle

    def send(self, content: bytes = CONTENT, size: int | None = None) -> str:
        """Send a file, until it is refused. Returns the sentence."""
        sentence, handle = self.uploads.announce_size(len(content) if size is None else size)
        for at in range(0, len(content), MAX_PIECE_BYTES):
            if sentence:
                break
            sentence, _ = self.uploads.add_piece(handle, at, content[at : at + MAX_PIECE_BYTES])
        return sentence

    def examined(self, outcome: str) -> None:
        """The card's own program has looked at the file."""
        found = (self.data / FOLDER_NAME / FILE_NAME).lstat()
        self.state.write_text(json.dumps({"page": [f"{FILE_NAME} {found.st_size} {found.st_mtime_ns}", outcome]}))


@pytest.fixture
def card(tmp_path: Path) -> Card:
    return Card(tmp_path)


def test_both_programs_have_one_limit() -> None:
    assert MAX_BYTES == programs.LARGEST


def test_a_page_in_a_browser_cuts_pieces_as_the_table_takes_them() -> None:
    page = Path("hal/browser/page/program.js").read_text(encoding="utf-8")
    assert "const PIECE = 48 * 1024;\n" in page
    assert MAX_PIECE_BYTES == 48 * 1024


def test_a_file_is_there_whole_once_its_last_piece_was_taken(card: Card) -> None:
    assert card.send() == ""
    assert (card.data / FOLDER_NAME / FILE_NAME).read_bytes() == CONTENT
    assert card.looks == 1
    assert sent_program_outcome(card.data, card.state) == ""


def test_only_the_whole_file_is_for_others_and_the_directory_above_is_for_nobody_else(card: Card) -> None:
    """The card's own program sees the folder by itself, as another user."""
    before = os.umask(0o077)
    try:
        handle = card.begun()
        card.uploads.add_piece(handle, 0, CONTENT[:MAX_PIECE_BYTES])
        part = (card.data / FOLDER_NAME / PARTIAL_FILE_NAME).stat()
        card.uploads.discard()
        assert card.send() == ""
    finally:
        os.umask(before)
    assert stat.S_IMODE(part.st_mode) == 0o600
    assert stat.S_IMODE((card.data / FOLDER_NAME).stat().st_mode) == 0o755
    assert stat.S_IMODE((card.data / FOLDER_NAME / FILE_NAME).stat().st_mode) == 0o644


def test_what_is_written_is_synced_each_mebibyte(card: Card) -> None:
    """So a declaration's own sync never waits for a whole program."""
    content = bytes(5 * SYNC_BYTES)
    assert card.send(content) == ""
    assert len(card.synced) >= 4


@pytest.mark.parametrize(
    ("size", "room", "sentence"),
    [
        (MAX_BYTES + 1, 100 * MAX_BYTES, "This file is larger than 500 MB: it is no program for this card."),
        (10**11, 100 * MAX_BYTES, "This file is larger than 500 MB: it is no program for this card."),
        (501, 1000, "This file would take more than half of what is free on the card. It is not taken."),
        (0, 1000, NOT_WHOLE),
        (-1, 1000, NOT_WHOLE),
    ],
)
def test_a_size_that_is_too_large_is_refused_before_anything_is_written(
    size: int, room: int, sentence: str, card: Card
) -> None:
    card.room = room
    assert card.uploads.announce_size(size) == PieceAnswer(sentence)
    assert card.names() == []


def test_half_of_what_is_free_may_be_taken(card: Card) -> None:
    card.room = 2 * len(CONTENT)
    assert card.send() == ""


def test_fewer_bytes_than_announced_are_no_file(card: Card) -> None:
    assert card.send(CONTENT, len(CONTENT) + 1) == ""
    assert card.names() == [PARTIAL_FILE_NAME]
    card.now = MAX_PIECE_WAIT_S + 1
    card.uploads.expire()
    assert card.names() == []
    assert card.looks == 0


@pytest.mark.parametrize(
    ("at", "piece"),
    [
        (MAX_PIECE_BYTES, CONTENT[:MAX_PIECE_BYTES]),  # out of order
        (-1, CONTENT[:MAX_PIECE_BYTES]),
        (0, b""),
        (0, CONTENT[: MAX_PIECE_BYTES + 1]),  # larger than any piece
    ],
)
def test_a_piece_that_does_not_fit_ends_it(at: int, piece: bytes, card: Card) -> None:
    handle = card.begun()
    assert card.uploads.add_piece(handle, at, piece) == PieceAnswer(NOT_WHOLE)
    assert card.names() == []
    assert card.uploads.add_piece(handle, 0, CONTENT[:MAX_PIECE_BYTES]) == PieceAnswer(GIVEN_UP)


def test_more_bytes_than_announced_end_it(card: Card) -> None:
    assert card.send(CONTENT, len(CONTENT) - 1) == NOT_WHOLE
    assert card.names() == []
    assert card.looks == 0


def test_a_piece_that_comes_twice_ends_it(card: Card) -> None:
    handle = card.begun()
    assert card.uploads.add_piece(handle, 0, CONTENT[:MAX_PIECE_BYTES]).sentence == ""
    assert card.uploads.add_piece(handle, 0, CONTENT[:MAX_PIECE_BYTES]).sentence == NOT_WHOLE


def test_of_two_phones_the_first_goes_on_and_the_second_waits(card: Card) -> None:
    handle = card.begun()
    assert card.uploads.announce_size(7).sentence == OTHER
    assert card.uploads.add_piece("", 0, b"x").sentence == GIVEN_UP
    assert card.uploads.add_piece("0" * 16, 0, b"x").sentence == GIVEN_UP
    for at in range(0, len(CONTENT), MAX_PIECE_BYTES):
        assert card.uploads.add_piece(handle, at, CONTENT[at : at + MAX_PIECE_BYTES]).sentence == ""
    assert (card.data / FOLDER_NAME / FILE_NAME).read_bytes() == CONTENT
    card.now += MIN_PAUSE_S
    assert card.send(b"the second") == ""
    assert (card.data / FOLDER_NAME / FILE_NAME).read_bytes() == b"the second"


def test_the_card_is_not_asked_for_looks_without_a_pause(card: Card) -> None:
    """systemd would stop to look, until the next start."""
    unit = Path("tools/image/on_card/tablekeeper-update.service").read_text(encoding="utf-8")
    limits = dict(line.split("=") for line in unit.splitlines() if line.startswith("StartLimit"))
    assert card.send(b"one") == ""
    card.now += MIN_PAUSE_S - 1
    assert card.send(b"another") == OTHER
    card.now += 1
    assert card.send(b"another") == ""
    assert card.looks == 2
    assert int(limits["StartLimitIntervalSec"]) / MIN_PAUSE_S < int(limits["StartLimitBurst"])


def test_a_phone_that_is_gone_keeps_no_other_waiting(card: Card) -> None:
    handle = card.begun()
    card.uploads.add_piece(handle, 0, CONTENT[:MAX_PIECE_BYTES])
    card.now = MAX_PIECE_WAIT_S + 1
    other = card.begun(7)
    piece = CONTENT[MAX_PIECE_BYTES : 2 * MAX_PIECE_BYTES]
    assert card.uploads.add_piece(handle, MAX_PIECE_BYTES, piece).sentence == GIVEN_UP
    assert card.uploads.add_piece(other, 0, b"1234567").sentence == ""
    assert (card.data / FOLDER_NAME / FILE_NAME).read_bytes() == b"1234567"


def test_a_phone_that_sends_a_byte_now_and_then_has_an_end(card: Card) -> None:
    handle = card.begun(MAX_BYTES)
    at = 0
    while (found := card.uploads.add_piece(handle, at, b"x")).sentence == "":
        at += 1
        card.now += MAX_PIECE_WAIT_S - 1
        card.uploads.expire()
        assert card.now < 2 * MAX_UPLOAD_S
    assert found.sentence == GIVEN_UP
    assert card.names() == []


def test_while_a_game_is_in_play_nothing_is_taken(card: Card) -> None:
    card.playing = True
    assert card.uploads.announce_size(len(CONTENT)).sentence == IN_PLAY
    card.playing = False
    handle = card.begun()
    card.playing = True
    assert card.uploads.add_piece(handle, 0, CONTENT[:MAX_PIECE_BYTES]).sentence == IN_PLAY
    assert card.names() == []


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (errno.ENOSPC, "There is no room on the card any more: the file is not taken."),
        (errno.EDQUOT, "There is no room on the card any more: the file is not taken."),
        (errno.EIO, "The card refuses the file: the disk fails."),
        (errno.EROFS, "The card refuses the file: the disk is read-only."),
    ],
)
def test_a_disk_that_fails_in_the_middle_is_said_and_leaves_nothing(fault: int, sentence: str, card: Card) -> None:
    handle = card.begun()
    assert card.uploads.add_piece(handle, 0, CONTENT[:MAX_PIECE_BYTES]).sentence == ""
    card.fault = fault
    piece = CONTENT[MAX_PIECE_BYTES : 2 * MAX_PIECE_BYTES]
    assert card.uploads.add_piece(handle, MAX_PIECE_BYTES, piece).sentence == sentence
    assert card.names() == []
    card.fault = 0
    assert card.send() == ""


def test_a_disk_that_fails_at_the_last_step_is_said(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", failing)
    assert card.send().startswith("There is no room")
    assert card.names() == []
    assert card.looks == 0


def test_a_folder_that_is_a_link_or_a_file_is_not_written_into(card: Card, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (card.data / FOLDER_NAME).symlink_to(tmp_path / "elsewhere")
    assert card.send().startswith("The card refuses the file: ")
    assert os.listdir(tmp_path / "elsewhere") == []
    (card.data / FOLDER_NAME).unlink()
    (card.data / FOLDER_NAME).write_text("")
    assert card.send().startswith("The card refuses the file: ")


def test_a_part_that_a_start_finds_is_removed_and_a_whole_file_waits_for_its_look(card: Card) -> None:
    """Power, or the table's program, goes in the middle."""
    handle = card.begun()
    card.uploads.add_piece(handle, 0, CONTENT[:MAX_PIECE_BYTES])
    card.started()
    assert card.names() == []
    card.uploads = card.started()
    assert card.send() == ""
    card.started()
    assert card.names() == [FILE_NAME]


def test_whenever_the_power_goes_the_next_start_has_the_whole_file_or_nothing(tmp_path: Path) -> None:
    seen = set()
    for last in range(60):
        (tmp_path / str(last)).mkdir()
        box, cut = Card(tmp_path / str(last)), PowerCut(last)
        with cut.among(("open", "write", "fchmod", "fsync", "replace", "unlink")):
            box.send()
        box.uploads = box.started()
        left = tuple(box.names())
        assert left in ((), (FILE_NAME,))
        assert not left or (box.data / FOLDER_NAME / FILE_NAME).read_bytes() == CONTENT
        seen.add(left)
        assert box.send() == "", f"after step {last}, no other file is taken"
        if not cut.came:
            break
    assert not cut.came
    assert seen == {(), (FILE_NAME,)}


@pytest.mark.parametrize("outcome", ["ready", "not-signed", "no-room"])
def test_a_file_that_was_looked_at_is_removed_by_the_next_start_or_the_next_file(outcome: str, card: Card) -> None:
    assert card.send() == ""
    card.examined(outcome)
    assert sent_program_outcome(card.data, card.state) == outcome
    card.started()
    assert card.names() == []
    assert sent_program_outcome(card.data, card.state) is None
    card.now += MIN_PAUSE_S
    assert card.send() == ""
    card.examined(outcome)
    card.now += MIN_PAUSE_S
    card.begun()
    assert card.names() == [PARTIAL_FILE_NAME]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"page": 3}', '{"page": [1]}', '{"page": null}', "[" * 9_000])
def test_a_state_of_the_card_that_makes_no_sense_is_none(content: str, card: Card) -> None:
    assert card.send() == ""
    card.state.write_text(content)
    assert sent_program_outcome(card.data, card.state) == ""
    card.started()
    assert card.names() == [FILE_NAME]


def test_the_sentences_are_in_the_tables_language(card: Card) -> None:
    french = ProgramUploads(card.data, card.state, lambda: language("fr"), lambda: None)
    assert french.announce_size(MAX_BYTES + 1).sentence.startswith("Ce fichier dépasse 500")


def test_who_asks_meanwhile_waits_for_one_piece_alone(card: Card) -> None:
    """The page's program ends while a piece is being written: what is kept of it is nothing."""
    writing, go_on = threading.Event(), threading.Event()

    def slow(file: int, data: bytes) -> int:
        writing.set()
        assert go_on.wait(60)
        return os.write(file, data)

    card.uploads = ProgramUploads(card.data, card.state, lambda: ENGLISH, lambda: None, disk=DISK._replace(write=slow))
    handle = card.begun()
    sending = threading.Thread(target=card.uploads.add_piece, args=(handle, 0, CONTENT[:MAX_PIECE_BYTES]))
    sending.start()
    assert writing.wait(60)
    ending = threading.Thread(target=card.uploads.discard)
    ending.start()
    go_on.set()
    for each in non_empty((sending, ending)):
        each.join(60)
        assert not each.is_alive()
    assert card.names() == []


# What the page's program may say at the door


class NoTable:
    """A table that is asked nothing here."""

    def edit_record(self, record: bytes, since: str) -> str | None:
        return None

    def stop_game(self, number: int) -> str | None:
        return None


class Closed:
    """A PIN that nobody has said."""

    pin_id = "mark"

    def check_digits(self, digits: str) -> PinCheck:
        return PinCheck(PinVerdict.WRONG)


def test_without_the_pin_no_program_is_taken(card: Card) -> None:
    answers = ServiceAnswerer(NoTable(), None, card.uploads)
    closed = PinLock(Closed())
    for asked in non_empty(
        (TableRequest(1, RequestKind.PROGRAM, ("7",)), TableRequest(2, RequestKind.PIECE, ("", "0"), b"x"))
    ):
        assert answers.answer(asked, closed) == TableAnswer(asked.number, ())
    assert card.names() == []
    said = PinLock(NO_PIN)
    assert answers.answer(TableRequest(3, RequestKind.PROGRAM, ("7",)), said).words[0] == ""


@pytest.mark.parametrize("words", [(), ("",), ("-1",), ("1e9",), ("9" * 13,), ("٣",), ("", "", "")])
@pytest.mark.parametrize("what", [RequestKind.PROGRAM, RequestKind.PIECE])
def test_words_that_make_no_sense_are_refused(what: RequestKind, words: tuple[str, ...], card: Card) -> None:
    answer = ServiceAnswerer(NoTable(), None, card.uploads).answer(TableRequest(1, what, words, b"x"), PinLock(NO_PIN))
    assert answer.words[0] in (NOT_WHOLE, GIVEN_UP)
    assert card.names() == []


def test_a_box_that_is_no_card_takes_none() -> None:
    answers = ServiceAnswerer(NoTable(), None)
    for what in non_empty((RequestKind.PROGRAM, RequestKind.PIECE)):
        answer = answers.answer(TableRequest(1, what, ("7", "0"), b"x"), PinLock(NO_PIN))
        assert answer.words == ("This box takes no programs from its page.", "")
    answers.expire()
    answers.drop_files()


def test_what_a_page_without_a_table_gets_is_no_answer() -> None:
    def asking(answer: TableAnswer | None) -> Callable[[RequestKind, tuple[str, ...], bytes], TableAnswer | None]:
        return lambda what, words, content: answer

    for answer in non_empty((None, TableAnswer(1, ("one",)), TableAnswer(1, ("one", "two", "three")))):
        assert RemotePrograms(asking(answer)).announce_size(7) is None
        assert RemotePrograms(asking(answer)).add_piece("handle", 0, b"x") is None
    assert RemotePrograms(asking(TableAnswer(1, ("", "handle")))).announce_size(7) == PieceAnswer("", "handle")
