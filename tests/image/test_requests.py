"""What `make image` needs before it begins: the keys, and an earlier card to compare with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.image import __main__ as image


def test_old_keys_move_into_a_folder_that_is_there_but_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before, now = tmp_path / "before", tmp_path / "now"
    before.mkdir()
    now.mkdir()
    for name in ("updates.sec", "updates.pub"):
        (before / name).write_text(name)
    monkeypatch.setattr(image, "KEYS_BEFORE", before)
    monkeypatch.setattr(image, "KEYS", now)
    assert image.keys(now, anew=False) == now
    assert {file.name: file.read_text() for file in now.iterdir()} == {
        name: name for name in ("updates.sec", "updates.pub")
    }


def test_a_card_is_compared_only_with_an_earlier_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "updates.pub").touch()
    monkeypatch.setattr(image, "BUILD", tmp_path)
    monkeypatch.setattr(image, "lacking", lambda what: ())
    assert image.main(["same", "--keys", str(tmp_path)]) == 2
