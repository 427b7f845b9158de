"""Long entries by keys: a wrong code costs itself only, and hold A takes back what was typed last."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.contract.keycodes import InvalidCode, parse_keys
from device.contract.number_pad import signed_figures
from device.pages.wrong_keys import wrong_keys_notice
from device.pods.seats import FILE_NAME, PodSeats
from device.session.keyscript import key_script
from display.vocabulary import Page
from display.words import ENGLISH
from hal.pods.events import PodIdentity
from tests.table.correcting_keys import changing, kept
from tests.table.tables import play

HEADER = ["game no-thanks", "players Ann Ben Cleo", "set detail totals"]
RUN = [*"ACAD", *"DAAD", *"DC"]
"""3, 4, 16 up to."""


def no_thanks(*lines: str) -> list[str]:
    """The presses that declare these lines after a header; Ann starts."""
    return [*key_script("\n".join([*HEADER, *lines]).encode()), *("" if lines else "DDA")]


def loop(*lines: str) -> list[str]:
    return [
        *key_script("\n".join(["game loop", "players Ann Ben Cleo Dan", "set detail plays", *lines]).encode()),
        *("" if lines else "DDA"),
    ]


def typed(page: Page) -> str:
    """What the page says of an entry half typed: its parts, then the keys of a code half typed."""
    return ", ".join([*map(ENGLISH.say, page.typed_words), *([page.typed_keys] if page.typed_keys else [])])


def page_after(data: Path, keys: list[str]) -> Page:
    return play(data, keys).controller.page()


def told(page: Page) -> list[str]:
    assert page.notice is not None
    return [ENGLISH.say(line) for line in page.notice.lines]


def test_a_wrong_code_late_in_an_entry_costs_that_code_only(tmp_path: Path) -> None:
    """And the entry goes on to the declaration that was meant."""
    keys = [*no_thanks(), *RUN]
    before = page_after(tmp_path / "before", keys)
    wrong = page_after(tmp_path / "wrong", [*keys, *"AA"])
    assert (wrong.typed_words, wrong.keymap) == (before.typed_words, before.keymap)
    assert told(wrong)[-1] == "What was typed before it stays: press what is right."
    done = play(tmp_path / "done", [*keys, *"AA", *"DABB", *"DD", *"BC"])
    assert done.record() == [*HEADER, "Ann holds 3-4 16-18 tokens 7"]


def test_after_a_wrong_code_at_the_beginning_nothing_is_said_to_stay(tmp_path: Path) -> None:
    wrong = page_after(tmp_path, [*no_thanks(), *"AA"])
    assert wrong.typed_words == ()
    assert told(wrong)[-1] == "Nothing has changed: press what is right."


def test_a_wrong_key_in_a_block_of_numbers_leaves_the_block_open(tmp_path: Path) -> None:
    mock = play(tmp_path, [*loop(), *"DA", "D", *"AA"])
    assert mock.record()[-1] == "Ann plays 13"


def test_going_on_after_a_wrong_code_keeps_what_was_typed(tmp_path: Path) -> None:
    """Hold C closes the notice, and nothing else."""
    page = page_after(tmp_path, [*no_thanks(), *RUN, *"AA", "hold C"])
    assert page.notice is None
    assert page.typed_words == page_after(tmp_path / "before", [*no_thanks(), *RUN]).typed_words


def test_a_card_that_lies_elsewhere_costs_its_code_only_and_is_no_cell(tmp_path: Path) -> None:
    """Told at once, by the sentence of the rules."""
    keys = [*no_thanks("Ann holds 4 tokens 1"), *"BA"]
    before, wrong = page_after(tmp_path / "before", keys), page_after(tmp_path / "wrong", [*keys, *"AD"])
    assert told(wrong) == [
        "Ben cannot hold the 4: it lies before Ann, and there is only one.",
        "What was typed before it stays: press what is right.",
    ]
    assert (wrong.typed_words, wrong.keymap) == (before.typed_words, before.keymap)
    assert wrong.keymap.level is not None
    assert {"3", "6"} <= {cell.label for cell in wrong.keymap.level.cells}
    assert "4" not in {cell.label for cell in wrong.keymap.level.cells}


def test_keys_that_mean_nothing_are_told_of_what_is_offered_only(tmp_path: Path) -> None:
    page = page_after(tmp_path, [*loop("Ann plays 10"), *"DC"])
    told_once = told(page)[0].replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert (
        told_once
        == "DC means nothing here. Possible: CC = 11, CD = 12, DA\N{NO-BREAK SPACE}AA = 13, DB = twist and DD = pass."
    )


def test_wrong_keys_for_a_digit_are_told_of_its_keys_in_their_order() -> None:
    """“AA to CB = 1 to 0” read as a range of numbers."""
    code = parse_keys(signed_figures("points", range(-99, 1000), lambda n: n, lambda _: None), "DCCADA")
    assert isinstance(code, InvalidCode)
    told_once = ENGLISH.say(wrong_keys_notice(code).lines[0]).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert told_once == "DA means nothing after “9”. Possible: AA to CA = 1 to 9 and CB = 0."


def test_what_does_not_add_up_says_how_to_correct_what_was_said_before(tmp_path: Path) -> None:
    """Whose entry was last need not have been wrong; to hold B, then D, leads to the lines of the others."""
    keys = [*no_thanks("Ann holds 4 tokens 1", "Ben holds 6 tokens 1"), *"BA", *"DD", *"AA"]
    refused = page_after(tmp_path / "refused", keys)
    assert told(refused) == [
        "All players together hold 3 cards, but 24 are taken in a round: look again.",
        "To correct an earlier line: hold B, then hold D.",
    ]
    correcting = page_after(tmp_path / "correcting", [*keys, "hold B", "hold D"])
    assert correcting.question is not None
    assert ENGLISH.say(correcting.question) == "Round 1: correct which line?"
    back = play(tmp_path / "back", [*keys, "hold A"])
    assert back.record() == [*HEADER, "Ann holds 4 tokens 1"]


def test_the_cards_of_a_refused_answer_come_back_by_one_hold_of_c(tmp_path: Path) -> None:
    keys = [*no_thanks("Ann holds 4-10 tokens 1", "Ben holds 11-15 tokens 1")]
    refused = [*keys, *"DABC", *"DC", *"DBAB", *"DD", *"AA"]
    page = page_after(tmp_path / "refused", refused)
    assert [ENGLISH.say(hold.label) for hold in page.holds] == ["undo", "details", "the same cards", "menu"]
    again = page_after(tmp_path / "again", [*refused, "hold C"])
    assert again.notice is None
    assert ENGLISH.say(again.typed_words[0]) == "19–26"


def test_a_refused_answer_says_that_its_cards_may_stay(tmp_path: Path) -> None:
    """“Nothing has changed” stood beside the offer of what had been typed."""
    refused = page_after(tmp_path, [*no_thanks(), *"AC", *"DC", *"DBBA", *"DD", *"AA"])
    assert told(refused) == [
        "Ann cannot hold 27 cards: there are at most 24 to take.",
        "Hold C for the part that may stay: the same cards.",
    ]


@pytest.mark.parametrize(("last", "asked"), [("DBAC", "tokens"), ("DBAB", "19–26, and then")])
def test_a_card_that_was_left_out_can_be_added_to_the_cards_that_come_back(
    last: str, asked: str, tmp_path: Path
) -> None:
    """The same cards led to the tokens, past the question for the card that was missing."""
    keys = [*no_thanks("Ann holds 4-10 tokens 1", "Ben holds 11-18 tokens 1")]
    refused = [*keys, *"DABC", *"DC", *last, *"DD", *"AA"]
    again = page_after(tmp_path, [*refused, "hold C"])
    assert again.keymap.level is not None
    assert ENGLISH.say(again.keymap.level.title) == asked


def test_the_cards_of_a_refused_answer_outlive_the_correction_of_another_line(tmp_path: Path) -> None:
    """The refusal itself says how to correct an earlier line, and the cards were lost by doing so."""
    keys = [*no_thanks("Ann holds 4-10 tokens 1", "Ben holds 11-15 tokens 1")]
    refused = [*keys, *"DABC", *"DC", *"DBAB", *"DD", *"AA"]
    play(tmp_path, keys)
    corrected = [*changing(kept(tmp_path), "Ben holds 11-15 tokens 1", "Ben holds 11-16 tokens 1"), "hold C"]
    after = page_after(tmp_path / "after", [*refused, *corrected])
    assert "Ben holds 11-16 tokens 1" in play(tmp_path / "record", [*refused, *corrected]).record()
    assert [ENGLISH.say(hold.label) for hold in after.holds] == ["undo", "details", "the same cards", "menu"]
    again = page_after(tmp_path / "again", [*refused, *corrected, "hold C"])
    assert again.notice is None
    assert ENGLISH.say(again.typed_words[0]) == "19–26"


def test_no_part_of_an_old_answer_is_offered_once_another_was_given(tmp_path: Path) -> None:
    keys = [*no_thanks("Ann holds 4-10 tokens 1", "Ben holds 11-15 tokens 1")]
    given = [*keys, *"DABC", *"DC", *"DBAB", *"DD", *"AA", "hold A", "hold C"]
    play(tmp_path, keys)
    corrected = [*changing(kept(tmp_path), "Ann holds 4-10 tokens 1", "Ann holds 4-9 tokens 1"), "hold C"]
    after = page_after(tmp_path / "after", [*given, *corrected])
    assert "the same cards" not in [ENGLISH.say(hold.label) for hold in after.holds]


@pytest.mark.parametrize(
    ("keys", "left"),
    [
        ("ACADA", "3, 4"),
        ("ACAD", "3"),
        ("ACDAAD", "3"),
        ("ACDAA", "3, 13+"),
        ("ACDA", "3"),
        ("ACDADC", "3, 13+"),
        ("ACADDD", "3, 4"),
        ("A", ""),
    ],
)
def test_hold_a_takes_back_what_was_typed_last(tmp_path: Path, keys: str, left: str) -> None:
    """A code that is half typed, else the last part of the entry, a number as a whole."""
    assert typed(page_after(tmp_path, [*no_thanks(), *keys, "hold A"])) == left


def test_hold_a_goes_back_step_by_step_and_then_to_the_last_declaration(tmp_path: Path) -> None:
    keys = [*no_thanks("Ann holds 9 tokens 1"), *RUN, "A"]
    back = [typed(page_after(tmp_path / str(held), [*keys, *["hold A"] * held])) for held in range(1, 5)]
    assert back[1:] == ["3, 4, 16", "3, 4", "3"]
    assert play(tmp_path / "empty", [*keys, *["hold A"] * 5]).record() == [*HEADER, "Ann holds 9 tokens 1"]
    assert play(tmp_path / "undone", [*keys, *["hold A"] * 6]).record() == HEADER


def test_in_the_options_hold_a_goes_back_one_level(tmp_path: Path) -> None:
    """Of No Thanks!: rounds, then the first row of the pad."""
    keys = list(key_script(b"game no-thanks\nplayers Ann Ben Cleo\n"))
    rounds = page_after(tmp_path / "rounds", [*keys, "A"])
    assert page_after(tmp_path / "row", [*keys, "A", "B", "hold A"]) == rounds
    wrong = page_after(tmp_path / "wrong", [*keys, "A", *"DD"])
    assert (wrong.typed_words, wrong.keymap) == (rounds.typed_words, rounds.keymap)
    assert page_after(tmp_path / "list", [*keys, "A", "hold A"]) == page_after(tmp_path / "before", keys)


def test_an_entry_on_a_pod_outlives_its_wrong_code_and_others_declarations(tmp_path: Path) -> None:
    PodSeats(tmp_path / FILE_NAME).assign(PodIdentity("pod1"), 1)
    wrong = [f"pod1 {key}" for key in "BAAA"]
    mock = play(tmp_path, [*no_thanks(), *wrong, *"ACDDAA", *(f"pod1 {key}" for key in "DDAB")])
    assert mock.record() == [*HEADER, "Ann holds 3 tokens 1", "Ben holds 5 tokens 2"]


@pytest.mark.parametrize(
    "looking", [["hold B", "hold A"], ["hold D", "hold D"], ["hold D", *"AA"], ["hold D", "A", "hold D"]]
)
def test_an_entry_goes_on_after_a_look_at_details_or_the_menu(tmp_path: Path, looking: list[str]) -> None:
    keys = [*no_thanks(), *RUN]
    before = page_after(tmp_path / "before", keys)
    page = page_after(tmp_path / "after", [*keys, *looking])
    assert (page.typed_words, page.keymap) == (before.typed_words, before.keymap)
    done = play(tmp_path / "done", [*keys, *looking, *"DABB", *"DD", *"BC"])
    assert done.record() == [*HEADER, "Ann holds 3-4 16-18 tokens 7"]


def test_an_entry_is_forgotten_once_its_question_was_answered_otherwise(tmp_path: Path) -> None:
    """By the menu: Ben's cards instead of Ann's, and then Ann's from the beginning."""
    keys = [*no_thanks(), *"AC", "hold D", *"DA", *"B", *"AD", *"DD", *"DD", "A"]
    mock = play(tmp_path, keys)
    assert mock.record()[-1] == "Ben holds 4 tokens 0"
    assert typed(mock.controller.page()) == ""


