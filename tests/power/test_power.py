"""Power that fails at any moment loses no acknowledged declaration.

Every write, sync, truncation and rename that the program makes is recorded
(see `tracing`), the states that a disk may be in after a power cut at each of them are
built (see `disk`), and the program is started on each.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from device.contract.setup import TableSetup
from device.history.results import GameResult, TimedRow, with_times
from device.journal.deleted import FILE_NAME as FILE_OF_DELETED
from device.journal.deleted import DeletedGames
from device.journal.errors import JournalError
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.pages import build as pages
from device.session import session as sessions
from device.session.keyscript import key_script
from device.session.offers import offered_options, table_setup_of
from device.session.prompts import PlayView, facts_of
from device.session.record import header_game
from device.session.rows import JournalRow
from device.session.session import RowsReading, Session, Stage
from device.session.undo import Timeline, counting_rows
from device.system.log_level import LogLevel
from device.table.controller import Controller
from device.table.events import PageChanged, TableEvent
from display.vocabulary import Page
from display.words import Text, text
from hal.mock.table import MockTable
from hal.panel import panel
from tests.games.registered import deal, written
from tests.history.dealt_games import result_of
from tests.non_empty import non_empty
from tests.power import disk, tracing
from tests.power.cuts import Cut, cuts, tried
from tests.power.disk import Files
from tests.power.tracing import Operation, Told, Unsynced
from tests.session_rows import replay
from tests.table.tables import KIND, controlled, play
from tests.thorough import THOROUGH

STATES = 2000 if THOROUGH else 400
"""How many different states the evening has to be started on, at the least."""

PARTS = 6
"""Into so many tests the evening's states are divided; usually one is enough."""

ROUNDS = 8 if THOROUGH else 1
"""How many states of any loss there are for each moment, besides each single loss."""

TRICKS = (("detail", "tricks"),)
OLD = Path(__file__).parents[1] / "golden" / "journals" / "1.db"

DECLARED = 66 if THOROUGH else 16
"""How many lines the evening's second game has: one is written as the next."""

SHORT = 40
"""How many presses the evenings of other tests have."""

MAX_OF_LOG = 100 if THOROUGH else 30
"""On how many states of a long journal's log a journal is opened, at the most."""

PROCESSES = 3
"""On how many of their states the real program is started in a process of its own."""

READ = sessions.read

Games = tuple[tuple[JournalRow, ...], ...]
"""All rows of all games, those included that were undone."""

pytestmark = pytest.mark.skipif(
    not tracing.available(), reason="strace is missing (tools/environment test installs it) or may not trace here"
)


