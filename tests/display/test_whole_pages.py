"""Tesseract reads every name, every total and every key's label off whole pages, from 400×300 up.

It gets the picture of a page as a camera would have it, larger and a little out of focus, and nothing is cut out of it:
what it finds is then looked for where the page has its words. It reads a page as scattered words and as lines of
writing, from near and from further away, and once for figures alone, since it overlooks figures that stand alone in the
one and words beside key caps in the other; each word has to be read once, all of it and where it stands. What it makes
of a key's cap may stand before a label, and what it makes of a suit's shape after a number. Letters of one stroke
(i, j, l, I, J, 1, which it takes for brackets, too), o and 0, s and 5, and rn and m are one to it, and so are capitals
and small letters.

Some pages are read in every run, and nothing on them may be missed. `make thorough` reads all pages of all games on a
panel of each class, lying and upright; of a thousand words there Tesseract misses some that people read, as a figure
that stands alone in a black row, or one that stands so near the next that it takes both for one.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
import unicodedata
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image, ImageFilter, ImageOps

from device.pages.surface import surface_of
from display.layout import lay_out
from display.paint import paint_scene
from display.scene import Rect, Role, Scene, Symbol, TextLine
from display.surface import Surface
from display.vocabulary import Page
from display.words import ENGLISH, SeatName
from hal.panel import panel
from tests.games.registered import GAMES
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty
from tests.thorough import THOROUGH

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="needs Debian's tesseract-ocr")

ASKED = (Role.NAME, Role.TOTAL, Role.LABEL)


class Reading(NamedTuple):
    """How a page is read: how much larger and how far out of focus, in pixels of the panel, whether as `scattered`
    words or as lines of writing, whether nothing but `figures` is looked for, and whether black and white are
    exchanged, for what is white on black: everywhere in a `negative`, and in a `turned` one where all around is black.
    """

    times: float
    blur: float = 0.5
    scattered: bool = True
    figures: bool = False
    negative: bool = False
    turned: bool = False


READINGS = (
    Reading(1.5, scattered=False),
    Reading(1.5, 0.3),
    Reading(2.0),
    Reading(2.5, 0.8),
    Reading(3.0, 0.3),
    Reading(2.5, 0.8, scattered=False),
    Reading(3.0, 0.3, figures=True),
    Reading(2.0, 0.3, scattered=False),
    Reading(2.5, 0.8, figures=True),
    Reading(4.0),
    Reading(3.0, 0.3, scattered=False),
    Reading(2.0, negative=True),
    Reading(2.5, 0.8, negative=True),
    Reading(3.0, scattered=False),
    Reading(2.0, scattered=False, turned=True),
    Reading(3.0, scattered=False, turned=True),
    Reading(2.0, scattered=False),
    Reading(2.0, turned=True),
    Reading(3.0, turned=True),
    Reading(3.5, 0.8, scattered=False),
    Reading(3.0, 0.3, figures=True, turned=True),
)
"""The first are those by which most is read; the others follow while anything is left."""
MISSED = 3
"""Per cent of the words of a game's pages that may be missed where all of them are read."""
AROUND = 5
"""How many pixels to each side of one must be mostly black for it to lie on black."""
CAP = 5
"""Letters that it makes of a key's cap at most."""
BESIDE_SYMBOL = 3
"""Letters and figures at most that it makes of a suit's shape after a number, and of the letter after that."""
ALIKE = str.maketrans({**dict.fromkeys("Ii1|[]()Jj", "l"), **dict.fromkeys("Q0°", "o"), **dict.fromkeys("sS", "5")})
LIGATURES = str.maketrans({"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE"})
PAGES = (
    ("what-black", "starter"),
    ("what-black", "question-2"),
    ("what-black", "summary-2"),
    ("what-black", "final-2"),
    ("impression-7.3", "summary-2"),
)
"""Of No Thanks!: names with their keys, a turn with seven players, points beside totals, and a final sheet."""
FEW = 2
"""So many readings find all that is on the page for who starts, on the smallest panel."""
LEAST = 7
"""So many words each of them asks at least: those of the page for who starts, with its seven players."""


class Word(NamedTuple):
    """What was read, and where: its left and right edges and the middle of its height, in pixels of the panel."""

    said: str
    left: float
    right: float
    middle: float


def _read(image: Image.Image, reading: Reading, file: Path) -> list[Word]:
    """All the words of a picture."""
    times = reading.times
    image = _turned(image) if reading.turned else image
    large = image.resize((int(image.width * times), int(image.height * times)), Image.Resampling.BICUBIC)
    large = ImageOps.invert(large) if reading.negative else large
    large.filter(ImageFilter.GaussianBlur(times * reading.blur)).save(file, dpi=(300, 300))
    only = ("-c", "tessedit_char_whitelist=0123456789") if reading.figures else ()
    way = "11" if reading.scattered else "6"
    command = ["tesseract", str(file), "-", "-l", "eng", "--psm", way, *only, "tsv"]
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=environment, timeout=120).stdout
    return [
        Word(
            row["text"],
            int(row["left"]) / times,
            (int(row["left"]) + int(row["width"])) / times,
            (int(row["top"]) + int(row["height"]) / 2) / times,
        )
        for row in csv.DictReader(io.StringIO(told), delimiter="\t", quoting=csv.QUOTE_NONE)
        if row["text"] and row["text"].strip()
    ]


def _turned(image: Image.Image) -> Image.Image:
    """A picture with what is white on black made black on white, and the rest as it is."""
    on_black = image.filter(ImageFilter.BoxBlur(AROUND)).point(lambda gray: 255 if gray < 128 else 0)
    return Image.composite(ImageOps.invert(image), image, on_black)


