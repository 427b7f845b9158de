"""Pages of details: what holding B shows one after the other, and which of how many each page is."""

from __future__ import annotations

import pytest

from device.session.prompts import (
    DetailsView,
    PlayView,
    RoundView,
    View,
    next_details_view,
    position_in_details,
    ruling_pages,
)
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Step, step_row
from device.session.step_sentences import round_instructions
from display.words import ENGLISH, Label
from tests.session_rows import replay


def record(*lines: str) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in lines]


SET_UP = record("game loop", "players Ann Bo Cleo Dan", "set detail finish")
STARTED = [*SET_UP, step_row(Step.PLAY), step_row(Step.START)]
OVER = [*STARTED, *record("Ann out", "Bo out", "Cleo out")]
ACCEPTED = [*OVER, step_row(Step.ACCEPT)]
SO_FAR: tuple[tuple[Label, ...], ...] = (("newest",), ("oldest",))
"""The lines of a round on two pages."""


def after(rows: list[JournalRow]) -> Session:
    return replay(rows)[-1]


def turned(session: Session, so_far: tuple[tuple[Label, ...], ...] = (), *, is_round_begun: bool = False) -> list[View]:
    """All views that holding B shows before the game again."""
    view: View = PlayView()
    views: list[View] = []
    while (view := next_details_view(session, view, so_far, is_round_begun=is_round_begun)) != PlayView():
        views.append(view)
    return views


def positions(session: Session, views: list[View], *, has_round_lines: bool) -> list[tuple[int, int]]:
    return [
        position_in_details(session, view, has_round_lines=has_round_lines)
        for view in views
        if isinstance(view, RoundView | DetailsView)
    ]


def test_before_a_table_sits_there_are_none() -> None:
    assert turned(after([])) == []
    assert turned(after(record("game loop"))) == []


def test_while_options_are_chosen_they_are_the_rulings_three_to_a_page() -> None:
    session = after(SET_UP)
    notes = session.record.rules.notes
    pages = ruling_pages(session)
    assert [len(page) for page in pages] == [3, 3, 1]
    assert [note for page in pages for note in page] == list(notes)
    views = turned(session)
    assert views == [DetailsView(0, 0), DetailsView(1, 0), DetailsView(2, 0)]
    assert positions(session, views, has_round_lines=False) == [(1, 3), (2, 3), (3, 3)]


def test_before_a_round_is_begun_they_begin_with_what_to_do_before_it() -> None:
    first, standings = turned(after(STARTED))
    assert isinstance(first, RoundView)
    assert not first.is_begun
    assert ENGLISH.say(first.lines[0]) == "Use 4 cards of each number."
    assert standings == DetailsView(0, 1)
    assert positions(after(STARTED), [first, standings], has_round_lines=False) == [(1, 2), (2, 2)]


def test_who_starts_the_round_comes_after_what_to_do_before_it() -> None:
    starter = SO_FAR[:1]
    first, second, *others = turned(after(ACCEPTED), starter)
    assert isinstance(first, RoundView)
    assert first.later_pages == starter
    assert ENGLISH.say(first.lines[-1]) == "Bo gets the golden board, and starts."
    assert second == RoundView(starter[0], number=2)
    assert others == [DetailsView(0, 2), DetailsView(1, 2)]


def test_once_it_is_begun_they_begin_with_the_round_so_far_then_standings_then_each_round() -> None:
    session = after([*ACCEPTED, *record("Dan out")])
    views = turned(session, SO_FAR, is_round_begun=True)
    assert views == [
        RoundView(SO_FAR[0], later_pages=SO_FAR[1:]),
        RoundView(SO_FAR[1], number=2),
        DetailsView(0, 2),
        DetailsView(1, 2),
    ]
    assert positions(session, views, has_round_lines=True) == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_at_a_rounds_end_nothing_is_to_be_done_before_it() -> None:
    assert turned(after(OVER)) == [DetailsView(0, 0), DetailsView(1, 0)]
    stopped = [*ACCEPTED, *record("end")]
    assert turned(after(stopped)) == [DetailsView(0, 0), DetailsView(1, 0)]


@pytest.mark.parametrize(
    ("rows", "has_round_lines", "position"),
    [
        (STARTED, False, (2, 2)),
        (STARTED, True, (2, 2)),
        (OVER, True, (2, 3)),
        (OVER, False, (1, 2)),
    ],
)
def test_a_page_that_was_reached_otherwise_counts_a_page_of_the_round_where_there_is_one(
    rows: list[JournalRow], has_round_lines: bool, position: tuple[int, int]
) -> None:
    assert position_in_details(after(rows), DetailsView(0), has_round_lines=has_round_lines) == position


def test_what_to_do_before_a_round_is_known_once_a_table_sits_and_until_the_game_is_over() -> None:
    assert round_instructions(after([])) == round_instructions(after(record("game loop"))) == ()
    said = [ENGLISH.say(one) for one in round_instructions(after(ACCEPTED))]
    assert said[0] == "Take up your whole hand; pass hand and board to the left."
    assert round_instructions(after([*ACCEPTED, *record("end")])) == ()
    assert round_instructions(after(record("game score-pad", "players Ann Bo"))) == ()
