"""Cells shared by several HTML tables: people with links to their pages, and times in words."""

from __future__ import annotations

from club.pages.page_content import ClubView, TableCell
from club.pages.paths import person_path
from club.pages.time_texts import duration_since, iso_time, local_date_and_time, time_ago
from device.reports.html import link_to


def person_cell(name: str) -> TableCell:
    """A person's name, with a link to their results."""
    return linked_cell(person_path(name), name)


def linked_cell(path: str, text: str) -> TableCell:
    """Words with a link to the page at a path."""
    return TableCell(text, link_to(path, text))


def ago_cell(view: ClubView, moment: float) -> TableCell:
    """A moment (seconds since 1970): in files as ISO 8601; on a page, how long ago it was."""
    return TableCell(iso_time(moment), time_ago(view, moment))


def duration_cell(view: ClubView, began_at: float) -> TableCell:
    """A moment (seconds since 1970): in files as ISO 8601; on a page, for how long something has lasted since."""
    return TableCell(iso_time(began_at), duration_since(view, began_at))


def local_time_cell(view: ClubView, moment: float) -> TableCell:
    """A moment (seconds since 1970): in files as ISO 8601; on a page, in the hub's time zone."""
    return TableCell(iso_time(moment), local_date_and_time(view, moment))
