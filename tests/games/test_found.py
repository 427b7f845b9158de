"""Games by other hands are found without running them; what is no game is left out with a sentence that names it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device import games
from device.games import finding, game_order, headers
from device.games.headers import HeaderError, read_header
from device.games.third_party import ListedGame
from display.languages import language
from display.words import ENGLISH
from tests.games.by_others import HEADER, RECORD, TALLY, install, named, on_the_path
from tests.non_empty import non_empty
from tests.preloaded_program import ROOT


def sentences() -> list[str]:
    return [ENGLISH.say(one.sentence) for one in games.excluded_games()]


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of Python's path, before all others."""
    with on_the_path(tmp_path, monkeypatch):
        yield tmp_path


def test_a_package_beside_the_program_is_a_game_of_its_own_and_not_imported(beside: Path) -> None:
    install(beside)
    assert games.ids() == (*games.built_in_ids(), "tally")
    assert "tally" not in games.built_in_ids()
    assert ENGLISH.say(games.title("tally")) == "Tally"
    assert language("fr").say(games.title("tally")) == "Le compte"
    assert [ENGLISH.say(mark.label) for mark in games.emblem("tally")] == ["T", "+"]
    assert games.package("tally") == "tk-tally 1.0"
    assert [games.allows_players("tally", people) for people in (1, 2, 4, 5)] == [False, True, True, False]
    assert "tally" not in sys.modules
    assert games.load("tally").id == "tally"
    assert "tally" in sys.modules


def test_the_programs_own_words_are_not_those_of_a_title_or_an_emblem(beside: Path) -> None:
    """The program's French has words for “J” and for “hearts”, of other games."""
    source = TALLY.replace('("T", "+")', '("J", "♠")').replace('TITLES = {"fr": "Le compte"}\n', "")
    install(beside, source.replace('"Tally"', '"hearts"'))
    french = language("fr")
    assert [french.say(mark.label) for mark in games.emblem("tally")] == ["J", "♠"]
    assert french.say(games.title("tally")) == "hearts"
    assert french.say(games.load("tally").title) == "hearts"


def test_a_game_that_says_no_players_is_offered_to_everybody(beside: Path) -> None:
    install(beside, TALLY.replace("PLAYERS = (2, 4)\n", ""))
    assert all(games.allows_players("tally", people) for people in range(1, 11))


def test_each_game_beside_the_program_says_its_players() -> None:
    for folder in non_empty(path for path in (ROOT / "games").iterdir() if (path / "pyproject.toml").exists()):
        assert read_header(folder / f"{folder.name}.py").players is not None, folder.name


def test_a_single_file_of_a_folder_is_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "two_tallies.py").write_text(named("Two Tallies", "two-tallies"))
    (tmp_path / "_private.py").write_text("raise SystemExit")
    (tmp_path / "notes.txt").write_text("no game")
    monkeypatch.setenv(games.FOLDER_VARIABLE, str(tmp_path))
    assert games.ids()[-1] == "two-tallies"
    assert games.load("two-tallies").players == range(2, 5)
    assert sentences() == []


