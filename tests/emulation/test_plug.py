"""How many ends of the plug are judged, where a busy host spoils some."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tools.emulation.box import Bench
from tools.emulation.commands import CannotEmulate
from tools.emulation.guest import Guest, GuestProcesses, Move, TimedPress
from tools.emulation.kernel import Kernel
from tools.emulation.parts import plug


class Spoiling:
    """A guest of which every end is spoilt that stands in `spoilt`; each end acknowledges one row, and all are kept."""

    def __init__(self, spoilt: set[int], lost: set[int]) -> None:
        self.spoilt, self.lost, self.ends = spoilt, lost, 0

    def end(self, *_: object) -> list[str] | None:
        self.ends += 1
        return None if self.ends in self.spoilt else ["deal 1"]

    def rows(self, _: object) -> list[str]:
        return [] if self.ends in self.lost else ["deal 1"]


@pytest.mark.parametrize(
    ("spoilt", "lost", "tally"),
    [
        (set(), set(), (5, 0, 5, 0)),
        ({1, 4}, set(), (5, 2, 5, 0)),
        (set(), {5}, (5, 0, 5, 1)),
        (set(range(2, 99)), set(), (1, plug.MAX_SPOILT_COUNT + 1, 1, 0)),
    ],
)
def test_an_end_that_a_busy_host_spoilt_is_replaced_by_another(
    spoilt: set[int],
    lost: set[int],
    tally: tuple[int, int, int, int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    guest = Spoiling(spoilt, lost)

    @contextmanager
    def boot(_: object) -> Iterator[Spoiling]:
        yield guest

    monkeypatch.setattr(plug, "boot", boot)
    monkeypatch.setattr(plug, "play_until_cut", guest.end)
    monkeypatch.setattr(plug, "rows", guest.rows)
    monkeypatch.setattr(plug, "presses_of", lambda record: [])
    bench = Bench(Kernel(tmp_path, tmp_path, tmp_path), tmp_path, tmp_path, tmp_path, GuestProcesses(), is_card=True)
    found = plug.cut_repeatedly(bench, 0, 5, ["deal 1"])
    assert (found.cut_count, found.spoilt_count, found.acknowledged_count, len(found.faults)) == tally


class FailingGuest(Guest):
    """A guest that acknowledges one row, and answers no press; by itself, or once its power is cut."""

    def __init__(self, *, by_itself: bool) -> None:
        self.is_off = threading.Event()
        self.lines: list[str] = []
        if by_itself:
            self.is_off.set()

    def press(self, _: Sequence[TimedPress]) -> list[Move]:
        self.lines.append("deal 1")
        self.is_off.wait()
        raise CannotEmulate("the guest says nothing")

    def cut(self) -> None:
        self.is_off.set()

    def messages(self) -> list[str]:
        return self.lines.copy()


def test_a_guest_that_fails_before_its_power_is_cut_is_no_good_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plug, "begin_anew", lambda guest: None)
    script = [TimedPress("A", 0.1, 0.1)]
    assert plug.play_until_cut(FailingGuest(by_itself=False), script, 0.1) == ["deal 1"]
    with pytest.raises(CannotEmulate, match="the guest says nothing"):
        plug.play_until_cut(FailingGuest(by_itself=True), script, 60.0)
