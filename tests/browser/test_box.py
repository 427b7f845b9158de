"""The page is the box: keys below the panel's columns, a panel of whole pixels, and a switch that can be reached."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import Route, expect

from device.session.keyscript import key_script
from hal.browser.theme import shared_style
from tests.browser.access import PHONE
from tests.browser.conftest import Look
from tests.browser.desks import NAMES, Served
from tests.browser.tables import GAME, game, play_on, press, ready, shown, until
from tests.non_empty import non_empty

WIDE = {"viewport": {"width": 1280, "height": 800}}


def test_each_key_says_what_it_means_now_and_what_holding_it_does(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        first = page.locator("#keys .key").first
        expect(first).to_contain_text("A")
        before = first.inner_text()
        press(page, GAME.keys)
        expect(first).not_to_have_text(before)
        expect(first).to_have_attribute("aria-describedby", "means-A")
        expect(page.locator("#means-A")).to_have_count(1)
        expect(page.locator("#holds button").first).to_have_text("hold: undo")


def test_keys_stand_in_the_box_below_the_panel(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url, **WIDE))
        glass, box = page.locator("#glass").bounding_box(), page.locator("#box").bounding_box()
        assert glass is not None
        assert box is not None
        for key in non_empty(page.locator("#keys .key").all()):
            place = key.bounding_box()
            assert place is not None
            assert place["y"] >= glass["y"] + glass["height"]
            assert box["x"] <= place["x"]
            assert place["y"] + place["height"] <= min(800, box["y"] + box["height"])


@pytest.mark.parametrize(("kind", "width"), [("what-black", 400), ("phat-black", 750), ("impression-7.3", 800)])
def test_a_panel_is_drawn_in_whole_multiples_of_its_pixels(kind: str, width: int, look: Look, tmp_path: Path) -> None:
    with Served(tmp_path, kind=kind) as served:
        glass = ready(look(served.url, **WIDE)).locator("#glass")
        expect(glass).to_have_css("width", f"{width}px")


@pytest.mark.parametrize(
    ("panel", "room", "ratio", "width", "crisp"),
    [
        ((800, 480), (829, 900), 1, 800, True),  # one for one, not 829
        ((250, 122), (1000, 1000), 1, 1000, True),
        ((250, 122), (1000, 300), 1, 500, True),  # as high as there is room for
        ((1600, 1200), (1000, 1000), 1, 1000, False),  # smaller than it is: no multiple fits
        ((1600, 1200), (840, 900), 2, 800, True),  # fine pixels: one of the panel's is one of the screen's
        ((1600, 1200), (900, 900), 2, 900, False),  # fine pixels: nobody sees a stroke wobble
        ((400, 300), (390, 900), 3, 390, False),  # 267 is read less well
        ((400, 300), (360, 900), 2, 360, False),  # 200 would waste half of a phone
    ],
)
def test_how_large_a_panel_is_drawn(
    panel: tuple[int, int], room: tuple[int, int], ratio: int, width: int, crisp: bool, look: Look, tmp_path: Path
) -> None:
    with Served(tmp_path) as served:
        page = look(served.url)
        asked = [*panel, *room, ratio]
        told = page.evaluate("async given => (await import('/fit.js')).size(...given)", asked)
        assert cast("dict[str, object]", told) == {"width": width, "crisp": crisp}


def test_mouse_and_touch_reach_the_two_keys_that_switch_off(look: Look, tmp_path: Path) -> None:
    """Kept down for three seconds. The box then looks switched off, and says how to start it again."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, GAME.record)
        expect(page.locator("#transcript li")).to_have_count(len(GAME.record.splitlines()))
        page.locator("#power").hover()
        page.mouse.down()
        expect(page.locator("#power")).to_have_attribute("data-state", "down")
        page.mouse.up()
        page.mouse.down()
        expect(page.locator("#switched-off")).to_contain_text("Start the program again")
        page.mouse.up()
        expect(page.locator("#keys")).to_be_hidden()
        expect(page.locator("#link")).to_have_text("")
        assert served.ended()[1] == ""
        assert served.process.exitcode == 0
        port = served.port
    with Served(tmp_path, port=port):
        ready(page)
        expect(page.locator("#switched-off")).to_be_hidden()
        expect(page.locator("#transcript li")).to_have_count(len(GAME.record.splitlines()))


