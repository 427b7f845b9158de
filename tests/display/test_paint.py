"""Pictures hold nothing but the panel's own colours, and show what the scene says."""

from __future__ import annotations

import pytest

from display.draw import draw_page
from display.layout import lay_out
from display.paint import paint_scene
from display.scene import Fill, Frame, KeyMapCell, Rect, Role, Scene, Sign, Symbol, TextLine
from display.surface import COLOURS, Surface
from display.vocabulary import Board, Ink, Mark, PlayerRow, Shape, Style
from display.words import ENGLISH
from tests.display import sample_pages
from tests.display.sample_pages import SURFACES

PALETTES = (
    sample_pages.BLACK_WHITE,
    sample_pages.WITH_RED,
    sample_pages.FOUR,
    sample_pages.SEVEN,
    sample_pages.SPECTRA,
)


@pytest.mark.parametrize("inks", PALETTES)
def test_a_picture_has_only_indices_with_an_ink(inks: tuple[Ink | None, ...]) -> None:
    surface = Surface(400, 300, inks)
    inked = {index for index, ink in enumerate(inks) if ink is not None}
    for page in (sample_pages.planning(), sample_pages.loop(), sample_pages.refusal(), sample_pages.sheet()):
        image = draw_page(page, surface, ENGLISH)
        assert image.mode == "P"
        assert image.size == (400, 300)
        assert set(image.tobytes()) <= inked


@pytest.mark.parametrize("inks", PALETTES)
def test_the_palette_is_the_panels_own(inks: tuple[Ink | None, ...]) -> None:
    image = draw_page(sample_pages.planning(), Surface(400, 300, inks), ENGLISH)
    palette = image.getpalette()
    assert palette is not None
    shown = {ink: tuple(palette[3 * at : 3 * at + 3]) for at, ink in enumerate(inks) if ink is not None}
    assert shown == {ink: COLOURS[ink] for ink in inks if ink is not None}


def test_every_ink_has_a_colour_of_its_own() -> None:
    """All but gray, which is a pattern of black and white."""
    assert set(COLOURS) == set(Ink) - {Ink.GRAY}
    assert len(set(COLOURS.values())) == len(COLOURS)


@pytest.mark.parametrize("edge", [Ink.BLACK, Ink.WHITE])
def test_gray_is_a_pattern_on_white_and_on_black(edge: Ink) -> None:
    other = Ink.WHITE if edge is Ink.BLACK else Ink.BLACK
    square = Symbol(Rect(0, 0, 20, 20), Shape.SQUARE, Ink.GRAY, edge)
    surface = SURFACES["400x300"]
    image = paint_scene(Scene(20, 20, (Fill(Rect(0, 0, 20, 20), other), square)), surface)
    inside = image.crop((5, 5, 15, 15)).tobytes()
    assert 40 <= inside.count(surface.indices()[edge]) <= 60


def test_suits_have_their_ink_where_the_panel_has_it() -> None:
    page = sample_pages.planning()
    image = draw_page(page, SURFACES["800x480"], ENGLISH)
    inks = {sample_pages.SPECTRA.index(ink) for ink in (Ink.BLUE, Ink.RED, Ink.YELLOW)}
    assert inks <= set(image.tobytes())


def test_an_ink_that_the_panel_lacks_is_black() -> None:
    surface = Surface(20, 20, sample_pages.BLACK_WHITE)
    assert surface.indices()[Ink.RED] == surface.indices()[Ink.BLACK] != surface.indices()[Ink.WHITE]


@pytest.mark.parametrize("shape", [*Shape, *Sign])
def test_every_shape_looks_different(shape: Shape | Sign) -> None:
    surface = Surface(40, 40, sample_pages.BLACK_WHITE)

    def picture(form: Shape | Sign, side: int) -> bytes:
        return paint_scene(Scene(40, 40, (Symbol(Rect(5, 5, 5 + side, 5 + side), form),)), surface).tobytes()

    for side in (7, 9, 13, 25):
        assert any(picture(shape, side))
        for other in (*Shape, *Sign):
            assert other is shape or picture(other, side) != picture(shape, side), (shape, other, side)


def test_things_stay_in_their_rects() -> None:
    """An accent upon an accent is cut at the rectangle rather than laid over what stands above."""
    surface = Surface(60, 40, sample_pages.BLACK_WHITE)
    high = "\u1ea4\u1ea4"
    rect = Rect(10, 14, 50, 30)
    image = paint_scene(Scene(60, 40, (TextLine(rect, 28, high, 20),)), surface)
    ink = image.point(lambda value: 255 if value == surface.indices()[Ink.BLACK] else 0, "L").getbbox()
    assert ink is not None
    assert Rect(*map(int, ink)).is_within(rect)


