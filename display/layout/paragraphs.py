"""Plain sentences, paragraph by paragraph."""

from __future__ import annotations

from display.layout.body_plan import BodyPlan
from display.layout.scale import Scale, steps
from display.layout.text_items import label_text, line_count, paragraph
from display.scene import Box, Item
from display.text_metrics import ELLIPSIS, line_height, size_at_most
from display.vocabulary import Paragraphs
from display.words import Language


def plan(lines: Paragraphs, box: Box, scale: Scale, language: Language) -> BodyPlan:
    items, loss = draw(lines, box, scale, language)
    return BodyPlan(lambda: items, loss)


def draw(
    lines: Paragraphs, box: Box, scale: Scale, language: Language, *, large: bool = False
) -> tuple[list[Item], int]:
    """Paragraphs in the largest type that fits, and how much was lost: the last lines end in an ellipsis.

    Type is a step below small type at least: people read it while the game waits, from where they sit.

    `large` ones, as large as what keys mean, are read by everybody while they do what these say.
    """
    texts = [label_text(each, language) for each in lines.lines]
    least = max(scale.least, size_at_most(scale.small - 1))
    for size in steps(scale.keys[0] if large else scale.text, least):
        gap = line_height(size) // 3
        high = (
            sum(line_count(each, size, _bold(size, scale), box.width) * line_height(size) + gap for each in texts) - gap
        )
        if high <= box.height:
            return _drawn(texts, box, size, gap, scale), 0
    return _drawn(texts, box, least, 0, scale), 10


def _bold(size: int, scale: Scale) -> bool:
    """Small type reads better light."""
    return size > scale.small


def _drawn(texts: list[str], box: Box, size: int, gap: int, scale: Scale) -> list[Item]:
    items: list[Item] = []
    y = box.y0
    for each in texts:
        room = (box.y1 - y) // line_height(size)
        if room < 1:
            break
        # A part of a sentence may say the contrary; of a first one, a part is better than nothing.
        whole = not items or line_count(each, size, _bold(size, scale), box.width) <= room
        box_left = Box(box.x0, y, box.x1, box.y1)
        drawn, high = paragraph(each if whole else ELLIPSIS, box_left, size, _bold(size, scale))
        items += drawn
        y += high + gap
    return items
