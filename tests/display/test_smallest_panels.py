"""What a person who has never seen the smallest panels needs of their pages, which have no room for more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from device.contract.number_pad import NUMBERS_ON_PAD
from device.gallery.corrections import LINE_CHOICE
from device.pages.surface import surface_of
from device.pages.wrong_keys import refused_keys_notice
from display.languages import language
from display.layout import lay_out
from display.layout.page_style import COMPACT, HAT
from display.layout.regions import regions_of
from display.scene import Frame, KeyMapCell, Role, Scene, Target, TextLine
from display.surface import Surface
from display.text_metrics import ELLIPSIS
from display.vocabulary import Board, Breakdown, Face, Hold, Ink, KeyCell, KeyGrid, KeyMap, Note, Page, PlayerRow, Style
from display.words import ENGLISH, Language, Several, join_sentences, text
from hal.panel import panel
from tablekeeper.testing.scene_checks import check_apart, check_scene
from tests.games.registered import GAMES
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty

FRENCH = language("fr")
PANELS = ("phat-212-black", "phat-black")
CODES_AND_NAMES = (("AB", "Björn"), ("AC", "Zoé"), ("AD", "Jo"), ("BA", "Kaylen"), ("BB", "Taylor"))


def page(game_id: str, name: str) -> Page:
    (found,) = (sample.page for sample in sample_game_pages(game_id) if sample.name == name)
    return found


def scene(game_id: str, name: str, kind: str, reader: Language = ENGLISH) -> Scene:
    return lay_out(page(game_id, name), surface_of(panel.panel_kind(kind)), reader)


def written(scene: Scene) -> list[TextLine]:
    return non_empty([item for item in scene.items if isinstance(item, TextLine)])


@pytest.mark.parametrize("kind", PANELS)
@pytest.mark.parametrize("name", ["question", "question-4", "summary", "summary-2", "summary-3"])
def test_six_and_seven_names_stay_whole(name: str, kind: str) -> None:
    names = non_empty([item.text for item in written(scene("wizard", name, kind)) if item.role is Role.NAME])
    assert not [each for each in names if ELLIPSIS in each]


@pytest.mark.parametrize("kind", PANELS)
@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_ten_names_in_play_are_whole_and_read_with_what_each_has_said(kind: str, reader: Language) -> None:
    drawn = written(scene("score-pad", "question", kind, reader))
    names = [item for item in drawn if item.role is Role.NAME]
    assert len(names) == 10
    assert min(item.size for item in names) >= COMPACT.min_size
    assert not [item.text for item in names if ELLIPSIS in item.text]
    assert {"+22", "+266"} <= {item.text for item in drawn}


@pytest.mark.parametrize("count", [8, 9, 10])
@pytest.mark.parametrize("name", ["Élyès", "Ůgny", "Jo", "W" * 20, ""])
def test_rows_of_many_hold_letters_of_any_height(name: str, count: int) -> None:
    """A name with much above and below its line is smaller, and nothing touches the row before or after it."""
    asked = page("score-pad", "question")
    assert isinstance(asked.body, Board)
    rows = tuple(row._replace(name=name) for row in asked.body.rows[:count])
    shown, surface = asked._replace(body=Board(rows)), surface_of(panel.panel_kind(PANELS[0]))
    drawn = lay_out(shown, surface, ENGLISH)
    check_scene(drawn, shown, surface)
    assert len([item for item in drawn.items if isinstance(item, TextLine) and item.role is Role.NAME]) in (
        0,
        count,
    )


@pytest.mark.parametrize("name", ["refused-card-already-seen", "refused-card-already-seen-2"])
def test_beside_a_refusal_keys_have_all_the_height_and_no_label_is_cut(name: str) -> None:
    labels = non_empty([item for item in written(scene("wizard", name, PANELS[0])) if item.role is Role.LABEL])
    assert not [item.text for item in labels if ELLIPSIS in item.text]


@pytest.mark.parametrize("kind", PANELS)
def test_what_lies_in_the_middle_is_on_the_page_whatever_the_keys_take(kind: str) -> None:
    """Trump and the cards of a trick; a trump that lies alone is called so."""
    boards = {
        sample.name: sample.page.body for sample in sample_game_pages("wizard") if sample.name.startswith("question")
    }
    for name, body in non_empty(boards.items()):
        assert isinstance(body, Board)
        said = " ".join(item.text for item in written(scene("wizard", name, kind)))
        faces = [mark.label for mark in body.centre if isinstance(mark.label, Face)]
        assert all(str(face.number) in said for face in faces if face.number is not None), name
        assert len(faces) != 1 or "Trump" in said, name


@pytest.mark.parametrize("kind", PANELS)
@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_trump_has_no_frame_among_the_cards_of_a_trick(kind: str, reader: Language) -> None:
    """It is no card of the trick: a frame would make it style like one."""
    drawn = scene("wizard", "question-3", kind, reader)
    board = page("wizard", "question-3").body
    assert isinstance(board, Board)
    named = reader.say(text("trump"))
    (trump,) = [item for item in written(drawn) if item.text == named]
    frames = [item for item in drawn.items if isinstance(item, Frame)]
    assert len(frames) == len([mark for mark in board.centre[1:] if mark.style is not Style.HOT])
    assert not [frame for frame in frames if trump.rect.is_within(frame.rect)]


@pytest.mark.parametrize("count", [4, 5])
@pytest.mark.parametrize("kind", PANELS)
def test_every_card_of_a_trick_is_there_above_as_many_players(kind: str, count: int) -> None:
    """Also where one line is too short for them: then the players have a little less."""
    asked = page("no-loose-ends", "question-4")
    assert isinstance(asked.body, Board)
    people, card = (*asked.body.rows, *asked.body.rows)[:count], asked.body.centre[1]
    shown = asked._replace(body=Board(people, count * (card,)))
    surface = surface_of(panel.panel_kind(kind))
    drawn = lay_out(shown, surface, ENGLISH)
    check_scene(drawn, shown, surface)
    said = [item.text for item in written(drawn)]
    assert said.count("13") == count
    assert not [each for each in said if each.startswith("+")]


@pytest.mark.parametrize("game_id", GAMES)
def test_lines_to_correct_are_whole(game_id: str) -> None:
    for kind, reader in product(non_empty(map(panel.panel_kind, PANELS)), (ENGLISH, FRENCH)):
        which = (
            each.page
            for each in sample_game_pages(game_id)
            if each.name.startswith(LINE_CHOICE) and each.is_shown_on(kind)
        )
        drawn = lay_out(next(which), surface_of(kind), reader)
        said = " ".join(item.text for item in written(drawn) if item.role is Role.LABEL)
        cells = non_empty([item for item in drawn.items if isinstance(item, KeyMapCell)])
        assert all(cell.label in said for cell in cells)


@pytest.mark.parametrize("game_id", GAMES)
def test_refusals_are_whole_but_for_their_last_sentence(game_id: str) -> None:
    pages = [each.page for each in sample_game_pages(game_id) if each.name.startswith("refused")]
    for page, kind, reader in product(non_empty(pages), non_empty(map(panel.panel_kind, PANELS)), (ENGLISH, FRENCH)):
        drawn = written(lay_out(page, surface_of(kind), reader))
        assert not [item.text for item in drawn if ELLIPSIS in item.text]


@pytest.mark.parametrize("game_id", GAMES)
def test_keys_beside_a_notice_are_in_type_that_is_read(game_id: str) -> None:
    noticed = [
        each.page for each in sample_game_pages(game_id) if each.page.notice is not None and each.page.keymap.level
    ]
    for page, kind, reader in product(non_empty(noticed), non_empty(map(panel.panel_kind, PANELS)), (ENGLISH, FRENCH)):
        labels = [item for item in written(lay_out(page, surface_of(kind), reader)) if item.role is Role.LABEL]
        assert min(label.size for label in labels) >= COMPACT.readable_size, (page.notice, kind.name, reader.code)


@pytest.mark.parametrize("kind", PANELS)
@pytest.mark.parametrize("game_id", ["no-loose-ends", "no-thanks", "wizard", "score-pad"])
def test_a_refusal_says_how_to_correct_an_earlier_line_rather_than_what_was_declared(game_id: str, kind: str) -> None:
    refused = [each.page for each in sample_game_pages(game_id) if each.name.startswith("refused")]
    for page, reader in product(non_empty(refused), (ENGLISH, FRENCH)):
        assert page.notice is not None
        way = reader.say(page.notice.lines[-1]).rpartition(": ")[2].rpartition("\N{NARROW NO-BREAK SPACE}: ")[2]
        said = " ".join(item.text for item in written(lay_out(page, surface_of(panel.panel_kind(kind)), reader)))
        assert way.endswith("D.") <= (way in said), (page.notice, reader.code)


@pytest.mark.parametrize("kind", PANELS)
@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_keys_keep_their_place_from_refusal_to_refusal(kind: str, reader: Language) -> None:
    drawn = [scene("loop-2023", f"refused-{code}", kind, reader) for code in ("card-already-seen", "hand-mismatch")]
    places = [{(item.code, item.rect) for item in each.items if isinstance(item, KeyMapCell)} for each in drawn]
    assert set() not in places
    assert places[0] == places[1]


@pytest.mark.parametrize("kind", [*PANELS, "what-black", "impression-7.3"])
@pytest.mark.parametrize("game_id", GAMES)
def test_all_rows_have_their_notes_or_none_has(game_id: str, kind: str) -> None:
    """A row without a note, among others that have theirs, would read as nought."""
    boards = [
        each.page for each in sample_game_pages(game_id) if isinstance(each.page.body, Board) and not each.page.notice
    ]
    for shown, reader in product(non_empty(boards), (ENGLISH, FRENCH)):
        assert isinstance(shown.body, Board)
        notes = [row.note for row in shown.body.rows if isinstance(row.note, Note)]
        if shown.body.scoreboards and kind not in PANELS:
            continue  # these have tiles of their own
        drawn = lay_out(shown, surface_of(panel.panel_kind(kind)), reader)
        said = Counter(item.text for item in written(drawn) if item.role is Role.TEXT and not item.bold)
        forms = [[*map(reader.say, (note, *note.briefs))] for note in notes]
        longest = max(map(len, forms), default=0)
        ways = [Counter(form[: length + 1][-1] for form in forms) for length in range(longest)]
        assert any(way <= said for way in ways) or not any(said[each] for form in forms for each in form), shown


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_what_others_bid_and_whoever_has_one_card_left_stands_on_the_smallest_panel(reader: Language) -> None:
    asked = [("wizard", "question"), ("wizard", "question-6"), ("wizard", "question-8"), ("loop", "question-2")]
    for game_id, name in non_empty(asked):
        board = page(game_id, name).body
        assert isinstance(board, Board)
        said = {item.text for item in written(scene(game_id, name, PANELS[0], reader))}
        notes = non_empty([row.note for row in board.rows if isinstance(row.note, Note)])
        assert not [each for each in notes if not said & {*map(reader.say, (each, *each.briefs))}], name


@pytest.mark.parametrize("kind", PANELS)
@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("game_id", GAMES)
def test_menus_have_the_type_that_the_page_has_room_for(game_id: str, reader: Language, kind: str) -> None:
    """In columns whose rows are as high as their labels, rather than in one of small type.

    What leaving a game asks next stands below, in the small type of what comes after a question.
    """
    asked = page(game_id, "menu").keymap.level
    assert asked is not None
    own = [reader.say(cell.label) for cell in asked.cells]
    labels = [item for item in written(scene(game_id, "menu", kind, reader)) if item.role is Role.LABEL]
    assert min(label.size for label in labels if any(label.text in said for said in own)) >= 10


@pytest.mark.parametrize("game_id", GAMES)
def test_a_menu_on_a_smallest_panel_has_all_of_it(game_id: str) -> None:
    drawn = written(scene(game_id, "menu", "phat-black"))
    assert not [item.text for item in drawn if item.role is Role.NAME]


@pytest.mark.parametrize("name", ["final", "correct-misfit"])
@pytest.mark.parametrize("game_id", [game_id for game_id in GAMES if game_id != "score-pad"])
def test_a_long_label_on_two_lines_leaves_the_others_their_type(game_id: str, name: str) -> None:
    labels = [item for item in written(scene(game_id, name, PANELS[0])) if item.role is Role.LABEL]
    assert min(label.size for label in labels) >= 10


def test_a_title_of_keys_that_would_be_cut_is_left_out() -> None:
    said = [item.text for item in written(scene("no-thanks", "correct-misfit", PANELS[0])) if item.bold]
    assert not [each for each in said if ELLIPSIS in each]


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_six_players_stand_beside_keys_that_leave_them_room(reader: Language) -> None:
    """With their totals, and none of the keys any smaller than without them."""
    shown = page("loop", "question")
    board, surface = shown.body, surface_of(panel.panel_kind(PANELS[0]))
    assert isinstance(board, Board)
    drawn = lay_out(shown, surface, reader)
    check_scene(drawn, shown, surface, reader)
    assert [item.text for item in written(drawn) if item.role is Role.NAME] == [row.name for row in board.rows]
    assert min(item.size for item in written(drawn) if item.role is Role.LABEL) >= COMPACT.readable_size


@pytest.mark.parametrize("name", ["question-2", "question-3"])
def test_beside_keys_that_need_the_width_nobody_stands(name: str) -> None:
    drawn = scene("wizard", name, PANELS[0])
    assert {"DB", "DC"} <= {item.code for item in drawn.items if isinstance(item, KeyMapCell)}
    assert not [item.text for item in written(drawn) if item.role is Role.NAME]


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("name", ["question", "question-2", "question-3", "question-5"])
def test_letters_of_suits_stand_below_the_numbers_of_cards_and_bids(name: str, reader: Language) -> None:
    drawn, (suits,) = scene("no-loose-ends", name, PANELS[1], reader), page("no-loose-ends", name).keymap.next_levels
    found = {(item.code, item.label) for item in drawn.items if isinstance(item, KeyMapCell)}
    assert {(cell.code, reader.say(cell.label)) for cell in suits.cells} <= found


@pytest.mark.parametrize("kind", PANELS)
def test_what_counts_beside_the_cards_to_beat_is_whole(kind: str) -> None:
    said = " ".join(item.text for item in written(scene("loop", "question-2", kind, FRENCH)))
    assert "le plus bas gagne" in said


@pytest.mark.parametrize("name", ["question-2", "question-3", "half-typed"])
def test_keys_stand_clear_of_the_trick_above_them(name: str) -> None:
    drawn = scene("wizard", name, PANELS[0])
    top = regions_of(drawn.width, drawn.height).body.y0
    keys = min(item.rect.y0 for item in written(drawn) if item.role is Role.KEY and item.rect.y0 > top)
    above = [item for item in drawn.items if not isinstance(item, KeyMapCell) and top <= item.rect.y0 < keys]
    assert max(item.rect.y1 for item in above) + 2 <= keys


def test_a_line_with_many_figures_is_cut_at_its_end() -> None:
    cards = "cards 3 to 9, 11 to 16, 18 to 19, 21 to 22, 24 to 25, 27 to 29 and 31; 10 tokens."
    cells = [KeyCell(code, f"{name}: {cards}") for code, name in (("AA", "Teresa"), *CODES_AND_NAMES)]
    page = Page("No Thanks!", question="Which line?", keymap=KeyMap(KeyGrid("lines", tuple(cells))))
    drawn = written(lay_out(page, surface_of(panel.panel_kind(PANELS[0])), ENGLISH))
    assert "Teresa: cards 3 to 9, 11 to 16, 18 to 19, 21 …" in [item.text for item in drawn if item.role is Role.LABEL]


def test_options_are_whole_rather_than_what_follows_them() -> None:
    labels = {item.text for item in written(scene("wizard", "options", PANELS[0]))}
    assert "Scoring: 20 + 10 a trick; −10 per trick off" in labels


def test_a_question_that_is_too_long_for_bold_letters_is_whole_in_thin_ones() -> None:
    said = {item.text: item.bold for item in written(scene("loop-2023", "question-2", PANELS[0]))}
    assert said["Teresa: higher than yellow 5 and yellow 6, or pass?"] is False


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize(("game_id", "name"), [("no-loose-ends", "question-3"), ("loop-2023", "question-2")])
def test_letters_of_suits_in_the_middle_are_no_smaller_than_other_type(
    game_id: str, name: str, reader: Language
) -> None:
    """At 5 pixels, a B is an E, and a Y a T."""
    body = page(game_id, name).body
    assert isinstance(body, Board)
    suits = [mark.label.suit for mark in body.centre if isinstance(mark.label, Face) and mark.label.suit]
    letters = {reader.say(suit.letter) for suit in suits}
    sizes = [item.size for item in written(scene(game_id, name, "phat-black", reader)) if item.text in letters]
    assert min(non_empty(sizes)) >= COMPACT.min_size


@pytest.mark.parametrize("kind", ["phat-black", "phat-212-black"])
@pytest.mark.parametrize("players", [3, 4])
def test_a_question_says_what_holding_keys_does_unless_a_code_is_half_typed(kind: str, players: int) -> None:
    """Undo, details and menu; nothing else on the page is smaller or shorter for it. Also after part of an answer."""
    rows = tuple(PlayerRow(name, total=7) for name in ("Ann", "Bo", "Cy", "Dee")[:players])
    keys = tuple(KeyCell(code, str(n)) for n, code in enumerate(("AA", "AB", "AC", "AD"), 1))
    asked = KeyMap(KeyGrid("bid", keys, is_pad=True))
    page = Page("Wizard", question="Ann: how many?", body=Board(rows), keymap=asked, holds=HOLDS)
    surface = surface_of(panel.panel_kind(kind))

    def written(page: Page) -> list[str]:
        scene = lay_out(page, surface, ENGLISH)
        check_apart(scene)
        return [item.text for item in scene.items if isinstance(item, TextLine)]

    said = written(page)
    for words in (said, written(page._replace(typed_words=("9",)))):
        assert [word for word in words if word in ("undo", "details", "menu")] == ["undo", "details", "menu"]
    assert set(written(page._replace(holds=()))) <= set(said)
    assert "undo" not in written(page._replace(typed_keys="A"))


def held(drawn: Scene) -> set[str]:
    """The keys of which a page says what holding them does."""
    return {item.keys for item in drawn.items if isinstance(item, Target) and item.is_held}


def without_holds(game_id: str, kind: str, reader: Language) -> Iterator[str]:
    """Questions, refusals and wrong keys, with nothing typed, that do not say what holding each key does."""
    for each in sample_game_pages(game_id):
        page = each.page
        told = each.name.startswith(("question", "refused", "wrong-keys")) and page.keymap.level is not None
        if told and not page.typed_keys and not page.typed_words:
            found = held(lay_out(page, surface_of(panel.panel_kind(kind)), reader))
            if found != {hold.key for hold in page.holds}:
                yield each.name


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("game_id", GAMES)
def test_every_question_and_every_refusal_says_what_holding_keys_does(game_id: str, reader: Language) -> None:
    """Below its keys, if ten players or a trick of six cards leave no room at the foot."""
    assert not [*without_holds(game_id, "phat-black", reader)]


@pytest.mark.parametrize(("reader", "most"), [(ENGLISH, 6), (FRENCH, 11)], ids=["en", "fr"])
def test_on_the_lowest_panel_few_do_not(reader: Language, most: int) -> None:
    """Of 114: those of six players with long names, or refusals of six lines."""
    assert sum(len([*without_holds(game_id, "phat-212-black", reader)]) for game_id in GAMES) <= most


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("kind", [*PANELS, "waveshare-2.7"])
@pytest.mark.parametrize("game_id", GAMES)
def test_every_menu_and_choice_of_games_says_the_way_back(game_id: str, kind: str, reader: Language) -> None:
    """Beside the question if not at the foot. Labels of two lines left no room there, and the page had no way back."""
    surface = surface_of(panel.panel_kind(kind))
    shown = [sample.page for sample in sample_game_pages(game_id) if sample.name in ("menu", "game")]
    for each in non_empty(shown):
        drawn = lay_out(each, surface, reader)
        check_scene(drawn, each, surface, reader)
        assert held(drawn) == {hold.key for hold in each.holds}


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("kind", [*PANELS, "waveshare-2.7"])
def test_beside_a_refusal_no_name_of_a_game_is_cut(kind: str, reader: Language) -> None:
    asked = page("wizard", "game").keymap.level
    assert asked is not None
    choices = Several(tuple(text("{keys} = {label}", keys=cell.code, label=cell.label) for cell in asked.cells))
    told = text("{keys} means nothing here. Possible: {choices}.", keys="DDA", choices=choices)
    refusal = refused_keys_notice(told, is_kept=False)
    shown, surface = page("wizard", "game")._replace(notice=refusal), surface_of(panel.panel_kind(kind))
    drawn = lay_out(shown, surface, reader)
    check_scene(drawn, shown, surface, reader)
    assert not [item.text for item in written(drawn) if ELLIPSIS in item.text]


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
def test_holds_beside_a_question_leave_it_and_all_below_it_as_they_are(reader: Language) -> None:
    surface = surface_of(panel.panel_kind("phat-212-black"))
    menu = page("no-loose-ends", "menu")
    without = Counter((item.text, item.size) for item in written(lay_out(menu._replace(holds=()), surface, reader)))
    drawn = lay_out(menu, surface, reader)
    assert without <= Counter((item.text, item.size) for item in written(drawn))
    targets = [item.rect for item in drawn.items if isinstance(item, Target) and item.is_held]
    assert len(targets) == len(menu.holds)
    assert all(target.y1 <= regions_of(surface.width, surface.height).question.y1 for target in targets)


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("kind", PANELS)
def test_games_to_choose_from_keep_the_cards_that_they_are_known_by(kind: str, reader: Language) -> None:
    assert {"34", "35", "+"} <= {item.text for item in written(scene("wizard", "game", kind, reader))}


@pytest.mark.parametrize(("kind", "length"), [("phat-212-black", 94), ("phat-black", 113)])
def test_a_line_that_is_a_little_too_wide_for_one_is_on_two(kind: str, length: int) -> None:
    """It was measured in a wider rectangle than it is drawn in, and ended in “…”."""
    rows = tuple(PlayerRow(name, total=7) for name in ("Ann", "Bo", "Cy"))
    asked = KeyMap(KeyGrid("who", (KeyCell("A", "Ann"), KeyCell("B", "Bo"))))
    heard = "i" * length + " Ann."
    page = Page("Wizard", question="Who?", body=Board(rows), keymap=asked, holds=HOLDS, last_declaration=heard)
    lines = [item.text for item in written(lay_out(page, surface_of(panel.panel_kind(kind)), ENGLISH))]
    assert not [line for line in lines if line.startswith("i") and line.endswith(ELLIPSIS)]


@pytest.mark.parametrize("kind", PANELS)
def test_after_an_undo_what_was_taken_back_stands_above_what_holding_keys_does(kind: str) -> None:
    rows = tuple(PlayerRow(name, total=7) for name in ("Ann", "Bo", "Cy"))
    asked = KeyMap(KeyGrid("who", (KeyCell("A", "Ann"), KeyCell("B", "Bo"))))
    heard = "Taken back: Ann bids 2."
    page = Page("Wizard", question="Who?", body=Board(rows), keymap=asked, holds=HOLDS, last_declaration=heard)
    drawn = lay_out(page, surface_of(panel.panel_kind(kind)), ENGLISH)
    check_apart(drawn)
    said = {item.text: item.rect.y1 for item in written(drawn)}
    assert said[heard] <= min(item.rect.y0 for item in drawn.items if isinstance(item, Target) and item.is_held) + 1


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("kind", [*PANELS, "waveshare-2.7"])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_board_without_keys_ends_above_what_stands_at_the_foot(game_id: str, kind: str, reader: Language) -> None:
    """Whose pod a key is pressed on is asked so: the bar of whoever acts lay over the last declaration."""
    surface = surface_of(panel.panel_kind(kind))
    shown = [each.page for each in sample_game_pages(game_id) if each.name.startswith("question")]
    for each in non_empty(shown):
        held_only = each._replace(keymap=KeyMap(), holds=HOLDS[:1], last_declaration="Taken back: Ann bids 2.")
        drawn = lay_out(held_only, surface, reader)
        check_apart(drawn)
        check_scene(drawn, held_only, surface, reader)


def test_a_board_without_keys_says_the_way_back_where_it_has_room() -> None:
    rows = tuple(PlayerRow(name, total=7) for name in ("Ann", "Bo", "Cy"))
    shown = Page("Wizard", question="Ann: press any key on your pod", body=Board(rows), holds=HOLDS[:1])
    assert held(lay_out(shown, surface_of(panel.panel_kind("waveshare-2.7")), ENGLISH)) == {"A"}


HOLDS = tuple(Hold(key, text(label)) for key, label in (("A", "undo"), ("B", "details"), ("D", "menu")))


@pytest.mark.parametrize("kind", PANELS)
@pytest.mark.parametrize("game_id", GAMES)
def test_every_page_of_a_running_game_says_its_round_and_its_question_stays_whole(game_id: str, kind: str) -> None:
    """In full where the question is as large beside it, else as R3 or S2 R3."""
    surface = surface_of(panel.panel_kind(kind))
    asked = [each for each in sample_game_pages(game_id) if each.name.startswith(("question", "menu", "refused"))]
    pages = {
        each.name: each.page
        for each in asked
        if each.page.round_note is not None and each.is_shown_on(panel.panel_kind(kind))
    }
    assert any(name.startswith("question") for name in pages)
    for (name, shown), reader in product(non_empty(pages.items()), (ENGLISH, FRENCH)):
        drawn = lay_out(shown, surface, reader)
        check_scene(drawn, shown, surface, reader)
        said = [item.text for item in written(drawn)]
        assert shown.round_note is not None
        forms = {reader.say(form) for form in (shown.round_note.words, *shown.round_note.briefs)}
        assert forms & set(said), name
        without = [item.text for item in written(lay_out(shown._replace(round_note=None), surface, reader))]
        assert Counter(without) <= Counter(said), name


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize(
    ("game_id", "name"), [("loop-2023", "summary"), ("no-loose-ends", "summary"), ("wizard", "summary")]
)
def test_what_was_won_and_names_give_way_to_causes_where_there_is_room_below_them(
    game_id: str, name: str, reader: Language
) -> None:
    """On the 2.7 inch panel: its causes were in the least type above an empty third of the page."""
    drawn = written(scene(game_id, name, "waveshare-2.7", reader))
    totals = [item for item in drawn if item.role is Role.TOTAL]
    shown = page(game_id, name).body
    assert isinstance(shown, Breakdown)
    assert len(totals) == len(shown.players)
    assert min(item.size for item in drawn if item.role is Role.FIGURE and " " in item.text) >= 10


def upright(shown: Page, reader: Language) -> Scene:
    """A page on the 2.7 inch panel, turned by a quarter."""
    lying = surface_of(panel.panel_kind("waveshare-2.7"))
    return lay_out(shown, lying._replace(width=lying.height, height=lying.width), reader)


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("game_id", GAMES)
def test_what_holding_keys_does_is_never_cut_on_the_2_7_inch_panel_that_stands_upright(
    game_id: str, reader: Language
) -> None:
    """It has a second line: with four keys, one said “go b…” and “corre…”."""
    shown = [
        each for each in sample_game_pages(game_id) if each.name.startswith(("details", "so-far", "summary", "rulings"))
    ]
    for each in non_empty(shown):
        drawn = upright(each.page, reader)
        check_scene(drawn, each.page, Surface(drawn.width, drawn.height, (Ink.WHITE, Ink.BLACK)), reader)
        said = {item.text for item in written(drawn)}
        assert {reader.say(hold.label) for hold in each.page.holds} <= said, each.name


def test_an_upright_question_with_a_long_hold_says_the_other_holds_too() -> None:
    """The only one said was that of C, which answers."""
    shown = page("score-pad", "question-2")
    assert held(upright(shown, FRENCH)) == {hold.key for hold in shown.holds} == {"A", "B", "C", "D"}


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("game_id", GAMES)
def test_people_to_choose_from_have_the_room_that_seats_leave_on_the_2_7_inch_panel_that_stands_upright(
    game_id: str, reader: Language
) -> None:
    """In the type in which labels are read, not in the least below an empty half."""
    drawn = written(upright(page(game_id, "roster"), reader))
    assert min(item.size for item in drawn if item.role is Role.LABEL) >= HAT.text_size


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize(
    ("game_id", "name"), [("no-loose-ends", "question"), ("no-loose-ends", "question-3"), ("loop-2023", "question-3")]
)
def test_few_players_leave_numbers_type_that_is_read_on_the_2_7_inch_panel_that_stands_upright(
    game_id: str, name: str, reader: Language
) -> None:
    """Numbers were in the least type below names of 14 pixels, which are no less than 12 now."""
    drawn = written(upright(page(game_id, name), reader))
    on_pad = {*map(str, range(1, NUMBERS_ON_PAD + 1))}
    assert min(item.size for item in drawn if item.role is Role.LABEL and item.text in on_pad) >= 10
    assert min(item.size for item in drawn if item.role is Role.NAME) >= HAT.text_size


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("game_id", ["loop", "no-thanks", "wizard"])
def test_names_to_choose_from_below_sentences_are_read_on_the_2_7_inch_panel_that_stands_upright(
    game_id: str, reader: Language
) -> None:
    """Six or seven names were in the least type below sentences of 14 pixels."""
    drawn = written(upright(page(game_id, "starter"), reader))
    assert min(item.size for item in drawn if item.role is Role.LABEL) >= 10
    assert min(item.size for item in drawn if item.role is Role.TEXT and item.bold) >= 10


@pytest.mark.parametrize("reader", [ENGLISH, FRENCH], ids=["en", "fr"])
@pytest.mark.parametrize("kind", PANELS)
def test_bids_stand_beside_names_while_they_are_made(kind: str, reader: Language) -> None:
    """In letters, where cards have no room: they stood nowhere but behind hold B."""
    body = page("no-loose-ends", "question").body
    assert isinstance(body, Board)
    told = {item.text for item in written(scene("no-loose-ends", "question", kind, reader))}
    for row in non_empty([row for row in body.rows if row.marks and row.note is None]):
        faces = [mark.label for mark in row.marks if isinstance(mark.label, Face)]
        bids = " ".join(f"{face.number}{reader.say(face.suit.letter)}" for face in faces if face.suit is not None)
        assert bids in told


def test_a_question_beside_a_long_answer_is_the_player_rather_than_cut() -> None:
    """“Joueur 1 : cartes, pui…” beside the cards that were typed last."""
    cards, surface = tuple(map(str, range(3, 35, 3))), surface_of(panel.panel_kind("phat-212-black"))
    typing = page("no-thanks", "question")._replace(
        question=text("{player}: cards, done, tokens?", player="Joueur 1"), typed_words=cards, brief_question="Joueur 1"
    )
    drawn = [item.text for item in written(lay_out(typing, surface, FRENCH))]
    assert "Joueur 1" in drawn
    assert not [each for each in drawn if each.startswith("Joueur 1 :")]
    few = [item.text for item in written(lay_out(typing._replace(typed_words=cards[:1]), surface, FRENCH))]
    assert "Joueur 1 : cartes, fini, jetons ?" in [each.replace("\N{NARROW NO-BREAK SPACE}", " ") for each in few]


def test_of_what_is_done_before_a_round_the_first_sentence_stands_where_not_all_fits() -> None:
    """LOOP, End of the round: at a second round, hands and boards move; nobody would style for that in the details."""
    moving = (text("Take up your whole hand; pass hand and board to the left."), text("{player} starts.", player="Jo"))
    asking = page("loop", "question")._replace(
        body=Board(tuple(PlayerRow(name) for _, name in CODES_AND_NAMES[:4])),
        keymap=KeyMap(KeyGrid("", tuple(KeyCell(code, name) for code, name in CODES_AND_NAMES[:4]))),
        holds=(Hold("A", text("undo")), Hold("B", text("details")), Hold("D", text("menu"))),
        last_declaration=join_sentences(*moving, *moving, *moving, *moving),
    )
    assert ENGLISH.say(moving[0]) in " ".join(
        item.text for item in written(lay_out(asking, surface_of(panel.panel_kind("phat-black")), ENGLISH))
    )


@pytest.mark.parametrize("kind", ["phat-212-black", "what-black"])
@pytest.mark.parametrize("game_id", GAMES)
def test_a_board_on_which_a_game_puts_no_players_has_the_rest(game_id: str, kind: str) -> None:
    """A game by other hands may make one. It could not be drawn."""
    pages = [sample.page for sample in sample_game_pages(game_id) if isinstance(sample.page.body, Board)]
    for found in non_empty(pages):
        assert isinstance(found.body, Board)
        without_players = found._replace(body=found.body._replace(rows=()))
        surface = surface_of(panel.panel_kind(kind))
        check_scene(lay_out(without_players, surface, ENGLISH), without_players, surface, crammed=True)