def test_an_option_being_chosen_stands_in_the_place_of_the_question_without_the_value_it_has(tmp_path: Path) -> None:
    """That would read as what was typed. Beside the question, a long option was cut, and stood below it once more."""
    keys = list(key_script(b"game no-thanks\nplayers Ann Ben Cleo\n"))
    options = page_after(tmp_path / "options", [*keys])
    assert options.keymap.level is not None
    labels = [ENGLISH.say(cell.label) for cell in options.keymap.level.cells]
    assert labels[0].startswith("Rounds: "), labels
    rounds = page_after(tmp_path / "rounds", [*keys, "A"])
    assert (ENGLISH.say(rounds.question or ""), typed(rounds)) == ("Rounds", "")
    assert rounds.keymap.level is not None
    assert not rounds.keymap.level.title
    assert typed(page_after(tmp_path / "number", [*keys, *"AB"])) == "B"


def test_a_player_whose_figures_are_typed_stands_in_the_place_of_whose_they_are(tmp_path: Path) -> None:
    """The page still asked whose result it is, with the player in small type at its end."""
    keys = list(key_script(b"game no-loose-ends\nplayers Ann Ben Cleo\nset detail totals\nfirst Ann\n"))
    asked = page_after(tmp_path / "asked", keys)
    assert ENGLISH.say(asked.question or "") == "Whose result?"
    bids = page_after(tmp_path / "bids", [*keys, "B"])
    assert (ENGLISH.say(bids.question or ""), typed(bids)) == ("Ben: bids", "")
    covered = page_after(tmp_path / "covered", [*keys, "B", *"AC"])
    assert (ENGLISH.say(covered.question or ""), typed(covered)) == ("Ben: covered bids", "3")


