"""`make mutate`: how many faults, put one by one into a part of the program, the tests of that part find.

A part is a game, the session, the journal or the debouncer (`parts`). mutmut makes the mutants and runs the tests: in a
process forked for each, only tests that reach the mutant, the quickest first, until one fails. A part is mutated in a
copy of the tree, which is changed so that mutmut reaches all of its functions and ignores what is no rule:

- a sentence (the literals of `text` and `counted`) becomes a constant of the module; only its arguments are mutated,
- `strict` of `zip` is left out: it guards against programming errors and can make no difference to users,
- a decorated function (`@cache`, `@property`) is decorated by a statement after it: mutmut skips decorated functions,
- caches are emptied before every test, so that no test uses what an earlier one has computed.

Mutants that time out count as killed, those that no test reaches as survivors.
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import random
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from device.system.progress import Progress
from tools.interruption import until_interrupted
from tools.watched_command import run_watched

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "mutation"
MUTMUT = str(Path(sys.executable).with_name("mutmut"))
SEED = 21
SENTENCES = ("text", "counted")
UNDONE = ("cache", "property")
SURVIVED = (0, 5, 33)
"""mutmut's statuses for a mutant that no test detects: tests pass, pytest finds none, or none reaches it."""
TIMED_OUT = (36, 24, -24, 152, 255)
"""mutmut's statuses for a mutant that times out."""

SESSION_TESTS = (
    "tests/session",
    "tests/games/test_many_games.py",
    "tests/games/test_registered.py",
    "tests/journal/test_snapshots.py",
    "tests/pages/test_grown_rounds.py",
    "tests/pages/test_standings.py",
    "tests/table/test_checking_rounds.py",
    "tests/table/test_correcting.py",
    "tests/table/test_earlier.py",
    "tests/table/test_explained_keys.py",
    "tests/table/test_language.py",
    "tests/table/test_missing_package.py",
    "tests/table/test_one_transaction.py",
    "tests/table/test_people_at_the_table.py",
    "tests/table/test_redo.py",
    "tests/table/test_table_flow.py",
    "tests/table/test_text_edits.py",
    "tests/table/test_titles.py",
    "--deselect=tests/journal/test_snapshots.py::test_what_is_declared_meanwhile_does_not_stay_in_memory",
    "--deselect=tests/session/test_many_corrections.py::test_corrections_take_no_more_memory_than_what_they_replaced",
)
"""The session's decisions are also tested at a table. Without tests that measure memory, or take long at one."""

JOURNAL_TESTS = (
    "tests/journal",
    "tests/history/test_derived.py",
    "--ignore=tests/journal/test_kill.py",
    "--ignore=tests/journal/test_long_games.py",
    "--deselect=tests/journal/test_pagefile.py::test_memory_holds_little_of_a_long_journal",
)
"""Without tests that kill whole programs (a mutant lives in the process of its test), take long, or measure memory."""

DEBOUNCE_TESTS = ("tests/hal/keys/test_debounce.py", "tests/hal/keys/test_debounce_resume.py")

SETTINGS = """\
[mutmut]
source_paths=
    device
    display
    hal
also_copy=
    docs
    tools
only_mutate={mutated}
pytest_add_cli_args_test_selection={tests}
track_dependencies=false
use_git_change_detection=false
timeout_multiplier=4
timeout_constant=0.5

[tool:pytest]
addopts = --import-mode=importlib -p no:cacheprovider
pythonpath = .
"""

CONFTEST = '''\
"""Quick, repeatable tests that owe nothing to each other."""

import sys

import pytest
from hypothesis import Phase, settings

settings.register_profile("mutation", derandomize=True, database=None, deadline=None,
                          phases=[Phase.explicit, Phase.generate])
settings.load_profile("mutation")
MAX_EXAMPLES = 8


def pytest_collection_modifyitems(items):
    for item in items:
        own = getattr(item.function, "_hypothesis_internal_use_settings", None)
        if own is not None and own.max_examples > MAX_EXAMPLES:
            fewer = settings(own, max_examples=MAX_EXAMPLES, phases=[Phase.explicit, Phase.generate])
            item.function._hypothesis_internal_use_settings = fewer


@pytest.fixture(autouse=True)
def _empty_caches():
    for name, module in list(sys.modules.items()):
        if name.startswith(("device.", "display.", "tests.")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
'''