def test_a_header_is_read_whatever_stands_around_it() -> None:
    found = headers.parse_header(
        b'#!/usr/bin/env python\n"""A game.\n\nfrom the attic, import nothing\nfrom 1900\n"""\n'
        b"from __future__ import annotations\nAPI: int = 2\nTITLE = 'Skull King'\nLIMIT = 3 + 4\nimport os\n"
        b"TITLE = 'No'\n"
    )
    assert found.title == "Skull King"
    assert found.players is None
    assert found.emblem == ()


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (b"", "does not say for which API it is made"),
        (b"TITLE = 'A'\n", "does not say for which API it is made"),
        (b"import os\nAPI = 2\nTITLE = 'A'\n", "does not say for which API it is made"),
        (b"API = True\nTITLE = 'A'\n", "does not say for which API it is made"),
        (
            b"API = 9\nTITLE = 'A'\n",
            "it is made for API 9, and this Tablekeeper has API 2: get the game for API 2, or another Tablekeeper",
        ),
        (b"API = 2\n", "it has no TITLE of 1 to 40 characters above its first import"),
        (b"API = 2\nTITLE = ''\n", "no TITLE"),
        (b"API = 2\nTITLE = 'A\\x1b[2J'\n", "no TITLE"),
        (b"API = 2\nTITLE = 'A' * 99\n", "its TITLE is no plain string"),
        (b"API = 2\nTITLE = '" + b"A" * 41 + b"'\n", "no TITLE"),
        (b"API = 2\nTITLE = 'A'\nTITLES = 'B'\n", "its TITLES are no titles"),
        (b"API = 2\nTITLE = 'A'\nEMBLEM = ('',)\n", "its EMBLEM is no tuple"),
        (b"API = 2\nTITLE = 'A'\nEMBLEM = 5\n", "its EMBLEM is no tuple"),
        (b"API = 2\nTITLE = 'A'\nPLAYERS = (0, 99)\n", "its PLAYERS are not"),
        (b"API = 2\nTITLE = (\nimport os\n", "line 2 is no Python"),
        (b"API = 2\nTITLE = 'A'\xff\n", "it is not UTF-8 text"),
        (b"\x00\x01\x02", "no Python"),
        (b"API = " + b"-" * 9000 + b"1\n", "no Python"),
        (b"API = " + b"(" * 9000 + b"\n", "no Python"),
        (b"# " + b"x" * 10_000_000, "nothing is imported within its first 16384 bytes"),
        (b"A = 1\n" * 2_000_000, "nothing is imported within its first 16384 bytes"),
    ],
)
def test_what_is_no_header_is_said(source: bytes, why: str) -> None:
    with pytest.raises(HeaderError) as caught:
        headers.parse_header(source[: headers.MAX_HEADER_SIZE + 1])
    assert why in ENGLISH.say(caught.value.reason)


LINES = st.sampled_from(
    ["API = 2", "API = 9", "TITLE = 'A'", "TITLES = {'fr': 'B'}", "EMBLEM = ('a',)", "PLAYERS = (2, 4)", '"""',
     "import os", "from x import y", "{{}: 1}", "[" * 300, "\\", "\x00", "é", "A = {[]: 2}", "API: int",
     "a = b = 5", "(x := 5)"]
)  # fmt: skip


@given(st.binary(max_size=300) | st.lists(LINES, max_size=12).map(lambda lines: "\n".join(lines).encode()))
def test_any_file_has_a_header_or_a_reason_why_it_has_none(data: bytes) -> None:
    try:
        found = headers.parse_header(data)
    except HeaderError:
        return
    assert 0 < len(found.title) <= headers.MAX_TITLE_LENGTH


@given(st.binary(max_size=200) | st.lists(st.text("0ab\t\n-", max_size=9)).map(lambda one: "\n".join(one).encode()))
def test_any_file_of_games_that_came_is_read_or_refused(data: bytes) -> None:
    try:
        found = game_order.parse_order(data)
    except ValueError:
        return
    assert len(set(found.ids)) == len(found.ids)
    assert all(map(finding.is_valid_id, found.ids))


@pytest.mark.parametrize("name", ["../etc", "x", "Tally", "tälly", "1tally", "a" * 32, "", "-a", "a b", "a/b", "a\n"])
def test_words_that_would_be_paths_or_options_are_no_games(name: str) -> None:
    assert not finding.is_valid_id(name)


@pytest.mark.parametrize("name", ["tally", "skull-king", "a2", "a" * 31])
def test_words_that_games_may_have(name: str) -> None:
    assert finding.is_valid_id(name)


