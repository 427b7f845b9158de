"""A message that can't be taken is set aside alone: whoever sent it stops no other box."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from club.store import database, receiver
from club.store.database import ClubStore, StoreFailed, StoreRefused
from club.store.failed_messages import process_isolating_failures
from club.store.judged_record import JudgedRecord
from club.store.receiver import BoxMessage, Receiver
from device.outbox.club_messages import CommittedGame, ConflictingRecord, GameMark, GameRevision
from device.outbox.codec import encode
from device.outbox.digest import digest
from device.outbox.revisions import next_revision
from device.session.rows import JournalRow, RowKind
from display.words import ENGLISH, text
from tests.club.databases import postgresql
from tests.club.histories import kept_rows

BOXES = ("red", "blue", "green")
FAILED = StoreFailed(text("The database is away."))
REFUSED = StoreRefused(text("The database takes no such thing."))


def said(game: str, *lines: str) -> bytes:
    """What a box says that looks at nothing before it does."""
    rows = tuple(JournalRow(RowKind.RECORD, line) for line in lines)
    return encode(GameRevision(GameMark(game, len(rows), digest(rows)), None, 0, rows))


def whole_game(game: str, seed: int) -> bytes:
    found = next_revision(game, list(kept_rows(seed)), None)
    assert isinstance(found, GameRevision)
    return encode(found)


def answered(receiver: Receiver, *arrived: BoxMessage) -> dict[tuple[str, str], tuple[int, int]]:
    """How far each game is at the hub, and which revision was refused, by box and game."""
    answers = receiver.receive(arrived).answers
    return {
        (box, one.mark.game): (one.mark.number, one.refused_number)
        for box, one in answers
        if isinstance(one, CommittedGame)
    }


def sentences(store: ClubStore) -> list[tuple[str, str]]:
    with store.read_only_transaction() as transaction:
        return [(one.box, ENGLISH.say(one.sentence)) for one in transaction.set_aside_messages.list_messages()]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if request.param == "postgresql":
        with postgresql() as found:
            yield found
    else:
        yield f"sqlite:///{tmp_path_factory.mktemp('club') / 'club.db'}"


@pytest.fixture
def store(url: str) -> Iterator[ClubStore]:
    with closing(ClubStore.open(url)) as found:
        with found.transaction() as transaction:
            there = {box.name for box in transaction.boxes.list_boxes()}
            for name in set(BOXES) - there:
                transaction.boxes.add_box(name)
        yield found


def test_a_nul_in_a_line_is_refused_with_a_sentence_and_the_others_are_taken(store: ClubStore) -> None:
    hub = Receiver(store, lambda: 1.8e9)
    bad = said("bb", "game no-thanks", "players Ann Ben Cleo", "set detail totals #\0")
    found = answered(
        hub, BoxMessage("blue", whole_game("b1", 0)), BoxMessage("red", bad), BoxMessage("green", whole_game("91", 1))
    )
    rows = [len(kept_rows(seed)) for seed in (0, 1)]
    assert found == {("blue", "b1"): (rows[0], 0), ("red", "bb"): (0, 3), ("green", "91"): (rows[1], 0)}
    expected = "There is a control character in the line “set detail totals #·”, which no record has."
    assert sentences(store) == [("red", expected)]


def test_the_largest_number_of_a_revision_can_be_kept(store: ClubStore) -> None:
    row = JournalRow(RowKind.RECORD, "game no-thanks")
    largest = GameRevision(GameMark("cc", 2**31 - 1, digest([row])), None, 0, (row,))
    assert answered(Receiver(store, lambda: 1.8e9), BoxMessage("red", encode(largest))) == {
        ("red", "cc"): (2**31 - 1, 0)
    }


def test_a_message_that_the_database_does_not_take_is_set_aside_alone(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules are made to let a line through that PostgreSQL can't hold."""
    monkeypatch.setattr("device.journal.validate.has_no_control_characters", lambda words: True)
    bad = said("dd", "game no-thanks", "players Ann Ben Cleo", "set detail totals #\0")
    hub = Receiver(store, lambda: 1.8e9)
    found = answered(
        hub, BoxMessage("blue", whole_game("b2", 0)), BoxMessage("red", bad), BoxMessage("green", whole_game("92", 1))
    )
    assert found["blue", "b2"] == (len(kept_rows(0)), 0)
    assert found["green", "92"] == (len(kept_rows(1)), 0)
    if found["red", "dd"] != (3, 0):  # SQLite holds it
        assert found["red", "dd"] == (0, 3)
        assert any(words.startswith("The database does not take this message: ") for _, words in sentences(store))


