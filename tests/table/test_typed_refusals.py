"""Typed words that are refused: each refusal says something that is true of the answers on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.journal.store import Journal
from device.session.rows import JournalRow, RowKind
from display.languages import language
from display.words import SeatName, text
from hal.table.table import WordsTyped
from tests.table.answered_tables import after, played, typed

BIDDING = ("wizard", "3", "Ann", "Bo", "Cleo", "bids may add up to the tricks: no", "play", "Ann", "0", "0")


@pytest.mark.parametrize("words", ["1", "Cleo 1", "Cleo 1 trick", "one"])
def test_a_bid_that_would_add_up_is_refused_for_that(words: str, tmp_path: Path) -> None:
    """“Not 1”, the question said, and “Cleo 1 trick” was not understood."""
    table = typed(tmp_path, *BIDDING, words)
    assert table.status.question == "Cleo bids how many tricks? Not 1."
    reason = "Cleo bids last and can't bid 1: all bids would add up to the 1 trick of the round."
    assert table.status.answer == f"“Cleo bids 1 trick.” {reason}"


def test_points_in_the_title_of_a_game_begin_no_answer(tmp_path: Path) -> None:
    """“1” was told that several answers began so, where two games had been won with 1 point."""
    game = ("game score-pad", "players Ann Bo", "set rounds 1", "Ann points 1", "Bo points 0")
    journal = Journal.open(tmp_path)
    for _ in range(2):
        journal.begin_game([JournalRow(RowKind.RECORD, line) for line in game])
    journal.begin_game()
    journal.close()
    to_games = after("hold D", *"BB", *"AA")
    games = played(tmp_path, *to_games, WordsTyped("1"))
    assert "Score pad: Ann 1 and Bo 0" in " ".join(spot.label for spot in games.spots)
    assert games.status.answer == "That was not understood: type an answer as the panel shows it."
    several = "Several answers have that: type more of the one that is meant."
    assert played(tmp_path, *to_games, WordsTyped("Ann")).status.answer == several


TOTALS = ("loose", "4", "Maël", "Elise", "Zoé", "4", "bids covered extra tricks", "play", "Maël", "Zoé 2 1 0")


@pytest.mark.parametrize("words", ["2", "1", "nobody"])
def test_a_number_typed_for_a_player_is_told_the_players(words: str, tmp_path: Path) -> None:
    """“Possible: 4”, the number of a seat without a name, stood for three players."""
    table = typed(tmp_path, *TOTALS, words)
    assert table.status.question == "Whose figures?"
    assert table.status.answer.endswith("Possible: Maël, Elise and Player 4.")


@pytest.mark.parametrize("words", ["Player 4 2 1 0", "Player 4: 2 1 0"])
def test_a_player_without_a_name_may_be_typed_as_shown(words: str, tmp_path: Path) -> None:
    assert typed(tmp_path, *TOTALS, words).record()[-1] == "4 planned 2 covered 1 extra 0"


OH_HELL = ("wizard", "4", "Ann", "Bo", "Cleo", "4", "play", "4")


@pytest.mark.parametrize(("code", "shown"), [("en", "Player 4"), ("fr", "Joueur 4"), ("fr", "joueur 4 :")])
def test_the_number_of_a_seat_is_no_answer_of_its_player(code: str, shown: str, tmp_path: Path) -> None:
    """“Joueur 4”, as the question names who is asked, was 4 tricks."""
    lines = typed(tmp_path, *OH_HELL).record()
    french = language(code)
    alone = played(tmp_path, WordsTyped(shown), language=french)
    assert (alone.record(), alone.cues[-1]) == (lines, "refused")
    assert alone.status.answer.startswith(french.say(text("{player} is asked.", player=SeatName(4))))
    assert played(tmp_path, WordsTyped(f"{shown} 1"), language=french).record() == [*lines, "4 bid 1"]


@pytest.mark.parametrize("words", ["Player 3", "Player 3 1", "Ann 1"])
def test_the_number_of_another_seat_is_no_answer_either(words: str, tmp_path: Path) -> None:
    begun = ("wizard", "4", "Ann", "Bo", "3", "4", "play", "4")
    table = typed(tmp_path, *begun, words)
    assert table.status.answer == "Player 4 is asked."
    assert table.record()[-1] == "first 4"
