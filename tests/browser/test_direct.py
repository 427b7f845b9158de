"""Fingers point at what is on the panel, and keyboards type answers: on desk and phone, in both languages."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from device.session.keyscript import key_groups
from tests.browser.access import PHONE
from tests.browser.conftest import Look
from tests.browser.desks import NAMES, Served
from tests.browser.directly import KEPT, WHOLE, play_by_pointing, play_by_typing, spots
from tests.browser.tables import game, play_on, press, ready, transcript, type_words, until
from tests.games.registered import GAMES
from tests.non_empty import non_empty
from tests.thorough import THOROUGH

EVERY = tuple(product(GAMES, ("pointing", "typing"), ("desk", "phone"), ("en", "fr")))
SOME = (
    ("loop", "pointing", "phone", "fr"),
    ("loop-2023", "pointing", "desk", "en"),
    ("no-loose-ends", "typing", "phone", "en"),
    ("no-thanks", "pointing", "desk", "fr"),
    ("score-pad", "typing", "desk", "fr"),
    ("wizard", "typing", "desk", "en"),
)


def test_every_game_is_played_so() -> None:
    assert set(WHOLE) == {each[0] for each in SOME} == set(GAMES)


@pytest.mark.parametrize(("game_id", "by", "device", "code"), EVERY if THOROUGH else SOME)
def test_a_whole_game(game_id: str, by: str, device: str, code: str, look: Look, tmp_path: Path) -> None:
    players, seed, chosen = WHOLE[game_id]
    record = game(game_id, players, seed, chosen).record
    kept = "".join(record.splitlines(keepends=True)[: KEPT.get(game_id, 0)])
    done = sum(1 for _ in key_groups(kept.encode(), NAMES)) if kept else 0
    with Served(tmp_path) as served:
        page = ready(look(served.url, **(PHONE if device == "phone" else {})))
        if kept:
            play_on(page, kept)
        if code != "en":
            page.select_option("#language", code)
            expect(page.locator("#question")).to_have_text(re.compile("\N{NARROW NO-BREAK SPACE}[?]$"))
            # The panel is above the settings.
            page.evaluate("scrollTo(0, 0)")
        until(page, lambda: bool(spots(page)))
        if by == "pointing":
            play_by_pointing(page, record, done, tap=device == "phone")
        else:
            play_by_typing(page, record, done)
        until(page, lambda: transcript(page) == record.splitlines())
        assert served.record() == record


def test_the_keyboard_does_what_everybody_expects(look: Look, tmp_path: Path) -> None:
    """A to D are keys where nothing is spelled, and letters of a name where one is."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        question, typed = page.locator("#question"), page.locator("#typed")
        press(page, ["C"])
        expect(question).to_have_text("How many players?")
        type_words(page, "2")
        expect(question).to_contain_text("seat 1")
        press(page, ["D"])
        expect(typed).to_have_text("D")
        page.keyboard.press("Backspace")
        expect(typed).to_be_empty()
        press(page, ["D"])
        page.keyboard.press("Escape")
        expect(typed).to_be_empty()
        press(page, ["D", "C"])
        expect(question).to_contain_text("Spell the name")
        page.keyboard.type("Barbara")
        expect(page.locator("#answer-typed")).to_have_value("Barbara")
        page.keyboard.press("Enter")
        expect(question).to_contain_text("seat 2")
        press(page, ["A", "B"])
        expect(question).to_contain_text("options")
        page.keyboard.press("Control+z")
        expect(question).to_contain_text("seat 2")
        page.keyboard.press("Control+Shift+Z")
        expect(question).to_contain_text("options")
        page.keyboard.press("Enter")
        until(page, lambda: "players Barbara Bo" in transcript(page))


def until_selected(page: Page, words: str) -> None:
    """Wait until the field has selected these words, as it does with a refused answer: the next key replaces them."""
    page.wait_for_function(
        """words => {
            const field = document.getElementById("answer-typed");
            return field.value === words && field.selectionEnd - field.selectionStart === words.length;
        }""",
        arg=words,
    )


