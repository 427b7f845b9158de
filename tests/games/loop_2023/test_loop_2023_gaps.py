"""LOOP (2023): questions and labels word for word, forced passes in sequences, and how lines are to be written."""

from __future__ import annotations

import pytest

from device.contract.declarations import Declaration, RecordLine
from device.contract.keycodes import Level, keys_for
from device.contract.refusal import Refused
from device.games.loop_2023.declarations import Pass
from device.games.loop_2023.game import GAME
from device.games.loop_2023.state import State
from display.words import ENGLISH
from tests.games.loop_2023.lines import after, read, started
from tests.games.presses import asked


def labels(level: Level[Declaration], *, only_shown: bool = False) -> list[str]:
    return [ENGLISH.say(choice.label) for choice in level.choices if choice.shown or not only_shown]


@pytest.mark.parametrize(
    ("lines", "question"),
    [
        ("", "Ann leads: what?"),
        ("Ann plays red-3 red-4", "Ben: higher than red 3 and red 4, or pass?"),
        ("Ann plays 9; Ben twist", "Ben: lower than 9, or pass?"),
        ("Ann plays 9; Ben pass", "Cleo: higher than 9, or pass?"),
    ],
)
def test_questions_of_plays(lines: str, question: str) -> None:
    """How to Play: lead, then beat or pass; a twist turns high and low about."""
    assert ENGLISH.say(asked(GAME, after(started(), lines)).question) == question


def test_questions_of_who_goes_out_and_of_seats() -> None:
    """Changing seats: who was last in the round chooses first."""
    state = started(3, detail="finish", three_eights="on")
    assert ENGLISH.say(asked(GAME, state).question) == "Ann starts. Who goes out first?"
    second = after(state, "Ann out; Ben out; Cleo sits 1")
    assert ENGLISH.say(asked(GAME, second).question) == "Cleo starts. Who goes out first?", "whoever has the seat"
    assert ENGLISH.say(asked(GAME, after(state, "Ben out")).question) == "Who goes out next?"
    assert labels(asked(GAME, state).level) == ["Ann", "Ben", "Cleo"]
    assert [ENGLISH.say(choice.label) for choice in asked(GAME, state).menu_choices] == ["three 8s"]
    more = asked(GAME, state).menu_choices[0].level()
    assert more is not None
    assert ENGLISH.say(more.title) == "Who holds three 8s?"
    assert labels(more) == ["Ann", "Ben", "Cleo"]
    prompt = asked(GAME, after(state, "Ben out; Ann out"))
    assert ENGLISH.say(prompt.question) == "Cleo: which seat?"
    assert labels(prompt.level) == ["seat 1, Rank card 2nd", "seat 2, Rank card 1st"]
    assert [ENGLISH.say(level.title) for level in prompt.later_levels] == ["Who went out?"]
    state = after(started(2), "Ann plays " + " ".join(f"red-{number}" for number in range(1, 10)))
    prompt = asked(GAME, state)
    assert ENGLISH.say(prompt.question) == "Ben: which seat?"
    assert [ENGLISH.say(level.title) for level in prompt.later_levels] == ["A card, or the lowest of a sequence"]


def test_what_may_be_typed_ahead() -> None:
    """Contract: after a pass or an unbeaten play the same player leads next."""
    prompt = asked(GAME, after(started(), "Ann plays 9"))
    (lead,) = prompt.later_levels
    assert keys_for(lead, read(started(), "Ben plays red-3 red-4 red-5")) is not None
    assert keys_for(lead, read(started(), "Ann plays red-3 red-4 red-5")) is None
    assert asked(GAME, started()).later_levels == ()


def test_colours_are_said_as_far_as_the_table_knows_them() -> None:
    """Record: a colour may stay unsaid."""
    state = after(started(), "Ann plays 5 5")
    three = next(choice for choice in asked(GAME, state).level.choices if choice.label == "7").level()
    assert three is not None
    assert labels(three) == ["blue", "red", "yellow", "not said"]
    red = three.choices[1].level()
    assert red is not None
    assert labels(red) == ["blue", "yellow", "not said"]
    assert [ENGLISH.say(level.title) for level in (three, red)] == ["colour of card 1", "colour of card 2"]


def test_a_pass_is_forced_when_no_sequence_can_be_lower() -> None:
    """The twist: when all three 8s have been shown none can follow, and below 1 and 2 there is no sequence."""
    state = after(started(), "Ann twist; Ann twist; Ann plays red-3 red-4; Ben twist")
    assert GAME.forced(state) is None
    state = after(state, "Ben plays blue-2 blue-3")
    assert GAME.forced(state) is None
    state = after(state, "Cleo plays yellow-1 yellow-2")
    assert GAME.forced(state) == Pass(0)