def score_pad(*lines: str) -> list[str]:
    """A score pad on which Ben's points are asked."""
    header = ["game score-pad", "players Ann Ben Cleo", "set rounds 2", "Ann points 3"]
    return list(key_script("\n".join([*header, *lines]).encode()))


def test_a_number_in_the_making_stands_in_the_place_of_the_question(tmp_path: Path) -> None:
    """With its unit, and with what is missing of it."""

    def question(*keys: str) -> str:
        data = tmp_path / "".join(keys)
        page = page_after(data, [*score_pad(), *"".join(keys)])
        assert page.question is not None
        return ENGLISH.say(page.question)

    assert question("DC") == "Ben: _ _ points"
    assert question("DC", "AC") == "Ben: 3_ points"
    assert question("DC", "DC", "AC", "BA") == "Ben: 35_ points"
    assert question("DB", "DC", "AC") == "Ben: \N{MINUS SIGN}3_ points"
    assert question("DD") == "Is it 0 points?"


def test_d_twice_ends_no_number_that_lacks_digits_and_adds_none(tmp_path: Path) -> None:
    keys = [*score_pad(), *"DCDCACBA", *"DD"]
    assert told(page_after(tmp_path / "told", keys))[0] == "1 digit more is to be typed."
    assert play(tmp_path / "typed", [*keys, *"AC"]).record()[-1] == "Ben points 353"