def refused_in_field(page: Page) -> Locator:
    """The field, with an answer that was refused."""
    field = page.locator("#answer-typed")
    press(page, ["C"])
    field.fill("9 players")
    page.keyboard.press("Enter")
    until_selected(page, "9 players")
    return field


def test_an_answer_that_is_refused_stays_to_be_put_right_or_typed_over(look: Look, tmp_path: Path) -> None:
    """Twenty cards had to be typed anew for one wrong letter."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        field = refused_in_field(page)
        page.keyboard.press("2")
        expect(field).to_have_value("2")
        page.keyboard.press("Enter")
        expect(page.locator("#question")).to_contain_text("seat 1")
        expect(field).to_have_value("")


def test_a_click_into_a_refused_answer_still_lets_it_be_typed_over(look: Look, tmp_path: Path) -> None:
    """What was typed next went into the middle of it: “8 9 10 133 14 15 done”. A second click points at a letter."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        field = refused_in_field(page)
        field.click()
        until_selected(page, "9 players")
        field.click()
        page.keyboard.press("End")
        page.keyboard.press("Backspace")
        expect(field).to_have_value("9 player")


def test_an_enter_pressed_twice_accepts_no_round_that_nobody_has_seen(look: Look, tmp_path: Path) -> None:
    """The last figure, and Enter twice: the points were accepted before they stood on the panel."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game no-thanks\nplayers Ann Bo Cy\nset detail points\nfirst Ann\nAnn points 20\nBo points 30\n")
        page.locator("#answer-typed").focus()
        type_words(page, "27")
        page.keyboard.press("Enter")
        type_words(page, "so")
        expect(page.locator("#answer")).to_contain_text("not understood")  # all before it was answered
        expect(page.locator("#question")).to_have_text("Is round 1 right?")
        page.locator("#answer-typed").fill("")
        page.evaluate("(() => { const later = performance.now() + 1000; performance.now = () => later; })()")
        page.keyboard.press("Enter")
        expect(page.locator("#question")).to_have_text("Ann: how many points?")


def test_the_first_letter_of_a_name_is_no_key_if_an_accented_letter_follows(look: Look, tmp_path: Path) -> None:
    """“Bérénice” was B and “érénice” where no key told of the é, as with dead keys: B chose somebody."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        press(page, ["C", "A", "B"])
        expect(page.locator("#question")).to_contain_text("seat 1")
        page.locator("#answer-typed").focus()
        page.keyboard.press("Escape")
        page.keyboard.type("Bérénice")
        expect(page.locator("#answer-typed")).to_have_value("Bérénice")
        page.keyboard.press("Enter")
        expect(page.locator("#question")).to_contain_text("seat 2")


def test_the_first_letter_of_a_name_is_no_key_if_another_letter_follows(look: Look, tmp_path: Path) -> None:
    """“Anaïs” was typed where the field had no cursor: A chose somebody, and “naïs” sat down."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        press(page, ["C", "A", "B"])
        expect(page.locator("#question")).to_contain_text("seat 1")
        page.keyboard.type("Carl")
        expect(page.locator("#answer-typed")).to_have_value("Carl")
        page.keyboard.press("Enter")
        expect(page.locator("#question")).to_contain_text("seat 2")
        for key in "Dan":
            page.keyboard.down(key)
        for key in "Dan":
            page.keyboard.up(key)
        expect(page.locator("#answer-typed")).to_have_value("Dan")
        page.keyboard.press("Enter")
        expect(page.locator("#question")).to_contain_text("options")
        press(page, ["hold A"])
        expect(page.locator("#question")).to_contain_text("seat 2")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.type("Dada")  # letters of keys only, and a capital first
        page.keyboard.press("Enter")
        expect(page.locator("#question")).to_contain_text("options")
        press(page, ["hold A"])
        expect(page.locator("#question")).to_contain_text("seat 2")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.type("ab")  # Bo, by its code
        expect(page.locator("#question")).to_contain_text("options")
        page.keyboard.press("Enter")
        until(page, lambda: "players Carl Bo" in transcript(page))


def test_a_name_in_small_letters_of_keys_is_one_if_enter_follows(look: Look, tmp_path: Path) -> None:
    """“ada” and Enter were the keys A and DA: one of them said who starts, the other who had gone out."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game loop\nplayers Ann Ada Dan Bo\n")
        type_words(page, "play")
        expect(page.locator("#question")).to_have_text("Who starts?")
        page.evaluate("document.activeElement.blur()")
        page.locator("#keys .key").nth(3).click()  # with the focus there, Enter pressed it once more
        expect(page.locator("#typed")).to_have_text("D")
        page.keyboard.press("Escape")
        type_words(page, "ada")
        until(page, lambda: "first Ada" in transcript(page))
        assert transcript(page)[-1] == "first Ada"


