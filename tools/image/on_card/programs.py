"""Which program a box of the image plays with: the one on its card, or a newer one out of a signed file.

Usage: programs.py take | choose | keep

`take` unpacks the signed files that it finds on the FAT partition and on USB sticks, each into a folder of its own.
`choose` runs before each start of the service, turns /run/tablekeeper-program to what is to be played with, and writes
what people are to know of newer programs where the service reads it (device/run/program_news.py).
`keep` runs once the service is ready. A newer program is tried three times at most; only one that has been ready is
kept, and until then the one before is there. What is decided is one small file, which is replaced whole, so that
the power may go at any moment: the old program plays or the new one.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from itertools import chain
from pathlib import Path

TRIES = 3
"""How often a newer program may be begun without being ready once: the power may go during a start."""
LARGEST = 500_000_000
"""Bytes of a file that is looked at."""
PATTERN = "tablekeeper*.update"
STATE = "state.json"
MOST_NEWS = 5
"""So much of what became of files waits to be told; what is older is not."""
KEY = Path("/usr/lib/tablekeeper/updates.pub")


class UpdateOutcome(Enum):
    """What became of a newer program; device/run/program_news.py has the sentences."""

    PLAYS = "plays"
    NOT_SIGNED = "not-signed"
    TOO_LARGE = "too-large"
    NO_PROGRAM = "no-program"
    NO_ROOM = "no-room"
    NEVER_STARTED = "never-started"


News = tuple[str, str]
"""An outcome's value, and the name of the file that it is about, or nothing."""


@dataclass(frozen=True)
class CardState:
    """What is decided: the program that is kept (None: the card's own), the one to try and how often it was begun, the
    files that were looked at, by their size and time, and what is to be told of them."""

    kept: str | None = None
    trying: str | None = None
    tries: int = 0
    seen: tuple[str, ...] = ()
    news: tuple[News, ...] = ()

    def telling(self, outcome: UpdateOutcome, file: str = "") -> CardState:
        """The same with one more thing to be told, at the next start."""
        one = (outcome.value, file)
        return self if one in self.news else replace(self, news=(*self.news, one)[-MOST_NEWS:])


@dataclass(frozen=True)
class Places:
    """Where programs are: newer ones, the card's own, and the link to the one in use; and the file for what is told."""

    programs: Path = Path("/data/programs")
    own: Path = Path("/opt/tablekeeper/image")
    used: Path = Path("/run/tablekeeper-program")
    news: Path = Path("/run/tablekeeper-program-news")
    files: tuple[Path, ...] = (Path("/boot/firmware"),)
    sticks: Callable[[], Iterable[Path]] = field(default=lambda: ())


class UpdateRefused(Exception):
    """A file is not taken; the message is a sentence."""

    def __init__(self, outcome: UpdateOutcome, sentence: str) -> None:
        super().__init__(sentence)
        self.outcome = outcome


Unpack = Callable[[Path, Path], None]
"""Unpacks a signed file into a folder. Raises UpdateRefused if it is not signed, not whole, or finds no room."""


def read(places: Places) -> CardState:
    """What is decided; nothing, if that can't be read."""
    try:
        found = json.loads((places.programs / STATE).read_text(encoding="utf-8"))
        state = CardState(found["kept"], found["trying"], found["tries"], tuple(found["seen"]))
        # A card's earlier state has no news.
        return replace(state, news=tuple((str(outcome), str(file)) for outcome, file in found.get("news", ())))
    except (OSError, ValueError, KeyError, TypeError):
        return CardState()