def entry(folder: Path, line: str, package: str = "odd") -> None:
    info = folder / f"{package}-2.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text(f"[tablekeeper.games]\n{line}\n")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("../../x = tally:GAME", "“../../x” is no word for a game"),
        ("wizard = tally:GAME", "this box has another game “wizard”"),
        ("other = nowhere:GAME", "its module nowhere is not there"),
        ("other = ../../etc/passwd:GAME", "its entry point is not like “skull_king:GAME”"),
        ("other = tally", "its entry point is not like “skull_king:GAME”"),
        ("tally = tally:GAME", "tk-tally 1.0 has a game “tally”, too"),
    ],
)
def test_entry_points_that_lead_nowhere_are_left_out(beside: Path, line: str, why: str) -> None:
    install(beside)
    entry(beside, line, "zodd")
    assert games.ids()[-1] == "tally"
    assert sentences() == [f"The game of zodd 2 is left out: {why}."]


def test_a_module_that_can_not_be_looked_for_is_left_out_and_keeps_no_table_from_playing(beside: Path) -> None:
    """A name that no file system has, or a disk that fails: the program ended with a traceback."""
    install(beside)
    entry(beside, f"other = {'m' * 300}:GAME", "zodd")
    assert games.ids()[-1] == "tally"
    place = beside / ("m" * 300) / "__init__.py"
    assert sentences() == [f"The game of zodd 2 is left out: {place} can't be read: File name too long."]


def test_a_package_that_comes_twice_is_the_one_that_python_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    install(old, TALLY.replace('"Tally"', '"Old"'))
    install(new, version="2.0")
    monkeypatch.syspath_prepend(old)
    monkeypatch.syspath_prepend(new)
    assert games.package("tally") == "tk-tally 2.0"
    assert sentences() == []


