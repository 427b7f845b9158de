"""What a disk may hold after its power went."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tests.non_empty import non_empty
from tools.emulation.disk_log import SECTOR, DiskMark, DiskWrite, Entry
from tools.emulation.power_cut import PowerCut, cuts

DISK = 6
"""Sectors of the disk."""
BEFORE = b"." * DISK * SECTOR


def wrote(sector: int, letters: str, *, flushes: bool = False, durable: bool = False) -> DiskWrite:
    return DiskWrite(sector * SECTOR, b"".join(letter.encode() * SECTOR for letter in letters), flushes, durable)


FLUSH = DiskWrite(0, b"", flushes=True)


def seen(cut: PowerCut) -> str:
    """A letter for each sector; a sector is there or not, and never in parts."""
    sectors = [cut.disk[at : at + SECTOR] for at in range(0, len(cut.disk), SECTOR)]
    assert all(len(set(sector)) == 1 for sector in sectors)
    return "".join(chr(sector[0]) for sector in sectors)


def states(log: list[Entry], place: int) -> set[str]:
    """All that was found after many cuts at a place of a log."""
    return {seen(cut) for seed in range(300) for cut in cuts(BEFORE, log, [place], random.Random(seed))}


def test_what_was_flushed_is_there() -> None:
    assert states([wrote(0, "a"), wrote(2, "b"), FLUSH], 3) == {"a.b..."}


def test_what_was_not_flushed_is_there_or_not_in_any_order() -> None:
    assert states([wrote(0, "a"), wrote(2, "b"), FLUSH], 2) == {"......", "a.....", "..b...", "a.b..."}


def test_a_write_is_torn_between_any_of_its_sectors() -> None:
    assert states([wrote(1, "abc")], 1) == {
        f".{a}{b}{c}.." for a in ".a" for b in ".b" for c in ".c"
    }  # fmt: skip


def test_a_durable_write_is_there_and_makes_nothing_else_durable() -> None:
    assert states([wrote(0, "a"), wrote(2, "b", durable=True)], 2) == {"..b...", "a.b..."}


def test_a_write_that_flushes_first_is_itself_in_doubt() -> None:
    assert states([wrote(0, "a"), wrote(2, "b", flushes=True)], 2) == {"a.....", "a.b..."}


def test_a_later_write_wins_where_both_are_there() -> None:
    assert states([wrote(0, "a"), FLUSH, wrote(0, "b")], 3) == {"a.....", "b....."}


def test_marks_until_the_cut_come_with_it_and_doubts_are_counted() -> None:
    log: list[Entry] = [
        DiskMark("first"),
        wrote(0, "a"),
        FLUSH,
        wrote(1, "b"),
        wrote(2, "c", durable=True),
        DiskMark("second"),
    ]
    found = list(cuts(BEFORE, log, [6, 0, 4, 5], random.Random(1)))
    assert [(one.entry_count, one.marks, one.doubtful_count) for one in found] == [
        (0, (), 0),
        (4, ("first",), 1),
        (5, ("first",), 1),
        (6, ("first", "second"), 1),
    ]


writes = st.builds(
    wrote,
    st.integers(0, DISK - 1),
    st.sampled_from("abcdefgh"),
    flushes=st.booleans(),
    durable=st.booleans(),
)


@given(st.lists(st.one_of(writes, st.just(FLUSH)), max_size=12), st.integers(0, 2**32), st.data())
def test_each_sector_holds_what_was_flushed_last_or_something_later(
    log: list[Entry], seed: int, data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(log)))
    (cut,) = cuts(BEFORE, log, [place], random.Random(seed))
    ends = [at for at, entry in enumerate(log[:place]) if isinstance(entry, DiskWrite) and entry.flushes]
    flushed = ends[-1] if ends else 0
    for sector, letter in enumerate(non_empty(seen(cut))):
        history = [".", *_letters(log[:flushed], sector)]
        assert letter in {history[-1], *_letters(log[flushed:place], sector)}


def _letters(log: list[Entry], sector: int) -> list[str]:
    """What was written to a sector, in order."""
    here = [one for one in log if isinstance(one, DiskWrite) and one.data and one.place == sector * SECTOR]
    return [chr(one.data[0]) for one in here]
