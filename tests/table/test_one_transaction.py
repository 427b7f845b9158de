"""Whatever a table does at one press is one transaction of the journal: power that fails leaves all of it or nothing.

What writes at a table is enumerated from the code, and what a table can do from its steps and openings.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType

from device.contract.keycodes import Layout
from device.journal.store import Journal
from device.journal.writer import JournalWriter
from device.reports.archive_client import ArchiveAtOnce
from device.session.prompts import LeavingKey, MenuCell, SheetKey
from device.system.log_level import LogLevel
from device.table import open_game, table_games
from device.table.events import GameOpened, OpeningReason, Pressed, TableEvent
from device.table.table_settings import TableSettings
from hal.mock.table import MockTable
from hal.panel import panel
from tests.table.earlier_games import ANOTHER, CORRECT, EVENING, HEADER, IN_PLAY, OTHER, ROUNDS, correcting, script
from tests.table.tables import KIND, controlled, play

WRITES = ("begin_game", "append", "undo", "drop_game")
CODE = (table_games.__file__, open_game.__file__)


def writers() -> set[str]:
    """Functions of a table that have something written."""
    found: set[str] = set()
    for path in CODE:
        for function in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
                names = [ast.unparse(call) for call in calls]
                if any(name in (f"self._kept.{write}", f"self._keeps.{write}") for name in names for write in WRITES):
                    found.add(function.name)
    return found


class Counted:
    """Counts what is written at each press, and what games were opened."""

    name = "counted"

    def __init__(self, data: Path) -> None:
        self._data = data
        self.writes: list[list[str]] = [[]]
        self.openings: set[OpeningReason] = set()

    def open(self) -> Journal:
        journal = Journal.open(self._data)
        for write in WRITES:
            setattr(journal, write, self._counted(getattr(journal, write)))
        return journal

    def _counted(self, call: Callable[..., object]) -> Callable[..., object]:
        def counted(*arguments: object, **named: object) -> object:
            self.writes[-1].append(call.__name__)
            return call(*arguments, **named)

        return counted

    def handle_event(self, event: TableEvent) -> None:
        if isinstance(event, Pressed):  # which is told when the press has been answered
            self.writes.append([])
        elif isinstance(event, GameOpened):
            self.openings.add(event.reason)


@contextmanager
def through(names: set[str]) -> Iterator[None]:
    """Note the functions of a table that are gone through."""

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename in CODE:
            names.add(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


def evening(data: Path, keys: Iterable[str]) -> Counted:
    """Play keys; what was written at each press."""
    counted = Counted(data)
    journal = JournalWriter(counted.open)
    table = MockTable(panel.panel_kind(KIND), keys)
    settings = TableSettings(open_archive=partial(ArchiveAtOnce, data))
    controller = controlled(table, journal, _hears_nothing, settings, counted)
    counted.writes = [[]]  # the start is no press
    controller.run()
    journal.close()
    return counted


def _hears_nothing(line: str, level: LogLevel = LogLevel.INFO) -> None:
    """Nobody reads the transcript."""


FIRST = [*script([*HEADER, *ROUNDS]), "hold C"]
SECOND = [*ANOTHER, *script([*OTHER, "flip 17", "1 take"])]
MENU = ("hold D",)


def test_each_press_is_one_transaction_at_the_most(tmp_path: Path) -> None:
    found, gone = [], set[str]()
    one = tmp_path / "one"
    with through(gone):
        found.append(evening(one, [*FIRST, *SECOND]))
        found.append(evening(one, [*correcting(one), "hold C", "hold A", "hold C", "hold A", *IN_PLAY]))
        found.append(evening(one, [*MENU, *MenuCell.ANOTHER.name, *["hold A"] * 40, *["hold C"] * 40]))
        found.append(
            evening(tmp_path / "again", [*FIRST, *Layout.KEYS.code(SheetKey.AGAIN), "hold A", "hold A", "hold C"])
        )
        found.append(evening(tmp_path / "same", [*FIRST, *Layout.KEYS.code(SheetKey.SAME_PEOPLE), "hold A", "hold A"]))
        leaving = [*MENU, *MenuCell.ANOTHER.name, *Layout.LIST.code(LeavingKey.LEAVE)]
        found.append(evening(tmp_path / "left", [*script([*OTHER, "flip 17", "1 take"]), *leaving, *EVENING, *CORRECT]))
    assert [writes for each in found for writes in each.writes if len(writes) > 1] == []
    # `RESUMED` is for listeners only.
    assert set().union(*(each.openings for each in found)) == set(OpeningReason) - {OpeningReason.RESUMED}
    assert writers() <= gone, "whatever writes at a table is done in this test"


def test_undo_before_everything_writes_nothing(tmp_path: Path) -> None:
    play(tmp_path, ["A", "A"])
    counted = evening(tmp_path, ["hold A", "hold A", "hold A"])
    assert counted.writes[-2:] == [[], []]
