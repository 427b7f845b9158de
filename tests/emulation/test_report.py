"""What a person sees of a run: figures, a bar, times."""

from __future__ import annotations

import io

from tools.emulation.report import RunProgress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def lines(shown: str) -> list[str]:
    """What stands on a terminal in the end, without trailing spaces."""
    return [line.rpartition("\r\x1b[K")[2].rstrip() for line in shown.split("\n")]


def test_figures_of_a_part_that_is_alone_are_shown_as_they_come() -> None:
    stream = io.StringIO()
    with RunProgress(1, stream).part("start") as report:
        report.figure("units that failed", "none", "none")
        assert stream.getvalue().splitlines()[1].split() == ["units", "that", "failed", "none", "none", "ok"]


def test_the_bar_names_what_runs_and_how_many_parts_are_over() -> None:
    stream = Terminal()
    progress = RunProgress(4, stream)
    with progress.part("one", beside=True):
        with progress.part("two", beside=True) as report:
            report.figure("x", 1)
            assert lines(stream.getvalue()) == ["░" * 24 + " 0/4: one, two"]
        assert lines(stream.getvalue())[0] == "[1/4] two"
        assert lines(stream.getvalue())[-1] == "█" * 6 + "░" * 18 + " 1/4: one"
    assert lines(stream.getvalue())[-1] == ""


def test_the_end_tells_how_long_each_part_took_and_what_failed() -> None:
    stream = io.StringIO()
    progress = RunProgress(1, stream)
    with progress.part("start") as report:
        report.figure("units that failed", "one", "none", good=False)
    progress.close()
    assert [line.split()[0] for line in stream.getvalue().splitlines()[-3:]] == ["start", "together", "1"]
    assert stream.getvalue().endswith("1 figures are not as they must be\n")
