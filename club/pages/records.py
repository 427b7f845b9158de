"""The record of a game on its page, in parts if it is long, and the lines that were taken back or corrected."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from club.pages.page_content import ClubView, PagePart, PageTable, TableCell
from club.pages.paths import game_path
from club.store.database import StoreTransaction
from club.store.games import StoredGame
from device.reports.html import element, join_markup, link_to
from device.session.rows import JournalRow
from display.words import counted, text

MAX_LINES, MAX_CHARACTERS = 500, 30_000
"""Maximum number of lines of a record on a page, and of their characters; at least one line is shown."""

MAX_REPLACED_LINES, MAX_REPLACED_CHARACTERS = 200, 12_000
"""The same limits for lines that were taken back or corrected."""


def record_parts(transaction: StoreTransaction, view: ClubView, game: StoredGame) -> tuple[list[PagePart], str]:
    """The record from the requested line on, with links to other parts; and the URL's query for this part."""
    skip = min(view.requested_part.first_line, max(1, game.line_count)) - 1
    lines = transaction.lines.lines_of_game(game.number, skip, MAX_LINES)
    shown_lines = lines[: _count_fitting(lines, MAX_CHARACTERS)]
    parts: list[PagePart] = [element("h2", view.say(text("Record")))]
    if skip or len(shown_lines) < game.line_count:
        position = text(
            "Lines {first} to {last} of {count}", first=skip + 1, last=skip + len(shown_lines), count=game.line_count
        )
        parts.append(element("p", view.say(position)))
    parts.append(element("pre", "\n".join(start.text for start in shown_lines), tabindex="0"))
    shown_until, path = skip + len(shown_lines), game_path(game.box, game.mark.game)
    link_targets = [(1, text("From the beginning"))] if skip else []
    link_targets += [(shown_until + 1, text("Next"))] if shown_until < game.line_count else []
    if link_targets:
        links = (join_markup((" ", link_to(f"{path}?line={start}", view.say(label)))) for start, label in link_targets)
        parts.append(element("p", *links, class_="turning"))
    return parts + _replaced_parts(transaction, view, game), f"line={skip + 1}" if skip else ""


def _replaced_parts(transaction: StoreTransaction, view: ClubView, game: StoredGame) -> list[PagePart]:
    replaced_lines = transaction.lines.replaced_lines(game.number, MAX_REPLACED_LINES + 1)
    if not replaced_lines:
        return []
    fitting_count = _count_fitting([line for _, _, line in replaced_lines], MAX_REPLACED_CHARACTERS)
    shown_lines = replaced_lines[: min(MAX_REPLACED_LINES, fitting_count)]
    columns = ("line", text("Line")), ("was", text("What it was"))
    rows = tuple((TableCell(place), TableCell(line.text)) for _, place, line in shown_lines)
    parts: list[PagePart] = [PageTable("replaced", text("Taken back or corrected"), columns, rows)]
    if len(shown_lines) < len(replaced_lines):
        note = counted("Only the first {n} line is shown.", "Only the first {n} lines are shown.", len(shown_lines))
        parts.append(element("p", view.say(note)))
    return parts


def _count_fitting(lines: Sequence[JournalRow], max_characters: int) -> int:
    """How many of these lines have at most `max_characters` characters together; at least one."""
    return max(1, sum(size <= max_characters for size in accumulate(len(line.text) for line in lines)))
