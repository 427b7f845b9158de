"""A spill with anything in it: what no companion writes is nothing, and the table comes up."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.journal import validate
from device.journal.spill import FILE_NAME, MAX_BYTES, Spill, SpillContent, SpilledGame
from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.session.rows import JournalRow, RowKind
from hal.clock.wallclock import BootMoment
from tests.hostile.bounds import bounded
from tests.hostile.spoilt_journals import start_and_play

GAME = {"identity": "0102030405060708", "number": 1, "begun": ["boot", 1.5], "rows": [["record", "game loop"]]}
VALUES = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.sampled_from(["record", "table"])
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(list(GAME)), inner)),
    max_leaves=6,
)


def spill_with(directory: Path, content: bytes) -> Spill:
    memory = directory / "memory"
    memory.mkdir()
    spill = Spill(directory / "data", [memory])
    spill.save(SpillContent())
    next(memory.rglob(FILE_NAME)).write_bytes(content)
    return spill


def written(*games: dict[str, Any], dropped: tuple[dict[str, Any], ...] = ()) -> bytes:
    return json.dumps({"games": games, "dropped": dropped}).encode()


SPOILT = {
    "brackets without end": b"[" * 1_000_000,
    "objects without end": b'{"games":' * 100_000,
    "a number without end": b"9" * 1_000_000,
    "more than any evening": b" " * MAX_BYTES + b"{}",
    "as many lists as fit": b"[" + b"[]," * 300_000 + b"[]]",
    "halves of characters": written({**GAME, "rows": [["record", "\ud800"]]}),
    "half a character in a boot": written({**GAME, "begun": ["\udfff", 1]}),
    "a boot of numbers": written({**GAME, "begun": [1, 1]}),
    "a time of words": written({**GAME, "begun": ["boot", "x"]}),
    "a time that is no number": written({**GAME, "begun": ["boot", float("nan")]}),
    "a time without end": written({**GAME, "begun": ["boot", float("inf")]}),
    "a number of words": written({**GAME, "number": "1"}),
    "a number below zero": written({**GAME, "number": -1}),
    "a number that is too large": written({**GAME, "number": 2**70}),
    "a number that is none": written({**GAME, "number": 1.5}),
    "true for a number": written({**GAME, "number": True}),
    "an identity of a megabyte": written({**GAME, "identity": "00" * 500_000}),
    "a kind that is none": written({**GAME, "rows": [["rumour", "x"]]}),
    "a text that is none": written({**GAME, "rows": [["record", 5]]}),
    "a row of a megabyte": written({**GAME, "rows": [["record", "x" * 400_000]]}),
    "a row that no file takes": written({**GAME, "rows": [["record", "\u20ac" * 20_000]]}),
    "a game twice": written(GAME, GAME),
    "a game that is dropped and is not": written(GAME, dropped=(GAME,)),
}


@pytest.mark.parametrize("content", SPOILT.values(), ids=SPOILT)
def test_what_no_companion_writes_is_nothing(tmp_path: Path, content: bytes) -> None:
    spill = spill_with(tmp_path, content)
    with bounded():
        assert spill.load() is None
    journal_writer = JournalWriter(lambda: Journal.open(tmp_path / "data"), spill=spill)
    assert journal_writer.current_game() is None
    journal_writer.close()


def test_more_rows_than_a_game_can_have_are_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validate, "MAX_ROWS", 5)
    for name, count, there in (("most", 5, True), ("one more", 6, False)):
        (tmp_path / name).mkdir()
        spill = spill_with(tmp_path / name, written({**GAME, "rows": [["table", "accept"]] * count}))
        assert (spill.load() is not None) == there


def test_what_the_tests_spoil_would_be_something(tmp_path: Path) -> None:
    moment, rows = BootMoment("boot", 1.5), (JournalRow(RowKind.RECORD, "game loop"),)
    found = spill_with(tmp_path, written(GAME)).load()
    assert found == SpillContent((SpilledGame(bytes(range(1, 9)), 1, moment, rows),))


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_place_that_is_no_file(tmp_path: Path, make: Callable[[Path], None]) -> None:
    spill = spill_with(tmp_path, b"")
    place = next((tmp_path / "memory").rglob(FILE_NAME))
    place.unlink()
    make(place)
    assert spill.load() is None


SENSELESS = {
    "rows that make no sense": [["table", "dance"], ["record", "\"'"], ["stands", "accept"], ["forced", ""]],
    "as many rows as a day has": [["table", "accept"]] * 9_999,
}


@pytest.mark.parametrize("rows", SENSELESS.values(), ids=SENSELESS)
@pytest.mark.parametrize("number", [None, 2**53 - 1])
def test_games_that_make_no_sense_are_not_in_the_way(tmp_path: Path, rows: list[list[str]], number: int | None) -> None:
    Journal.open(tmp_path / "data").close()
    game = {**GAME, "rows": rows, "number": number}
    start_and_play(tmp_path / "data", spill_with(tmp_path, written(game, {**game, "identity": ""})))
    assert not list((tmp_path / "data").glob("*damaged*"))


@given(st.one_of(st.binary(max_size=30), st.dictionaries(st.sampled_from(["games", "dropped"]), VALUES)), VALUES)
@settings(max_examples=15)
@example({"games": [GAME], "dropped": [{**GAME, "identity": ""}]}, None)
def test_anything_at_all(tmp_path_factory: pytest.TempPathFactory, spoilt: object, value: object) -> None:
    directory = tmp_path_factory.mktemp("spill")
    content = spoilt if isinstance(spoilt, bytes) else json.dumps(spoilt).encode()
    start_and_play(directory / "data", spill_with(directory, content))
    for name in GAME:
        place = directory / name
        place.mkdir()
        spill = spill_with(place, written({**GAME, name: value}))
        found = spill.load()
        assert found is None or isinstance(found, SpillContent)
