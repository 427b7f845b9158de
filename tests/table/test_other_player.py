"""The figures of another player than the one who is asked, by the menu."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.session.keyscript import key_script
from display.vocabulary import Board
from display.words import ENGLISH
from tests.table.tables import play

NO_THANKS = ("game no-thanks", "players Ann Bo Cleo", "set detail totals", "first Ann")
OF_CLEO = ("hold D", *"DA", "C")


@pytest.mark.parametrize(
    ("typed", "question"),
    [((), "Cleo: cards"), (("A", "C"), "Cleo: 3, and then"), (("A", "C", "D", "D"), "Cleo: tokens")],
)
def test_the_page_says_whose_figures_are_typed(typed: tuple[str, ...], question: str, tmp_path: Path) -> None:
    """The page was titled “Menu”, and marked Ann, who was asked, while Cleo's cards were typed."""
    page = play(tmp_path, [*key_script("\n".join(NO_THANKS).encode()), *OF_CLEO, *typed]).controller.page()
    assert isinstance(page.body, Board)
    assert ENGLISH.say(page.question or "") == question
    assert [row.name for row in page.body.rows if row.acting] == ["Cleo"]


def test_the_name_is_not_among_what_is_typed(tmp_path: Path) -> None:
    bids = ("game wizard", "players Ann Bo Cleo", "first Ann", "Ann bid 0", "Bo bid 0", "Cleo bid 0")
    page = play(tmp_path, [*key_script("\n".join(bids).encode()), "hold D", *"DB", "C"]).controller.page()
    assert (ENGLISH.say(page.question or ""), page.typed_words) == ("Cleo: tricks won", ())


def test_the_winner_of_a_trick_is_not_said_to_declare_figures(tmp_path: Path) -> None:
    """Ann is said to have won with a card: Cleo, who leads next, is not replaced as the one to act."""
    passed = ("game no-loose-ends", "players Ann Bo Cleo", "first Ann", "Ann pass", "Bo pass", "Cleo pass")
    presses = [*key_script("\n".join(passed).encode()), "hold D"]
    menu = play(tmp_path, presses).controller.page()
    page = play(tmp_path / "again", [*presses, *"DA", "A"]).controller.page()
    assert page.question == menu.question
    assert page.typed_words == ("Ann",)
    assert page.body == menu.body
