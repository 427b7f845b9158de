"""Wizard: what was declared, as the table says it in its language, and what followed from it."""

from __future__ import annotations

import pytest

from device.games.wizard.game import GAME
from device.games.wizard.state import State
from display.vocabulary import Note, Style
from display.words import ENGLISH, text
from tests.games.said_lines import Said, declared, kinds, says
from tests.games.wizard.lines import after, read, started

SAID: Said = {
    "trump red": ("Trump: red.", "Atout\u202f: rouge."),
    "trump none": ("There is no trump.", "Il n’y a pas d’atout."),
    "Ann bid 1": ("Ann bids 1 trick.", "Ann annonce 1 pli."),
    "Ann bid 0": ("Ann bids 0 tricks.", "Ann annonce 0 pli."),
    "Bo won 2": ("Bo won 2 tricks.", "Bo a remporté 2 plis."),
    "Ann plays wizard": ("Ann plays a wizard.", "Ann joue\u202f: un magicien."),
    "Ann plays green-7": ("Ann plays green 7.", "Ann joue\u202f: 7 vert."),
    "Ann plays hearts-13": ("Ann plays K of hearts.", "Ann joue\u202f: R de cœur."),
    "Ann wins": ("Ann wins the trick.", "Ann remporte le pli."),
    "Ann wins blue-3 lead red": (
        "Ann wins the trick with blue 3; lead suit: red.",
        "Ann remporte le pli (3 bleu)\u202f; couleur demandée\u202f: rouge.",
    ),
    "first Bo": ("Bo starts.", "Bo commence."),
}


@pytest.mark.parametrize("line", SAID)
def test_declaration_is_said_in_the_language_of_the_table(line: str) -> None:
    assert says("wizard", line) == SAID[line]


def test_every_kind_of_declaration_is_said() -> None:
    assert declared("wizard") <= kinds("wizard", SAID)


def test_who_wins_is_said_with_the_last_card_of_a_trick() -> None:
    before = after(started(detail="cards"), "trump red; Ann bid 0; Ben bid 0; Cleo bid 0; Ann plays blue-3")
    assert GAME.consequence is not None
    declaration, now = read(before, "Ben plays yellow-9"), after(before, "Ben plays yellow-9")
    assert GAME.consequence(before, now, declaration) is None
    for line, said in (
        ("Cleo plays yellow-1", "Cleo plays yellow 1. Ann wins the trick."),
        ("Cleo plays red-1", "Cleo wins the trick with red 1."),
    ):
        found = GAME.consequence(now, after(now, line), read(now, line))
        assert found is not None
        assert ENGLISH.say(found) == said


def notes(state: State) -> list[str]:
    return [ENGLISH.say(row.note) if row.note is not None else "" for row in GAME.board(state).rows]


def test_tricks_stand_beside_the_bids_once_they_are_said() -> None:
    """By totals each player's own; trick by trick everybody's from the first one on."""
    bids = "Ann bid 1; Ben bid 0; Cleo bid 1"
    assert notes(after(started(), "Ann bid 1; Ben bid 0")) == ["bid 1", "bid 0", "deals"]
    assert notes(after(started(), bids)) == ["bid 1", "bid 0", "bid 1"]
    assert notes(after(started(), f"{bids}; Cleo won 0")) == ["bid 1", "bid 0", "bid 1, won 0"]
    by_tricks = after(started(detail="tricks"), f"trump red; {bids}")
    assert notes(by_tricks) == ["bid 1, won 0", "bid 0, won 0", "bid 1, won 0"]


def test_where_there_is_less_room_tricks_are_said_of_those_that_were_bid() -> None:
    """“bid 1: 0” and “(0/1)” were read as none bid and one won."""
    state = after(started(), "Ann bid 1; Ben bid 0; Cleo bid 1; Cleo won 0")
    briefs = [row.note.briefs for row in GAME.board(state).rows if isinstance(row.note, Note)]
    said = [tuple(ENGLISH.say(brief) for brief in forms) for forms in briefs]
    assert said == [("bid 1", "– of 1"), ("bid 0", "– of 0"), ("won 0 of 1", "0 of 1")]


def setup_instructions(**chosen: str) -> list[str]:
    assert GAME.setup_instructions is not None
    return [ENGLISH.say(line) for line in GAME.setup_instructions(started(3, **chosen))]


def test_before_a_round_the_table_is_told_what_to_deal_and_what_is_trump() -> None:
    """Rulebook, Dealing: in the last round all cards are dealt."""
    assert setup_instructions() == [
        "Whoever sits right of the starter deals each player 1 card.",
        "Turn the next card up: its suit is trump. A jester: none. A wizard: the dealer chooses.",
    ]
    assert setup_instructions(rounds="down")[1:] == ["All cards are dealt: there is no trump."]
    assert setup_instructions(deck="plain")[1:] == ["Turn the next card up: its suit is trump."]


def test_a_dealer_is_named_only_once_it_is_known_who_starts() -> None:
    assert GAME.setup_instructions is not None
    dealing = [ENGLISH.say(GAME.setup_instructions(state)[0]) for state in (started(), after(started(), "first Ben"))]
    assert dealing == [
        "Whoever sits right of the starter deals each player 1 card.",
        "Ann deals each player 1 card.",
    ]
    second = after(started(), "Ann bid 0; Ben bid 0; Cleo bid 0; Ann won 1; Ben won 0; Cleo won 0")
    assert ENGLISH.say(GAME.setup_instructions(second)[0]) == "Ann deals each player 2 cards."


def test_the_page_says_what_is_trump_apart_from_the_trick() -> None:
    state = after(started(detail="cards"), "trump none; Ann bid 0; Ben bid 0; Cleo bid 0")
    assert centre(state) == (["no trump"], None)
    assert centre(after(state, "Ann plays blue-3")) == (["blue 3"], "No trump")
    state = after(started(detail="cards"), "trump red; Ann bid 0; Ben bid 0; Cleo bid 0")
    assert centre(state) == (["red"], "Trump")
    assert centre(after(state, "Ann plays blue-3")) == (["trump red", "blue 3"], "Trump, then the trick")
    assert centre(started()) == ([], None)


def test_it_is_nobodys_turn_until_trump_is_said() -> None:
    """The card that was turned up says it, or the dealer does: the first to bid has no say in it."""
    asked = started(detail="cards")
    assert not any(row.acting for row in GAME.board(asked).rows)
    assert [row.acting for row in GAME.board(after(asked, "trump red")).rows].count(True) == 1


def test_the_card_that_was_led_has_the_frame_and_not_trump() -> None:
    state = after(started(detail="cards"), "trump red; Ann bid 0; Ben bid 0; Cleo bid 0; Ann plays blue-3")
    assert [mark.style for mark in GAME.board(state).centre] == [Style.PLAIN, Style.HOT]


def centre(state: State) -> tuple[list[str], str | None]:
    """What lies in the middle of the table in words, and under which title."""
    board = GAME.board(state)
    title = board.centre_title
    return [ENGLISH.say(text("{it}", it=mark.label)) for mark in board.centre], title and ENGLISH.say(title)
