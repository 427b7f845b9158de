"""Operations on the box in a guest that the parts of the emulation share."""

from __future__ import annotations

import base64
import io
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

import numpy
from numpy.typing import NDArray

from tools.emulation.cache import ROOT
from tools.emulation.commands import CannotEmulate, HostTooBusy, run
from tools.emulation.guest import PANEL, REFRESH_S, Guest, GuestMachine, GuestProcesses, Move, TimedPress
from tools.emulation.kernel import Kernel
from tools.emulation.recovery import rows_in
from tools.emulation.report import RunReport
from tools.emulation.rootfs import GAMES_MB, make_games_disk

GAMES = "/var/lib/tablekeeper"
EXPORT = "runuser -u tablekeeper -- tablekeeper export"
JOURNAL = f"{GAMES}/journal.db"
ACTIVE_S = 60.0
BOOT_S = 180.0
DOWN_S = REST_S = 0.04
HOLD_S = 1.0
"""A hold counts from 0.6 s."""
LOOK_S = 0.2
ASK_S = 0.5
"""Seconds between queries of systemd; each takes a tenth of a second of the guest's processor."""
ACCEPTS = "accept"
"""The end of the comment of the hold that accepts a round, in a key script."""
SEEN_S = 3 * REFRESH_S + 3.0
"""Seconds after which a page is on the panel: it waits for the refresh under way, and is drawn by a slow processor."""
SHORT_S = 0.5
"""A press as long as this is nearly a hold."""
SLOW = "The disk is slow."
"""The beginning of the box's messages about a slow disk."""
TRIES = 6
"""The number of attempts at something that a busy host may spoil."""
Value = TypeVar("Value")
ROOT_GOLDEN = ROOT / "tests/golden"


@dataclass(frozen=True)
class Bench:
    """The place for guests: the kernel, the disk that they boot from, and a folder for their files.

    The disk may be a card with a partition for games.
    """

    kernel: Kernel
    root: Path
    place: Path
    consoles: Path
    processes: GuestProcesses
    is_card: bool = False

    def machine(self, name: str, games_mb: int = GAMES_MB) -> GuestMachine:
        """A new machine, with an empty disk for games if its card has none."""
        changes, games = self.place / f"{name}.changes", self.place / f"{name}.games"
        changes.unlink(missing_ok=True)
        if not self.is_card:
            make_games_disk(games, games_mb)
        console = self.consoles / f"{name}.console"
        return GuestMachine(self.kernel, self.root, changes, games, console, self.processes, is_card=self.is_card)

    @contextmanager
    def booted(self, name: str) -> Iterator[Guest]:
        """Boot a new machine, and wait until its box plays."""
        with boot(self.machine(name)) as guest:
            yield guest


@contextmanager
def boot(machine: GuestMachine) -> Iterator[Guest]:
    """Boot a guest, and wait until its box plays. Raises CannotEmulate."""
    with Guest(machine) as guest:
        guest.wait_for_agent()
        # By then, systemd has started everything. Polling the service instead would slow the start down.
        guest.shell("systemctl is-system-running --wait", BOOT_S)
        wait_active(guest)
        yield guest


def state(guest: Guest) -> str:
    """The service's state, as systemd calls it."""
    return guest.shell("systemctl is-active tablekeeper").output.strip()


def wait_active(guest: Guest, seconds: float = BOOT_S) -> None:
    """Wait until the service is ready. Raises CannotEmulate."""
    wait(guest, lambda: state(guest) == "active", "the service is not active", seconds, ASK_S)


def wait(guest: Guest, done: Callable[[], bool], otherwise: str, seconds: float = 60.0, every: float = LOOK_S) -> float:
    """Wait until `done` is true. Returns the seconds. Raises CannotEmulate with `otherwise` after a timeout.

    `every` is the number of seconds between two checks.
    """
    begun = time.monotonic()
    while not done():
        if time.monotonic() - begun > seconds:
            raise CannotEmulate(f"{otherwise} after {seconds:.0f} s; the last that was told: {guest.messages()[-3:]}")
        time.sleep(every)
    return time.monotonic() - begun


def begin_anew(guest: Guest) -> None:
    """Restart the service with an empty journal."""
    # By a kill, not by a normal end: the last page is tested elsewhere, and takes as long as a start.
    guest.run("systemctl kill --signal=KILL tablekeeper; systemctl stop tablekeeper", 120)
    guest.run(f"find {GAMES} -mindepth 1 -not -name lost+found -delete; systemctl start tablekeeper", 120)
    wait_active(guest)


def golden_record(game: str) -> str:
    """The golden record of a game."""
    return (ROOT_GOLDEN / f"{game}.txt").read_text(encoding="utf-8")


def presses_of(record: Path, down_s: float = DOWN_S, rest_s: float = REST_S) -> list[TimedPress]:
    """The presses that declare a record from power-on, as computed by the program itself."""
    return presses(script_of(record), down_s, rest_s)