@pytest.mark.parametrize(
    ("sequence", "forced"),
    [("blue-5 blue-6", None), ("blue-13 blue-14", None), ("blue-14 blue-15", Pass(0))],
)
def test_a_pass_is_forced_when_no_sequence_can_be_higher(sequence: str, forced: Pass | None) -> None:
    """Components: the cards end with 15. Ann has shown both cards that were set aside, and cannot twist."""
    state = after(started(), f"Ann twist; Ann twist; Ann plays red-3 red-4; Ben pass; Cleo plays {sequence}")
    assert GAME.forced(state) == forced


def test_a_pass_is_forced_when_every_higher_sequence_lacks_a_card_of_its_colour() -> None:
    """Components: each card once in each colour. Two 14s lie open, one 13 and one 15: of each number some are left."""
    state = after(
        started(), "Ann twist; Ann twist; Ann plays yellow-14; Ben plays red-15; Cleo pass; Ann pass; Ben pass"
    )
    state = after(state, "Ben plays blue-14; Cleo pass; Ann pass; Ben pass; Ben plays red-12 red-13; Cleo pass")
    assert GAME.forced(state) == Pass(0)
    # Without the blue 14, blue 13 and 14 could still come, and blue 14 and 15.
    state = after(
        started(), "Ann twist; Ann twist; Ann plays yellow-14; Ben plays red-15; Cleo pass; Ann pass; Ben pass"
    )
    assert GAME.forced(after(state, "Ben plays red-12 red-13; Cleo pass")) is None


def shown(state: State) -> list[str]:
    """The labels of the numbers on the pad, and of its words."""
    return labels(asked(GAME, state).level, only_shown=True)


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        ("", "1 2 3 4 5 6 7 9 10 11 12"),
        ("; Ann plays 7", "9 10 11 12"),
        ("; Ann plays 9 9; Ben pass; Cleo pass; Ann pass; Ann plays 6 6", "7 10 11 12"),
        ("; Ann plays red-5 red-6", "6 9 10 11 12"),
    ],
)
def test_a_number_of_which_all_cards_are_seen_is_not_offered(lines: str, numbers: str) -> None:
    """Nor is a twist, once all three 8s are shown. Their keys still say why they are refused."""
    state = after(started(), f"Ann twist; Ann twist; Ann plays 8{lines}")
    assert shown(state)[: len(numbers.split())] == numbers.split()
    assert "twist" not in shown(state)
    assert keys_for(asked(GAME, state).level, read(state, "Ben twist" if lines else "Ann plays 8")) is not None


def test_the_number_of_a_sequence_is_its_lowest_card_and_said_to_be() -> None:
    lead, follow, pair = (
        asked(GAME, after(started(), line)) for line in ("", "Ann plays red-5 red-6", "Ann plays 5 5")
    )
    said = [ENGLISH.say(prompt.level.title) for prompt in (lead, follow, pair)]
    assert said == ["A card, or the lowest of a sequence", "Lowest card", "The number"]
    assert [prompt.names_several_things for prompt in (lead, follow, pair)] == [False, True, False]
    highest = asked(GAME, after(started(), "Ann plays red-14 red-15"))
    assert not highest.names_several_things
    assert labels(highest.level, only_shown=True) == ["twist", "pass"]
    five = lead.level.choices[4].level()
    assert five is not None
    assert labels(five)[3:] == ["colour not said", "a pair", "three alike", "a sequence up from it"]


def test_a_leader_with_one_card_is_asked_for_no_more() -> None:
    """Point 5: a lead is one card or several, as far as the hand has them."""
    state = after(
        started(2), "Ann plays red-1 red-2 red-3 red-4; Ben pass; Ann pass; Ann plays 5 5; Ben pass; Ann pass"
    )
    state = after(state, "Ann plays 6 6; Ben pass; Ann pass")
    card = next(choice for choice in asked(GAME, state).level.choices if choice.label == "9").level()
    assert card is not None
    assert labels(card) == ["blue", "red", "yellow", "not said"]
    assert ENGLISH.say(card.title) == "colour"


@pytest.mark.parametrize(
    ("seat", "words", "sentence"),
    [
        (None, ("flip", "3"), "“flip” is nobody's name, and no word that a line can begin with here."),
        (0, ("bid",), "“bid” is not a word of this game: say plays, pass, twist, out, sits or three-eights."),
        (0, ("pass", "3"), "Nothing follows “pass” on its line."),
        (0, ("plays",), "Name the cards after “plays”: red-5, or 5 with its colour unsaid."),
        (0, ("plays", "red-x"), "“red-x” does not read as a card: say red-5, or 5."),
        (0, ("sits",), "Name one seat by its number after “sits”."),
        (0, ("sits", "1", "2"), "Name one seat by its number after “sits”."),
        (0, ("sits", "01"), "“01” does not read as the number of a seat."),
    ],
)
def test_lines_that_cannot_be_read_say_how_to_write_them(
    seat: int | None, words: tuple[str, ...], sentence: str
) -> None:
    """Record, syntax."""
    with pytest.raises(Refused) as refused:
        GAME.read(RecordLine(seat, words))
    assert refused.value.refusal.code.value == "syntax"
    assert ENGLISH.say(refused.value.refusal.sentence) == sentence
