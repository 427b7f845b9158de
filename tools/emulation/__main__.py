"""`make emulate`: boots the box in user-mode Linux and asserts what a family relies on. See docs/emulation.md."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import NoReturn

from tools.emulation import kernel, prerequisites, rootfs
from tools.emulation.box import Bench
from tools.emulation.cache import BUILD
from tools.emulation.commands import CannotEmulate
from tools.emulation.guest import GuestProcesses
from tools.emulation.parallel import RunPart, run_parts
from tools.emulation.parts import (
    club,
    disk_cuts,
    evenings,
    joining,
    page,
    panel,
    plug,
    pods,
    stalls,
    start,
    survival,
    switching_off,
    wifi,
)
from tools.emulation.report import RunProgress

PARTS = {
    "start": RunPart(start.run, alone=True),
    "stalls": RunPart(stalls.run, alone=True),
    "wifi": RunPart(wifi.run),
    "joining": RunPart(joining.run),
    "plug": RunPart(plug.run, guest_count=plug.GUEST_COUNT),
    "evenings": RunPart(evenings.run, guest_count=evenings.GUEST_COUNT),
    "survival": RunPart(survival.run),
    "club": RunPart(club.run),
    "page": RunPart(page.run),
    "pods": RunPart(pods.run),
    "panel": RunPart(panel.run),
    "leaving": RunPart(switching_off.run),
    "disk-cuts": RunPart(disk_cuts.run),
}
"""Parts that measure the machine itself come first, then those that take longest."""
SHORT = ("start", "panel")
"""The parts that quickly show whether the box as a whole works."""
MEMORY = Path("/dev/shm")
"""The directory for the guests' files, if there is room: guests sync a lot, and these files are temporary."""
ROOM_GB = 2
PLACES = 2 * (os.cpu_count() or 1)
"""Guests at once: each has one processor, which it shares with another, and mostly waits."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all parts, or those named. Returns 0 if everything passes, 1 if something fails, 2 if they can't be run."""
    given = _parser().parse_args(arguments)
    missing = list(prerequisites.missing_prerequisites(BUILD))
    if given.if_kept and (missing or not kernel.is_kernel_cached()):
        print("The emulation is skipped: its kernel is not kept in build/emulation. Type: make emulate")
        return 0
    for sentence in missing:
        print(sentence, file=sys.stderr)
    if missing:
        return 2
    return _emulate(given.parts or (SHORT if given.short else tuple(PARTS)), given.release, given.mirror)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make emulate", description=__doc__)
    parser.add_argument("parts", metavar="PART", nargs="*", type=_part, help=f"of {', '.join(PARTS)}")
    parser.add_argument("--short", action="store_true", help=f"only {' and '.join(SHORT)}")
    releases = rootfs.RELEASES
    parser.add_argument("--release", choices=releases, default=releases[0], help="which Debian the box has")
    parser.add_argument("--mirror", help="where Debian's packages come from, if not from where this machine's do")
    parser.add_argument("--if-kept", action="store_true", help="only if the kernel is kept already")
    return parser


def _part(word: str) -> str:
    if word not in PARTS:
        raise argparse.ArgumentTypeError(f"“{word}” is no part; there are {', '.join(PARTS)}.")
    return word


def _emulate(names: Sequence[str], release: str, mirror: str | None) -> int:
    parts = {name: PARTS[name] for name in names}
    progress, processes = RunProgress(len(parts) + 2), GuestProcesses()
    _end_guests_with_us(processes)
    try:
        with progress.part("kernel"):
            built = kernel.kernel()
        with progress.part("root"):
            root = rootfs.disk(built, release, mirror)
    except CannotEmulate as error:
        print(f"make emulate: {error}", file=sys.stderr)
        return 2
    with TemporaryDirectory(prefix="tablekeeper-", dir=_place()) as place:
        run_parts(parts, PLACES, Bench(built, root, Path(place), BUILD, processes), progress)
    progress.close()
    return 1 if progress.failed else 0


def _end_guests_with_us(processes: GuestProcesses) -> None:
    """Install signal handlers that end all guests before this program ends."""

    def end(number: int, _: FrameType | None) -> NoReturn:
        processes.kill_all()
        raise SystemExit(128 + number)

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)


def _place() -> Path:
    from shutil import disk_usage

    return MEMORY if MEMORY.is_dir() and disk_usage(MEMORY).free >> 30 >= ROOM_GB else BUILD


if __name__ == "__main__":
    sys.exit(main())
