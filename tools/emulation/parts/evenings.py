"""A whole golden game of each kind, by the pins alone."""

from __future__ import annotations

from tools.emulation.box import (
    EXPORT,
    ROOT_GOLDEN,
    Bench,
    begin_anew,
    golden,
    script_of,
    wait,
)
from tools.emulation.commands import CannotEmulate
from tools.emulation.guest import Guest
from tools.emulation.report import Report
from tools.emulation.stretches import play_in_stretches, stretches

GAMES = tuple(sorted(path.stem for path in ROOT_GOLDEN.glob("*.txt")))


def run(bench: Bench, report: Report) -> None:
    """Play each game, and compare what is exported with the record it was played from."""
    with bench.booted("evenings") as guest:
        for game in GAMES:
            _evening(guest, game, report)


def _evening(guest: Guest, game: str, report: Report) -> None:
    begin_anew(guest)
    parts = list(stretches(script_of(ROOT_GOLDEN / f"{game}.txt")))
    found = play_in_stretches(guest, report, parts)
    same = exported(guest, golden(game))
    pressed = sum(len(part) for part in parts)
    report.figure(f"{game}: {pressed} presses of 40 ms; refused", found[0] if found else 0, "0", good=not found)
    report.figure(f"{game}: the record that is exported", "identical" if same else "another", "identical", good=same)


def exported(guest: Guest, record: str, seconds: float = 60.0) -> bool:
    """Whether the current game's record becomes this one: what was pressed last may still be under way."""
    try:
        wait(guest, lambda: guest.shell(EXPORT).output == record, "the record is another", seconds)
    except CannotEmulate:
        return False
    return True