@pytest.fixture
def memory() -> Iterator[Path]:
    """A directory in memory, where there is one: thousands of disks are made in it."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as directory:
        yield Path(directory)


# An evening


@cache
def evening() -> tuple[str, ...]:
    """Two games, with undo and redo over a summary and over a whole game that had just been begun."""
    totals = (("detail", "totals"),)
    names = ("1", "2", "3")
    first = written("no-thanks", names, totals, deal("no-thanks", 4, 3, totals))
    second = written("no-loose-ends", names, TRICKS, deal("no-loose-ends", 4, 3, TRICKS))
    keys = list(key_script("\n".join(first).encode()))
    last = keys[len(list(key_script("\n".join(first[:-1]).encode()))) :]
    again = [
        *keys,
        "hold C",
        "hold A",
        "hold A",
        "hold C",
        "hold C",
        "hold A",
        "hold A",
        *last,
        "hold C",
        "C",
        "hold A",
        "C",
        "hold A",
        "hold C",
        "hold A",
        "A",
    ]
    return (*again, *key_script("\n".join(second[:DECLARED]).encode()))


class History:
    """An evening without a power cut: what the journal had after each transaction, and which came before each line.

    `before` is what it had when the evening began.
    """

    name = "history"

    def __init__(self, data: Path, keys: Sequence[str], before: Games = ()) -> None:
        self.states: list[Games] = [before]
        self.told: list[str] = []
        self.done: list[int] = [0]
        journal_writer = JournalWriter(lambda: self._noting(Journal.open(data)))
        self._declared = False
        self._other_pages: list[str] = []
        controlled(MockTable(panel.panel_kind(KIND), keys), journal_writer, self._tell, listener=self).run()
        journal_writer.close()
        assert not self._other_pages

    def allowed(self, cut: Cut) -> list[Games]:
        """What may be found after a power cut: all that was told, and perhaps what was under way."""
        last = min(cut.reached + 1, len(self.done) - 1)
        return self.states[self.done[cut.told] : self.done[last] + 1]

    def _noting(self, journal: Journal) -> Journal:
        for name in ("begin_game", "append", "undo", "drop_game"):
            setattr(journal, name, self._noted(journal, getattr(journal, name)))
        return journal

    def _noted(self, journal: Journal, call: Callable[..., object]) -> Callable[..., object]:
        def noted(*arguments: object, **named: object) -> object:
            result = call(*arguments, **named)
            self.states.append(games(journal))
            return result

        return noted

    def _tell(self, line: str, level: LogLevel = LogLevel.INFO) -> None:
        self.told.append(line)
        self.done.append(len(self.states) - 1)
        self._declared = not line.startswith("refused")

    def handle_event(self, event: TableEvent) -> None:
        """The page that the table sees after a declaration is the one that the next start has to show."""
        if isinstance(event, PageChanged) and self._declared:
            self._declared = False
            if undated(event.page) != page(self.states[-1]):
                self._other_pages.append(self.told[-1])


@cache
def page(games: Games) -> Page:
    """The page of a table that has played these games."""
    timeline = Timeline(games[-1] if games else ())
    played = replay(timeline.rows)
    at_beginning = not timeline.rows and len(games) <= 1
    facts = facts_of(timeline, played)._replace(is_at_beginning=at_beginning)
    game = played[-1].record.game
    if game is not None and played[-1].stage in (Stage.COUNT, Stage.OPTIONS):
        last = _last_table(games[:-1], header_game(game.id))
        facts = facts._replace(offered_options=offered_options(game, last), last_table=last)
    return pages.page(played[-1], PlayView(), (), facts=facts)


def _last_table(games: Games, header: str) -> TableSetup | None:
    """Who sat down last to the game of that header, and with which options."""
    counted = [counting_rows(rows) for rows in reversed(games)]
    tables = (table_setup_of(rows) for rows in counted if header in [row.text for row in rows])
    return next((table for table in tables if table is not None), None)


def undated(page: Page) -> Page:
    """A page as it is where nobody knows the time: no rows say on which day a game was played."""
    dated = isinstance(page.status, Text) and page.status.message == "{day} {month} {year}"
    return page._replace(status=text("Final sheet")) if dated else page


def games(journal: Journal) -> Games:
    return tuple(tuple(journal.stored_rows(listed.number)) for listed in journal.games())


@cache
def read_whole(rows: tuple[JournalRow, ...]) -> RowsReading:
    """The sessions of rows; thousands of states hold the same few games."""
    return READ(rows)


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions are values, a fold of the rows that were found: it does to work each out once."""

    def read(rows: Sequence[JournalRow], first: Session | None = None) -> RowsReading:
        return read_whole(tuple(rows)) if first in (None, Session()) else READ(rows, first)

    monkeypatch.setattr(sessions, "read", read)


def started(data: Path) -> tuple[Games, Page, Text | None]:
    """Start the program: what the journal has, the page that it shows, and what people are told of the journal."""
    journal = Journal.open(data)
    found = games(journal)
    journal_writer = JournalWriter(lambda: journal)
    shown = undated(Controller(MockTable(panel.panel_kind(KIND), []), journal_writer).page())
    assert journal_writer.fault is None
    journal_writer.close()
    return found, shown, journal.notice


def program(*arguments: str, first: str = "") -> list[str]:
    """The real program; `first` is what is done to it before it runs."""
    return [
        sys.executable,
        "-c",
        f"import sys\n{first}\nfrom device.cli.commands import main\nsys.exit(main())",
        *arguments,
    ]


def record(
    directory: Path, keys: Sequence[str], first: str = "", before: Files | None = None, faults: Sequence[str] = ()
) -> list[Operation]:
    """Play keys in the real program, in a new directory, and record what it does to the disk."""
    watched = directory / "watched"
    disk.write(before or {}, watched)
    command = program("--hal", "mock", "--data", str(watched / "data"), "--keys", "-", first=first)
    return tracing.traced(command, watched, directory / "log", "\n".join(keys).encode(), faults)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[History, list[Cut]]:
    """The evening, and the states that a power cut at any of its moments may leave."""
    directory = tmp_path_factory.mktemp("power")
    operations = record(directory, evening())
    history = History(directory / "history", evening())
    told = b"".join(one.data for one in operations if isinstance(one, Told))
    assert told.decode().splitlines() == history.told
    found = cuts(operations, rounds=ROUNDS)
    assert len(found) >= STATES
    return history, found


