"""The content of a page: a title, pieces of HTML, and tables; and its output as HTML, JSON and CSV."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from urllib.parse import quote

from club.pages.paging import WHOLE_PAGE, RequestedPart
from club.store.database import ClubStore
from device.reports import html, spreadsheet
from device.reports.html import Content, Markup, element, join_markup, link_to
from device.reports.text_lines import two_decimals
from display.words import Language, Text, text
from values.named_tuple import NamedTuple

NAVIGATION = (
    ("/", text("Tables")),
    ("/evenings", text("Evenings")),
    ("/pairings", text("Pairings")),
    ("/games", text("Games")),
    ("/statistics", text("Statistics")),
    ("/aside", text("Not counted")),
)

DIRECTING_ENTRY = ("/directing", text("Directing"))
"""The page that is only for directors."""

RELOAD_INTERVAL_S = 30
"""Seconds after which a browser without scripts reloads a live page."""


class ClubView(NamedTuple):
    """The context of a request: the store, the time in seconds since 1970, the language, the name of the director who
    has logged in, if any, and the requested part of the page."""

    store: ClubStore
    now_s: float
    language: Language
    director: str | None = None
    requested_part: RequestedPart = WHOLE_PAGE

    def say(self, sentence: Text | str) -> str:
        """Return a sentence in the language of the view."""
        return self.language.say(sentence)


CellValue = str | int | float | None
"""The value of a cell in a file."""


class TableCell(NamedTuple):
    """A cell: its value in files, and its content on a page, if that differs."""

    value: CellValue
    page_content: Content = None

    @property
    def content(self) -> Content:
        """The content on a page."""
        if self.page_content is not None:
            return self.page_content
        return "" if self.value is None else str(self.value)


class PageTable(NamedTuple):
    """A table of a page: its key in files and URLs, its caption, its columns (key and heading), and its rows.
    `empty_sentence` is the sentence that a page shows instead of a table without rows."""

    key: str
    caption: Text
    columns: tuple[tuple[str, Text], ...]
    rows: tuple[tuple[TableCell, ...], ...]
    empty_sentence: Text | None = None


PagePart = Content | PageTable


class ClubPage(NamedTuple):
    """A page at a path. Browsers update it, or load it again, if `is_live`. `query` is the URL's query if the page has
    only a part of something."""

    path: str
    title: str
    parts: tuple[PagePart, ...]
    is_live: bool = False
    query: str = ""

    @property
    def tables(self) -> tuple[PageTable, ...]:
        """Those of its parts that are tables."""
        return tuple(part for part in self.parts if isinstance(part, PageTable))


def points_cell(view: ClubView, points: Fraction) -> TableCell:
    """Points as a decimal fraction; on a page, with two decimal places."""
    return TableCell(round(float(points), 4), view.say(two_decimals(float(points))))


def page_as_html(view: ClubView, page: ClubPage) -> bytes:
    """The page as an HTML document."""
    language, say = view.language, view.say
    entries = (*NAVIGATION, DIRECTING_ENTRY) if view.director is not None else NAVIGATION
    links = [
        element("a", say(label), href=path, aria_current="page" if path == page.path else None)
        for path, label in entries
    ]
    refresh = element("meta", http_equiv="refresh", content=str(RELOAD_INTERVAL_S))
    reload = element("noscript", refresh) if page.is_live else None
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        reload,
        element("title", f"{page.title} – Tablekeeper"),
        element("link", rel="stylesheet", href="/hub.css"),
        element("script", type="module", src="/hub.js") if page.is_live else None,
    )
    navigation = element("nav", *links, aria_label=say(text("The club")))
    part_elements = [_part_html(view, part, page.title) for part in page.parts]
    content = element("div", *part_elements, id="live") if page.is_live else join_markup(part_elements)
    main = element("main", element("h1", page.title), content, _file_links(view, page))
    body = element("body", element("header", navigation, _login_part(view)), main)
    return f"<!doctype html>\n{element('html', head, body, lang=language.code)}\n".encode()


def _part_html(view: ClubView, part: PagePart, title: str) -> Content:
    if not isinstance(part, PageTable):
        return part
    if not part.rows and part.empty_sentence is not None:
        return element("p", view.say(part.empty_sentence))
    headings, caption = [view.say(heading) for _, heading in part.columns], view.say(part.caption)
    rows = ([cell.content for cell in row] for row in part.rows)
    return html.html_table(
        caption, headings, rows, shows_caption=caption != title, number_columns=_number_columns(part)
    )


def _number_columns(table: PageTable) -> list[int]:
    """The indices of columns that show numbers on the page. A `yes`, for example, is a number only in files."""
    columns = [[cell for cell in column if cell.value is not None] for column in zip(*table.rows, strict=True)]
    return [index for index, cells in enumerate(columns) if cells and all(map(_is_number, cells))]


def _is_number(cell: TableCell) -> bool:
    return isinstance(cell.value, int | float) and any(map(str.isdigit, str(cell.content)))


def _login_part(view: ClubView) -> Markup:
    if view.director is None:
        return element("p", link_to("/login", view.say(text("Directors log in"))), class_="who")
    button = element("button", view.say(text("Log out")))
    log_out_form = element("form", button, action="/logout", method="post")
    return element("div", element("span", view.director), log_out_form, class_="who")


def _file_links(view: ClubView, page: ClubPage) -> Content:
    """Links to the page's tables as files, except empty ones."""
    if not page.tables:
        return None
    query_suffix = f"&{page.query}" if page.query else ""
    csv_links = [
        link_to(
            f"{page.path}?as=csv&table={quote(table.key)}{query_suffix}",
            view.say(text("“{table}” as CSV", table=view.say(table.caption))),
        )
        for table in page.tables
        if table.rows
    ]
    links = [link_to(f"{page.path}?as=json{query_suffix}", view.say(text("All as JSON"))), *csv_links]
    return element("ul", *(element("li", link) for link in links), class_="files")


def table_as_csv(page: ClubPage, key: str) -> bytes | None:
    """One table of a page as a CSV file for spreadsheets; None if there is none with this key."""
    requested_table = next((page_table for page_table in page.tables if page_table.key == key), None)
    if requested_table is None:
        return None
    rows = ([cell.value for cell in row] for row in requested_table.rows)
    header = spreadsheet.csv_line(key for key, _ in requested_table.columns)
    return "".join((spreadsheet.BYTE_ORDER_MARK, header, *map(spreadsheet.csv_line, rows))).encode()


def page_as_json(page: ClubPage) -> bytes:
    """All tables of a page as JSON: an array of objects for each table's key."""
    tables = {table.key: [_json_object(table.columns, row) for row in table.rows] for table in page.tables}
    return json.dumps(tables, ensure_ascii=False, indent=1).encode()


def _json_object(columns: Sequence[tuple[str, Text]], row: Sequence[TableCell]) -> dict[str, CellValue]:
    return {key: cell.value for (key, _), cell in zip(columns, row, strict=True)}
