"""Fills the sidebar of a panel: the page in words, and the growing record, with the last refusals below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from device.contract.keycodes import Choice, Layout, Level
from device.pages.build import game_heading
from device.session import session as sessions
from device.session.correction_marks import LineMark, MarkKind
from device.session.rows import JournalRow
from device.session.session import Session, Stage
from device.table import events
from device.table.typed_words import END_LABELS
from display.click_areas import page_click_areas
from display.text_alternative import page_sections
from display.vocabulary import KeyMap, Page, Suit
from display.words import Language, Text, text
from hal.table.sidebar import (
    PictureArea,
    PictureAreas,
    Sidebar,
    SidebarCard,
    SidebarContents,
    SidebarEntry,
    SidebarMark,
)


class SidebarFiller:
    """Fills a sidebar, and calls `set_language` when the table changes its language."""

    name = "sidebar"

    def __init__(self, sidebar: Sidebar, language: Language, set_language: Callable[[Language], None]) -> None:
        self._sidebar = sidebar
        self._language = language
        self._set_language = set_language
        self._rows: list[JournalRow] = []
        self._game_number = 0
        self._refusals: list[SidebarEntry] = []
        """The declarations that were refused after the last one that was not."""
        self._contents = SidebarContents()

    def handle_event(self, event: events.TableEvent) -> None:
        """Follow the rows of the game in play, and update the sidebar with each page."""
        match event:
            case events.GameOpened(number, rows):
                self._game_number, self._rows, self._refusals = number, list(rows), []
            case events.Declared(rows=rows):
                self._rows += rows
                self._refusals = []
            case events.TakenBack(rows):
                del self._rows[-len(rows) :]
                self._refusals = []
            case events.DeclarationRefused(lines, declares=True):
                self._refusals.append(SidebarEntry(" ".join(map(self._language.say, lines)), is_refused=True))
            case events.LanguageChanged(language):
                self._language = language
                self._set_language(language)
            case events.PageChanged(page, session, language, marks, pointable):
                self._set_page(page, session, language, marks)
                self._show(pointable)
            case events.RefreshEnded(pointable=pointable):
                self._show(pointable)

    def _show(self, pointable: events.PointablePage | None) -> None:
        """Update the sidebar, with the parts of the page that may be pointed at."""
        self._contents = self._contents._replace(picture_areas=_picture_areas(pointable))
        self._sidebar.show_sidebar(self._contents)

    def _set_page(self, page: Page, session: Session, language: Language, marks: tuple[LineMark, ...]) -> None:
        lines = sessions.public_lines_after(self._rows, session)
        table = session.record.table
        self._contents = SidebarContents(
            sections=page_sections(page, language),
            state_section_count=len(page_sections(page._replace(keymap=KeyMap(), holds=()), language)),
            hold_meanings=tuple((hold.key, language.say(hold.label)) for hold in page.holds),
            enter_meaning=_enter_meaning(page, language),
            transcript=(*map(SidebarEntry, lines), *self._refusals),
            record="".join(f"{line}\n" for line in lines),
            players=() if table is None else table.players,
            finished_game_number=self._game_number if session.stage is Stage.FINAL else 0,
            game="" if session.record.game is None else language.say(game_heading(session)),
            is_game_in_play=session.stage in (Stage.STARTER, Stage.PLAY, Stage.SUMMARY),
            marks=tuple(
                SidebarMark(mark.line_number, mark.kind.value, language.say(_mark_text(mark))) for mark in marks
            ),
        )


def _enter_meaning(page: Page, language: Language) -> str:
    """What Enter does in an empty field: it ends an entry, else does what holding C does."""
    cells = () if page.keymap.level is None else page.keymap.level.cells
    ends = (cell.label for cell in cells if cell.label in END_LABELS)
    held_labels = (hold.label for hold in page.holds if hold.key == "C" and not hold.is_redo)
    label = next(chain(ends, held_labels), None)
    return "" if label is None else language.say(label)


def _picture_areas(pointable: events.PointablePage | None) -> PictureAreas:
    if pointable is None:
        return PictureAreas()
    keys_before = pointable.keys_before
    areas = (
        PictureArea(area.rect, area.keys if area.is_held or not area.keys else keys_before + area.keys, *area[2:])
        for area in page_click_areas(pointable.page, pointable.scene, pointable.language)
    )
    cards = () if pointable.level is None else tuple(suited_cards(pointable.level, pointable.language))
    return PictureAreas(pointable.question_number, tuple(areas), pointable.asked_seats, cards)


def suited_cards(level: Level[Any], language: Language, keys_before: str = "") -> Iterator[SidebarCard]:
    """Yield a card for each number and suit, if the numbers of a pad lead to a choice of suit."""
    for choice in level.choices if level.layout is Layout.PAD else ():
        next_level = choice.means if choice.shown else None
        if isinstance(next_level, Level):
            keys = keys_before + level.code(choice.slot)
            if next_level.is_number_block:
                yield from suited_cards(next_level, language, keys)
            else:
                yield from (
                    SidebarCard(keys + next_level.code(suit.slot), language.say(choice.label), language.say(suit.label))
                    for suit in _suits(next_level)
                )


def _suits(level: Level[Any]) -> Iterator[Choice[Any]]:
    """The suits that end a code."""
    return (
        choice for choice in level.choices if choice.shown and choice.completes_code and isinstance(choice.label, Suit)
    )


def _mark_text(mark: LineMark) -> Text:
    """The words of a mark for its line."""
    match mark.kind:
        case MarkKind.POINTED:
            return text("this line")
        case MarkKind.CHANGED:
            return text("will be: {line}", line=mark.new_text)
        case MarkKind.GONE:
            return text("will be gone")
        case MarkKind.BEFORE:
            return text("new before it: {line}", line=mark.new_text)
        case MarkKind.AFTER:
            return text("new after it: {line}", line=mark.new_text)
    return text("does not fit: {line}", line=mark.new_text) if mark.new_text else text("would not fit any more")
