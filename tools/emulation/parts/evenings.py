"""A whole golden game of each kind, by the pins alone."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from itertools import islice

from tools.emulation.box import (
    EXPORT,
    ROOT_GOLDEN,
    Bench,
    begin_anew,
    golden_record,
    play,
    presses,
    script_of,
    wait,
)
from tools.emulation.commands import CannotEmulate
from tools.emulation.guest import Guest
from tools.emulation.report import RunReport
from tools.emulation.stretches import play_in_stretches, stretches

GUEST_COUNT = 2
"""The number of guests."""
LINES_SHOWN = 20
"""The number of lines printed of a diff between two records."""

GAMES = tuple(sorted(path.stem for path in ROOT_GOLDEN.glob("*.txt")))


def run(bench: Bench, report: RunReport) -> None:
    """Play each game, and compare what is exported with the record it was played from."""
    # The longest first. The guest that is done takes the next.
    waiting = iter(sorted(GAMES, key=lambda game: len(golden_record(game)), reverse=True))

    def play_some(number: int) -> None:
        with bench.booted(f"evenings{number}") as guest:
            for game in waiting:
                play_whole(guest, game, report)

    with ThreadPoolExecutor(GUEST_COUNT) as pool:
        list(pool.map(play_some, range(GUEST_COUNT)))


def play_whole(guest: Guest, game: str, report: RunReport, first: str = "") -> None:
    """Play a game on a box that is ready. `first` are the keys for a new box's questions before it."""
    begin_anew(guest)
    play(guest, presses("\n".join(first)))
    parts = list(stretches(script_of(ROOT_GOLDEN / f"{game}.txt")))
    found = play_in_stretches(guest, report, parts)
    pressed = sum(len(part) for part in parts)
    report.figure(f"{game}: {pressed} presses of 40 ms; refused", found[0] if found else 0, "0", good=not found)
    report_export(guest, report, f"{game}: the record that is exported", game)


def report_export(guest: Guest, report: RunReport, name: str, game: str, seconds: float = 60.0) -> None:
    """Report whether the current game's record becomes the golden one; if not, print a diff.

    The last presses may still be under way.
    """
    record = golden_record(game)
    try:
        wait(guest, lambda: guest.shell(EXPORT).output == record, "the record is another", seconds)
    except CannotEmulate:
        report.figure(name, "another", "identical", good=False)
        both = record.splitlines(), guest.shell(EXPORT).output.splitlines()
        for line in islice(unified_diff(*both, "golden", "exported", lineterm="", n=2), LINES_SHOWN):
            report.say(f"    {line}")
    else:
        report.figure(name, "identical", "identical")
