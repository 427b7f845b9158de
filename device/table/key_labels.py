"""Labels for the four keys: what each would mean next, in the few words that fit on a key."""

from __future__ import annotations

from device.contract.keycodes import Level
from device.session.prompts import Meaning
from display.vocabulary import KEYS
from display.words import Language

KeyLabels = tuple[str, ...]
"""A label for each key, A to D; "" if a key means nothing now. The tuple is empty if no key is expected."""


def key_labels(level: Level[Meaning], begun: str, language: Language) -> KeyLabels:
    """The meaning of each key in a level, after the keys `begun`.

    A key that ends a code has the label of its choice. A key that only begins codes has the labels of all their
    choices.
    """
    found: dict[str, list[tuple[str, str]]] = {key: [] for key in KEYS}
    for choice in level.choices:
        code = level.code(choice.slot)
        if choice.shown and code.startswith(begun):
            found[code[len(begun)]].append((code, language.say(choice.label)))
    return tuple(_join_labels([label for _, label in sorted(cells)]) for cells in found.values())


def _join_labels(labels: list[str]) -> str:
    """Join labels; of numbers that follow one another, only the first and last are written."""
    ends: list[tuple[str, str]] = []
    for label in labels:
        if ends and label.isdecimal() and ends[-1][1].isdecimal() and int(label) == int(ends[-1][1]) + 1:
            ends[-1] = (ends[-1][0], label)
        else:
            ends.append((label, label))
    return " · ".join(first if first == last else f"{first}\N{EN DASH}{last}" for first, last in ends)
