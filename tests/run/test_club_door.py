"""The door for a courier: it is answered out of the journal, and costs the table nothing whatever it does."""

from __future__ import annotations

import errno
import socket
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from device.journal.identity import public_identity
from device.journal.store import Journal
from device.outbox.club_messages import (
    ClubMessage,
    GameRevision,
    GameRowCount,
    NothingNew,
    OutboxChanged,
    OutboxGames,
    OutboxRequest,
    RevisionRequest,
)
from device.outbox.codec import decode, encode
from device.outbox.director import ClubStanding, DirectorWords, TableReport, TableWishes
from device.outbox.frames import FrameSplitter, FrameTooLong, with_length
from device.outbox.revisions import public_record
from device.run.client_door import MAX_MESSAGES_PER_SECOND, ClientDoor
from device.run.club_door import MAX_REQUEST_LENGTH, MIN_MESSAGE_INTERVAL_S, ClubDoor
from device.session.rows import JournalRow, RowKind
from device.system.unix_socket import MAX_PATH_LENGTH
from device.table.club_mailbox import ClubMailbox
from device.table.events import Declared, RefreshEnded
from hal.system.wakeup import Wakeup
from tests.club.doors import AnswersAtOnce

LINES = ["game no-thanks", "players Ann Ben Cleo", "flip 3", "Ann pass"]
DECLARED = Declared((), ())


class WithoutDescriptors(socket.socket):
    """A listening socket of a program that has no descriptor left for anybody."""

    accepts = 0

    def accept(self) -> tuple[socket.socket, Any]:
        self.accepts += 1
        assert self.accepts < 100
        raise OSError(errno.EMFILE, "Too many open files")


def test_a_door_without_descriptors_does_not_try_again_and_again(tmp_path: Path) -> None:
    """It took a whole processor from the table as long as a courier waited."""
    pauses: list[float] = []
    closed = Event()

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            closed.set()

    with WithoutDescriptors(socket.AF_UNIX) as listening, closing(socket.socket(socket.AF_UNIX)) as courier:
        listening.bind(str(tmp_path / "door"))
        listening.listen()
        courier.connect(str(tmp_path / "door"))
        ClientDoor(listening, Wakeup(), closed, 100, clock=lambda: 0.0, wait=pause).serve(socket.socket.close)
    assert pauses == [1.0, 1.0, 1.0]


def test_news_wait_by_the_clock_of_the_door(tmp_path: Path) -> None:
    pauses: list[float] = []
    closed, wakeup, news_turns = Event(), Wakeup(), []
    ours, theirs = socket.socketpair()
    with closing(socket.socket(socket.AF_UNIX)) as listening, closing(ours), closing(theirs), closing(wakeup):
        door = ClientDoor(listening, wakeup, closed, 100, news_delay_s=1000.0, clock=lambda: 5.0, wait=pauses.append)
        for message in door.messages_of(ours):
            news_turns.append(message)
            if len(news_turns) == 2:
                closed.set()
            wakeup.wake_up()
    assert news_turns == [None, None]
    assert pauses == [1000.0, 1000.0]


