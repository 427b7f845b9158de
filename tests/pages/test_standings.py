"""Standings and summaries: what is known is shown, and nothing else takes room."""

from __future__ import annotations

import pytest

from device.pages import build as pages
from device.session.prompts import DetailsView
from device.session.session import Session, Stage, declare, step_row, take_row
from device.session.session import Step as TableStep
from display.vocabulary import Breakdown, Sheet
from display.words import ENGLISH, MINUS, text
from tests.games.registered import GAMES, deal, header
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty

NAMES = ("Ann", "Bo", "Cleo", "Dan")


def rounds(game_id: str, seed: int = 1, *chosen: tuple[str, str]) -> list[Session]:
    """A game at the summary of each of its rounds."""
    session = Session(header(game_id, NAMES, chosen), len(NAMES), NAMES, None, True, True)
    found = []
    for declaration in deal(game_id, seed, len(NAMES), chosen):
        session = declare(session, declaration)[0].session
        if session.stage is Stage.SUMMARY:
            found.append(session)
            session = take_row(session, step_row(TableStep.ACCEPT))
    return found


@pytest.mark.parametrize("game_id", GAMES)
def test_standings_have_a_column_for_each_round_whose_points_are_known(game_id: str) -> None:
    """The points of LOOP's rounds are known when the game is over (rulebook, End of the Game)."""
    for number, session in non_empty(enumerate(rounds(game_id), 1)):
        sheet = pages.standings(session)
        known = [each.points for each in session.scores.rounds if each.points is not None]
        assert sum(isinstance(column, str) for column in sheet.columns) == len(known) in (0, number)
        for row in sheet.rows:
            assert len(row.cells) == len(sheet.columns)
            assert all(row.cells)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_summary_says_what_everyone_won_in_the_round_beside_the_total(game_id: str) -> None:
    totals: tuple[int, ...] = ()
    for number, session in non_empty(enumerate(rounds(game_id))):
        accounts = pages.summary(session, number).players
        if game_id != "score-pad":
            for account in non_empty(accounts):
                assert sum(cause.points for cause in account.causes) == account.round_points
        if totals:
            assert [account.total - (account.round_points or 0) for account in accounts] == list(totals)
        totals = session.scores.totals


@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if game_id != "score-pad"])
def test_every_point_of_a_round_is_of_a_kind_that_a_small_page_can_name(game_id: str) -> None:
    for number, session in non_empty(enumerate(rounds(game_id))):
        causes = [cause for account in pages.point_by_point(session, number).players for cause in account.causes]
        assert not [cause for cause in non_empty(causes) if cause.kind is None]


def test_the_final_sheet_of_loop_says_what_its_rounds_points_are() -> None:
    """A summary adds what earlier markers gain to its round; at the end each marker is counted in its own."""
    final = accepted("loop")
    said = pages.page(final, DetailsView(0), ()).last_declaration
    assert said is not None
    assert ENGLISH.say(said) == "What a marker earns later counts in the round in which it was laid."
    assert pages.page(final, DetailsView(1), ()).last_declaration is None
    assert pages.page(accepted("wizard"), DetailsView(0), ()).last_declaration is None


def accepted(game_id: str) -> Session:
    """A whole game at its final sheet."""
    final = take_row(rounds(game_id)[-1], step_row(TableStep.ACCEPT))
    assert final.stage is Stage.FINAL
    return final


def test_a_summary_says_points_that_the_table_has_said_once() -> None:
    for number, session in non_empty(enumerate(rounds("score-pad"))):
        points = session.scores.rounds[number].points
        assert points is not None
        accounts = pages.summary(session, number).players
        assert [(account.causes, account.round_points) for account in accounts] == [((), one) for one in points]


@pytest.mark.parametrize("game_id", GAMES)
def test_nobody_is_crowned_before_the_last_round_is_accepted(game_id: str) -> None:
    *_, last = rounds(game_id)
    final = take_row(last, step_row(TableStep.ACCEPT))
    for session, is_over in non_empty([(last, False), (final, final.stage is Stage.FINAL)]):
        body = pages.page(session, DetailsView(0), ()).body
        assert isinstance(body, Sheet)
        assert any(row.is_winner for row in body.rows) == is_over


