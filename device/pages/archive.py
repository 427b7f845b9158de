"""The pages of past games and people: the content from `device.reports`, with key codes and holds added."""

from __future__ import annotations

from device.contract.prompt import Prompt
from device.pages.build import GO_BACK, MENU, NEXT_PAGE
from device.pages.keymap import key_map, typing_in, with_title
from device.session.archive import ArchivePage, ArchivePlace
from device.session.prompts import ArchiveView, Meaning
from display.surface import Surface
from display.vocabulary import Hold, KeyMap, Notice, Page, Paragraphs
from display.words import Text, text

THINGS = ((200, 5), (400, 8), (0, 12))
"""The number of things to choose from on a page, by panel height: (height below which the entry applies, number).

The last entry applies to all other panels.
"""

THE_TABLE = Hold("C", text("back to the table"))


def archive_page(view: ArchiveView, prompt: Prompt[Meaning], typed: str, notice: Notice | None) -> Page:
    """The page of the past as the panel shows it."""
    found = view.page
    now = typing_in(prompt.level, typed)
    incomplete = now.half and notice is None
    keys = key_map(now.level) if prompt.level.choices else KeyMap()
    return Page(
        heading=found.title,
        question=prompt.question,
        body=found.body,
        notice=notice or found.notice,
        keymap=with_title(keys, bool(now.said) or found.body is not None),
        typed_words=now.said,
        typed_keys=now.begun,
        holds=archive_holds(view, incomplete=incomplete),
        last_declaration=found.remark,
    )


def archive_holds(view: ArchiveView, *, incomplete: bool = False) -> tuple[Hold, ...]:
    """The holds on such a page. Without "back to the table" if half a code is typed."""
    more = () if view.page.next_page is None else (NEXT_PAGE,)
    return (GO_BACK, *more, *(() if incomplete else (THE_TABLE,)), MENU)


def awaited_view(place: ArchivePlace) -> ArchiveView:
    """The page to show while the page of `place` is awaited for long."""
    return ArchiveView(ArchivePage(place, text("The past"), text("One moment…")), is_awaited=True)


def unreadable_page(place: ArchivePlace, error: Text | str) -> ArchivePage:
    """The page for a journal that can't be read, with the error."""
    return ArchivePage(place, text("The past"), text("Nothing can be shown"), Paragraphs((cannot_read_text(error),)))


def cannot_read_text(reason: Text | str) -> Text:
    """The sentence about a past that can't be read."""
    return text("The past can't be read: {reason}", reason=reason)


def lines_per_page(surface: Surface) -> int:
    """The number of things to choose from on a page of this panel."""
    return next(things for below, things in THINGS if surface.height < below or not below)
