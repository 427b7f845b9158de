"""A sample of what `make damage` tries exhaustively: all that was acknowledged is shown, or people are told."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.journal.export import exported_lines
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.session.rows import JournalRow, RowKind
from tests.non_empty import non_empty
from tools.damage import KINDS, LOG, Campaign, Case, CaseCounts, Sample, cuts, exchanges, flips, outcome, sample

TRIED = 15
"""How many of each kind."""

EVERY = 40_000
"""Of so many cases of a campaign, one is tried."""

Kinds = Callable[[Sample], Iterator[Case]]


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "unplugged"])
@pytest.mark.parametrize("kind", [flips, cuts, exchanges])
def test_damage_costs_nothing_or_is_told(kind: Kinds, closed: bool, tmp_path: Path) -> None:
    sound = sample(tmp_path / "sound", closed=closed)
    assert outcome(sound.files, sound.games, tmp_path / "as it was") == "right"
    cases = list(kind(sound))
    for case in random.Random(5).sample(cases, min(TRIED, len(cases))):
        found = outcome(case.of(sound), sound.games, tmp_path / "case")
        assert not found.startswith(("SILENT", "EXCEPTION")), (case.name, found)


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "unplugged"])
def test_file_that_was_cut_to_nothing_is_told(closed: bool, tmp_path: Path) -> None:
    sound = sample(tmp_path / "sound", closed=closed)
    for name in non_empty(sound.files):
        found = outcome({**sound.files, name: b""}, sound.games, tmp_path / "case")
        assert found in ("told", "right, told")


def opened_while_somebody_reads(directory: Path) -> Sample:
    """A journal as a table leaves it that is unplugged, and at whose start an export was reading."""
    Journal.open(directory).close()
    with closing(sqlite3.connect(directory / FILE_NAME, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM line").fetchone()
        journal = Journal.open(directory)
        reader.execute("ROLLBACK")
    for game in range(2):
        number = journal.begin_game(
            [JournalRow(RowKind.RECORD, "game loop"), JournalRow(RowKind.RECORD, "players Ann Bo")]
        )
        for count in range(20):
            journal.append(number, [JournalRow(RowKind.RECORD, f"Ann plays {count} of {game}")])
    games = tuple(tuple(journal.counting_rows(listed.number)) for listed in journal.games())
    files = {name: (directory / name).read_bytes() for name in (FILE_NAME, LOG)}
    journal.close()
    return Sample(files, games)


def test_log_that_is_cut_is_told_whoever_read_when_it_was_begun(tmp_path: Path) -> None:
    """The file says that a log must be beside it; a reader keeps that from being copied there, and is outlasted."""
    sound = opened_while_somebody_reads(tmp_path / "sound")
    end = len(sound.files[LOG].rstrip(b"\0"))
    for size in (0, 1, 31, 32, *random.Random(3).sample(range(end), 3 * TRIED)):
        found = outcome({**sound.files, LOG: sound.files[LOG][:size]}, sound.games, tmp_path / "case", exported=False)
        assert found in ("told", "right, told"), size


def test_campaign_goes_on_where_it_ended(tmp_path: Path) -> None:
    """What was tried is not tried again, of the same samples; a line that was cut off counts for nothing."""
    begun = Campaign(tmp_path, EVERY)
    parts = [part for name in begun.samples for kind in KINDS for part in begun.parts(name, kind)]
    assert len(parts) == 6
    begun.note(parts[0], CaseCounts({"wrong": 1}, ["what was found"]))
    (kept,) = tmp_path.glob("tried-*")
    kept.write_text(kept.read_text() + json.dumps([parts[1]])[:-1])
    again = Campaign(tmp_path, EVERY)
    assert again.samples == begun.samples
    assert again.tried() == {parts[0]: CaseCounts({"wrong": 1}, ["what was found"])}
    part, tally = again.try_part(parts[1])
    assert part == parts[1]
    assert sum(tally.counts.values()) == len(list(again.cases(parts[1])))
    assert not tally.wrong


def test_log_that_is_gone_is_told(tmp_path: Path) -> None:
    sound = sample(tmp_path / "sound", closed=False)
    assert outcome({FILE_NAME: sound.files[FILE_NAME]}, sound.games, tmp_path / "case") == "told"


def test_last_acknowledged_row_is_missed_when_its_frame_is_damaged(tmp_path: Path) -> None:
    """No frame of SQLite's own is behind it, but the mark is."""
    sound = sample(tmp_path / "sound", closed=False)
    log = sound.files[LOG]
    last = log.rindex(b"Ann plays 4 of the second")
    files = {**sound.files, LOG: log[:last] + b"B" + log[last + 1 :]}
    assert outcome(files, sound.games, tmp_path / "case") in ("told", "right, told")


