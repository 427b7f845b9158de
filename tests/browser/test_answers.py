"""Answers as large buttons: games are played on a phone by choices alone, without the picture and the four keys."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from device.journal.export import exported_lines
from device.run.page_service import PageService
from device.session.keyscript import key_groups
from display.languages import language
from display.words import ENGLISH
from tests.browser.access import PHONE, RULES
from tests.browser.boxes import Box, invited
from tests.browser.conftest import Look
from tests.browser.desks import NAMES, Served
from tests.browser.directly import KEPT, LARGE, WHOLE, play_by_pointing, spots
from tests.browser.tables import game, play_on, ready, transcript, until
from tests.games.registered import GAMES, SOME_GAMES
from tests.non_empty import non_empty


def large(page: Page) -> Page:
    """The page with answers as large buttons."""
    page.check("#large-answers")
    expect(page.locator("#keys")).to_be_hidden()
    page.evaluate("scrollTo(0, 0)")
    return page


@pytest.mark.parametrize("game_id", SOME_GAMES)
def test_a_whole_game(game_id: str, look: Look, tmp_path: Path) -> None:
    """By turns in English and French, at a box whose page another program serves: a phone joins by the box's code."""
    players, seed, chosen = WHOLE[game_id]
    record = game(game_id, players, seed, chosen).record
    kept = "".join(record.splitlines(keepends=True)[: KEPT.get(game_id, 0)])
    done = sum(1 for _ in key_groups(kept.encode(), NAMES)) if kept else 0
    spoken = (ENGLISH, language("fr"))[GAMES.index(game_id) % 2]
    with (
        closing(Box(tmp_path, language=spoken, roster=NAMES, record=kept)) as box,
        closing(PageService(box.door, "127.0.0.1", 0)) as service,
    ):
        page = look(f"{service.url}#token={invited(box, service)}&phone", **PHONE)
        expect(page.locator("#answers button").first).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", spoken.code)
        play_by_pointing(page, record, done, tap=True, where=LARGE)
        until(page, lambda: transcript(page) == record.splitlines())
    assert "".join(f"{line}\n" for line in exported_lines(box.data, None)) == record


def test_answers_are_for_everybody(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        play_on(page, "".join(game("no-thanks", 3, 7, (("rounds", "1"),)).record.splitlines(keepends=True)[:12]))
        large(page)
        found = Axe().run(page, options=RULES)
        assert found.violations_count == 0, found.generate_report()
        for button in non_empty(page.locator("#answers button:not([hidden])").all()):
            box = button.bounding_box()
            assert box is not None
            assert box["height"] >= 44
        expect(page.locator("#words .of-keys").first).to_be_hidden()
        assert "to act" in page.locator("#words").inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


def test_an_answer_is_given_without_codes_and_holds_have_a_row_of_their_own(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = large(ready(look(served.url, **PHONE)))
        page.locator(f"{LARGE}[data-keys='DA']").tap()
        until(page, lambda: "AC" in spots(page, LARGE))
        expect(page.locator("#answer")).to_have_text("No Thanks!")
        expect(page.locator("#typed")).to_have_text("")
        shown = f"{LARGE}:visible[data-keys='%s']"
        rows = [page.locator(shown % keys).bounding_box() for keys in ("BC", "hold A", "hold D")]
        last, undo, menu = (box["y"] for box in rows if box is not None)
        assert last < undo == menu


def test_what_was_typed_is_taken_back_and_the_four_keys_come_back(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        record = game("no-loose-ends", 2, 2, ()).record
        play_on(page, "".join(record.splitlines(keepends=True)[:3]))
        large(page)
        until(page, lambda: "AAA" in spots(page, LARGE))
        take_back = page.locator("#take-back")
        expect(take_back).to_be_hidden()
        page.keyboard.press("a")
        expect(take_back).to_be_visible()
        take_back.tap()
        expect(page.locator("#typed")).to_have_text("")
        page.uncheck("#large-answers")
        expect(page.locator("#keys")).to_be_visible()
        expect(page.locator("#answers")).to_be_hidden()


@pytest.mark.parametrize(
    ("game_id", "chosen", "first", "cards"),
    [
        ("no-loose-ends", (), " bid ", {"AAA": "1 blue", "CDD": "12 gray"}),
        ("wizard", (("detail", "cards"),), " plays ", {"AAA": "1 blue", "DAAADA": "13 green"}),
        ("wizard", (("detail", "cards"), ("deck", "plain")), " plays ", {"ABA": "2 clubs", "DAABDA": "A spades"}),
    ],
)
def test_a_card_is_one_tap(
    game_id: str, chosen: tuple[tuple[str, str], ...], first: str, cards: dict[str, str], look: Look, tmp_path: Path
) -> None:
    lines = game(game_id, 3, 5, chosen).record.splitlines(keepends=True)
    begun = 1 + next(at for at, line in enumerate(lines) if first in line)
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        play_on(page, "".join(lines[:begun]))
        large(page)
        until(page, lambda: spots(page, LARGE).items() >= cards.items())
        keys = next(keys for keys, card in spots(page, LARGE).items() if lines[begun].strip().endswith(_word(card)))
        page.locator(f"{LARGE}[data-keys='{keys}']").tap()
        until(page, lambda: transcript(page)[: begun + 1] == [line.strip() for line in lines[: begun + 1]])


def _word(card: str) -> str:
    """A card as records have it."""
    number, _, suit = card.partition(" ")
    return f" {suit}-{ {'J': '11', 'Q': '12', 'K': '13', 'A': '14'}.get(number, number) }"


def test_a_phone_that_the_code_opened_has_them_at_once(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = look(f"{served.url}#phone", **PHONE)
        expect(page.locator("#answers button").first).to_be_visible()
        expect(page.locator("#keys")).to_be_hidden()
