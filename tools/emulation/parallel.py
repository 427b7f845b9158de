"""Runs the parts of the emulation in parallel: guests mostly wait, for a key, a panel or a watchdog."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from tools.emulation.box import Bench
from tools.emulation.commands import CannotEmulate
from tools.emulation.report import RunProgress, RunReport


@dataclass(frozen=True)
class RunPart:
    """A part of the emulation, with its number of simultaneous guests. If `alone`, it measures the machine itself."""

    run: Callable[[Bench, RunReport], None]
    guest_count: int = 1
    alone: bool = False

    def place_count(self, among: int) -> int:
        """How many of `among` places for guests this part takes."""
        return among if self.alone else min(self.guest_count, among)


def run_parts(parts: Mapping[str, RunPart], places: int, bench: Bench, progress: RunProgress) -> None:
    """Run parts with at most `places` guests at once. Each part begins as soon as there are places, in order."""
    waiting, running = dict(parts), dict[Future[None], RunPart]()
    with ThreadPoolExecutor(places) as pool:
        while waiting or running:
            while (name := first_that_fits(waiting, running.values(), places)) is not None:
                part = waiting.pop(name)
                running[pool.submit(_run, name, part, bench, progress)] = part
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                del running[done]
                done.result()


def first_that_fits(waiting: Mapping[str, RunPart], running: Iterable[RunPart], places: int) -> str | None:
    """The first waiting part with enough free places beside the running ones; None if there is none."""
    free = places - sum(part.place_count(places) for part in running)
    return next((name for name, part in waiting.items() if part.place_count(places) <= free), None)


def _run(name: str, part: RunPart, bench: Bench, progress: RunProgress) -> None:
    """Run a part. If it raises an exception, it counts as failed, and the others still run."""
    with progress.part(name, beside=not part.alone) as report:
        try:
            part.run(bench, report)
        except Exception as error:
            if bench.processes.is_ended:
                return
            report.figure(name, "broken off", "carried through", good=False)
            report.say(str(error) if isinstance(error, CannotEmulate) else traceback.format_exc())
