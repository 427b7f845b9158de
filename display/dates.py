"""Dates in words."""

from __future__ import annotations

from datetime import date

from display.words import Text, text


def date_text(day: date) -> Text:
    """A day in words: “21 November 2026”."""
    months = (
        text("January"), text("February"), text("March"), text("April"), text("May"), text("June"), text("July"),
        text("August"), text("September"), text("October"), text("November"), text("December"),
    )  # fmt: skip
    if day.day == 1:  # an ordinal number in French
        return text("1 {month} {year}", month=months[day.month - 1], year=day.year)
    return text("{day} {month} {year}", day=day.day, month=months[day.month - 1], year=day.year)