def test_frames_and_fills_cover_their_rects() -> None:
    surface = Surface(20, 20, sample_pages.BLACK_WHITE)
    things = (Fill(Rect(1, 2, 5, 6)), Frame(Rect(8, 8, 18, 18), 2), KeyMapCell(Rect(0, 0, 20, 20), "", "A", ""))
    image = paint_scene(Scene(20, 20, things), surface)
    pixels = image.load()
    assert pixels is not None
    black = {(x, y) for x in range(20) for y in range(20) if pixels[x, y] == surface.indices()[Ink.BLACK]}
    fill = {(x, y) for x in range(1, 5) for y in range(2, 6)}
    frame = {(x, y) for x in range(8, 18) for y in range(8, 18)}
    frame -= {(x, y) for x in range(10, 16) for y in range(10, 16)}
    assert black == fill | frame


def test_equal_pages_look_the_same() -> None:
    one = draw_page(sample_pages.trick(), SURFACES["800x480"], ENGLISH)
    draw_page(sample_pages.loop(), SURFACES["800x480"], ENGLISH)
    assert draw_page(sample_pages.trick(), SURFACES["800x480"], ENGLISH).tobytes() == one.tobytes()


@pytest.mark.parametrize("size", SURFACES)
def test_who_acts_is_marked_by_form(size: str) -> None:
    """The row of the player to act is a bar in the other ink, on a panel without colours too."""
    surface = Surface(SURFACES[size].width, SURFACES[size].height, sample_pages.BLACK_WHITE)
    scene = lay_out(sample_pages.planning(), surface, ENGLISH)
    totals = [item for item in scene.items if isinstance(item, TextLine) and item.role is Role.TOTAL]
    total = next(item for item in totals if item.text == "7")
    assert total.ink is Ink.WHITE
    assert any(
        isinstance(item, Fill) and total.rect.is_within(item.rect) and item.ink is Ink.BLACK for item in scene.items
    )
    assert {item.ink for item in totals if item is not total} == {Ink.BLACK}


def test_the_styles_of_marks_differ_without_colour() -> None:
    surface = Surface(400, 300, sample_pages.BLACK_WHITE)
    pictures = set()
    for style in Style:
        board = Board((PlayerRow("Teresa", "A", marks=(Mark("7", style),)),))
        pictures.add(draw_page(sample_pages.planning()._replace(body=board), surface, ENGLISH).tobytes())
    assert len(pictures) == len(Style)


@pytest.mark.parametrize("size", ["400x300", "800x480"])
def test_the_golden_board_and_the_winner_differ_without_colour(size: str) -> None:
    scene = lay_out(sample_pages.loop(4), SURFACES[size], ENGLISH)
    frames = [item.stroke for item in scene.items if isinstance(item, Frame)]
    golden = [line for line in frames if line == max(frames)]
    assert len(golden) == 1
    scene = lay_out(sample_pages.sheet(), SURFACES[size], ENGLISH)
    crowns = [item for item in scene.items if isinstance(item, Symbol) and item.form is Sign.CROWN]
    assert len(crowns) == 2, "who wins, and their row"


@pytest.mark.parametrize("size", SURFACES)
def test_a_half_typed_code_lights_up_what_it_can_still_mean(size: str) -> None:
    for begun, expected in (("B", {"BA", "BB", "BC", "BD"}), ("D", {"DA", "DD"})):
        scene = lay_out(sample_pages.planning()._replace(typed_keys=begun), SURFACES[size], ENGLISH)
        assert {item.code for item in scene.items if isinstance(item, KeyMapCell) and item.is_begun} == expected


@pytest.mark.parametrize("size", SURFACES)
def test_on_a_pad_the_first_press_is_the_row(size: str) -> None:
    """Each cell lies right of the cap of its code's first key and below its second."""
    scene = lay_out(sample_pages.planning()._replace(body=None), SURFACES[size], ENGLISH)
    cells = [item for item in scene.items if isinstance(item, KeyMapCell) and item.code[0] in "ABC" and item.code[1:]]
    keys = [item for item in scene.items if isinstance(item, TextLine) and item.role is Role.KEY]
    assert len(cells) == 12
    for cell in cells:
        row = [key.text for key in keys if key.rect.x1 <= cell.rect.x0 and _spans(key, cell, 1)]
        column = [key.text for key in keys if key.rect.y1 <= cell.rect.y0 + 2 and _spans(key, cell, 0)]
        assert cell.code[0] in row, cell
        assert cell.code[1] in column, cell


def _spans(key: TextLine, cell: KeyMapCell, axis: int) -> bool:
    """Whether the middle of a key lies between the sides (or the top and bottom) of a cell."""
    middle = (key.rect[axis] + key.rect[axis + 2]) / 2
    return cell.rect[axis] <= middle <= cell.rect[axis + 2]