def _letters(said: str) -> str:
    """Letters and figures alone, all small; what it takes for one another is one."""
    letters = "".join(letter for letter in said.translate(ALIKE) if letter.isascii() and letter.isalnum())
    return letters.lower().replace("rn", "m")


def _without_accents(value: Any) -> Any:
    """A page, or a part of it, with names of English letters: others are misread by who knows no others."""
    if isinstance(value, StrEnum | SeatName):
        return value
    if isinstance(value, str):
        letters = unicodedata.normalize("NFD", value.translate(LIGATURES))
        return "".join(one for one in letters if not unicodedata.combining(one))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: _without_accents(getattr(value, one.name)) for one in fields(value)})
    if isinstance(value, tuple):
        parts = map(_without_accents, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def _asked(scene: Scene) -> list[TextLine]:
    """The writing that must be read: names, totals, and what keys mean.

    A suit's letter stands beside its shape and says nothing else, so it may be missed.
    """
    written = [item for item in scene.items if isinstance(item, TextLine) and item.role in ASKED]
    return [item for item in written if _letters(item.text) and not _beside_symbol(item, scene)]


def _beside_symbol(item: TextLine, scene: Scene) -> bool:
    return any(-2 <= item.rect.x0 - rect.x1 <= item.size // 2 for rect in _symbols_level_with(item, scene))


def _before_symbol(item: TextLine, scene: Scene) -> bool:
    return any(-2 <= rect.x0 - item.rect.x1 <= item.size // 2 for rect in _symbols_level_with(item, scene))


def _symbols_level_with(item: TextLine, scene: Scene) -> list[Rect]:
    symbols = [other.rect for other in scene.items if isinstance(other, Symbol) and item.role is Role.LABEL]
    return [rect for rect in symbols if rect.y0 < item.baseline <= rect.y1 + 2]


def _is_read(item: TextLine, scene: Scene, words: list[Word]) -> bool:
    """Whether the words that lie on a piece of writing say it.

    Before a label may stand what it makes of the key's cap, and after a number what it makes of a suit's shape.
    """
    rect = item.rect
    on = [
        word
        for word in words
        if rect.y0 <= word.middle < rect.y1
        and min(rect.x1, word.right) - max(rect.x0, word.left) > min(word.right - word.left, rect.width) / 4
    ]
    said = _letters("".join(word.said for word in sorted(on, key=lambda word: word.left)))
    wanted = _letters(item.text)
    if item.role is Role.TOTAL:
        return said == wanted
    after = BESIDE_SYMBOL if _before_symbol(item, scene) else 0
    return re.fullmatch(f".{{0,{CAP}}}{wanted}.{{0,{after}}}", said) is not None


def _moment(game_id: str, name: str) -> Page:
    (page,) = (sample.page for sample in sample_game_pages(game_id) if sample.name == name)
    return page


def _unread(surface: Surface, page: Page, file: Path) -> tuple[int, list[str]]:
    """How many pieces of writing a page has that must be read, and those that no reading of it has."""
    scene = lay_out(_without_accents(page), surface, ENGLISH)
    left = _left(scene, paint_scene(scene, surface).convert("L"), file)
    return len(_asked(scene)), [item.text for item in left]


def _left(scene: Scene, image: Image.Image, file: Path, readings: tuple[Reading, ...] = READINGS) -> list[TextLine]:
    """What must be read on a page and is not, in any of these readings of a picture of it."""
    left = _asked(scene)
    for reading in readings:
        if left:
            words = _read(image, reading, file)
            left = [item for item in left if not _is_read(item, scene, words)]
    return left


@pytest.mark.parametrize(("kind", "name"), PAGES)
def test_every_name_total_and_label_is_read_off_the_whole_page(kind: str, name: str, tmp_path: Path) -> None:
    asked, unread = _unread(surface_of(panel.panel_kind(kind)), _moment("no-thanks", name), tmp_path / "page.png")
    assert asked >= LEAST
    assert not unread


@pytest.mark.skipif(not THOROUGH, reason="takes minutes")
@pytest.mark.parametrize("upright", [False, True], ids=["lying", "upright"])
@pytest.mark.parametrize("kind", ["what-black", "impression-5.7", "impression-7.3"])
@pytest.mark.parametrize("game_id", GAMES)
def test_all_pages_of_all_games_are_read(kind: str, upright: bool, game_id: str, tmp_path: Path) -> None:
    surface, asked, missed = surface_of(panel.panel_kind(kind)), 0, []
    if upright:
        surface = Surface(surface.height, surface.width, surface.inks)
    for sample in non_empty(sample_game_pages(game_id)):
        words, unread = _unread(surface, sample.page, tmp_path / "page.png")
        asked += words
        missed += [(sample.name, word) for word in unread]
    assert len(missed) * 100 <= asked * MISSED, missed


@pytest.mark.parametrize("name", ["Zoe", "Teresa"])
def test_what_is_not_on_the_page_is_not_read(name: str, tmp_path: Path) -> None:
    """The proof can fail: one name is painted over, and that one is missing."""
    surface = surface_of(panel.panel_kind("phat-black"))
    scene = lay_out(_without_accents(_moment("no-thanks", "starter")), surface, ENGLISH)
    image = paint_scene(scene, surface).convert("L")
    (gone,) = (item for item in _asked(scene) if item.text == name)
    image.paste(255, gone.rect)
    assert _left(scene, image, tmp_path / "page.png", READINGS if THOROUGH else READINGS[:FEW]) == [gone]
