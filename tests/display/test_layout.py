"""Every page fits every panel: nothing overflows, overlaps or is cut, and the whole key map is there."""

from __future__ import annotations

import pytest

from display.layout import lay_out
from display.layout.regions import regions_of
from display.scene import Fill, KeyMapCell, Polyline, Rect, Role, Sign, Symbol, TextLine
from display.vocabulary import (
    Board,
    Body,
    Breakdown,
    Cause,
    Chart,
    Face,
    Hold,
    Ink,
    KeyMap,
    Mark,
    Notice,
    Page,
    Paragraphs,
    PlayerBreakdown,
    PlayerRow,
    PlayerTotals,
    Scoreboard,
    Shape,
    Sheet,
    SheetRow,
    Tone,
)
from display.words import ENGLISH, text
from tablekeeper.testing.scene_checks import check_scene
from tests.display import sample_pages
from tests.display.sample_pages import SURFACES, WIDE_NAME
from tests.non_empty import non_empty

SIZES = tuple(SURFACES)
SMALLEST = ("212x104", "250x122", "264x176")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", tuple(sample_pages.representative()))
def test_pages_of_games_fit(name: str, size: str) -> None:
    page, surface = sample_pages.representative()[name], SURFACES[size]
    check_scene(lay_out(page, surface, ENGLISH), page, surface)


def _worst_keys() -> dict[str, KeyMap]:
    names = sample_pages.listing(text("Who of all these people has it?"), *[WIDE_NAME] * 7)
    entries = (text("an entry of the menu that is rather long, number {n}", n=n) for n in range(9))
    long = sample_pages.listing(text("menu"), *entries)
    return {
        "none": KeyMap(),
        "pad": sample_pages.BID_KEYS,
        "wide names": KeyMap(names),
        "menu": KeyMap(long),
        "turn and menu": KeyMap(sample_pages.TURN_KEYS, (long,)),
    }


def _worst_bodies(players: int) -> dict[str, Body | None]:
    sentence = text("A sentence that goes on and on about {name} and the number {n}.", name=WIDE_NAME, n=12)
    faces = tuple(Face(n) for n in range(3, 13))
    causes = tuple(Cause(text("a long story about cards and why they count so much"), -123, faces) for _ in range(9))
    markers = tuple((column, (2 * column) % players) for column in range(players))
    grids = tuple(
        Scoreboard(WIDE_NAME, players, markers, seat == 1, text("held by {name}", name=WIDE_NAME))
        for seat in range(players)
    )
    return {
        "none": None,
        "board": sample_pages.worst_board(players),
        "scoreboards": sample_pages.worst_board(players)._replace(scoreboards=grids),
        "sheet": Sheet(
            tuple(text("round {n}", n=n) for n in range(1, 13)),
            tuple(SheetRow(WIDE_NAME, ("−123",) * 12, -1234, seat == 1) for seat in range(players)),
        ),
        "accounts": Breakdown(tuple(PlayerBreakdown(WIDE_NAME, causes, -123) for _ in range(players))),
        "lines": Paragraphs((sentence,) * 20),
    }


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("keys", tuple(_worst_keys()))
@pytest.mark.parametrize("body", tuple(_worst_bodies(7)))
def test_worst_pages_fit(body: str, keys: str, size: str) -> None:
    surface = SURFACES[size]
    page = sample_pages.burst(_worst_bodies(7)[body], _worst_keys()[keys])
    check_scene(lay_out(page, surface, ENGLISH), page, surface, crammed=True)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tone", tuple(Tone))
def test_a_notice_fits_above_the_worst_board(tone: Tone, size: str) -> None:
    long = text(
        "{name} cannot have played {n}, since it was played in trick {trick} already.", name=WIDE_NAME, n=15, trick=3
    )
    notice = Notice(tone, text("This is a rather long title of a notice"), (long, long, long))
    surface = SURFACES[size]
    for players in (2, 4, 7):
        for keys in ("pad", "wide names", "turn and menu"):
            page = sample_pages.burst(sample_pages.worst_board(players), _worst_keys()[keys])._replace(notice=notice)
            check_scene(lay_out(page, surface, ENGLISH), page, surface, crammed=True)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", range(2, 8))
def test_any_number_of_players_fits(players: int, size: str) -> None:
    for keys in ("pad", "wide names", "turn and menu"):
        page = sample_pages.burst(sample_pages.worst_board(players), _worst_keys()[keys])
        check_scene(lay_out(page, SURFACES[size], ENGLISH), page, SURFACES[size], crammed=True)