class MutatedPart(NamedTuple):
    """A part: the files to mutate (glob patterns), the tests that must detect it, and the minimum percentage."""

    name: str
    mutated: tuple[str, ...]
    tests: tuple[str, ...]
    limit_percent: int


def parts() -> list[MutatedPart]:
    """The games, each with its own tests, and the packages in which errors lose points."""
    games = sorted(path.parent.name for path in (ROOT / "device/games").glob("*/__init__.py"))
    return [
        *(MutatedPart(game, (f"device/games/{game}/*.py",), (f"tests/games/{game}",), 90) for game in games),
        MutatedPart("session", ("device/session/*.py",), SESSION_TESTS, 85),
        MutatedPart("journal", ("device/journal/*.py",), JOURNAL_TESTS, 85),
        MutatedPart("debounce", ("hal/keys/debounce.py",), DEBOUNCE_TESTS, 85),
    ]


class MutationResult(NamedTuple):
    """The result for a part: how many mutants there are, were run, survived, and timed out."""

    part: MutatedPart
    mutants: int
    run: int
    survived: int
    timed_out: int

    @property
    def killed(self) -> int:
        return self.run - self.survived

    @property
    def good(self) -> bool:
        return 100 * self.killed >= self.part.limit_percent * self.run

    def __str__(self) -> str:
        figures = "".join(f"{n:>10}" for n in (self.mutants, self.run, self.killed, self.timed_out, self.survived))
        line = f"{self.part.name:<14}{figures}{100 * self.killed / self.run:>9.1f}%{self.part.limit_percent:>7}"
        line += " ok" if self.good else " short"
        if self.run < self.mutants:
            low, high = (100 * bound for bound in interval(self.killed, self.run))
            line += f" (all of them: {low:.1f} to {high:.1f} %, 95 % sure)"
        return line


HEAD = f"{'part':<14}{'mutants':>10}{'run':>10}{'killed':>10}{'by time':>10}{'survived':>10}{'percent':>10}{'limit':>7}"


