"""Plays games on the page by pointing at the picture alone, or by typing words alone."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from device.session import record as records
from device.session.keyscript import KeyGroup, key_groups
from tests.browser.desks import NAMES
from tests.browser.tables import KEYS
from tests.thorough import THOROUGH

WHOLE = {
    "loop": (4, 2, (("detail", "finish"),)),
    "loop-2023": (2, 6, ()),
    "no-loose-ends": (2, 2, ()),
    "no-thanks": (3, 7, (("rounds", "1"),)),
    "score-pad": (3, 1, (("rounds", "2"), ("wins", "low"))),
    "wizard": (4, 1, (("detail", "totals"),)),
}
KEPT = {} if THOROUGH else {"loop-2023": 49, "no-loose-ends": 53, "no-thanks": 45, "wizard": 125}
"""The number of lines of a long game that come from a record."""

ON_THE_PANEL, LARGE = ".spot", "#answers button"
"""The targets for pointing: places of the picture, or large buttons."""
SPOTS = """where => [...document.querySelectorAll(`${where}:not([hidden])`)].map(
    one => [one.dataset.keys, one.ariaLabel ?? one.textContent])"""
NEW = "before => Number(document.getElementById('spots').dataset.shown) > before"


def spots(page: Page, where: str = ON_THE_PANEL) -> dict[str, str]:
    """The things that can be pointed at: the keys of each, and its label."""
    return dict(page.evaluate(SPOTS, where))


def shown(page: Page) -> int:
    """The number of times that there was something to point at."""
    return int(page.locator("#spots").get_attribute("data-shown") or 0)


def settled(page: Page, before: int) -> None:
    """Wait for the next picture."""
    page.wait_for_function(NEW, arg=before)


def codes(group: KeyGroup) -> Iterator[str]:
    """The codes and holds of one declaration."""
    code = ""
    for key in (*group.presses, "hold"):
        if not key.startswith("hold"):
            code += key
            continue
        if code:
            yield code
        if key != "hold":
            yield key
        code = ""


def point(page: Page, code: str, *, tap: bool, where: str = ON_THE_PANEL) -> None:
    """Choose a code by pointing, once for each of its levels."""
    typed = ""
    while typed != code:
        found = min((keys for keys in spots(page, where) if leads(keys, typed, code)), key=len, default="")
        assert found, (code, typed, spots(page, where), page.locator("#question").text_content())
        before = shown(page)
        place = page.locator(f"{where}[data-keys='{found}']:not([hidden])").first
        place.tap() if tap else place.click()
        settled(page, before)
        typed = found


def leads(keys: str, typed: str, code: str) -> bool:
    return len(keys) > len(typed) and (code.startswith(keys) if not code.startswith("hold") else keys == code)


def play_by_pointing(page: Page, record: str, done: int, *, tap: bool, where: str = ON_THE_PANEL) -> None:
    """Play a record from power-on, without the first `done` declarations and steps, by pointing alone."""
    # A jumping clock, so that quick taps are no double taps.
    page.evaluate("performance.now = ((now) => () => (now += 1000))(0)")
    for group in list(key_groups(record.encode(), NAMES))[done:]:
        for code in codes(group):
            point(page, code, tap=tap, where=where)


def play_by_typing(page: Page, record: str, done: int) -> None:
    """The same by typing words alone, as labelled on the picture; names are typed at once, and a hold of C is Enter."""
    field = page.locator("#answer-typed")
    field.focus()
    name = ""
    for group in list(key_groups(record.encode(), NAMES))[done:]:
        if group.rows[0].text.startswith("letter "):
            name += records.split(group.rows[0].text)[1]
            continue
        for code in codes(group):
            if name:
                _type(page, name)
                name = ""
            elif code == "hold C":
                _type(page, "")
            elif code.startswith("hold"):
                before = shown(page)
                page.locator("#holds button").nth(KEYS.index(code[-1])).press("Enter")
                settled(page, before)
                field.focus()
            else:
                _say(page, code, group.rows[0].text.partition(" points ")[2])
    expect(field).to_have_value("")


def _say(page: Page, code: str, points: str) -> None:
    typed = ""
    while typed != code:
        there = spots(page)
        found = min((keys for keys in there if leads(keys, typed, code)), key=len)
        if points and (there[found].endswith("+") or points == "0"):
            _type(page, points)
            return
        _type(page, there[found])
        typed = found


def _type(page: Page, words: str) -> None:
    before = shown(page)
    page.keyboard.insert_text(words)
    # Whoever reads the page presses Enter a second later.
    page.evaluate("(() => { const later = performance.now() + 1000; performance.now = () => later; })()")
    page.keyboard.press("Enter")
    settled(page, before)
