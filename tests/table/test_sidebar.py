"""The margin of the panel: the record as it grows, the last refusals, and the page in words."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from device.pages import build as pages
from device.session.keyscript import key_script
from device.session.prompts import PlayView
from device.session.rows import JournalRow, RowKind
from device.table.events import Declared, GameOpened, OpeningReason, PageChanged
from device.table.sidebar_filler import SidebarFiller
from display.words import ENGLISH
from hal.table.sidebar import SidebarContents
from tests.non_empty import non_empty
from tests.session_rows import replay
from tests.table.evenings import ROUND, TOTALS, script
from tests.table.tables import Mock


class Kept:
    """A margin that keeps what is put there."""

    def __init__(self) -> None:
        self.put_there: list[SidebarContents] = []

    def show_sidebar(self, contents: SidebarContents) -> None:
        self.put_there.append(contents)


def played(data: Path, keys: list[str]) -> tuple[Mock, list[SidebarContents]]:
    kept = Kept()
    mock = Mock(data, keys, listener=SidebarFiller(kept, ENGLISH, lambda language: None))
    return mock.run(), kept.put_there


def lines(contents: SidebarContents) -> list[str]:
    return [entry.text for entry in contents.transcript if not entry.is_refused]


def test_the_record_grows_and_is_what_an_export_gives(tmp_path: Path) -> None:
    mock, put = played(tmp_path, script(*TOTALS, ROUND[0]))
    assert lines(put[0]) == []
    assert lines(put[-1]) == mock.record()
    assert put[-1].record == "".join(f"{line}\n" for line in mock.record())
    sizes = [len(lines(one)) for one in put]
    assert sizes == sorted(sizes)


def test_the_page_in_words_is_the_newest_before_the_ink_is(tmp_path: Path) -> None:
    _, put = played(tmp_path, ["C"])
    assert "Which game?" in put[0].sections[0].lines  # type: ignore[attr-defined]
    assert "How many players?" in put[-1].sections[0].lines  # type: ignore[attr-defined]
    assert ("A", "undo") in put[-1].hold_meanings


def test_a_game_is_in_play_from_its_start_to_its_final_sheet(tmp_path: Path) -> None:
    keys = script(*TOTALS, *3 * ROUND)
    _, put = played(tmp_path, keys)
    told = [contents.is_game_in_play for contents in put]
    assert not told[0]
    assert told[told.index(True) :].count(False) == 0, "it ended before its final sheet"
    _, put = played(tmp_path / "to its end", [*keys, *["hold C"] * 3])
    assert any(contents.is_game_in_play for contents in put)
    assert not put[-1].is_game_in_play


def test_the_record_has_the_last_refused_declaration_until_the_matter_is_settled(tmp_path: Path) -> None:
    """It stayed among the lines, in red, when the right answer had long been given."""
    lines = ("game no-thanks", "players Ann Ben Cleo", "set detail totals")
    refused = [*key_script("\n".join(lines).encode()), *"DDA", *"AC", *"DC", *"DBBA", *"DD", *"AA"]
    _, put = played(tmp_path / "refused", refused)
    assert [entry.is_refused for entry in put[-1].transcript] == [False] * len(lines) + [True]
    for settled in non_empty(([*"AC", *"DD", *"AA"], ["hold A"])):
        _, put = played(tmp_path / settled[0], [*refused, *settled])
        assert not any(entry.is_refused for entry in put[-1].transcript)


def test_a_press_that_declares_nothing_is_not_in_the_record(tmp_path: Path) -> None:
    """“A round is accepted by holding C” stayed there for whole rounds, and a wrong key on a page of the history."""
    for keys in non_empty((["C", "D"], [*script(*TOTALS), "hold D", *"BB", *"CCC"], ["hold A"])):
        table, put = played(tmp_path / keys[-1], keys)
        assert "refused" in " ".join(table.told)
        assert not any(entry.is_refused for contents in put for entry in contents.transcript)


def test_a_page_beside_the_table_has_no_secret_of_a_round_in_play() -> None:
    """No Thanks!, level totals: neither in the lines, nor in the record that is downloaded, nor in the words."""
    lines = ["game no-thanks", "players Ann Ben Cleo", "set detail totals", "Ann holds 3-10 tokens 19"]
    rows = [JournalRow(RowKind.RECORD, line) for line in lines]
    session = replay(rows)[-1]
    page = pages.page(session, PlayView(), ())
    put: list[SidebarContents] = []
    filler = SidebarFiller(SimpleNamespace(show_sidebar=put.append), ENGLISH, lambda language: None)
    filler.handle_event(GameOpened(1, tuple(rows[:-1]), OpeningReason.START))
    filler.handle_event(Declared(tuple(rows[-1:]), ()))
    filler.handle_event(PageChanged(page, session, ENGLISH))
    (contents,) = put
    assert contents.record.splitlines()[:-1] == lines[:-1]
    assert contents.record.splitlines()[-1] == "# Ann holds 3-10: the rest is shown when the round is scored"
    assert "tokens 19" not in str(contents)
