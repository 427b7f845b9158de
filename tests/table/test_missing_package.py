"""A game that was played and whose package is gone: nothing of it is lost, and what is missing is said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device import games
from device.cli.commands import main
from device.doctor.finding import Severity
from device.doctor.other_games import check_other_games
from device.games import game_order
from device.journal.export import exported_lines
from device.reports.archive_client import ArchiveDocuments
from device.reports.documents import find_document
from display.words import ENGLISH
from tests.games.by_others import RECORD, TALLY, install, named, on_the_path
from tests.table.tables import Mock, play

SET_UP = [*"DDA", *"AB", *"DD", *"DD", *"DD"]
WHOLE = [*SET_UP, *"AC", *"BA", "hold C", *"AD", *"AA", "hold C"]
PLAYED = [line.replace("Ann", "1").replace("Bo", "2") for line in RECORD]
MISSING = "Tally needs the package tk-tally 1.0, which is not here."


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@contextmanager
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str = TALLY, version: str = "1.0") -> Iterator[None]:
    """Within, the package is installed."""
    folder = tmp_path / f"packages-{version}-{len(list(tmp_path.glob('packages*')))}"
    install(folder, source, version=version)
    with on_the_path(folder, monkeypatch):
        yield


def message(mock: Mock) -> str:
    notice = mock.page().notice
    return "" if notice is None else ENGLISH.say(notice.lines[0])


def test_a_running_game_waits_for_its_package_and_is_gone_on_with(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with here(tmp_path, monkeypatch):
        play(data, [*SET_UP, *"AC"])
    for _ in range(2):  # at each start
        mock = play(data, ["wait 1"])
        assert message(mock) == f"{MISSING} Game 1 waits for it: all of it is kept, and can be exported."
        question = play(data, ["hold C"]).page().question
        assert question is not None
        assert ENGLISH.say(question) == "Which game?"
    assert list(exported_lines(data, 1)) == PLAYED[:3]
    with here(tmp_path, monkeypatch):
        mock = play(data, [*"BA"])
        assert message(mock) == ""
        assert mock.record() == PLAYED[:4]
        assert play(data, ["wait 1"]).record() == PLAYED[:4]


def test_a_game_that_is_gone_on_with_once_its_package_is_there_was_not_taken_back(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page said “Taken back: the change to another game”, and holding C would have left the game again."""
    with here(tmp_path, monkeypatch):
        play(data, [*SET_UP, *"AC"])
    play(data, ["wait 1"])
    with here(tmp_path, monkeypatch):
        for _ in range(2):  # at each start
            page = play(data, ["wait 1"]).page()
            assert page.last_declaration is not None
            assert ENGLISH.say(page.last_declaration) == "Player 1 says 3."
            assert "C" not in [hold.key for hold in page.holds]


