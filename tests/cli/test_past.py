"""`tablekeeper people`, `history` and `statistics`, as people and programs use them."""

from __future__ import annotations

import csv
import json
import shutil
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from device.cli.commands import main
from device.history import ratings
from device.journal.result_catchup import rebuild_results
from device.journal.store import FILE_NAME, Journal
from device.journal.stored_results import StoredGameRow, StoredResults
from device.session.rows import JournalRow, RowKind
from device.system import lock
from hal.system import install_hint
from tests.games.registered import GAMES
from tests.history.dealt_games import rows_of
from tests.journal.calendars import FixedCalendar
from tests.non_empty import non_empty
from tests.scan_codes import decoded, needs_a_reader

NAMES = ("Ann", "=Bo", "Cleo", "Dan", "Eve", "Finn", "Gus")
SCHEMA = json.loads((Path(__file__).parents[2] / "docs/past.schema.json").read_text(encoding="utf-8"))
DAY = 86_400.0
FIRST = 1_790_000_000.0


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of each kind on a day each, and one that goes on."""
    directory = tmp_path_factory.mktemp("played")
    for day, game_id in enumerate(GAMES):
        journal = Journal.open(directory, FixedCalendar(f"boot {day}", 5.0, FIRST + day * DAY))
        journal.begin_game(rows_of(game_id, NAMES, day))
        journal.close()
    journal = Journal.open(directory, FixedCalendar("the last", 5.0))
    journal.begin_game(rows_of(GAMES[0], NAMES, 0)[:-3])
    rebuild_results(journal, lambda done, of: None)
    journal.close()
    return directory


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copy(played / FILE_NAME, tmp_path / FILE_NAME)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], data: Path, *arguments: str, status: int = 0) -> str:
    capsys.readouterr()
    assert main([*arguments, "--data", str(data)]) == status
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return err if status else out


def values(capsys: pytest.CaptureFixture[str], data: Path, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(capsys, data, *arguments, "--json"))
    jsonschema.validate(found, SCHEMA)
    return found


def test_history_lists_evenings_the_latest_first(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, data, "history").splitlines()
    assert lines[0] == "date unknown"
    assert lines[1].endswith("not finished")
    numbers = [int(line.split()[0]) for line in lines if line.startswith(" ")]
    assert numbers == list(range(len(GAMES) + 1, 0, -1))
    days = [line for line in lines if not line.startswith(" ")][1:]
    assert days == sorted(days, reverse=True)
    assert len(days) == len(GAMES)


def test_history_is_what_its_schema_says(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = values(capsys, data, "history")["games"]
    assert [game["number"] for game in games] == list(range(len(GAMES) + 1, 0, -1))
    assert [game["ended"] for game in games] == [False, *[True] * len(GAMES)]
    assert games[0]["begun"] is None
    for number in range(1, len(games) + 1):
        sheet = values(capsys, data, "history", str(number))
        assert sheet["record"][0] == f"game {sheet['game']}"
        assert len(sheet["causes"]) >= len(sheet["rounds"])


def test_games_are_chosen_by_kind_player_and_day(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def numbers(*choice: str) -> list[int]:
        return [game["number"] for game in values(capsys, data, "history", *choice)["games"]]

    everything = values(capsys, data, "history")["games"]
    for game_id in GAMES:
        assert numbers("--game", game_id) == [game["number"] for game in everything if game["game"] == game_id]
    for name in NAMES:
        among = [game["number"] for game in everything if name in [player["name"] for player in game["players"]]]
        assert numbers("--player", name.lower()) == among
    days = sorted(game["evening"] for game in everything if game["evening"])
    assert numbers("--since", days[1], "--until", days[2]) == [3, 2]
    assert numbers("--since", days[-1]) == [len(GAMES)]
    assert numbers("--until", "2000-01-01") == []


def test_tables_open_in_a_spreadsheet(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for form, points in (("--csv", "points"), ("--rounds", "points")):
        out = run(capsys, data, "history", form)
        assert out.startswith("\ufeff")
        rows = list(csv.DictReader(StringIO(out.removeprefix("\ufeff"))))
        assert "'=Bo" in {row["player"] for row in rows}
        assert "=Bo" not in {cell for row in rows for cell in row.values()}
        assert all(int(row[points]) is not None for row in rows)
    people = list(csv.DictReader(StringIO(run(capsys, data, "statistics", "--csv").removeprefix("\ufeff"))))
    assert {row["game"] for row in people} == set(GAMES)


def test_where_ratings_lack_their_package_statistics_say_what_to_type(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ratings, "can_rate", lambda: False)
    assert main(["statistics", "--data", str(data)]) == 0
    out, err = capsys.readouterr()
    assert "Ann" in out
    assert err == f"tablekeeper: there are no ratings without openskill. Type: {install_hint.install_command()}\n"


def test_statistics_are_what_their_schema_says(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = values(capsys, data, "statistics")
    assert {record["game"] for record in found["games"]} == set(GAMES)
    assert all(record["ratings"] for record in found["games"])
    text = run(capsys, data, "statistics", "--lang", "fr")
    assert "parties gagnées" in text or "partie gagnée" in text


def test_people_are_renamed_merged_hidden_and_found_under_every_name(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, data, "people", "rename", "Ann", "Anna")
    games = values(capsys, data, "history", "--player", "anna")["games"]
    assert games[-1]["players"][0]["person"] == "Anna"
    assert len(games) == len(values(capsys, data, "history", "--player", "Ann")["games"])
    run(capsys, data, "people", "add", "Annie")
    run(capsys, data, "people", "merge", "Annie", "Anna")
    assert run(capsys, data, "people").splitlines()[0] == "Anna\tAnn, Annie\t"
    run(capsys, data, "people", "hide", "Anna")
    assert run(capsys, data, "people").splitlines()[-1] == "Anna\tAnn, Annie\thidden"
    assert "Anna is hidden already." in run(capsys, data, "people", "hide", "Ann", status=2)
    assert "Anna" not in json.dumps(values(capsys, data, "statistics"))
    assert values(capsys, data, "history", "--player", "Anna")["games"] == games
    assert "did you mean" not in run(capsys, data, "history", "--player", "Ana", status=2)
    run(capsys, data, "people", "show", "Anna")
    assert run(capsys, data, "people", "split", "Annie") == "Annie is somebody of their own now.\n"
    assert run(capsys, data, "people", "delete", "Annie") == "Annie, who never played, is not known any more.\n"
    assert "Ann has played: hide them instead." in run(capsys, data, "people", "delete", "Ann", status=2)
    for _ in range(2):
        run(capsys, data, "people", "undo")
    assert run(capsys, data, "people").splitlines()[0] == "Anna\tAnn, Annie\t"
    assert "Anna" in json.dumps(values(capsys, data, "statistics"))


def test_merge_that_puts_one_person_twice_into_a_game_is_refused_with_the_game(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = [
        game["number"]
        for game in values(capsys, data, "history")["games"]
        if {"Ann", "Cleo"} <= {player["name"] for player in game["players"]}
    ]
    told = run(capsys, data, "people", "merge", "Cleo", "Ann", status=2)
    assert f"In game {both[0]}, Ann would sit at two seats" in told
    assert "Ann, " not in run(capsys, data, "people")


def test_results_that_are_worked_out_anew_from_a_damaged_journal_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """“0 games: all results were worked out anew.” was all that was said while the journal was set aside."""
    (tmp_path / FILE_NAME).write_bytes(bytes(8192))
    assert main(["history", "--rebuild", "--data", str(tmp_path)]) == 0
    assert "The journal was damaged. It is kept as journal.db.damaged-1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("people", "rename", "Nobody", "Somebody"), "Nobody has played as Nobody"),
        (("people", "add", "Dora", "--lang", "en"), None),
        (("people", "add", "ann"), "ann is known already."),
        (("people", "show", "Ann"), "Ann is not hidden."),
        (("people", "rename", "Ann", "Ann"), "Ann is called so already."),
        (("history", "--restore", "7"), "there is no journal.db.damaged-7 in "),
        (("people", "add", "game"), "can't be a player's name"),
        (("people", "rename", "Ann", "Cleo"), "Cleo is somebody else already"),
        (("history", "99"), "no game 99"),
        (("history", "-1"), "no game -1"),
        (("history", "99999999999999999999"), "no game 99999999999999999999"),
        (("history", "--game", "chess"), "there is no game chess"),
        (("history", "--player", "Zoltan"), "nobody has played as Zoltan; `tablekeeper people` lists everybody."),
        (("history", "--player", "cloe"), "nobody has played as cloe; did you mean “Cleo”?"),
        (("statistics", "--player", "guss", "--json"), "nobody has played as guss; did you mean “Gus”?"),
    ],
)
def test_what_cant_be_done_is_said(
    data: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str | None
) -> None:
    if sentence is None:
        run(capsys, data, *arguments)
    else:
        assert sentence in run(capsys, data, *arguments, status=2)


@pytest.mark.parametrize("form", [(), ("--csv",), ("--json",)])
@pytest.mark.parametrize("command", ["history", "statistics"])
def test_games_that_are_none_are_said_beside_what_is_printed(
    data: Path, capsys: pytest.CaptureFixture[str], command: str, form: tuple[str, ...]
) -> None:
    for choice in (("--since", "2999-01-01"), ("--player", "Ann", "--until", "2000-01-01")):
        assert main([command, *choice, *form, "--data", str(data)]) == 0
        assert capsys.readouterr().err == "tablekeeper: there is no game like that.\n"


def test_journal_without_games_says_that_nobody_has_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Journal.open(tmp_path).close()
    for command in ("history", "statistics"):
        assert main([command, "--data", str(tmp_path)]) == 0
        assert capsys.readouterr() == ("", "tablekeeper: nothing was declared in a game yet.\n")


def test_a_journal_whose_games_are_all_deleted_does_not_say_that_nothing_was_declared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game(rows_of(GAMES[0], NAMES, 0))
        journal.begin_game()
    assert main(["history", "--delete", "1", "--data", str(tmp_path)]) == 0
    for command in ("history", "statistics"):
        capsys.readouterr()
        assert main([command, "--data", str(tmp_path)]) == 0
        assert capsys.readouterr() == ("", "tablekeeper: all games are deleted.\n")


def test_day_that_is_none_is_said(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["history", "--since", "yesterday", "--data", str(data)])
    assert "“yesterday” is no day" in capsys.readouterr().err


def test_plays_are_exported_for_bg_stats(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--bgstats", "--data", str(data)]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert len(found["plays"]) == len(GAMES)
    assert f"1 of {len(GAMES) + 1} games left out" in err
    assert "or were stopped after a round" in err  # a stopped game is finished, and was said not to be
    one = json.loads(run(capsys, data, "export", "2", "--bgstats"))
    assert one["plays"][0] | {"gameRefId": 0, "playerScores": []} in [
        play | {"gameRefId": 0, "playerScores": []} for play in found["plays"]
    ]
    assert "nothing for BG Stats" in run(capsys, data, "export", str(len(GAMES) + 1), "--bgstats", status=2)


@needs_a_reader
def test_code_is_read_by_a_phone(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in non_empty(range(1, len(GAMES) + 1)):
        picture = tmp_path / f"{number}.png"
        run(capsys, data, "export", str(number), "--qr", str(picture))
        (link,) = decoded([picture])
        assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
        play = json.loads(unquote(link.partition("=")[2]))
        (game,) = [one for one in values(capsys, data, "history")["games"] if one["number"] == number]
        (filed,) = json.loads(run(capsys, data, "export", str(number), "--bgstats"))["plays"]
        assert play["sourcePlayId"] == filed["uuid"]
        assert [player["score"] for player in play["players"]] == [player["points"] for player in game["players"]]


def test_one_game_is_asked_for_without_reading_the_others(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []
    games = StoredResults.games

    def noted(results: StoredResults, before: int, most: int) -> list[StoredGameRow]:
        asked.append((before, most))
        return games(results, before, most)

    monkeypatch.setattr(StoredResults, "games", noted)
    for arguments in (("history", "2"), ("export", "2", "--bgstats"), ("export", "2", "--qr", str(tmp_path / "code"))):
        run(capsys, data, *arguments)
    assert asked == [(3, 1)] * 3


def test_code_of_what_is_no_play_is_refused(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = str(tmp_path / "code.png")
    for number, sentence in non_empty(((len(GAMES) + 1, "nothing for BG Stats yet"), (99, "there is no game 99"))):
        assert sentence in run(capsys, data, "export", str(number), "--qr", picture, status=2)
    assert "needs the number" in run(capsys, data, "export", "--qr", picture, status=2)
    assert "can't be written" in run(capsys, data, "export", "1", "--qr", str(tmp_path), status=2)
    assert not Path(picture).exists()


def test_nothing_is_made_where_there_is_no_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("history", "statistics"):
        assert "There is no journal" in run(capsys, tmp_path, command, status=2)
    assert "there is no journal" in run(capsys, tmp_path, "history", "--rebuild", status=2)
    assert run(capsys, tmp_path, "people") == ""
    assert not list(tmp_path.iterdir())


def test_results_are_rebuilt_when_nobody_plays(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = run(capsys, data, "history", "--json")
    assert f"{len(GAMES) + 1} games" in run(capsys, data, "history", "--rebuild")
    assert run(capsys, data, "history", "--json") == before
    with lock.hold_lock(data):
        assert "another Tablekeeper" in run(capsys, data, "history", "--rebuild", status=2)


def test_damaged_journal_lists_what_can_be_read(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = data / FILE_NAME
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 1024] = bytes(1024)
    file.write_bytes(content)
    capsys.readouterr()
    assert main(["history", "--data", str(data)]) == 0
    out, err = capsys.readouterr()
    assert "is damaged; this is what can be read of it" in err
    assert out


def test_foreign_rows_are_listed_as_far_as_they_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Journal.open(tmp_path)
    lines = ("game no-loose-ends", "players Ann Bo", "Ann sings", "Bo dances")
    journal.begin_game([JournalRow(RowKind.RECORD, line) for line in lines])
    journal.begin_game([JournalRow(RowKind.RECORD, "game bridge"), JournalRow(RowKind.RECORD, "players N E S W")])
    journal.close()
    (game,) = values(capsys, tmp_path, "history")["games"]
    assert (game["number"], game["unread"], game["ended"]) == (1, 2, False)
