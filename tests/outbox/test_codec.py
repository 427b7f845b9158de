"""Messages between box and hub: what is written is read again, and what nobody wrote is refused in a sentence."""

from __future__ import annotations

import json
import random
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.journal import validate
from device.outbox.club_messages import (
    ClubMessage,
    CommittedGame,
    ConflictingRecord,
    GameMark,
    GameRevision,
    GameRowCount,
    HubInventoryRequest,
    Inventory,
    NothingNew,
    OutboxChanged,
    OutboxGames,
    OutboxRequest,
    RevisionRequest,
    StoreState,
)
from device.outbox.codec import (
    MAX_DECOMPRESSED_SIZE,
    MAX_MESSAGE_SIZE,
    MAX_RECORD_LINES,
    VERSION,
    UnreadableMessage,
    decode,
    encode,
)
from device.outbox.director import (
    ClubDoubt,
    ClubStanding,
    DirectorPhrase,
    DirectorWords,
    JoinAnswer,
    JoinOutcome,
    JoinWish,
    NextSeating,
    SeatPlace,
    TableReport,
    TableWishes,
)
from device.session.rows import JournalRow, RowKind

DIGEST = "0123456789abcdef" * 2
WORDS = st.text(st.characters(exclude_categories=("C", "Z")), max_size=40)
NUMBERS = st.integers(0, 2**31 - 1)
IDENTITIES = st.binary(min_size=1, max_size=8).map(bytes.hex)
MARKS = st.builds(GameMark, IDENTITIES, NUMBERS, st.binary(min_size=16, max_size=16).map(bytes.hex))
LINES = st.builds(
    JournalRow,
    st.sampled_from((RowKind.RECORD, RowKind.FORCED, RowKind.STANDS)),
    WORDS,
)
STATES = st.builds(StoreState, st.binary(min_size=8, max_size=8).map(bytes.hex), NUMBERS)
PLACES = st.builds(SeatPlace, WORDS.filter(bool), NUMBERS)
REPORTS = st.builds(TableReport, st.booleans(), NUMBERS, NUMBERS)
ANSWERS = st.builds(JoinAnswer, NUMBERS, st.sampled_from(JoinOutcome))
KEYS = st.just("") | st.binary(min_size=16, max_size=16).map(bytes.hex)
DOUBTS = st.lists(st.sampled_from(ClubDoubt), unique=True).map(tuple)
MESSAGES: st.SearchStrategy[ClubMessage] = st.one_of(
    st.builds(
        GameRevision, MARKS, st.none(), st.integers(0, 1000), st.lists(LINES, max_size=40).map(tuple),
        st.none() | st.floats(1.77e9, 1.9e9), KEYS,
    ),
    MARKS.flatmap(lambda mark: st.builds(
        ConflictingRecord, st.just(mark), st.just(mark), st.lists(LINES, max_size=40).map(tuple), st.none(), KEYS,
    )),
    st.builds(CommittedGame, STATES, MARKS, NUMBERS, st.booleans()),
    st.builds(Inventory, STATES, st.just(3), st.just(4), st.lists(MARKS, max_size=5).map(tuple), st.booleans()),
    st.builds(HubInventoryRequest, st.sampled_from(("", "0123456789abcdef")), st.none() | STATES),
    st.builds(OutboxRequest, st.integers(0, 2000)),
    st.builds(OutboxGames, st.just(1), st.just(2), st.lists(st.builds(GameRowCount, IDENTITIES, NUMBERS)).map(tuple)),
    st.just(OutboxChanged()),
    MARKS.map(lambda mark: RevisionRequest(mark.game, mark)),
    st.builds(RevisionRequest, IDENTITIES, st.none()),
    st.builds(NothingNew, IDENTITIES),
    st.builds(DirectorWords, NUMBERS, st.none(), WORDS),
    st.builds(DirectorWords, NUMBERS, st.sampled_from(DirectorPhrase), st.just("")),
    st.builds(NextSeating, NUMBERS, NUMBERS, st.lists(PLACES, max_size=12).map(tuple)),
    REPORTS,
    st.builds(ClubStanding, st.sampled_from(("", "red-1")), st.booleans(), NUMBERS, st.none() | ANSWERS, DOUBTS),
    st.builds(TableWishes, REPORTS, st.none() | st.builds(JoinWish, NUMBERS, WORDS, st.just("01234567"))),
)  # fmt: skip


@given(MESSAGES)
def test_what_is_written_is_read_again(message: ClubMessage) -> None:
    assert decode(encode(message)) == message


@given(st.binary(max_size=60))
def test_any_bytes_are_refused_in_a_sentence(data: bytes) -> None:
    with pytest.raises(UnreadableMessage, match=r"\.$"):
        decode(data)