def script_of(record: Path) -> str:
    """The key script that declares a record from power-on, as computed by the program itself."""
    return run([sys.executable, "-m", "device", "keys", record], cwd=ROOT)


def presses(script: str, down_s: float = DOWN_S, rest_s: float = REST_S) -> list[TimedPress]:
    """The presses of a key script: lines like `A` and `hold D`, perhaps with a comment.

    Before a round is accepted, nothing is pressed until its points are on the panel: the box takes it only then.
    """
    found: list[TimedPress] = []
    for line in script.splitlines():
        keys, _, comment = line.partition("#")
        if not (words := keys.split()):
            continue
        if comment.endswith(ACCEPTS):
            found.append(TimedPress("", 0.0, SEEN_S))
        found.append(TimedPress(words[-1], HOLD_S if words[0] == "hold" else down_s, rest_s))
    return found


def play(guest: Guest, pressed: Sequence[TimedPress], at_once: int = 50) -> None:
    """Press keys, `at_once` of them in one request.

    Raises HostTooBusy if a press came out as long as a hold. The box's warning of a slow
    disk does no harm: it lies over the game, and the keys keep their meanings.
    """
    for first in range(0, len(pressed), at_once):
        some = pressed[first : first + at_once]
        longest = overlong_press_s(some, guest.press(some))
        if longest is not None:
            raise HostTooBusy(f"the host stalled during a press, which lasted {longest:.1f} s")


def warning_count(guest: Guest) -> int:
    """The number of the box's warnings of a slow disk so far."""
    return sum(line.startswith(SLOW) for line in guest.messages())


def overlong_press_s(pressed: Sequence[TimedPress], moves: Sequence[Move]) -> float | None:
    """The longest time in seconds for which a short press may have been down, if as long as a hold; else None.

    The fingers are simulated in the guest: if the host has no time for it, they stay down.
    """
    ups = [move for move in moves if not move.closes]
    downs = [move for move in moves if move.closes]
    # For each key, the first closing belongs to the first opening, and so on; presses do not overlap.
    lengths = iter((up.after_ns - down.before_ns) / 1e9 for down, up in zip(downs, ups, strict=True))
    long = [length for one in pressed for length in islice(lengths, len(one.keys)) if one.down_s < SHORT_S <= length]
    return max(long, default=None)


def repeat_until_undisturbed(report: RunReport, attempt: Callable[[], Value]) -> Value:
    """Repeat an attempt until the host does not spoil it, and return its result.

    Raises HostTooBusy if all are spoilt.
    """
    for _ in range(TRIES - 1):
        try:
            return attempt()
        except HostTooBusy as error:
            report.say(f"{error}: once more")
    return attempt()


def refusals(guest: Guest) -> list[str]:
    """The service's messages about refusals so far."""
    return [line for line in guest.messages() if line.startswith("refused")]


Page = NDArray[numpy.uint8]


PAGES = "/var/lib/box/pages"
"""The folder of the pages that the panel has shown. Those of the start before are in `PREVIOUS_PAGES`."""
PREVIOUS_PAGES = f"{PAGES}.before"


def page_count(guest: Guest) -> int:
    """The number of complete pages that the panel has shown."""
    return int(guest.run(f"ls {PAGES} | grep -c npy || true"))


def page(guest: Guest, number: int | None = None, place: str = PAGES) -> Page:
    """A page that the panel has shown, by default the newest: the inks' indices, line by line."""
    name = f"$(ls {place}/*.npy | tail -n1)" if number is None else f"{place}/{number:04}.npy"
    data = base64.b64decode(guest.run(f"base64 -w0 {name}"))
    found: Page = numpy.load(io.BytesIO(data))
    return found


def expected_page(panel: str, place: Path, script: str = "", frame: int = -1) -> Page:
    """A page of the mock panel after the presses of a key script. Tests compare that panel with the golden pictures."""
    from PIL import Image

    with TemporaryDirectory(dir=place) as made:
        _mock(Path(made), panel, script)
        return numpy.asarray(Image.open(sorted(Path(made, "frames").glob("*.png"))[frame]))


def mock_rows(place: Path, script: str) -> list[str]:
    """The rows that a key script produces on the mock hardware. Raises CannotEmulate."""
    with TemporaryDirectory(dir=place) as made:
        _mock(Path(made), PANEL, script)
        found = rows_in(Path(made, "games"))
    if isinstance(found, str):
        raise CannotEmulate(f"on the mock hardware, {found}")
    return found


def _mock(place: Path, panel: str, script: str) -> None:
    """Play a script on the mock hardware: the pages are written to `frames`, the rows to `games`."""
    keys = place / "keys"
    keys.write_text(script, encoding="utf-8")
    mock: list[str | Path] = [sys.executable, "-m", "device", "--hal", "mock", "--panel", panel]
    mock += ["--keys", keys, "--frames", place / "frames", "--data", place / "games"]
    run(mock, cwd=ROOT, env={name: str(place) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME")})
