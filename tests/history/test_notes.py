"""What people write about games: a note and a place, kept by the game's identity, and shown as words."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.journal.store import Journal
from device.reports import documents, notes
from device.reports.notes import FILE_NAME, GameNote
from device.session.rows import JournalRow, RowKind
from device.system import atomicfile
from device.system.not_done import NotDone
from tests.system.failing_reads import unreadable
from tests.table.evenings import ROUND, TOTALS

LINES = ("game no-loose-ends", "players Ann Bo", *TOTALS, *3 * ROUND)


def played(data: Path) -> Path:
    journal = Journal.open(data)
    for _ in range(2):
        journal.begin_game([JournalRow(RowKind.RECORD, line) for line in LINES])
    journal.close()
    return data


def write(data: Path, number: str, note: str, place: str = "") -> str:
    fields = (("change", "note"), ("number", number), ("note", note), ("place", place))
    return documents.handle_form(data, fields, "en")


def page(data: Path, path: str) -> str:
    found = documents.find_document(data, path, (), "en")
    assert found is not None
    return found.content.decode()


def test_a_note_is_on_the_page_of_its_game_and_in_the_history_and_taken_away_again(tmp_path: Path) -> None:
    played(tmp_path)
    assert write(tmp_path, "1", "Ann's \u200b birthday\n<b>", "\ufeff Paris & Rome") == ""
    for path in ("game/1", ""):
        assert "Ann&#x27;s birthday &lt;b&gt;" in page(tmp_path, path)
        assert "Paris &amp; Rome" in page(tmp_path, path)
    assert notes.read_notes(tmp_path).popitem()[1].place == "Paris & Rome"
    assert "birthday" not in page(tmp_path, "game/2")
    assert write(tmp_path, "1", "") == ""
    assert notes.read_notes(tmp_path) == {}
    assert "birthday" not in page(tmp_path, "game/1")


@pytest.mark.parametrize("number", ["3", "0", "x", "", "9" * 40, "١"])
def test_a_game_that_is_not_there_has_no_note(tmp_path: Path, number: str) -> None:
    assert write(played(tmp_path), number, "A note") == "There is no game of this number."
    assert not (tmp_path / FILE_NAME).exists()


def test_a_note_that_is_too_long_is_refused_and_the_one_before_kept(tmp_path: Path) -> None:
    notes.write_note(tmp_path, "a", GameNote("Before"))
    with pytest.raises(NotDone, match="501 letters are too many: write 500 at the most"):
        notes.write_note(tmp_path, "a", GameNote("x" * 501))
    with pytest.raises(NotDone, match="60"):
        notes.write_note(tmp_path, "a", GameNote("", "x" * 61))
    assert notes.read_notes(tmp_path) == {"a": GameNote("Before")}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b'{"a": 1}',
        b'{"a": {"note": 1, "place": ""}}',
        b"\xff",
        b'{"a": {"note": "\\ud800", "place": ""}}',
        b"[" * 100_000,
    ],
)
def test_a_file_that_makes_no_sense_is_set_aside_and_new_notes_are_kept(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert notes.read_notes(tmp_path) == {}
    assert "was damaged" in capsys.readouterr().err
    assert (tmp_path / f"{FILE_NAME}.damaged").read_bytes() == content
    notes.write_note(tmp_path, "a", GameNote("After"))
    assert notes.read_notes(tmp_path) == {"a": GameNote("After")}


def test_what_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "no directory").touch()
    with pytest.raises(NotDone, match=r"notes.json can't be written: "):
        notes.write_note(tmp_path / "no directory", "a", GameNote("A note"))


def test_a_note_is_not_written_while_somebody_else_changes_the_file(tmp_path: Path) -> None:
    """Both would write all that they had read, and one note would be lost."""
    notes.write_note(tmp_path, "a", GameNote("Before"))
    with (
        atomicfile.locked_directory(tmp_path),
        pytest.raises(NotDone, match=r"changing .*notes.json just now. Try again."),
    ):
        notes.write_note(tmp_path, "b", GameNote("After"))
    notes.write_note(tmp_path, "b", GameNote("After"))
    assert notes.read_notes(tmp_path) == {"a": GameNote("Before"), "b": GameNote("After")}


def test_notes_that_cannot_be_read_just_now_are_not_written_over(tmp_path: Path) -> None:
    """The next note was written into a new file, and all others were gone."""
    notes.write_note(tmp_path, "a", GameNote("Before"))
    with unreadable(FILE_NAME), pytest.raises(NotDone, match=r"notes.json can't be read: the disk fails."):
        notes.write_note(tmp_path, "b", GameNote("After"))
    assert notes.read_notes(tmp_path) == {"a": GameNote("Before")}


def test_notes_that_fill_the_file_to_its_last_byte_are_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line break at its end was not counted, and the next reader took the file for damaged."""
    notes.write_note(tmp_path, "a", GameNote("Before"))
    size = (tmp_path / FILE_NAME).stat().st_size
    monkeypatch.setattr(notes, "MAX_BYTES", size)
    notes.write_note(tmp_path, "a", GameNote("Bafore"))
    assert notes.read_notes(tmp_path) == {"a": GameNote("Bafore")}
    monkeypatch.setattr(notes, "MAX_BYTES", size - 1)
    with pytest.raises(NotDone, match="So much is written"):
        notes.write_note(tmp_path, "a", GameNote("Before"))
