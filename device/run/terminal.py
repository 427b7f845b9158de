"""`--hal terminal`: the table in a terminal."""

from __future__ import annotations

import os
import signal

from device.run import page_texts
from device.run.run_settings import RunSettings
from device.run.simulator import Simulator
from device.run.table_assembly import run_alone
from device.run.table_requests import NextTable, TableRequests
from device.system.end_signals import end_on_signals
from device.table import transcript
from display.words import text
from hal.clock.clock import RealClock
from hal.terminal import blocks, charset
from hal.terminal.key_terminal import NoTerminalError
from hal.terminal.terminal import Terminal

HELP = text("a b c d: press · A B C D: hold · q: end · t: picture or words · ↑ ↓: scroll")


def play(settings: RunSettings) -> int:
    """Play in the terminal until somebody ends it. Returns the exit status. Raises UnknownPanel."""
    requests = TableRequests(settings.simulated_panel(), settings.language)
    return run_alone(settings.data, lambda: _serve(requests, settings), (NoTerminalError,))


def _serve(requests: TableRequests, settings: RunSettings) -> int:
    with end_on_signals(requests.end):
        terminal = Terminal(
            RealClock(), blocks.colour_depth(os.environ), requests.end, charset.terminal_encoding(os.environ)
        )
        old_handler = signal.signal(signal.SIGWINCH, lambda *_: terminal.redraw_resized())
        try:
            return _run(terminal, requests, settings)
        finally:
            signal.signal(signal.SIGWINCH, old_handler)
            terminal.close()


def _run(terminal: Terminal, requests: TableRequests, settings: RunSettings) -> int:
    def announce(next_table: NextTable) -> None:
        terminal.set_texts(next_table.language.say(HELP), page_texts.cue_texts(next_table.language))

    return Simulator(terminal, requests, settings, transcript.drop_line, announce).run()
