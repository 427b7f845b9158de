"""What a person who has never seen the smallest panels needs of their pages, which have no room for more."""

from __future__ import annotations

from itertools import product

import pytest

from device.gallery.corrections import WHICH
from device.pages.surface import surface_of
from display.languages import language
from display.layout import lay_out
from display.scene import Cell, Part, Scene, TextLine
from display.text_metrics import ELLIPSIS
from display.vocabulary import Board, Face, KeyCell, KeyGrid, KeyMap, Page
from display.words import ENGLISH
from hal.panel import panel
from tests.games.registered import GAMES
from tests.games.sample_moments import moments
from tests.non_empty import non_empty

PANELS = ("phat-212-black", "phat-black")
CODES_AND_NAMES = (("AB", "Björn"), ("AC", "Zoé"), ("AD", "Jo"), ("BA", "Kaylen"), ("BB", "Taylor"))


def scene(game_id: str, name: str, kind: str) -> Scene:
    (page,) = (moment.page for moment in moments(game_id) if moment.name == name)
    return lay_out(page, surface_of(panel.kind(kind)), ENGLISH)


def written(scene: Scene) -> list[TextLine]:
    return non_empty([item for item in scene.items if isinstance(item, TextLine)])


@pytest.mark.parametrize("kind", PANELS)
@pytest.mark.parametrize("name", ["question", "question-4", "summary", "summary-2", "summary-3"])
def test_six_and_seven_names_stay_whole(name: str, kind: str) -> None:
    names = non_empty([item.text for item in written(scene("wizard", name, kind)) if item.part is Part.NAME])
    assert not [each for each in names if ELLIPSIS in each]


@pytest.mark.parametrize("name", ["refused-card-already-seen", "refused-card-already-seen-2"])
def test_beside_a_refusal_keys_have_all_the_height_and_no_label_is_cut(name: str) -> None:
    labels = non_empty([item for item in written(scene("wizard", name, PANELS[0])) if item.part is Part.LABEL])
    assert not [item.text for item in labels if ELLIPSIS in item.text]


@pytest.mark.parametrize("kind", PANELS)
def test_what_lies_in_the_middle_is_on_the_page_whatever_the_keys_take(kind: str) -> None:
    """Trump and the cards of a trick; a trump that lies alone is called so."""
    boards = {moment.name: moment.page.body for moment in moments("wizard") if moment.name.startswith("question")}
    for name, body in non_empty(boards.items()):
        assert isinstance(body, Board)
        said = " ".join(item.text for item in written(scene("wizard", name, kind)))
        faces = [mark.label for mark in body.centre if isinstance(mark.label, Face)]
        assert all(str(face.number) in said for face in faces if face.number is not None), name
        assert len(faces) != 1 or "Trump" in said, name


@pytest.mark.parametrize("game_id", GAMES)
def test_lines_to_correct_are_whole(game_id: str) -> None:
    for kind, reader in product(non_empty(map(panel.kind, PANELS)), (ENGLISH, language("fr"))):
        which = (each.page for each in moments(game_id) if each.name.startswith(WHICH) and each.is_on(kind))
        drawn = lay_out(next(which), surface_of(kind), reader)
        said = " ".join(item.text for item in written(drawn) if item.part is Part.LABEL)
        assert all(cell.label in said for cell in non_empty([item for item in drawn.items if isinstance(item, Cell)]))


@pytest.mark.parametrize("game_id", GAMES)
def test_refusals_are_whole_but_for_their_last_sentence(game_id: str) -> None:
    pages = [each.page for each in moments(game_id) if each.name.startswith("refused")]
    for page, kind, reader in product(non_empty(pages), non_empty(map(panel.kind, PANELS)), (ENGLISH, language("fr"))):
        drawn = written(lay_out(page, surface_of(kind), reader))
        assert not [item.text for item in drawn if ELLIPSIS in item.text]


def test_a_line_with_many_figures_is_cut_at_its_end() -> None:
    cells = [
        KeyCell("AA", "Teresa: cards 3 to 9, 11 to 16, 18 to 19, 21 to 22, 24 to 25, 27 to 29 and 31; 10 tokens."),
        *(KeyCell(code, f"{name}: 2 tokens.") for code, name in CODES_AND_NAMES),
    ]
    page = Page("No Thanks!", question="Which line?", keymap=KeyMap(KeyGrid("lines", tuple(cells))))
    drawn = written(lay_out(page, surface_of(panel.kind(PANELS[0])), ENGLISH))
    assert "Teresa: cards 3 to 9, 11 to 16, 18 to 19, 21 …" in [item.text for item in drawn if item.part is Part.LABEL]


def test_options_are_whole_rather_than_what_follows_them() -> None:
    labels = {item.text for item in written(scene("wizard", "options", PANELS[0]))}
    assert "Scoring: 20, and 10 a trick, or −10 each off" in labels


def test_a_question_that_is_too_long_for_bold_letters_is_whole_in_thin_ones() -> None:
    said = {item.text: item.bold for item in written(scene("loop-2023", "question-2", PANELS[0]))}
    assert said["Teresa: higher than yellow 5 and yellow 6, or pass?"] is False
