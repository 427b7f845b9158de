"""`tablekeeper keys` says what to press on a box, whose games have the places in which they came."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.cli.commands import main
from device.games import game_order
from tests.games.by_others import RECORD, install, named, on_the_path
from tests.system.failing_reads import unreadable


def test_keys_are_those_of_the_box_whose_games_came_in_another_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On one box Zebra came before Aardvark: by the alphabet, the keys of one would mean the other."""
    first, both, keys, record = (tmp_path / name for name in ("first", "both", "keys", "record.txt"))
    record.write_text("\n".join(["game zebra", *RECORD[1:]]), encoding="utf-8")
    install(first, named("Zebra", "zebra"), "zebra")
    with on_the_path(first, monkeypatch):
        game_order.update_order(tmp_path / "box")
    for name in ("Aardvark", "Zebra"):
        install(both, named(name, name.lower()), name.lower())
    with on_the_path(both, monkeypatch):
        for data in (str(tmp_path / "box"), str(tmp_path / "new")):
            assert main(["keys", str(record), "--data", data]) == 0
            keys.write_text(capsys.readouterr().out, encoding="utf-8")
            assert main(["--hal", "mock", "--keys", str(keys), "--data", data]) == 0
            capsys.readouterr()
            assert main(["export", "--data", data]) == 0
            assert capsys.readouterr().out.splitlines() == ["game zebra", *RECORD[1:]]


def test_asking_for_keys_writes_nothing_beside_a_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not even where the file of places is damaged, which a table would set aside."""
    record, data = tmp_path / "record.txt", tmp_path / "box"
    record.write_text("\n".join(RECORD), encoding="utf-8")
    data.mkdir()
    (data / game_order.FILE_NAME).write_bytes(b"\xff")
    install(tmp_path / "packages")
    with on_the_path(tmp_path / "packages", monkeypatch):
        assert main(["keys", str(record), "--data", str(data)]) == 0
        printed = capsys.readouterr()
        assert "step of the table: seats 2" in printed.out
        assert printed.err == f"tablekeeper: {data / game_order.FILE_NAME} is damaged. Games may have other keys.\n"
        with unreadable(game_order.FILE_NAME):
            assert main(["keys", str(record), "--data", str(data)]) == 0
        said = f"{data / game_order.FILE_NAME} can't be read: the disk fails. Games may have other keys."
        assert capsys.readouterr().err == f"tablekeeper: {said}\n"
    assert [(path.name, path.read_bytes()) for path in data.iterdir()] == [(game_order.FILE_NAME, b"\xff")]