@pytest.mark.parametrize("part", range(PARTS if THOROUGH else 1))
def test_power_cut_takes_nothing_that_was_acknowledged_and_leaves_nothing_half_done(
    part: int, recorded: tuple[History, list[Cut]], memory: Path
) -> None:
    history, found = recorded[0], recorded[1][part::PARTS]
    results = 0
    for number, cut in enumerate(found):
        data = memory / str(number) / "data"
        disk.write(cut.files, data.parent)
        kept, shown, notice = started(data)
        assert notice is None, "a power cut is no damage"
        assert kept in history.allowed(cut), f"state {number}, after {history.told[: cut.told][-2:]}"
        assert shown == page(kept)
        results += believed_results(data)
        shutil.rmtree(data.parent)
    assert results > len(found) // 2


def test_power_cut_is_nothing_to_a_process_of_its_own(tmp_path: Path, memory: Path) -> None:
    keys = evening()[:SHORT]
    found = cuts(record(tmp_path, keys), rounds=0)
    history = History(tmp_path / "history", keys)
    for number, cut in enumerate(random.Random(2).sample(found, PROCESSES)):
        data = memory / str(number) / "data"
        disk.write(cut.files, data.parent)
        subprocess.run(
            program("--hal", "mock", "--keys", "-", "--data", str(data)), stdin=subprocess.DEVNULL, check=True
        )
        done = subprocess.run(program("export", "--data", str(data)), capture_output=True, text=True, check=True)
        shown = [sessions.record_lines(state[-1]) if state else [] for state in history.allowed(cut)]
        assert done.stdout.splitlines() in shown


@cache
def came_to(rows: tuple[TimedRow, ...]) -> GameResult | None:
    result = result_of(counting_rows([one.row for one in rows]))
    return None if result is None else with_times(result, rows)


def believed_results(data: Path) -> int:
    """How many results a journal has; each is what the rows beside it come to."""
    journal = Journal.open_to_read(data)
    with closing(journal):
        known = [game for game in journal.results.games() if game.has_result]
        assert [game.result for game in known] == [came_to(tuple(journal.timed_rows(game.number))) for game in known]
        return len(known)


def losses(found: list[Cut], history: History, memory: Path) -> Iterator[Cut]:
    """States on which something is missing that was acknowledged."""
    for number, cut in enumerate(found):
        data = memory / str(number) / "data"
        disk.write(cut.files, data.parent)
        try:
            if started(data)[0] not in history.allowed(cut):
                yield cut
        except (AssertionError, JournalError):
            yield cut


@pytest.mark.parametrize(
    "careless",
    [
        "from device.journal import database; database.SYNCHRONOUS_MODE = 'OFF'",
        "from device.journal import database; database.SYNCHRONOUS_MODE = 'NORMAL'",
        "from device.system import lock; lock.make_directory = lambda path: path.mkdir(parents=True)",
    ],
)
def test_program_that_syncs_less_is_found_out(careless: str, tmp_path: Path, memory: Path) -> None:
    """These tests can fail: with one sync left out, an acknowledged declaration is lost in one of the states."""
    keys = evening()[:SHORT]
    found = cuts(record(tmp_path, keys, careless), rounds=0)
    history = History(tmp_path / "history", keys)
    assert next(losses(found[::-1], history, memory), None) is not None


# Journals that are not simply gone on with


def one_game(data: Path) -> Games:
    """A journal with one game that goes on."""
    lines = written("no-loose-ends", ("1", "2"), TRICKS, deal("no-loose-ends", 4, 2, TRICKS))[:24]
    play(data, key_script("\n".join(lines).encode()))
    journal = Journal.open(data)
    found = games(journal)
    journal.close()
    return found