@pytest.mark.parametrize("size", SIZES)
def test_odd_characters_break_nothing(size: str) -> None:
    odd = "A\tB\nC\x00\u202e\ud800\U0001f600\u0e01\u4e2d\u0301\u1ea4\u1ea4"
    board = sample_pages.worst_board(4)
    page: Page = sample_pages.burst(Board(tuple(row._replace(name=odd) for row in board.rows)), sample_pages.BID_KEYS)
    check_scene(lay_out(page, SURFACES[size], ENGLISH), page, SURFACES[size], crammed=True)


def _charted(players: int) -> Page:
    page = sample_pages.sheet(players)
    assert isinstance(page.body, Sheet)
    courses = tuple(PlayerTotals(row.name, (5, 5 + seat, 9 - seat, 2)) for seat, row in enumerate(page.body.rows))
    rows = tuple(row._replace(rank=None) for row in page.body.rows)
    return page._replace(keymap=KeyMap(), body=page.body._replace(rows=rows, chart=Chart(courses)))


@pytest.mark.parametrize(
    ("players", "size"),
    [
        (players, size)
        for players in (2, 7)
        for size in SIZES
        if size not in SMALLEST and (players, size) != (7, "400x300")
    ],
)
def test_the_chart_has_a_line_for_each_player_that_differs_in_form(players: int, size: str) -> None:
    page = _charted(players)
    scene = lay_out(page, SURFACES[size], ENGLISH)
    check_scene(scene, page, SURFACES[size])
    strokes = [item for item in scene.items if isinstance(item, Polyline) and len(item.points) == 4]
    assert len({(stroke.stroke, stroke.dash) for stroke in strokes}) == players


def test_the_lines_of_ten_players_differ_in_form() -> None:
    players = tuple(PlayerTotals(f"Player {seat}", (0, seat, 2 * seat, 9)) for seat in range(10))
    rows = tuple(SheetRow(player.name, (), 9, rank=1) for player in players)
    page = Page("Score pad", body=Sheet((), rows, Chart(players)))
    lines = [item for item in lay_out(page, SURFACES["800x480"], ENGLISH).items if isinstance(item, Polyline)]
    assert len({(line.stroke, line.dash) for line in lines if len(line.points) == 4}) == 10


def test_figures_that_a_chart_would_leave_tiny_have_the_page_alone() -> None:
    scene = lay_out(_charted(7), SURFACES["400x300"], ENGLISH)
    assert not [item for item in scene.items if isinstance(item, Polyline)]
    assert min(item.size for item in scene.items if isinstance(item, TextLine) and item.role is Role.NAME) >= 11


def test_a_line_of_the_chart_ends_at_its_players_name_or_dots_lead_there() -> None:
    """The dots are no line's: they would style like one round more."""
    scene = lay_out(_charted(4), SURFACES["800x480"], ENGLISH)
    drawn = [item for item in scene.items if isinstance(item, Polyline)]
    strokes, dots = ([each for each in drawn if len(each.points) == points] for points in (4, 2))
    assert not {(stroke.stroke, stroke.dash) for stroke in strokes} & {(each.stroke, each.dash) for each in dots}
    for seat, stroke in non_empty(enumerate(strokes)):
        after = drawn[drawn.index(stroke) + 1 :][:1]
        x, y = (after[0] if after and after[0] in dots else stroke).points[-1]
        near = [item for item in scene.items if isinstance(item, TextLine) and 0 < item.rect.x0 - x < 20]
        assert [item.text for item in near if item.rect.y0 <= y < item.rect.y1] == [sample_pages.NAMES[3 - seat]]


def test_the_smallest_panels_say_what_a_round_brought_where_causes_have_no_room() -> None:
    """The sum where the page is of a round just scored; else the points of each kind of cause, below its word."""
    why, cards, tokens = text("a long story about cards and why they count so much"), text("cards"), text("tokens")
    causes = (Cause(why, 9, kind=cards), Cause(why, -4, kind=cards), Cause(why, 7, kind=tokens))
    for gained, said in ((12, {"+12", "→"}), (None, {"cards", "tokens", "+5", "+7"})):
        accounts = [PlayerBreakdown(name, causes, 32, gained) for name in ("Ann", "Ben", "Cleo")]
        page = Page(text("Round 2"), body=Breakdown(tuple(accounts)))
        words = {item.text for item in lay_out(page, SURFACES["212x104"], ENGLISH).items if isinstance(item, TextLine)}
        assert words - {"Round 2", "Ann", "Ben", "Cleo", "32"} == said


