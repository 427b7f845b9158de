"""A phone joins the table by the code on its panel, which is good while it is shown, and presses keys from then on."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from hal.browser.invitations import CODE_LENGTH, CODE_LETTERS
from tests.browser.access import PHONE
from tests.browser.conftest import Look
from tests.browser.desks import Served
from tests.browser.tables import press, ready, shown, until
from tests.non_empty import non_empty
from tests.scan_codes import decoded, needs_a_reader

pytestmark = needs_a_reader

NETWORK = '[desktop]\naddress = "0.0.0.0"\n'
OPEN_ON_A_PHONE = ("hold D", "B", "D")
QUESTION = "Scan in the same network."


def scanned(page: Page, folder: Path) -> str:
    """What a phone's camera reads off the panel."""
    picture = folder / "panel.png"
    shown(page).save(picture)
    return "".join(decoded([picture]))


def code_at(table: Page, folder: Path) -> str:
    """The address that the menu's entry for phones shows."""
    press(table, OPEN_ON_A_PHONE)
    expect(table.locator("#question")).to_have_text(QUESTION)
    until(table, lambda: "#token=" in scanned(table, folder))
    return scanned(table, folder)


def joined(phone: Page) -> None:
    expect(phone.locator("#answers")).to_be_visible()
    expect(phone.locator("#token")).to_be_hidden()


def refused(page: Page) -> None:
    expect(page.locator("#watching")).to_be_visible()
    expect(page.locator("#answers")).to_be_hidden()


def test_two_phones_join_play_and_are_known_again(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path, extra=NETWORK) as served:
        table = ready(look(f"{served.url}#token={served.token}"))
        address = code_at(table, tmp_path)
        assert address.startswith(served.url)
        phones = [look(address, **PHONE) for _ in range(2)]
        for phone in non_empty(phones):
            joined(phone)
            assert "#" not in phone.url
        phones[0].locator("#answers").get_by_role("button", name="back to the table").tap()
        expect(table.locator("#question")).to_have_text("Which game?")
        phones[1].locator("#answers").get_by_role("button", name="LOOP", exact=True).tap()
        expect(table.locator("#question")).to_have_text("How many players?")
        # The window is over: what has joined goes on, asleep or not.
        for phone in non_empty(phones):
            phone.reload()
            joined(phone)
        phones[0].locator("#answers").get_by_role("button", name="4", exact=True).tap()
        expect(table.locator("#question")).to_contain_text("Who sits in seat 1?")


def test_a_code_dies_with_its_page_and_with_the_next_code(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path, extra=NETWORK) as served:
        table = ready(look(f"{served.url}#token={served.token}"))
        first = code_at(table, tmp_path)
        press(table, ["hold C"])
        expect(table.locator("#question")).to_have_text("Which game?")
        refused(look(first, **PHONE))
        second = code_at(table, tmp_path)
        assert second != first
        refused(look(first, **PHONE))
        joined(look(second, **PHONE))


def test_who_only_looks_on_does_not_see_the_code(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path, extra=NETWORK) as served:
        table, watcher = ready(look(f"{served.url}#token={served.token}")), look(served.url)
        expect(watcher.locator("#question")).to_have_text("Which game?")
        code = code_at(table, tmp_path).partition("#token=")[2].removesuffix("&phone")
        for page in non_empty((watcher, look(served.url))):
            page.wait_for_function("document.getElementById('picture').naturalWidth > 0")
            # What was there before it.
            expect(page.locator("#question")).to_have_text("Menu")
            assert code not in page.content()
            assert scanned(page, tmp_path) == ""
        # What somebody at the table reads out to them opens it to them, too.
        watcher.reload()
        watcher.locator("#token input").fill(code)
        watcher.locator("#token button").click()
        expect(watcher.locator("#question")).to_have_text(QUESTION)
        until(watcher, lambda: "#token=" in scanned(watcher, tmp_path))
        press(table, ["hold C"])
        expect(watcher.locator("#question")).to_have_text("Which game?")


def test_the_code_can_be_typed_in_small_letters(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path, extra=NETWORK) as served:
        table = ready(look(f"{served.url}#token={served.token}"))
        code = code_at(table, tmp_path).partition("#token=")[2].removesuffix("&phone")
        address = served.url.removeprefix("http://").removesuffix("/")
        assert len(code) == CODE_LENGTH
        assert set(code) <= set(CODE_LETTERS)
        expect(table.locator("#words")).to_contain_text(f"Or type {address}, code {code}.")
        other = look(served.url)
        refused(other)
        other.locator("#token input").fill(code.lower())
        other.locator("#token button").click()
        expect(other.get_by_role("button", name="Key A", exact=True)).to_be_enabled()


def test_a_table_that_only_this_machine_sees_has_no_code_for_phones(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        table = ready(look(served.url))
        press(table, ["hold D"])
        expect(table.locator("#question")).to_have_text("Menu")
        expect(table.locator("#words")).not_to_contain_text("open on a phone")
