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

DEFAULT_ROWS = 100
"""Default number of rows of a table on a page."""

MAX_IN_FILE = 20_000
"""Maximum number of rows of a table in a file."""

_MAX_DIGITS = 9  # of a number in a URL: it is far below the limits of the database


class RequestedPart(NamedTuple):
    """The requested part of a page: a table by its key and its page, from 1; only entries before `before_number`; one
    `evening`; a record from `first_line` on. `is_file` is true for JSON and CSV, which have whole tables if
    possible."""

    table_key: str = ""
    page: int = 1
    before_number: int | None = None
    evening: int | None = None
    first_line: int = 1
    is_file: bool = False


WHOLE_PAGE = RequestedPart()


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


def parse_number(digits: str) -> int | None:
    """The number that a browser sent; None for any other word, or one that is too long."""
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= _MAX_DIGITS else None


class RowRange(NamedTuple):
    """The rows of a page: at most `limit` rows after the first `skip`."""

    skip: int
    limit: int

    def select(self, rows: Sequence[T]) -> Sequence[T]:
        """Those of all rows that are on the page."""
        return rows[self.skip : self.skip + self.limit]


def requested_rows(view: ClubView, key: str, limit: int = DEFAULT_ROWS) -> RowRange:
    """The requested rows of a table: `limit` rows on a page, and up to `MAX_IN_FILE` in a file."""
    if view.requested_part.is_file:
        return RowRange(0, MAX_IN_FILE)
    page = view.requested_part.page if view.requested_part.table_key in ("", key) else 1
    return RowRange((page - 1) * limit, limit)


def page_links(view: ClubView, path: str, key: str, rows: RowRange, row_count: int) -> Content:
    """Which rows of a table are shown, with links to the previous and next ones; None if there are no others."""
    if view.requested_part.is_file or not row_count or rows.skip + row_count <= rows.limit:
        return None
    page, last_page = rows.skip // rows.limit + 1, -(-row_count // rows.limit)
    last_row = min(row_count, rows.skip + rows.limit)
    range_sentence = text("{first} to {last} of {count}", first=rows.skip + 1, last=last_row, count=row_count)
    if page > last_page:
        range_sentence = text("none of {count}", count=row_count)
    links = [
        link_to(f"{path}?table={quote(key)}&page={number}", view.say(label))
        for number, label in ((min(page - 1, last_page), text("Previous")), (page + 1, text("Next")))
        if 1 <= number <= last_page
    ]
    return element("p", view.say(range_sentence), *(join_markup((" ", link)) for link in links), class_="turning")


def older_link(view: ClubView, path: str, before_number: int | None) -> Content:
    """A link to the entries before `before_number`; None if that is None."""
    if before_number is None or view.requested_part.is_file:
        return None
    return element("p", link_to(f"{path}?before={before_number}", view.say(text("Older"))), class_="turning")
