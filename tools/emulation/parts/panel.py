"""The panel: the content of its glass, rebuilt from the bytes on SPI, while it works, fails and comes back."""

from __future__ import annotations

import numpy

from tests.hal.simulated.panels import Fault
from tools.emulation.box import Bench, Page, expected_page, page, page_count, play, presses, wait
from tools.emulation.guest import PANEL, Guest
from tools.emulation.report import RunReport

FAULTS = (("every transfer fails", "wires"), ("a refresh never ends", Fault.HANGS.value))
KEYS = ("A", "A", "B", "A")
"""The presses that change the page: for each fault, one while it holds and one after it."""
GIVEN_UP = "reset in the middle of a refresh"
"""The controller's complaint about a refresh that never ended, when the driver gives it up."""
TIMEOUT_S = 180.0
"""Seconds; a refresh that never ends is given up after twice the panel's time."""


def run(bench: Bench, report: RunReport) -> None:
    """Compare the panel's pages with the mock panel's after the same presses."""
    with bench.booted("panel") as guest:
        wait(guest, lambda: page_count(guest) > 0, "the panel has shown nothing")
        differ = differing_pixels(page(guest, 1), expected_page(PANEL, bench.place, frame=0))
        report.figure("pixels of the first page unlike the golden one", differ, "0", good=differ == 0)
        pressed = ""
        for number, (name, fault) in enumerate(FAULTS):
            _fail(guest, fault, KEYS[2 * number])
            pressed += f"{KEYS[2 * number]}\n{KEYS[2 * number + 1]}\n"
            play(guest, presses(KEYS[2 * number + 1]))
            seconds = _wait_for_page(guest, expected_page(PANEL, bench.place, pressed))
            report.figure(f"{name}, and it comes back after (s)", f"{seconds:.0f}", f"≤ {TIMEOUT_S:.0f}")
        complaints = guest.run("journalctl -u box-panel -o cat --no-pager | sed -n 's/^complaint: //p'").splitlines()
        report.figure("what the panel's controller complained of", "; ".join(complaints) or "nothing",
                      "only that", good=set(complaints) <= {GIVEN_UP})  # fmt: skip


def differing_pixels(seen: Page, wanted: Page) -> int:
    """The number of pixels that differ; all of them, if the size differs."""
    return wanted.size if seen.shape != wanted.shape else int(numpy.count_nonzero(seen != wanted))


def _fail(guest: Guest, fault: str, key: str) -> None:
    """Break the panel, press a key, wait until the table reports trouble, and mend the panel."""
    before = len(guest.messages())
    guest.run(f"echo '{fault}' > /run/box/fault.new; mv /run/box/fault.new /run/box/fault")
    play(guest, presses(key))
    wait(guest, lambda: any("panel" in line for line in guest.messages()[before:]), "no trouble was told", TIMEOUT_S)
    guest.run("rm /run/box/fault")


def _wait_for_page(guest: Guest, wanted: Page) -> float:
    return wait(guest, lambda: differing_pixels(page(guest), wanted) == 0, "the page is not on the panel", TIMEOUT_S)