def test_a_key_that_is_pressed_several_times_is_no_name(look: Look, tmp_path: Path) -> None:
    """“Ddd”, with a capital first, went into the field as if it were a name such as “Dada”."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        press(page, ["C"])
        expect(page.locator("#question")).to_have_text("How many players?")
        for keys in ("d", "Ddd"):
            page.keyboard.type(keys)
            expect(page.locator("#answer")).to_contain_text("D means nothing here")
            expect(page.locator("#answer-typed")).to_have_value("")
            page.keyboard.press("a")
            expect(page.locator("#answer")).not_to_contain_text("D means nothing here")
            page.keyboard.press("Escape")


def test_a_letter_alone_is_a_key_where_a_refused_answer_waits_to_be_put_right(look: Look, tmp_path: Path) -> None:
    """The field kept the answer and the focus, and the keys A to D went into it."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        field = page.locator("#answer-typed")
        press(page, ["C"])
        expect(page.locator("#question")).to_have_text("How many players?")
        type_words(page, "9 9")
        until_selected(page, "9 9")
        page.keyboard.type("Cleo")
        expect(field).to_have_value("Cleo")
        page.keyboard.press("Enter")
        until_selected(page, "Cleo")
        expect(field).to_be_focused()
        page.keyboard.type("a")
        expect(page.locator("#typed")).to_have_text("A")
        expect(field).to_have_value("")


def test_what_was_refused_leaves_the_field_when_something_else_is_asked(look: Look, tmp_path: Path) -> None:
    """A figure that ended a refused line stood there, selected, while the first figure of the line was asked again."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game no-thanks\nplayers Ann Bo Cy\nset detail points\nfirst Ann\n")
        expect(page.locator("#question")).to_have_text("Ann: how many points?")
        field = page.locator("#answer-typed")
        field.focus()
        type_words(page, "so")
        until_selected(page, "so")
        page.locator(".spot[data-keys='AA']:not([hidden])").first.click()
        expect(field).to_have_value("")


def test_letters_are_keys_again_once_a_refused_answer_is_undone_past(look: Look, tmp_path: Path) -> None:
    """A click on “Undo” emptied the field and left the focus in it: B, held for the details, was written there."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game no-thanks\nplayers Ann Bo Cy\nset detail points\nfirst Ann\nAnn points 20\n")
        expect(page.locator("#question")).to_have_text("Bo: how many points?")
        field = page.locator("#answer-typed")
        type_words(page, "blah")
        until_selected(page, "blah")
        page.locator("#undo").click()
        expect(page.locator("#question")).to_have_text("Ann: how many points?")
        expect(field).to_have_value("")
        expect(field).not_to_be_focused()
        page.keyboard.press("d")
        expect(page.locator("#typed")).to_have_text("D")


