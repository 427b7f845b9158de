"""Keys that mean nothing where they were pressed: the notice says what would have meant something."""

from __future__ import annotations

from device.contract.keycodes import Empty, Level
from display.vocabulary import Hold, Notice, Tone
from display.words import Label, Several, Text, text

MOST_NAMED = 6
"""Answers that a sentence can list; of more, the page's key map says them."""


def wrong_keys(empty: Empty[object], holds: tuple[Hold, ...] = (), *, left: bool = False) -> Notice:
    """The notice of keys that choose nothing. `holds` are what holding a key does here, where nothing else is asked.

    `left` says whether something of the entry was typed before those keys, and is there still.
    """
    held = tuple(hold for hold in holds if hold.key == empty.rest[:1])
    if held and not empty.level.choices:
        told = text("Hold {key} for it: {what}.", key=held[0].key, what=held[0].label)
        return Notice(Tone.REFUSAL, text("Not long enough"), (told, text("Nothing has changed: press what is right.")))
    possible = _possible(empty.level)
    if empty.said:
        said = Several(empty.said)
        told = text(
            "{keys} means nothing after {said}. Possible: {choices}.", keys=empty.rest, said=said, choices=possible
        )
    else:
        told = text("{keys} means nothing here. Possible: {choices}.", keys=empty.rest, choices=possible)
    return not_possible(told, left=left)


def not_possible(told: Text, *, left: bool) -> Notice:
    """The notice of keys that can't be, in a sentence that says why."""
    go_on = text("What was typed before it stays: press what is right.")
    lines = (told, go_on if left else text("Nothing has changed: press what is right."))
    return Notice(Tone.REFUSAL, text("Not possible"), lines)


def _possible(level: Level[object]) -> Several | Text:
    """What the keys can mean at a level, each with its keys as far as there is room."""
    cells = sorted(((level.code(choice.slot), choice.label) for choice in level.choices), key=lambda cell: cell[0])
    if len(cells) <= MOST_NAMED:
        return Several(tuple(_keyed(keys, label) for keys, label in cells))
    numbers = [(keys, label) for keys, label in cells if isinstance(label, str) and label.isdecimal()]
    if len(cells) - len(numbers) > MOST_NAMED - 2:
        return text("what the page shows")
    (first, low), (last, high) = numbers[0], numbers[-1]
    span = text("{low} to {high}, {first} to {last}", low=low, high=high, first=first, last=last)
    return Several((span, *(_keyed(*cell) for cell in cells if cell not in numbers)))


def _keyed(keys: str, label: Label) -> Text:
    return text("{keys} {label}", keys=keys, label=label)
