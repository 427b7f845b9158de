"""Plays a game in stretches. A stretch is repeated if the host stalled during one of its presses."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from tools.emulation.box import GAMES, JOURNAL, play, presses, refusals, repeat_until_undisturbed, wait_active
from tools.emulation.commands import HostTooBusy
from tools.emulation.guest import Guest, TimedPress
from tools.emulation.report import RunReport

MIN_PRESS_COUNT = 40
"""The minimum number of presses of a stretch, which ends where a declaration ends."""
KEPT = "/var/lib/box/kept"
"""The folder in the guest with the games as they were before a stretch."""
SETTLING_S = 1.0


def pieces(script: str, length: int = MIN_PRESS_COUNT) -> Iterator[str]:
    """Yield a key script in parts. A declaration, whose last press has a comment, is never divided."""
    part: list[str] = []
    for line in script.splitlines(keepends=True):
        part.append(line)
        if "#" in line and len(part) >= length:
            yield "".join(part)
            part = []
    if part:
        yield "".join(part)


def stretches(script: str, length: int = MIN_PRESS_COUNT) -> Iterator[list[TimedPress]]:
    """Yield the presses of a key script in parts, as `pieces` divides it."""
    return (presses(part) for part in pieces(script, length))


def join_stretches(parts: Iterable[Sequence[TimedPress]], length: int = MIN_PRESS_COUNT) -> Iterator[list[TimedPress]]:
    """Yield the same presses in longer parts of at least `length`, except for the last."""
    longer: list[TimedPress] = []
    for part in parts:
        longer += part
        if len(longer) >= length:
            yield longer
            longer = []
    if longer:
        yield longer


def play_in_stretches(guest: Guest, report: RunReport, parts: Iterable[Sequence[TimedPress]]) -> list[str]:
    """Play parts of a script one after another. Returns the refusals of the runs that the host did not spoil.

    Raises HostTooBusy if the host spoils a stretch again and again.
    """
    found: list[str] = []
    for part in parts:
        guest.run(f"rm -rf {KEPT}; cp -a {GAMES} {KEPT}")
        found += repeat_until_undisturbed(report, partial(_stretch, guest, part))
    return found


def _stretch(guest: Guest, stretch: Sequence[TimedPress]) -> list[str]:
    before = len(refusals(guest))
    try:
        play(guest, stretch)
    except HostTooBusy:
        _go_back(guest)
        raise
    settled_rows(guest)
    return refusals(guest)[before:]


def _go_back(guest: Guest) -> None:
    """Restart the box with the games as they were before the stretch."""
    guest.run("systemctl stop tablekeeper", 120)
    guest.run(f"find {GAMES} -mindepth 1 -not -name lost+found -delete; cp -a {KEPT}/. {GAMES}", 120)
    guest.run("systemctl start tablekeeper", 120)
    wait_active(guest)


def rows(guest: Guest) -> list[str]:
    """The rows of the journal."""
    return guest.journal_rows(JOURNAL)


def settled_rows(guest: Guest) -> list[str]:
    """The rows of the journal, once the last presses have taken effect."""
    found = rows(guest)
    while True:
        time.sleep(SETTLING_S)
        before, found = found, rows(guest)
        if found == before:
            return found
