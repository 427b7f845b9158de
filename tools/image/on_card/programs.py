"""Chooses the program that a box of the image runs: the one on its card, or a newer one from a signed file.

Usage: programs.py mount | take | unmount | choose | keep

`mount` mounts USB sticks and `unmount` unmounts them; neither reads a file. `take` unpacks the signed files on the FAT
partition, on the sticks and in the folder of the table's page, each into a folder of its own; it has no other rights
than to write there. Of the page, it takes no program that is older than the one in use.
`choose` runs before each start of the service. It sets the link /run/tablekeeper-program to the program to run, and
writes news about newer programs for the service (device/system/program_news.py).
`keep` runs once it is known whether the service has its panel and its pins (on_card/trouble). A newer program is tried
at most three times; it is kept only once it was ready, and until then the one before stays. A program without the panel
or the pins that the one before had is not kept: it may be the cause. A kept program that is not ready five times
running is replaced by the card's own. The decision is stored in one small file, which is replaced atomically, so that
after a power cut either the old program runs or the new one.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from fnmatch import fnmatchcase
from io import FileIO
from itertools import chain, islice
from pathlib import Path

TRIES = 3
"""Maximum number of starts of a newer program that was never ready: the power may be cut during a start."""
KEPT_TRIES = 5
"""Maximum number of consecutive starts of a kept program without being ready: its files may be damaged."""
LARGEST = 500_000_000
"""Maximum size of an accepted file in bytes."""
UNPACK_S = 600.0
"""Timeout for unpacking a file, in seconds, from the slowest stick on the slowest Pi."""
MOUNT_S = 30.0
"""Timeout for mounting a stick, in seconds."""
MAX_STICKS = 8
"""The maximum number of partitions of sticks that are mounted."""
MAX_NAMES, MAX_FILES = 10_000, 20
"""The maximum number of names read of a folder, and of files named like updates examined at each start."""
PATTERN = "tablekeeper*.update"
STATE = "state.json"
MAX_NAME_LENGTH = 40
"""Maximum length of a file's name in messages."""
MAX_NEWS = 5
"""The maximum number of stored news; older ones are dropped."""
KEY = Path("/usr/lib/tablekeeper/updates.pub")
STICKS = Path("/run/tablekeeper-sticks")
PAGE_FILE = "tablekeeper-page.update"
"""The name of a file that came by the table's page (device/system/program_folder.py)."""
WISH = Path("/run/tablekeeper/newer-program")
"""The file by which the table asks for it to be examined (tablekeeper-update.path)."""


class UpdateOutcome(Enum):
    """The outcomes for a newer program; device/system/program_news.py has the sentences."""

    PLAYS = "plays"
    NOT_SIGNED = "not-signed"
    TOO_LARGE = "too-large"
    NO_PROGRAM = "no-program"
    NO_ROOM = "no-room"
    NO_FILE = "no-file"
    BROKEN = "broken"
    UNREADABLE = "unreadable"
    NEVER_STARTED = "never-started"
    SPOILT = "spoilt"
    READY = "ready"
    """It plays from the next start on."""
    SAME = "same"
    """It is the one that plays already."""
    OLDER = "older"


News = tuple[str, str]
"""An outcome's value, and the name of the file, or ""."""


@dataclass(frozen=True)
class CardState:
    """The stored decision: `kept` is the program to run (None: the card's own), `trying` the one to try.

    `tries` is the number of its starts. `seen` are the examined files, by size and time, and `news` what is to be
    reported of them. `begun` is the number of starts of the kept program since it was last ready, and `played` whether
    it had its panel and its pins then. `page` is the last file of the table's page, by size and time, and its outcome.
    """

    kept: str | None = None
    trying: str | None = None
    tries: int = 0
    seen: tuple[str, ...] = ()
    news: tuple[News, ...] = ()
    begun: int = 0
    played: bool = False
    page: tuple[str, str] = ("", "")

    def with_examined(self, mark: str, outcome: UpdateOutcome, *, of_page: bool) -> CardState:
        """The same after a file was examined, so that it is not examined again."""
        return replace(self, page=(mark, outcome.value)) if of_page else replace(self, seen=(*self.seen, mark))

    def with_news(self, outcome: UpdateOutcome, file: str = "") -> CardState:
        """The same with one more piece of news, for the next start."""
        one = (outcome.value, file)
        return self if one in self.news else replace(self, news=(*self.news, one)[-MAX_NEWS:])


