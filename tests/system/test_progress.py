"""Progress: a bar on a terminal, a few lines in a log, nothing for what is over in a moment."""

from __future__ import annotations

import io
import sys

import pytest

from device.system.progress import MAX_LOG_LINES, Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def run(of: int, step_s: float) -> None:
    clock = Clock()
    progress = Progress("games", of, clock=clock)
    for _ in range(of):
        clock.at += step_s
        progress.step()


def test_a_log_gets_a_line_each_tenth(capsys: pytest.CaptureFixture[str]) -> None:
    run(1000, 0.5)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"games: {100 * tenth} of 1000" for tenth in range(1, MAX_LOG_LINES + 1)]


def test_a_terminal_has_one_line_that_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    run(4, 0.6)
    assert terminal.getvalue() == (
        f"\rgames [{'#' * 20}{' ' * 20}] 2 of 4\rgames [{'#' * 30}{' ' * 10}] 3 of 4\rgames [{'#' * 40}] 4 of 4\n"
    )


def test_a_log_is_not_told_of_the_end_alone(capsys: pytest.CaptureFixture[str]) -> None:
    run(1, 5.0)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("stream", [Terminal, io.StringIO])
def test_of_nothing_nothing_is_to_be_done(monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO]) -> None:
    written = stream()
    monkeypatch.setattr(sys, "stderr", written)
    clock = Clock()
    progress = Progress("games", 0, clock=clock)
    clock.at = 5.0
    progress.set_done(0)
    assert "1 of" not in written.getvalue()


def test_a_line_can_be_printed_in_place_of_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    clock = Clock()
    progress = Progress("games", 4, clock=clock)
    progress.clear()
    clock.at = 2.0
    progress.step()
    drawn = terminal.getvalue()
    progress.clear()
    assert terminal.getvalue() == f"{drawn}\r{' ' * (len(drawn) - 1)}\r"
    progress.step()
    assert terminal.getvalue().endswith("2 of 4")


def test_the_bar_is_not_drawn_more_often_than_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    run(3000, 0.001)
    assert terminal.getvalue().count("\r") == pytest.approx(21, abs=2)


@pytest.mark.parametrize("stream", [Terminal, io.StringIO])
def test_what_is_over_in_a_moment_shows_none(monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO]) -> None:
    written = stream()
    monkeypatch.setattr(sys, "stderr", written)
    run(9, 0.1)
    assert written.getvalue() == ""
