"""Corrections in a browser: lines are marked before they change, and the record is edited as text."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.session.keyscript import key_script
from hal.browser import desk_inputs
from hal.browser.desk import Desk, DeskSettings
from hal.clock.clock import RealClock
from hal.table.sidebar import SidebarContents, record_version
from hal.table.table import RecordEdited
from tests.browser.conftest import Look
from tests.browser.desks import NAMES, Served
from tests.browser.posting import answer_to
from tests.browser.sockets import told, visit
from tests.browser.tables import GAME, play_on, press, ready, transcript, until

LINES = ["game loop", "players 1 2 3 4", "set detail finish", "1 out", "2 out", "3 out", "4 out"]


def lines(page: Page) -> list[str]:
    """The lines of the record, without marks."""
    return page.locator("#transcript .line").all_text_contents()


def marked(page: Page) -> list[tuple[str, str]]:
    """The lines that are marked, each with what is said of it to those who see and to those who hear."""
    said = """() => [...document.querySelectorAll("#transcript li:has(.mark) .line")].map((line) => [
        line.textContent,
        line.getAttribute("aria-describedby").split(" ").map((id) => document.getElementById(id).textContent).join(" "),
    ])"""
    return [(line, words) for line, words in page.evaluate(said)]


def test_lines_are_marked_before_they_change_and_the_record_is_edited_as_text(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        press(page, key_script("\n".join(LINES).encode(), NAMES))
        until(page, lambda: lines(page) == LINES)
        point_and_leave(page)
        edit(page)
        assert served.record().splitlines() == lines(page) == [*LINES[:4], "4 out", *LINES[5:]]


def point_and_leave(page: Page) -> None:
    """Begin a correction by a click, see what it would change, and leave it."""
    page.get_by_role("button", name="2 out").click()
    until(page, lambda: marked(page) == [("2 out", "this line")])
    press(page, ["A", "D", "A"])
    until(page, lambda: marked(page) == [("2 out", "will be: 4 out")])
    press(page, ["hold A", "hold A", "hold A"])
    until(page, lambda: marked(page) == [])


def edit(page: Page) -> None:
    """Edit the record as text until all of it fits, and accept."""
    page.get_by_role("button", name="Edit as text…").click()
    text = page.get_by_role("textbox", name="The record, a declaration a line.")
    expect(text).to_have_value("\n".join([*LINES, ""]))
    show = page.get_by_role("button", name="Show what would change")
    text.fill("\n".join([*LINES[:3], "1 sings"]))
    show.click()
    expect(page.locator("#uploaded")).to_contain_text("Line 4: ")
    text.fill("\n".join([*LINES[:4], "3 out", "3 out", "4 out"]))
    show.click()
    expect(page.locator("#words")).to_contain_text("This would not fit any more")
    until(page, lambda: marked(page) == [("2 out", "will be: 3 out"), ("3 out", "would not fit any more")])
    page.get_by_role("button", name="Edit as text…").click()
    expect(text).to_have_value("\n".join([*LINES[:4], "3 out", "3 out", "4 out"]))
    text.fill("\n".join([*LINES[:4], "4 out", *LINES[5:]]))
    show.click()
    expect(page.locator("#question")).to_have_text("Correct it like this?")
    expect(page.locator("#words")).to_contain_text("Player 2 is out. → Player 4 is out.")
    expect(text).to_be_hidden()
    assert lines(page) == LINES
    press(page, ["hold C"])
    until(page, lambda: lines(page) == [*LINES[:4], "4 out", *LINES[5:]])
    until(page, lambda: marked(page) == [])


@pytest.fixture
def desk() -> Iterator[Desk]:
    with_keys = Desk(RealClock(), DeskSettings(port=0))
    with_keys.show_sidebar(SidebarContents(record="game loop\n"))
    yield with_keys
    with_keys.close()


def hand_in(desk: Desk, key: str, data: bytes = b"x", **headers: str) -> tuple[int, str]:
    """The status and the sentence by which an edited record is answered."""
    sent = {"X-Visit": key, "Origin": desk.url.rstrip("/"), "If-Match": '"3-abc"', "Content-Type": "text/plain"}
    request = urllib.request.Request(f"{desk.url}edited", data, {**sent, **headers})
    return answer_to(request)


def test_an_edited_record_is_taken_only_from_who_may_press(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    posted: list[Any] = []

    def post(event: object) -> None:
        assert isinstance(event, RecordEdited)
        posted.append((len(event.record), event.base_version))
        event.answer("No." if event.record == b"bad" else "")

    with visit(desk) as page:
        key = told(page, "visit")
        monkeypatch.setattr(desk_inputs, "MAX_ANSWER_S", 0.01)
        assert hand_in(desk, key)[0] == 503, "there is no table"
        desk.connect_table(lambda event: None)
        assert hand_in(desk, key)[0] == 503, "the table does not answer"
        desk.connect_table(post)
        assert hand_in(desk, key) == (200, "")
        assert hand_in(desk, key, b"bad") == (422, "No.")
        assert hand_in(desk, "guess")[0] == 403
        assert hand_in(desk, key, Origin="http://elsewhere.example")[0] == 403
    assert posted == [(1, "3-abc"), (3, "3-abc")]


def test_a_record_is_served_with_its_version(desk: Desk) -> None:
    with urllib.request.urlopen(f"{desk.url}record.txt") as answer:
        assert answer.headers["etag"] == f'"{record_version(answer.read().decode())}"'
    assert record_version("a\n") != record_version("b\n")


def test_a_game_is_stopped_by_a_line_of_its_record(look: Look, tmp_path: Path) -> None:
    begun = [*GAME.record.splitlines()[:5]]
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "".join(f"{line}\n" for line in begun))
        until(page, lambda: transcript(page) == begun)
        page.get_by_role("button", name="Edit as text…").click()
        page.get_by_role("textbox", name="The record, a declaration a line").fill("\n".join([*begun, "end"]))
        show = page.get_by_role("button", name="Show what would change")
        show.click()
        expect(page.locator("#question")).to_have_text("Correct it like this?")
        expect(show).to_be_hidden()
        page.keyboard.press("Enter")  # the panel asks, and not the page's button any more
        until(page, lambda: served.record().splitlines() == [*begun, "end"])
        press(page, ["hold C"])
        expect(page.locator("#words")).to_contain_text("Stopped: after")
        expect(page.locator("#words")).not_to_contain_text("(winner)")


def test_a_table_that_answers_no_is_not_said_to_have_been_silent(look: Look, tmp_path: Path) -> None:
    """A browser that has lost the right to press keys is answered at once."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        page.route("**/edited", lambda route: route.fulfill(status=403))
        page.get_by_role("button", name="Edit as text…").click()
        page.get_by_role("button", name="Show what would change").click()
        expect(page.locator("#uploaded")).to_have_text("The table did not take the record. Try again.")
