"""`--hal terminal`: the table in a terminal."""

from __future__ import annotations

import os
import signal

from device import deskwords, lock, telling
from device.exits import MISUSED
from device.garbage import settle
from device.printing import complain
from device.simulator import Setting, Simulator, ended_by_signals
from device.wishes import Play, Wishes
from display.words import text
from hal.clock import RealClock
from hal.terminal import blocks, letters
from hal.terminal.place import NoTerminal, Terminal

HELP = text("a b c d: press · A B C D: hold · q: end · t: picture or words · ↑ ↓: scroll")


def play(setting: Setting) -> int:
    """Play in the terminal until somebody ends it. Returns the exit status."""
    wishes = Wishes(setting.kind, setting.language)
    try:
        with lock.held(setting.data), ended_by_signals(wishes.end):
            terminal = Terminal(RealClock(), blocks.depth(os.environ), wishes.end, letters.encoding(os.environ))
            before = signal.signal(signal.SIGWINCH, lambda *_: terminal.resized())
            try:
                return _run(terminal, wishes, setting)
            finally:
                signal.signal(signal.SIGWINCH, before)
                terminal.close()
    except (lock.InUse, NoTerminal) as error:
        complain(str(error))
        return MISUSED


def _run(terminal: Terminal, wishes: Wishes, setting: Setting) -> int:
    import display.draw  # noqa: F401  (every evening draws: it is loaded with the rest)

    settle()

    def announce(play: Play) -> None:
        terminal.words(play.language.say(HELP), deskwords.cues(play.language))

    return Simulator(terminal, wishes, setting, telling.nobody, announce).run()
