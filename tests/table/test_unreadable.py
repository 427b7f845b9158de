"""A game that was played by rules which allowed what today's refuse: all of it is kept, and people are told."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from device.cli.commands import main
from device.journal.export import exported_lines
from device.journal.store import Journal
from device.reports.documents import find_document
from device.reports.panel_pages import make_page
from device.session.places import GamePlace
from device.session.rows import JournalRow, RowKind
from device.system.log_level import LogLevel
from display.words import ENGLISH
from hal.signal.signal import Cue
from tests.non_empty import non_empty
from tests.table.tables import Mock, play

LINES = [
    "game no-thanks",
    "players Ann Ben Cleo",
    "set detail totals",
    "Ann holds 3-10 tokens 99",
    "Ben holds 11-18 tokens 11",
]
WHY = "Game 1 can't be gone on with: the rules of this version refuse its line 4. "


def kept(data: Path) -> list[JournalRow]:
    """A game with more tokens than there are, as an earlier version took it."""
    rows = [JournalRow(RowKind.RECORD, line) for line in LINES]
    with closing(Journal.open(data)) as journal:
        journal.begin_game(rows)
    return rows


def message(mock: Mock) -> str:
    notice = mock.controller.page().notice
    return "" if notice is None else ENGLISH.say(notice.lines[0])


def test_table_is_told_of_it_and_begins_another_game(tmp_path: Path) -> None:
    rows = kept(tmp_path)
    mock = play(tmp_path, ["wait 100"])
    assert message(mock).startswith(WHY)
    assert message(mock).endswith("All of it is kept, and can be exported.")
    assert Cue.TROUBLE in {cue for _, cue in mock.table.signal.played_cues}
    assert [line for line, level in mock.logged if level is LogLevel.WARNING and line.startswith(WHY)]
    with closing(Journal.open_to_read(tmp_path)) as journal:
        assert journal.counting_rows(1) == rows
        assert [game.number for game in journal.games()] == [1, 2]


def test_hold_c_closes_the_message(tmp_path: Path) -> None:
    kept(tmp_path)
    assert message(play(tmp_path, ["hold C"])) == ""


def test_undo_back_to_it_says_so_again_and_loses_nothing(tmp_path: Path) -> None:
    rows = kept(tmp_path)
    assert message(play(tmp_path, ["hold C", "hold A"])).startswith(WHY)
    with closing(Journal.open_to_read(tmp_path)) as journal:
        assert journal.counting_rows(1) == rows


def test_it_is_listed_and_exported_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path)
    assert list(exported_lines(tmp_path, 1)) == LINES
    assert [line.split("\t")[3] for line in exported_lines(tmp_path, None, listing=True)] == [" · ".join(LINES[:2])]
    assert main(["export", "1", "--data", str(tmp_path), "--secrets"]) == 0
    assert capsys.readouterr() == ("".join(f"{line}\n" for line in LINES), "")


def test_export_says_from_which_line_on_it_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path)
    assert main(["export", "1", "--data", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[:3] == LINES[:3]
    assert "line 4 is refused by the rules of this version" in err
    assert "--secrets has them" in err


def test_the_history_says_that_it_cant_be_read_and_offers_no_way_to_go_on(tmp_path: Path) -> None:
    """“The game is not finished” was said of it, and “continue this game”, which was then refused."""
    kept(tmp_path)
    play(tmp_path, ["wait 100"])
    page = make_page(tmp_path, GamePlace(1), 8)
    assert (ENGLISH.say(page.question or ""), page.level) == ("Not all of it can be read.", None)
    for path in non_empty(("", "game/1")):
        found = find_document(tmp_path, path, (), "en")
        assert found is not None
        shown = found.content.decode()
        assert "not all of it can be read" in shown
        assert "not finished" not in shown
        assert "at the table</button>" not in shown


def test_the_line_of_such_a_game_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path)
    assert main(["history", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith(" – not all of it can be read\n")
