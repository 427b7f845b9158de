"""The markers on scoreboards, which say whose they are without codes of keys."""

from __future__ import annotations

import pytest

from device.pages.surface import surface_of
from display.layout import lay_out
from display.layout.scoreboards import marker_letters
from display.scene import Role, TextLine
from display.vocabulary import Board, Page, PlayerRow, Scoreboard
from display.words import ENGLISH, SeatName
from hal.panel import panel
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty


def _markers(page: Page, kind: str = "what-black") -> list[str]:
    items = lay_out(page, surface_of(panel.panel_kind(kind)), ENGLISH).items
    return [item.text for item in items if isinstance(item, TextLine) and item.role is Role.MARKER]


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Anna", "Ben", "Arno", "Emil"), ("An", "B", "Ar", "E")),
        (("Jean-Baptiste", "Jean-Paul", "Jo"), ("JB", "JP", "Jo")),
        (("Ann", "anna", "A"), ("An", "aa", "A")),
        (("Aaron", "Anna", "Anne"), ()),  # Aaron and Anna would both be Aa
    ],
)
def test_markers_have_what_tells_a_name_from_the_others(names: tuple[str, ...], letters: tuple[str, ...]) -> None:
    assert marker_letters(names) == letters


@pytest.mark.parametrize("names", [("Aaron", "Anna", "Anne"), ("Ann", "Bo", "Cleo")])
def test_markers_are_squares_where_names_cannot_be_told_apart(names: tuple[str, ...]) -> None:
    rows = tuple(map(PlayerRow, names))
    grids = tuple(Scoreboard(name, 3, ((0, row),)) for row, name in enumerate(names))
    assert _markers(Page("LOOP", body=Board(rows, scoreboards=grids))) == [*marker_letters(names)]


def test_markers_of_players_without_a_name_have_their_numbers() -> None:
    rows = tuple(PlayerRow(SeatName(number)) for number in "12")
    grids = tuple(Scoreboard(row.name, 2, ((0, seat),)) for seat, row in enumerate(rows))
    assert _markers(Page("LOOP", body=Board(rows, scoreboards=grids))) == ["P1", "P2"]


@pytest.mark.parametrize("kind", ["what-black", "impression-4", "impression-7.3"])
def test_markers_are_beginnings_of_names_at_the_fullest_table(kind: str) -> None:
    """With six players they were squares, of which nobody knew whose they were."""
    asked = [sample.page for sample in sample_game_pages("loop") if sample.name.startswith("question")]
    for page in non_empty(asked):
        assert isinstance(page.body, Board)
        rows = {row for grid in page.body.scoreboards for _, row in grid.markers}
        assert {*_markers(page, kind)} == {page.body.rows[row].name[0] for row in rows}
