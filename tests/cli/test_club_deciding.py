"""What a director is asked, and answers, by `tablekeeper hub`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from club.store.database import ClubStore
from device.cli.commands import main
from tests.club.carried import PAD, CarriedClub, JournaledBox, scored


def said(capsys: pytest.CaptureFixture[str], place: Path, *arguments: str, status: int = 0, lang: str = "en") -> str:
    store = f"sqlite:///{place / 'club.db'}"
    assert main(["hub", *arguments, "--store", store, "--lang", lang]) == status
    found = capsys.readouterr()
    return found.err if status else found.out


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A game of red's that was played on otherwise after its card went back, and that is blue's card's, too."""
    with closing(ClubStore.open(f"sqlite:///{tmp_path / 'club.db'}")) as store:
        club = CarriedClub(store, "red", "blue")
        box = JournaledBox("red", tmp_path / "card", "a" * 16)
        found = box.declare([*PAD, *scored(1)])
        club.settle(box, turns=4)
        club.settle(JournaledBox("blue", tmp_path / "card", "b" * 16), turns=4)
        (tmp_path / "card" / "journal.db").unlink()
        other = JournaledBox("red", tmp_path / "card", "c" * 16)
        other.declare([*PAD, *scored(2)])
        club.settle(other, turns=4)
    return found


def test_a_director_is_asked_in_two_languages_and_sees_each_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    moved, behind = said(capsys, tmp_path, "asked").splitlines()
    assert moved.startswith("1\tblue has games that are here as those of red, and shows that")
    assert moved.endswith("\ttablekeeper hub move red blue [--stay]")
    assert behind.startswith("2\tred has less of 1 game than is here: its card went back")
    assert behind.endswith("\ttablekeeper hub seen 2")
    assert "red a moins de 1 partie" in said(capsys, tmp_path, "asked", lang="fr")
    assert said(capsys, tmp_path, "seen", "2") == ""
    assert said(capsys, tmp_path, "move", "red", "blue", "--stay") == "The games of red that blue has stay with red.\n"
    assert said(capsys, tmp_path, "asked") == ""
    assert "are blue's" in said(capsys, tmp_path, "move", "red", "blue")


def test_a_director_chooses_among_records_and_gives_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    shown = said(capsys, tmp_path, "records", "red", game)
    assert shown.splitlines()[:2] == ["This record counts:", "    game score-pad"]
    assert said(capsys, tmp_path, "choose", "red", game).startswith("That record counts")
    assert said(capsys, tmp_path, "give", "red", game, "blue").startswith("The game is blue's")
    assert said(capsys, tmp_path, "games", "--box", "blue").startswith(f"2\t{game}\t")


@pytest.mark.parametrize(
    "arguments",
    [
        ("records", "red", "ff"),
        ("choose", "red", "ff"),
        ("choose", "blue", "ff", "1"),
        ("give", "red", "ff", "blue"),
        ("move", "red", "nobody"),
    ],
)
def test_what_is_not_there_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, arguments: tuple[str, ...]
) -> None:
    assert "There is no such game, record or box" in said(capsys, tmp_path, *arguments, status=2)


def test_a_number_of_nothing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str) -> None:
    assert "Nothing has that number" in said(capsys, tmp_path, "seen", "99", status=2)
    assert said(capsys, tmp_path, "choose", "red", game, "99", status=2)
