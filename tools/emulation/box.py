"""The box in a guest: what the parts of the emulation ask of it, in its own terms."""

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
from tools.emulation.guest import PANEL, Guest, GuestMachine, Move, Power, TimedPress
from tools.emulation.kernel import Kernel
from tools.emulation.recovery import rows as recovered_rows
from tools.emulation.report import RunReport
from tools.emulation.rootfs import GAMES_MB, games_disk

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
"""Asking systemd takes a tenth of a second of the guest's processor."""
SHORT_S = 0.5
"""A press as long as this is nearly a hold."""
SLOW = "The disk is slow."
"""How what the box says of a disk that takes its time begins."""
TRIES = 6
"""How often something is tried that a busy host may spoil."""
Value = TypeVar("Value")
ROOT_GOLDEN = ROOT / "tests/golden"


@dataclass(frozen=True)
class Bench:
    """Where guests are made: the kernel, the disk that they boot from, and a folder for what they write.

    That disk may be a card, with a partition for games.
    """

    kernel: Kernel
    root: Path
    place: Path
    consoles: Path
    power: Power
    card: bool = False

    def machine(self, name: str, games_mb: int = GAMES_MB) -> GuestMachine:
        """A machine that has never been on, with an empty disk for games where its card has none."""
        changes, games = self.place / f"{name}.changes", self.place / f"{name}.games"
        changes.unlink(missing_ok=True)
        if not self.card:
            games_disk(games, games_mb)
        console = self.consoles / f"{name}.console"
        return GuestMachine(self.kernel, self.root, changes, games, console, self.power, card=self.card)

    @contextmanager
    def booted(self, name: str) -> Iterator[Guest]:
        """A new machine with power, once its box plays."""
        with boot(self.machine(name)) as guest:
            yield guest


@contextmanager
def boot(machine: GuestMachine) -> Iterator[Guest]:
    """A guest, once its box plays. Raises CannotEmulate."""
    with Guest(machine) as guest:
        guest.ready()
        # Whatever systemd has to start then has started or failed; asking again and again takes time from that.
        guest.shell("systemctl is-system-running --wait", BOOT_S)
        wait_active(guest)
        yield guest


def state(guest: Guest) -> str:
    """What systemd calls the service's state."""
    return guest.shell("systemctl is-active tablekeeper").output.strip()


def wait_active(guest: Guest, seconds: float = BOOT_S) -> None:
    """Wait until the service is ready. Raises CannotEmulate."""
    wait(guest, lambda: state(guest) == "active", "the service is not active", seconds, ASK_S)


def wait(guest: Guest, done: Callable[[], bool], otherwise: str, seconds: float = 60.0, every: float = LOOK_S) -> float:
    """Wait for something; the seconds that it took. Raises CannotEmulate with a sentence if it does not come.

    It is looked for `every` so many seconds.
    """
    begun = time.monotonic()
    while not done():
        if time.monotonic() - begun > seconds:
            raise CannotEmulate(f"{otherwise} after {seconds:.0f} s; the last that was told: {guest.told()[-3:]}")
        time.sleep(every)
    return time.monotonic() - begun


def begin_anew(guest: Guest) -> None:
    """An empty journal, and the service started on it."""
    # Not by its own leave: the page of a box that is off is asked for elsewhere, and takes as long as a start.
    guest.must("systemctl kill --signal=KILL tablekeeper; systemctl stop tablekeeper", 120)
    guest.must(f"find {GAMES} -mindepth 1 -not -name lost+found -delete; systemctl start tablekeeper", 120)
    wait_active(guest)


def golden(game: str) -> str:
    """The golden record of a game."""
    return (ROOT_GOLDEN / f"{game}.txt").read_text(encoding="utf-8")


def presses_of(record: Path, down_s: float = DOWN_S, rest_s: float = REST_S) -> list[TimedPress]:
    """The presses that declare a record from power-on, as the program itself works them out."""
    return presses(script_of(record), down_s, rest_s)


def script_of(record: Path) -> str:
    """The key script that declares a record from power-on, as the program itself works it out."""
    return run([sys.executable, "-m", "device", "keys", record], cwd=ROOT)


