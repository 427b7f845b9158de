"""`make damage`: damages a small journal in every way: each bit changed, cut at each byte, pages exchanged.

Each time, the box must show everything that was acknowledged, or report that something is missing and keep the file.
Finished cases are stored in `build/damage`: if the run is ended, the next one continues, as long as the program is
unchanged. After that, long games are played and resumed, up to the longest possible one.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from multiprocessing import Pool, cpu_count
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from device.journal.export import NothingToExport, exported_lines
from device.journal.schema import PAGE_BYTES
from device.journal.store import FILE_NAME, Journal
from device.journal.writer import JournalWriter
from device.session import session as sessions
from device.session.rows import JournalRow, RowKind
from device.system.progress import Progress
from tools.interruption import end_worker_at_once, until_interrupted

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "damage"
LOG = f"{FILE_NAME}-wal"
FRAME_BYTES, LOG_HEADER_BYTES = 24 + PAGE_BYTES, 32
SHOWN = 20
FEW = 2
"""The number of declarations in each game of the damaged journal: one that stays, and one that is undone."""

LONG = ((60, 3), (240, 3), (999, 7))
"""Rounds and players of the long games of No Thanks!; 999 rounds are the maximum."""

_ALL = 0xFF

Files = Mapping[str, bytes]
Games = tuple[tuple[JournalRow, ...], ...]


class Sample(NamedTuple):
    """The files of a sound journal, and the rows of its games."""

    files: dict[str, bytes]
    games: Games


class Case(NamedTuple):
    """One way to damage a file, with its name: the bytes from `start` to `end` are replaced by `content`.

    If `content` is None, the file is removed. Exports are tried, too, unless `exported` is false.
    """

    name: str
    file: str
    start: int
    end: int
    content: bytes | None
    exported: bool = True

    def of(self, sound: Sample) -> dict[str, bytes]:
        """The files after the damage."""
        files = dict(sound.files)
        data = files.pop(self.file)
        if self.content is not None:
            files[self.file] = data[: self.start] + self.content + data[self.end :]
        return files


def sample(directory: Path, *, closed: bool, rows: int = 6) -> Sample:
    """A small journal of two games, with an undo, as a table leaves it at its end (`closed`) or without power."""
    journal = Journal.open(directory)
    header = [JournalRow(RowKind.RECORD, line) for line in ("game loop", "players Ann Bo")]
    for game in ("first", "second"):
        number = journal.begin_game(header)
        for count in range(rows):
            journal.append(number, [JournalRow(RowKind.RECORD, f"Ann plays {count} of the {game}")])
        journal.undo(number, 1)
        if game == "first":
            journal.close()
            journal = Journal.open(directory)
    games = tuple(tuple(journal.counting_rows(listed.number)) for listed in journal.games())
    if closed:
        journal.close()
    files = {name: (directory / name).read_bytes() for name in (FILE_NAME, LOG) if (directory / name).exists()}
    journal.close()
    return Sample(files, games)


def flips(sound: Sample, bits: Sequence[int] = range(8)) -> Iterator[Case]:
    """Yield each bit changed, and each byte inverted; in the log, up to some bytes after its last frame.

    The box is started with each case. Exports take longer and use the same code: they are tried for inverted bytes
    only.
    """
    for name, data in sound.files.items():
        end = min(len(data), len(data.rstrip(b"\0")) + 64)
        for at in range(end):
            for mask in (*(1 << bit for bit in bits), _ALL):
                changed = bytes([data[at] ^ mask])
                yield Case(f"{name}: byte {at} ^ {mask:#x}", name, at, at + 1, changed, mask == _ALL)


def cuts(sound: Sample) -> Iterator[Case]:
    """Yield each file cut at each byte, and a removed log."""
    for name, data in sound.files.items():
        end = min(len(data), len(data.rstrip(b"\0")) + FRAME_BYTES + 64)
        for size in range(end):
            yield Case(f"{name}: cut to {size}", name, size, len(data), b"")
    if LOG in sound.files:
        yield Case(f"no {LOG}", LOG, 0, 0, None)


def exchanges(sound: Sample) -> Iterator[Case]:
    """Yield each two pages of a file exchanged, and each page written over another."""
    for name, data in sound.files.items():
        start, size = (0, PAGE_BYTES) if name == FILE_NAME else (LOG_HEADER_BYTES, FRAME_BYTES)
        count = (len(data.rstrip(b"\0")) - start + size - 1) // size
        pages = [data[start + number * size : start + (number + 1) * size] for number in range(count)]
        for one in range(count):
            for other in range(count):
                if one != other:
                    both = {one: pages[other], **({other: pages[one]} if one < other else {})}
                    mixed = b"".join(both.get(number, page) for number, page in enumerate(pages))
                    yield Case(f"{name}: pages {one} and {other}", name, start, start + count * size, mixed)


def outcome(files: Files, games: Games, directory: Path, *, exported: bool = True) -> str:
    """The result for these files: `right`, `right, told`, `told`, or what is wrong.

    A wrong result begins with `SILENT` or `EXCEPTION`.
    """
    directory.mkdir()
    try:
        for name, data in files.items():
            (directory / name).write_bytes(data)
        return (_exported(directory, games) if exported else None) or _started(directory, files, games)
    except Exception as error:
        return f"EXCEPTION {type(error).__name__}: {error}"
    finally:
        shutil.rmtree(directory)


def _exported(directory: Path, games: Games) -> str | None:
    """What is wrong with the exports; None if nothing is."""
    warned: list[str] = []
    found: list[list[str]] = []
    for listing in (False, True):
        try:
            found.append(list(exported_lines(directory, None, listing=listing, warn=warned.append)))
        except NothingToExport as error:
            warned.append(str(error))
    if not warned and (found[0] != sessions.record_lines(games[-1]) or len(found[1]) != len(games)):
        return "SILENT export"
    return None


def _is_kept(directory: Path, files: Files) -> bool:
    """Whether the damaged file was set aside unchanged."""
    return files.get(FILE_NAME, b"") in {path.read_bytes() for path in directory.glob(f"{FILE_NAME}.damaged-1*")}


def _has_told(writer: JournalWriter) -> bool:
    return writer.notice is not None or writer.fault is not None


def _shows(writer: JournalWriter, games: Games) -> bool:
    """Whether the games are there, the last one first. Games before a reported loss are not checked."""
    for game in reversed(games):
        current = writer.current_game()
        if current is None or tuple(writer.counting_rows(current)) != game:
            return False
        if _has_told(writer):
            break
        writer.drop_game(current)
    return True


def _started(directory: Path, files: Files, games: Games) -> str:
    writer = JournalWriter(lambda: Journal.open(directory), lambda: Journal.open_to_read(directory))
    if writer.notice is not None and writer.fault is None and not _is_kept(directory, files):
        return "SILENT: the damaged file was not kept"
    right = _shows(writer, games)
    told = _has_told(writer)
    writer.close()
    if right:
        return "right, told" if told else "right"
    return "told" if told else "SILENT start"


class CampaignPart(NamedTuple):
    """A number of consecutive cases, from `start` on, of one kind of damage to one sample."""

    sample: str
    kind: str
    start: int


class CaseCounts(NamedTuple):
    """The results of a part: the number of each outcome, and a line for each wrong case."""

    counts: dict[str, int]
    wrong: list[str]


KINDS: dict[str, Callable[[Sample], Iterator[Case]]] = {"flips": flips, "cuts": cuts, "exchanges": exchanges}
CLOSED = {"closed": True, "unplugged": False}
PART_CASES = 400


class Campaign:
    """All cases for one version of the program. Its samples and finished cases are stored in `place`.

    A run that was ended is continued. Every `step`th case is tried.
    """

    def __init__(self, place: Path, step: int) -> None:
        self._step = step
        self._tried = place / f"tried-{step}.jsonl"
        place.mkdir(parents=True, exist_ok=True)
        self.samples = {name: _kept_sample(place / name, closed=closed) for name, closed in CLOSED.items()}

    def cases(self, part: CampaignPart, most: int | None = PART_CASES) -> Iterator[Case]:
        """The cases of a part. If `most` is None, all cases from its start on."""
        every = islice(KINDS[part.kind](self.samples[part.sample]), 0, None, self._step)
        return islice(every, part.start, None if most is None else part.start + most)

    def parts(self, sample: str, kind: str) -> list[CampaignPart]:
        """All parts of one kind of damage to a sample."""
        count = sum(1 for _ in self.cases(CampaignPart(sample, kind, 0), None))
        return [CampaignPart(sample, kind, start) for start in range(0, count, PART_CASES)]

    def tried(self) -> dict[CampaignPart, CaseCounts]:
        """The finished parts with their results, as stored."""
        if not self._tried.exists():
            return {}
        *lines, cut = self._tried.read_text(encoding="utf-8").split("\n")
        if cut:  # the last run was ended while it wrote a line
            self._tried.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return {CampaignPart(*part): CaseCounts(*tally) for part, tally in map(json.loads, lines)}

    def try_part(self, part: CampaignPart) -> tuple[CampaignPart, CaseCounts]:
        """Try the cases of a part."""
        games = self.samples[part.sample].games
        counts: Counter[str] = Counter()
        wrong = []
        with tempfile.TemporaryDirectory() as directory:
            for case in self.cases(part):
                files = case.of(self.samples[part.sample])
                found = outcome(files, games, Path(directory, "case"), exported=case.exported)
                is_wrong = found.startswith(("SILENT", "EXCEPTION"))
                counts["wrong" if is_wrong else found] += 1
                if is_wrong:
                    wrong.append(f"{case.name}: {found}")
        return part, CaseCounts(dict(counts), wrong)

    def note(self, part: CampaignPart, tally: CaseCounts) -> None:
        """Store the results of a part."""
        with self._tried.open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps([part, tally])}\n")


def _kept_sample(place: Path, *, closed: bool) -> Sample:
    """The stored sample, or a new one. It is stored because no two samples have the same bytes."""
    games = place / "games.json"
    if not games.exists():
        with tempfile.TemporaryDirectory() as directory:
            made = sample(Path(directory), closed=closed, rows=FEW)
        place.mkdir(parents=True, exist_ok=True)
        for name, data in made.files.items():
            (place / name).write_bytes(data)
        rows = [[(row.kind.value, row.text) for row in game] for game in made.games]
        games.write_text(json.dumps(rows), encoding="utf-8")
    read = json.loads(games.read_text(encoding="utf-8"))
    files = {name: (place / name).read_bytes() for name in (FILE_NAME, LOG) if (place / name).exists()}
    return Sample(files, tuple(tuple(JournalRow(RowKind(kind), line) for kind, line in game) for game in read))


def fingerprint() -> str:
    """A hash of this program and of the tests in this file."""
    sources = [*sorted((ROOT / "device").rglob("*.py")), Path(__file__)]
    return f"{crc32(b''.join(path.read_bytes() for path in sources)):08x}"


def main() -> int:
    """Try everything. Returns 1 if a loss was silent or anything raised an exception."""
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    wrong = run(Campaign(BUILD / fingerprint(), step))
    for rounds, players in LONG:
        _play_long(rounds, players)
    return 1 if wrong else 0


def run(campaign: Campaign) -> int:
    """Try the parts that are not finished, on all processors. Returns the number of wrong cases."""
    tried = campaign.tried()
    wrong = 0
    with Pool(cpu_count(), end_worker_at_once) as pool:
        for name in campaign.samples:
            for kind in KINDS:
                parts = campaign.parts(name, kind)
                title = f"{kind} of a journal that was {name}"
                left = [part for part in parts if part not in tried]
                progress = Progress(title, len(parts))
                progress.set_done(len(parts) - len(left))
                for part, tally in pool.imap_unordered(campaign.try_part, left):
                    campaign.note(part, tally)
                    tried[part] = tally
                    progress.step()
                wrong += _tell(title, [tried[part] for part in parts])
    return wrong


def _tell(title: str, tallies: Sequence[CaseCounts]) -> int:
    counts: Counter[str] = Counter()
    for tally in tallies:
        counts.update(tally.counts)
    for line in [line for tally in tallies for line in tally.wrong][:SHOWN]:
        print(line)
    print(f"{title}: {', '.join(f'{count} {result}' for result, count in sorted(counts.items()))}", flush=True)
    return counts["wrong"]


def _play_long(rounds: int, players: int) -> None:
    """Play a long game. Raises AssertionError if the next start, an export or a recovery lacks anything."""
    from tests.journal.test_long_games import check, played

    with tempfile.TemporaryDirectory() as directory:
        acknowledged = played(Path(directory), rounds, players, 1)
        check(Path(directory), acknowledged)
    print(f"a game of {rounds} rounds, {len(acknowledged)} lines: all there after a start, an export and a recovery")


if __name__ == "__main__":
    sys.exit(until_interrupted(main))
