"""`--hal desktop`: the table in a browser."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from device import deskwords, lock, seats, telling
from device.exits import MISUSED
from device.garbage import settle
from device.printing import complain
from device.simulator import Setting, Simulator, ended_by_signals
from device.wishes import Play, Wishes
from hal import panel
from hal.clock import RealClock
from hal.desktop import desk
from hal.desktop.gate import CannotServe

if TYPE_CHECKING:
    from hal.desktop.desk import Desk

SWITCH_S = 0.0005
"""How soon the server's thread gets its turn while a page is drawn; Python's own 5 ms would be felt in each answer."""


def play(setting: Setting, where: desk.Setting, *, browser: bool) -> int:
    """Play in a browser until a signal ends it, telling on standard output what happens. Returns the exit status."""
    wishes = Wishes(setting.kind, setting.language)
    try:
        with lock.held(setting.data), ended_by_signals(wishes.end):
            seating = seats.Seats(setting.data / seats.FILE)
            try:
                page = desk.Desk(RealClock(), where, wishes, seating)
            except ImportError as error:
                return _sorry(
                    f"the simulator in the browser needs {error.name}: pip install 'tablekeeper[desktop]'."
                    " Or play in the terminal: tablekeeper --hal terminal"
                )
            except CannotServe as error:
                return _sorry(str(error))
            try:
                return _run(page, wishes, setting, seating, browser=browser)
            finally:
                page.close()
    except lock.InUse as error:
        return _sorry(str(error))


def _run(page: Desk, wishes: Wishes, setting: Setting, seating: seats.Seats, *, browser: bool) -> int:
    import display.draw  # noqa: F401  (every evening draws: it is loaded with the rest)

    settle()
    sys.setswitchinterval(SWITCH_S)
    tell = telling.to(sys.stdout, weighted=False)
    tell(f"The table is at {page.open_url} — Ctrl-C ends it.")
    if browser:
        _open(page.open_url)

    def announce(play: Play) -> None:
        page.say("words", deskwords.said(play.language))
        page.say("choices", _choices(play))

    return Simulator(page, wishes, setting, tell, announce, seating).run()


def _choices(play: Play) -> dict[str, object]:
    return {
        "panels": [kind.name for kind in panel.KINDS],
        "panel": play.kind.name,
        "languages": deskwords.languages(),
        "language": play.language.code,
        "gallery": True,
    }


def _open(url: str) -> None:
    """Open a browser where there is a screen for one. A browser in the terminal would only be in the way."""
    if sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        import webbrowser

        webbrowser.open(url)


def _sorry(sentence: str) -> int:
    complain(sentence)
    return MISUSED
