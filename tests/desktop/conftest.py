"""A real browser, started once for all tests that need one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

PATIENCE_MS = 15_000

Look = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is not installed: apt-get install chromium")
        pytest.skip("Chromium is not installed: apt-get install chromium")
    with sync_playwright() as playwright:
        # Chromium's own sandbox does not work as root, which is what a container runs as.
        browser = playwright.chromium.launch(executable_path=chromium, chromium_sandbox=os.geteuid() != 0)
        yield browser
        browser.close()


@pytest.fixture
def look(browser: Browser) -> Iterator[Look]:
    """Open a page in a browser of its own; what the page complains of fails the test."""
    contexts = []
    complaints: list[str] = []

    def look(url: str, **options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if "Content Security" in said.text else None)
        page.goto(url)
        return page

    yield look
    for context in contexts:
        context.close()
    assert complaints == []
