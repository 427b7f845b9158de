"""The pages of past games and people: the content from `device.reports`, with key codes and holds added."""

from __future__ import annotations

import math

from device.contract.prompt import Prompt
from device.pages.build import GO_BACK, MENU, NEXT_PAGE
from device.pages.keymap import drop_title, key_map, typed_code
from device.session.places import ArchivePage, ArchivePlace
from device.session.prompts import ArchiveView, Meaning
from display.surface import Surface
from display.vocabulary import Hold, KeyMap, Notice, Page, Paragraphs, ScanCode
from display.words import Label, Text, text

CHOICES_BY_HEIGHT = ((200, 5), (400, 8), (math.inf, 12))
"""The number of things to choose from on a page, by panel height: (height below which the entry applies, number)."""

FIRST_PAGE = Hold("B", text("first page"))
BACK_TO_TABLE = Hold("C", text("back to the table"))


def archive_page(view: ArchiveView, prompt: Prompt[Meaning], typed: str, notice: Notice | None) -> Page:
    """The page of the past as the panel shows it."""
    page = view.page
    code = typed_code(prompt.level, typed)
    is_incomplete = code.is_partial and notice is None
    keymap = key_map(code.level) if prompt.level.choices else KeyMap()
    if not code.words and page.body is None:
        keymap = drop_title(keymap)
    question: Label = prompt.question
    if notice is not None and isinstance(page.body, ScanCode):
        question, notice = notice.lines[0], None  # beside a code there is no room for a notice
    return Page(
        heading=page.title,
        question=question,
        body=page.body,
        notice=notice or page.notice,
        keymap=keymap,
        typed_words=code.words,
        typed_keys=code.typed_keys,
        holds=archive_holds(view, is_incomplete=is_incomplete),
        last_declaration=page.remark,
    )


def archive_holds(view: ArchiveView, *, is_incomplete: bool = False) -> tuple[Hold, ...]:
    """The holds on such a page. After the last of several pages comes the first. While half a code is typed, “back to
    the table” is left out."""
    is_last = getattr(view.page.next_page, "page", None) == 0
    next_page = () if view.page.next_page is None else (FIRST_PAGE if is_last else NEXT_PAGE,)
    return (GO_BACK, *next_page, *(() if is_incomplete else (BACK_TO_TABLE,)), MENU)


def awaited_view(place: ArchivePlace) -> ArchiveView:
    """The page to show while the page of `place` is awaited for long."""
    return ArchiveView(ArchivePage(place, text("The past"), text("One moment…")), is_awaited=True)


def cannot_read_page(place: ArchivePlace, error: Text | str) -> ArchivePage:
    """The page for a journal that can't be read, with the error."""
    return ArchivePage(place, text("The past"), text("Nothing can be shown"), Paragraphs((cannot_read_text(error),)))


def cannot_read_text(reason: Text | str) -> Text:
    """The sentence about a past that can't be read."""
    return text("The past can't be read: {reason}", reason=reason)


def choices_per_page(surface: Surface) -> int:
    """The number of things to choose from on a page of this panel."""
    return next(choices for height_limit, choices in CHOICES_BY_HEIGHT if surface.height < height_limit)
