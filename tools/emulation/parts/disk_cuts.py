"""A thousand cuts of what was written to the disk, while games are played, and once more with syncing switched off."""

from __future__ import annotations

import base64
import os
import random
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tools.emulation.box import ROOT_GOLDEN, Bench, boot, play, presses_of, repeat_until_undisturbed
from tools.emulation.disk_log import DiskMark, Entry, read_log
from tools.emulation.parts.plug import declared
from tools.emulation.power_cut import cuts
from tools.emulation.recovery import fault_of, recover_rows
from tools.emulation.report import RunReport
from tools.emulation.stretches import settled_rows

CUT_COUNT = 1000
GAME = "no-thanks"
LOG_MB = 256
DISK_MB = 24
"""Each cut is a copy of the disk, so it is small."""
SEED = 1
UNSYNCED = (
    "mkdir -p /run/systemd/system/tablekeeper.service.d; "
    "printf '[Service]\\nEnvironment=LD_PRELOAD=libeatmydata.so\\n'"
    " > /run/systemd/system/tablekeeper.service.d/unsynced.conf; systemctl daemon-reload; systemctl restart tablekeeper"
)
"""Preloads a library into the service that answers every sync at once, without doing anything."""
MARKING = (
    "(journalctl -u tablekeeper -f -n0 -o cat | while read -r line;"
    ' do dmsetup message games 0 mark "$(printf %s "$line" | base64 -w0)"; done) >/dev/null 2>&1 &'
)
"""Marks each line in the log after it was printed, so everything acknowledged is older than its mark."""


@dataclass(frozen=True)
class Recording:
    """A disk before a game, everything written to it during the game, and the game's final rows."""

    before: bytes
    log: tuple[Entry, ...]
    rows: tuple[str, ...]


def run(bench: Bench, report: RunReport, count: int = CUT_COUNT) -> None:
    """Cut the log of a game, and that of a game without syncing."""
    synced = repeat_until_undisturbed(report, lambda: record_game(bench, "disk-log", unsynced=False))
    doubtful, wrong = _cut_log(bench, synced, count)
    for sentence in wrong[:5]:
        report.say(sentence)
    report.figure("entries of the recorded disk log", len(synced.log))
    report.figure("cuts of it", count)
    report.figure("writes in doubt at a cut, on average", f"{doubtful / count:.1f}")
    report.figure("cuts after which something was missing or half done", len(wrong), "0", good=not wrong)
    unsynced = repeat_until_undisturbed(report, lambda: record_game(bench, "disk-log-unsynced", unsynced=True))
    _, lost = _cut_log(bench, unsynced, count // 10)
    report.figure(f"the same of {count // 10} cuts with syncing switched off", len(lost), "> 0", good=bool(lost))


def record_game(bench: Bench, name: str, *, unsynced: bool) -> Recording:
    """Play a game while all writes are recorded. Raises CannotEmulate."""
    machine = bench.machine(name, DISK_MB)
    log = bench.place / f"{name}.log"
    with log.open("wb") as file:
        file.truncate(LOG_MB << 20)
    before = machine.games.read_bytes()
    with boot(replace(machine, write_log=log)) as guest:
        if unsynced:
            guest.run(UNSYNCED, 120)
        guest.run(MARKING)
        play(guest, presses_of(ROOT_GOLDEN / f"{GAME}.txt"))
        rows = tuple(settled_rows(guest))
    with log.open("rb") as file:
        return Recording(before, tuple(read_log(file.read())), rows)


def decode_mark(word: str) -> str:
    """The line encoded in a mark."""
    return base64.b64decode(word).decode("utf-8", "replace")


def _cut_log(bench: Bench, recording: Recording, count: int) -> tuple[int, list[str]]:
    """Cut at `count` places. Returns the total number of writes in doubt, and what was wrong."""
    chance = random.Random(SEED)
    places = sorted(chance.randrange(_game_start(recording.log), len(recording.log) + 1) for _ in range(count))
    workers = os.cpu_count() or 1
    shares = [places[number::workers] for number in range(workers)]
    # New processes, not forks: this one has threads with guests.
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        judge = partial(_judge, recording, bench.place)
        found = list(pool.map(judge, shares))
    return sum(doubtful for doubtful, _ in found), [sentence for _, wrong in found for sentence in wrong]


def _game_start(log: Sequence[Entry]) -> int:
    """The entry at which the game begins: before the first mark, the disk is being mounted."""
    return next((at for at, entry in enumerate(log) if isinstance(entry, DiskMark)), len(log))


def _judge(recording: Recording, place: Path, places: Sequence[int]) -> tuple[int, list[str]]:
    doubtful, wrong = 0, []
    for cut in cuts(recording.before, recording.log, places, random.Random(places[0])):
        doubtful += cut.doubtful_count
        found = recover_rows(cut.disk, place)
        told = declared([decode_mark(word) for word in cut.marks])
        fault = found if isinstance(found, str) else fault_of(found, told, recording.rows)
        if fault is not None:
            wrong.append(f"cut at entry {cut.entry_count} of {len(recording.log)}: {fault}")
    return doubtful, wrong
