"""For everybody's hands and eyes: axe-core finds nothing, a thumb reaches the keys, the keyboard does everything."""

from __future__ import annotations

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.access import PHONE, RULES
from tests.browser.conftest import Look
from tests.browser.desks import Served
from tests.browser.tables import GAME, press, ready
from tests.non_empty import non_empty


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_no_violations(phone: bool, look: Look, tmp_path: Path) -> None:
    """WCAG 2.2 AA and the best practices, by day and by night, with everything there that can be."""
    with Served(tmp_path) as served:
        page = ready(look(served.url, **(PHONE if phone else {})))
        press(page, [*GAME.keys, "A", "A", "A"])
        page.click("#plug")
        expect(page.locator(".pod .key").first).to_be_visible()
        page.check("#in-words")
        found = [Axe().run(page, options=RULES)]
        # By night, nothing but the colours is another.
        page.emulate_media(color_scheme="dark")
        found.append(Axe().run(page, options={"runOnly": ["color-contrast"]}))
        assert [each.violations_count for each in found] == [0, 0], [each.generate_report() for each in found]


def test_on_a_phone_the_thumb_reaches_the_keys_wherever_the_page_is(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        for place in (0, 300, 10_000):
            page.evaluate("place => scrollTo(0, place)", place)
            for key in page.locator("#keys .key").all():
                box = key.bounding_box()
                assert box is not None
                assert box["width"] >= 60
                assert box["height"] >= 44
                assert 370 < box["y"] < 740 - box["height"]
        page.locator("#keys .key").nth(2).tap()
        expect(page.locator("#transcript")).to_have_text("game no-loose-ends")


def test_a_phone_on_its_side_has_panel_and_keys_side_by_side(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url, **{**PHONE, "viewport": {"width": 740, "height": 360}}))
        glass = page.locator("#glass").bounding_box()
        assert glass is not None
        assert glass["y"] + glass["height"] <= 360
        for key in non_empty(page.locator("#keys .key").all()):
            box = key.bounding_box()
            assert box is not None
            assert box["x"] >= glass["x"] + glass["width"]
            assert box["y"] + box["height"] <= 360
            assert min(box["width"], box["height"]) >= 44


def test_a_token_opens_the_keys_and_a_wrong_one_gets_a_sentence(look: Look, tmp_path: Path) -> None:
    """From another address: looking is free, and the page says what is missing."""
    with Served(tmp_path, extra='[desktop]\naddress = "0.0.0.0"\ntoken = "a long secret"\n') as served:
        page = look(served.url)
        expect(page.locator("#watching")).to_contain_text("give the token")
        expect(page.locator("#keys .key").first).to_be_disabled()
        for token, sentence in (("guess", "does not open"), ("a long secret", "")):
            page.get_by_label("Token").fill(token)
            page.get_by_role("button", name="Unlock the keys").click()
            expect(page.locator("#watching")).to_contain_text(sentence)
        press(ready(page), ["C"])
        expect(page.locator("#transcript")).to_have_text("game no-loose-ends")
        page.reload()
        ready(page)


def test_letters_press_keys_only_where_nobody_types(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        page.focus("#panel")
        page.keyboard.press("c")
        page.focus("body")
        page.keyboard.press("Control+c")
        page.uncheck("#letters")
        page.keyboard.press("c")
        page.check("#letters")
        page.keyboard.press("d")
        page.keyboard.press("a")
        expect(page.locator("#transcript li")).to_have_count(1)
        assert page.locator("#transcript").inner_text() == served.record().strip() == "game no-thanks"


def test_every_answer_is_announced(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        press(page, ["C"], by="focus")
        expect(page.locator("#answer")).to_have_text("No Loose Ends")
        expect(page.get_by_role("status")).to_contain_text("No Loose Ends")
