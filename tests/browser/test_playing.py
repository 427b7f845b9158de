"""A real browser plays on the real program: whole games, several browsers, reloads, restarts."""

from __future__ import annotations

from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from device import games
from device.session.keyscript import key_script
from hal.panel import panel
from tests.browser.conftest import Look
from tests.browser.desks import NAMES, Served
from tests.browser.tables import GAME, Game, expected, game, play_on, press, ready, shown, transcript, until
from tests.games.first_level import first_level
from tests.games.registered import GAMES, SOME_GAMES
from tests.thorough import THOROUGH

SLOW = "impression-7.3"
"""A panel whose refresh outlasts any start of a browser."""

WAYS = ("mouse", "letters", "focus")
"""The ways in which keys are pressed in a browser: by turns, one in each game."""
PRESSED = 60
"""About so many keys of a long game are pressed, where not all are; what they follow comes from a record."""
COUNTED, SET_UP = 3, 9
"""So many keys of the game tell which it is and how many play, and everything up to its options."""
SEED, MOST = 1, 4


def beginning(played: Game) -> tuple[str, int]:
    """The record of what comes before about the last keys of a game, and how many keys that takes."""
    lines = played.record.splitlines(keepends=True)
    for last in range(1, len(lines)):
        record = "".join(lines[:-last])
        done = sum(1 for _ in key_script(record.encode(), NAMES))
        if done <= len(played.keys) - PRESSED:
            return record, done
    raise AssertionError("the first line has no keys")


@pytest.mark.parametrize("game_id", SOME_GAMES)
def test_a_whole_game(game_id: str, look: Look, tmp_path: Path) -> None:
    """To the final sheet: the picture is the page that belongs there, the download is the export."""
    by = WAYS[GAMES.index(game_id) % len(WAYS)]
    played = game(game_id, min(MOST, games.load(game_id).players[-1]), SEED, first_level(game_id))
    kept, done = ("", 0) if THOROUGH or len(played.keys) <= PRESSED else beginning(played)
    with Served(tmp_path / "data") as served:
        page = ready(look(served.url))
        page.locator("#four-keys").check()  # A to D spell no names then
        if kept:
            play_on(page, kept)
        press(page, (*played.keys[done:], "hold C"), by=by)
        expect(page.locator("#words")).to_contain_text("play again")
        assert transcript(page) == played.record.splitlines()
        expect(page.locator("#glass")).to_have_attribute("data-refreshing", "false")
        until(page, lambda: shown(page).tobytes() == expected(served.data).tobytes())
        with page.expect_download() as download:
            page.get_by_role("link", name="Download").click()
        assert download.value.path().read_text(encoding="utf-8") == served.record() == played.record


