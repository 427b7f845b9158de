"""A round has one name: what it is called while it is played, it is called afterwards, too."""

from __future__ import annotations

from pathlib import Path

from device.games import samples
from device.journal.store import Journal
from device.journal.uploaded_record import rows_of_upload as rows_of
from device.pages import build as pages
from device.people.people import People
from device.reports.game_pages import game_page
from device.reports.games import past_game
from device.reports.past_data import past_journal
from device.reports.sheet import final_sheet
from device.reports.text_lines import sheet_lines
from device.reports.web_deletion import change_links
from device.reports.web_history import game_page as web_game
from device.session import score
from device.session.line_choice import LineChoiceView, view_of_round
from device.session.places import EveningPlace, GamePlace
from device.session.prompts import DetailsView, PlayView
from device.session.session import Session, Stage, read
from device.session.winners import outcome
from display.words import ENGLISH, Label
from tests.non_empty import non_empty

NAMES = ["Set 1, round 1", "Set 1, round 2", "Set 2, round 1", "Set 2, round 2", "Set 2, round 3"]
"""The rounds of a game of LOOP's first edition in sets, as its pages call them in play."""


def record() -> bytes:
    return next(one for one in samples("loop-2023") if b"set sets 2" in one)


def sessions() -> list[Session]:
    return read(rows_of(record())).sessions


def said(words: Label | None) -> str:
    return "" if words is None else ENGLISH.say(words)


def lowered(name: str) -> str:
    return name[0].lower() + name[1:]


def shown(session: Session, page: int) -> str:
    return said(pages.page(session, DetailsView(page), ()).question)


def test_in_play_rounds_are_called_by_their_set() -> None:
    found = {said(pages.page(each, PlayView(), ()).status) for each in sessions() if each.stage is Stage.PLAY}
    assert {", ".join(heading.split(", ")[:2]) for heading in found} == set(NAMES)


def test_when_it_is_over_a_round_keeps_its_name() -> None:
    found = dict.fromkeys(
        said(pages.page(each, PlayView(), ()).status) for each in sessions() if each.stage is Stage.SUMMARY
    )
    assert list(found) == [f"{name} is over" for name in NAMES]


def test_details_call_each_round_as_it_was_called_in_play() -> None:
    last = sessions()[-1]
    assert [shown(last, page) for page in range(1, len(NAMES) + 1)] == [
        f"Points of {lowered(name)}" for name in reversed(NAMES)
    ]


def test_a_round_whose_line_is_corrected_keeps_its_name_also_while_it_is_played() -> None:
    rows, found = rows_of(record()), sessions()
    for at, name in non_empty(enumerate(NAMES)):
        views = {
            length: view_of_round(rows[:length], found[: length + 1], at + 1) for length in range(4, len(rows) + 1)
        }
        pointed = {length: view for length, view in views.items() if isinstance(view, LineChoiceView)}
        assert len(found[min(pointed)].scores.rounds) == at
        asked = {said(pages.page(found[length], view, ()).question) for length, view in pointed.items()}
        assert asked == {f"{name}: correct which line?"}


def test_columns_of_the_standings_count_the_rounds_of_the_set() -> None:
    last = sessions()[-1]
    sheet = pages.standings(last)
    assert [said(column) for column in sheet.columns] == ["sets", "start", "1", "2", "3"]
    assert "2 sets" in [said(row.cells[0]) for row in sheet.rows]
    assert sheet.chart is not None
    assert sheet.chart.first_round == 1
    assert "total  sets  start  set 2, round 1   2  3" in score.as_text(last.record, ENGLISH)


def test_the_past_calls_rounds_so_too_on_the_panel_in_a_browser_and_on_the_command_line(tmp_path: Path) -> None:
    points = [f"Points of {lowered(name)}" for name in NAMES]
    journal = Journal.open(tmp_path)
    number = journal.begin_game(rows_of(record()))
    journal.close()
    with past_journal(tmp_path) as kept:
        past = past_game(kept, People(), number)
        assert past is not None
        lines = list(sheet_lines(ENGLISH, final_sheet(kept, past)))
    assert [line for line in lines if line.startswith("Points of")] == points
    place = EveningPlace(number)
    looked_at = [game_page(tmp_path, GamePlace(number, page, parent=place), 99) for page in range(len(NAMES), 0, -1)]
    assert [said(page.question) for page in looked_at] == points
    page = (web_game(tmp_path, number, ENGLISH, change_links) or b"").decode()
    assert [each for each in points if each not in page] == []


def test_who_wins_a_game_in_sets_is_said_with_the_sets() -> None:
    """The points are those of the last set: they alone do not say who has won."""
    last = sessions()[-1].record
    assert (
        ENGLISH.say(outcome(last.setup, last.scores))
        == f"{last.setup.players[last.scores.winners[0]]} wins, 2 sets to 0."
    )
