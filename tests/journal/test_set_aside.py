"""A journal that was set aside though it is sound is found, offered, and taken in when somebody says so."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.cli.commands import main
from device.journal.store import FILE_NAME, Journal
from device.reports.panel_pages import make_page
from device.session.places import EveningsPlace
from device.session.rows import JournalRow, RowKind
from device.table.table_games import TableGames
from display import languages

HEADER = ("game loop", "players Ann Ben Cleo Dan", "set detail finish")
GAMES = 3


def rows(*lines: str) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in lines]


def games(data: Path) -> list[list[str]]:
    with closing(Journal.open(data)) as journal:
        return [[row.text for row in journal.stored_rows(game.number)] for game in journal.games()]


@pytest.fixture
def mistaken(tmp_path: Path) -> Path:
    """What an earlier version made of a disk that failed for a moment: the sound journal is aside, the new one has its
    first game whole and half of its second; then another game was begun."""
    with closing(Journal.open(tmp_path)) as journal:
        for _ in range(GAMES):
            journal.begin_game(rows(*HEADER, "Ann out", "Ben out"))
    with closing(Journal.open(tmp_path)) as sound:
        kept = [(sound.game_identity(n), sound.begin_moment(n)) for n in (1, 2)]
    (tmp_path / FILE_NAME).rename(tmp_path / f"{FILE_NAME}.damaged-1")
    (tmp_path / f"{FILE_NAME}-wal").unlink(missing_ok=True)
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game(rows(*HEADER, "Ann out", "Ben out"), *kept[0])
        journal.begin_game(rows(*HEADER), *kept[1])
        journal.begin_game(rows("game no-thanks"))
    return tmp_path


OFFER = (
    f"tablekeeper: {FILE_NAME}.damaged-1 can be read whole after all, with 7 lines that are not here;"
    " `tablekeeper history --restore 1` takes them in.\n"
)


@pytest.mark.parametrize("command", [("export", "--list"), ("history",)])
def test_it_is_offered_where_games_are_listed(
    mistaken: Path, command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--data", str(mistaken)]) == 0
    assert capsys.readouterr().err.replace("\n  ", " ") == OFFER


def test_what_it_has_is_taken_in_once_and_the_game_in_play_goes_on(
    mistaken: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (mistaken / f"{FILE_NAME}.damaged-1").read_bytes()
    assert main(["history", "--restore", "1", "--data", str(mistaken)]) == 0
    assert capsys.readouterr().out == f"7 lines of {FILE_NAME}.damaged-1 are here again.\n"
    whole = [*HEADER, "Ann out", "Ben out"]
    assert games(mistaken) == [whole, whole, whole, ["game no-thanks"]]
    assert (mistaken / f"{FILE_NAME}.damaged-1").read_bytes() == before
    assert main(["history", "--restore", "1", "--data", str(mistaken)]) == 2
    assert "has no lines that are missing here" in capsys.readouterr().err
    assert main(["export", "--list", "--data", str(mistaken)]) == 0
    assert capsys.readouterr().err == ""


def test_game_that_went_on_otherwise_is_left_as_it_is(mistaken: Path) -> None:
    with closing(Journal.open(mistaken)) as journal:
        journal.append(2, rows("Cleo out"))
    assert main(["history", "--restore", "1", "--data", str(mistaken)]) == 0
    assert [*HEADER, "Cleo out"] in games(mistaken)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_offered_on_the_panel_where_the_evenings_are(mistaken: Path, language: str) -> None:
    page = make_page(mistaken, EveningsPlace(), 5)
    assert page.notice is not None
    said = [languages.language(language).say(line) for line in page.notice.lines]
    assert said == [OFFERED[language]]
    assert make_page(mistaken, EveningsPlace(before_game=2), 5).notice is None
    assert main(["history", "--restore", "1", "--data", str(mistaken)]) == 0
    assert make_page(mistaken, EveningsPlace(), 5).notice is None


OFFERED = {
    "en": f"{FILE_NAME}.damaged-1 can be read whole after all, with 7 lines that are not here;"
    " `tablekeeper history --restore 1` takes them in.",
    "fr": f"{FILE_NAME}.damaged-1 peut finalement être lu en entier, avec 7 lignes qui ne sont pas ici ;"
    " «\u202ftablekeeper history --restore 1\u202f» les reprend.",
}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TableGames]:
    """A table at its second game; the journal as it was then is aside, and sound."""
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game(rows(*HEADER, "Ann out"))
        journal.begin_game(rows(*HEADER))
    shutil.copy(tmp_path / FILE_NAME, tmp_path / f"{FILE_NAME}.damaged-1")
    with closing(Journal.open(tmp_path)) as journal:
        yield TableGames(journal)


def drop(table: TableGames) -> None:
    while table.undo():
        pass
    assert table.reopen_previous()


@pytest.mark.parametrize("brought_again", [True, False])
def test_game_that_was_dropped_since_is_not_offered(
    table: TableGames, tmp_path: Path, *, brought_again: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """The journal is the newer one: what was taken back on purpose does not come again as if it were lost."""
    drop(table)
    if brought_again:
        assert table.restore_dropped()
    assert main(["export", "--list", "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().err == ""
    assert main(["history", "--restore", "1", "--data", str(tmp_path)]) == 2


def test_game_that_is_missing_is_offered_though_another_one_was_dropped(
    table: TableGames, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Journal.open(tmp_path / "aside")) as journal:
        journal.begin_game(rows(*HEADER, "Ben out"))
    (tmp_path / "aside" / FILE_NAME).replace(tmp_path / f"{FILE_NAME}.damaged-1")
    drop(table)
    assert main(["export", "--list", "--data", str(tmp_path)]) == 0
    assert "with 4 lines that are not here" in " ".join(capsys.readouterr().err.split())


def test_one_that_is_damaged_is_not_offered(mistaken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = mistaken / f"{FILE_NAME}.damaged-1"
    content = bytearray(path.read_bytes())
    content[content.rindex(b"Ben out")] ^= 1
    path.write_bytes(content)
    assert main(["export", "--list", "--data", str(mistaken)]) == 0
    assert capsys.readouterr().err == ""
    assert main(["history", "--restore", "1", "--data", str(mistaken)]) == 2


def test_there_may_be_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Journal.open(tmp_path).close()
    assert main(["history", "--restore", "4", "--data", str(tmp_path)]) == 2
    assert "there is no journal.db.damaged-4 in" in capsys.readouterr().err
