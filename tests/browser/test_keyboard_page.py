"""The page of the keyboard, as a browser prints it."""

from __future__ import annotations

import re

from playwright.sync_api import Browser

from tools import keyboard_page


def test_the_keyboard_is_on_one_page(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(keyboard_page.page())
    printed = page.pdf(prefer_css_page_size=True)
    page.close()
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
