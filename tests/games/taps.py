"""Counts the taps for a record on a phone's large buttons: one for each cell, and one for a whole card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from device.contract.keycodes import Level, keys_for
from device.session.prompts import MenuView, PlayView, question
from device.session.replay import ReplayStep, replay_record
from device.session.session import Stage, Step
from device.table.sidebar_filler import suited_cards
from display.words import ENGLISH


def taps_after_setup(record: bytes) -> Iterator[int]:
    """The taps of each declaration and step of a record after its set-up."""
    begun = False
    for told in replay_record(record):
        if begun:
            yield _taps(told)
        begun = begun or told.advances[0].row.text == Step.PLAY


def _taps(told: ReplayStep) -> int:
    if told.session_before.stage is Stage.SUMMARY:
        return 1
    asked = question(told.session_before, PlayView(), ()).level
    if (keys := keys_for(asked, told.meaning)) is not None:
        return taps_of(asked, keys)
    menu = question(told.session_before, MenuView(), ()).level
    return 1 + taps_of(menu, keys_for(menu, told.meaning) or "")


def taps_of(level: Level[Any], keys: str) -> int:
    """The taps of a code."""
    if any(card.keys == keys for card in suited_cards(level, ENGLISH)):
        return 1
    taps, asked = 0, level
    while keys:
        choice = next(each for each in asked.choices if keys.startswith(asked.code(each.slot)))
        keys = keys.removeprefix(asked.code(choice.slot))
        taps, asked = taps + 1, choice.level() or asked
    return taps
