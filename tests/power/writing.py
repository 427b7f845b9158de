"""All functions that write to a journal, found in the code, with a scenario for each. A test compares the names.

Run as a program, this module plays one scenario, and lists the journal's functions that were called.
"""

from __future__ import annotations

import ast
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import device.journal
from device.contract.refusal import Refused
from device.journal.deleted import DeletedGames
from device.journal.store import FILE_NAME, Journal
from device.session import past, snapshot
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, step_row
from device.session.snapshot import ResumedGame
from device.session.undo import UNDO_ROW, Timeline, rows_of_dropped_game
from tests.history.dealt_games import result_of, rows_of
from tests.journal.calendars import FixedCalendar

CODE = Path(next(iter(device.journal.__path__)))
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")

READING = {"checking.check_start", "database.Database.read_transaction"}
"""Functions that begin a transaction only to read."""

_FILE_CHANGES = ("atomicfile.replace_file", "json_files.values_to_change")
_CHANGES = ("INSERT", "UPDATE", "DELETE", "BEGIN", "PRAGMA WAL_CHECKPOINT")


def writers() -> set[str]:
    """The journal's functions that begin a transaction, write a file, or change something by one statement."""
    found: set[str] = set()
    for path in sorted(CODE.glob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        constants = {
            target.id: node.value.value
            for node in module.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        found |= {f"{path.stem}.{name}" for name, function in _functions(module, "") if _writes(function, constants)}
    return found - READING - {"database.Database.transaction"}


def _functions(node: ast.AST, before: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield f"{before}{child.name}", child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{before}{child.name}.")


def _writes(function: ast.FunctionDef, constants: Mapping[str, object]) -> bool:
    given = {argument.arg for argument in function.args.args}
    for node in ast.walk(function):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if node.func.attr == "transaction" or ast.unparse(node.func) in _FILE_CHANGES:
            return True
        if node.func.attr in ("execute", "executemany") and node.args:
            asked = node.args[0]
            statement = asked.value if isinstance(asked, ast.Constant) else constants.get(ast.unparse(asked), "")
            words = str(statement).upper()
            # Code with a connection parameter works within its caller's transaction, unless it begins one.
            inside = ast.unparse(node.func.value) == "connection" and ("connection" in given or _opens(function))
            if words.startswith(_CHANGES) and (words.startswith("BEGIN") or not inside):
                return True
    return False


def _opens(function: ast.FunctionDef) -> bool:
    """Whether a function gets its connection from a `with` that begins a transaction, which is found separately."""
    return any(isinstance(node, ast.With) for node in ast.walk(function))


# What is done


class Scenario(NamedTuple):
    """A scenario: functions that prepare the journal, and that then write to it."""

    prepare: Callable[[Path], None]
    do: Callable[[Path], None]


def _row(*lines: str) -> list[JournalRow]:
    return [JournalRow(RowKind.RECORD, line) for line in lines]


def _opened(data: Path, calendar: FixedCalendar | None = None) -> Journal:
    return Journal.open(data, calendar or FixedCalendar("a boot", 5.0))


def _games(data: Path) -> None:
    """A finished game with a stored result, and an unfinished one."""
    with closing(_opened(data)) as journal:
        journal.begin_game(rows_of("no-thanks", NAMES, 1))
        journal.begin_game(_row("game loop", "players Ann Ben Cleo Dan", "Ann out"))
        journal.results.store([(1, result_of(journal.counting_rows(1)))])


def _damaged(data: Path) -> None:
    _games(data)
    (data / FILE_NAME).write_bytes(bytes(100) + (data / FILE_NAME).read_bytes()[100:])


def _lost(data: Path) -> None:
    _damaged(data)
    _opened(data).close()


def _old(data: Path) -> None:
    shutil.copy(Path(__file__).parents[1] / "golden" / "journals" / "1.db", data / FILE_NAME)


def _nothing(data: Path) -> None:
    """No journal: do nothing."""


def _on(work: Callable[[Journal], object], calendar: FixedCalendar | None = None) -> Callable[[Path], None]:
    def do(data: Path) -> None:
        with closing(_opened(data, calendar)) as journal:
            work(journal)
            print("done", flush=True)  # closing the journal afterwards writes, too

    return do


def _drop(journal: Journal) -> None:
    journal.drop_game(2, rows_of_dropped_game(journal.stored_rows(2)), result_of(journal.counting_rows(1)))


def _drop_carelessly(journal: Journal) -> None:
    kept = rows_of_dropped_game(journal.stored_rows(2))
    journal.drop_game(2)
    journal.append(1, kept, result_of(journal.counting_rows(1)))


def _corrected(data: Path) -> None:
    """A game that was corrected, with a snapshot, and corrected again."""
    header = _row("game loop", "players Ann Ben Cleo Dan", "set detail finish")
    with closing(_opened(data)) as journal:
        journal.begin_game([*header, step_row(Step.PLAY), *_row("Ann out"), *_correction("Dan out")])
        _keep_snapshot(journal)
        journal.append(1, [*_correction("Ann out"), UNDO_ROW])


def _correction(line: str) -> list[JournalRow]:
    return [JournalRow(RowKind.CORRECTION, f"change 5 record {line}")]


def _keep_snapshot(journal: Journal) -> None:
    timeline = Timeline(journal.stored_rows(1))
    journal.store_snapshot(1, snapshot.take_snapshot(timeline, past.past_of_rows(timeline.rows)))


def _delete(data: Path) -> None:
    with DeletedGames(data).change() as deleted:
        deleted["0" * 16] = 1_790_000_000.0


_open = _on(lambda journal: None)
_dated = FixedCalendar("a boot", 5.0, date=1_790_000_000.0)

SCENARIOS: Mapping[str, Scenario] = {
    "boots.Boots._insert": Scenario(_games, _on(lambda journal: journal.append(2, _row("Ben out")), FixedCalendar())),
    "boots.Boots.store_date": Scenario(_games, _on(Journal.store_date, _dated)),
    "database.Database._end_log": Scenario(_games, _open),
    "database.Database._copy_log_into_file": Scenario(_games, _open),
    "database.Database.begin_log": Scenario(_games, _open),
    "database.Database.rewrite_log": Scenario(_games, _on(Journal.rewrite_log)),
    "deleted.DeletedGames.change": Scenario(_games, _delete),
    "stored_results.StoredResults.delete_all": Scenario(_games, _on(lambda journal: journal.results.delete_all())),
    "stored_results.StoredResults.store": Scenario(
        _games, _on(lambda journal: journal.results.store([(2, result_of(journal.counting_rows(2)))]))
    ),
    "snapshots.store_snapshot": Scenario(_corrected, _on(_keep_snapshot)),
    "opening._migrate": Scenario(_old, _open),
    "recover.recover": Scenario(_damaged, _open),
    "repair._create_tables": Scenario(_nothing, _open),
    "repair.repair": Scenario(_damaged, _open),
    "store.Journal._append_together": Scenario(
        _games, _on(lambda journal: journal.append(2, _row("Ben out", "Cleo out"), result_of(journal.counting_rows(2))))
    ),
    "store.Journal.append": Scenario(_games, _on(lambda journal: journal.append(2, _row("Ben out")))),
    "store.Journal.begin_game": Scenario(_games, _on(lambda journal: journal.begin_game(_row("game loop")))),
    "store.Journal.close_loss": Scenario(_lost, _on(lambda journal: journal.close_loss(journal.losses[0]))),
    "store.Journal.drop_game": Scenario(_games, _on(_drop)),
    "store.Journal.undo": Scenario(_games, _on(lambda journal: journal.undo(2, 2))),
}
"""The scenarios by the names of the functions that write."""

CARELESS = "two transactions"
_CARELESS = {CARELESS: Scenario(_games, _on(_drop_carelessly))}


def contents(data: Path) -> tuple[object, ...]:
    """The visible contents of a journal: games with dates and results, losses, and deleted games.

    Also the rows with which each game would be resumed.
    """
    with closing(Journal.open_to_read(data)) as journal:
        games = tuple((journal.began_at(one.number), *journal.stored_rows(one.number)) for one in journal.games())
        results = tuple(game.result for game in journal.results.games() if game.has_result)
        gone_on = tuple(_gone_on(journal.resumed_game(one.number)) for one in journal.games())
        return games, gone_on, results, journal.losses, dict(DeletedGames(data).games())


def _gone_on(game: ResumedGame) -> tuple[JournalRow, ...]:
    """The rows with which a game is resumed."""
    if game.snapshot is not None:
        return tuple(snapshot.resume_game(game.snapshot, game.rows)[1].rows)
    return _judged(tuple(Timeline(game.rows).rows))


@cache
def _judged(rows: tuple[JournalRow, ...]) -> tuple[JournalRow, ...]:
    """The rows that count when these are read; most power cuts leave the same."""
    judged = past.Past()
    with suppress(Refused):
        past.append_rows(judged, rows)
    return tuple(judged.rows)


def main() -> None:
    """Play the scenario of the first argument in the directory of the second, and list the functions called."""
    name, data = sys.argv[1], Path(sys.argv[2])
    through: set[str] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code.co_filename
        if event == "call" and code.startswith(str(CODE)):
            through.add(f"{Path(code).stem}.{frame.f_code.co_qualname}")

    sys.setprofile(note)
    {**SCENARIOS, **_CARELESS}[name].do(data)
    sys.setprofile(None)
    (data.parent / "through").write_text("\n".join(sorted(through)))


if __name__ == "__main__":
    main()
