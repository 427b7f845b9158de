"""Tesseract reads every total and nearly every name off the pages that people photograph.

Debian's tesseract-ocr is used where it is installed, and nothing but tests depends on it. Where names and totals stand
is known from the drawing (that nothing overlaps is proved elsewhere); whether they can be read is for Tesseract to say.
It gets them as a camera would have them: larger, and a little out of focus.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image, ImageFilter, ImageOps

from device.pages.surface import surface_of
from display.layout import lay_out
from display.paint import paint_scene
from display.scene import Rect, Role, Scene, TextLine
from display.surface import Surface
from display.vocabulary import Breakdown, Ink, Page, Sheet
from display.words import ENGLISH
from hal.panel import panel
from tests.games.registered import GAMES
from tests.games.sample_game_pages import sample_game_pages
from tests.non_empty import non_empty
from tests.thorough import THOROUGH

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="needs Debian's tesseract-ocr")

KINDS = ("summary", "final", "details")
NAMES = ("Teresa", "Kaylen", "Taylor", "Martin", "Alexandra", "Hannah", "Friederike", "Oscar", "Ida", "Jo")
SIZES = sorted({(kind.width, kind.height) for kind in panel.PANEL_KINDS if kind.height >= 300})
PANELS = {(kind.width, kind.height): kind for kind in panel.PANEL_KINDS}
HIGH, BLUR, APART, DEEP = 40, 0.7, 12, 100
ENOUGH = 0.95
AGAIN = 24
"""So few pictures that were misread get a second look alone: Tesseract reads one differently below others."""
ALONE = (100, 75)
"""Per cent of its size that a picture has then: Tesseract overlooks some figures in one, some in the other."""


@dataclass
class Strip:
    """Pictures in columns, each once, what they say, and what Tesseract reads in each."""

    letters: str
    pictures: dict[bytes, Image.Image] = field(default_factory=dict)
    meant: dict[bytes, str] = field(default_factory=dict)
    said: dict[int, str] = field(default_factory=lambda: defaultdict(str))

    def add(self, picture: Image.Image, says: str) -> bytes:
        """What is looked up later to know what is read in a picture that says something."""
        times = max(1, round(HIGH / picture.height))
        size = (picture.width * HIGH // picture.height, HIGH)
        large = picture.resize((picture.width * times, picture.height * times), Image.Resampling.BICUBIC)
        large = large.filter(ImageFilter.GaussianBlur(times * BLUR)) if times > 1 else large.resize(size)
        key = large.tobytes()
        self.pictures[key], self.meant[key] = ImageOps.expand(large, APART, 255), says
        return key

    def look(self, directory: Path) -> None:
        """Let Tesseract read all, a column at a time, and those few alone that it misreads there."""
        self._read_columns(directory)
        misread = [number for number, key in enumerate(self.pictures) if self.said[number] != self.meant[key]]
        for number in misread[:AGAIN]:
            key, picture = list(self.pictures.items())[number]
            for percent in ALONE:
                small = picture.resize((picture.width * percent // 100, picture.height * percent // 100))
                small.save(directory / "alone.png")
                self.said[number] = self._tesseract(directory / "alone.png", "--psm", "7").strip()
                if self.said[number] == self.meant[key]:
                    break

    def _tesseract(self, file: Path, *options: str) -> str:
        command = ["tesseract", str(file), "-", "-l", "eng", *options[:2]]
        command += ["-c", f"tessedit_char_whitelist={self.letters}", *options[2:]]
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        return subprocess.run(command, check=True, capture_output=True, text=True, env=environment, timeout=60).stdout

    def _read_columns(self, directory: Path) -> None:
        wide, high = max(picture.width for picture in self.pictures.values()), HIGH * 3 // 2 + 2 * APART
        columns = [list(self.pictures.values())[at : at + DEEP] for at in range(0, len(self.pictures), DEEP)]
        for number, column in enumerate(columns):
            page = Image.new("L", (wide, len(column) * high), 255)
            for at, picture in enumerate(column):
                page.paste(picture, (0, at * high))
            page.save(directory / f"{number}.png")
        (directory / "all").write_text("\n".join(str(directory / f"{number}.png") for number in range(len(columns))))
        told = self._tesseract(directory / "all", "--psm", "6", "tsv")
        for word in csv.DictReader(io.StringIO(told), delimiter="\t", quoting=csv.QUOTE_NONE):
            if word["text"]:
                at = (int(word["top"]) + int(word["height"]) // 2) // high
                self.said[(int(word["page_num"]) - 1) * DEEP + at] += word["text"]

    def reads(self, key: bytes) -> str:
        """What Tesseract reads in a picture that was added."""
        return self.said[list(self.pictures).index(key)]


@pytest.fixture(scope="module")
def named() -> list[Page]:
    """The standings, summaries and final sheets of all games, each once, with names of English letters."""
    found = (sample.page for game_id in GAMES for sample in sample_game_pages(game_id) if sample.name.startswith(KINDS))
    return [_named(page) for page in dict.fromkeys(found) if isinstance(page.body, Sheet | Breakdown)]


def _named(page: Page) -> Page:
    body = page.body
    if isinstance(body, Breakdown):
        told = zip(body.players, NAMES, strict=False)
        return Page(page.heading, page.status, page.question, Breakdown(tuple(a._replace(name=n) for a, n in told)))
    assert isinstance(body, Sheet)
    rows = tuple(row._replace(name=name) for row, name in zip(body.rows, NAMES, strict=False))
    drawn = body.chart and body.chart._replace(
        players=tuple(c._replace(name=n) for c, n in zip(body.chart.players, NAMES, strict=False))
    )
    return Page(page.heading, page.status, page.question, Sheet(body.columns, rows, drawn), None, page.keymap)


def _places() -> Iterator[tuple[str, Surface]]:
    # The smallest have the least room: in every run they speak for all.
    for size in SIZES if THOROUGH else SIZES[:2]:
        surface = surface_of(PANELS[size])
        yield f"{size[0]}×{size[1]}", surface
        yield f"{size[0]}×{size[1]}, upright", Surface(surface.height, surface.width, surface.inks)


def _largest(scene: Scene, role: Role) -> dict[str, list[TextLine]]:
    """What is written for a part, by its words, the largest first: a chart repeats names."""
    found: dict[str, list[TextLine]] = defaultdict(list)
    for item in scene.items:
        if isinstance(item, TextLine) and item.role is role:
            found[item.text].append(item)
    return {text: sorted(items, key=lambda item: -item.size) for text, items in found.items()}


def _cut(image: Image.Image, item: TextLine) -> Image.Image:
    rect = item.rect
    around = Rect(max(0, rect.x0 - 1), rect.y0, rect.x1 + 1, rect.y1)
    piece = image.crop(around)
    return ImageOps.invert(piece) if item.ink is Ink.WHITE else piece


def test_every_total_and_nearly_every_name_is_read(named: list[Page], tmp_path: Path) -> None:
    names, totals = Strip("".join(sorted(set("".join(NAMES))))), Strip("0123456789-")
    wanted: dict[str, list[tuple[str, bytes | None]]] = defaultdict(list)
    summed: list[tuple[str, str, bytes]] = []
    for place, surface in _places():
        for page in named:
            scene = lay_out(page, surface, ENGLISH)
            image = paint_scene(scene, surface).convert("L")
            written = _largest(scene, Role.NAME)
            for name in _players(page):
                items = written.get(name)
                wanted[place].append((name, names.add(_cut(image, items[0]), name) if items else None))
            for text, items in _largest(scene, Role.TOTAL).items():
                summed += [(place, text, totals.add(_cut(image, item), _plain(text))) for item in items]
    names.look(tmp_path)
    totals.look(tmp_path)
    misread = {(place, text, totals.reads(key)) for place, text, key in summed if totals.reads(key) != _plain(text)}
    assert not misread
    for place, people in non_empty(wanted.items()):
        unread = [(name, key and names.reads(key)) for name, key in people if key is None or names.reads(key) != name]
        assert len(unread) <= (1 - ENOUGH) * len(people), (place, len(people), unread)


def _players(page: Page) -> list[str]:
    body = page.body
    assert isinstance(body, Sheet | Breakdown)
    return [row.name for row in (body.rows if isinstance(body, Sheet) else body.players)]


def _plain(total: str) -> str:
    """A total in the letters that Tesseract knows."""
    return re.sub("\N{MINUS SIGN}", "-", total)


def test_type_that_is_too_small_is_not_read(tmp_path: Path) -> None:
    """The proof can fail."""
    strip, keys = Strip("".join(sorted(set("".join(NAMES))))), []
    for name in NAMES:
        surface = surface_of(panel.panel_kind("what-black"))
        item = TextLine(Rect(2, 0, 90, 12), 9, name, 6)
        keys.append(strip.add(paint_scene(Scene(92, 12, (item,)), surface).convert("L"), name))
    strip.look(tmp_path)
    assert sum(strip.reads(key) == name for key, name in zip(keys, NAMES, strict=True)) < ENOUGH * len(NAMES)
