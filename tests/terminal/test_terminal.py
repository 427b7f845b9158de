"""The table in a terminal: a real pty, the real program."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from device.journal.export import exported_lines
from device.session.keyscript import key_script
from hal.clock.clock import VirtualClock
from hal.panel.panel import panel_kind
from hal.table.threaded_table import ThreadedTable
from hal.terminal import terminal as terminals
from hal.terminal.blocks import ColourDepth
from hal.terminal.charset import terminal_encoding
from tests.browser.desks import NAMES
from tests.browser.tables import game
from tests.preloaded_program import ROOT
from tests.terminal.ptys import TIMEOUT_S, Terminal

GAME = game("no-loose-ends", 2, 1, (("detail", "totals"),))


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    config = tmp_path / "tablekeeper.toml"
    config.write_text(f"roster = {list(NAMES)!r}\n", encoding="utf-8")
    return ["--data", str(tmp_path / "data"), "--config", str(config)]


def typed(keys: tuple[str, ...]) -> str:
    """Keys as they are typed: small letters press, capitals hold."""
    return "".join(key[-1] if key.startswith("hold") else key.lower() for key in keys)


def test_a_whole_game_is_typed_and_the_terminal_is_as_before(arguments: list[str], tmp_path: Path) -> None:
    terminal = Terminal(arguments)
    terminal.shows("Which game?")
    terminal.until(lambda: "hold" in terminal.screen.display[-1])
    terminal.type(typed(GAME.keys) + " c")
    terminal.shows("play again")
    assert "".join(f"{line}\n" for line in exported_lines(tmp_path / "data", None)) == GAME.record
    terminal.type("q")
    assert terminal.end() == 0
    assert terminal.raw.endswith(b"\x1b[?2004l\x1b[?25h\x1b[?1049l")


def test_a_line_of_the_past_is_corrected(arguments: list[str], tmp_path: Path) -> None:
    lines = ["game loop", "players 1 2 3 4", "set detail finish", "1 out", "2 out"]
    terminal = Terminal(arguments)
    terminal.shows("Which game?")
    terminal.type(typed(tuple(key_script("\n".join(lines).encode(), NAMES))))
    terminal.shows("Player 2 is out")
    terminal.type("BDaaac")
    terminal.shows("Correct it like this?")
    terminal.type("C")
    terminal.shows("Correction: Player 3 is out.")
    assert list(exported_lines(tmp_path / "data", None)) == [*lines[:4], "3 out"]
    terminal.type("q")
    assert terminal.end() == 0


def test_the_terminal_is_as_it_was_before(arguments: list[str]) -> None:
    terminal = Terminal(arguments)
    terminal.shows("Which game?")
    assert terminal.settings != terminal.settings_before
    terminal.type("q")
    assert terminal.end() == 0
    assert terminal.settings == terminal.settings_before


@pytest.mark.parametrize("step", range(5))
def test_a_key_at_the_moment_when_the_table_closes_leaves_the_keyboard_in_use(step: int) -> None:
    """In the thread of the keyboard, the table is closed just before one line of the code that processes the key."""
    line, terminal_line = pty.openpty()
    open_tables: list[ThreadedTable] = []
    lines_run: list[int] = []
    has_quit = threading.Event()

    def close_at_step(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            lines_run.append(frame.f_lineno)
            if len(lines_run) > step and open_tables:
                terminal.close_table(open_tables.pop())
        return close_at_step if frame.f_code.co_name == "_process_typed" else None

    threading.settrace(close_at_step)
    try:
        clock = VirtualClock()
        terminal = terminals.Terminal(
            clock, ColourDepth.MONOCHROME, has_quit.set, input_descriptor=terminal_line, output_descriptor=terminal_line
        )
    finally:
        threading.settrace(None)
    open_tables.append(terminal.open_table(panel_kind("what-black")))
    os.write(line, b"aq")
    assert has_quit.wait(TIMEOUT_S)
    for table in open_tables:
        terminal.close_table(table)
    terminal.close()
    os.close(line)
    os.close(terminal_line)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_end_it_in_good_order(how: signal.Signals, arguments: list[str]) -> None:
    terminal = Terminal(arguments)
    terminal.shows("Which game?")
    terminal.signal(how)
    assert terminal.end() == 0
    assert terminal.raw.endswith(b"\x1b[?1049l")


def test_a_terminal_that_goes_away_ends_it(arguments: list[str], tmp_path: Path) -> None:
    terminal = Terminal(arguments)
    terminal.shows("Which game?")
    terminal.type("c")
    terminal.shows("How many players?")
    assert terminal.hang_up() == 0
    assert list(exported_lines(tmp_path / "data", None)) == ["game no-loose-ends"]


def test_what_is_not_a_letter_presses_nothing(arguments: list[str], tmp_path: Path) -> None:
    """Arrows end in letters that are keys' names, and what is pasted was not typed."""
    terminal = Terminal(arguments)
    terminal.shows("Which game?")
    terminal.type("\x1b[A\x1b[B\x1bOC\x1b[1;2D\x1b[200~abcABCD\x1b[201~xyz1")
    terminal.type("c")
    terminal.shows("How many players?")
    terminal.type("A")
    terminal.shows("Which game?")
    terminal.type("q")
    assert terminal.end() == 0
    assert list(exported_lines(tmp_path / "data", None)) == []