def check_played_on(
    tmp_path: Path, memory: Path, before: Files, sound: bytes, had: Games, *, damaged: bool = False
) -> list[Cut]:
    """Start the program on a disk, undo a declaration, and cut the power at every moment of it.

    It has to be as if the journal had been a `sound` one with these games.
    """
    keys = ["hold A"]
    found = cuts(record(tmp_path, keys, before=before), before, rounds=ROUNDS)
    (tmp_path / "history").mkdir()
    (tmp_path / "history" / FILE_NAME).write_bytes(sound)
    history = History(tmp_path / "history", keys, had)
    for number, cut in enumerate(non_empty(tried(found))):
        data = memory / str(number) / "data"
        disk.write(cut.files, data.parent)
        kept, _, notice = started(data)
        assert kept in history.allowed(cut), number
        assert notice is None or damaged, number
    return found


def test_power_cut_while_a_damaged_journal_is_set_aside_loses_nothing_that_could_be_read(
    tmp_path: Path, memory: Path
) -> None:
    had = one_game(tmp_path / "sound")
    sound = (tmp_path / "sound" / FILE_NAME).read_bytes()
    # Without its header SQLite opens nothing of it; page by page, all of it can be read.
    damaged = bytes(100) + sound[100:]
    before = {"data/": b"", f"data/{FILE_NAME}": damaged, f"data/{FILE_NAME}-wal": b"old log"}
    found = check_played_on(tmp_path, memory, before, sound, had, damaged=True)
    assert len(found) > 100
    for cut in found:
        # The damaged file and its log are there in every state, under one name or another.
        assert damaged in cut.files.values()
        assert b"old log" in cut.files.values()


def test_power_cut_while_a_journal_is_brought_up_to_date_loses_nothing(tmp_path: Path, memory: Path) -> None:
    shutil.copy(OLD, tmp_path / FILE_NAME)
    with closing(Journal.recover(tmp_path)) as journal:
        had = games(journal)
    before = {"data/": b"", f"data/{FILE_NAME}": OLD.read_bytes()}
    assert len(check_played_on(tmp_path, memory, before, OLD.read_bytes(), had)) > 50


_LONG = """
import sys
from pathlib import Path
from device.journal.store import FILE_NAME, Journal
from device.session.rows import JournalRow, RowKind
journal = Journal.open(Path(sys.argv[1]))
game = journal.begin_game()
for number in range(700):
    journal.append(game, [JournalRow(RowKind.RECORD, f"row {number}")])
    print(number, flush=True)
journal.close()
"""


def test_power_cut_while_the_log_goes_into_the_journal_loses_nothing(tmp_path: Path, memory: Path) -> None:
    """Once a thousand pages are in its log, SQLite copies them into the file and begins the log anew."""
    watched = tmp_path / "watched"
    watched.mkdir()
    operations = tracing.traced([sys.executable, "-c", _LONG, str(watched / "data")], watched, tmp_path / "log")
    # The file is written to when it is made, in the middle, and when it is closed.
    made, middle, closed = (number for number, one in enumerate(operations) if one[:2] == (f"data/{FILE_NAME}", 0))
    assert made < 100 < middle < closed - 100
    begun = [number for number, one in enumerate(operations) if one[:2] == (f"data/{FILE_NAME}-wal", 0)]
    assert middle < begun[-1] < closed
    found = cuts(operations, rounds=1, after=range(middle - 2, begun[-1] + 8, 5))
    assert len(found) > 20
    for number, cut in enumerate(random.Random(1).sample(found, min(MAX_OF_LOG, len(found)))):
        data = memory / str(number) / "data"
        disk.write(cut.files, data.parent)
        journal = Journal.open(data)
        kept = [row.text for row in journal.counting_rows(1)]
        assert journal.notice is None
        journal.close()
        shutil.rmtree(data.parent)
        assert cut.told <= len(kept) <= cut.reached + 1
        assert kept == [f"row {number}" for number in range(len(kept))]


# Disks that fail before the power does

RECOVERED = b"everything is on the disk again"

FAILING = ("fdatasync:error=EIO:when=16..17",)