def test_a_phone_has_the_switch_below_its_keys(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        switch, key = page.locator("#power").bounding_box(), page.locator("#keys .key").first.bounding_box()
        window = page.viewport_size
        assert switch is not None
        assert key is not None
        assert window is not None
        assert switch["y"] > key["y"] + key["height"]
        assert switch["height"] >= 24
        assert switch["y"] + switch["height"] <= window["height"]


def test_nothing_is_left_of_the_keys_on_a_phone_that_shows_a_box_switched_off(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        page.evaluate("document.getElementById('power').click()")
        expect(page.locator("#switched-off")).to_be_visible()
        expect(page.locator("#hands")).to_be_hidden()


def test_a_key_says_all_that_it_means_on_a_phone(look: Look, tmp_path: Path) -> None:
    """Upright and lying, in the words of No Loose Ends, whose fourth key has most to say."""
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        means = page.locator("#means-D")
        means.evaluate("(words) => { words.textContent = '13+ · double-cross · pass'; }")
        for width, height in ((360, 640), (390, 844), (640, 360), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            # The page takes its new size once the browser has told it.
            until(page, lambda: bool(means.evaluate("(words) => words.scrollHeight <= words.clientHeight")))


def test_a_key_shows_the_accents_of_capitals_on_a_phone(look: Look, tmp_path: Path) -> None:
    """The key said “Elodie”: what did not fit was cut, and so was the accent above its first line."""
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        means = page.locator("#means-A")
        means.evaluate("(words) => { words.textContent = 'Élodie'; }")
        key = page.locator(".key", has=means)
        before = key.screenshot()
        means.evaluate("(words) => { words.style.overflow = 'visible'; }")
        assert key.screenshot() == before


def test_check_boxes_of_settings_are_all_of_one_size_on_a_phone(look: Look, tmp_path: Path) -> None:
    """One beside words of two lines was half as large."""
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        page.get_by_text("Settings").click()
        boxes = [box.bounding_box() for box in non_empty(page.locator(".setting input[type=checkbox]").all())]
        assert len({(box["width"], box["height"]) for box in boxes if box is not None}) == 1


def test_a_picture_that_does_not_come_leaves_the_one_before(look: Look, tmp_path: Path) -> None:
    """As where the program ends before everybody has fetched its last."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        expect(page.locator("#picture")).to_be_visible()
        shown(page)
        before = page.locator("#picture").get_attribute("src")
        assert before is not None
        page.route(
            "**/panel/*.png",
            lambda route: route.continue_() if route.request.url.endswith(before) else route.fulfill(body=""),
        )
        with page.expect_request("**/panel/*.png"):
            press(page, ("hold D",))
        expect(page.locator("#picture")).to_have_attribute("src", before)
        expect(page.locator("#picture")).to_be_visible()


def test_a_picture_that_fails_once_is_asked_for_again(look: Look, tmp_path: Path) -> None:
    """The first one, before which there was none; and another."""
    with Served(tmp_path) as served:
        page = look("about:blank")
        failed: list[str] = []

        def fail_once(route: Route) -> None:
            url = route.request.url
            first = url not in failed
            failed.append(url)
            if first:
                route.abort()
            else:
                route.continue_()

        page.route("**/panel/*.png", fail_once)
        page.goto(served.url)
        ready(page)
        expect(page.locator("#picture")).to_be_visible()
        shown(page)
        begun = page.locator("#picture").get_attribute("src")
        press(page, ("hold D",))
        expect(page.locator("#picture")).not_to_have_attribute("src", begun or "")
        until(page, lambda: page.locator("#picture").get_attribute("src") != begun and len(set(failed)) > 1)
        shown(page)


def test_a_switch_that_keeps_nothing_down_switches_off_too(look: Look, tmp_path: Path) -> None:
    """Screen readers click."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        page.evaluate("document.getElementById('power').click()")
        expect(page.locator("#switched-off")).to_be_visible()


def test_a_panel_is_fast_unless_told_otherwise(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path / "fast") as served:
        expect(ready(look(served.url)).locator("#speed")).to_have_value("instant")
    with Served(tmp_path / "real", extra='[desktop]\nrefresh = "real"\n') as served:
        expect(ready(look(served.url)).locator("#speed")).to_have_value("real")


def test_record_and_settings_are_folded_away_and_stay_as_they_are_left(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = look(served.url)
        expect(page.locator("#transcript")).to_be_hidden()
        expect(page.locator("#panel")).to_be_hidden()
        page.get_by_text("Settings").click()
        expect(page.locator("#panel")).to_be_visible()
        page.reload()
        expect(page.locator("#panel")).to_be_visible()
        expect(page.locator("#transcript")).to_be_hidden()


def test_a_fold_that_is_opened_is_kept_though_the_page_is_left_at_once(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = look(served.url)
        click = "document.querySelector('#settings-card summary').click()"
        kept = "localStorage.getItem('settings-card')"
        assert page.evaluate(f"async () => {{ {click}; await null; return {kept}; }}") == "open"
        assert page.evaluate(f"async () => {{ {click}; await null; return {kept}; }}") == "shut"


def test_the_gallery_has_the_colours_of_the_table(look: Look, tmp_path: Path) -> None:
    assert "--case:" in shared_style()
    with Served(tmp_path) as served:
        page = look(f"{served.url}gallery/")
        table = look(served.url)
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        assert page.evaluate(ground) == table.evaluate(ground)


@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844), (1280, 900), (844, 390)])
def test_a_code_of_many_keys_leaves_the_keys_where_they_are(
    width: int, height: int, look: Look, tmp_path: Path
) -> None:
    """One player's cards by totals: below the panel stand the last keys of it."""
    played = game("no-thanks", 3, 1, (("rounds", "1"), ("detail", "totals")))
    lines = played.record.splitlines(keepends=True)
    set_up, longest = ("".join(lines[:count]) for count in (5, 6))
    typed = [*key_script(longest.encode(), NAMES)][len([*key_script(set_up.encode(), NAMES)]) :][:40]
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        page.set_viewport_size({"width": width, "height": height})
        play_on(page, set_up)
        expect(page.locator("#question")).not_to_have_text("Which game?")
        strip = page.locator("#typed")
        press(page, typed[:4])
        expect(strip).to_have_text("".join(typed[:4]))
        places = "keys => keys.map(key => [key.getBoundingClientRect().left, key.getBoundingClientRect().top])"
        before = page.locator("#keys .key").evaluate_all(places)
        press(page, typed[4:])
        expect(strip).to_have_text("…" + "".join(typed[-4:]))
        assert page.locator("#keys .key").evaluate_all(places) == before
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        start, end = (f"one => one.getBoundingClientRect().{side}" for side in ("left", "right"))
        assert strip.evaluate(end) <= page.locator("#hands").evaluate(end)
        assert strip.evaluate(start) >= page.locator(".typed").evaluate(start)


WAITS = """async () => {
    const waits = [], timeout = window.setTimeout.bind(window);
    window.WebSocket = class extends EventTarget {
        static OPEN = 1;
        static CLOSED = 3;
        constructor() {
            super();
            this.readyState = 3;
            queueMicrotask(() => this.dispatchEvent(new Event("close")));
        }
    };
    window.setTimeout = (act, wait) => {
        waits.push(wait);
        if (waits.length < 10) queueMicrotask(act);
    };
    const { Link } = await import("/link.js");
    new Link(() => {}, () => {});
    await new Promise((told) => timeout(told, 0));
    return waits;
}"""


def test_a_page_whose_table_is_away_asks_less_and_less_often(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        waits = look(served.url).evaluate(WAITS)
    assert waits == [250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]


BROKEN_WORDS = """keys => keys.flatMap(key => {
    const text = key.lastChild.firstChild, broken = [];
    for (const word of text?.data.matchAll(/[^\\s-]+/g) ?? []) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (range.getClientRects().length > 1) broken.push(word[0]);
    }
    return broken;
})"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844)])
def test_the_longest_word_on_a_key_is_whole_in_one_line(width: int, height: int, look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        page.set_viewport_size({"width": width, "height": height})
        play_on(page, "game score-pad\nplayers Ann Bo\ntitle Hearts\n")
        keys = page.locator("#keys .key")
        expect(keys.filter(has_text="BoardGameGeek")).to_have_count(1)
        assert keys.evaluate_all(BROKEN_WORDS) == []
