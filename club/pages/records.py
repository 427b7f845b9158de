"""The record of a game on its page, in parts if it is long, and the lines that were taken back or corrected."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from club.pages.page_content import ClubView, PageTable, Part, TableCell
from club.pages.wording import game_path
from club.store.database import StoreTransaction
from club.store.games import StoredGame
from device.reports.html import element, join_markup, link_to
from device.session.rows import JournalRow
from display.words import counted, text

MAX_LINES, MAX_CHARACTERS = 500, 30_000
"""Most lines of a record on a page, and most characters of these; at least one line is shown."""

MAX_REPLACED, MAX_REPLACED_CHARACTERS = 200, 12_000
"""The same limits for lines that were taken back or corrected."""


def record_parts(transaction: StoreTransaction, view: ClubView, game: StoredGame) -> tuple[list[Part], str]:
    """The record from the requested line on, with links to other parts; and the URL's query for this part."""
    skip = min(view.requested.line, max(1, game.line_count)) - 1
    lines = transaction.lines.lines_of_game(game.number, skip, MAX_LINES)
    rows = lines[: _count_fitting(lines, MAX_CHARACTERS)]
    parts: list[Part] = [element("h2", view.say(text("Record")))]
    if skip or len(rows) < game.line_count:
        position = text(
            "Lines {first} to {last} of {count}", first=skip + 1, last=skip + len(rows), count=game.line_count
        )
        parts.append(element("p", view.say(position)))
    parts.append(element("pre", "\n".join(line.text for line in rows), tabindex="0"))
    after, path = skip + len(rows), game_path(game.box, game.mark.game)
    targets = [(1, text("From the beginning"))] if skip else []
    targets += [(after + 1, text("Next"))] if after < game.line_count else []
    if targets:
        links = (join_markup((" ", link_to(f"{path}?line={line}", view.say(words)))) for line, words in targets)
        parts.append(element("p", *links, class_="turning"))
    return parts + _replaced_parts(transaction, view, game), f"line={skip + 1}" if skip else ""


def _replaced_parts(transaction: StoreTransaction, view: ClubView, game: StoredGame) -> list[Part]:
    replaced = transaction.lines.replaced_lines(game.number, MAX_REPLACED + 1)
    if not replaced:
        return []
    shown = replaced[: min(MAX_REPLACED, _count_fitting([line for _, _, line in replaced], MAX_REPLACED_CHARACTERS))]
    columns = ("line", text("Line")), ("was", text("What it was"))
    rows = tuple((TableCell(place), TableCell(line.text)) for _, place, line in shown)
    parts: list[Part] = [PageTable("replaced", text("Taken back or corrected"), columns, rows)]
    if len(shown) < len(replaced):
        note = counted("Only the first {n} line is shown.", "Only the first {n} lines are shown.", len(shown))
        parts.append(element("p", view.say(note)))
    return parts


def _count_fitting(lines: Sequence[JournalRow], max_characters: int) -> int:
    """How many of these lines have at most `max_characters` characters together; at least one."""
    return max(1, sum(size <= max_characters for size in accumulate(len(line.text) for line in lines)))
