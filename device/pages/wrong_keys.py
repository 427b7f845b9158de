"""The notice for keys that mean nothing at the moment: it says which keys would mean something."""

from __future__ import annotations

from itertools import filterfalse

from device.contract.keycodes import Choice, InvalidCode, Level
from device.contract.number_pad import number_block_behind, whole_code
from display.vocabulary import Hold, Notice, Tone, keys_apart
from display.words import Label, Several, Text, text

MAX_LISTED_ANSWERS = 6
"""The maximum number of answers listed in a sentence. More are only in the page's key map."""

_KEPT = text("What was typed before it stays: press what is right.")


def wrong_keys_notice(code: InvalidCode[object], holds: tuple[Hold, ...] = (), *, is_kept: bool = False) -> Notice:
    """The notice of keys that choose nothing. `holds` are the holds of this moment, listed if no keys are expected.

    `is_kept` says whether keys typed before those are still there.
    """
    matching_holds = tuple(hold for hold in holds if hold.key == code.remaining_keys[:1])
    if matching_holds and not code.level.choices:
        sentence = text("Hold {key} for a second: {what}.", key=matching_holds[0].key, what=matching_holds[0].label)
        return Notice(Tone.REFUSAL, text("Not long enough"), (sentence, text("Nothing has changed.")))
    if not any(choice.shown for choice in code.level.choices):
        return _nothing_asked_notice(code, holds)
    possible = _possible_keys(code.level)
    # A heading of a level stands among its words, although nobody has typed it.
    if code.words and code.level.shown_question not in code.words and not code.level.is_secret:
        sentence = text(
            "{keys} means nothing after “{said}”. Possible: {choices}.",
            keys=code.remaining_keys,
            said=Several(code.words),
            choices=possible,
        )
    else:
        sentence = text("{keys} means nothing here. Possible: {choices}.", keys=code.remaining_keys, choices=possible)
    return refused_keys_notice(sentence, is_kept=is_kept)


def _nothing_asked_notice(code: InvalidCode[object], holds: tuple[Hold, ...]) -> Notice:
    """The notice if no key answers anything: it lists the holds, if there are any."""
    if not holds:
        sentence = text("{keys} means nothing now: there is nothing to answer yet.", keys=code.remaining_keys)
    else:
        choices = Several(tuple(_keys_with_meaning(text("hold {key}", key=hold.key), hold.label) for hold in holds))
        sentence = text("{keys} means nothing here. Possible: {choices}.", keys=code.remaining_keys, choices=choices)
    return refused_keys_notice(sentence, is_kept=False)


def refused_keys_notice(sentence: Text, *, is_kept: bool) -> Notice:
    """The notice of keys that are not possible, with a sentence that says why."""
    lines = (sentence, _KEPT if is_kept else text("Nothing has changed: press what is right."))
    return Notice(Tone.REFUSAL, text("Not possible"), lines)


def hold_for_part(part: Label) -> Text:
    """The sentence that holding C types a part of a refused answer again."""
    return text("Hold C for the part that may stay: {what}.", what=part)


def with_part_typed_again(notice: Notice, part: Label) -> Notice:
    """The notice of a refused answer, once the part that may stay is typed again."""
    hold_hint = hold_for_part(part)
    lines, *shorter_lines = (
        tuple(_KEPT if line == hold_hint else line for line in lines) for lines in (notice.lines, *notice.shorter_lines)
    )
    return notice._replace(lines=lines, shorter_lines=tuple(shorter_lines))


def _possible_keys(level: Level[object]) -> Several | Text:
    """The answers at a level, each with its keys, as far as there is room."""
    shown = sorted((choice for choice in level.choices if choice.shown), key=lambda choice: level.code(choice.slot))
    if len(shown) <= MAX_LISTED_ANSWERS:
        return Several(tuple(_choice_with_keys(level, choice) for choice in shown))
    numbers = list(filter(_is_number, shown))
    others = list(filterfalse(_is_number, shown))
    if len(others) > MAX_LISTED_ANSWERS - 2 or numbers[-1].slot - numbers[0].slot >= len(numbers):
        return text("what the page shows")
    low, high = numbers[0], numbers[-1]
    keys = _label_range(level.code(low.slot), level.code(high.slot))
    range_with_keys = _keys_with_meaning(keys, _label_range(low.label, high.label))
    return Several((range_with_keys, *(_choice_with_keys(level, choice) for choice in others)))


def _choice_with_keys(level: Level[object], choice: Choice[object]) -> Text:
    return _keys_with_meaning(keys_apart(whole_code(level, choice)).replace(" ", "\N{NO-BREAK SPACE}"), choice.label)


def _keys_with_meaning(keys: Text | str, label: Label) -> Text:
    """Keys and their meaning, without a line break between."""
    return text("{keys}\N{NARROW NO-BREAK SPACE}=\N{NARROW NO-BREAK SPACE}{label}", keys=keys, label=label)


def _label_range(first: Label, last: Label) -> Text:
    return text("{first}\N{NARROW NO-BREAK SPACE}to\N{NARROW NO-BREAK SPACE}{last}", first=first, last=last)


def _is_number(choice: Choice[object]) -> bool:
    """Whether a cell is a single number: neither a block, nor zero, which comes after the other numbers."""
    is_number = isinstance(choice.label, str) and choice.label.isdecimal()
    return is_number and number_block_behind(choice) is None and choice.label != "0"
