"""Every registered game has its pages: in every language, on the two panels that they were designed on first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from device.pages import build as pages
from device.pages.surface import surface_of
from device.session.prompts import DetailsView, MenuView, PlayView, View
from device.session.session import Session, Stage, Step, declare, step_row, take_row
from display.draw import draw_page
from display.languages import available_codes, language
from display.layout import lay_out
from display.layout.body import has_centre
from display.layout.regions import regions_of
from display.scene import Rect, Role, TextLine, drawn_key_map
from display.text_metrics import ELLIPSIS, wrap
from display.vocabulary import Board, Page, Paragraphs
from display.words import ENGLISH
from hal.panel import panel
from tests.games.registered import GAMES, choices, deal, header
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty

NAMES = ("Teresa", "Kaylen", "Taylor", "Mary Ann", "Zoë", "Björn", "Alexandra", "Bo", "Jean-Baptiste", "Ida")
SAID_BY_TITLE_ALONE = {"loop": "Lowest card", "loop-2023": "Lowest card"}
"""What keys answer where the question does not say it: it asks for a run that beats another."""
EVERY = 23
"""Of all declarations of a game, so many are passed over from one that is drawn to the next."""


def played_pages(game_id: str) -> Iterator[tuple[str, Page]]:
    """Pages of every kind from a whole game: what each is of, and the page."""
    players, chosen = choices(game_id, 21)
    names = NAMES[:players]
    record = header(game_id, names, chosen)
    yield "options", pages.page(Session(record, players, names), PlayView(), ())
    yield "rulings", pages.page(Session(record, players, names), DetailsView(0), ())
    yield "starter", pages.page(Session(record, players, names, None, True), PlayView(), ())
    session = Session(record, players, names, None, True, True)

    def seen(kind: str, *views: View) -> Iterator[tuple[str, Page]]:
        for view in views:
            yield kind, pages.page(session, view, ())

    for number, declaration in enumerate(deal(game_id, 21, players, chosen)):
        if session.stage is Stage.SUMMARY:
            yield from seen("summary", PlayView(), DetailsView(0), DetailsView(1))
            session = take_row(session, step_row(Step.ACCEPT))
        if number % EVERY == 0:
            yield from seen("play", PlayView(), MenuView())
        session = declare(session, declaration)[0].session
    yield from seen("summary", PlayView())
    yield from seen("final", PlayView())


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("kind", ["what-black", "impression-7.3-spectra"])
def test_every_kind_of_page_is_drawn_in_every_language(game_id: str, kind: str) -> None:
    surface = surface_of(panel.panel_kind(kind))
    whole = Rect(0, 0, surface.width, surface.height)
    kinds = set()
    for of, page in non_empty(played_pages(game_id)):
        kinds.add(of)
        for code in available_codes():
            scene = lay_out(page, surface, language(code))
            assert all(item.rect.is_within(whole) for item in scene.items)
            drawn = {keys for _, keys, _ in drawn_key_map(scene)}
            grids = (page.keymap.level,) if page.keymap.level is not None else ()
            # What everybody knows by heart may go where there is no room.
            needed = (*grids, *(grid for grid in page.keymap.next_levels if not grid.is_known_by_heart))
            assert {cell.code for grid in needed for cell in grid.cells} <= drawn, (of, page.question)
    assert kinds == {"options", "rulings", "starter", "play", "summary", "final"}
    assert draw_page(page, surface, language("en")).size == (surface.width, surface.height)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("kind", ["phat-212-black", "phat-4"])
def test_no_panel_is_too_small_to_tell_which_key_comes_first(game_id: str, kind: str) -> None:
    """Spelling a name has more cells than the smallest panel can hold."""
    surface = surface_of(panel.panel_kind(kind))
    for sample in non_empty(sample_game_pages(game_id)):
        asked = sample.page.keymap.level
        if asked is None:
            continue
        scene = lay_out(sample.page, surface, language("en"))
        keys = {item.text[0] for item in scene.items if isinstance(item, TextLine) and item.role is Role.KEY}
        assert {cell.code[0] for cell in asked.cells} <= keys, sample.name


@pytest.mark.parametrize("kind", ["what-black", "impression-5.7"])
def test_no_name_is_cut_beside_a_scoreboard_and_a_notice(kind: str) -> None:
    surface = surface_of(panel.panel_kind(kind))
    for sample in non_empty([sample for sample in sample_game_pages("loop") if sample.page.notice is not None]):
        items = lay_out(sample.page, surface, language("en")).items
        names = {item.text for item in items if isinstance(item, TextLine) and item.role is Role.NAME}
        assert not [name for name in names if ELLIPSIS in name], sample.name


@pytest.mark.parametrize("game_id", ["no-loose-ends", "no-thanks", "wizard"])
@pytest.mark.parametrize("code", ["en", "fr"])
def test_a_refusal_beside_few_keys_is_in_type_that_is_read_on_a_page_that_stands_upright(
    game_id: str, code: str
) -> None:
    flat = surface_of(panel.panel_kind("what-black"))
    surface = flat._replace(width=flat.height, height=flat.width)
    found = [each.page for each in sample_game_pages(game_id) if each.name.startswith("refused")]
    for page in non_empty([page for page in found if page.keymap.level is not None and not page.keymap.level.is_pad]):
        assert page.notice is not None
        title = language(code).say(page.notice.title)
        items = lay_out(page, surface, language(code)).items
        sizes = [item.size for item in items if isinstance(item, TextLine) and item.text == title]
        assert min(sizes) >= 10, page.notice


@pytest.mark.parametrize("game_id", GAMES)
def test_players_have_the_room_of_an_empty_middle_on_a_page_that_stands_upright(game_id: str) -> None:
    flat = surface_of(panel.panel_kind("what-black"))
    surface = flat._replace(width=flat.height, height=flat.width)
    found = [sample.page for sample in sample_game_pages(game_id) if sample.page.notice is None]
    for page in non_empty([page for page in found if isinstance(page.body, Board) and not has_centre(page.body)]):
        items = lay_out(page, surface, language("en")).items
        names = [item.rect.y0 for item in items if isinstance(item, TextLine) and item.role is Role.NAME]
        assert min(names, default=0) < regions_of(surface.width, surface.height).players.y0, page.question


@pytest.mark.parametrize("game_id", GAMES)
def test_no_name_is_cut_on_the_smaller_panel(game_id: str) -> None:
    """Neither with the most players nor beside a notice, and however the panel stands."""
    flat = surface_of(panel.panel_kind("what-black"))
    for surface in (flat, flat._replace(width=flat.height, height=flat.width)):
        for sample in non_empty(sample_game_pages(game_id)):
            items = lay_out(sample.page, surface, language("en")).items
            names = [item.text for item in items if isinstance(item, TextLine) and item.role is Role.NAME]
            assert not [name for name in names if ELLIPSIS in name], sample.name


@pytest.mark.parametrize("game_id", GAMES)
def test_keys_that_answer_the_question_have_no_title(game_id: str) -> None:
    """It would say the question again; what is asked once something is typed has one, and so has what a question asks
    first that names several things."""
    for sample in non_empty(
        sample for sample in sample_game_pages(game_id) if sample.name.startswith(("question", "starter"))
    ):
        assert sample.page.keymap.level is not None
        assert sample.page.question is not None
        title = ENGLISH.say(sample.page.keymap.level.title)
        is_first_of_several = f"{title}, " in ENGLISH.say(sample.page.question)
        assert not title or is_first_of_several or title == SAID_BY_TITLE_ALONE.get(game_id)


def test_keys_without_a_meaning_are_answered_by_all_that_a_pad_of_numbers_has() -> None:
    (page,) = (sample.page for sample in sample_game_pages("score-pad") if sample.name == "wrong-keys")
    assert page.notice is not None
    said = ENGLISH.say(page.notice.lines[0])
    assert said.replace("\N{NARROW NO-BREAK SPACE}", " ") == (
        "DDD means nothing here. Possible: AA to CD = 1 to 12, DA = 13–24, DB = minus, DC = 25+ and DD = 0."
    )


def test_no_end_of_a_line_comes_between_keys_and_what_they_mean() -> None:
    (page,) = (sample.page for sample in sample_game_pages("wizard") if sample.name == "wrong-keys")
    assert page.notice is not None
    lines = wrap(ENGLISH.say(page.notice.lines[0]), 8, False, 110)
    assert [line for line in lines if line.startswith("=") or line.endswith("=")] == []
    assert "DA\N{NO-BREAK SPACE}AA\N{NARROW NO-BREAK SPACE}=\N{NARROW NO-BREAK SPACE}13" in " ".join(lines)
    assert "AA\N{NARROW NO-BREAK SPACE}to\N{NARROW NO-BREAK SPACE}CD\N{NARROW NO-BREAK SPACE}=" in " ".join(lines)


@pytest.mark.parametrize("game_id", GAMES)
def test_of_a_round_so_far_an_order_is_told_where_there_are_lines_that_have_one(game_id: str) -> None:
    """Within a line, as in a round of a score pad, what came first stands first."""
    (page,) = (sample.page for sample in sample_game_pages(game_id) if sample.name == "so-far")
    assert isinstance(page.body, Paragraphs)
    assert page.question is not None
    one = game_id == "score-pad"
    assert (len(page.body.lines) == 1) is one
    assert ENGLISH.say(page.question) == ("The round so far" if one else "The round so far, its end on top")


@pytest.mark.parametrize("kind", ["phat-212-black", "phat-black"])
@pytest.mark.parametrize("cards", range(1, 6))
def test_among_the_cards_of_a_trick_trump_says_what_it_is(kind: str, cards: int) -> None:
    """Where its title has no room beside them."""
    page = next(sample.page for sample in sample_game_pages("wizard") if sample.name == "half-typed")
    assert isinstance(page.body, Board)
    assert len(page.body.centre) == 6
    fewer = page._replace(body=page.body._replace(centre=page.body.centre[: cards + 1]))
    for code, trump in (("en", "trump"), ("fr", "atout")):
        scene = lay_out(fewer, surface_of(panel.panel_kind(kind)), language(code))
        assert [item for item in scene.items if isinstance(item, TextLine) and item.text == trump], code
