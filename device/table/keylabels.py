"""What each of the four keys would mean next, in the few words that fit on a key."""

from __future__ import annotations

from device.contract.keycodes import Level
from device.session.prompts import Meaning
from display.vocabulary import KEYS
from display.words import Language

KeyLabels = tuple[str, ...]
"""A label for each key, A to D; empty where a key means nothing now. None at all where no key is asked for."""


def key_labels(level: Level[Meaning], begun: str, language: Language) -> KeyLabels:
    """What each key means in a level of which the keys `begun` are already typed.

    A key that ends a code says what the code chooses; one that only begins codes says all that they choose.
    """
    found: dict[str, list[tuple[str, str]]] = {key: [] for key in KEYS}
    for choice in level.choices:
        code = level.code(choice.slot)
        if choice.shown and code.startswith(begun):
            found[code[len(begun)]].append((code, language.say(choice.label)))
    return tuple(_joined([label for _, label in sorted(cells)]) for cells in found.values())


def _joined(labels: list[str]) -> str:
    """Labels in a row; of numbers that follow one another, only the ends."""
    ends: list[tuple[str, str]] = []
    for label in labels:
        if ends and label.isdecimal() and ends[-1][1].isdecimal() and int(label) == int(ends[-1][1]) + 1:
            ends[-1] = (ends[-1][0], label)
        else:
            ends.append((label, label))
    return " · ".join(first if first == last else f"{first}\N{EN DASH}{last}" for first, last in ends)