def test_the_smallest_panels_say_open_court_cards_by_their_ranks() -> None:
    suit = sample_pages.BLUE_SUIT
    cards = (Mark(Face(11, suit, rank=text("J"))), Mark(Face(9, suit)))
    board = Board(tuple(PlayerRow(name, "A", False, 10, marks=cards) for name in ("Ann", "Ben")))
    page = Page(text("Whist"), question=text("How many?"), body=board, keymap=sample_pages.BID_KEYS)
    words = {item.text for item in lay_out(page, SURFACES["212x104"], ENGLISH).items if isinstance(item, TextLine)}
    letter = ENGLISH.say(suit.letter)
    assert f"J{letter} 9{letter}" in words


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"), True),
        (("Marie-Antoinette", "Jean-Christophe", "Bartholomew"), True),
        (
            (*["Marie-Antoinette", "Jean-Christophe", "Bartholomew-Lee", "Maximiliane-Eva"], *["Wilhelmine-Ida"] * 2),
            False,
        ),
    ],
    ids=["beside the name", "below the name", "nowhere"],
)
def test_the_smallest_panels_have_a_players_note_where_it_takes_no_room(names: tuple[str, ...], said: bool) -> None:
    rows = tuple(PlayerRow(name, "A", seat == 0, 100, note=text("deals")) for seat, name in enumerate(names))
    noted, bare = (Board(tuple(row._replace(note=note) for row in rows)) for note in (text("deals"), None))
    found = []
    for board in (noted, bare):
        page = Page(text("Whist"), question=text("How many?"), body=board, keymap=sample_pages.BID_KEYS)
        scene = lay_out(page, SURFACES["212x104"], ENGLISH)
        check_scene(scene, page, SURFACES["212x104"])
        found.append([(item.text, item.size) for item in scene.items if isinstance(item, TextLine)])
    deals = [line for line in found[0] if line[0] == "deals"]
    assert len(deals) == (len(names) if said else 0)
    assert [line for line in found[0] if line not in deals] == found[1]


@pytest.mark.parametrize("size", SIZES)
def test_everything_keeps_its_place_from_page_to_page(size: str) -> None:
    """Rectangles of the grid lie apart, inside the panel, and depend on the panel alone."""
    surface = SURFACES[size]
    whole = Rect(0, 0, surface.width, surface.height)
    for width, height in ((surface.width, surface.height), (surface.height, surface.width)):
        places = regions_of(width, height)
        whole = Rect(0, 0, width, height)
        rects = (
            places.head,
            places.question,
            places.players,
            places.centre,
            places.keys,
            places.last_declaration,
            places.holds,
        )
        for at, rect in enumerate(rects):
            assert rect.is_within(whole)
            assert not any(rect.overlaps(other) for other in rects[at + 1 :])


@pytest.mark.parametrize("size", [size for size in SIZES if size not in SMALLEST])
def test_the_question_and_the_keys_of_a_pad_stand_where_they_stood(size: str) -> None:
    pages = [sample_pages.planning(players) for players in (2, 3, 4, 5)] + [sample_pages.flip()]
    corners = set()
    for page in pages:
        scene = lay_out(page, SURFACES[size], ENGLISH)
        corners.add(next((item.rect.x0, item.rect.y0) for item in scene.items if isinstance(item, KeyMapCell)))
    assert len(corners) == 1


def test_what_is_typed_is_said_in_words() -> None:
    for size in ("400x300", "800x480"):
        page = sample_pages.planning()._replace(typed_words=("red 7", text("a pair")))
        scene = lay_out(page, SURFACES[size], ENGLISH)
        assert "red 7, a pair …" in [item.text for item in scene.items if isinstance(item, TextLine)]


def test_only_the_row_that_was_typed_lights_up() -> None:
    page = sample_pages.planning()._replace(typed_keys="B")
    cells = [item for item in lay_out(page, SURFACES["400x300"], ENGLISH).items if isinstance(item, KeyMapCell)]
    assert {cell.code for cell in cells if cell.is_begun} == {"BA", "BB", "BC", "BD"}


@pytest.mark.parametrize("size", ["400x300", "600x448", "1600x1200"])
def test_scoreboards_become_smaller_or_give_way_before_a_card_is_left_out(size: str) -> None:
    marks = tuple(Mark(Face(number)) for number in (10, 11, 12, 13, 7))
    rows = tuple(PlayerRow(f"Player {code}", code, total=24, marks=marks) for code in "ABCD")
    grids = tuple(Scoreboard(row.name, 4) for row in rows)
    page = Page("LOOP", question="Who leads?", body=Board(rows, (Mark("higher wins"),), text("Value token"), grids))
    upright = SURFACES[size]._replace(width=SURFACES[size].height, height=SURFACES[size].width)
    figures = [item.text for item in lay_out(page, upright, ENGLISH).items if isinstance(item, TextLine)]
    assert [figures.count(figure) for figure in ("10", "11", "12", "13", "7")] == [4] * 5


