"""A real browser, started once for all tests that need one."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, ViewportSize, expect, sync_playwright

from tests.browser.chromium import MISSING, chromium
from tests.browser.timeouts import TIMEOUT_S

TIMEOUT_MS = 1000 * TIMEOUT_S

ONE_PROCESS = "--process-per-site"
"""A page that is opened anew stays in its browser's process; to begin one takes a quarter of the time of a page."""

expect.set_options(timeout=TIMEOUT_MS)

Look = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        # Chromium's own sandbox does not work as root, which is what a container runs as.
        browser = playwright.chromium.launch(
            executable_path=path, chromium_sandbox=os.geteuid() != 0, args=[ONE_PROCESS]
        )
        yield browser
        browser.close()


class Pages:
    """Pages of the browser, each with its own storage. A returned page is blank, with its own size, when lent again.

    Reusing pages saves time: opening a new page takes longer than most tests.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: dict[str, list[Page]] = defaultdict(list)
        self._sizes: dict[str, ViewportSize | None] = {}

    def lend(self, options: dict[str, Any]) -> Page:
        """A page of a browser with these options."""
        idle = self._idle[repr(options)]
        if idle:
            return idle.pop()
        context = self._browser.new_context(**options)
        context.set_default_timeout(TIMEOUT_MS)
        page = context.new_page()
        self._sizes[repr(options)] = page.viewport_size
        return page

    def give_back(self, page: Page, options: dict[str, Any]) -> None:
        """Return a page."""
        page.unroute_all()
        try:
            page.evaluate("localStorage.clear()")
        except Error:
            # The browser's error page about a missing server has no storage to clear.
            page.context.close()
            return
        size = self._sizes[repr(options)]
        if size is not None and page.viewport_size != size:
            page.set_viewport_size(size)
        page.emulate_media(color_scheme="light")
        page.goto("about:blank")
        self._idle[repr(options)].append(page)


@pytest.fixture(scope="session")
def pages(browser: Browser) -> Pages:
    return Pages(browser)


@pytest.fixture
def look(pages: Pages) -> Iterator[Look]:
    """Open a page in a browser of its own. Errors that the page reports fail the test."""
    complaints: list[str] = []
    lent: list[tuple[Page, dict[str, Any]]] = []

    def thrown(error: Error) -> None:
        complaints.append(str(error))

    def said(message: ConsoleMessage) -> None:
        if "Content Security" in message.text:
            complaints.append(message.text)

    def look(url: str, **options: Any) -> Page:
        page = pages.lend(options)
        lent.append((page, options))
        page.on("pageerror", thrown)
        page.on("console", said)
        page.goto(url)
        return page

    yield look
    for page, options in lent:
        page.remove_listener("pageerror", thrown)
        page.remove_listener("console", said)
        pages.give_back(page, options)
    assert complaints == []