def test_what_is_half_typed_is_dropped_when_the_question_is_answered_by_a_click(look: Look, tmp_path: Path) -> None:
    """“1” stood in the field, and was the next player's bid with the next Enter."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game wizard\nplayers Ann Bo Cleo\nfirst Ann\n")
        for click in non_empty(
            (page.locator(".spot[data-keys='AA']:not([hidden])").first, page.locator("#keys .key").first)
        ):
            page.keyboard.type("1")
            expect(page.locator("#answer-typed")).to_have_value("1")
            click.click()
            expect(page.locator("#answer-typed")).to_have_value("")


def test_a_refused_click_does_not_bring_back_what_was_typed_before(look: Look, tmp_path: Path) -> None:
    """The name had been taken, and stood in the field under “refused”: with Enter, it would have been typed twice."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game loop\nplayers Ann Bo Cleo Dan\nset detail finish\nfirst Ann\n")
        type_words(page, "Bo")
        expect(page.locator("#answer")).to_contain_text("Bo is out")
        page.locator("#keys .key").nth(1).click()
        expect(page.locator("#answer")).to_contain_text("means nothing here")
        expect(page.locator("#answer-typed")).to_have_value("")


def test_a_word_that_begins_with_the_letter_of_a_key_is_a_word(look: Look, tmp_path: Path) -> None:
    """“accept” was the key A, and “ccept”."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game no-thanks\nplayers Ann Bo Cy\nset detail points\nfirst Ann\nAnn points 20\nBo points 30\n")
        type_words(page, "27")
        expect(page.locator("#question")).to_have_text("Is round 1 right?")
        expect(page.get_by_placeholder("Enter: accept")).to_be_visible()
        page.keyboard.type("accept")
        expect(page.locator("#answer-typed")).to_have_value("accept")
        page.keyboard.press("Enter")
        expect(page.locator("#question")).to_have_text("Ann: how many points?")
        expect(page.get_by_placeholder("name, number or word")).to_be_visible()


def test_a_figure_with_which_a_whole_answer_was_refused_does_not_stay_in_the_field(look: Look, tmp_path: Path) -> None:
    """The tokens stood there, and cards were asked: the right number of tokens was taken for a card."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        begun = "game no-thanks\nplayers Ann Bo Cy\nset detail totals\nfirst Ann\n"
        play_on(page, f"{begun}Ann holds 3-12 tokens 9\nBo holds 13-21 tokens 9\n")
        for words in non_empty(("22-26", "done", "16")):
            type_words(page, words)
            expect(page.locator("#answer-typed")).to_have_value("")
        expect(page.locator("#answer")).to_contain_text("tokens")
        expect(page.locator("#answer-typed")).to_have_value("")
        type_words(page, "15")
        expect(page.locator("#question")).to_have_text("Is round 1 right?")


def test_two_clicks_at_one_place_are_one_answer(look: Look, tmp_path: Path) -> None:
    """The second one fell on the next page, where a cell stood at the same place."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game wizard\nplayers Ann Bo Cleo\nfirst Ann\n")
        page.evaluate("performance.now = () => 1000")
        two = page.locator(".spot[data-keys='AA']:not([hidden])").first.bounding_box()
        assert two is not None
        page.mouse.click(two["x"] + 5, two["y"] + 5)
        expect(page.locator("#question")).to_contain_text("Bo")
        expect(page.locator(".spot").first).to_be_visible()
        # an event of its own, which browsers don't count as a double click
        page.mouse.click(two["x"] + 5, two["y"] + 5)
        type_words(page, "so")
        expect(page.locator("#answer")).to_contain_text("not understood")
        assert [line for line in transcript(page) if "bid" in line] == ["Ann bid 1"]


def test_two_clicks_that_accept_a_round_are_one(look: Look, tmp_path: Path) -> None:
    """The second one was refused: there was nothing to redo."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        begun = "game no-thanks\nplayers Ann Bo Cy\nset detail points\nfirst Ann\n"
        play_on(page, f"{begun}Ann points 20\nBo points 30\nCy points 27\n")
        expect(page.locator("#question")).to_have_text("Is round 1 right?")
        page.locator("#holds button").nth(2).dblclick()
        expect(page.locator("#question")).to_have_text("Ann: how many points?")
        type_words(page, "31")
        expect(page.locator("#question")).to_have_text("Bo: how many points?")
        assert "refused" not in "".join(transcript(page))
        page.evaluate("setTimeout = () => 0")  # what the page says of it stays
        page.locator("#holds button").nth(1).dblclick()
        too_quickly = "Too quickly after the one before: it did not count."
        expect(page.locator("#answer")).to_have_text(too_quickly)
        page.locator("#holds button").nth(2).click()
        expect(page.locator("#answer")).not_to_have_text(too_quickly)


