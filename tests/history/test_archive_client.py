"""Pages of the past come from a process of its own, the same as at once; one that fails is a page that says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from device.journal.store import Journal
from device.reports.archive_client import ArchiveAtOnce, ArchiveProcess, PageAnswer
from device.session.places import ArchivePlace, EveningsPlace, GamePlace
from device.session.rows import JournalRow, RowKind
from display.text_alternative import page_sections
from display.vocabulary import Page
from display.words import ENGLISH
from tests.browser.timeouts import TIMEOUT_S
from tests.non_empty import non_empty
from tests.table.evenings import ROUND, TOTALS

ROWS = [JournalRow(RowKind.RECORD, line) for line in ("game no-loose-ends", "players Ann Bo", *TOTALS, *3 * ROUND)]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    journal = Journal.open(tmp_path)
    journal.begin_game(ROWS)
    journal.begin_game()
    journal.close()
    return tmp_path


@pytest.fixture
def process(data: Path) -> Iterator[ArchiveProcess]:
    found = ArchiveProcess(data)
    yield found
    found.close()


def found_by(archive: ArchiveProcess, place: ArchivePlace) -> PageAnswer:
    archive.ask(place, 8)
    end = monotonic() + TIMEOUT_S
    while (found := archive.take_answer()) is None:
        assert monotonic() < end
        sleep(0.01)
    return found


def test_a_process_finds_what_is_found_at_once(process: ArchiveProcess, data: Path) -> None:
    places: tuple[ArchivePlace, ...] = (EveningsPlace(), GamePlace(1, 1))
    at_once = ArchiveAtOnce(data)
    for place in non_empty(places):
        at_once.ask(place, 8)
        assert found_by(process, place) == at_once.take_answer()


def test_a_process_that_is_gone_is_a_page_that_says_so(process: ArchiveProcess) -> None:
    process.close()
    page = found_by(process, EveningsPlace()).page
    said = page_sections(Page(page.title, question=page.question, body=page.body), ENGLISH)
    assert said[-1].lines == ("The past can't be read: the program that reads it does not run.",)


def test_a_journal_that_is_damaged_is_a_page_that_says_so(data: Path) -> None:
    (data / "journal.db").write_bytes(b"nothing" * 1000)
    archive = ArchiveAtOnce(data)
    archive.ask(EveningsPlace(), 8)
    found = archive.take_answer()
    assert found is not None
    assert ENGLISH.say(found.page.question) == "Nothing can be shown"
