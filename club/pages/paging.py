"""Pagination of long tables: parses the requested page from the URL, and makes links to the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from device.reports.html import Content, element, join_markup, link_to
from display.words import text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from club.pages.page_content import ClubView

T = TypeVar("T")

ROWS = 100
"""Default number of rows of a table on a page."""

MAX_IN_FILE = 20_000
"""Most rows of a table in a file."""

_MAX_DIGITS = 9


class RequestedPart(NamedTuple):
    """The requested part of a page: a table by its key and its page, from 1; only entries `before` a number; one
    `evening`; a record from a `line` on. `file` is true for JSON and CSV, which have whole tables if possible."""

    table: str = ""
    page: int = 1
    before: int | None = None
    evening: int | None = None
    line: int = 1
    file: bool = False


NOTHING_REQUESTED = RequestedPart()


def parse_query(query: Mapping[str, str]) -> RequestedPart:
    """Parse the requested part from a URL's query. Values that should be numbers and are not are ignored."""
    return RequestedPart(
        query.get("table", ""),
        parse_number(query.get("page", "")) or 1,
        parse_number(query.get("before", "")),
        parse_number(query.get("evening", "")),
        parse_number(query.get("line", "")) or 1,
        query.get("as") in ("json", "csv"),
    )


def parse_number(word: str) -> int | None:
    """The number that a browser sent; None for any other word, or one that is too long."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= _MAX_DIGITS else None


class RowRange(NamedTuple):
    """The rows of a page: at most `limit` rows after the first `skip`."""

    skip: int
    limit: int

    def part_of(self, rows: Sequence[T]) -> Sequence[T]:
        """Those of all rows that are on the page."""
        return rows[self.skip : self.skip + self.limit]


def requested_rows(view: ClubView, key: str, limit: int = ROWS) -> RowRange:
    """The requested rows of a table: `limit` rows on a page, and up to `MAX_IN_FILE` in a file."""
    if view.requested.file:
        return RowRange(0, MAX_IN_FILE)
    page = view.requested.page if view.requested.table in ("", key) else 1
    return RowRange((page - 1) * limit, limit)


def page_links(view: ClubView, path: str, key: str, rows: RowRange, count: int) -> Content:
    """Which rows of a table are shown, with links to the previous and next ones; None if all rows are shown."""
    if view.requested.file or count <= rows.limit:
        return None
    page, last_page = rows.skip // rows.limit + 1, -(-count // rows.limit)
    last = min(count, rows.skip + rows.limit)
    shown = text("{first} to {last} of {count}", first=rows.skip + 1, last=last, count=count)
    if page > last_page:
        shown = text("none of {count}", count=count)
    links = [
        link_to(f"{path}?table={quote(key)}&page={number}", view.say(words))
        for number, words in ((min(page - 1, last_page), text("Previous")), (page + 1, text("Next")))
        if 1 <= number <= last_page
    ]
    return element("p", view.say(shown), *(join_markup((" ", way)) for way in links), class_="turning")


def older_link(view: ClubView, path: str, before: int | None) -> Content:
    """A link to the entries before a number; None if `before` is None."""
    if before is None or view.requested.file:
        return None
    return element("p", link_to(f"{path}?before={before}", view.say(text("Older"))), class_="turning")
