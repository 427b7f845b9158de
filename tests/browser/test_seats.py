"""A phone gives the answers of one seat: it has buttons when that seat is asked, and says else who is."""

from __future__ import annotations

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from device.session.keyscript import key_groups
from tests.browser.access import PHONE, RULES
from tests.browser.conftest import Look
from tests.browser.desks import NAMES, Served
from tests.browser.directly import codes, leads, settled, shown, spots
from tests.browser.tables import game, play_on, ready, transcript, until
from tests.non_empty import non_empty

BUTTONS = "#answers:not([hidden]) button"
AT_TABLE = NAMES[:3]
RECORD = game("no-loose-ends", len(AT_TABLE), 5).record
LAST = 14
"""Lines of the record that are played: the last tricks, the round's points and the final sheet among them."""
KEPT = "".join(RECORD.splitlines(keepends=True)[:-LAST])


def at_seats(look: Look, url: str) -> list[Page]:
    """A phone for each seat."""
    phones = []
    for name in AT_TABLE:
        page = ready(look(url, **PHONE))
        page.check("#large-answers")
        page.select_option("#my-seat", name)
        page.evaluate("performance.now = ((now) => () => (now += 1000))(0); scrollTo(0, 0)")
        phones.append(page)
    return phones


def tap(phones: list[Page], typed: str, code: str) -> str:
    """Tap what leads towards a code: on the phone of whoever is asked, or on any where everybody is."""
    found: list[tuple[Page, str]] = []

    def there() -> bool:
        found.clear()
        for phone in phones:
            keys = min((keys for keys in spots(phone, BUTTONS) if leads(keys, typed, code)), key=len, default="")
            found.extend([(phone, keys)] if keys else [])
        return len(found) in (1, len(phones))

    until(phones[0], there)
    phone, keys = found[0]
    before = shown(phone)
    phone.locator(f"{BUTTONS}[data-keys='{keys}']:not([hidden])").first.tap()
    settled(phone, before)
    return keys


def test_three_phones_play_to_the_end_each_for_its_own_seat(look: Look, tmp_path: Path) -> None:
    done = sum(1 for _ in key_groups(KEPT.encode(), NAMES))
    with Served(tmp_path) as served:
        table = ready(look(served.url))
        play_on(table, KEPT)
        phones = at_seats(look, served.url)
        for group in non_empty(list(key_groups(RECORD.encode(), NAMES))[done:]):
            for code in codes(group):
                typed = ""
                while typed != code:
                    typed = tap(phones, typed, code)
        until(table, lambda: transcript(table) == RECORD.splitlines())


def test_it_says_whose_turn_it_is_and_marks_its_own(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        play_on(ready(look(served.url)), KEPT)
        phones = at_seats(look, served.url)
        until(phones[0], lambda: sum(phone.locator(BUTTONS).count() > 0 for phone in phones) == 1)
        asked = next(at for at, phone in enumerate(phones) if phone.locator(BUTTONS).count())
        for at, phone in enumerate(non_empty(phones)):
            found = Axe().run(phone, options=RULES)
            assert found.violations_count == 0, found.generate_report()
            if at == asked:
                expect(phone.locator("#not-mine")).to_be_hidden()
                assert phone.evaluate("document.body.dataset.turn") == "mine"
            else:
                expect(phone.locator("#not-mine")).to_have_text(f"{AT_TABLE[asked]} is asked.")
                expect(phone.locator("#answers")).to_be_hidden()
                expect(phone.locator("#say")).to_be_hidden()
        # A phone that wakes up is who it was; for everybody again, it has all answers.
        other = phones[asked - 1]
        other.reload()
        expect(other.locator("#not-mine")).to_be_visible()
        other.select_option("#my-seat", "")
        expect(other.locator("#answers")).to_be_visible()


def test_it_says_who_are_asked_where_several_may_answer(look: Look, tmp_path: Path) -> None:
    """“Bo, Cleo is asked” was said of two."""
    first, *others = AT_TABLE
    record = (
        f"game no-loose-ends\nplayers {' '.join(AT_TABLE)}\nset detail totals\n{first} planned 1 covered 1 extra 0\n"
    )
    with Served(tmp_path) as served:
        play_on(ready(look(served.url)), record)
        phone = at_seats(look, served.url)[0]
        expect(phone.locator("#not-mine")).to_have_text(f"{' and '.join(others)} are asked.")


def test_somebody_who_does_not_sit_there_answers_for_everybody(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        play_on(ready(look(served.url)), KEPT)
        page = look(f"{served.url}#phone", **PHONE)
        page.evaluate("localStorage.setItem('seat', 'Nobody')")
        page.reload()
        expect(page.locator("#answers")).to_be_visible()
        expect(page.locator("#my-seat")).to_have_value("")