@dataclass(frozen=True)
class Places:
    """The paths: newer programs, the card's own, the link to the one in use, and the file for news.

    `hardware` is the file in which the service says whether it has its panel and its pins. `page` is the folder into
    which the table puts what came by its page.
    """

    programs: Path = Path("/data/programs")
    own: Path = Path("/opt/tablekeeper/image")
    used: Path = Path("/run/tablekeeper-program")
    news: Path = Path("/run/tablekeeper-program-news")
    hardware: Path = Path("/run/tablekeeper/hardware")
    files: tuple[Path, ...] = (Path("/boot/firmware"),)
    sticks: Callable[[], Iterable[Path]] = field(default=lambda: ())
    page: Path = Path("/run/tablekeeper-newer-program")


class UpdateRefused(Exception):
    """A file is refused. The message is a sentence."""

    def __init__(self, outcome: UpdateOutcome, sentence: str) -> None:
        super().__init__(sentence)
        self.outcome = outcome


class HardwareLost(Exception):
    """A newer program is ready, but lacks hardware that the one before had."""


Unpack = Callable[[FileIO, Path], None]
"""Unpacks an opened signed file into a folder. Raises UpdateRefused if it is not signed or not whole, and OSError."""


def read(places: Places) -> CardState:
    """The stored decision; the default if there is none, or it makes no sense. Raises OSError if it can't be read: then
    it must not be written over, nor any program be removed."""
    try:
        found = json.loads((places.programs / STATE).read_text(encoding="utf-8"))
        # States of earlier cards lack the last four.
        return CardState(
            _name(found["kept"]),
            _name(found["trying"]),
            int(found["tries"]),
            tuple(map(str, found["seen"])),
            tuple((str(outcome), str(file)) for outcome, file in found.get("news", ())),
            int(found.get("begun", 0)),
            found.get("played") is True,
            _page(found.get("page")),
        )
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        return CardState()


def _name(found: object) -> str | None:
    """Check a program's name, which becomes part of a path. Raises ValueError."""
    if found is None or (isinstance(found, str) and re.fullmatch("[0-9a-z]+", found)):
        return found
    raise ValueError(found)


def _page(found: object) -> tuple[str, str]:
    mark, outcome = found if isinstance(found, list) and len(found) == 2 else ("", "")
    return str(mark), str(outcome)