def test_the_picture_is_drawn_where_it_can_be_read_and_follows_the_size(arguments: list[str]) -> None:
    terminal = Terminal([*arguments, "--panel", "phat-black"], columns=160, rows=50, COLORTERM="truecolor")
    terminal.shows("▛▀")
    terminal.until(lambda: b"48;2;255;255;255" in terminal.raw)
    assert "hold a key" not in terminal.text
    terminal.resize(60, 20)
    terminal.shows("hold a key")
    assert "▛" not in terminal.text
    terminal.type("t")
    terminal.shows("▌")
    terminal.type("t")
    terminal.shows("hold a key")
    terminal.resize(20, 2)
    terminal.until(lambda: "hold a key" not in terminal.text)
    terminal.type("q")
    assert terminal.end() == 0


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({}, "utf-8"),
        ({"LANG": "en_GB.UTF-8"}, "utf-8"),
        ({"LANG": "C.UTF-8"}, "utf-8"),
        ({"LC_ALL": "", "LC_CTYPE": "fr_FR.ISO-8859-15@euro", "LANG": "fr_FR.UTF-8"}, "iso8859-15"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "ascii"),
        ({"LANG": "de_DE"}, "utf-8"),
        ({"LANG": "xx_XX.no-such-thing"}, "utf-8"),
    ],
)
def test_the_locale_names_the_encoding(environment: dict[str, str], found: str) -> None:
    assert terminal_encoding(environment) == found


@pytest.mark.parametrize(
    ("environment", "seen"),
    [({"NO_COLOR": "1"}, b""), ({"TERM": "vt100"}, b""), ({}, b"48;5;231"), ({"COLORTERM": "24bit"}, b"48;2;255")],
)
def test_colours_are_those_that_the_terminal_has(
    environment: dict[str, str], seen: bytes, arguments: list[str]
) -> None:
    terminal = Terminal([*arguments, "--panel", "phat-red"], columns=160, rows=50, **environment)
    terminal.shows("▌")
    assert (b"[38;" in terminal.raw) == bool(seen)
    assert seen in terminal.raw
    terminal.type("q")
    assert terminal.end() == 0


def test_a_terminal_without_unicode_has_words(arguments: list[str]) -> None:
    """In the letters that it has: French has its accents in Latin-1, and none in ASCII."""
    for locale, there in (("fr_FR.ISO-8859-1", "latin-1"), ("C", "ascii")):
        terminal = Terminal([*arguments, "--lang", "fr", "--panel", "phat-black"], columns=160, rows=50, LC_ALL=locale)
        terminal.until(lambda terminal=terminal: b"fin" in terminal.raw)  # type: ignore[misc]
        terminal.type("tq")
        assert terminal.end() == 0
        said = terminal.raw.decode(there)
        assert "Quel jeu ?" in said
        assert ("défiler" if there == "latin-1" else "defiler") in said


def test_what_does_not_fit_is_scrolled_to(arguments: list[str]) -> None:
    terminal = Terminal(arguments, columns=40, rows=9)
    terminal.shows("Which game?  ↓")
    assert "q: end" in terminal.text
    assert "No Thanks!" not in terminal.text
    terminal.type("\x1b[B")
    terminal.shows("No Thanks!")
    terminal.type("\x1b[B")
    terminal.until(lambda: "↓" not in terminal.screen.display[-3])
    terminal.type("q")
    assert terminal.end() == 0


def test_after_the_last_line_the_first_key_scrolls_back(arguments: list[str]) -> None:
    def line_count() -> int:
        return sum(bool(line.strip()) for line in terminal.screen.display[:-3])

    terminal = Terminal(arguments, columns=40, rows=9)
    terminal.shows("Which game?  ↓")
    terminal.type("\x1b[B" * 20)
    terminal.until(lambda: line_count() == 1)
    terminal.type("\x1b[A")
    terminal.until(lambda: line_count() == 6)
    terminal.type("q")
    assert terminal.end() == 0


def test_without_a_terminal_there_is_a_sentence(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "device", "--hal", "terminal", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs a terminal" in done.stderr