def test_tokens_are_dots() -> None:
    for size in ("250x122", "400x300"):
        scene = lay_out(sample_pages.turn(), SURFACES[size], ENGLISH)
        assert sum(isinstance(item, Symbol) and item.form is Shape.DISC for item in scene.items) == 9


@pytest.mark.parametrize("size", SIZES)
def test_what_answers_the_question_by_holding_stands_out(size: str) -> None:
    """A summary asks whether the round is right, and no key answers that but one that is held."""
    holds = (Hold("A", text("go back")), Hold("C", text("accept"), is_answer=True))
    page = sample_pages.sheet()._replace(keymap=KeyMap(), holds=holds)
    said = {item.text: item.bold for item in lay_out(page, SURFACES[size], ENGLISH).items if isinstance(item, TextLine)}
    assert (said["go back"], said["accept"]) == (False, True)


def test_the_crown_means_the_winner_and_a_black_row_whose_turn_it_is() -> None:
    for name, page in non_empty(sample_pages.representative().items()):
        scene = lay_out(page, SURFACES["800x480"], ENGLISH)
        crowned = any(isinstance(item, Symbol) and item.form is Sign.CROWN for item in scene.items)
        assert crowned is (isinstance(page.body, Sheet) and any(row.is_winner for row in page.body.rows)), name
        white = [item.text for item in scene.items if isinstance(item, TextLine) and item.ink is Ink.WHITE]
        people = {row.name for row in page.body.rows if not row.acting} if isinstance(page.body, Board) else set()
        assert not people & set(white), name


@pytest.mark.parametrize("size", SIZES)
def test_a_white_total_stands_clear_of_the_edge_of_its_black_row(size: str) -> None:
    """By two pixels and more, since an edge of black takes the ends of white strokes with it."""
    surface = SURFACES[size]
    rows = tuple(PlayerRow(name, "A", name == "Ben", 18) for name in ("Ann", "Ben", "Cleo"))
    page = Page(text("Whist"), question=text("How many?"), body=Board(rows), keymap=sample_pages.BID_KEYS)
    scene = lay_out(page, surface, ENGLISH)
    total = next(
        item for item in scene.items if isinstance(item, TextLine) and item.role is Role.TOTAL and item.ink is Ink.WHITE
    )
    black = next(item for item in scene.items if isinstance(item, Fill) and total.rect.is_within(item.rect))
    assert black.rect.x1 - total.rect.x1 >= (2 if surface.height <= 176 else 5)


@pytest.mark.parametrize("upright", [False, True])
def test_earlier_rounds_give_way_before_a_sheet_has_type_that_is_not_read_from_a_chair(upright: bool) -> None:
    """An ellipsis stands for them; the last rounds stay."""
    cells = tuple(f"−{number}0" for number in range(1, 11))
    rows = tuple(SheetRow(name, cells, -550) for name in sample_pages.NAMES[:6])
    page = Page("Wizard", question="Who stands where", body=Sheet(tuple(map(str, range(1, 11))), rows))
    surface = SURFACES["400x300"]
    if upright:
        surface = surface._replace(width=surface.height, height=surface.width)
    scene = lay_out(page, surface, ENGLISH)
    check_scene(scene, page, surface)
    written = [item for item in scene.items if isinstance(item, TextLine)]
    assert min(item.size for item in written) >= 11
    figures = [item.text for item in written if item.role is Role.FIGURE]
    assert figures[-3:] == ["−80", "−90", "−100"]
    assert [item.text[0] for item in written if item.text[0] == "…"] == ["…"] * (len(figures) < 60)
    assert sorted(item.text for item in written if item.role is Role.NAME) == sorted(sample_pages.NAMES[:6])


def test_above_a_chart_the_last_rounds_are_enough() -> None:
    """On a page that stands upright the chart has the rounds that no column has room for."""
    cells = tuple(f"−{number}0" for number in range(1, 11))
    rows = tuple(SheetRow(name, cells, -550) for name in sample_pages.NAMES[:6])
    courses = tuple(PlayerTotals(name, tuple(-10 * n for n in range(11))) for name in sample_pages.NAMES[:6])
    sheet = Sheet(tuple(map(str, range(1, 11))), rows, Chart(courses))
    page = Page("Wizard", question="Who stands where", body=sheet)
    surface = SURFACES["800x480"]
    surface = surface._replace(width=surface.height, height=surface.width)
    scene = lay_out(page, surface, ENGLISH)
    check_scene(scene, page, surface)
    assert sum(isinstance(item, Polyline) and len(item.points) == 11 for item in scene.items) == 6
    heads = [item.text for item in scene.items if isinstance(item, TextLine) and item.text.startswith("…")]
    assert len(heads) == 1
