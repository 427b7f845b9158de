"""Which parts run beside each other, and that one which fails hides no other."""

from __future__ import annotations

import io
import re
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.emulation.__main__ import main
from tools.emulation.box import Bench
from tools.emulation.commands import CannotEmulate
from tools.emulation.guest import GuestProcesses
from tools.emulation.kernel import Kernel
from tools.emulation.parallel import RunPart, first_that_fits, run_parts
from tools.emulation.report import RunProgress, RunReport

NOWHERE = Path("/nonexistent")
BENCH = Bench(Kernel(NOWHERE, NOWHERE, NOWHERE), NOWHERE, NOWHERE, NOWHERE, GuestProcesses())
TIMEOUT_S = 60.0


def nothing(bench: Bench, report: RunReport) -> None:
    pass


ONE, TWO, ALONE = RunPart(nothing), RunPart(nothing, guest_count=2), RunPart(nothing, alone=True)


@pytest.mark.parametrize(
    ("waiting", "running", "found"),
    [
        ({"a": TWO, "b": ONE}, [], "a"),
        ({"a": TWO, "b": ONE}, [TWO], "b"),
        ({"a": TWO, "b": ONE}, [ONE], "a"),
        ({"a": TWO}, [ONE, ONE], None),
        ({"a": ALONE}, [ONE], None),
        ({"a": ALONE}, [], "a"),
        ({"a": ONE}, [ALONE], None),
        ({"a": RunPart(nothing, guest_count=9)}, [], "a"),
        ({}, [ONE], None),
    ],
)
def test_the_first_part_that_there_are_places_for_is_begun(
    waiting: dict[str, RunPart], running: list[RunPart], found: str | None
) -> None:
    assert first_that_fits(waiting, running, 3) == found


@given(
    st.lists(st.builds(RunPart, run=st.just(nothing), guest_count=st.integers(1, 5), alone=st.booleans()), max_size=6),
    st.integers(1, 4),
)
def test_all_parts_run_and_never_with_more_guests_than_places(parts: list[RunPart], places: int) -> None:
    lock, guests, ended = threading.Lock(), 0, list[str]()

    def counting(name: str, part: RunPart) -> RunPart:
        def run(bench: Bench, report: RunReport) -> None:
            nonlocal guests
            with lock:
                guests += part.place_count(places)
                assert guests <= places
            report.figure("x", 1)
            with lock:
                guests -= part.place_count(places)
                ended.append(name)

        return RunPart(run, part.guest_count, part.alone)

    progress = RunProgress(len(parts), io.StringIO())
    run_parts({str(at): counting(str(at), part) for at, part in enumerate(parts)}, places, BENCH, progress)
    assert sorted(ended) == sorted(map(str, range(len(parts))))
    assert sorted(name for name, _ in progress.times) == sorted(ended)
    assert progress.failed == 0


def test_parts_run_beside_each_other() -> None:
    both = threading.Barrier(2)

    def meet(bench: Bench, report: RunReport) -> None:
        both.wait(TIMEOUT_S)

    meets = RunPart(meet)
    progress = RunProgress(2, io.StringIO())
    run_parts({"one": meets, "other": meets}, 2, BENCH, progress)
    assert progress.failed == 0


def test_a_part_that_fails_hides_no_other_and_what_one_found_stands_together() -> None:
    first_done = threading.Event()

    def long(bench: Bench, report: RunReport) -> None:
        report.figure("long, at its beginning", 1)
        assert first_done.wait(TIMEOUT_S)
        report.figure("long, at its end", 2, "3", good=False)

    def broken(bench: Bench, report: RunReport) -> None:
        report.say("a word before")
        try:
            raise CannotEmulate("the guest says nothing.")
        finally:
            first_done.set()

    def mistaken(bench: Bench, report: RunReport) -> None:
        raise ZeroDivisionError("nobody foresaw it")

    progress = RunProgress(4, io.StringIO())
    parts = {"long": RunPart(long), "broken": RunPart(broken), "mistaken": RunPart(mistaken), "well": RunPart(nothing)}
    run_parts(parts, 2, BENCH, progress)
    progress.close()
    shown = progress.stream.getvalue() if isinstance(progress.stream, io.StringIO) else ""
    blocks = dict(re.findall(r"^\[\d/4\] (\w+)\n(.*?)(?=^\[|^\w+ begins$|^$)", shown, re.MULTILINE | re.DOTALL))
    assert blocks["long"].splitlines()[0].startswith("long, at its beginning")
    assert blocks["long"].splitlines()[1].endswith("FAILED")
    assert blocks["broken"].startswith("a word before\nbroken ")
    assert blocks["broken"].endswith("the guest says nothing.\n")
    assert "ZeroDivisionError: nobody foresaw it" in blocks["mistaken"]
    assert blocks["well"] == ""
    assert progress.failed == 3
    assert shown.endswith("3 figures are not as they must be\n")


def test_where_the_power_has_gone_nobody_says_that_parts_broke_off() -> None:
    processes = GuestProcesses()

    def ended(bench: Bench, report: RunReport) -> None:
        processes.kill_all()
        raise BrokenPipeError

    progress = RunProgress(1, io.StringIO())
    run_parts({"ended": RunPart(ended)}, 1, Bench(BENCH.kernel, NOWHERE, NOWHERE, NOWHERE, processes), progress)
    assert progress.failed == 0


def test_a_word_that_names_no_part_is_told_with_those_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["panel", "plugs"])
    assert caught.value.code == 2
    assert "“plugs” is no part; there are start, " in capsys.readouterr().err
