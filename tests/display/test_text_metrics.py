"""Measuring, shortening and breaking words."""

from __future__ import annotations

import gc
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageFont

from display import text_metrics
from display.glyphs import MAX_OPEN_FONTS
from display.layout.page_style import largest_by_bisection, largest_fitting, type_sizes
from display.raster import default_raster
from display.text_bitmaps import text_bitmap

LETTERS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=40)
SIZES = st.sampled_from((7, 11, 18, 33))


@given(LETTERS, SIZES, st.integers(20, 300))
@settings(max_examples=60, deadline=None)
def test_wrapped_lines_fit_and_lose_nothing(words: str, size: int, room: int) -> None:
    words = text_metrics.one_line(words)
    lines = text_metrics.wrap(words, size, True, room)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    for line in lines:
        whole = any(mark.isdigit() for mark in line) or len(line) == 1
        assert whole or text_metrics.text_width(line, size) <= room


@given(LETTERS, SIZES, st.integers(0, 300))
@settings(max_examples=60, deadline=None)
def test_shortened_words_keep_their_beginning(words: str, size: int, room: int) -> None:
    words = "".join(
        mark for mark in text_metrics.one_line(words) if not mark.isdigit() and mark != text_metrics.ELLIPSIS
    )
    short = text_metrics.shorten(words, size, True, room)
    assert short == words or text_metrics.text_width(short, size) <= room
    assert words.startswith(short.removesuffix(text_metrics.ELLIPSIS))


def test_shortening_never_cuts_a_figure() -> None:
    for room in range(10, 200, 7):
        short = text_metrics.shorten("Bartholomew pays 123 to Friederike, \N{MINUS SIGN}45 left", 12, True, room)
        assert "123" in short
        assert "\N{MINUS SIGN}45" in short


def test_shortening_never_joins_two_figures() -> None:
    for words in ("Amigo: no 10, 20 and 30", "1 à 4", "3–9"):
        for room in range(0, 200, 7):
            short = text_metrics.shorten(words, 12, True, room)
            assert re.findall(r"\d+", short) == re.findall(r"\d+", words), short


def test_wrapping_never_breaks_a_figure() -> None:
    for room in range(5, 60, 3):
        lines = text_metrics.wrap("x1234 \N{MINUS SIGN}567", 18, True, room)
        assert any("1234" in line for line in lines)
        assert any("\N{MINUS SIGN}567" in line for line in lines)


def test_wrapping_leaves_the_sign_of_a_figure_with_it() -> None:
    for room in range(5, 160, 3):
        lines = text_metrics.wrap("well-known-total:-12points", 18, True, room)
        assert any("-12" in line for line in lines), room
    assert text_metrics.wrap("well-known", 18, True, text_metrics.text_width("well-kn", 18)) == ("well-", "known")


def test_figures_are_all_of_one_width() -> None:
    """Totals under each other line up."""
    for size in (8, 10, 14, 27, 51):
        assert len({text_metrics.text_width(f"0{figure}0", size, True) for figure in "0123456789"}) == 1


def test_figures_reach_the_height_asked_for() -> None:
    for height in range(5, 120, 9):
        size = text_metrics.size_for_height(height)
        assert text_metrics.capital_height(size) >= height
        assert text_metrics.capital_height(size - 2) < height


def test_control_characters_and_surrogates_are_cleaned() -> None:
    assert text_metrics.one_line("A\tB\nC\x00\ud800") == "A B C  "
    assert text_metrics.one_line("e\u0301") == "\u00e9"


def test_only_so_many_fonts_stay_open() -> None:
    """Each takes a quarter of a megabyte, and a box has half a gigabyte for years: nothing else may hold one."""
    for size in range(11, 11 + 2 * MAX_OPEN_FONTS):
        text_metrics.text_width("Agj", size)
        text_bitmap("Agj", size, False, default_raster())
    opened = sum(isinstance(one, ImageFont.FreeTypeFont) for one in gc.get_objects())
    assert opened == MAX_OPEN_FONTS


def test_letters_of_all_words_stand_on_one_baseline() -> None:
    """In black and white Pillow alone sets a word with an f or a d a pixel higher than one without."""
    for size in (8, 10, 11, 14, 16, 18, 24, 33):
        for bold in (True, False):
            assert {
                text_bitmap(words, size, bold, default_raster()).bottom for words in ("H", "AH", "fH", "Hd", "lH", "Éh")
            } == {0}


def test_smaller_type_is_never_higher_and_its_figures_never_wider() -> None:
    """On this `display.layout.page_style.largest_by_bisection` relies."""
    for measured in (text_metrics.capital_height, text_metrics.line_height, _widest_figure):
        found = [measured(size) for size in text_metrics.TYPE_SIZES]
        assert found == sorted(found)
        assert found[0] < found[-1]


def _widest_figure(size: int) -> int:
    return text_metrics.text_width("0", size)


@pytest.mark.parametrize("room", [0, 5, 6, 50, 106, 107, 200])
def test_the_largest_of_sizes_is_found_by_trying_few(room: int) -> None:
    tried: list[int] = []

    def fits(size: int) -> bool:
        tried.append(size)
        return size <= room

    sizes = type_sizes(107, 5)
    found = largest_by_bisection(sizes, 5, fits)
    assert len(tried) <= 6
    assert found == largest_fitting(sizes, 5, lambda size: size <= room)
