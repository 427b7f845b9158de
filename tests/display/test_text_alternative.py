"""A page in words says all that its picture says."""

from __future__ import annotations

import re

import pytest

from display.layout import lay_out
from display.scene import KeyMapCell, Role, TextLine
from display.text_alternative import page_sections
from display.vocabulary import (
    Board,
    Breakdown,
    IdleText,
    KeyCell,
    KeyGrid,
    KeyMap,
    Page,
    PlayerBreakdown,
    PlayerRow,
    Scoreboard,
    Sheet,
    SheetRow,
)
from display.words import ENGLISH, Text, text
from tests.display.sample_pages import SURFACES, representative
from tests.non_empty import non_empty

PAGES = representative()
READ = (Role.TEXT, Role.NAME, Role.TOTAL, Role.LABEL)
WHERE = ("row, then column",)


def words_of(name: str) -> str:
    return "\n".join("\n".join((section.title, *section.lines)) for section in page_sections(PAGES[name], ENGLISH))


@pytest.mark.parametrize("name", sorted(PAGES))
def test_every_word_of_the_largest_picture_is_read(name: str) -> None:
    """All but single letters, which stand for suits that are read as words, and what explains where cells are drawn."""
    scene = lay_out(PAGES[name], SURFACES["1600x1200"], ENGLISH)
    said = words_of(name)
    written = [item for item in scene.items if isinstance(item, TextLine) and item.role in READ]
    assert written
    for item in written:
        if item.text not in WHERE:
            for word in re.findall(r"[^\W\d_]{2,}|\d+", item.text):
                assert word in said, f"“{item.text}” of {name}"


@pytest.mark.parametrize("name", sorted(PAGES))
def test_every_cell_of_the_key_map_is_read_with_its_code(name: str) -> None:
    said = words_of(name)
    scene = lay_out(PAGES[name], SURFACES["1600x1200"], ENGLISH)
    for item in non_empty(scene.items):
        if isinstance(item, KeyMapCell):
            assert f"{item.code} — " in said


def test_it_begins_with_where_the_table_stands_and_what_is_asked() -> None:
    first, players, *_ = page_sections(PAGES["planning"], ENGLISH)
    assert first.title == "Round 2 of 3 · planning"
    assert first.lines == ("No Loose Ends", "Kaylen bids or passes")
    assert players.title == "players"
    assert players.lines[1].startswith("Kaylen; to act; total 7; red 3, blue 15, red 5")


def test_what_a_form_says_is_a_word() -> None:
    said = words_of("trick")
    assert "gray 10 (done)" in said
    assert "(costs points)" in said
    assert "(winner)" in words_of("sheet")


def test_a_notice_comes_before_the_board() -> None:
    titles = [section.title for section in page_sections(PAGES["revoke"], ENGLISH)]
    assert titles.index("That cannot be") < titles.index("players")


def test_a_half_typed_code_is_read() -> None:
    assert "typed: 7 …" in words_of("typed")
    assert "typed: B" in words_of("flip")


def test_the_last_thing_heard_is_read_and_drawn() -> None:
    page = PAGES["planning"]._replace(last_declaration=text("{player} passes", player="Taylor"))
    assert "Taylor passes" in page_sections(page, ENGLISH)[0].lines
    for size in ("400x300", "800x480"):
        assert "Taylor passes" in [
            item.text for item in lay_out(page, SURFACES[size], ENGLISH).items if isinstance(item, TextLine)
        ]


def test_a_quiet_page_is_read() -> None:
    page = Page(text("Tablekeeper"), body=IdleText((text("Press a key."),)))
    assert page_sections(page, ENGLISH) == (("Tablekeeper", ()), ("", ("Press a key.",)))


def test_a_player_is_read_with_a_code_only_while_a_key_chooses_them() -> None:
    """A code before a name that no key chose was pressed by mistake."""
    board = Board((PlayerRow("Ann", "A"), PlayerRow("Bo", "B")))
    asked = Page("Wizard", body=board, keymap=KeyMap(KeyGrid("who", (KeyCell("B", "Bo"),), is_of_players=True)))
    assert page_sections(asked, ENGLISH)[1].lines == ("Ann", "B — Bo")
    marked = Page("LOOP", body=board._replace(scoreboards=(Scoreboard("Ann", 2, ((1, 1),)), Scoreboard("Bo", 2))))
    assert page_sections(marked, ENGLISH)[1:] == (
        ("players", ("Ann", "Bo")),
        ("Ann", ("line 2, column 1: Bo",)),
    )


def test_a_scoreboard_without_markers_is_not_read() -> None:
    marked, bare = Scoreboard("Ann", 2, ((0, 1),)), Scoreboard("Bo", 2)
    page = Page("LOOP", body=Board((PlayerRow("Ann"), PlayerRow("Bo")), scoreboards=(marked, bare)))
    assert [section.title for section in page_sections(page, ENGLISH)] == ["LOOP", "players", "Ann"]


@pytest.mark.parametrize(
    ("total_title", "title", "line"), [(None, "points", "Ann: total 20"), (text("rating"), "", "Ann: rating 20")]
)
def test_what_the_large_figures_of_a_sheet_are_is_read(total_title: Text | None, title: str, line: str) -> None:
    """A rating, and the points on average, were read as “total”, below “points”."""
    page = Page("Hearts", body=Sheet((), (SheetRow("Ann", (), 20),), total_title=total_title))
    assert page_sections(page, ENGLISH)[1] == (title, (line,))


def test_statistics_without_totals_are_not_read_as_points() -> None:
    page = Page("Statistics", body=Sheet((text("won"),), (SheetRow("Ann", ("3",), None),)))
    assert page_sections(page, ENGLISH)[1] == ("", ("Ann: won 3",))


def test_the_points_of_a_round_are_not_read_as_a_total() -> None:
    """“total 10” was read of round 2 in the details, where somebody had 10 in that round and 25 in all."""
    of_round, of_summary = PlayerBreakdown("Ann", (), 10), PlayerBreakdown("Ann", (), 25, 10)
    page = Page("Hearts", body=Breakdown((of_round, of_summary)))
    assert [section.lines for section in page_sections(page, ENGLISH)[1:]] == [
        ("this round +10",),
        ("this round +10", "total 25"),
    ]