def test_quick_clicks_that_undo_several_things_are_not_said_to_count_for_nothing(look: Look, tmp_path: Path) -> None:
    """Both declarations were undone, and “it did not count” was said. So it was of two presses of Enter on a button."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game score-pad\nplayers Ann Bo Cy\nfirst Ann\nAnn points 1\nBo points 2\n")
        expect(page.locator("#question")).to_have_text("Cy: how many points?")
        page.evaluate("setTimeout = () => 0")  # what the page says of it would stay
        page.locator("#holds button").nth(0).dblclick()
        expect(page.locator("#question")).to_have_text("Ann: how many points?")
        expect(page.locator("#answer")).to_have_text("Taken back: Ann: 1 point.")
        page.locator("#holds button").nth(1).focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        expect(page.locator("#answer")).to_have_text("")


def test_a_half_typed_code_is_on_the_panel_at_once(look: Look, tmp_path: Path) -> None:
    """The question below the panel was ahead of the one on it, for as long as a slow panel waits for the next key."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game score-pad\nplayers Ann Bo\n")
        before = page.locator("#picture").get_attribute("src")
        press(page, ["D"])
        expect(page.locator("#typed")).to_have_text("D")
        expect(page.locator("#picture")).not_to_have_attribute("src", before or "")


def test_a_setting_shows_the_four_keys_alone(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        expect(page.locator(".spot").first).to_be_visible()
        page.check("#four-keys")
        expect(page.locator("#spots")).to_be_hidden()
        expect(page.locator("#say")).to_be_hidden()
        page.focus("body")
        page.keyboard.press("5")
        page.keyboard.press("Backspace")
        press(page, ["C"])
        expect(page.locator("#question")).to_have_text("How many players?")
        page.reload()
        expect(page.locator("#spots")).to_be_hidden()


def test_guests_look_and_can_neither_point_nor_type(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path, extra='[desktop]\naddress = "0.0.0.0"\ntoken = "a long secret"\n') as served:
        page = look(served.url)
        expect(page.locator("#watching")).to_contain_text("give the token")
        expect(page.locator("#spots")).to_be_hidden()
        expect(page.locator("#say")).to_be_hidden()


def test_what_is_pointed_at_is_shown_as_the_keys_that_mean_it(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        page.get_by_role("button", name="No Thanks!").click()
        expect(page.locator("#typed kbd")).to_have_text(["D", "A"])
        expect(page.locator(".typed")).to_have_text("Keys of what was chosen: DA")
        expect(page.locator("#question")).to_have_text("How many players?")


def test_keys_that_were_typed_or_pointed_at_before_the_question_are_not_said_to_be_typed(
    look: Look, tmp_path: Path
) -> None:
    """“A B” had chosen the line to correct, and stood beside the next page, which has an AB of its own; and the keys of
    a place stayed after an undo."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        play_on(page, "game wizard\nplayers Ann Bo Cleo\nfirst Ann\nAnn bid 1\nBo bid 0\nCleo bid 0\nAnn won 1\n")
        press(page, ["hold B", "hold D", "A"])
        typed = page.locator("#typed")
        expect(typed).to_have_text("A")
        press(page, ["B"])
        expect(page.locator("#question")).to_have_text("Start – Cleo bids 0 tricks.")
        expect(typed).to_be_empty()
        page.evaluate("setTimeout = () => 0")  # what was pointed at stays until something else is done
        page.locator(".spot[data-keys='ABA']:not([hidden])").click()
        expect(typed).to_have_text("A")
        expect(page.locator("#question")).to_have_text("Cleo bids how many tricks?")
        press(page, ["hold A"])
        expect(typed).to_be_empty()


NEWS = """() => {
    window.news = [];
    const region = document.getElementById("news");
    new MutationObserver(() => window.news.push([...region.children].map((one) => one.textContent)))
        .observe(region, { childList: true });
}"""


def test_what_is_new_is_said_in_one_place_in_order_and_once(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        live = page.locator("[aria-live], [role=status], [role=alert], [role=log], output")
        assert [one.get_attribute("id") for one in live.all()] == ["news"]
        expect(page.locator("#question")).to_have_text("Which game?")
        page.evaluate(NEWS)
        for key in ("D", "D", "D", "D", "C", "hold A"):
            before = page.evaluate("window.news.length")
            press(page, [key])
            until(page, lambda before=before: page.evaluate("window.news.length") > before)  # type: ignore[misc]
        found = page.evaluate("window.news")
        refused = found[1][0]
        assert refused.startswith("DD means nothing here.")
        asked = "Which game?"
        # A refusal that comes again is new, and so is a code that is begun again.
        assert found == [
            ["D"],
            [refused],
            ["D"],
            [refused],
            ["No Loose Ends", "How many players?"],
            ["Taken back: No Loose Ends", asked],
        ]


def test_a_record_stands_beside_the_panel_and_correcting_leaves_the_panel_in_sight(look: Look, tmp_path: Path) -> None:
    in_sight = """() => { const { top, bottom } = document.getElementById("glass").getBoundingClientRect();
        return top >= -1 && bottom <= innerHeight + 1; }"""
    with Served(tmp_path) as served:
        for wide, high in ((1100, 700), (1280, 800), (900, 800), (390, 800)):
            page = look(served.url, viewport={"width": wide, "height": high})
            expect(page.get_by_role("button", name="Key A", exact=True)).to_be_enabled()
            if wide == 1100:
                play_on(page, game("no-loose-ends", 2, 2).record)
            if wide >= 1100:
                # It is open there from the first visit on, and fits the window.
                expect(page.locator("#transcript")).to_be_visible()
                panel, record = page.locator("#glass").bounding_box(), page.locator("#transcript").bounding_box()
                assert panel is not None
                assert record is not None
                assert record["x"] > panel["x"] + panel["width"]
                assert record["y"] + record["height"] <= high
            else:
                ready(page)
            for number in (-1, 4):
                page.locator("#transcript .line").nth(number).click()
                expect(page.locator("#question")).to_contain_text("this line")
                assert page.evaluate(in_sight), (wide, number)
                if wide == 390:
                    page.evaluate("scrollBy(0, 500)")  # the panel stays above the record
                    assert page.evaluate(in_sight)
                page.keyboard.press("Escape")
                expect(page.locator("body")).to_have_attribute("data-correcting", "no")
                assert page.evaluate(in_sight), (wide, number, "left")


@pytest.mark.parametrize(
    ("wide", "high", "ratio"), [(390, 844, 3), (844, 390, 3), (640, 400, 2), (683, 384, 2), (960, 540, 2)]
)
def test_panel_and_keys_share_the_window_of_phones_and_of_enlarged_pages(
    wide: int, high: int, ratio: int, look: Look, tmp_path: Path
) -> None:
    with Served(tmp_path, extra='language = "fr"') as served:
        page = look(served.url, viewport={"width": wide, "height": high}, device_scale_factor=ratio)
        expect(page.get_by_role("button", name="Touche A", exact=True)).to_be_enabled()
        expect(page.locator("#picture")).to_be_visible()
        glass = page.locator("#glass").bounding_box()
        assert glass is not None
        if wide < high:
            assert glass["width"] == wide
        else:
            # As high as the window, or as wide as the keys leave it.
            assert glass["height"] >= 0.8 * high or glass["width"] >= wide - 340
        for one in non_empty(
            (page.locator("#glass"), *page.locator("#keys .key").all(), *page.locator("#holds .hold:visible").all())
        ):
            box = one.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= high
            assert box["x"] + box["width"] <= wide
        # “mainte/nir” was broken under the narrow keys.
        held = page.locator("#holds .hold:visible").last.bounding_box()
        assert held is not None
        assert held["height"] < (40 if wide > high else 50)
        assert page.evaluate(
            "[...document.querySelectorAll('.key span')].every((one) => one.scrollHeight <= one.clientHeight + 1)"
        )


HIGHLIGHTED = """() => [...document.querySelectorAll(".spot")].filter(
    one => getComputedStyle(one).outlineStyle !== "none").length"""


def test_a_place_that_was_tapped_does_not_stay_highlighted(look: Look, tmp_path: Path) -> None:
    """“Remove it” looked chosen, because a line had been tapped before."""
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        play_on(page, "game no-thanks\nplayers Ann Bo Cleo\nset detail totals\nfirst Ann\n")
        until(page, lambda: "AC" in spots(page))
        page.locator(".spot[data-keys='hold B']:not([hidden])").tap()
        until(page, lambda: "hold C" in spots(page) and "AC" not in spots(page))
        page.wait_for_timeout(600)  # a second tap that comes at once does not count
        page.locator(".spot[data-keys='hold C']:not([hidden])").tap()
        until(page, lambda: "AC" in spots(page))
        page.wait_for_timeout(600)  # the browser finds out later what lies where the finger was
        assert page.evaluate(HIGHLIGHTED) == 0


def test_the_place_below_a_mouse_is_highlighted(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        until(page, lambda: bool(spots(page)))
        page.locator(".spot[data-keys='DA']").hover()
        assert page.evaluate(HIGHLIGHTED) == 1


def test_letters_are_keys_again_after_an_answer_or_a_click_where_a_mouse_points(look: Look, tmp_path: Path) -> None:
    """Once the field was clicked, all later letters went into it, even after clicks on the large keys."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        field, typed = page.locator("#answer-typed"), page.locator("#typed")
        play_on(page, "game no-thanks\nplayers Ann Bo Cy\nset detail points\nfirst Ann\n")
        field.click()
        type_words(page, "20")
        expect(page.locator("#question")).to_have_text("Bo: how many points?")
        expect(field).not_to_be_focused()
        page.keyboard.press("d")
        expect(typed).to_have_text("D")
        page.keyboard.press("Escape")
        expect(typed).to_be_empty()
        field.click()
        page.locator("#keys .key").nth(3).click()
        expect(typed).to_have_text("D")
        expect(field).not_to_be_focused()
        field.click()
        type_words(page, "many")
        expect(field).to_have_value("many")
        expect(field).to_be_focused()


def test_a_phone_keeps_its_keyboard_after_an_answer(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url, **PHONE))
        field = page.locator("#answer-typed")
        play_on(page, "game no-thanks\nplayers Ann Bo Cy\nset detail points\nfirst Ann\n")
        field.tap()
        type_words(page, "20")
        expect(page.locator("#question")).to_have_text("Bo: how many points?")
        expect(field).to_be_focused()


def test_a_name_that_is_spelled_stays_in_the_field(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        field = page.locator("#answer-typed")
        press(page, ["C"])
        type_words(page, "2")
        press(page, ["D", "C"])
        expect(page.locator("#question")).to_contain_text("Spell the name")
        field.click()
        page.locator("#keys .key").nth(3).click()
        expect(field).to_be_focused()


def test_a_letter_held_where_a_name_is_spelled_is_a_held_key(look: Look, tmp_path: Path) -> None:
    """“Hold: A undo”, the panel said, and “aa” was written into the name."""
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        field, question = page.locator("#answer-typed"), page.locator("#question")
        press(page, ["C"])
        type_words(page, "2")
        press(page, ["D", "C"])
        expect(question).to_contain_text("Spell the name")
        page.keyboard.type("a")
        expect(field).to_have_value("a")
        page.keyboard.press("Backspace")
        page.keyboard.press("a", delay=700)
        expect(question).not_to_contain_text("Spell the name")
        expect(field).to_have_value("")
