"""How a browser is opened: nobody else on this machine sees what opens the keys."""

from __future__ import annotations

import stat
from pathlib import Path
from urllib.parse import unquote, urlsplit

from playwright.sync_api import expect

from hal.browser.desktop_browser import open_browser
from tests.browser.conftest import Look
from tests.browser.desks import Served

URL = "http://192.0.2.5:8080/"
PRIVATE = f"{URL}#token=a%20long%22secret"


def path_of(address: str) -> Path:
    return Path(unquote(urlsplit(address).path))


def test_what_opens_the_keys_is_in_a_file_that_only_its_owner_reads() -> None:
    asked: list[str] = []
    with open_browser(PRIVATE, is_secret=True, open_url=asked.append):
        (address,) = asked
        assert address.startswith("file:///")
        assert "secret" not in address
        page = path_of(address)
        assert PRIVATE in page.read_text(encoding="utf-8")
        assert stat.S_IMODE(page.stat().st_mode) == 0o600
        assert stat.S_IMODE(page.parent.stat().st_mode) == 0o700
    assert not page.parent.exists()


def test_an_address_that_opens_nothing_is_given_as_it_is() -> None:
    asked: list[str] = []
    with open_browser(URL, is_secret=False, open_url=asked.append):
        assert asked == [URL]


def test_the_browser_goes_on_to_the_table_with_its_keys_open(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path, extra='[desktop]\naddress = "0.0.0.0"\n') as served:
        asked: list[str] = []
        url = f"http://127.0.0.1:{served.port}/"
        with open_browser(f"{url}#token={served.token}", is_secret=True, open_url=asked.append):
            page = look(asked[0])
            page.wait_for_url(url)
            expect(page.get_by_role("button", name="Key A", exact=True)).to_be_enabled()
