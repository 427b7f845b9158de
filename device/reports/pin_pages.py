"""The panel's pages for choosing, changing and removing the PIN for phones."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from device.config.table_pin import choose_pin, forget_pin, read_pin
from device.contract.keycodes import Choice, Layout, Level
from device.contract.number_pad import digits
from device.session.places import ArchivePage, ArchivePlace, PinChangePlace, PinPlace
from device.system.not_done import NotDone
from display.vocabulary import Notice, Paragraphs, Tone
from display.words import text
from hal.browser.table_pin import PIN_DIGIT_COUNT

TITLE = text("PIN for phones")
WITHOUT_PIN = text(
    "Phones join by the code alone. With a PIN, they press keys only once somebody has typed it there, too."
)
WITH_PIN = text("Phones that join press keys only once somebody has typed the PIN there, too.")
UNREADABLE_PIN = text("Phones that join can't press keys until another PIN is chosen, or none.")


def pin_page(data: Path, place: PinPlace, _: int) -> ArchivePage:
    """The page that says whether there is a PIN, with keys to choose or remove one."""
    notice = None
    try:
        has_pin = read_pin(data) is not None
        question = text("There is a PIN.") if has_pin else text("There is no PIN.")
        sentence = WITH_PIN if has_pin else WITHOUT_PIN
    except NotDone as unreadable:
        has_pin, notice = True, Notice(Tone.TROUBLE, TITLE, (unreadable.sentence,))
        question, sentence = text("The PIN can't be read."), UNREADABLE_PIN
    digits_level = digits("pin", PIN_DIGIT_COUNT, partial(_place_for_pin, place), _digits_chosen)
    choices: list[Choice[Any]] = [Choice(0, text("another PIN") if has_pin else text("choose a PIN"), digits_level)]
    if has_pin:
        choices.append(Choice(1, text("no PIN"), PinChangePlace(digits=None, parent=place)))
    level = Level("pin of the table", TITLE, Layout.KEYS, tuple(choices))
    return ArchivePage(place, TITLE, question, Paragraphs((sentence,)), level, notice=notice)


def change_pin(data: Path, place: PinChangePlace, max_choices: int) -> ArchivePage:
    """Choose or remove the PIN. Return the page of the PIN, which says so, or why it failed."""
    previous_place = place.parent if isinstance(place.parent, PinPlace) else PinPlace()
    try:
        if place.digits is None:
            forget_pin(data)
            sentence = text("Phones that join need no PIN any more.")
        else:
            choose_pin(data, place.digits)
            sentence = text("This PIN counts from now on, for phones that joined before, too.")
        notice = Notice(Tone.INFORMATION, text("Done"), (sentence,))
    except NotDone as refused:
        notice = Notice(Tone.REFUSAL, text("Not possible"), (refused.sentence,))
    return replace(pin_page(data, previous_place, max_choices), notice=notice)


def _place_for_pin(place: ArchivePlace, typed: str) -> PinChangePlace:
    return PinChangePlace(typed, parent=place)


def _digits_chosen(meaning: object) -> str | None:
    return meaning.digits if isinstance(meaning, PinChangePlace) else None