def test_d_twice_once_too_often_gives_nobody_nothing(tmp_path: Path) -> None:
    """After a number that its last digit ends, and after the cards."""
    assert play(tmp_path / "pad", [*score_pad(), *"DCACBA", *"DD"]).record()[-1] == "Ben points 35"
    assert play(tmp_path / "sure", [*score_pad(), *"DCACBA", *"DDA"]).record()[-1] == "Cleo points 0"
    doubled = play(tmp_path / "cards", [*no_thanks(), *"AC", *"DD", *"DD"])
    assert not doubled.record()[-1].startswith("Ann holds")
    question = doubled.controller.page().question
    assert question is not None
    assert ENGLISH.say(question) == "Is it 0 tokens?"


def test_holding_c_with_half_a_code_says_so_and_keeps_it(tmp_path: Path) -> None:
    page = page_after(tmp_path, [*score_pad(), *"DCAC", "hold C"])
    assert told(page)[0] == "This is not complete yet: type the rest, or hold A to take back what was typed last."
    assert play(tmp_path / "again", [*score_pad(), *"DCAC", "hold C", *"BA"]).record()[-1] == "Ben points 35"


@pytest.mark.parametrize(
    "keys",
    [
        [*no_thanks("Ann holds 4 tokens 1", "Ben holds 6 tokens 1"), *"ACDD", "B"],
        [*score_pad(), "hold A", "B"],
        [*score_pad(), "hold D", *"BB", "A"],
    ],
    ids=["at an offer", "after an undo", "in the history"],
)
def test_holding_c_is_offered_only_where_it_does_something(tmp_path: Path, keys: list[str]) -> None:
    """Not while half a code is typed, which it neither completes nor clears."""

    def offered(pressed: list[str]) -> bool:
        return any(hold.key == "C" for hold in page_after(tmp_path / str(len(pressed)), pressed).holds)

    assert offered(keys[:-1])
    assert not offered(keys)
    assert told(page_after(tmp_path / "held", [*keys, "hold C"]))[0].startswith("This is not complete yet")


def test_what_is_half_typed_outlives_a_correction_of_something_else(tmp_path: Path) -> None:
    """Ann's points are corrected while Ben's are half typed."""
    half = [*score_pad(), *"DCAC"]
    play(tmp_path, half)
    correcting = changing(kept(tmp_path), "Ann points 3", "Ann points 4")
    mock = play(tmp_path / "corrected", [*half, *correcting, "hold C"])
    assert mock.record()[-1] == "Ann points 4"
    assert typed(mock.controller.page()) == ""
    question = mock.controller.page().question
    assert question is not None
    assert ENGLISH.say(question) == "Ben: 3_ points"
    assert play(tmp_path / "whole", [*half, *correcting, "hold C", *"BA"]).record()[-1] == "Ben points 35"
