"""The command line as its users meet it: output, exit statuses, sentences."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from device.cli import main
from device.keyscript import presses

RECORD = """game no-loose-ends
players Teresa Kaylen Taylor
set detail totals
Teresa planned 4 covered 2 extra 0
Kaylen planned 3 covered 3 extra 1
Taylor planned 2 covered 2 extra 4
"""
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
    assert "no-loose-ends" in capsys.readouterr().out


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


def test_the_report_says_how_stale_the_panel_was(tmp_path: Path, record: Path) -> None:
    """No panel that cannot be interrupted could have shown a declaration sooner."""
    keys = tmp_path / "keys"
    keys.write_text("\n".join(presses(RECORD.encode())), encoding="utf-8")
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