def write(places: Places, state: CardState) -> None:
    """Store the decision atomically: after a power cut, the file is either the old one or the new one."""
    part = places.programs / f"{STATE}.part"
    with part.open("w", encoding="utf-8") as file:
        json.dump(asdict(state), file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(places.programs / STATE)
    _sync_folder(places.programs)


def take(places: Places, unpack: Unpack, tell: Callable[[str], None]) -> None:
    """Install every signed file that was not examined before. The last one is tried at the next start."""
    with _unpack_lock(places, fcntl.LOCK_EX):
        try:
            _take_new_files(places, unpack, tell)
        except OSError as error:
            tell(_unread_sentence(places, error, "no newer program is taken"))
        with suppress(OSError):
            file = places.page / PAGE_FILE
            if _mark(file) != read(places).page[0]:
                _take_file(places, file, unpack, tell, of_page=True)


def _take_new_files(places: Places, unpack: Unpack, tell: Callable[[str], None]) -> None:
    """Raises OSError if the stored decision can't be read."""
    for folder in chain(places.files, places.sticks()):
        for file in _files(folder, read(places).seen):
            # Whatever is wrong with one file, the next ones are examined.
            with suppress(OSError):
                _take_file(places, file, unpack, tell)


def _unread_sentence(places: Places, error: OSError, consequence: str) -> str:
    return f"{places.programs / STATE} can't be read ({error.strerror}): {consequence}."


def _files(folder: Path, seen: Collection[str]) -> list[Path]:
    """The entries named like updates that were not examined before, by name, of any file type.

    Empty if the folder can't be read.
    """
    with suppress(OSError), os.scandir(folder) as entries:
        names = [entry.name for entry in islice(entries, MAX_NAMES) if fnmatchcase(entry.name, PATTERN)]
        return list(islice((folder / name for name in sorted(names) if _is_new(folder / name, seen)), MAX_FILES))
    return []


def _is_new(file: Path, seen: Collection[str]) -> bool:
    with suppress(OSError):
        return _mark(file) not in seen
    return True


def _mark(file: Path) -> str:
    """The text by which examined files are recognised. Raises OSError."""
    found = file.lstat()
    return f"{_shown(file)} {found.st_size} {found.st_mtime_ns}"


def _shown(file: Path) -> str:
    """A file's name for logs and sentences, without control sequences that might harm a terminal."""
    return re.sub(r"[^!-~]", "?", file.name)[:MAX_NAME_LENGTH]


def _take_file(
    places: Places, file: Path, unpack: Unpack, tell: Callable[[str], None], *, of_page: bool = False
) -> None:
    mark = _mark(file)
    try:
        if not stat.S_ISREG(file.lstat().st_mode):
            raise UpdateRefused(UpdateOutcome.NO_FILE, "it is no file.")
        name = _unpacked(places, file, unpack, _version_in_use(places) if of_page else None)
    except (UpdateRefused, OSError) as error:
        tell(f"{_shown(file)} is not taken: {error}")
        _refuse(places, file, mark, error, of_page=of_page)
        return
    state = read(places)
    if name == state.kept:
        write(places, state.with_examined(mark, UpdateOutcome.SAME, of_page=of_page))
        return
    write(places, replace(state.with_examined(mark, UpdateOutcome.READY, of_page=of_page), trying=name, tries=0))
    # Reported once it is on the disk: somebody who reads it may pull the plug.
    tell(f"{_shown(file)} is taken; it is played with from the next start on, if it starts.")


def _refuse(places: Places, file: Path, mark: str, error: UpdateRefused | OSError, *, of_page: bool) -> None:
    """Record that a file was refused; this is reported at the next start."""
    if isinstance(error, UpdateRefused):
        outcome = error.outcome
    else:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        outcome = UpdateOutcome.NO_ROOM if full else UpdateOutcome.UNREADABLE
    state = read(places).with_news(outcome, _shown(file))
    # A file that the disk refuses may succeed later; of one from the page, somebody waits for the outcome.
    if of_page or isinstance(error, UpdateRefused):
        state = state.with_examined(mark, outcome, of_page=of_page)
    write(places, state)


def _unpacked(places: Places, file: Path, unpack: Unpack, oldest: Version | None) -> str:
    """Unpack a file completely, unless that was done before. Returns the name of its folder.

    The file is opened once: whatever takes its place meanwhile is not read. A version before `oldest` is refused.
    """
    # The file may have been replaced by a pipe: opening it must not wait for a writer.
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb", buffering=0) as opened:
        found = os.fstat(opened.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise UpdateRefused(UpdateOutcome.NO_FILE, "it is no file.")
        if found.st_size > LARGEST:
            raise UpdateRefused(UpdateOutcome.TOO_LARGE, f"it is larger than {LARGEST // 1_000_000} MB.")
        name = hashlib.file_digest(opened, "sha256").hexdigest()[:16]
        opened.seek(0)
        place = places.programs / name
        if place.is_dir():
            _check_version(place, oldest)
        else:
            _unpack_into(place, opened, unpack, oldest)
    return name


def _unpack_into(place: Path, opened: FileIO, unpack: Unpack, oldest: Version | None) -> None:
    """Unpack a program to a place that has it completely or not at all. Raises UpdateRefused and OSError."""
    part = place.with_name(f"{place.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir()
    try:
        unpack(opened, part)
        if not (part / "bin/python").exists() and not (part / "bin/python").is_symlink():
            raise UpdateRefused(UpdateOutcome.NO_PROGRAM, "there is no program in it.")
        _check_version(part, oldest)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise
    os.sync()
    part.rename(place)
    _sync_folder(place.parent)


Version = tuple[tuple[int, ...], bool, int]
"""The numbers of a version without zeros at their end, whether it is released, and the number of a development
version."""


def _version(program: Path) -> Version | None:
    """The version of an unpacked program; None if it has none."""
    for found in sorted(program.glob("lib/python3*/site-packages/tablekeeper-*.dist-info")):
        if said := re.fullmatch(r"tablekeeper-([0-9]+(?:\.[0-9]+)*)(?:\.dev([0-9]+))?\.dist-info", found.name):
            numbers = [int(number) for number in said[1].split(".")]
            while numbers and not numbers[-1]:
                numbers.pop()
            return tuple(numbers), said[2] is None, int(said[2] or 0)
    return None


def _version_in_use(places: Places) -> Version:
    """The version of the program in use. Raises UpdateRefused: without one, nothing can be called newer."""
    if (version := _version(places.used)) is None:
        raise UpdateRefused(UpdateOutcome.OLDER, "the version of the program in use is not known.")
    return version


def _check_version(program: Path, oldest: Version | None) -> None:
    """Raise UpdateRefused for a program that is older than this, or of no version."""
    if oldest is not None and ((version := _version(program)) is None or version < oldest):
        raise UpdateRefused(UpdateOutcome.OLDER, "it is older than the program in use.")


def choose(places: Places, tell: Callable[[str], None]) -> Path:
    """Set the link to the program to run, and return its folder."""
    state = CardState()
    try:
        state = read(places)
    except OSError as error:
        tell(_unread_sentence(places, error, "the card's own program plays"))
    if state.trying is not None and state.tries >= TRIES:
        tell(f"the newer program {state.trying} did not start {TRIES} times: the one before plays.")
        state = replace(state, trying=None, tries=0).with_news(UpdateOutcome.NEVER_STARTED)
        _try_to_write(places, state, tell)
    if state.kept is not None and state.begun >= KEPT_TRIES:
        tell(f"the program {state.kept} was not ready {KEPT_TRIES} times running: the card's own plays.")
        state = replace(state, kept=None, begun=0).with_news(UpdateOutcome.SPOILT)
        _try_to_write(places, state, tell)
    program = _place(places, state.kept)
    newer = _place(places, state.trying)
    # Counted before the start, so that a start that ends in a power cut counts, too.
    if newer != places.own and _try_to_write(places, replace(state, tries=state.tries + 1), tell):
        program = newer
    elif program != places.own:
        _try_to_write(places, replace(state, begun=state.begun + 1), tell)
    _write_news(places, state, newer=program != _place(places, state.kept))
    link = places.used.with_suffix(".new")
    link.unlink(missing_ok=True)
    link.symlink_to(program)
    link.replace(places.used)
    return program


def _write_news(places: Places, state: CardState, *, newer: bool) -> None:
    """Write the news that the program about to start has to report."""
    news = [*state.news, *([(UpdateOutcome.PLAYS.value, "")] if newer else [])]
    with suppress(OSError):
        places.news.write_text(json.dumps(news), encoding="utf-8")


def _reported_news(places: Places) -> frozenset[News]:
    """The news that the running program had to report."""
    try:
        return frozenset((str(outcome), str(file)) for outcome, file in json.loads(places.news.read_text("utf-8")))
    except (OSError, ValueError, TypeError, RecursionError):
        return frozenset()


def keep(places: Places, tell: Callable[[str], None]) -> None:
    """Keep the running program, which is ready, and remove the others. Its news count as reported.

    Raises HardwareLost, and keeps nothing, if it is a newer one that lacks hardware that the one before had.
    """
    try:
        state = read(places)
    except OSError as error:
        tell(_unread_sentence(places, error, "no program is kept or removed"))
    else:
        _keep_running(places, state, tell)


def _keep_running(places: Places, state: CardState, tell: Callable[[str], None]) -> None:
    used = places.used.resolve()
    played = _has_hardware(places)
    if state.trying is not None and used == _place(places, state.trying).resolve():
        if state.played and not played:
            raise HardwareLost(f"the newer program {state.trying} lacks what the one before had; it is not kept.")
        state = replace(state, kept=state.trying, trying=None, tries=0, begun=0, played=played)
        write(places, state)
        tell(f"the newer program {state.kept} plays, and is kept.")
    elif (state.begun, state.played) != (0, played):
        state = replace(state, begun=0, played=played)
        write(places, state)
    if state.trying is None:
        # A restarted service must not disturb a file being unpacked.
        with suppress(BlockingIOError), _unpack_lock(places, fcntl.LOCK_EX | fcntl.LOCK_NB):
            told = _reported_news(places)
            if told.intersection(state.news):
                write(places, replace(state, news=tuple(one for one in state.news if one not in told)))
            _give_up_others(places, state.kept)


def _has_hardware(places: Places) -> bool:
    try:
        return places.hardware.read_text(encoding="utf-8").startswith("plays\n")
    except (OSError, ValueError):
        return False


def _give_up_others(places: Places, kept: str | None) -> None:
    for folder in places.programs.iterdir():
        if folder.is_dir() and folder.name != kept:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _unpack_lock(places: Places, how: int) -> Iterator[None]:
    """Hold the lock for unpacking. Raises BlockingIOError if another process holds it and `how` says not to wait."""
    with (places.programs / "lock").open("w") as lock:
        fcntl.flock(lock, how)
        yield


def _place(places: Places, name: str | None) -> Path:
    """A program's folder; the card's own if there is none of that name."""
    place = places.programs / (name or "")
    return place if name and (place / "bin").is_dir() else places.own


def _try_to_write(places: Places, state: CardState, tell: Callable[[str], None]) -> bool:
    """Store the decision if possible. Returns False if it is not; then the kept program runs."""
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


def unpack_signed(opened: FileIO, folder: Path, key: Path = KEY) -> None:
    """Unpack a file signed by `signify-openbsd -Sz`. Each block is verified before it is used."""
    check = ["signify-openbsd", "-Vz", "-q", "-p", str(key), "-x", "-", "-m", "-"]
    unpack = ["tar", "-xzp", "--no-same-owner", "-C", str(folder)]
    said, told = "", ""
    with subprocess.Popen(check, stdin=opened, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as checking:
        assert checking.stdout is not None
        assert checking.stderr is not None
        try:
            unpacked = subprocess.run(
                unpack, stdin=checking.stdout, capture_output=True, check=False, timeout=UNPACK_S, env=_ENGLISH
            )
            told = unpacked.stderr.decode(errors="replace").strip()
            checking.stdout.close()
            said = checking.stderr.read().decode(errors="replace").strip()
        except subprocess.TimeoutExpired:
            checking.kill()
            raise OSError(errno.ETIMEDOUT, f"it took longer than {UNPACK_S:.0f} s") from None
    if checking.returncode and not unpacked.returncode:
        raise _not_signed(said)
    if unpacked.returncode:
        # Both programs complain about a truncated file.
        if "No space left on device" in told:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        if said:
            raise _not_signed(said)
        raise UpdateRefused(UpdateOutcome.BROKEN, f"it is signed, and can't be unpacked ({told.splitlines()[-1:]}).")


_ENGLISH = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"}


def _not_signed(said: str) -> UpdateRefused:
    sentence = f"it is not signed with the key of this card, or not whole ({said})."
    return UpdateRefused(UpdateOutcome.NOT_SIGNED, sentence)


def mount(place: Path = STICKS, blocks: Path = Path("/sys/block")) -> None:
    """Mount the file systems of USB sticks, each in a folder of its own. Those that can't be mounted are skipped."""
    parts = [part for disk in sorted(blocks.glob("sd*")) for part in sorted(disk.glob(f"{disk.name}[0-9]*")) or [disk]]
    for part in parts[:MAX_STICKS]:
        (place / part.name).mkdir(parents=True, exist_ok=True)
        command = ["mount", "-o", "ro,noexec,nosuid,nodev", f"/dev/{part.name}", str(place / part.name)]
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(command, capture_output=True, check=False, timeout=MOUNT_S)


def unmount(place: Path = STICKS) -> None:
    """Unmount all sticks, even if they are in use."""
    for stick in mounted_sticks(place):
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(["umount", "--lazy", stick], capture_output=True, check=False, timeout=MOUNT_S)
        with suppress(OSError):
            stick.rmdir()


def mounted_sticks(place: Path = STICKS) -> list[Path]:
    """The folders with mounted sticks."""
    with suppress(OSError):
        return sorted(place.iterdir())
    return []


def main(arguments: list[str]) -> int:
    """Run a command. Returns 0, 1 if the program must not be kept, or 2 for an unknown command."""
    places = Places(sticks=mounted_sticks)

    def tell(sentence: str) -> None:
        print(sentence, flush=True)

    match arguments:
        case ["mount"]:
            # Removed before the look, so that what comes meanwhile is looked at, too.
            with suppress(OSError):
                WISH.unlink()
            mount()
        case ["unmount"]:
            unmount()
        case ["take"]:
            take(places, unpack_signed, tell)
        case ["choose"]:
            choose(places, tell)
        case ["keep"]:
            try:
                keep(places, tell)
            except HardwareLost as lost:
                tell(str(lost))
                return 1
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
