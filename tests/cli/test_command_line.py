"""The command line as its users meet it: output, exit statuses, sentences."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tomllib
from contextlib import closing
from pathlib import Path

import pytest

import device
from device.cli.commands import main
from device.journal import game_list
from device.journal.store import Journal
from device.session.keyscript import key_script
from device.session.rows import JournalRow, RowKind
from tests.system.strangers import as_user, needs_root, shared_directory

HELD = ("Ann holds 3-10 tokens 19", "Ben holds 11-18 tokens 7", "Cleo holds 20-27 tokens 7")
RECORD = """game no-loose-ends
players Teresa Kaylen Taylor
set detail totals
Teresa planned 4 covered 2 extra 0
Kaylen planned 3 covered 3 extra 1
Taylor planned 2 covered 2 extra 4
"""
OUTCOME = "not finished: Kaylen 10, Teresa 7, Taylor 5"
POINTS = {"Teresa": 2, "Kaylen": 5, "Taylor": 0}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(RECORD, encoding="utf-8")
    return path


def test_score_prints_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(record), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "game": "no-loose-ends",
        "players": ["Teresa", "Kaylen", "Taylor"],
        "finished": False,
        "rounds": [{"points": POINTS}],
        "totals": {name: 5 + points for name, points in POINTS.items()},
        "winners": [],
    }


def test_score_prints_standings_for_people(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(record)]) == 0
    said = capsys.readouterr().out
    assert "Kaylen     10" in said


def test_score_names_file_line_and_rule(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.write_text(RECORD.replace("Kaylen planned 3", "Kaylen planned 6"), encoding="utf-8")
    assert main(["score", str(record), "--json"]) == 1
    out, err = capsys.readouterr()
    error = json.loads(out)["error"]
    assert (error["line"], error["code"]) == (5, "bid-limit")
    assert err == f"{record}:5: {error['message']} [bid-limit]\n"


def test_score_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RECORD.encode())))
    assert main(["score", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == [{"points": POINTS}]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["score", "nowhere.txt"], "nowhere.txt can't be read"),
        (["score", "."], ". can't be read"),
        (["keys", "nowhere.txt"], "nowhere.txt can't be read"),
        (["--hal", "mock"], "needs --keys"),
        (["--hal", "mock", "--keys", "nowhere.txt"], "nowhere.txt can't be read"),
        (["--hal", "mock", "--keys", "/dev/null", "--panel", "poster"], "poster"),
        (["export", "--data", "nowhere"], "nowhere"),
        (["--config", "nowhere.toml", "export"], "nowhere.toml"),
    ],
)
def test_misuse_gets_a_sentence_and_status_2(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert "Traceback" not in err


def test_an_evening_from_keys_to_export(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys, report, frames = tmp_path / "keys", tmp_path / "report.json", tmp_path / "frames"
    assert main(["keys", str(record)]) == 0
    keys.write_text(capsys.readouterr().out, encoding="utf-8")
    data = ["--data", str(tmp_path / "data")]
    mock = ["--hal", "mock", "--keys", str(keys), "--frames", str(frames), "--report", str(report)]
    assert main([*data, *mock, "--panel", "800x480-spectra6"]) == 0
    capsys.readouterr()
    assert main(["export", *data]) == 0
    assert capsys.readouterr().out == RECORD
    found = json.loads(report.read_text(encoding="utf-8"))
    assert found["declarations"] == len(RECORD.splitlines())
    assert found["presses"] == len(keys.read_text(encoding="utf-8").splitlines())
    assert found["refused"] == found["identical_refreshes"] == 0
    assert found["refreshes"] == len(list(frames.iterdir()))
    assert found["staleness_ratio"]["p95"] <= 1.05
    assert main(["export", "--list", *data]) == 0
    _, _, outcome, title = capsys.readouterr().out.rstrip("\n").split("\t")
    assert outcome == OUTCOME
    assert title.startswith("game no-loose-ends")


def test_a_line_of_a_key_script_that_is_no_press_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = tmp_path / "keys"
    keys.write_text("A\npress B\n", encoding="utf-8")
    assert main(["--hal", "mock", "--keys", str(keys), "--data", str(tmp_path / "data")]) == 2
    assert "line 2" in capsys.readouterr().err


def test_configuration_errors_name_file_and_mend(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tablekeeper.toml"
    for content, sentence in (
        ("roster = 3", "roster must be a list"),
        ('roster = ["Ann", "ann"]', "ann is named twice"),
        ("colour = 1", "no setting “colour”"),
        ("language = 'de'", "not one of en, fr"),
        ("panel =", "is not TOML text"),
    ):
        path.write_text(content, encoding="utf-8")
        assert main(["--config", str(path), "score", "-"]) == 2
        err = capsys.readouterr().err
        assert str(path) in err
        assert sentence in err


def test_unattended_a_wrong_configuration_is_said_on_the_panel_and_the_table_plays(
    tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, keys, data = tmp_path / "tablekeeper.toml", tmp_path / "keys", tmp_path / "data"
    path.write_text("colour = 1", encoding="utf-8")
    assert main(["keys", str(record)]) == 0
    keys.write_text(capsys.readouterr().out, encoding="utf-8")
    playing = ["--hal", "mock", "--keys", str(keys), "--data", str(data), "--config", str(path)]
    assert main(playing) == 2
    assert main([*playing, "--unattended", "--frames", str(tmp_path / "frames")]) == 0
    told = capsys.readouterr().out
    sentence = f"{path}:1: there is no setting “colour”; there are"
    assert sentence in told
    assert "Until that is mended, the box plays without its configuration." in told
    assert main(["export", "--data", str(data)]) == 0
    assert capsys.readouterr().out == record.read_text(encoding="utf-8")


def test_the_report_says_how_stale_the_panel_was(tmp_path: Path, record: Path) -> None:
    """No panel that cannot be interrupted could have shown a declaration sooner."""
    keys = tmp_path / "keys"
    keys.write_text("\n".join(key_script(RECORD.encode())), encoding="utf-8")
    report = tmp_path / "report.json"
    main(["--hal", "mock", "--keys", str(keys), "--data", str(tmp_path / "data"), "--report", str(report)])
    ratio = json.loads(report.read_text(encoding="utf-8"))["staleness_ratio"]
    assert 0.99 <= ratio["p50"] <= ratio["p95"] <= ratio["max"] <= 1.05


def test_names_are_printed_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game no-loose-ends\nplayers Zoë Björn\n", encoding="utf-8")
    command = [sys.executable, "-m", "device", "score", str(path)]
    done = subprocess.run(command, capture_output=True, check=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert "Björn" in done.stdout.decode("utf-8")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_standard_output_on_a_full_disk_gets_a_sentence(record: Path, unbuffered: str) -> None:
    """What fits into a buffer fails when it leaves it, and nothing is said of it twice."""
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "device", "score", str(record)],
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode == 2
    assert done.stderr.decode() == "tablekeeper: standard output can't be written: No space left on device.\n"


def shell(line: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """A line of bash in which `tablekeeper` is the program; its status is that of the first part of a pipe."""
    script = f'tablekeeper() {{ "{sys.executable}" -m device "$@"; }}; {line}; exit "${{PIPESTATUS[0]}}"'
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    return subprocess.run(["bash", "-c", script], check=False, capture_output=True, text=True, env=environment)


UNREAD = {
    "score": ["score", "game.txt"],
    "score as JSON": ["score", "game.txt", "--json"],
    "keys": ["keys", "game.txt"],
    "export": ["export"],
    "list": ["export", "--list"],
    "config": ["config"],
    "gallery": ["gallery", "pictures", "--game", "no-thanks", "--panel", "what-black"],
}


@pytest.mark.parametrize("arguments", UNREAD.values(), ids=UNREAD)
def test_output_that_nobody_reads_has_a_status_of_its_own(record: Path, tmp_path: Path, arguments: list[str]) -> None:
    """128 and SIGPIPE (13, signal(7)), as a shell has it."""
    journal = Journal.open(tmp_path / "tablekeeper")
    journal.begin_game([JournalRow(RowKind.RECORD, one) for one in RECORD.splitlines()])
    journal.close()
    files = {"game.txt": str(record), "pictures": str(tmp_path / "pictures")}
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "device", *(files.get(word, word) for word in arguments)],
        check=False,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    os.close(writing)
    # What takes more than a second says how far it is.
    told = [line for line in done.stderr.splitlines() if " of " not in line]
    assert (done.returncode, told) == (141, [])


def test_a_table_that_nobody_reads_plays_to_its_end(record: Path, tmp_path: Path) -> None:
    shell(f"tablekeeper keys {record} >{tmp_path}/keys", tmp_path)
    done = shell(f"tablekeeper --hal mock --keys {tmp_path}/keys | true", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert shell("tablekeeper export", tmp_path).stdout == record.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["score game.txt", "score game.txt --json", "keys game.txt", "config"])
def test_output_that_was_closed_from_the_start_is_read_by_nobody(record: Path, tmp_path: Path, command: str) -> None:
    command = command.replace(record.name, str(record))
    done = shell(f"tablekeeper {command} >&-", tmp_path)
    assert (done.returncode, done.stderr) == (141, "")


def test_input_that_was_closed_is_empty(tmp_path: Path) -> None:
    done = shell("tablekeeper score - <&-", tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("-:1: ")


def test_keys_from_standard_input_that_are_no_utf_8_are_named(tmp_path: Path) -> None:
    """They were a traceback, where the system's encoding is strict."""
    keys = rf"printf 'A\n\377\n' | PYTHONIOENCODING=utf-8 tablekeeper --hal mock --data {tmp_path / 'data'} --keys -"
    said = shell(keys, tmp_path).stderr
    assert said.startswith("tablekeeper: the key script, line 2: “\N{REPLACEMENT CHARACTER}” is no press.")