def write(places: Places, state: CardState) -> None:
    """Decide; the file is the old one or the new one, whatever happens meanwhile."""
    part = places.programs / f"{STATE}.part"
    with part.open("w", encoding="utf-8") as file:
        json.dump(asdict(state), file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(places.programs / STATE)
    _sync_folder(places.programs)


def take(places: Places, unpack: Unpack, tell: Callable[[str], None]) -> None:
    """Take every signed file that was not looked at before; the last one is tried at the next start."""
    with _taking(places, fcntl.LOCK_EX):
        for folder in chain(places.files, places.sticks()):
            for file in sorted(folder.glob(PATTERN)):
                _take_file(places, file, unpack, tell)


def _take_file(places: Places, file: Path, unpack: Unpack, tell: Callable[[str], None]) -> None:
    stat = file.stat()
    mark = f"{file.name} {stat.st_size} {stat.st_mtime_ns}"
    if mark in read(places).seen:
        return
    try:
        name = _unpacked(places, file, unpack)
    except (UpdateRefused, OSError) as error:
        tell(f"{file.name} is not taken: {error}")
        _refuse(places, file, mark, error)
        return
    state = read(places)
    state = replace(state, seen=(*state.seen, mark))
    if name == state.kept:
        write(places, state)
        return
    write(places, replace(state, trying=name, tries=0))
    # Told once it is on the disk: whoever reads it may pull the plug.
    tell(f"{file.name} is taken; it is played with from the next start on, if it starts.")


def _refuse(places: Places, file: Path, mark: str, error: UpdateRefused | OSError) -> None:
    """A file is not taken: to be told at the next start."""
    state = read(places)
    if isinstance(error, UpdateRefused):
        state = replace(state, seen=(*state.seen, mark)).telling(error.outcome, file.name)
    else:  # a disk without room may have room later; what is not signed never will be
        state = state.telling(UpdateOutcome.NO_ROOM, file.name)
    write(places, state)


def _unpacked(places: Places, file: Path, unpack: Unpack) -> str:
    """The folder's name that a file is in, unpacked whole."""
    if file.stat().st_size > LARGEST:
        raise UpdateRefused(UpdateOutcome.TOO_LARGE, f"it is larger than {LARGEST // 1_000_000} MB.")
    with file.open("rb") as opened:
        name = hashlib.file_digest(opened, "sha256").hexdigest()[:16]
    place, part = places.programs / name, places.programs / f"{name}.part"
    shutil.rmtree(part, ignore_errors=True)
    if not place.is_dir():
        part.mkdir()
        try:
            unpack(file, part)
            if not (part / "bin/python").exists() and not (part / "bin/python").is_symlink():
                raise UpdateRefused(UpdateOutcome.NO_PROGRAM, "there is no program in it.")
        except BaseException:
            shutil.rmtree(part, ignore_errors=True)
            raise
        os.sync()
        part.rename(place)
        _sync_folder(places.programs)
    return name


def choose(places: Places, tell: Callable[[str], None]) -> Path:
    """Turn the link to the program that is to be played with, and return that."""
    state = read(places)
    if state.trying is not None and state.tries >= TRIES:
        tell(f"the newer program {state.trying} did not start {TRIES} times: the one before plays.")
        state = replace(state, trying=None, tries=0).telling(UpdateOutcome.NEVER_STARTED)
        _try_to_write(places, state, tell)
    program = _place(places, state.kept)
    newer = _place(places, state.trying)
    # Counted before it is begun: a start that takes the power with it counts, too.
    if newer != places.own and _try_to_write(places, replace(state, tries=state.tries + 1), tell):
        program = newer
    _write_news(places, state, newer=program != _place(places, state.kept))
    link = places.used.with_suffix(".new")
    link.unlink(missing_ok=True)
    link.symlink_to(program)
    link.replace(places.used)
    return program


def _write_news(places: Places, state: CardState, *, newer: bool) -> None:
    """Write what the program that is begun now has to tell."""
    news = [*state.news, *([(UpdateOutcome.PLAYS.value, "")] if newer else [])]
    with suppress(OSError):
        places.news.write_text(json.dumps(news), encoding="utf-8")


def _told(places: Places) -> frozenset[News]:
    """What the program that is in use had to tell."""
    try:
        return frozenset((str(outcome), str(file)) for outcome, file in json.loads(places.news.read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return frozenset()


def keep(places: Places, tell: Callable[[str], None]) -> None:
    """The program in use has been ready: keep it, and give up the others. What it had to tell is told."""
    state, used = read(places), places.used.resolve()
    if state.trying is not None and used == _place(places, state.trying).resolve():
        state = replace(state, kept=state.trying, trying=None, tries=0)
        write(places, state)
        tell(f"the newer program {state.kept} plays, and is kept.")
    if state.trying is None:
        # A service that is started again while a file is being taken leaves that alone.
        with suppress(BlockingIOError), _taking(places, fcntl.LOCK_EX | fcntl.LOCK_NB):
            told = _told(places)
            if told.intersection(state.news):
                write(places, replace(state, news=tuple(one for one in state.news if one not in told)))
            for folder in places.programs.iterdir():
                if folder.is_dir() and folder.name != state.kept:
                    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _taking(places: Places, how: int) -> Iterator[None]:
    """While a file is taken. Raises BlockingIOError if another process does so, and `how` is not to wait for it."""
    with (places.programs / "lock").open("w") as lock:
        fcntl.flock(lock, how)
        yield


def _place(places: Places, name: str | None) -> Path:
    """A program's folder; the card's own, where there is none of that name."""
    place = places.programs / (name or "")
    return place if name and (place / "bin").is_dir() else places.own


def _try_to_write(places: Places, state: CardState, tell: Callable[[str], None]) -> bool:
    """Decide, if the disk allows it: without, the program that is kept plays."""
    try:
        write(places, state)
    except OSError as error:
        tell(f"{places.programs} can't be written: {error.strerror}")
        return False
    return True


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def unpack_signed(file: Path, folder: Path, key: Path = KEY) -> None:
    """Unpack a file that `signify-openbsd -Sz` signed. Each block is compared with its signature before it is used."""
    check = ["signify-openbsd", "-Vz", "-q", "-p", str(key), "-x", str(file), "-m", "-"]
    with subprocess.Popen(check, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as checking:
        unpacked = subprocess.run(
            ["tar", "-xzp", "--no-same-owner", "-C", str(folder)],
            stdin=checking.stdout,
            capture_output=True,
            check=False,
        )
        assert checking.stdout is not None
        assert checking.stderr is not None
        checking.stdout.close()
        said = checking.stderr.read().decode(errors="replace").strip()
    if checking.returncode:
        raise UpdateRefused(
            UpdateOutcome.NOT_SIGNED, f"it is not signed with the key of this card, or not whole ({said})."
        )
    if unpacked.returncode:
        raise OSError(0, unpacked.stderr.decode(errors="replace").strip().splitlines()[-1])


@contextmanager
def _mounted(device: Path) -> Iterator[Path]:
    place = Path("/run/tablekeeper-stick")
    place.mkdir(exist_ok=True)
    done = subprocess.run(["mount", "-o", "ro,noexec,nosuid,nodev", device, place], capture_output=True, check=False)
    try:
        yield place
    finally:
        if done.returncode == 0:
            subprocess.run(["umount", place], check=False)


def sticks() -> Iterator[Path]:
    """The file systems of USB sticks, each mounted while it is looked at."""
    for disk in sorted(Path("/sys/block").glob("sd*")):
        parts = sorted(disk.glob(f"{disk.name}[0-9]*")) or [disk]
        for part in parts:
            with _mounted(Path("/dev", part.name)) as place:
                yield place


def main(arguments: list[str]) -> int:
    """Do what is asked for; 0, or 2 if nobody knows what that is."""
    places = Places(sticks=sticks)

    def tell(sentence: str) -> None:
        print(sentence, flush=True)

    match arguments:
        case ["take"]:
            take(places, unpack_signed, tell)
        case ["choose"]:
            choose(places, tell)
        case ["keep"]:
            keep(places, tell)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