class FailingRecord(JudgedRecord):
    """Fails at a title."""

    def add_lines(self, lines: Sequence[JournalRow]) -> None:
        if any(line.text == "title Boom" for line in lines):
            raise ZeroDivisionError("boom\n")
        super().add_lines(lines)


def test_a_message_at_which_the_program_fails_is_set_aside_alone(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receiver, "JudgedRecord", FailingRecord)
    hub = Receiver(store, lambda: 1.8e9)
    bad = said("ee", "game no-thanks", "players Ann Ben Cleo", "title Boom")
    found = answered(
        hub, BoxMessage("red", bad), BoxMessage("blue", whole_game("b3", 0)), BoxMessage("red", whole_game("a3", 1))
    )
    assert found == {
        ("red", "ee"): (0, 3), ("blue", "b3"): (len(kept_rows(0)), 0), ("red", "a3"): (len(kept_rows(1)), 0)
    }  # fmt: skip
    expected = "The hub's program fails at this message (ZeroDivisionError: boom·). Please report that."
    assert ("red", expected) in sentences(store)


def test_a_differing_record_at_which_the_program_fails_is_refused_so_that_its_box_does_not_send_it_for_ever(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Receiver(store, lambda: 1.8e9)
    assert answered(hub, BoxMessage("red", said("ff", "game no-thanks", "players Ann Ben Cleo"))) == {
        ("red", "ff"): (2, 0)
    }
    with store.read_only_transaction() as transaction:
        found = transaction.games.find_game("red", "ff")
    assert found is not None
    rows = tuple(JournalRow(RowKind.RECORD, line) for line in ("game no-thanks", "players Ann Ben Cy", "title Boom"))
    differing = ConflictingRecord(GameMark("ff", len(rows), digest(rows)), found.mark, rows)
    monkeypatch.setattr(receiver, "JudgedRecord", FailingRecord)
    assert answered(hub, BoxMessage("red", encode(differing))) == {("red", "ff"): (2, 3)}


def taken(
    fails: Callable[[BoxMessage], Exception | None], messages: list[BoxMessage]
) -> tuple[list[bytes], list[bytes], int]:
    """What was taken, what was refused, and in how many attempts."""
    attempts = []

    def together(some: object) -> list[BoxMessage]:
        attempts.append(some)
        for one in some:  # type: ignore[attr-defined]
            why = fails(one)
            if why is not None:
                raise why
        return list(some)  # type: ignore[call-overload,no-any-return]

    refused: list[bytes] = []

    def refuse(one: BoxMessage, _: Exception) -> list[BoxMessage]:
        refused.append(one.payload)
        return []

    found = [one.payload for part in process_isolating_failures(messages, together, refuse) for one in part]
    return found, refused, len(attempts)


def test_one_among_two_hundred_is_found_in_few_attempts_and_a_box_is_heard_in_its_order() -> None:
    messages = [BoxMessage(f"box-{number % 50}", b"%d" % number) for number in range(200)]
    found, refused, attempts = taken(lambda one: REFUSED if one.payload == b"117" else None, messages)
    assert refused == [b"117"]
    by_box = [[int(one) for one in found if int(one) % 50 == box] for box in range(50)]
    assert by_box == [[number for number in range(box, 200, 50) if number != 117] for box in range(50)]
    assert attempts <= 17


def test_a_database_that_is_away_is_no_message_s_fault() -> None:
    messages = [BoxMessage("red", b"1"), BoxMessage("red", b"2")]
    with pytest.raises(StoreFailed, match="The database is away"):
        taken(lambda one: FAILED, messages)


def test_somebody_who_writes_for_very_long_keeps_nobody_waiting_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is trouble with the database, which is told and tried again. PostgreSQL lets others write meanwhile."""
    monkeypatch.setattr(database, "WRITE_LOCK_TIMEOUT_S", 0.01)
    waiting = pytest.raises(StoreFailed, match="somebody else has been writing")
    with closing(ClubStore.open(f"sqlite:///{tmp_path / 'club.db'}")) as store:
        with store.transaction(), waiting, store.transaction():
            pass
        with store.transaction() as transaction:
            transaction.boxes.add_box("violet")
        with store.read_only_transaction() as transaction:
            assert [box.name for box in transaction.boxes.list_boxes()] == ["violet"]
