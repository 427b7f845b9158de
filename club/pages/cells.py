"""Cells that several tables have: people with links to their pages, and times in words."""

from __future__ import annotations

from club.pages.page_content import ClubView, TableCell
from club.pages.wording import duration_since, iso_time, local_time, person_path, time_ago
from device.reports.html import link_to


def person_cell(name: str) -> TableCell:
    """A person's name, with a link to their results."""
    return TableCell(name, link_to(person_path(name), name))


def linked_cell(path: str, text: str) -> TableCell:
    """Words with a link to the page at a path."""
    return TableCell(text, link_to(path, text))


def ago_cell(view: ClubView, time_s: float) -> TableCell:
    """A time (seconds since 1970): on a page, how long ago it was."""
    return TableCell(iso_time(time_s), time_ago(view, time_s))


def duration_cell(view: ClubView, since_s: float) -> TableCell:
    """A time (seconds since 1970): on a page, for how long something has lasted since."""
    return TableCell(iso_time(since_s), duration_since(view, since_s))


def local_time_cell(view: ClubView, time_s: float) -> TableCell:
    """A time (seconds since 1970): on a page, in the hub's time zone."""
    return TableCell(iso_time(time_s), local_time(view, time_s))
