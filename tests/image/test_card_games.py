"""A card runs no game of a folder: what is on its first partition, anybody may write."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from device import games
from tests.games.by_others import TALLY

ON_CARD = Path(__file__).parents[2] / "tools" / "image" / "on_card"


def environment() -> dict[str, str]:
    """What the card adds to the service's environment."""
    lines = (ON_CARD / "image.conf").read_text(encoding="utf-8").splitlines()
    set_ = (line.removeprefix("Environment=") for line in lines if line.startswith("Environment="))
    return {name: value for name, _, value in (one.partition("=") for one in set_)}


def test_the_cards_service_looks_into_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tally.py").write_text(TALLY)
    monkeypatch.delenv(games.FOLDER_VARIABLE, raising=False)
    monkeypatch.setitem(os.environ, games.FOLDER_VARIABLE, environment()[games.FOLDER_VARIABLE])
    games.use_folder(tmp_path)
    assert games.ids() == games.built_in_ids()


def test_elsewhere_the_folder_of_the_configuration_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tally.py").write_text(TALLY)
    monkeypatch.setenv(games.FOLDER_VARIABLE, "")
    monkeypatch.delenv(games.FOLDER_VARIABLE)
    games.use_folder(tmp_path)
    assert games.ids() == (*games.built_in_ids(), "tally")
    monkeypatch.delenv(games.FOLDER_VARIABLE)
