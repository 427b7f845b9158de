"""What a page is: a title, pieces of HTML, and tables that are files, too."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from urllib.parse import quote

from club.pages.paging import NOTHING_ASKED, AskedPart
from club.store.database import ClubStore
from device.reports import html, spreadsheet
from device.reports.html import Content, Markup, element, joined, link
from device.reports.text_lines import hundredths
from display.words import Language, Text, text
from values.named_tuple import NamedTuple

PLACES = (
    ("/", text("Tables")),
    ("/evenings", text("Evenings")),
    ("/pairings", text("Pairings")),
    ("/games", text("Games")),
    ("/statistics", text("Statistics")),
    ("/aside", text("Not counted")),
)

DIRECTING = ("/directing", text("Directing"))
"""The page that only directors have."""

AGAIN_S = 30
"""After how many seconds a browser without scripts asks for a page of what happens now anew."""


class ClubView(NamedTuple):
    """What a page is made of: the store, the time in seconds since 1970, a language, the director who looks, if one
    does, and which part of the page is asked for."""

    store: ClubStore
    now: float
    language: Language
    director: str | None = None
    asked: AskedPart = NOTHING_ASKED

    def say(self, what: Text | str) -> str:
        """In words."""
        return self.language.say(what)


Value = str | int | float | None
"""What a file has in a cell."""


class TableCell(NamedTuple):
    """A cell: what a file has there, and what a page shows, where that is something else."""

    value: Value
    shown: Content = None

    @property
    def content(self) -> Content:
        """What a page shows."""
        if self.shown is not None:
            return self.shown
        return "" if self.value is None else str(self.value)


class PageTable(NamedTuple):
    """A table of a page: its word in files, its caption, its columns by word and head, and its rows; what a page says
    instead where there may be none."""

    key: str
    caption: Text
    columns: tuple[tuple[str, Text], ...]
    rows: tuple[tuple[TableCell, ...], ...]
    none: Text | None = None


Part = Content | PageTable


class ClubPage(NamedTuple):
    """A page at a path; `live` where it shows what happens now, so that browsers are to ask again. `part` is what an
    address has after the path, where the page has a part of something."""

    where: str
    title: str
    parts: tuple[Part, ...]
    live: bool = False
    part: str = ""

    @property
    def tables(self) -> tuple[PageTable, ...]:
        """Those of its parts that are tables."""
        return tuple(part for part in self.parts if isinstance(part, PageTable))


def share(view: ClubView, points: Fraction) -> TableCell:
    """Points as a decimal fraction, on a page with two places."""
    return TableCell(round(float(points), 4), view.say(hundredths(float(points))))


def as_html(view: ClubView, page: ClubPage) -> bytes:
    """The page for a browser."""
    language, say = view.language, view.say
    places = (*PLACES, DIRECTING) if view.director is not None else PLACES
    ways = [
        element("a", say(words), href=path, aria_current="page" if path == page.where else None)
        for path, words in places
    ]
    again = element("noscript", element("meta", http_equiv="refresh", content=str(AGAIN_S))) if page.live else None
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        again,
        element("title", f"{page.title} – Tablekeeper"),
        element("link", rel="stylesheet", href="/hub.css"),
        element("script", type="module", src="/hub.js") if page.live else None,
    )
    navigation = element("nav", *ways, aria_label=say(text("The club")))
    shown = [_shown(view, part, page.title) for part in page.parts]
    content = element("div", *shown, id="live") if page.live else joined(shown)
    main = element("main", element("h1", page.title), content, _files(view, page))
    body = element("body", element("header", navigation, _who(view)), main)
    return f"<!doctype html>\n{element('html', head, body, lang=language.code)}\n".encode()


def _shown(view: ClubView, part: Part, title: str) -> Content:
    if not isinstance(part, PageTable):
        return part
    if not part.rows and part.none is not None:
        return element("p", view.say(part.none))
    heads, caption = [view.say(head) for _, head in part.columns], view.say(part.caption)
    rows = ([cell.content for cell in row] for row in part.rows)
    return html.table(caption, heads, rows, captioned=caption != title, figures=_figures(part))


def _figures(table: PageTable) -> list[int]:
    """The columns of a table that have numbers, and show them as such: `yes` is a number in files only."""
    columns = [[row[at] for row in table.rows if row[at].value is not None] for at in range(len(table.columns))]
    return [at for at, cells in enumerate(columns) if cells and all(map(_is_figure, cells))]


def _is_figure(cell: TableCell) -> bool:
    return isinstance(cell.value, int | float) and any(map(str.isdigit, str(cell.content)))


def _who(view: ClubView) -> Markup:
    if view.director is None:
        return element("p", link("/login", view.say(text("Directors log in"))), class_="who")
    button = element("button", view.say(text("Log out")))
    leaving = element("form", button, action="/logout", method="post")
    return element("div", element("span", view.director), leaving, class_="who")


def _files(view: ClubView, page: ClubPage) -> Content:
    """Links to the page's tables as files, but for those that are empty."""
    if not page.tables:
        return None
    part = f"&{page.part}" if page.part else ""
    csv_links = [
        link(
            f"{page.where}?as=csv&table={quote(one.key)}{part}",
            view.say(text("“{table}” as CSV", table=view.say(one.caption))),
        )
        for one in page.tables
        if one.rows
    ]
    ways = [link(f"{page.where}?as=json{part}", view.say(text("All as JSON"))), *csv_links]
    return element("ul", *(element("li", way) for way in ways), class_="files")


def as_csv(page: ClubPage, key: str) -> bytes | None:
    """One table of a page as a spreadsheet opens it; None if there is none of this word."""
    found = next((one for one in page.tables if one.key == key), None)
    if found is None:
        return None
    rows = ([cell.value for cell in row] for row in found.rows)
    lines = [spreadsheet.line(key for key, _ in found.columns), *(spreadsheet.line(row) for row in rows)]
    return "".join((spreadsheet.MARK, *lines)).encode()


def as_json(page: ClubPage) -> bytes:
    """All tables of a page: for each word an array of objects."""
    found = {one.key: [_object(one.columns, row) for row in one.rows] for one in page.tables}
    return json.dumps(found, ensure_ascii=False, indent=1).encode()


def _object(columns: Sequence[tuple[str, Text]], row: Sequence[TableCell]) -> dict[str, Value]:
    return {key: cell.value for (key, _), cell in zip(columns, row, strict=True)}
