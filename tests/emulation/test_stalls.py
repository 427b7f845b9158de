"""What is made of edges that were recorded while the host stalled."""

from __future__ import annotations

import threading
from typing import cast

import pytest

from tools.emulation.guest import Guest, Move
from tools.emulation.parts.stalls import RecordedEdge, lateness, longest_pause, presses_heard, stalling

MS = 1_000_000


def edge(at_ms: float, level: int, pin: int = 5) -> RecordedEdge:
    return RecordedEdge(pin, level, round(at_ms * MS))


def test_presses_are_what_the_debounce_machine_makes_of_edges() -> None:
    edges = [edge(0, 0), edge(40, 1), edge(80, 0, 6), edge(120, 1, 6), edge(160, 0, 24), edge(1160, 1, 24)]
    assert presses_heard(edges) == ["A", "B", "hD"]


def test_a_press_whose_stamps_are_too_near_each_other_is_lost() -> None:
    assert presses_heard([edge(0, 0), edge(10, 1), edge(80, 0, 6), edge(120, 1, 6)]) == ["B"]


def test_a_stamp_is_late_if_it_is_after_the_move() -> None:
    moves = [Move("A", True, 0, MS), Move("A", False, 40 * MS, 41 * MS), Move("B", True, 80 * MS, 81 * MS)]
    assert lateness(moves, [edge(0.5, 0), edge(41, 1), edge(86, 0)]) == [0, 0, 5 * MS]


def test_a_pause_in_which_edges_may_be_lost_is_found() -> None:
    moves = [Move("A", True, 0, MS), Move("A", False, 41 * MS, 42 * MS), Move("B", True, 842 * MS, 843 * MS)]
    assert longest_pause(moves) == 0.8
    assert longest_pause(moves, 0.9) is None


class GuestThatEnded:
    def __init__(self) -> None:
        self.was_stalled = threading.Event()

    def stall(self, seconds: float) -> None:
        self.was_stalled.set()
        raise ProcessLookupError(seconds)


def test_stalls_that_end_early_are_an_error() -> None:
    guest = GuestThatEnded()
    with pytest.raises(ProcessLookupError), stalling(cast("Guest", guest)):
        assert guest.was_stalled.wait(30)
