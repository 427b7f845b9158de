"""No name becomes a formula, whichever program opens a table, and where it takes cells to begin."""

from __future__ import annotations

import csv
import re
import shutil
import subprocess
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from club.pages import page_content
from club.pages.page_content import ClubPage, PageTable, TableCell
from device.history.past_game import PastGame
from device.history.statistics import statistics
from device.reports import csv_tables, spreadsheet
from display.words import text
from tests.history.dealt_games import result_of, rows_of
from tests.history.histories import past_game

FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")
NUMBER = re.compile(r"-?[0-9.]+")
DELIMITERS = (",", ";", "\t", "|")
ATTACKS = (
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    " =1+1",
    "\t=1+1",
    "\r=1+1",
    "\uff1d1+1",
    "\uff0b1+1",
    "\uff0d1+1",
    "\uff20SUM(1)",
    "x;=1+cmd|' /C calc'!A0;",
    "x,=1+1",
    "x\t=1+1",
    "x\n=1+1",
    'x";=1+1;"',
    'x"\n=1+1',
    '";=HYPERLINK("http://there.example")',
    "x; =1+1",
    "x;\uff1d1+1",
    "x;;=1+1",
    "=;=1",
)


def cells(file: str) -> Iterator[str]:
    """The cells that some program may find: by any delimiter, whether it heeds quotation marks or not."""
    for delimiter in DELIMITERS:
        yield from (cell for row in csv.reader(StringIO(file, newline=""), delimiter=delimiter) for cell in row)
        yield from (cell.strip('"') for line in file.splitlines() for cell in line.split(delimiter))


def assert_harmless(file: str) -> None:
    assert [cell for cell in cells(file) if FORMULA.match(cell) and not NUMBER.fullmatch(cell)] == []


@given(st.text(alphabet="=+-@\uff1d\uff0b;,|\t\r\n\v\x1c\u2028\"' aé"), st.text(alphabet="=;\"' a"))
@example("x;=1+cmd|' /C calc'!A0;", "")
def test_no_cell_is_a_formula_wherever_cells_begin(word: str, other: str) -> None:
    assert_harmless(spreadsheet.csv_line([1, word, None, other]))


@pytest.mark.parametrize("name", ["Ann", "Anne-Marie", "d'Arc", "Ann & Bo", "a=b", "1+1", "Zoé 2", "x@there.example"])
def test_name_that_is_no_formula_stays_as_it_is(name: str) -> None:
    (row,) = csv.reader(StringIO(spreadsheet.csv_line([name, -3, 2.5, None]), newline=""))
    assert row == [name, "-3", "2.5", ""]


def test_numbers_are_not_quoted_and_words_are() -> None:
    assert spreadsheet.csv_line(["a", -1, 0.5, None, 'say "b"']) == '"a",-1,0.5,"","say ""b"""\r\n'


# The files themselves


def box_file() -> str:
    """A table's file, in which each attack is the name of somebody."""
    lines = []
    for attack in ATTACKS:
        result = result_of(rows_of("no-thanks", ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus"), 1))
        assert result is not None
        named = result._replace(seats=tuple(seat._replace(name=attack) for seat in result.seats))
        game = PastGame(1, "ab", None, 1, named, tuple(attack for _ in named.seats))
        lines += [*csv_tables.player_lines([game]), *csv_tables.round_lines([game])]
    return spreadsheet.BYTE_ORDER_MARK + "".join(lines)


def hub_file() -> str:
    rows = tuple((TableCell(attack), TableCell(-1)) for attack in ATTACKS)
    table = PageTable("one", text("One"), (("a", text("A")), ("b", text("B"))), rows)
    found = page_content.table_as_csv(ClubPage("/", "", (table,)), "one")
    assert found is not None
    return found.decode()


FILES = {"box": box_file, "hub": hub_file}


@pytest.mark.parametrize("file", FILES)
def test_files_of_a_box_and_of_a_hub_have_no_formula_in_them(file: str) -> None:
    assert_harmless(FILES[file]())


ENGLISH, FRENCH = 1033, 1036
"""Languages as LibreOffice counts them: those of decimal points and of decimal commas."""


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """How LibreOffice is called. Without it these tests are skipped."""
    found = shutil.which("soffice")
    if found is None:
        pytest.skip("LibreOffice is not installed: apt-get install libreoffice-calc")
    home = tmp_path_factory.mktemp("office")
    return [found, f"-env:UserInstallation={home.as_uri()}", "--headless"]


def opened(office: list[str], file: str, delimiter: str, language: int, directory: Path) -> str:
    """What LibreOffice makes of a file: a flat OpenDocument, in which formulas are marked as such."""
    source = directory / "table.csv"
    source.write_text(file, encoding="utf-8", newline="")
    # As https://wiki.documentfoundation.org/Documentation/DevGuide/Spreadsheet_Documents has them: delimiter, quotation
    # mark, UTF-8, first line, columns, language, whether quoted cells are words only, and numbers of all kinds found.
    options = f"--infilter=CSV:{ord(delimiter)},34,76,1,,{language},false,true"
    command = [*office, options, "--convert-to", "fods", "--outdir", str(directory), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return (directory / "table.fods").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", [ENGLISH, FRENCH], ids=["English", "French"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize("file", FILES)
def test_office_finds_no_formula(file: str, delimiter: str, language: int, office: list[str], tmp_path: Path) -> None:
    found = opened(office, FILES[file](), delimiter, language, tmp_path)
    assert "table:formula" not in found
    assert "cmd|" in found


def test_office_finds_a_formula_where_nothing_is_guarded(office: list[str], tmp_path: Path) -> None:
    """These tests can fail."""
    assert "table:formula" in opened(office, '"x;=1+1;"\r\n', ";", FRENCH, tmp_path) or "table:formula" in opened(
        office, "=1+1\r\n", ",", ENGLISH, tmp_path
    )


def test_tables_say_what_was_played() -> None:
    """A score pad by its title, and Oh Hell, which is Wizard with another deck."""
    pad = past_game(1, "score-pad", {"Ann": 3, "Bo": 1})
    hell = past_game(2, "wizard", {"Ann": 3, "Bo": 1, "Cy": 2})
    played = [
        pad._replace(result=pad.result._replace(title="Hearts")),
        hell._replace(result=hell.result._replace(options=(("deck", "plain"),))),
    ]
    for lines in (
        csv_tables.player_lines(played),
        csv_tables.round_lines(played),
        csv_tables.person_lines(statistics(played)),
    ):
        rows = list(csv.DictReader(lines))
        assert {(row["game"], row["title"]) for row in rows} == {("score-pad", "Hearts"), ("wizard", "Oh Hell")}


def test_times_that_nobody_knows_are_not_none_at_all() -> None:
    """A hub's table said that each game had taken 0.0 seconds, with 0 declarations."""
    game = past_game(1, "wizard", {"Ann": 3, "Bo": 1, "Cy": 2})
    seats = tuple(seat._replace(timed_declaration_count=0, seconds=0.0) for seat in game.result.seats)
    of_a_hub = game._replace(result=game.result._replace(seats=seats, seconds=0.0))
    times = ("seconds", "timed declarations", "seconds of declarations")
    (known, *_), (unknown, *_) = (list(csv.DictReader(csv_tables.player_lines([one]))) for one in (game, of_a_hub))
    assert [known[column] for column in times] == ["601.0", "10", "50.0"]
    assert [unknown[column] for column in times] == ["", "", ""]
