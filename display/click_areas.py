"""The areas of a page that can be clicked or touched, each with the keys that it stands for."""

from __future__ import annotations

from collections.abc import Iterator

from display.scene import KeyMapCell, Rect, Scene, Target
from display.vocabulary import IdleText, Page
from display.words import Label, Language
from values.named_tuple import NamedTuple


class ClickArea(NamedTuple):
    """An area of the picture and what it means in words.

    `keys` is the code to type from the question's level on, or the key to hold if `is_held` is true. Without keys,
    pointing wakes an idle page.
    """

    rect: Rect
    keys: str
    label: str
    is_held: bool = False


def page_click_areas(page: Page, scene: Scene, language: Language) -> tuple[ClickArea, ...]:
    """Return the areas of a page as it was laid out; no two overlap."""
    if isinstance(page.body, IdleText):
        return (ClickArea(Rect(0, 0, scene.width, scene.height), "", language.say(page.body.lines[-1])),)
    areas: list[ClickArea] = []
    for area in _all_areas(page, scene, language):
        # A code that is on the board and in the key map would be found twice.
        if not any(area.rect.overlaps(other.rect) for other in areas):
            areas.append(area)
    return tuple(areas)


def _all_areas(page: Page, scene: Scene, language: Language) -> Iterator[ClickArea]:
    """Yield the cells of the key map first, then the targets on cards and players and below the page."""
    items = scene.items
    for cell in items:
        if isinstance(cell, KeyMapCell) and cell.prefix is not None:
            yield ClickArea(cell.rect, cell.prefix + cell.code, cell.label)
    meanings = _meanings(page)
    for target in items:
        if isinstance(target, Target) and (target.keys, target.is_held) in meanings:
            yield ClickArea(
                target.rect, target.keys, language.say(meanings[target.keys, target.is_held]), target.is_held
            )


def _meanings(page: Page) -> dict[tuple[str, bool], Label]:
    """Return the meaning of each code of the question, and of each key that can be held."""
    level = page.keymap.level
    codes = {(cell.code, False): cell.label for cell in (() if level is None else level.cells)}
    return codes | {(hold.key, True): hold.label for hold in page.holds}
