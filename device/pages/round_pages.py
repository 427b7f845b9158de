"""Divides what was declared in a round among as many pages of details as a panel needs for it."""

from __future__ import annotations

from collections.abc import Iterator

from device.contract.prompt import Prompt
from device.pages.build import page_for_prompt
from device.session.prompts import Meaning, RoundView, TableFacts
from device.session.session import Session
from display.layout import count_fitting_paragraphs
from display.surface import Surface
from display.words import Label, Language


def pages_of_lines(
    lines: tuple[Label, ...],
    session: Session,
    prompt: Prompt[Meaning],
    facts: TableFacts,
    surface: Surface,
    language: Language,
) -> Iterator[tuple[Label, ...]]:
    """Yield the lines of each page on a surface, none of which is cut off, unless it is longer than a page."""
    number = 1
    while lines:
        view = RoundView(lines, number=number)
        page = page_for_prompt(session, view, prompt, facts=facts)
        count = count_fitting_paragraphs(page, surface, language)
        yield lines[:count]
        lines, number = lines[count:], number + 1
