"""`--hal terminal`: the table in a terminal."""

from __future__ import annotations

import os
import signal

from device.run import webwords
from device.run.requests import PlayRecord, TableRequests
from device.run.simulator import Simulator, SimulatorSettings, ended_by_signals
from device.system import lock
from device.system.exitcodes import MISUSED
from device.system.gctuning import settle
from device.system.printing import complain
from device.table import transcript
from display.words import text
from hal.clock.clock import RealClock
from hal.terminal import blocks, charset
from hal.terminal.terminal import NoTerminal, Terminal

HELP = text("a b c d: press · A B C D: hold · q: end · t: picture or words · ↑ ↓: scroll")


def play(setting: SimulatorSettings) -> int:
    """Play in the terminal until somebody ends it. Returns the exit status."""
    requests = TableRequests(setting.kind, setting.language)
    try:
        with lock.held(setting.data), ended_by_signals(requests.end):
            terminal = Terminal(RealClock(), blocks.depth(os.environ), requests.end, charset.encoding(os.environ))
            before = signal.signal(signal.SIGWINCH, lambda *_: terminal.resized())
            try:
                return _run(terminal, requests, setting)
            finally:
                signal.signal(signal.SIGWINCH, before)
                terminal.close()
    except (lock.InUse, NoTerminal) as error:
        complain(str(error))
        return MISUSED


def _run(terminal: Terminal, requests: TableRequests, setting: SimulatorSettings) -> int:
    import display.draw  # noqa: F401  (every evening draws: it is loaded with the rest)

    settle()

    def announce(play: PlayRecord) -> None:
        terminal.words(play.language.say(HELP), webwords.cues(play.language))

    return Simulator(terminal, requests, setting, transcript.nobody, announce).run()