def failing(tmp_path: Path, memory: Path, first: str = "") -> Iterator[Cut]:
    """States with a loss, of an evening in which syncs failed, once everything was said to be on the disk again."""
    keys = evening()[:SHORT]
    operations = record(tmp_path, keys, first, faults=FAILING)
    # Python 3.13 writes a line and its end at once, earlier ones do not.
    told = [number for number, one in enumerate(operations) if isinstance(one, Told) and RECOVERED in one.data]
    assert any(isinstance(one, Unsynced) for one in operations)
    history = History(tmp_path / "history", keys)
    return losses(cuts(operations, after=range(told[0], len(operations))), history, memory)


def test_sync_that_failed_once_costs_nothing_after_the_disk_has_recovered(tmp_path: Path, memory: Path) -> None:
    """A sync that succeeds after one that failed says nothing of what was written before: see fsync(2), EIO."""
    assert next(failing(tmp_path, memory), None) is None


def test_program_that_trusts_the_sync_after_one_that_failed_is_found_out(tmp_path: Path, memory: Path) -> None:
    careless = "from device.journal.database import Database as D; D.rewrite_log = D._end_log = lambda database: None"
    assert next(failing(tmp_path, memory, careless), None) is not None


# What is written beside the journal

NAMES = ("data/tablekeeper.toml", "data/language")

_SETTINGS = """
import sys
from pathlib import Path
from device.config import chosen_language
from device.system import atomicfile
data = Path(sys.argv[1], "data")
for number in range(8):
    atomicfile.replace_file(data / "tablekeeper.toml", (f"roster = {number}\\n" * 40 * (number + 1)).encode())
    print(number, "roster", flush=True)
    chosen_language.store_language(data, ("fr", "en")[number % 2])
    print(number, "language", flush=True)
"""


def settings_found(tmp_path: Path, source: str) -> Iterator[tuple[Cut, dict[str, bytes]]]:
    """States after power cuts while configuration and choices were written, and those each has."""
    watched = tmp_path / "watched"
    watched.mkdir()
    operations = tracing.traced([sys.executable, "-c", source, str(watched)], watched, tmp_path / "log")
    for cut in cuts(operations, rounds=8):
        yield cut, {name: content for name, content in cut.files.items() if name in NAMES}


def settings_allowed(cut: Cut) -> list[dict[str, bytes]]:
    """All that was written before the last line was told, and perhaps what was under way."""
    found = []
    for steps in range(cut.told, min(cut.reached + 1, 16) + 1):
        newest: dict[str, bytes] = {}
        for step in range(steps):
            number, which = divmod(step, 2)
            contents = (f"roster = {number}\n" * 40 * (number + 1), ("fr\n", "en\n")[number % 2])
            newest[NAMES[which]] = contents[which].encode()
        found.append(newest)
    return found


def test_power_cut_leaves_each_setting_old_or_new(tmp_path: Path) -> None:
    states = list(settings_found(tmp_path, _SETTINGS))
    assert len(states) > 60
    for cut, found in states:
        assert found in settings_allowed(cut)


_DELETING = """
import sys
from pathlib import Path
from device.journal.deleted import DeletedGames
data = Path(sys.argv[1], "data")
for number in range(8):
    with DeletedGames(data).change() as deleted:
        deleted[f"{number:032x}"] = None
    print(number, flush=True)
"""


def test_power_cut_leaves_the_deleted_games_of_before_or_after_and_none_twice(tmp_path: Path) -> None:
    watched = tmp_path / "watched"
    watched.mkdir()
    operations = tracing.traced([sys.executable, "-c", _DELETING, str(watched)], watched, tmp_path / "log")
    states = list(cuts(operations, rounds=8))
    assert len(states) > 20
    for cut in states:
        (tmp_path / FILE_OF_DELETED).unlink(missing_ok=True)
        if (content := cut.files.get(f"data/{FILE_OF_DELETED}")) is not None:
            (tmp_path / FILE_OF_DELETED).write_bytes(content)
        found = DeletedGames(tmp_path).games()
        wanted = range(cut.told, min(cut.reached + 1, 8) + 1)
        assert found in [{f"{number:032x}": None for number in range(count)} for count in wanted]


def test_setting_that_is_written_in_place_is_found_out(tmp_path: Path) -> None:
    careless = _SETTINGS.replace(
        "for number", "atomicfile.write = lambda path, data: path.write_bytes(data)\nfor number", 1
    )
    careless = careless.replace("for number", "data.mkdir()\nfor number", 1)
    assert any(found not in settings_allowed(cut) for cut, found in settings_found(tmp_path, careless))
