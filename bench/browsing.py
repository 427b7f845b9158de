"""Measures the time from a key press in a browser to the page's answer: alone, with watchers, with hostile sockets."""

from __future__ import annotations

import statistics
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from bench.acknowledging import bare_journal, insert_row
from bench.processes import beside, peak_kib
from tests.browser.chromium import MISSING, chromium
from tests.browser.desks import Served
from tests.browser.tables import Game, game, ready
from tools.figures import Measurement, NotTaken, scratch, seconds

LIMIT, COMPLETED_LIMIT, CROWD_LIMIT = 2.0, 1.8, 3.0
WATCHERS = 50
HOSTILE_SOCKETS = 1000
SIEGE_LIMIT, SIEGE_MB, SIEGE_LOG_KB = 2.0, 100.0, 10.0
TOKEN = '[desktop]\ntoken = "a long secret"\n'
INSERTS_S = 0.1
PRESSES_MS = 60
"""Pause in ms between an answer and the next press: faster than any finger, and enough to draw a page meanwhile."""

PLAY = """async ([keys, pause]) => {
    const lamp = document.getElementById("lamp");
    const answered = () => new Promise((done) => {
        const watch = new MutationObserver(() => { watch.disconnect(); done(performance.now()); });
        watch.observe(lamp, { attributeFilter: ["data-count"] });
    });
    const bare = new WebSocket(`ws://${location.host}/table`);
    await new Promise((open) => { bare.onopen = open; });
    const echoed = (number) => new Promise((done) => {
        bare.onmessage = (event) => {
            if (event.data.includes(`["pong",${number}]`)) done(performance.now());
        };
    });
    const rest = () => new Promise((done) => setTimeout(done, pause));
    const found = { heard: [], accepted: [], bare: [] };
    for (const [number, key] of keys.entries()) {
        const answer = answered();
        let begun = performance.now();
        // Not by letters of the keyboard: those wait for another one, with which they would begin a word.
        const buttons = document.querySelectorAll(key.startsWith("hold") ? ".hold" : "#keys .key");
        buttons["ABCD".indexOf(key.at(-1))].click();
        const taken = await answer - begun;
        found[lamp.dataset.cue].push(taken);
        await rest();
        const echo = echoed(number);
        begun = performance.now();
        bare.send(JSON.stringify({ do: "ping", number }));
        found.bare.push(await echo - begun);
        await rest();
    }
    bare.close();
    return found;
}"""


class PressTimes(NamedTuple):
    """The results of one game, in milliseconds: `heard` to a confirmed key, `accepted` to an accepted declaration.

    `bare` are bare round trips of a web socket, and `insert` bare synced inserts on the same disk. `missing` is the
    number of lines missing at the end, `memory` the program's peak in MiB, and `logged` the size of its log in bytes.
    """

    heard: list[float]
    accepted: list[float]
    bare: list[float]
    insert: list[float]
    missing: int
    memory: float
    logged: int


def figures() -> Iterator[Measurement]:
    """Play a whole game of No Loose Ends in Chromium, three times. Raises NotTaken if there is no Chromium."""
    path = chromium()
    if path is None:
        raise NotTaken(MISSING)
    played = game("no-loose-ends", 2, 2)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        alone = _play(browser, played)
        crowd = _play(browser, played, "watchers", WATCHERS)
        siege = _play(browser, played, "hostile_sockets", HOSTILE_SOCKETS)
        browser.close()
    bare, insert = statistics.median(alone.bare), statistics.median(alone.insert)
    value = statistics.median(alone.heard) / bare
    yield Measurement("key press to the page's answer ÷ bare round trip of a web socket", value, LIMIT)
    value = statistics.median(alone.accepted) / (bare + insert)
    yield Measurement("one that completes a declaration ÷ round trip and bare synced insert", value, COMPLETED_LIMIT)
    value = _p95(crowd) / _p95(alone)
    yield Measurement(f"p95 of the answer with {WATCHERS} browsers looking on ÷ with none", value, CROWD_LIMIT)
    yield Measurement(f"lines missing after a game with {WATCHERS} browsers looking on", crowd.missing, 0.0)
    # The game takes less than a minute.
    yield Measurement(
        f"p95 of the answer with {HOSTILE_SOCKETS:,} hostile sockets ÷ with none",
        _p95(siege) / _p95(alone),
        SIEGE_LIMIT,
    )
    yield Measurement(f"memory with {HOSTILE_SOCKETS:,} hostile sockets, MiB", siege.memory, SIEGE_MB)
    yield Measurement(f"log with {HOSTILE_SOCKETS:,} hostile sockets, kB a minute", siege.logged / 1000, SIEGE_LOG_KB)
    yield Measurement(f"lines missing after a game with {HOSTILE_SOCKETS:,} hostile sockets", siege.missing, 0.0)
    yield Measurement("key press to the page's answer, median, microseconds", 1000 * statistics.median(alone.heard))


def _p95(times: PressTimes) -> float:
    return statistics.quantiles(times.heard + times.accepted, n=20)[-1]


def _play(browser: Browser, played: Game, others: str = "", count: int = 0) -> PressTimes:
    """Play a game while `count` connections of `others` (a program of this directory) are open."""
    with scratch() as directory, Served(directory, extra=TOKEN) as served:
        page = browser.new_page()
        page.goto(f"{served.url}#token={served.token}")
        ready(page)
        with _with_others(others, served.url, count), _inserting(directory) as insert:
            found = page.evaluate(PLAY, [list(played.keys), PRESSES_MS])
        page.close()
        missing = len(played.record.splitlines()) - len(served.record().splitlines())
        assert served.process.pid is not None
        memory = peak_kib(served.process.pid) / 1024
        _, err, _ = served.stop()
        return PressTimes(found["heard"], found["accepted"], found["bare"], insert, missing, memory, len(err.encode()))


@contextmanager
def _inserting(directory: Path) -> Iterator[list[float]]:
    """Do bare synced inserts meanwhile. Yields their times in milliseconds."""
    taken: list[float] = []
    over = threading.Event()

    def insert() -> None:
        with closing(bare_journal(directory)) as journal:
            while not over.wait(INSERTS_S):
                taken.append(1000 * seconds(partial(insert_row, journal, len(taken))))

    thread = threading.Thread(target=insert)
    thread.start()
    try:
        yield taken
    finally:
        over.set()
        thread.join()


@contextmanager
def _with_others(others: str, url: str, count: int) -> Iterator[None]:
    """Run the others in a process of their own. Waits until all of them are connected."""
    if not others:
        yield
        return
    with beside([sys.executable, "-m", f"bench.{others}", url, str(count)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield
