"""Partners stand on one line of a sheet, with the total that they have together."""

from __future__ import annotations

from device.contract.game import Game
from device.contract.setup import TableSetup
from device.kits.figures.columns import Column
from device.kits.figures.declarations import FigureDeclaration
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import ScoreSheet, partners
from device.kits.figures.state import FiguresState
from device.pages.build import point_by_point, ranked_sheet, standings, summary
from device.session.record import Record
from device.session.session import Session

POINTS = Column("points", "points", most=99, by_side=True)
NAMES = ("Ann", "Bo", "Cy", "Di")


def game() -> Game[FiguresState]:
    return figures_game(
        ScoreSheet(
            "pairs", "Pairs", range(4, 5), (POINTS,), lambda now, seat: now.of(POINTS, seat), rounds=2, sides=partners
        )
    )


def played(*points: tuple[int, int]) -> Session:
    """Rounds with these points of Ann and Cy, and of Bo and Di."""
    rules = game()
    state = rules.start(TableSetup(NAMES))
    for own, others in points:
        state = rules.apply(state, FigureDeclaration(0, "points", own))
        state = rules.apply(state, FigureDeclaration(1, "points", others))
    return Session(Record(rules, TableSetup(NAMES), state, True), 4, NAMES, None, True, True)


def test_the_final_sheet_has_the_sides_the_winners_first() -> None:
    rows = ranked_sheet(played((30, 40), (20, 20))).rows
    assert [(row.name, row.total, row.is_winner, row.rank) for row in rows] == [
        ("Bo + Di", 60, True, 1),
        ("Ann + Cy", 50, False, 2),
    ]


def test_standings_and_their_chart_have_each_side_once() -> None:
    sheet = standings(played((30, 40)))
    assert [(row.name, row.cells) for row in sheet.rows] == [("Ann + Cy", ("+30",)), ("Bo + Di", ("+40",))]
    assert sheet.chart is not None
    assert [(course.name, course.totals) for course in sheet.chart.players] == [
        ("Ann + Cy", (0, 30)),
        ("Bo + Di", (0, 40)),
    ]


def test_a_round_is_told_for_each_side_once() -> None:
    session = played((30, 40), (20, 25))
    assert [(one.name, one.round_points, one.total) for one in summary(session, 1).players] == [
        ("Ann + Cy", 20, 50),
        ("Bo + Di", 25, 65),
    ]
    assert [(one.name, one.total) for one in point_by_point(session, 0).players] == [("Ann + Cy", 30), ("Bo + Di", 40)]
