"""From a key press in a browser to the page's acknowledgement, alone and with many browsers looking on."""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from bench.figures import Figure
from tests.desktop.desks import Served
from tests.desktop.tables import Game, game, ready

ROUND_TRIP_LIMIT, CROWD_LIMIT = 2.0, 3.0
WATCHERS = 50
PRESSES_MS = 60
"""From an answer to the next press: faster than any finger, and long enough for a page to be drawn meanwhile."""

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
    const found = { press: [], bare: [] };
    for (const [number, key] of keys.entries()) {
        const answer = answered();
        let begun = performance.now();
        if (key.startsWith("hold")) {
            document.querySelectorAll(".hold")["ABCD".indexOf(key.at(-1))].click();
        } else {
            document.dispatchEvent(new KeyboardEvent("keydown", { key: key.toLowerCase() }));
            document.dispatchEvent(new KeyboardEvent("keyup", { key: key.toLowerCase() }));
        }
        found.press.push(await answer - begun);
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


class Times(NamedTuple):
    """Of one game: milliseconds to each answer and of each bare round trip, and lines that are missing at its end."""

    press: list[float]
    bare: list[float]
    missing: int


def figures() -> Iterator[Figure]:
    """A whole game of No Loose Ends in Chromium, twice; none without Chromium."""
    chromium = shutil.which("chromium")
    if chromium is None:
        print("(no figures of the page in a browser: Chromium is not installed)")
        return
    played = game("no-loose-ends", 2, 2)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, chromium_sandbox=False)
        alone, crowd = (_play(browser, played, watchers) for watchers in (0, WATCHERS))
        browser.close()
    value = statistics.median(alone.press) / statistics.median(alone.bare)
    yield Figure("key press to the page's answer ÷ bare round trip of a web socket", value, ROUND_TRIP_LIMIT)
    value = _p95(crowd.press) / _p95(alone.press)
    yield Figure(f"p95 of the answer with {WATCHERS} browsers looking on ÷ with none", value, CROWD_LIMIT)
    yield Figure(f"lines missing after a game with {WATCHERS} browsers looking on", crowd.missing, 0.0)
    yield Figure("key press to the page's answer, median, microseconds", 1000 * statistics.median(alone.press))


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20)[-1]


def _play(browser: Browser, played: Game, watchers: int) -> Times:
    with tempfile.TemporaryDirectory(dir=".") as directory, Served(Path(directory)) as served:
        page = browser.new_page()
        page.goto(served.url)
        ready(page, instant=False)
        with _watched(served.url, watchers):
            found = page.evaluate(PLAY, [list(played.keys), PRESSES_MS])
        page.close()
        missing = len(played.record.splitlines()) - len(served.record().splitlines())
        return Times(found["press"], found["bare"], missing)


@contextmanager
def _watched(url: str, watchers: int) -> Iterator[None]:
    """Browsers in another process that look on."""
    if not watchers:
        yield
        return
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.watchers", url, str(watchers)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield
    finally:
        process.terminate()
        process.communicate()
