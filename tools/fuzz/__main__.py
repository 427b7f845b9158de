"""`make fuzz`: fuzzes each target for its share of the time, and prints figures and findings.

Inputs that reach new code are gathered in `build/fuzz/TARGET`, in addition to those kept in `tests/fuzz/corpus`. An
input that raises, or takes too long or too much memory, is written to `tests/fuzz/found`, from where the tests replay
it. With `--keep`, the corpus is chosen again: as few inputs as together reach the same code.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from device.system.progress import Progress
from tools.fuzz.choose import choose_inputs
from tools.fuzz.targets import TARGETS
from tools.interruption import until_interrupted
from tools.watched_command import run_watched

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "fuzz"
CORPUS = ROOT / "tests" / "fuzz" / "corpus"
FOUND = ROOT / "tests" / "fuzz" / "found"
DICTIONARIES = Path(__file__).parent / "dictionaries"
MINUTES_IN_ALL = 10
MAX_INPUT_LENGTH = 4096
"""Maximum size of an input in bytes; a golden record has 3,000."""
MAX_KEPT_LENGTH = 2048
"""Maximum size of an input in the repository, in bytes."""
TIMEOUT_S = 20
"""Timeout for one input in seconds, with instrumented code on a busy machine."""
MEMORY_MB = 512
MAX_FINDINGS = 5
"""Number of findings of a target after which fuzzing it ends: more are likely to be the same."""

_EXECUTED = re.compile(r"stat::number_of_executed_units:\s+(\d+)")
_REACHED = re.compile(r"cov: (\d+) ft: (\d+)")
_RUN = re.compile(r"^#(\d+)\s", re.MULTILINE)


class FuzzResult(NamedTuple):
    """The result of fuzzing a target: inputs run, edges of the program's code reached, inputs gathered, findings."""

    runs: int
    edges: int
    inputs: int
    found: tuple[str, ...]


def fuzz(target: str, seconds: float) -> FuzzResult:
    """Fuzz a target for this many seconds, continuing after each finding."""
    gathered = BUILD / target
    gathered.mkdir(parents=True, exist_ok=True)
    runs = edges = 0
    found: list[str] = []
    begun = time.monotonic()
    end, progress = begun + seconds, Progress(f"{target}, seconds", max(1, int(seconds)))

    def look() -> None:
        progress.set_done(min(int(time.monotonic() - begun), int(seconds)))

    while (left := int(end - time.monotonic())) > 0 and len(found) < MAX_FINDINGS:
        output, artefacts = _engine(target, left, look)
        executed = [int(number) for number in (*_EXECUTED.findall(output), *_RUN.findall(output))]
        runs += max(executed, default=0)
        edges = max([edges, *(int(cov) for cov, _ in _REACHED.findall(output))])
        if not executed:
            progress.clear()
            raise SystemExit(f"{target} could not be fuzzed:\n{output[-2000:]}")
        found += [_store_finding(target, one, output) for one in artefacts]
    progress.clear()
    return FuzzResult(runs, edges, len(list(gathered.iterdir())), tuple(found))


def _engine(target: str, seconds: int, look: Callable[[], None]) -> tuple[str, list[tuple[str, bytes]]]:
    """Run atheris until it finds something or the time is over.

    Returns its output, and its findings as (name, data).
    """
    with tempfile.TemporaryDirectory() as artefacts:
        options = [
            f"-max_total_time={seconds}",
            f"-max_len={MAX_INPUT_LENGTH}",
            f"-timeout={TIMEOUT_S}",
            f"-rss_limit_mb={MEMORY_MB}",
            f"-artifact_prefix={artefacts}/",
            "-print_final_stats=1",
        ]
        dictionary = DICTIONARIES / f"{target}.dict"
        if dictionary.exists():
            options.append(f"-dict={dictionary}")
        # Earlier findings are left out of the corpus: they would end each run at once.
        directories = [str(one) for one in (BUILD / target, CORPUS / target) if one.exists()]
        command = [sys.executable, "-m", "tools.fuzz.engine", target, *options, *directories]
        done = run_watched(command, ROOT, look)
        found = [(one.name, one.read_bytes()) for one in sorted(Path(artefacts).iterdir())]
    return done.stdout + done.stderr, found


def _store_finding(target: str, artefact: tuple[str, bytes], output: str) -> str:
    """Write a finding to the tests' folder. Returns the lines to print about it."""
    name, data = artefact
    place = FOUND / target / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    said = re.search(r"=== Uncaught Python exception: ===\n(.*(?:\n.*)*?)\n\n", output)
    return f"{place.relative_to(ROOT)}\n{said[1] if said else output[-800:]}"


def renew_corpus(target: str) -> int:
    """Choose the corpus again from all gathered inputs. Returns its size."""
    kept = CORPUS / target
    sources = [path for place in (kept, BUILD / target) if place.exists() for path in place.iterdir()]
    inputs = choose_inputs(TARGETS[target], [path.read_bytes() for path in sources], MAX_KEPT_LENGTH)
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    for data in inputs:
        (kept / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)
    return len(inputs)


def main() -> int:
    """Fuzz, and print the figures. Returns 1 if anything was found, else 0."""
    parser = argparse.ArgumentParser(description="Fuzz what is read from outside.")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of {', '.join(TARGETS)}; all if none is named")
    parser.add_argument("--seconds", type=float, help=f"for each target; {MINUTES_IN_ALL} minutes in all if not said")
    parser.add_argument("--keep", action="store_true", help="choose the kept inputs anew afterwards")
    given = parser.parse_args()
    strange = sorted(set(given.targets) - set(TARGETS))
    if strange:
        parser.error(f"there is no target {', '.join(strange)}; there are {', '.join(TARGETS)}")
    targets = given.targets or list(TARGETS)
    seconds = MINUTES_IN_ALL * 60 / len(targets) if given.seconds is None else given.seconds
    findings = 0
    print(f"{'target':<9}{'runs':>9}{'edges':>8}{'inputs':>8}{'kept':>6}{'found':>7}", flush=True)
    for target in targets:
        figures = fuzz(target, seconds)
        kept = renew_corpus(target) if given.keep else sum(1 for one in (CORPUS / target).glob("*"))
        row = f"{target:<9}{figures.runs:>9,}{figures.edges:>8,}{figures.inputs:>8,}{kept:>6}{len(figures.found):>7}"
        print("\n".join((row, *figures.found)), flush=True)
        findings += len(figures.found)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