def test_two_browsers_see_the_same_table(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        one, other = ready(look(served.url)), ready(look(served.url))
        for page, keys in ((one, GAME.keys[:4]), (other, GAME.keys[4:8]), (one, GAME.keys[8:])):
            press(page, keys)
            until(page, lambda: one.locator("#words").text_content() == other.locator("#words").text_content())
        until(one, lambda: transcript(one) == transcript(other) == GAME.record.splitlines())
        until(one, lambda: one.locator("#question").text_content() == other.locator("#question").text_content())
        until(one, lambda: one.get_attribute("#picture", "src") == other.get_attribute("#picture", "src"))
        press(one, ["hold D"])
        expect(other.locator("#question")).to_have_text("Menu")


def test_a_reload_in_the_middle_shows_the_same(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        press(page, [*GAME.keys[:SET_UP], "hold D"])
        expect(page.locator("#question")).to_have_text("Menu")
        press(page, ["hold A"])
        expect(page.locator("#question")).not_to_have_text("Menu")
        before = (transcript(page), page.locator("#question").text_content(), page.locator("#words").text_content())
        page.reload()
        ready(page)
        expect(page.locator("#transcript li")).to_have_count(len(before[0]))
        assert (
            transcript(page),
            page.locator("#question").text_content(),
            page.locator("#words").text_content(),
        ) == before
        press(page, GAME.keys[SET_UP:])
        expect(page.locator("#transcript")).to_contain_text(GAME.record.splitlines()[-1])


def test_a_reload_in_the_middle_of_a_refresh_goes_on_with_it(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path, kind=SLOW, extra='[desktop]\nrefresh = "real"\n') as served:
        page = ready(look(served.url))
        glass = page.locator("#glass")
        expect(page.locator("#picture")).to_be_visible()  # the first is there at once
        press(page, ["C"])
        elapsed = "document.getElementById('picture').getAnimations()[0]?.currentTime ?? 0"
        until(page, lambda: page.evaluate(elapsed) > 500)
        page.reload()
        ready(page)
        expect(glass).to_have_attribute("data-refreshing", "true")
        assert 500 < page.evaluate(elapsed) < panel.panel_kind(SLOW).refresh_s * 1000
        page.select_option("#speed", "instant")
        expect(glass).to_have_attribute("data-refreshing", "false")


def test_a_server_that_comes_back_goes_on_with_the_same_game(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        port = served.port
        page = ready(look(served.url))
        press(page, GAME.keys[:SET_UP])
        expect(page.locator("#transcript li")).to_have_count(3)
        before = transcript(page)
        _, err, status = served.stop()
        assert (err, status) == ("", 0)
        expect(page.locator("#link")).to_contain_text("does not answer")
        expect(page.locator(".key").first).to_be_disabled()
    with Served(tmp_path, port=port):
        ready(page)
        assert page.locator("#link").text_content() == ""
        # Keys can be pressed before those who look on have heard of the game.
        expect(page.locator("#transcript li")).to_have_count(len(before))
        assert transcript(page) == before
        press(page, GAME.keys[SET_UP:])
        expect(page.locator("#transcript")).to_contain_text(GAME.record.splitlines()[-1])


def test_holding_a_key_and_undo(look: Look, tmp_path: Path) -> None:
    """By mouse, by the keyboard's letters, by the focused button, and by the buttons that hold."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, GAME.record)
        expect(page.locator("#transcript li")).to_have_count(len(GAME.record.splitlines()))
        lines = len(transcript(page))
        page.get_by_role("button", name="Key D", exact=True).click(delay=700)
        expect(page.locator("#question")).to_have_text("Menu")
        page.keyboard.down("a")
        expect(page.locator(".key[data-state=armed]")).to_contain_text("A")
        page.keyboard.up("a")
        expect(page.locator("#question")).not_to_have_text("Menu")
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(page.locator("#transcript li")).to_have_count(lines - 1)
        page.get_by_role("button", name="Hold A: undo").click()
        expect(page.locator("#transcript li")).to_have_count(lines - 2)
        page.get_by_role("button", name="Key D", exact=True).focus()
        page.keyboard.down("Enter")
        expect(page.locator(".key[data-state=armed]")).to_contain_text("D")
        page.keyboard.up("Enter")
        expect(page.locator("#question")).to_have_text("Menu")
        assert served.record() == "".join(f"{line}\n" for line in GAME.record.splitlines()[: lines - 2])


def test_a_click_on_a_line_of_the_record_corrects_it(look: Look, tmp_path: Path) -> None:
    lines = ["game loop", "players 1 2 3 4", "set detail finish", "1 out", "2 out", "3 out"]
    keys = key_script("\n".join(lines).encode(), NAMES)
    with Served(tmp_path) as served:
        page, watching = ready(look(served.url)), ready(look(served.url))
        press(page, keys)
        until(page, lambda: transcript(page) == transcript(watching) == lines)
        watching.get_by_role("button", name="2 out").click()
        expect(page.locator("#question")).to_have_text("What is to be done with this line?")
        expect(page.locator("#words")).to_contain_text("Player 2 is out.")
        press(page, ["A", "D", "A", "hold C"])
        expect(page.locator("#transcript")).to_contain_text("4 out")
        until(page, lambda: transcript(page) == [*lines[:4], "4 out", "3 out"])
        page.get_by_role("button", name="players 1 2 3 4").click()
        expect(page.locator("#answer")).to_contain_text("Only declarations can be corrected")
        assert served.record().splitlines() == [*lines[:4], "4 out", "3 out"]


def test_the_lights_word_is_that_of_the_last_press(look: Look, tmp_path: Path) -> None:
    """“let go” and “refused” stayed beside the light of a panel that confirms no key by light."""
    with Served(tmp_path, kind="waveshare-2.7") as served:
        page = ready(look(served.url))
        cue, key = page.locator("#cue"), page.get_by_role("button", name="Key D", exact=True)
        page.keyboard.down("d")
        expect(cue).to_have_text("let go")
        page.keyboard.up("d")
        expect(cue).to_have_text("")
        expect(page.locator("#question")).to_have_text("Menu")
        press(page, ["hold A", "C"])
        expect(page.locator("#question")).to_have_text("How many players?")
        press(page, ["C"])
        expect(cue).to_have_text("refused")
        page.keyboard.down("b")
        expect(cue).to_have_text("")
        page.keyboard.up("b")
        expect(page.locator("#typed")).to_have_text("B")
        expect(cue).to_have_text("")
        key.hover()
        page.mouse.down()
        expect(key).to_have_attribute("data-state", "armed")
        expect(cue).to_have_text("let go")
        key.dispatch_event("pointercancel", {"pointerId": 1})
        expect(cue).to_have_text("")


def test_two_keys_together_mean_nothing(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        page.keyboard.down("a")
        page.keyboard.down("b")
        expect(page.locator("#cue")).to_have_text("refused")
        page.keyboard.up("a")
        page.keyboard.up("b")
        press(page, ["C"])
        expect(page.locator("#transcript li")).to_have_count(1)


def test_the_very_first_press_is_answered_by_light(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        expect(page.locator("#cue")).to_have_text("")
        press(page, ["C"])
        expect(page.locator("#cue")).to_have_text("noted")
        expect(page.locator("#lamp")).to_have_attribute("data-cue", "accepted")


def test_the_lights_word_goes_over_to_another_language_with_the_page(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        press(page, ["C"])
        expect(page.locator("#cue")).to_have_text("noted")
        page.select_option("#language", "fr")
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        expect(page.locator("#cue")).to_have_text("noté")


def test_a_refused_declaration_stands_in_the_record_until_another_is_made(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game no-thanks\nplayers Ann Ben Cleo\nset detail totals\n")
        press(page, [*"DDA", *"AC", *"DC", *"DBBA", *"DD", *"AA"])
        expect(page.locator("#transcript .refused")).to_contain_text("refused: Ann cannot hold 27 cards")
        expect(page.locator("#answer")).to_contain_text("Ann cannot hold 27 cards")
        assert "27 cards" not in served.record()
        press(page, ["hold A"])
        expect(page.locator("#transcript .refused")).to_have_count(0)


def test_another_panel_loses_nothing(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path / "data") as served:
        page = ready(look(served.url))
        play_on(page, GAME.record)
        until(page, lambda: transcript(page) == GAME.record.splitlines())
        before = transcript(page)
        page.select_option("#panel", "phat-red")
        expect(page.locator("#picture")).to_have_attribute("width", "250")
        assert transcript(page) == before
        expect(page.locator("#glass")).to_have_attribute("data-refreshing", "false")
        until(page, lambda: shown(page).tobytes() == expected(served.data, "phat-red").tobytes())


def test_a_record_is_played_on_from_where_it_ends(look: Look, tmp_path: Path) -> None:
    other = game("no-thanks", 3, 1, (("rounds", "1"),))
    half = "".join(other.record.splitlines(keepends=True)[:20])
    path = tmp_path / "record.txt"
    path.write_text(half, encoding="utf-8")
    with Served(tmp_path / "data") as served:
        page = ready(look(served.url))
        press(page, GAME.keys)
        page.set_input_files("#upload input", path)
        expect(page.locator("#uploaded")).to_contain_text("on the table")
        expect(page.locator("#transcript")).to_contain_text(half.splitlines()[-1])
        assert served.record() == half
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(page.locator("#transcript li")).to_have_count(19)
        path.write_text(half.replace("pass", "sing"), encoding="utf-8")
        page.set_input_files("#upload input", path)
        expect(page.locator("#uploaded")).to_contain_text("Line 11: A player can")
        path.write_bytes(b"game no-thanks\nplayers \xff\n")
        page.set_input_files("#upload input", path)
        expect(page.locator("#uploaded")).to_contain_text("Line 2: This line is not UTF-8 text")
        assert len(transcript(page)) == 19


def test_what_the_panel_says_is_there_in_words(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        press(page, GAME.keys[:COUNTED])
        expect(page.locator("#words")).to_contain_text("Who sits in seat 1?")
        words = page.locator("#words").inner_text()
        for name in NAMES:
            assert name in words
        assert page.locator("#words h3").first.text_content() == "No Loose Ends"


def test_the_gallery_shows_all_pages_on_the_panel_in_play(look: Look, tmp_path: Path) -> None:
    """Of the game in play; those of another game are fetched when it is chosen."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        press(page, ["D", "A"])
        expect(page.locator("#transcript")).to_have_text("game no-thanks")
        page.get_by_role("link", name="What the panel shows in each game").click()
        page.wait_for_url("**/gallery/?game=no-thanks")
        visible = page.locator("figure:visible img")
        expect(visible.first).to_be_visible()
        assert 5 < visible.count() < page.locator("figure").count()
        until(page, lambda: visible.first.evaluate("image => image.naturalWidth") == 400)
        other = "**/gallery/?game=no-loose-ends"
        page.route(other, lambda route: route.fulfill(body=""))
        with page.expect_request(other):
            page.select_option("#game", "no-loose-ends")
        with pytest.raises(HTTPError, match="404") as missing:
            urlopen(f"{served.url}gallery/../../pyproject.toml")
        missing.value.close()