class Courier:
    """Somebody at the door."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(str(path))
        self.frames = FrameSplitter(10**6)

    def close(self) -> None:
        self.socket.close()

    def hear(self) -> bytes | None:
        """The next message; None once the door has been shut before this courier."""
        while (message := self.frames.next_message()) is None:
            data = self.socket.recv(65536)
            if not data:
                return None
            self.frames.feed(data)
        return message

    def heard(self, count: int) -> list[ClubMessage]:
        return [decode(self.hear() or b"") for _ in range(count)]

    def ask(self, question: ClubMessage) -> ClubMessage:
        self.socket.sendall(with_length(encode(question)))
        answer = self.hear()
        assert answer is not None
        return decode(answer)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    found = Journal.open(tmp_path)
    found.begin_game([JournalRow(RowKind.RECORD, line) for line in LINES])
    yield found
    found.close()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "courier"


@pytest.fixture
def door(tmp_path: Path, path: Path, journal: Journal) -> Iterator[ClubDoor]:
    found = ClubDoor(path, AnswersAtOnce(tmp_path))
    yield found
    found.close()


def test_a_courier_learns_what_there_is_and_asks_for_it(door: ClubDoor, path: Path, journal: Journal) -> None:
    identity, key = public_identity(journal.game_identity(1)), journal.game_identity(1).hex()
    with closing(Courier(path)) as courier:
        assert courier.ask(OutboxRequest(0)) == OutboxGames(0, 1, (GameRowCount(identity, 4),))
        found = courier.ask(RevisionRequest(identity, None))
        assert isinstance(found, GameRevision)
        assert found.lines == public_record(journal.stored_rows(1))
        assert found.key == key
        assert courier.ask(RevisionRequest(identity, found.mark)) == NothingNew(identity)
        assert courier.ask(RevisionRequest("ff", None)) == NothingNew("ff")
        journal.append(1, [JournalRow(RowKind.RECORD, "Ben pass")])
        more = courier.ask(RevisionRequest(identity, found.mark))
        assert isinstance(more, GameRevision)
        assert [row.text for row in more.lines] == ["Ben pass"]
    assert path.stat().st_mode & 0o777 == 0o660


def test_a_courier_is_told_of_changes_and_of_nothing_else(door: ClubDoor, path: Path) -> None:
    with closing(Courier(path)) as courier:
        courier.ask(OutboxRequest(0))
        door.handle_event(RefreshEnded(1.0))
        door.handle_event(DECLARED)
        message = courier.hear()
        assert message is not None
        assert decode(message) == OutboxChanged()


def test_what_is_no_question_has_no_answer(door: ClubDoor, path: Path) -> None:
    with closing(Courier(path)) as courier:
        for said in (b"", b"rubbish", encode(NothingNew("ff"))):
            courier.socket.sendall(with_length(said))
            assert courier.hear() == b""


def test_who_talks_without_end_is_sent_away_and_the_next_is_served(door: ClubDoor, path: Path) -> None:
    with closing(Courier(path)) as courier:
        courier.socket.sendall(with_length(b" " * (MAX_REQUEST_LENGTH + 1))[:10])
        assert courier.hear() is None
    with closing(Courier(path)) as courier:
        courier.socket.sendall(with_length(encode(OutboxRequest(0)))[:-1])
    with closing(Courier(path)) as courier:
        assert isinstance(courier.ask(OutboxRequest(0)), OutboxGames)


def test_a_table_rings_as_often_as_it_likes_though_nobody_hears(door: ClubDoor, path: Path) -> None:
    for _ in range(20_000):
        door.handle_event(DECLARED)
    with closing(Courier(path)) as courier:
        assert courier.socket.recv(1) != b""
        for _ in range(20_000):
            door.handle_event(DECLARED)


def test_a_flood_of_questions_is_slowed(tmp_path: Path, path: Path, journal: Journal) -> None:
    moments = iter(range(10**6))
    waited: list[float] = []

    def clock() -> float:
        return float(next(moments)) / 1000

    with closing(ClubDoor(path, AnswersAtOnce(tmp_path), clock, waited.append)), closing(Courier(path)) as courier:
        for _ in range(2 * MAX_MESSAGES_PER_SECOND + 1):
            courier.socket.sendall(with_length(b"rubbish"))
            assert courier.hear() == b""
    assert [round(one) for one in waited] == [1, 1]


def test_a_courier_that_was_silent_may_ask_no_more_at_once(tmp_path: Path, path: Path, journal: Journal) -> None:
    times, waited = [0.0], list[float]()
    door = ClubDoor(path, AnswersAtOnce(tmp_path), lambda: times[-1], waited.append)
    with closing(door), closing(Courier(path)) as courier:
        for time_s in (0.0, *[5.0] * (MAX_MESSAGES_PER_SECOND + 1)):
            times.append(time_s)
            courier.socket.sendall(with_length(b"rubbish"))
            assert courier.hear() == b""
    assert waited == [1.0]


def test_a_file_in_the_sockets_place_is_left_there(tmp_path: Path, path: Path) -> None:
    path.write_text("somebody's")
    with pytest.raises(OSError, match="in use"):
        ClubDoor(path, AnswersAtOnce(tmp_path))
    assert path.read_text() == "somebody's"


def test_a_socket_that_was_left_behind_is_none(tmp_path: Path, path: Path, journal: Journal) -> None:
    with closing(socket.socket(socket.AF_UNIX)) as left:
        left.bind(str(path))
    with closing(ClubDoor(path, AnswersAtOnce(tmp_path))), closing(Courier(path)) as courier:
        assert isinstance(courier.ask(OutboxRequest(0)), OutboxGames)
    assert not path.exists()


def test_the_process_behind_the_door_answers(tmp_path: Path, path: Path, journal: Journal) -> None:
    with closing(ClubDoor.for_directory(path, tmp_path)), closing(Courier(path)) as courier:
        assert isinstance(courier.ask(OutboxRequest(0)), OutboxGames)


def test_what_is_for_the_table_goes_to_its_post_and_what_it_wants_comes_from_there(
    tmp_path: Path, path: Path, journal: Journal
) -> None:
    post = ClubMailbox()
    with closing(ClubDoor(path, AnswersAtOnce(tmp_path), mailbox=post)), closing(Courier(path)) as courier:
        first, *_ = courier.heard(1)
        assert first == TableWishes(TableReport())
        words = DirectorWords(7, written="Cake is served.")
        standing = ClubStanding("red", connected=True, undelivered_game_count=0)
        for message in (words, standing):
            courier.socket.sendall(with_length(encode(message)))
            assert courier.hear() == b""
        assert post.take_messages() == (words, standing)
        post.set_wishes(TableWishes(TableReport(is_calling=True)))
        assert courier.heard(1) == [TableWishes(TableReport(is_calling=True))]
        assert isinstance(courier.ask(OutboxRequest(0)), OutboxGames)


def test_nothing_that_is_packed_is_unpacked_for_the_table(tmp_path: Path, path: Path, journal: Journal) -> None:
    post = ClubMailbox()
    packed = zlib.compress(encode(DirectorWords(7, written="Cake is served.")))
    with closing(ClubDoor(path, AnswersAtOnce(tmp_path), mailbox=post)), closing(Courier(path)) as courier:
        courier.heard(1)
        for said in (packed, b"{", b"[" * 4000, encode(TableWishes(TableReport())), b'{"v":1,"is":"words"}'):
            courier.socket.sendall(with_length(said))
            assert courier.hear() == b""
    assert post.take_messages() == ()


def test_a_flood_for_the_table_is_slowed(tmp_path: Path, path: Path, journal: Journal) -> None:
    waited: list[float] = []
    door = ClubDoor(path, AnswersAtOnce(tmp_path), lambda: 0.0, waited.append, ClubMailbox())
    with closing(door), closing(Courier(path)) as courier:
        courier.heard(1)
        for number in range(10):
            courier.socket.sendall(with_length(encode(DirectorWords(number + 1, written="Cake."))))
            assert courier.hear() == b""
        courier.ask(OutboxRequest(0))
    assert waited == pytest.approx([0.0] + [MIN_MESSAGE_INTERVAL_S] * 9)


def test_what_changes_does_not_wait_because_the_table_was_told_something(
    tmp_path: Path, path: Path, journal: Journal
) -> None:
    waited: list[float] = []
    door = ClubDoor(path, AnswersAtOnce(tmp_path), lambda: 0.0, waited.append, ClubMailbox())
    with closing(door), closing(Courier(path)) as courier:
        courier.heard(1)
        courier.socket.sendall(with_length(encode(DirectorWords(1, written="Cake."))))
        assert courier.hear() == b""
        door.handle_event(DECLARED)
        assert courier.heard(1) == [OutboxChanged()]
    assert waited == [0.0]


def test_a_message_is_read_however_it_is_cut() -> None:
    frames = FrameSplitter(5)
    for byte in with_length(b"one") + with_length(b"") + with_length(b"three"):
        frames.feed(bytes([byte]))
    assert [frames.next_message(), frames.next_message(), frames.next_message(), frames.next_message()] == [
        b"one",
        b"",
        b"three",
        None,
    ]
    frames.feed(with_length(b"longer"))
    with pytest.raises(FrameTooLong):
        frames.next_message()


def test_a_place_whose_name_is_too_long_for_a_socket_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / ("d" * MAX_PATH_LENGTH)
    with pytest.raises(OSError, match="its name has more than 107 bytes"):
        ClubDoor(path, AnswersAtOnce(tmp_path))
