"""Two keys held together switch the table off: everything is safe, and the standings stay on the panel."""

from __future__ import annotations

from contextlib import closing
from datetime import date
from pathlib import Path

from PIL.Image import Image

from device.journal.export import exported_lines
from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.session.evenings import evening_of
from device.table.controller import Controller
from device.table.shutdown import MAX_FAILED_REFRESHES, TIMEOUT_S, Shutdown
from display.dates import date_text
from display.vocabulary import Page, Sheet, Tone
from display.words import ENGLISH
from hal.mock.table import MockTable
from hal.panel import panel
from hal.panel.panel import RefreshMode
from hal.signal.signal import Cue
from tests.journal.failing_disk import Disk
from tests.table.evenings import HEADER, ROUND, ROUND_POINTS, TOTALS, script
from tests.table.tables import KIND, Mock

KEYS = script(*TOTALS, *ROUND)
OFF = "hold A+D"


def switched_off(mock: Mock) -> Page:
    mock.run()
    assert mock.controller.is_off
    page = mock.controller.shown_page
    assert page is not None
    return page


def test_the_last_page_has_the_standings_and_no_keys(tmp_path: Path) -> None:
    mock = Mock(tmp_path, [*KEYS, OFF])
    page = switched_off(mock)
    assert isinstance(page.body, Sheet)
    assert [row.total for row in page.body.rows] == [5 + points for points in ROUND_POINTS]
    assert page.question is not None
    assert page.last_declaration is not None
    assert ENGLISH.say(page.question) == "Switched off"
    assert "green light is out, pull the plug" in ENGLISH.say(page.last_declaration)
    assert (page.keymap.level, page.holds) == (None, ())
    assert mock.table.signal.played_cues[-1][1] is Cue.ACCEPTED
    assert mock.told[-1] == "switching off"


def test_the_last_page_has_the_day_of_the_game(tmp_path: Path) -> None:
    mock = Mock(tmp_path, [*KEYS, OFF])
    page = switched_off(mock)
    with closing(Journal.open_to_read(tmp_path)) as journal:
        (begun,) = (game.began_at for game in journal.games())
    assert begun is not None
    assert page.status == date_text(evening_of(begun) or date.min)


def test_before_a_game_there_are_no_standings(tmp_path: Path) -> None:
    assert switched_off(Mock(tmp_path, [OFF])).body is None


def test_presses_after_it_mean_nothing_and_the_game_goes_on_at_the_next_start(tmp_path: Path) -> None:
    mock = Mock(tmp_path, [*KEYS, OFF, "hold A", "hold A", "A"])
    switched_off(mock)
    assert mock.record() == [*HEADER, *TOTALS, *ROUND]
    again = Mock(tmp_path, ["hold C"]).run()
    assert not again.controller.is_off
    assert again.controller.page().keymap.level


def test_a_half_typed_code_is_forgotten(tmp_path: Path) -> None:
    page = switched_off(Mock(tmp_path, [*script(*TOTALS), "A", OFF]))
    assert (page.typed_words, page.typed_keys) == ((), "")


def test_other_pairs_do_not_switch_off(tmp_path: Path) -> None:
    mock = Mock(tmp_path, [*KEYS, "hold B+C", "hold A+B"]).run()
    assert not mock.controller.is_off


def test_while_the_disk_refuses_the_table_stays_on_and_says_why(tmp_path: Path) -> None:
    """Acknowledged declarations that are in memory only would be lost."""
    disk = Disk(tmp_path)
    disk.gone = True
    journal_writer = JournalWriter(disk.open)
    table = MockTable(panel.panel_kind(KIND), [*KEYS, OFF])
    controller = Controller(table, journal_writer)
    controller.run()
    assert not controller.is_off
    notice = controller.page().notice
    assert notice is not None
    assert notice.tone is Tone.TROUBLE
    assert "would be lost" in ENGLISH.say(notice.lines[0])
    disk.mend()
    again = Controller(MockTable(panel.panel_kind(KIND), [OFF]), journal_writer)
    again.run()
    assert again.is_off
    journal_writer.close()
    assert list(exported_lines(tmp_path, None)) == [*HEADER, *TOTALS, *ROUND]


def test_failures_do_not_cost_the_last_page_until_there_are_too_many(tmp_path: Path) -> None:
    reached = Mock(tmp_path / "count", [*KEYS, "wait 100"]).run().table.panel.refresh_count
    mock = Mock(tmp_path / "fails", [*KEYS, "wait 100", OFF])
    mock.table.panel.planned_errors.extend([*[None] * reached, *["BUSY stays high"] * (MAX_FAILED_REFRESHES - 1)])
    assert switched_off(mock).last_declaration is not None
    given_up = Mock(tmp_path / "gives up", [*KEYS, "wait 100", OFF])
    given_up.table.panel.planned_errors.extend([*[None] * reached, *["BUSY stays high"] * MAX_FAILED_REFRESHES])
    given_up.run()
    assert given_up.controller.is_off
    assert given_up.controller.shown_page is None


def test_a_panel_that_never_answers_does_not_keep_the_table_on(tmp_path: Path) -> None:
    mock = Mock(tmp_path, [*KEYS, "wait 100", OFF, "wait 1000", "A"])
    show = mock.table.panel.show

    def deaf(image: Image, mode: RefreshMode = RefreshMode.FULL) -> None:
        if "switching off" in mock.told:
            mock.table.panel.refresh_s = 1e9
        show(image, mode)

    mock.table.panel.show = deaf  # type: ignore[method-assign]
    mock.run()
    assert mock.controller.is_off
    assert mock.table.clock.now() < 1000


def test_a_table_that_is_off_stays_off_whatever_the_panel_does_later() -> None:
    shutdown = Shutdown()
    shutdown.start(0.0, refresh_s=1.0)
    shutdown.end_if_due(2.0 + TIMEOUT_S)
    for _ in range(MAX_FAILED_REFRESHES + 1):
        shutdown.note_refresh(succeeded=False, is_last=False)
        assert shutdown.is_off
