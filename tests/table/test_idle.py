"""The panel may not burn in; a press on the quiet page only wakes it."""

from __future__ import annotations

from contextlib import closing
from datetime import date
from itertools import groupby
from pathlib import Path

from device.journal import writer
from device.session.evenings import evening_of
from device.session.keyscript import key_script
from device.table.controller import Controller
from device.table.listeners import Listeners
from device.table.stillness import IDLE_IN_GAME_S, IDLE_POSITION_S, IDLE_WITHOUT_GAME_S
from display.vocabulary import IdleText, Page
from display.words import ENGLISH
from hal.mock.table import MockTable
from hal.panel import panel
from hal.signal.signal import Cue
from tests.table.tables import Pages

KIND = panel.panel_kind("what-black")


def _played(tmp_path: Path, *lines: str) -> tuple[Controller, MockTable]:
    table = MockTable(KIND, lines)
    with closing(writer.journal_writer_for(tmp_path)) as journal:
        played = Controller(table, journal)
        played.run()
    return played, table


def _seen(tmp_path: Path, table: MockTable) -> list[Page]:
    """The pages of a table that is played to its end."""
    pages = Pages()
    with closing(writer.journal_writer_for(tmp_path)) as journal:
        Controller(table, journal, listeners=Listeners(pages)).run()
    return pages.seen


def _quiet(page: Page | None) -> int | None:
    assert page is not None
    return page.body.position if isinstance(page.body, IdleText) else None


def test_without_a_game_the_panel_falls_quiet(tmp_path: Path) -> None:
    played, _ = _played(tmp_path, f"wait {IDLE_WITHOUT_GAME_S - 60}", "hold D")
    assert _quiet(played.shown_page) is None
    played, _ = _played(tmp_path, f"wait {IDLE_WITHOUT_GAME_S + 60}")
    assert _quiet(played.shown_page) == 0


def test_a_press_on_the_quiet_page_only_wakes_it(tmp_path: Path) -> None:
    played, table = _played(tmp_path, f"wait {IDLE_WITHOUT_GAME_S + 60}", "A", "wait 60")
    assert played.report.as_json()["declarations"] == 0
    assert _quiet(played.shown_page) is None
    assert table.signal.played_cues[-1][1] is Cue.HEARD
    assert table.panel.refresh_count == 3, "which game, quiet, which game"


def test_the_press_after_the_one_that_wakes_counts_before_the_ink_is_there(tmp_path: Path) -> None:
    played, _ = _played(tmp_path, f"wait {IDLE_WITHOUT_GAME_S + 60}", "A", "wait 1", "A", "wait 60")
    assert played.report.as_json()["declarations"] == 1


def test_a_press_counts_while_the_key_map_is_still_on_the_panel(tmp_path: Path) -> None:
    """The quiet page is only being drawn: whoever presses has read the key map."""
    played, _ = _played(tmp_path, f"wait {IDLE_WITHOUT_GAME_S + 3}", "A", "wait 60")
    assert played.report.as_json()["declarations"] == 1


def test_a_game_in_play_stays_on_the_panel_for_longer(tmp_path: Path) -> None:
    begin = tuple(key_script(b"game loop\nplayers Ann Bo Cleo Dan\n"))
    played, _ = _played(tmp_path / "supper", *begin, f"wait {IDLE_IN_GAME_S - 60}")
    assert _quiet(played.shown_page) is None
    played, _ = _played(tmp_path / "night", *begin, f"wait {IDLE_IN_GAME_S + 60}")
    assert _quiet(played.shown_page) == 0


def test_the_words_move_once_a_day(tmp_path: Path) -> None:
    table = MockTable(KIND, [f"wait {IDLE_WITHOUT_GAME_S + 2 * IDLE_POSITION_S + 60}", "A"])
    assert [place for place, _ in groupby(map(_quiet, _seen(tmp_path, table)))] == [None, 0, 1, 2, None]


def test_a_panel_that_failed_says_so_when_it_shows_pages_again(tmp_path: Path) -> None:
    table = MockTable(KIND, ["wait 60", "A"])
    table.panel.planned_errors.append("the panel stayed busy for 33 seconds")
    told = [page.notice for page in _seen(tmp_path, table)]
    assert told[0] is None
    assert told[1] is not None
    assert "33 seconds" in ENGLISH.say(told[1].lines[0])
    assert told[-1] is None, "after a press it is gone"


def test_an_unknown_time_has_no_day() -> None:
    assert evening_of(None) is None
    assert evening_of(1_795_003_200.0) == date(2026, 11, 18)