def test_sentences_without_a_standard_error_are_no_fault(tmp_path: Path) -> None:
    done = shell("tablekeeper score nowhere.txt 2>&-", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")


def test_a_run_that_the_disk_kept_nothing_of_says_so(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was played is where the sentence says, and a run without a declaration has lost nothing."""
    keys, data = tmp_path / "keys", record / "data"  # a file is no directory, not even for root
    keys.write_text("\n".join(key_script(RECORD.encode())), encoding="utf-8")
    play = ["--hal", "mock", "--data", str(data), "--keys"]
    assert main([*play, str(keys)]) == 74
    said = capsys.readouterr().err
    assert "Not everything was kept: " in said
    place = Path(said.partition("What is missing is in ")[2].partition(",")[0])
    assert [path.name for path in place.iterdir()] == ["games.json"]
    assert main(["export", "--data", str(data)]) == 0
    assert capsys.readouterr().out == RECORD
    shutil.rmtree(place)
    assert main([*play, os.devnull]) == 0


def test_the_version_has_one_source(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"tablekeeper {device.__version__}\n"
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "device.__version__"}


def test_packages_say_that_they_have_types() -> None:
    """PEP 561, in a wheel as well."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    rooms = [name.removesuffix("*") for name in project["packages"]["find"]["include"]]
    assert rooms
    for room in rooms:
        assert Path(room, "py.typed").exists()
        assert "py.typed" in project["package-data"][room]


def test_a_wrong_line_in_the_configuration_keeps_nobody_from_their_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings, data = tmp_path / "tablekeeper" / "tablekeeper.toml", tmp_path / "data"
    settings.parent.mkdir()
    settings.write_text("colour = 1\n")
    with closing(Journal.open(data)) as journal:
        journal.append(journal.begin_game(), [JournalRow(RowKind.RECORD, "game loop")])
    assert main(["export", "--data", str(data)]) == 0
    said = capsys.readouterr()
    assert said.out == "game loop\n"
    assert f"{settings}:1: there is no setting “colour”" in said.err
    assert main(["history", "--data", str(data)]) == 0


@needs_root
def test_commands_that_need_no_configuration_go_on_without(record: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The box's is not for everybody to read. One that was named is asked for, and `keys` needs its roster."""
    with shared_directory() as shared:
        settings = shared / "tablekeeper" / "tablekeeper.toml"
        settings.parent.mkdir()
        settings.parent.chmod(0o755)
        settings.write_text('roster = ["Ann"]\n')
        settings.chmod(0o600)
        game = shared / "game.txt"
        game.write_text(RECORD)

        def use() -> None:
            os.environ.update(XDG_CONFIG_HOME=str(shared), XDG_STATE_HOME=str(shared))
            assert main(["score", str(game)]) == 0
            assert main(["--config", str(settings), "score", str(game)]) == 2
            assert main(["keys", str(game)]) == 2
            assert main(["export"]) == 2
            sys.stderr.flush()

        as_user(use)
    said = [line for line in capfd.readouterr().err.splitlines() if "tablekeeper.toml" in line]
    forbidden = f"tablekeeper: {settings}: this user may not read it."
    assert said == [
        f"{forbidden} Its settings are left out.",
        f"tablekeeper: {settings}: can't be read (Permission denied).",
        forbidden,
        f"{forbidden} Its settings are left out.",
    ]


def test_list_of_games_has_tabs_between_its_cells_and_nowhere_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal.open(tmp_path)
    journal.begin_game([JournalRow(RowKind.RECORD, line) for line in ("game loop", "players An\tn Bo")])
    journal.close()
    assert main(["export", "--list", "--data", str(tmp_path)]) == 0
    number, _, _, title = capsys.readouterr().out.removesuffix("\n").split("\t")
    assert (number, title) == ("1", "game loop · players An\\u0009n Bo")


def test_list_of_games_says_who_won(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = ["game no-thanks", "players Ann Ben Cleo", "set rounds 1", "set detail totals", *HELD]
    with closing(Journal.open(tmp_path)) as journal:
        journal.begin_game([JournalRow(RowKind.RECORD, line) for line in record])
        journal.begin_game([JournalRow(RowKind.RECORD, "game loop")])
    assert main(["export", "--list", "--data", str(tmp_path)]) == 0
    outcomes = [line.split("\t")[2] for line in capsys.readouterr().out.splitlines()]
    assert outcomes == ["Ann won: Ann -16, Ben 4, Cleo 13", ""]


def test_list_of_games_works_out_only_the_latest_of_those_whose_results_are_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_list, "MAX_COMPUTED_OUTCOMES", 1)
    record = ["game no-thanks", "players Ann Ben Cleo", "set rounds 1", "set detail totals", *HELD]
    with closing(Journal.open(tmp_path)) as journal:
        for _ in range(3):
            journal.begin_game([JournalRow(RowKind.RECORD, line) for line in record])
    assert main(["export", "--list", "--data", str(tmp_path)]) == 0
    outcomes = [line.split("\t")[2] for line in capsys.readouterr().out.splitlines()]
    assert outcomes == ["", "", "Ann won: Ann -16, Ben 4, Cleo 13"]


def test_without_a_journal_the_directories_that_have_one_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Journal.open(tmp_path / "table").close()
    for arguments in (["export"], ["export", "--list"], ["history"], ["statistics"]):
        assert main([*arguments, "--data", "nowhere"]) == 2
        sentence = (
            f"There is no journal in nowhere. There is one in {tmp_path / 'table'}: add --data {tmp_path / 'table'}."
        )
        assert capsys.readouterr().err == f"tablekeeper: {sentence}\n"
    assert main(["export", "--data", "table"]) == 2
    assert "add --data" not in capsys.readouterr().err


@pytest.mark.parametrize("command", ["score", "keys"])
def test_a_file_that_is_no_record_is_refused_by_its_first_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "README.md"
    path.write_text("# Tablekeeper\n\nA box beside a game.\n\nThe players' box\n", encoding="utf-8")
    assert main([command, str(path)]) == 1
    told = capsys.readouterr().err
    assert told.startswith(f"{path}:3: “A box beside a game.” can't be read: a record begins with the line “game ID”.")


def test_grey_is_read_as_gray_with_a_remark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    lines = [
        "game no-loose-ends",
        "players grey-1 grey",
        "grey-1 bid grey-2",
        "grey bid red-3",
        "grey-1 wins lead grey",
    ]
    path.write_text("\n".join(lines[:4]), encoding="utf-8")
    assert main(["score", str(path)]) == 0
    assert capsys.readouterr().err == f"{path}:3: “grey” is read as “gray”.\n"
    assert main(["keys", str(path)]) == 0
    told = capsys.readouterr()
    assert told.err == f"{path}:3: “grey” is read as “gray”.\n"
    assert told.out.splitlines()[-1].endswith("# grey bid red-3")
    path.write_text("\n".join(lines[:2]), encoding="utf-8")
    assert main(["score", str(path)]) == 0
    assert capsys.readouterr().err == ""


def test_grey_is_one_suit_with_gray(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game no-loose-ends\nplayers A B\nA bid gray-2\nB bid grey-2", encoding="utf-8")
    assert main(["score", str(path)]) == 1
    assert "[card-already-seen]" in capsys.readouterr().err