def presses(script: str, down_s: float = DOWN_S, rest_s: float = REST_S) -> list[TimedPress]:
    """The presses of a key script: lines like `A` and `hold D`, perhaps with a comment."""
    words = [line.partition("#")[0].split() for line in script.splitlines()]
    return [TimedPress(one[-1], HOLD_S if one[0] == "hold" else down_s, rest_s) for one in words if one]


def play(guest: Guest, pressed: Sequence[TimedPress], at_once: int = 50) -> None:
    """Press keys, so many in one request.

    Raises HostTooBusy if a press came out as long as a hold. A disk that seems slow spoils nothing: the box's warning
    of it lies over the game, and leaves the keys their meanings.
    """
    for first in range(0, len(pressed), at_once):
        some = pressed[first : first + at_once]
        longest = too_long(some, guest.press(some))
        if longest is not None:
            raise HostTooBusy(f"the host stalled during a press, which lasted {longest:.1f} s")


def warnings(guest: Guest) -> int:
    """How often the box has warned of a slow disk so far."""
    return sum(line.startswith(SLOW) for line in guest.told())


def too_long(pressed: Sequence[TimedPress], moves: Sequence[Move]) -> float | None:
    """The longest time for which a press that was to be short may have held its contact, in seconds; None if none did.

    Fingers are in the guest: when the host has no time for it, they stay down.
    """
    ups = [move for move in moves if not move.closes]
    downs = [move for move in moves if move.closes]
    # Of each key, the first closing goes with the first opening, and so on; presses are one after the other.
    lengths = iter((up.after_ns - down.before_ns) / 1e9 for down, up in zip(downs, ups, strict=True))
    long = [length for one in pressed for length in islice(lengths, len(one.keys)) if one.down_s < SHORT_S <= length]
    return max(long, default=None)


def undisturbed(report: RunReport, attempt: Callable[[], Value]) -> Value:
    """What an attempt comes to that the host did not spoil. Raises HostTooBusy if it spoils all."""
    for _ in range(TRIES - 1):
        try:
            return attempt()
        except HostTooBusy as error:
            report.say(f"{error}: once more")
    return attempt()


def refused(guest: Guest) -> list[str]:
    """What the service has told of refusals and trouble so far."""
    return [line for line in guest.told() if line.startswith("refused")]


Page = NDArray[numpy.uint8]


PAGES = "/var/lib/box/pages"
"""Where the panel keeps what it shows; those of the start before are in `BEFORE`."""
BEFORE = f"{PAGES}.before"


def pages(guest: Guest) -> int:
    """How many whole pages its panel has shown."""
    return int(guest.must(f"ls {PAGES} | grep -c npy || true"))


def page(guest: Guest, number: int | None = None, place: str = PAGES) -> Page:
    """A page that its panel has shown, the newest if none is named: the inks' indices, line by line."""
    name = f"$(ls {place}/*.npy | tail -n1)" if number is None else f"{place}/{number:04}.npy"
    data = base64.b64decode(guest.must(f"base64 -w0 {name}"))
    found: Page = numpy.load(io.BytesIO(data))
    return found


def expected_page(panel: str, place: Path, script: str = "", frame: int = -1) -> Page:
    """A page that the mock panel shows after the presses of a key script: tests hold it to the golden pictures."""
    from PIL import Image

    with TemporaryDirectory(dir=place) as made:
        _mock(Path(made), panel, script)
        return numpy.asarray(Image.open(sorted(Path(made, "frames").glob("*.png"))[frame]))


def mock_rows(place: Path, script: str) -> list[str]:
    """The rows that a key script comes to where nothing happens to it. Raises CannotEmulate."""
    with TemporaryDirectory(dir=place) as made:
        _mock(Path(made), PANEL, script)
        found = recovered_rows(Path(made, "games"))
    if isinstance(found, str):
        raise CannotEmulate(f"on the mock hardware, {found}")
    return found


def _mock(place: Path, panel: str, script: str) -> None:
    """Play a script on the mock hardware: the pages go to `frames`, the rows to `games`."""
    keys = place / "keys"
    keys.write_text(script, encoding="utf-8")
    mock: list[str | Path] = [sys.executable, "-m", "device", "--hal", "mock", "--panel", panel]
    mock += ["--keys", keys, "--frames", place / "frames", "--data", place / "games"]
    run(mock, cwd=ROOT, env={name: str(place) for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME")})
