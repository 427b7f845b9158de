"""`make damage`: a small journal with each of its bits changed, cut at each byte, and with its pages exchanged.

Each time the box has to show all that was acknowledged, or to say that something is missing and keep the file: nothing
else may happen. After that, long games are played and taken up again, up to the longest that there is.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from multiprocessing import Pool, cpu_count
from pathlib import Path
from typing import NamedTuple

from device.journal.export import NothingToExport, export
from device.journal.pagefile import PAGE_BYTES
from device.journal.store import FILE, Journal
from device.journal.writer import JournalWriter
from device.session import session as sessions
from device.session.rows import JournalRow, RowKind
from device.system.progress import Progress

LOG = f"{FILE}-wal"
FRAME_BYTES, LOG_HEADER_BYTES = 24 + PAGE_BYTES, 32
SHOWN = 20
FEW = 2
"""Declarations of a game in the journal that everything is done to: one that stays, and one that is undone."""

LONG = ((60, 3), (240, 3), (999, 7))
"""Rounds and players of the games of No Thanks! that are played; 999 rounds are the most."""

_ALL = 0xFF

Files = Mapping[str, bytes]
Games = tuple[tuple[JournalRow, ...], ...]


class Sample(NamedTuple):
    """The files of a sound journal, and the rows of its games."""

    files: dict[str, bytes]
    games: Games


class Case(NamedTuple):
    """One way to damage a file, in words: what stands in it from one byte to another instead of what was there.

    None is for a file that is gone. Exports are tried, too, unless `exported` is false.
    """

    name: str
    file: str
    start: int
    end: int
    content: bytes | None
    exported: bool = True

    def of(self, sound: Sample) -> dict[str, bytes]:
        """The files after it."""
        files = dict(sound.files)
        data = files.pop(self.file)
        if self.content is not None:
            files[self.file] = data[: self.start] + self.content + data[self.end :]
        return files


def sample(directory: Path, *, closed: bool, rows: int = 6) -> Sample:
    """A small journal of two games, with an undo: as a table leaves it that ends, or that is unplugged."""
    journal = Journal.open(directory)
    header = [JournalRow(RowKind.RECORD, line) for line in ("game loop", "players Ann Bo")]
    for game in ("first", "second"):
        number = journal.begin(header)
        for count in range(rows):
            journal.append(number, [JournalRow(RowKind.RECORD, f"Ann plays {count} of the {game}")])
        journal.undo(number, 1)
        if game == "first":
            journal.close()
            journal = Journal.open(directory)
    games = tuple(tuple(journal.rows(listed.number)) for listed in journal.games())
    if closed:
        journal.close()
    files = {name: (directory / name).read_bytes() for name in (FILE, LOG) if (directory / name).exists()}
    journal.close()
    return Sample(files, games)


def flips(sound: Sample, bits: Sequence[int] = range(8)) -> Iterator[Case]:
    """Each bit changed, and all of each byte; in the log up to some room behind its last frame.

    The box is started with each. Exports take longer than that, and read by the same code: they see each byte changed.
    """
    for name, data in sound.files.items():
        end = min(len(data), len(data.rstrip(b"\0")) + 64)
        for at in range(end):
            for mask in (*(1 << bit for bit in bits), _ALL):
                changed = bytes([data[at] ^ mask])
                yield Case(f"{name}: byte {at} ^ {mask:#x}", name, at, at + 1, changed, mask == _ALL)


def cuts(sound: Sample) -> Iterator[Case]:
    """Each file cut at each byte, and a log that is not there."""
    for name, data in sound.files.items():
        end = min(len(data), len(data.rstrip(b"\0")) + FRAME_BYTES + 64)
        for size in range(end):
            yield Case(f"{name}: cut to {size}", name, size, len(data), b"")
    if LOG in sound.files:
        yield Case(f"no {LOG}", LOG, 0, 0, None)


def exchanges(sound: Sample) -> Iterator[Case]:
    """Each two pages of a file exchanged, and each written over another."""
    for name, data in sound.files.items():
        start, size = (0, PAGE_BYTES) if name == FILE else (LOG_HEADER_BYTES, FRAME_BYTES)
        count = (len(data.rstrip(b"\0")) - start + size - 1) // size
        pages = [data[start + number * size : start + (number + 1) * size] for number in range(count)]
        for one in range(count):
            for other in range(count):
                if one != other:
                    both = {one: pages[other], **({other: pages[one]} if one < other else {})}
                    mixed = b"".join(both.get(number, page) for number, page in enumerate(pages))
                    yield Case(f"{name}: pages {one} and {other}", name, start, start + count * size, mixed)


def outcome(files: Files, games: Games, directory: Path, *, exported: bool = True) -> str:
    """What became of them: `right`, `right, told`, `told`, or what is wrong, beginning with `SILENT` or `EXCEPTION`."""
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
            found.append(list(export(directory, None, listing=listing, warn=warned.append)))
        except NothingToExport as error:
            warned.append(str(error))
    if not warned and (found[0] != sessions.lines(games[-1]) or len(found[1]) != len(games)):
        return "SILENT export"
    return None


def _is_kept(directory: Path, files: Files) -> bool:
    """Whether the file is set aside as it was."""
    return files.get(FILE, b"") in {path.read_bytes() for path in directory.glob(f"{FILE}.damaged-1*")}


def _has_told(writer: JournalWriter) -> bool:
    return writer.notice is not None or writer.trouble is not None


def _shows(writer: JournalWriter, games: Games) -> bool:
    """Whether the games are there, the last one first; those before something that is told are not looked at."""
    for game in reversed(games):
        current = writer.current()
        if current is None or tuple(writer.rows(current)) != game:
            return False
        if _has_told(writer):
            break
        writer.drop(current)
    return True


def _started(directory: Path, files: Files, games: Games) -> str:
    writer = JournalWriter(lambda: Journal.open(directory), lambda: Journal.read(directory))
    if writer.notice is not None and writer.trouble is None and not _is_kept(directory, files):
        return "SILENT: the damaged file was not kept"
    right = _shows(writer, games)
    told = _has_told(writer)
    writer.close()
    if right:
        return "right, told" if told else "right"
    return "told" if told else "SILENT start"


def _tried(sound: Sample, case: Case) -> tuple[str, str]:
    place = Path(tempfile.gettempdir(), f"damage-{random.SystemRandom().getrandbits(64):x}")
    return case.name, outcome(case.of(sound), sound.games, place, exported=case.exported)


def main() -> int:
    """Try everything; 1 if anything was silent or raised."""
    bad = 0
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    for closed in (True, False):
        with tempfile.TemporaryDirectory() as directory:
            sound = sample(Path(directory, "sound"), closed=closed, rows=FEW)
        for kind in (flips, cuts, exchanges):
            total = -(-sum(1 for _ in kind(sound)) // step)
            title = f"{kind.__name__} of a journal that was {'closed' if closed else 'unplugged'}"
            bad += _tally(title, total, sound, islice(kind(sound), 0, None, step))
    for rounds, players in LONG:
        _play_long(rounds, players)
    return 1 if bad else 0


def _play_long(rounds: int, players: int) -> None:
    """Raises AssertionError if the next start, an export or a recovery lacks anything."""
    from tests.journal.test_long_games import check, played

    with tempfile.TemporaryDirectory() as directory:
        acknowledged = played(Path(directory), rounds, players, 1)
        check(Path(directory), acknowledged)
    print(f"a game of {rounds} rounds, {len(acknowledged)} lines: all there after a start, an export and a recovery")


def _tally(title: str, total: int, sound: Sample, cases: Iterator[Case]) -> int:
    tally: Counter[str] = Counter()
    progress = Progress(title, total)
    with Pool(cpu_count()) as pool:
        for number, (name, result) in enumerate(pool.imap_unordered(partial(_tried, sound), cases, chunksize=32), 1):
            wrong = result.startswith(("SILENT", "EXCEPTION"))
            tally["wrong" if wrong else result] += 1
            if wrong and tally["wrong"] <= SHOWN:
                progress.clear()
                print(f"{name}: {result}", flush=True)
            progress.at(number)
    print(f"{title}: {', '.join(f'{count} {result}' for result, count in sorted(tally.items()))}", flush=True)
    return tally["wrong"]


if __name__ == "__main__":
    sys.exit(main())