def interval(killed: int, run: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for the share of all mutants that would be killed, from a sample of them."""
    share, spread = killed / run, z * z / run
    middle = share + spread / 2
    half = z * math.sqrt(share * (1 - share) / run + spread / run / 4)
    return (middle - half) / (1 + spread), (middle + half) / (1 + spread)


class _Prepared(ast.NodeTransformer):
    """Moves sentences and decorators out of functions."""

    def __init__(self) -> None:
        self.sentences: list[ast.stmt] = []

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in SENTENCES:
            node.args = [self._aside(argument) for argument in node.args]
        node.keywords = [keyword for keyword in node.keywords if keyword.arg != "strict"]
        return node

    def _aside(self, argument: ast.expr) -> ast.expr:
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            return argument
        name = f"SENTENCE_{len(self.sentences)}"
        self.sentences.append(ast.Assign([ast.Name(name, ast.Store())], argument))
        return ast.Name(name, ast.Load())

    def visit_FunctionDef(self, node: ast.FunctionDef) -> list[ast.stmt]:
        self.generic_visit(node)
        names = [own.id for own in node.decorator_list if isinstance(own, ast.Name)]
        if len(names) != 1 or names[0] not in UNDONE:
            return [node]
        node.decorator_list = []
        decorated = ast.Call(ast.Name(names[0], ast.Load()), [ast.Name(node.name, ast.Load())], [])
        return [node, ast.Assign([ast.Name(node.name, ast.Store())], decorated)]


def prepare_source(source: str) -> str:
    """Rewrite a module for mutmut."""
    tree = ast.parse(source)
    changes = _Prepared()
    changes.visit(tree)
    imports = [place for place, node in enumerate(tree.body) if isinstance(node, ast.Import | ast.ImportFrom)]
    after = imports[-1] + 1 if imports else 0
    tree.body[after:after] = changes.sentences
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def copy_part(part: MutatedPart) -> Path:
    """Make a new tree with this part and its tests."""
    tree = BUILD / part.name
    if tree.exists():
        shutil.rmtree(tree)
    for folder in ("club", "device", "display", "docs", "guard", "hal", "tests", "tools", "values"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tree / "tests/conftest.py").write_text(CONFTEST, encoding="utf-8")
    listed = {"mutated": part.mutated, "tests": part.tests}
    lines = {setting: "".join(f"\n    {one}" for one in values) for setting, values in listed.items()}
    (tree / "setup.cfg").write_text(SETTINGS.format(**lines), encoding="utf-8")
    for path in _sources(tree, part):
        path.write_text(prepare_source(path.read_text(encoding="utf-8")), encoding="utf-8")
    return tree


def _sources(tree: Path, part: MutatedPart) -> list[Path]:
    """The files of a part in a tree."""
    return sorted(path for pattern in part.mutated for path in tree.glob(pattern))


def run_mutants(part: MutatedPart, sample: int | None, jobs: int) -> MutationResult:
    """Run the mutants of a part, or a sample of them. Raises CalledProcessError if tests fail without any mutant."""
    tree = copy_part(part)
    if sample is None:
        _run(tree, part, jobs)
    else:
        # This name matches no mutant: all are made, none is run, and mutmut complains.
        _mutmut(tree, "run", "no such mutant", check=False)
        names = sorted(_statuses(tree, part))
        chosen = random.Random(SEED).sample(names, min(sample, len(names)))
        _run(tree, part, jobs, chosen)
    statuses = _statuses(tree, part)
    run = {name: status for name, status in statuses.items() if status is not None}
    survivors = sorted(name for name, status in run.items() if status in SURVIVED)
    shown = [_mutmut(tree, "show", name) for name in survivors]
    (tree / "survivors.txt").write_text("\n".join(shown), encoding="utf-8")
    return MutationResult(
        part, len(statuses), len(run), len(survivors), sum(status in TIMED_OUT for status in run.values())
    )


def _run(tree: Path, part: MutatedPart, jobs: int, chosen: Sequence[str] = ()) -> None:
    """Run the chosen mutants, or all, with a progress bar."""
    progress = Progress(part.name, max(1, len(chosen) or len(_statuses(tree, part))))

    def look() -> None:
        try:
            statuses = _statuses(tree, part).values()
        except json.JSONDecodeError:  # mutmut is writing one of its files now
            return
        progress.set_done(sum(status is not None for status in statuses), total=len(chosen) or len(statuses))

    _mutmut(tree, "run", "--max-children", str(jobs), *chosen, look=look)
    progress.clear()


def _mutmut(
    tree: Path, command: str, *arguments: str, check: bool = True, look: Callable[[], None] = lambda: None
) -> str:
    """Run a command of mutmut, and return its output. That of the last `run` is stored in the tree's log.txt."""
    done = run_watched([MUTMUT, command, *arguments], tree, look)
    if command == "run":
        (tree / "log.txt").write_text(done.stdout + done.stderr, encoding="utf-8")
    if check:
        done.check_returncode()
    return done.stdout


def _statuses(tree: Path, part: MutatedPart) -> dict[str, int | None]:
    """mutmut's status of every mutant of a part, by name; None for those that were not run."""
    found: dict[str, int | None] = {}
    for source in _sources(tree, part):
        meta = tree / "mutants" / f"{source.relative_to(tree)}.meta"
        if meta.exists():  # not for a file without functions
            found.update(json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"])
    return found


def main() -> int:
    """Mutate the given parts, or all. Returns 1 if a figure falls short, else 0."""
    there = {part.name: part for part in parts()}
    parser = argparse.ArgumentParser(prog="make mutate", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--part", choices=there, action="append", help="this game or part only; may be repeated")
    parser.add_argument("--sample", type=int, help="so many mutants of each part, drawn by a fixed seed; else all")
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants are run at a time")
    given = parser.parse_args()
    print(HEAD)
    good = True
    for name in given.part or there:
        outcome = run_mutants(there[name], given.sample, given.jobs)
        good &= outcome.good
        print(outcome, flush=True)
    print(f"Survivors are shown in {BUILD.relative_to(ROOT)}/<part>/survivors.txt.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