class EditedElsewhere(MetaPathFinder):
    """Finds modules in a folder that is not on the path, as what is installed to be edited is found."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return PathFinder.find_spec(fullname, [str(self._folder)])


@pytest.mark.parametrize("inner", [False, True])
def test_a_package_that_is_installed_to_be_edited_is_found_without_being_imported(
    beside: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, inner: bool
) -> None:
    sources = tmp_path_factory.mktemp("sources")
    if inner:
        (sources / "attic").mkdir()
        (sources / "attic/__init__.py").write_text("raise SystemExit('imported too soon')")
        (sources / "attic/tally.py").write_text(TALLY)
    else:
        (sources / "attic.py").write_text(TALLY)
    entry(beside, f"tally = attic{'.tally' if inner else ''}:GAME")
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, EditedElsewhere(sources)])
    assert games.ids()[-1] == "tally"
    assert "attic" not in sys.modules
    assert (games.find("tally") is None) == inner
    sys.modules.pop("attic", None)


def test_the_number_that_authors_see_is_the_one_that_is_checked() -> None:
    from tablekeeper.games import API

    assert headers.API == API


def test_entry_points_are_those_that_the_standard_library_finds(beside: Path) -> None:
    from importlib.metadata import entry_points

    install(beside)
    install(beside, named("Two", "two"), "two")
    theirs = {(one.name, one.value) for one in entry_points(group=finding.ENTRY_POINT_GROUP)}
    ours = {(one.id, f"{one.module}:{one.attribute}") for one in map(games.third_party().find, ("tally", "two")) if one}
    assert ours == theirs


@pytest.mark.parametrize("what", ["pipe", "folder", "link to itself", "nothing", "device"])
def test_what_is_no_file_is_left_out_without_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    path = tmp_path / "odd.py"
    if what == "pipe":
        os.mkfifo(path)
    elif what == "folder":
        path.mkdir()
    elif what == "nothing":
        path.symlink_to(tmp_path / "none")
    elif what == "device":
        path.symlink_to("/dev/zero")
    else:
        path.symlink_to(path)
    (tmp_path / "tally.py").write_text(TALLY)
    monkeypatch.setenv(games.FOLDER_VARIABLE, str(tmp_path))
    assert games.ids()[-1] == "tally"
    assert len(sentences()) == 1
    assert sentences()[0].startswith(f"The game of {path} is left out: ")
    assert f"{path} can't be read" not in sentences()[0]


@pytest.mark.parametrize("place", ["folder", "file"])
def test_nothing_is_run_that_others_may_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    path = tmp_path / "tally.py"
    path.write_text(TALLY)
    odd = tmp_path if place == "folder" else path
    odd.chmod(odd.stat().st_mode | 0o002)
    monkeypatch.setenv(games.FOLDER_VARIABLE, str(tmp_path))
    assert games.ids() == games.built_in_ids()
    assert f"others may write to {odd}; type: chmod go-w {odd}" in sentences()[0]


def test_a_folder_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(games.FOLDER_VARIABLE, str(tmp_path / "none"))
    assert sentences() == [f"Games of a folder are left out: {tmp_path / 'none'} can't be read: it is not there."]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (HEADER + "raise SystemExit(3)\n", "SystemExit: 3 (tally.py, line 8)"),
        (
            HEADER + "import nowhere_at_all\n",
            "ModuleNotFoundError: No module named 'nowhere_at_all' (tally.py, line 8)",
        ),
        (HEADER + "def x(:\n", "SyntaxError"),
        (
            HEADER + "class Odd(Exception):\n    def __str__(self): raise KeyError\nraise Odd\n",
            "left out: Odd (tally.py, line 10)",
        ),
        (HEADER + "GAME = 5\n", "its GAME is no Game"),
        (HEADER + "import os\n", "tally.py has no GAME: write GAME = figures_game(…) there"),
        (
            HEADER + "from pathlib import Path\nPath(5)\n",
            "(tally.py, line 9)",  # not the line of pathlib at which it was raised
        ),
        (
            HEADER + "from tablekeeper.games import ScoreSheet, figures_game\n"
            "GAME = figures_game(ScoreSheet('Tally', TITLE, range(2, 5), (), lambda now: 0))\n",
            "left out: Tally: the function points is called with (now, player): write points=lambda now, player: ….",
        ),
        (HEADER + "def f(): f()\nf()\n", "RecursionError"),
        (named("Tally", "other"), "its id is “other”, and pyproject.toml calls it “tally”: both must be the same"),
        (TALLY.replace("range(2, 5)", "range(2, 5, 2)"), "its players are not a range within 1 to 10"),
        (TALLY.replace("range(2, 5)", "range(2, 50)"), "its players are not a range within 1 to 10"),
        (TALLY.replace("range(2, 5)", "range(2, 6)"), "its PLAYERS are others than its Game has"),
        (TALLY.replace("board=board", "board=None"), "a field that is not of the kind that the contract says"),
        (TALLY.replace("notes=(", "notes=(5, "), "a field that is not of the kind that the contract says"),
        (TALLY.replace("options=()", "directives=('flip',), options=()"), "lines that belong to no player"),
        (
            f"{TALLY}\nfrom device.games.no_thanks.game import GAME as N\nGAME = GAME._replace(secrets=N.secrets)\n",
            "secret",
        ),
    ],
)
def test_what_breaks_once_it_is_chosen_is_left_out_from_then_on(beside: Path, source: str, why: str) -> None:
    install(beside, source)
    assert games.ids()[-1] == "tally"
    assert games.find("tally") is None
    assert games.ids() == games.built_in_ids()
    assert why in ENGLISH.say(games.missing_reason("tally"))
    assert ENGLISH.say(games.missing_reason("tally")).startswith("The game of tk-tally 1.0 is left out: ")
    with pytest.raises(KeyError):
        games.load("tally")


def test_a_game_that_an_earlier_version_had_built_in_needs_no_package(beside: Path) -> None:
    games.set_formerly_installed((ListedGame("old", "Old Maid", ""),))
    assert ENGLISH.say(games.missing_reason("old")) == "Old Maid is not in this version of Tablekeeper."


def test_its_lines_are_a_record_like_any_other(beside: Path) -> None:
    from device.session import record as records

    install(beside)
    found = records.read("\n".join(RECORD).encode())
    assert found.scores.totals == (7, 6)
    assert found.scores.winners == (0,)