def test_a_table_that_has_played_something_else_stays_with_that(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with here(tmp_path, monkeypatch):
        play(data, [*SET_UP, *"AC"])
    play(data, ["hold C", "A"])
    with here(tmp_path, monkeypatch):
        assert play(data, ["wait 1"]).record() == ["game loop"]
        assert game_order.load_order(data).left_game_number == 0
        # It is where earlier games are: a hold of A, twice, goes back to it.
        assert play(data, ["hold A", "hold A"]).record() == PLAYED[:3]


def test_a_package_for_another_api_is_missing_too(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with here(tmp_path, monkeypatch):
        play(data, [*SET_UP, *"AC"])
    with here(tmp_path, monkeypatch, TALLY.replace("API = 2", "API = 9"), "2.0"):
        said = message(play(data, ["wait 1"]))
        assert said.startswith(
            "The game of tk-tally 2.0 is left out: it is made for API 9, and this Tablekeeper has API 2"
        )


def test_a_version_that_fails_at_a_line_that_was_played_is_waited_out(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with here(tmp_path, monkeypatch):
        play(data, [*SET_UP, *"AC"])
    with here(tmp_path, monkeypatch, TALLY.replace("    said = (*state", "    1 // 0\n    said = (*state"), "2.0"):
        said = message(play(data, ["wait 1"]))
        assert said.startswith(
            "Game 1 can't be gone on with: the rules of this version refuse its line 3. The package tk-tally 2.0"
        )
    with here(tmp_path, monkeypatch, version="3.0"):
        assert play(data, [*"BA"]).record() == PLAYED[:4]


def test_a_file_of_the_configurations_folder_is_played_and_known_to_commands(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, settings, keys = tmp_path / "games", tmp_path / "box.toml", tmp_path / "keys"
    folder.mkdir()
    (folder / "tally.py").write_text(TALLY)
    settings.write_text(f'[games]\nfolder = "{folder}"\n')
    keys.write_text("".join(f"{key}\n" for key in WHOLE))
    monkeypatch.setenv(games.FOLDER_VARIABLE, "")
    monkeypatch.delenv(games.FOLDER_VARIABLE)  # what the command sets is gone after the test
    named = ["--config", str(settings), "--data", str(data)]
    try:
        assert main(["--hal", "mock", "--panel", "what-black", "--keys", str(keys), *named]) == 0
        assert list(exported_lines(data, 1)) == PLAYED
        capsys.readouterr()
        assert main(["history", "1", *named]) == 0
        assert "Tally" in capsys.readouterr().out
        process = ArchiveDocuments(data, ENGLISH)
        try:
            page = process.find_document("game/1", ())
        finally:
            process.close()
        assert page is not None
        assert "its package is not here" not in page.content.decode()
        assert "Player 1" in page.content.decode()
    finally:
        monkeypatch.delenv(games.FOLDER_VARIABLE, raising=False)


def test_a_finished_game_is_listed_and_exported_and_counted(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with here(tmp_path, monkeypatch):
        play(data, WHOLE)
    where = ["--data", str(data)]
    assert main(["history", *where]) == 0
    assert "Tally: Player 1 (7) and Player 2 (6)" in capsys.readouterr().out
    assert main(["history", "--game", "tally", "--json", *where]) == 0
    assert json.loads(capsys.readouterr().out)["games"][0]["game"] == "tally"
    assert main(["statistics", *where]) == 0
    assert "Tally" in capsys.readouterr().out
    assert list(exported_lines(data, 1)) == PLAYED
    assert main(["export", "--list", *where]) == 0
    assert "game tally" in capsys.readouterr().out
    assert main(["history", "1", *where]) != 0
    assert MISSING in capsys.readouterr().err
    for path in ("", "statistics", "people", "game/1", "delete/1", "games.json", "deleted"):
        found = find_document(data, path, (), "en")
        assert found is not None or path == "games.json", path
    page = find_document(data, "game/1", (), "en")
    assert page is not None
    assert MISSING in page.content.decode()


def test_an_unfinished_game_of_which_no_result_is_kept_is_listed_by_its_players(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with here(tmp_path, monkeypatch):
        play(data, [*SET_UP, *"AC"])
    play(data, ["hold C", "A", "wait 30"])
    where = ["--data", str(data)]
    assert main(["history", *where]) == 0
    assert "Tally: Player 1 and Player 2 – its package is not here" in capsys.readouterr().out
    assert main(["export", "--list", *where]) == 0
    assert "needs the package of tally: Player 1, Player 2" in capsys.readouterr().out
    page = find_document(data, "", (), "en")
    assert page is not None
    assert "its package is not here" in page.content.decode()
    # Points that nobody can count are not 0.
    assert main(["history", "--csv", *where]) == 0
    assert [line.split(",")[10:13] for line in capsys.readouterr().out.splitlines()[1:]] == [['""'] * 3] * 2
    assert main(["history", "--json", *where]) == 0
    (game,) = json.loads(capsys.readouterr().out)["games"]
    assert [(seat["points"], seat["place"], seat["won"]) for seat in game["players"]] == [(None, None, None)] * 2
    with here(tmp_path, monkeypatch):
        play(data, ["wait 30"])
        assert main(["history", *where]) == 0
        assert "Tally: Player 1 (0) and Player 2 (0) – not finished" in capsys.readouterr().out


def test_working_results_out_anew_loses_none(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with here(tmp_path, monkeypatch):
        play(data, WHOLE)
    where = ["--data", str(data)]
    assert main(["history", "--rebuild", *where]) == 0
    assert main(["history", *where]) == 0
    assert "Tally: Player 1 (7) and Player 2 (6)" in capsys.readouterr().out


def test_it_can_be_deleted_and_taken_back(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with here(tmp_path, monkeypatch):
        play(data, [*WHOLE, "hold D", *"AB"])
    where = ["--data", str(data)]
    assert main(["history", "--delete", "1", *where]) == 0
    capsys.readouterr()
    assert main(["history", *where]) == 0
    assert "Tally" not in capsys.readouterr().out
    assert main(["history", "--undelete", "1", *where]) == 0
    capsys.readouterr()
    assert main(["history", *where]) == 0
    assert "Tally: Player 1 (7)" in capsys.readouterr().out


def test_at_the_table_its_page_says_what_is_missing(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with here(tmp_path, monkeypatch):
        play(data, [*WHOLE, "hold D", *"AB"])
    mock = play(data, ["hold D", *"BB", *"AA", *"AA"])
    page = mock.page()
    said = " ".join(ENGLISH.say(line) for line in getattr(page.body, "lines", ()))
    assert MISSING in said


def test_a_record_whose_game_is_not_here_is_refused_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text("\n".join(RECORD))
    with on_the_path(tmp_path, monkeypatch):
        assert main(["score", str(path)]) == 1
    assert "There is no game “tally” here; there are loop, " in capsys.readouterr().err


def test_what_is_left_out_is_said_once_at_the_start(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "packages"
    install(folder, TALLY.replace("API = 2", "API = 9"))
    with on_the_path(folder, monkeypatch):
        said = message(play(data, ["wait 1"]))
        assert said.startswith("The game of tk-tally 1.0 is left out: it is made for API 9")
        assert message(play(data, ["hold C"])) == ""
        assert play(data, ["hold C", "A"]).record() == ["game loop"]
    install(tmp_path / "more", named("B", "other").replace("API = 2", ""), "other")
    with on_the_path(folder, monkeypatch), on_the_path(tmp_path / "more", monkeypatch):
        assert message(play(data, ["wait 1"])).endswith("There are 2 such packages; type: tablekeeper doctor")


def test_the_doctor_names_what_is_here_what_is_left_out_and_what_is_missing(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, broken = tmp_path / "packages", tmp_path / "broken"
    install(folder)
    install(broken, named("Boom", "boom").replace("class Says", "1 / 0\n\n\nclass Says"), "boom")
    with on_the_path(folder, monkeypatch):
        game_order.update_order(data)
        assert [(one.severity, one.sentence) for one in check_other_games(data)] == [
            (Severity.OK, "By other hands: Tally (tk-tally 1.0).")
        ]
    with on_the_path(broken, monkeypatch):
        found = [(one.severity, one.sentence) for one in check_other_games(data)]
        assert found[0][1].startswith(
            "The game of tk-boom 1.0 is left out: ZeroDivisionError: division by zero (boom.py, "
        )
        assert found[1:] == [(Severity.NOTE, MISSING)]
    with on_the_path(tmp_path / "none", monkeypatch):
        assert list(check_other_games(tmp_path / "no data")) == []


def test_a_game_that_breaks_once_it_is_chosen_costs_a_sentence(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with here(tmp_path, monkeypatch, TALLY.replace("class Says", "raise SystemExit(1)\n\n\nclass Says")):
        assert "tally" in games.ids()
        mock = play(data, [*"DDA"])
        assert message(mock).startswith("The game of tk-tally 1.0 is left out: SystemExit: 1 (tally.py, line ")
        assert play(data, ["A"]).record() == ["game loop"]
