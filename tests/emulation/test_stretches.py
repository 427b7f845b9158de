"""How a game is cut into stretches, and what ends guests."""

from __future__ import annotations

import os
import subprocess

import pytest

from tools.emulation.commands import CannotEmulate
from tools.emulation.guest import GuestProcesses, TimedPress
from tools.emulation.stretches import join_stretches, stretches

SCRIPT = "A\nB  # a bid\nhold D\nC\nD  # a card\nA  # a pass\nB\n"


def keys(parts: list[list[TimedPress]]) -> list[str]:
    return ["".join(press.keys for press in part) for part in parts]


def test_a_stretch_ends_where_a_declaration_does() -> None:
    assert keys(list(stretches(SCRIPT, 1))) == ["AB", "DCD", "A", "B"]
    assert keys(list(stretches(SCRIPT, 3))) == ["ABDCD", "AB"]


def test_stretches_together_are_the_whole_script() -> None:
    for length in range(1, 9):
        assert "".join(keys(list(stretches(SCRIPT, length)))) == "ABDCDAB"


def test_stretches_are_joined_into_longer_ones_that_end_where_they_do() -> None:
    assert keys(list(join_stretches(stretches(SCRIPT, 1), 4))) == ["ABDCD", "AB"]
    assert keys(list(join_stretches([], 4))) == []


def test_when_the_power_fails_all_guests_end_and_none_is_started() -> None:
    processes = GuestProcesses()
    first, second = (subprocess.Popen(["sleep", "60"], start_new_session=True) for _ in range(2))
    processes.register(first.pid, 0)
    processes.kill_all()
    assert first.wait(10) < 0
    with pytest.raises(CannotEmulate, match="being ended"):
        processes.register(second.pid, 0)
    assert second.wait(10) < 0


def test_a_guest_gets_a_processor_that_others_leave() -> None:
    processes = GuestProcesses()
    processors = sorted(os.sched_getaffinity(0))
    guests = [subprocess.Popen(["sleep", "60"], start_new_session=True) for _ in processors]
    assert guests
    for guest, processor in zip(guests, processors, strict=True):
        assert processes.least_used_processor() == processor
        processes.register(guest.pid, processor)
    processes.kill(guests[-1].pid)
    assert processes.least_used_processor() == processors[-1]
    processes.kill_all()
    assert all(guest.wait(10) < 0 for guest in guests)


def test_power_that_is_taken_twice_hurts_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first guest's id may be that of another process by then."""
    processes = GuestProcesses()
    guest = subprocess.Popen(["sleep", "60"], start_new_session=True)
    processes.register(guest.pid, 0)
    processes.kill(guest.pid)
    guest.wait(10)
    killed: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda group, _: killed.append(group))
    processes.kill(guest.pid)
    assert killed == []
    with pytest.raises(ProcessLookupError):
        os.kill(guest.pid, 0)
