"""No Thanks!: what the table is asked and shown, word for word, and edges of the deck that only some tables meet."""

from __future__ import annotations

import pytest

from device.contract.declarations import RecordLine
from device.contract.keycodes import keys_for
from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.games.no_thanks.game import GAME
from display.vocabulary import Style
from display.words import ENGLISH
from tests.games.no_thanks.lines import NAMES, after, refusal, started, sweep


def question(lines: str, **chosen: str) -> str:
    prompt = GAME.prompt(after(started(3, **chosen), lines))
    assert prompt is not None
    return ENGLISH.say(prompt.question)


def unread(seat: int | None, *words: str) -> str:
    with pytest.raises(Refused) as refused:
        GAME.read(RecordLine(seat, words))
    return ENGLISH.say(refused.value.refusal.sentence)


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ("", "Ann starts and turns up a card: which is it?"),
        ("flip 17", "Does Ann pass or take the 17?"),
        ("flip 17; Ann pass", "Does Ben pass or take the 17?"),
        ("flip 17; Ann pass; Ben take", "Ben turns up the next card: which is it?"),
    ],
)
def test_questions(lines: str, asked: str) -> None:
    """Game Progress: the starter turns up the first card; who takes one turns up the next."""
    assert question(lines) == asked


def test_the_question_of_totals_goes_round() -> None:
    """Record: each player says what they hold, here in the order of the seats."""
    assert question("", detail="totals") == "Ann: cards, done, tokens?"
    assert question("Ann holds 3-10 tokens 11", detail="totals") == "Ben: cards, done, tokens?"


def test_the_card_and_its_tokens_lie_in_the_middle() -> None:
    """Game Progress: the tokens of those who passed lie on the card."""
    board = GAME.board(after(started(), "flip 17; Ann pass; Ben pass"))
    assert [(ENGLISH.say(mark.label), mark.style) for mark in board.centre] == [
        ("17", Style.HOT),
        ("2 tokens", Style.PLAIN),
    ]
    assert board.centre_title is not None
    assert ENGLISH.say(board.centre_title) == "In the middle"
    assert GAME.board(started()).centre_title is None


def test_what_an_amigo_takes_out_does_not_lie_in_the_middle() -> None:
    board = GAME.board(started(detail="totals", amigo="10-20-30"))
    assert [ENGLISH.say(mark.label) for mark in board.centre] == ["Amigo: no 10, 20 and 30"]
    assert board.centre_title is not None
    assert ENGLISH.say(board.centre_title) == "Cards"


def test_one_token_and_several_rounds_are_counted() -> None:
    board = GAME.board(after(started(), "flip 17; Ann pass"))
    assert ENGLISH.say(board.centre[1].label) == "1 token"
    two = after(started(rounds="2"), [*sweep(range(3, 27)), *sweep(range(3, 27), "Ben")])
    assert ENGLISH.say(GAME.heading(two)) == "The game is over after 2 rounds"


@pytest.mark.parametrize(
    ("seat", "words", "sentence"),
    [
        (None, ("flip",), "A card that is turned up is written “flip” and its number, as in “flip 17”."),
        (0, ("holds", "3"), "After “holds” come the cards, then “tokens” and their number."),
        (0, ("bid", "3"), "A player can “pass”, “take”, lay a “tiger”, or say what it “holds” or its “points”."),
        (0, ("tiger", "03"), "“03” is not a number: write it in digits, without sign or leading zeros."),
        (0, ("holds", "9-7", "tokens", "1"), "“9-7” is not a run: its last card must be higher than its first."),
    ],
)
def test_lines_that_cannot_be_read_say_how_to_write_them(
    seat: int | None, words: tuple[str, ...], sentence: str
) -> None:
    """Record, syntax."""
    assert unread(seat, *words) == sentence


@pytest.mark.parametrize(
    ("players", "amigo", "sentence"),
    [
        (2, "off", "No Thanks! is for 3 to 7 players."),
        (8, "off", "No Thanks! is for 3 to 7 players."),
        (6, "10-20-30", "The Amigo variant is for 3 to 5 players: leave it off, or play with fewer."),
    ],
)
def test_numbers_of_players(players: int, amigo: str, sentence: str) -> None:
    """Set Up and Amigo Variant: 3 to 7 players, with Amigo 3 to 5."""
    with pytest.raises(Refused) as refused:
        GAME.start(TableSetup((*NAMES, "Hal")[:players], (("amigo", amigo),)))
    assert refused.value.refusal.code.value == "player-count"
    assert ENGLISH.say(refused.value.refusal.sentence) == sentence


def test_cards_out_of_the_deck_are_shown_in_the_refusal() -> None:
    """Amigo Variant: 10, 20 and 30 are out; a run may end beside them, and not lie across them."""
    state = started(detail="totals", amigo="10-20-30")
    after(state, "Ann holds 3-9 11-19 21-28 tokens 10")
    fault = refusal(state, "Ann holds 5-12 tokens 10")
    assert [face.number for face in fault.cards] == [10]
    assert fault.seat == 0


def test_no_tokens_names_player_and_card() -> None:
    """Game Progress: who has no token left must take the card."""
    passes = [f"{NAMES[number % 7]} pass" for number in range(49)]
    fault = refusal(after(started(7), ["flip 35", *passes]), "Ann pass")
    assert (fault.seat, [face.number for face in fault.cards]) == (0, [35])
    assert ENGLISH.say(fault.sentence) == "Ann has no token to pass with and must take the 35."


def test_tokens_of_a_whole_game_can_be_typed() -> None:
    """Set Up: 3 players start with 33 tokens together, and one of them may end up with all."""
    declaration = GAME.read(RecordLine(0, ("holds", "3", "tokens", "33")))
    prompt = GAME.prompt(started(detail="totals"))
    assert prompt is not None
    assert keys_for(prompt.level, declaration) == "AC" + "DD" + "DBCA"
    more = GAME.read(RecordLine(0, ("holds", "3", "tokens", "34")))
    assert keys_for(prompt.level, more) is None


def test_the_next_card_is_asked_ahead_until_the_last_of_the_game() -> None:
    """Game Progress and End of the Round: after the 24th card nothing is turned up."""
    cards = list(sweep(range(3, 27)))
    only = started(3, rounds="1")
    first, last = GAME.prompt(after(only, cards[:1])), GAME.prompt(after(only, cards[:-1]))
    assert first is not None
    assert last is not None
    assert first.later_levels
    assert not last.later_levels
    of_several = GAME.prompt(after(started(3, rounds="2"), cards[:-1]))
    assert of_several is not None
    assert of_several.later_levels
    assert ENGLISH.say(refusal(after(only, cards), "flip 30").sentence) == "The game is over: its only round is scored."