def revision() -> dict[str, object]:
    mark = ["ff", 2, DIGEST]
    return {
        "v": VERSION, "is": "revision", "mark": mark, "base": None, "keeps": 0, "lines": [["record", "game loop"]],
        "begun": None,
    }  # fmt: skip


def test_the_revision_that_is_spoilt_below_is_one() -> None:
    assert isinstance(decode(json.dumps(revision()).encode()), GameRevision)


JUNK = st.one_of(
    st.none(), st.booleans(), st.floats(), st.text(max_size=5), st.integers(), st.lists(st.integers(), max_size=3)
)


@given(st.sampled_from(("v", "is", "mark", "keeps", "lines")), JUNK.filter(lambda junk: junk not in (0, 1, [])))
def test_a_field_of_another_kind_is_refused(field: str, junk: object) -> None:
    found = revision() | {field: junk}
    if field == "keeps" and isinstance(junk, int) and not isinstance(junk, bool) and 0 <= junk <= validate.MAX_ROWS:
        return
    with pytest.raises(UnreadableMessage, match=r"\.$"):
        decode(json.dumps(found).encode())


@pytest.mark.parametrize(
    "change",
    [
        {"mark": ["ff", -1, DIGEST]},
        {"mark": ["ff", True, DIGEST]},
        {"mark": ["ff", 2**40, DIGEST]},
        {"mark": ["FF", 2, DIGEST]},
        {"mark": ["", 2, DIGEST]},
        {"mark": ["ff", 2, "short"]},
        {"base": ["ee", 1, DIGEST]},
        {"base": ["ff", 3, DIGEST]},
        {"lines": [["table", "accept"]]},
        {"lines": [["record", "Ann pass\nBen pass"]]},
        {"lines": [["record", "x" * 20_000]]},
        {"lines": [["record"]]},
        {"lines": [["record", "half \ud800"]]},
        {"lines": [["record", "x"]] * (validate.MAX_ROWS + 1)},
    ],
)
def test_values_that_can_not_be_are_refused(change: dict[str, object]) -> None:
    data = json.dumps(revision() | change).encode()
    with pytest.raises(UnreadableMessage, match=r"\.$"):
        decode(zlib.compress(data))


def test_a_date_that_can_not_be_is_none() -> None:
    for begun in (0, -1.0, 1e300, "now", True, [1]):
        found = decode(json.dumps(revision() | {"begun": begun}).encode())
        assert isinstance(found, GameRevision)
        assert found.began_at is None


def test_what_is_too_large_is_neither_sent_nor_read() -> None:
    with pytest.raises(UnreadableMessage, match="bytes"):
        decode(b" " * (MAX_MESSAGE_SIZE + 1))
    chance = random.Random(1)
    lines = tuple(JournalRow(RowKind.RECORD, chance.randbytes(40).hex()) for _ in range(20_000))
    with pytest.raises(UnreadableMessage, match="bytes"):
        encode(GameRevision(GameMark("ff", 2, DIGEST), None, 0, lines))


def test_a_few_bytes_that_would_fill_the_memory_are_refused() -> None:
    with pytest.raises(UnreadableMessage, match="larger than any game"):
        decode(zlib.compress(b" " * 20_000_000))


def test_what_nobody_would_decompress_is_not_sent() -> None:
    lines = (JournalRow(RowKind.RECORD, "Ann points 5 " + "0" * 40),) * MAX_RECORD_LINES
    with pytest.raises(UnreadableMessage, match="bytes; 1000000 is the most"):
        encode(GameRevision(GameMark("aa", 1, DIGEST), None, 0, lines))


def test_brackets_without_end_are_refused() -> None:
    for data in (b'{"v":' + b"[" * 100_000, b'{"v":' + b"9" * 10_000 + b"}"):
        with pytest.raises(UnreadableMessage, match="no JSON"):
            decode(data)


def test_a_message_may_be_as_large_as_what_the_table_s_door_lets_out() -> None:
    line = JournalRow(RowKind.RECORD, "Ann pass")
    few = GameRevision(GameMark("aa", 1, DIGEST), None, 0, (line,))
    most = (MAX_MESSAGE_SIZE - len(encode(few))) // len('["record","Ann pass"],')
    largest = few._replace(lines=(line,) * min(most, MAX_RECORD_LINES))
    assert len(encode(largest, compressed=False)) < MAX_MESSAGE_SIZE < MAX_DECOMPRESSED_SIZE
    assert decode(encode(largest)) == largest


def test_lists_that_would_take_a_hundred_times_their_room_are_refused_before_they_are_made() -> None:
    with pytest.raises(UnreadableMessage, match="larger than any game"):
        decode(zlib.compress(b"[" + b"[]," * 2_600_000 + b"[]]", 9))
