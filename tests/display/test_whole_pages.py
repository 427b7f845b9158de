"""Tesseract reads every name, every total and every key's label off whole pages, from 400×300 up.

It gets the picture of a page as a camera would have it, larger and a little out of focus, and nothing is cut out of it:
what it finds is then looked for where the page has its words. It reads a page as scattered words, and once more as
lines of writing, since it overlooks figures that stand alone in the one and words beside key caps in the other. What it
makes of a key's cap may stand before a label. Letters that are one stroke (i, l, I, 1), and o and 0, are one to it.
"""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import unicodedata
from dataclasses import fields, is_dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image, ImageFilter

from device.gallery.samples import moments
from device.pages.surface import surface_of
from display.layout import lay_out
from display.paint import paint
from display.scene import Part, TextLine
from display.surface import Surface
from display.words import ENGLISH
from hal.panel import panel

pytestmark = pytest.mark.skipif(shutil.which("tesseract") is None, reason="needs Debian's tesseract-ocr")

ASKED = (Part.NAME, Part.TOTAL, Part.LABEL)
READINGS = ((2.0, "11"), (1.5, "6"))
"""How much larger, and how Tesseract takes a page: 11 is scattered words, 6 is lines of writing."""
BLUR = 0.5
CAP = 4
"""Letters that it makes of a key's cap at most."""
ALIKE = str.maketrans({"I": "l", "1": "l", "i": "l", "|": "l", "0": "o", "O": "o", "Q": "o"})
PAGES = (
    ("what-black", "starter"),
    ("what-black", "question-2"),
    ("what-black", "summary-2"),
    ("what-black", "final-2"),
    ("impression-7.3", "summary-2"),
)
"""Of No Thanks!: names with their keys, a turn with seven players, points beside totals, and a final sheet."""
LEAST = 7
"""So many words each of them asks at least: those of the page for who starts, with its seven players."""


class Word(NamedTuple):
    """What was read, and where: its left and right edges and the middle of its height, in pixels of the panel."""

    said: str
    left: float
    right: float
    middle: float


def _read(image: Image.Image, times: float, way: str, file: Path) -> list[Word]:
    """All the words of a picture."""
    large = image.resize((int(image.width * times), int(image.height * times)), Image.Resampling.BICUBIC)
    large.filter(ImageFilter.GaussianBlur(times * BLUR)).save(file, dpi=(300, 300))
    command = ["tesseract", str(file), "-", "-l", "eng", "--psm", way, "tsv"]
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


def _letters(said: str) -> str:
    """Letters and figures alone."""
    return "".join(letter for letter in said.translate(ALIKE) if letter.isascii() and letter.isalnum())


def _without_accents(value: Any) -> Any:
    """A page, or a part of it, with names of English letters: others are misread by who knows no others."""
    if isinstance(value, StrEnum):
        return value
    if isinstance(value, str):
        return "".join(one for one in unicodedata.normalize("NFD", value) if not unicodedata.combining(one))
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: _without_accents(getattr(value, one.name)) for one in fields(value)})
    if isinstance(value, tuple):
        parts = map(_without_accents, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


def _is_read(item: TextLine, words: list[Word]) -> bool:
    """Whether the words that lie on a piece of writing say it."""
    box = item.box
    on = [
        word
        for word in words
        if box.y0 <= word.middle < box.y1
        and min(box.x1, word.right) - max(box.x0, word.left) > min(word.right - word.left, box.width) / 2
    ]
    said = _letters("".join(word.said for word in sorted(on, key=lambda word: word.left)))
    wanted = _letters(item.text)
    return said == wanted or (item.part is not Part.TOTAL and said.endswith(wanted) and len(said) <= len(wanted) + CAP)


def _unread(surface: Surface, name: str, file: Path) -> tuple[int, list[str]]:
    """How many pieces of writing a page has that must be read, and those that no reading of it has."""
    (page,) = (moment.page for moment in moments("no-thanks") if moment.name == name)
    scene = lay_out(_without_accents(page), surface, ENGLISH)
    image = paint(scene, surface).convert("L")
    asked = [item for item in scene.items if isinstance(item, TextLine) and item.part in ASKED and _letters(item.text)]
    left = asked
    for times, way in READINGS:
        if left:
            words = _read(image, times, way, file)
            left = [item for item in left if not _is_read(item, words)]
    return len(asked), [item.text for item in left]


@pytest.mark.parametrize(("kind", "name"), PAGES)
def test_every_name_total_and_label_is_read_off_the_whole_page(kind: str, name: str, tmp_path: Path) -> None:
    asked, unread = _unread(surface_of(panel.kind(kind)), name, tmp_path / "page.png")
    assert asked >= LEAST
    assert not unread


def test_what_is_not_on_the_page_is_not_read(tmp_path: Path) -> None:
    """The proof can fail: a page of the smallest panel has writing that Tesseract does not make out."""
    _, unread = _unread(surface_of(panel.kind("phat-black")), "question-2", tmp_path / "page.png")
    assert unread