TABLES = [
    *((game_id, ()) for game_id in GAMES),
    ("loop-2023", (("sets", "2"),)),
    ("loop-2023", (("three-eights", "on"),)),
]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("game_id", "chosen"), TABLES)
def test_the_figures_of_the_standings_add_up_to_the_totals(
    game_id: str, chosen: tuple[tuple[str, str], ...], seed: int
) -> None:
    """Also where a total was kept from falling below 0, and in every set of a long game."""
    for session in non_empty(rounds(game_id, seed, *chosen)):
        sheet = pages.standings(session)
        if sheet.chart is not None:
            assert str(sheet.chart.first_round) == next(column for column in sheet.columns if isinstance(column, str))
        for seat, row in enumerate(sheet.rows):
            cells = [ENGLISH.say(cell).replace(MINUS, "-") for cell in row.cells]
            if session.scores.sets is not None:
                assert cells.pop(0) in (f"{session.scores.sets[seat]} set", f"{session.scores.sets[seat]} sets")
            figures = [*map(int, cells)]
            if figures:
                assert sum(figures) == row.total
            if sheet.chart is not None:
                assert sheet.chart.players[seat].totals[-1] == row.total


@pytest.mark.parametrize("game_id", GAMES)
def test_the_chart_goes_through_the_totals_of_all_rounds(game_id: str) -> None:
    sessions = rounds(game_id, 2)
    chart = pages.standings(sessions[-1]).chart
    if chart is not None and game_id != "loop":  # whose markers are worth more from round to round
        for seat, course in non_empty(enumerate(chart.players)):
            assert list(course.totals[1:]) == [session.scores.totals[seat] for session in sessions]


@pytest.mark.parametrize(("game_id", "chosen"), TABLES)
def test_the_details_of_all_rounds_add_up_to_the_totals(game_id: str, chosen: tuple[tuple[str, str], ...]) -> None:
    """With what everyone had at the start, which has a column of its own in the standings."""
    for session in non_empty(rounds(game_id, 3, *chosen)):
        scores, sheet = session.scores, pages.standings(session)
        sums = [0] * len(NAMES)
        for number, round_ in enumerate(reversed(scores.rounds), 1):
            body = pages.page(session, DetailsView(number), ()).body
            assert isinstance(body, Breakdown)
            for seat, account in enumerate(body.players):
                assert account.total == sum(cause.points for cause in account.causes) or game_id == "score-pad"
                sums[seat] += account.total if round_.set_number == scores.set_number else 0
        besides = [at for at, column in enumerate(sheet.columns) if column in (text("start"), text("start, bonus"))]
        for seat, row in enumerate(sheet.rows):
            assert sums[seat] + sum(int(ENGLISH.say(row.cells[at])) for at in besides) == row.total


def test_before_the_first_round_is_over_totals_stand_alone() -> None:
    """The markers of LOOP are worth points before a round is over, which no column before the totals explains."""
    session = Session(header("loop", NAMES, ()), len(NAMES), NAMES, None, True, True)
    for declaration in deal("loop", 0, len(NAMES), ()):
        session = declare(session, declaration)[0].session
        if any(session.scores.totals):
            break
    assert not session.scores.rounds
    assert any(session.scores.totals)
    assert pages.standings(session).columns == ()


def test_a_bonus_outside_of_rounds_is_called_one() -> None:
    """Three 8s in a hand of LOOP's first edition are worth a point."""
    found = [pages.standings(session) for session in rounds("loop-2023", 3, ("three-eights", "on"))]
    assert [sheet.columns[0] for sheet in found] == [text("start, bonus")] * len(found) != []
    assert [row.cells[0] for row in found[0].rows] == ["3", "2", "2", "2"]


def test_what_is_played_is_asked_without_a_list_of_who_plays() -> None:
    asked = [each.page for each in sample_game_pages("score-pad") if each.name == Stage.TITLE.value]
    assert [page.body for page in asked] == [None]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_score_pad_has_no_rulebook(game_id: str) -> None:
    (page,) = (each.page for each in sample_game_pages(game_id) if each.name == "rulings")
    pad, rulebook = text("How points are counted"), text("How the rules are applied")
    assert page.question == (pad if game_id == "score-pad" else rulebook)
