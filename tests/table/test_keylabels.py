"""What each key would mean next, in the words of the table."""

from __future__ import annotations

from device.contract.keycodes import Choice, Layout, Level, PartialCode, parse_keys
from device.contract.number_pad import number_block_behind, pad
from device.games.loop.combinations import Kind
from device.games.loop.prompt import follow_level, lead_level
from device.session.rows import JournalRow, RowKind
from device.table.feedback import key_labels
from display.languages import language
from display.words import ENGLISH, Label, text


def level(*labels: Label) -> Level[JournalRow]:
    """A level with a cell for each label, from the first slot on."""
    cells = tuple(
        Choice(slot, label, JournalRow(RowKind.TABLE, str(slot))) for slot, label in enumerate(labels, start=1)
    )
    return Level("numbers", text("number"), Layout.PAD, cells)


NUMBERS = level(*(str(number) for number in range(1, 13)), text("pass"))


def test_a_key_that_begins_several_codes_says_all_that_they_choose() -> None:
    """Of numbers that follow one another, the ends."""
    assert key_labels(NUMBERS, "", ENGLISH) == ("1–4", "5–8", "9–12", "DA\N{NO-BREAK SPACE}pass")


def test_a_key_that_ends_a_code_says_what_it_chooses() -> None:
    assert key_labels(NUMBERS, "C", ENGLISH) == ("9", "10", "11", "12")
    assert key_labels(NUMBERS, "D", language("fr")) == ("passe", "", "", "")


def test_the_only_word_that_a_key_begins_stands_after_its_keys() -> None:
    """Key D was “Jérôme”, whose keys are DA: D, and then A for somebody else, was a wrong player."""
    assert key_labels(level("Ann"), "", ENGLISH) == ("AA\N{NO-BREAK SPACE}Ann", "", "", "")
    assert key_labels(level("Ann"), "A", ENGLISH) == ("Ann", "", "", "")


def test_words_stand_beside_each_other() -> None:
    assert key_labels(level("Ann", "Bo", "3", "5"), "", ENGLISH) == ("Ann · Bo · 3 · 5", "", "", "")


def test_a_label_too_long_for_a_key_says_which_options_and_not_their_values() -> None:
    """“play” was cut off on key D."""
    options = ("A round adds up to: anything", "Dealer: not shown", "play")
    assert key_labels(level(*options), "", ENGLISH)[0] == "A round adds up to · Dealer · play"
    assert key_labels(level(*options[1:]), "", ENGLISH)[0] == "Dealer: not shown · play"


def test_the_only_number_above_12_stands_after_all_its_keys() -> None:
    """After D, key A was “13”, and brought one more grid: the code is DAAA. It is read as the panel has it, DA AA."""
    level = lead_level(0)
    only_13 = follow_level(0, Kind.SINGLE, 1, frozenset((13,)), has_twist=False, has_pass=False)
    assert key_labels(only_13, "", ENGLISH)[-1] == "DA AA 13".replace(" ", "\N{NO-BREAK SPACE}")
    assert key_labels(level, "D", ENGLISH)[0] == "AAA\N{NO-BREAK SPACE}13"
    block = number_block_behind(next(choice for choice in level.choices if number_block_behind(choice)))
    assert block is not None
    assert key_labels(block, "A", ENGLISH)[0] == "13"


def test_a_block_of_numbers_that_is_opened_is_no_run_of_cards_among_those_typed() -> None:
    """“7–10, 14–24” stood there, as if both were cards."""
    level = pad("card", text("card"), [Choice(number, str(number), number) for number in range(1, 36)])
    parsed = parse_keys(level, "DA")
    assert isinstance(parsed, PartialCode)
    assert parsed.words == ("13+",)
