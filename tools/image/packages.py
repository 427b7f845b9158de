"""Debian's packages on the card: lock files with versions and hashes, and the packages that a card was made of."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple

from tools.emulation.cache import ROOT, cached_folder, key_of
from tools.emulation.commands import CannotEmulate

LOCKS = Path(__file__).parent / "locks"
"""The folder with a file for each set of packages, `NAME.lock`."""
LISTS, TAKEN = "lists", "taken"
"""What mmdebstrap leaves beside its archive: Debian's package indexes, and the list of installed packages."""
_SHOWN = 8
"""The maximum number of differences that are named."""
_FORMAT = r"${Package} ${Version} ${Architecture}\n"


class Package(NamedTuple):
    """A package of Debian, with the SHA-256 of its file."""

    name: str
    version: str
    architecture: str
    sha256: str


class Lock(NamedTuple):
    """Packages by name, and the moment when they were the newest, in the format of snapshot.debian.org."""

    moment: str
    packages: tuple[Package, ...]


def pinned(name: str, inputs: Sequence[str], make: Callable[[Path], None], build: Path, locks: Path = LOCKS) -> Path:
    """The folder that `make` fills with mmdebstrap's result, with exactly the packages in the lock of that name.

    Without a lock, the newest are used, and the lock is written. Raises CannotEmulate if other packages were used.
    """
    lock = locks / f"{name}.lock"
    before = lock.read_text(encoding="utf-8") if lock.exists() else ""

    def made(place: Path) -> None:
        make(place)
        if before:
            require_same(lock, _read(before).packages, lock_of(place).packages)

    place = cached_folder(name, key_of(*inputs, before), made, build)
    if not before:
        lock.parent.mkdir(exist_ok=True)
        lock.write_text(lock_text(lock_of(place)), encoding="utf-8")
        place = place.rename(build / f"{name}-{key_of(*inputs, lock.read_text(encoding='utf-8'))}")
    return place


def forget_locks() -> None:
    """Delete the locks, so that the next card is made of Debian's newest packages."""
    for lock in LOCKS.glob("*.lock"):
        lock.unlink()


def recording_options(place: Path, name: str, *, unpacked_only: bool) -> list[str]:
    """Options for mmdebstrap: store the indexes and the list of packages in `place`.

    They also end it early if Debian has newer packages than the lock.
    """
    stage = "extract" if unpacked_only else "customize"
    query = f"dpkg-query --admindir=\"$1/var/lib/dpkg\" -W -f '{_FORMAT}'"
    if unpacked_only:
        query = (
            f'for file in "$1"/var/cache/apt/archives/*.deb; do dpkg-deb -W --showformat=\'{_FORMAT}\' "$file"; done'
        )
    options = [
        f'--{stage}-hook=cp -r "$1/var/lib/apt/lists" "{place / LISTS}"',
        f'--{stage}-hook={query} >"{place / TAKEN}"',
    ]
    lock = LOCKS / f"{name}.lock"
    if lock.exists():
        options.insert(
            0, f'--extract-hook=PYTHONPATH="{ROOT}" {sys.executable} -m {__name__} "{lock}" "$1/var/lib/apt/lists"'
        )
    return options


def lock_of(place: Path) -> Lock:
    """The packages that mmdebstrap used. Raises CannotEmulate for a package that is in no index."""
    offered = {(one.name, one.version, one.architecture): one for one in indexed_packages(place / LISTS)}
    found = []
    for line in (place / TAKEN).read_text(encoding="utf-8").splitlines():
        name, version, architecture = line.split()
        package = offered.get((name, version, architecture))
        if package is None:
            raise CannotEmulate(f"{name} {version} is in no index of the archive.")
        found.append(package)
    return Lock(_moment(place / LISTS), tuple(sorted(found)))


def indexed_packages(lists: Path) -> Iterator[Package]:
    """Yield all packages in the indexes of Debian's archive, as stored by apt."""
    for index in sorted(lists.glob("*_Packages")):
        for stanza in index.read_text(encoding="utf-8").split("\n\n"):
            fields = dict(line.split(": ", 1) for line in stanza.splitlines() if ": " in line and line[0] != " ")
            if fields:
                yield Package(fields["Package"], fields["Version"], fields["Architecture"], fields["SHA256"])


def _moment(lists: Path) -> str:
    dates = (
        parsedate_to_datetime(line.removeprefix("Date: "))
        for release in lists.glob("*Release")
        for line in release.read_text(encoding="utf-8").splitlines()
        if line.startswith("Date: ")
    )
    return max(dates).strftime("%Y%m%dT%H%M%SZ")


def lock_text(lock: Lock) -> str:
    """A lock's text: its moment, then a line for each package."""
    return "".join(f"{line}\n" for line in (f"# {lock.moment}", *(" ".join(one) for one in lock.packages)))


def _read(text: str) -> Lock:
    first, *lines = text.splitlines()
    return Lock(first.removeprefix("# "), tuple(Package(*line.split()) for line in lines))


def read(lock: Path) -> Lock:
    """Read the lock in a file."""
    return _read(lock.read_text(encoding="utf-8"))


def require_same(lock: Path, locked: Iterable[Package], found: Iterable[Package]) -> None:
    """Raises CannotEmulate, with what to type, if other packages were found than are locked."""
    locked, found = set(locked), set(found)
    others = sorted({one.name for one in locked ^ found})
    if not others:
        return
    versions = {one.name: one.version for one in found - locked}
    named = ", ".join(f"{name} {versions.get(name, 'is gone')}" for name in others[:_SHOWN])
    more = f" and {len(others) - _SHOWN} more" if len(others) > _SHOWN else ""
    raise CannotEmulate(
        f"Debian's archive has other packages than {lock.name}: {named}{more}. To take them, and write that lock anew,"
        f" type: sudo make image NEWPACKAGES=1. The old ones are at snapshot.debian.org, moment {read(lock).moment}."
    )


def newest(packages: Iterable[Package]) -> dict[tuple[str, str], Package]:
    """The newest package of each name and architecture."""
    found: dict[tuple[str, str], Package] = {}
    for one in packages:
        before = found.get((one.name, one.architecture))
        if before is None or (before.version != one.version and _is_newer(one.version, before.version)):
            found[one.name, one.architecture] = one
    return found


def _is_newer(version: str, than: str) -> bool:
    # This is rare: a name occurs in two indexes only after an update.
    compared = subprocess.run(["dpkg", "--compare-versions", version, "gt", than], check=False)
    return compared.returncode == 0


def main(lock: str, lists: str) -> str | None:
    """What is wrong with the archive's indexes, before packages are installed; None if nothing is."""
    locked = read(Path(lock)).packages
    offered = newest(indexed_packages(Path(lists)))
    same = [offered[key] for one in locked if (key := (one.name, one.architecture)) in offered]
    try:
        require_same(Path(lock), locked, same)
    except CannotEmulate as error:
        return str(error)
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
