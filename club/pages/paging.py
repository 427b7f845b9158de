"""Long tables in parts: which part is asked for, and the ways to the others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import quote

from device.reports.html import Content, element, joined, link
from display.words import text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from club.pages.page_content import ClubView

ROWS = 100
"""Rows of a table on a page, where nothing else is said."""

MOST_IN_FILE = 20_000
"""Rows of a table in a file."""

_MOST_DIGITS = 9


class AskedPart(NamedTuple):
    """Which part of a page is asked for: a table by its word and the page of it, from 1; what comes before a number;
    one evening of many; from which line on. A file has tables as a whole, where they can be had so."""

    table: str = ""
    page: int = 1
    before: int | None = None
    evening: int | None = None
    line: int = 1
    file: bool = False


NOTHING_ASKED = AskedPart()


def asked(query: Mapping[str, str]) -> AskedPart:
    """What an address asks for; what is no number asks for nothing."""
    return AskedPart(
        query.get("table", ""),
        _number(query, "page") or 1,
        _number(query, "before"),
        _number(query, "evening"),
        _number(query, "line") or 1,
        query.get("as") in ("json", "csv"),
    )


def _number(query: Mapping[str, str], name: str) -> int | None:
    found = query.get(name, "")
    return int(found) if found.isascii() and found.isdecimal() and len(found) <= _MOST_DIGITS else None


class RowRange(NamedTuple):
    """So many rows after others: those of a page."""

    skip: int
    most: int


def rows_of(view: ClubView, key: str, most: int = ROWS) -> RowRange:
    """The rows of a table that are asked for: so many on a page, all in a file."""
    if view.asked.file:
        return RowRange(0, MOST_IN_FILE)
    page = view.asked.page if view.asked.table in ("", key) else 1
    return RowRange((page - 1) * most, most)


def turning(view: ClubView, where: str, key: str, rows: RowRange, count: int) -> Content:
    """Which rows of a table these are, and the ways to the others; nothing where they are all."""
    if view.asked.file or count <= rows.most:
        return None
    page, last = rows.skip // rows.most + 1, -(-count // rows.most)
    first = rows.skip + 1
    shown = text("{first} to {last} of {count}", first=first, last=min(count, rows.skip + rows.most), count=count)
    ways = [
        link(f"{where}?table={quote(key)}&page={number}", view.say(words))
        for number, words in ((page - 1, text("Previous")), (page + 1, text("Next")))
        if 1 <= number <= last
    ]
    return element("p", view.say(shown), *(joined((" ", way)) for way in ways), class_="turning")


def older(view: ClubView, where: str, before: int | None) -> Content:
    """The way to what came before a number; nothing where nothing did."""
    if before is None or view.asked.file:
        return None
    return element("p", link(f"{where}?before={before}", view.say(text("Older"))), class_="turning")