def test_row_id_that_others_no_longer_point_to_is_damage(tmp_path: Path) -> None:
    """The table's search finds no game that its list has."""
    sound = sample(tmp_path / "sound", closed=True)
    data = sound.files[FILE_NAME]
    tried = 0
    for at in range(len(data)):
        if data[at] == 2 and data[at + 1 : at + 2] == b"\x0a":
            tried += 1
            files = {FILE_NAME: data[:at] + b"\x7f" + data[at + 1 :]}
            assert not outcome(files, sound.games, tmp_path / "case").startswith(("SILENT", "EXCEPTION")), at
    assert tried


def test_notice_says_how_many_lines_are_missing(tmp_path: Path) -> None:
    sound = sample(tmp_path / "sound", closed=True)
    at = sound.files[FILE_NAME].index(b"Ann plays 2 of the second")
    data = tmp_path / "data"
    data.mkdir()
    (data / FILE_NAME).write_bytes(sound.files[FILE_NAME][:at] + b"B" + sound.files[FILE_NAME][at + 1 :])
    writer = JournalWriter(lambda: Journal.open(data))
    current = writer.current_game()
    assert current is not None
    assert tuple(writer.counting_rows(current)) == sound.games[1][:4]
    assert writer.notice is not None
    assert dict(writer.notice.arguments)["missing"] == 3
    writer.close()


@pytest.mark.parametrize("spoilt", ["Ann plays 1 of the first", "Ann plays 1 of the second"])
def test_export_of_a_spoilt_game_says_so(tmp_path: Path, spoilt: str) -> None:
    """Of the game in play, which is looked at on opening, and of one before it, which is when it is read."""
    sound = sample(tmp_path / "sound", closed=True)
    data = tmp_path / "data"
    data.mkdir()
    (data / FILE_NAME).write_bytes(sound.files[FILE_NAME].replace(spoilt.encode(), spoilt.replace("1", "9").encode()))
    told: list[str] = []
    number = 1 if spoilt.endswith("first") else 2
    lines = list(exported_lines(data, number, warn=told.append))
    assert lines == ["game loop", "players Ann Bo", f"Ann plays 0 of the {spoilt.split()[-1]}"]
    assert told == [f"the journal in {data} is damaged; this is what can be read of it."]


def test_export_says_that_a_log_is_missing_where_sqlite_can_not_look(tmp_path: Path) -> None:
    """As where it was lost, and the disk can only be read."""
    found = sample(tmp_path / "sample", closed=False)
    data = tmp_path / "data"
    data.mkdir()
    (data / FILE_NAME).write_bytes(found.files[FILE_NAME])
    (data / LOG).symlink_to("nowhere")
    told: list[str] = []
    assert list(exported_lines(data, 1, warn=told.append))[:2] == ["game loop", "players Ann Bo"]
    assert told == [f"the journal in {data} is damaged; this is what can be read of it."]


@pytest.mark.parametrize("length", [0, 1, 3])
def test_a_row_that_was_not_marked_before_the_power_went_is_no_damage(tmp_path: Path, length: int) -> None:
    """The mark is written once the table has been answered."""
    journal = Journal.open(tmp_path / "table")
    rows = [JournalRow(RowKind.RECORD, f"line {number}") for number in range(length + 1)]
    game = journal.begin_game(rows[:length])
    journal.write_mark()
    journal.append(game, rows[length:])
    (tmp_path / "unplugged").mkdir()
    for name in (FILE_NAME, LOG):
        (tmp_path / "unplugged" / name).write_bytes((tmp_path / "table" / name).read_bytes())
    journal.close()
    found = Journal.open(tmp_path / "unplugged")
    assert found.notice is None
    assert found.counting_rows(game) == rows
    found.close()
