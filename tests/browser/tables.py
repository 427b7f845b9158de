"""Common actions of tests on the page, and the expected content."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from device.journal.store import Journal
from device.pages.build import page as page_of
from device.pages.surface import surface_of
from device.reports.games import remark_about
from device.reports.past_data import stored_people
from device.session.evenings import evening_of
from device.session.keyscript import key_script
from device.session.prompts import PlayView, facts_of
from device.session.session import Session, Stage
from device.session.undo import Timeline
from display.draw import draw_page
from display.words import ENGLISH
from hal.panel import panel, picture
from tests.browser.desks import KIND, NAMES
from tests.browser.timeouts import TIMEOUT_S
from tests.games.registered import deal, written
from tests.session_rows import replay

KEYS = "ABCD"


class Game(NamedTuple):
    """A whole game: its record, and the keys that declare it from power-on."""

    record: str
    keys: tuple[str, ...]


def game(game_id: str, players: int, seed: int, chosen: tuple[tuple[str, str], ...] = ()) -> Game:
    """A dealt game, with as few presses as the roster allows."""
    lines = written(game_id, NAMES[:players], chosen, deal(game_id, seed, players, chosen))
    record = "".join(f"{line}\n" for line in lines)
    return Game(record, tuple(key_script(record.encode(), NAMES)))


# The panel gets its size in the frames after the keys have appeared.
UNFOLDED = """async () => {
    document.querySelectorAll("details").forEach(one => (one.open = true));
    const glass = document.getElementById("glass");
    for (let same = 0, wide = -1; same < 4; ) {
        await new Promise(requestAnimationFrame);
        same = glass.offsetWidth === wide ? same + 1 : 0;
        wide = glass.offsetWidth;
    }
}"""


def ready(page: Page) -> Page:
    """Wait until keys can be pressed and the panel has its size. Open everything that is folded."""
    expect(page.get_by_role("button", name="Key A", exact=True)).to_be_enabled()
    page.evaluate(UNFOLDED)
    return page


# A second later than at the hold before: two clicks at one place are one if less time is between them.
LATER = "{ const now = (window.pressedAt ?? 0) + 1000; window.pressedAt = now; performance.now = () => now; }"


def press(page: Page, keys: Iterable[str], *, by: str = "letters") -> None:
    """Press keys by the keyboard's letters, by mouse clicks, or by Enter on the focused button."""
    strike = {"letters": _letter, "mouse": _click, "focus": _enter}[by]
    # A fixed clock, so that no press becomes a hold on a slow machine.
    page.evaluate(LATER)
    for key in keys:
        letter = key[-1]
        if key.startswith("hold"):
            page.evaluate(LATER)
            page.locator("#holds button").nth(KEYS.index(letter)).click()
        else:
            strike(page, letter)
    # Nobody types a name here: letters that wait for one are pressed as keys at once, before another browser's.
    page.evaluate("delete performance.now; document.dispatchEvent(new Event('change'))")


def type_words(page: Page, words: str) -> None:
    """Type words, and press Enter."""
    page.keyboard.type(words)
    page.keyboard.press("Enter")


def play_on(page: Page, record: str) -> None:
    """Let the table continue a record, without any keys."""
    page.set_input_files("#upload input", FilePayload(name="kept.txt", mimeType="text/plain", buffer=record.encode()))
    expect(page.locator("#uploaded")).to_contain_text("on the table")
    expect(page.get_by_role("button", name="Key A", exact=True)).to_be_enabled()


def _letter(page: Page, key: str) -> None:
    page.keyboard.press(key.lower())


def _click(page: Page, key: str) -> None:
    # This waits until the key is enabled: for a moment none is, while the table begins with a record.
    page.locator("#keys .key").nth(KEYS.index(key)).click()


def _enter(page: Page, key: str) -> None:
    page.evaluate("at => document.querySelectorAll('#keys .key')[at].focus()", KEYS.index(key))
    page.keyboard.press("Enter")


def shown(page: Page) -> Image.Image:
    """The picture of the page's panel, pixel by pixel as the browser has it."""
    data = page.evaluate(
        """async () => {
            const image = document.getElementById("picture");
            // A picture that is replaced while it is decoded fails; the next one is on its way.
            while (!(await image.decode().then(() => true, () => false))) await new Promise(requestAnimationFrame);
            const canvas = Object.assign(document.createElement("canvas"), {
                width: image.naturalWidth, height: image.naturalHeight });
            canvas.getContext("2d").drawImage(image, 0, 0);
            return canvas.toDataURL("image/png");
        }"""
    )
    return Image.open(io.BytesIO(base64.b64decode(data.partition(",")[2]))).convert("RGB")


def session(data: Path) -> Session:
    """The session of the game in play, read from the journal like another process."""
    with closing(Journal.open_to_read(data)) as journal:
        number = journal.current_game()
        assert number is not None
        return replay(journal.counting_rows(number))[-1]


def expected(data: Path, kind: str = KIND) -> Image.Image:
    """The expected picture for the game in a journal, in the panel's colours."""
    there, now = panel.panel_kind(kind), session(data)
    with closing(Journal.open_to_read(data)) as journal:
        newest = journal.games()[-1]
        timeline = Timeline(journal.stored_rows(newest.number))
        known = facts_of(timeline, replay(timeline.rows))._replace(has_archive=True)
        if now.stage is Stage.FINAL and now.record.game is not None:
            said = remark_about(journal, stored_people(data), newest.number, now.record.game.id)
            known = known._replace(played_on=evening_of(newest.began_at), remark=said)
    drawn = draw_page(page_of(now, PlayView(), NAMES, facts=known), surface_of(there), ENGLISH)
    return Image.open(io.BytesIO(picture.encode_png(drawn))).convert("RGB")


def transcript(page: Page) -> list[str]:
    """The lines in the sidebar of the panel."""
    return page.locator("#transcript li").all_text_contents()


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait until a condition is true."""
    end = monotonic() + TIMEOUT_S
    while monotonic() < end:
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError("this never came true")


GAME = game("no-loose-ends", 2, 1, (("detail", "totals"),))
"""A short game, for tests that need no whole evening."""
