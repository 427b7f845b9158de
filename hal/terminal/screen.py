"""Compose the terminal's screen: the panel's picture or its words, and below it the question, typed keys and answer."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from hal.panel.panel import PanelKind
from hal.signal.readout import Status
from hal.system.line_filling import fill_lines
from hal.system.printable import escape_unprintable
from hal.table.sidebar import Sections
from hal.terminal import blocks
from hal.terminal.blocks import ColourDepth
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

FOOT_ROW_COUNT = 3
"""Lines below the picture."""

MIN_COLUMN_WIDTH = 38
"""Minimum width of a column of words, in cells."""

BOLD_STYLE, RESET_STYLE = "\x1b[1m", "\x1b[0m"


class TerminalSize(NamedTuple):
    """The size of a terminal, in cells."""

    column_count: int
    row_count: int


class TerminalView(NamedTuple):
    """Everything to show on the terminal.

    `prefers_words` is whether to show words instead of the picture; None shows words only if the picture could not be
    read. `scrolled_line_count` is how many lines of the words are above the screen. `help_line` says what can be typed;
    `cue` names the last cue of light and sound. `can_draw_pictures` is whether the terminal has the block characters of
    pictures.
    """

    kind: PanelKind
    image: Image | None = None
    sections: Sections = ()
    status: Status = Status("")
    cue: str = ""
    help_line: str = ""
    prefers_words: bool | None = None
    scrolled_line_count: int = 0
    can_draw_pictures: bool = True


def compose(view: TerminalView, size: TerminalSize, depth: ColourDepth) -> list[str]:
    """Return the lines of the screen, at most as many as it has rows."""
    view = _escape_view(view)
    row_count = size.row_count - FOOT_ROW_COUNT
    if row_count <= 0:
        return _foot_lines(view, size)[-size.row_count :]
    if shows_words(view, size):
        body, has_more = _word_columns(view, TerminalSize(size.column_count, row_count))
    else:
        body, has_more = _picture_lines(view, TerminalSize(size.column_count, row_count), depth), False
    return [*body, *("" for _ in range(row_count - len(body))), *_foot_lines(view, size, has_more=has_more)]


def _escape_view(view: TerminalView) -> TerminalView:
    """Return the view with unprintable characters escaped: names and error messages come from outside."""
    status = view.status._replace(
        question=escape_unprintable(view.status.question),
        typed_keys=escape_unprintable(view.status.typed_keys),
        answer=escape_unprintable(view.status.answer),
    )
    sections = tuple(
        (escape_unprintable(title), tuple(map(escape_unprintable, lines))) for title, lines in view.sections
    )
    cue, help_line = escape_unprintable(view.cue), escape_unprintable(view.help_line)
    return view._replace(sections=sections, status=status, cue=cue, help_line=help_line)


def shows_words(view: TerminalView, size: TerminalSize) -> bool:
    """Whether the words are shown instead of the picture."""
    if not view.can_draw_pictures:
        return True
    if view.prefers_words is not None:
        return view.prefers_words
    _, row_count = blocks.fit_picture(view.kind, size.column_count, size.row_count - FOOT_ROW_COUNT)
    return not blocks.is_readable(view.kind, row_count)


def scroll_offset(view: TerminalView, size: TerminalSize, line_count: int) -> int:
    """Return the `scrolled_line_count` after scrolling down by some lines, or up by a negative number of them.

    The last line of the words stays on the screen.
    """
    _, width = _column_measures(size)
    last_index = _last_index(_word_lines(_escape_view(view), width))
    return min(max(0, min(view.scrolled_line_count, last_index) + line_count), last_index)


def _picture_lines(view: TerminalView, size: TerminalSize, depth: ColourDepth) -> list[str]:
    if view.image is None:
        return []
    column_count, row_count = blocks.fit_picture(view.kind, size.column_count, size.row_count)
    margin = " " * ((size.column_count - column_count) // 2)
    return [margin + line for line in blocks.picture_lines(view.image, column_count, row_count, depth)]


def _word_columns(view: TerminalView, size: TerminalSize) -> tuple[list[str], bool]:
    """Return the sections in columns, one after the other, and whether there is more to scroll to."""
    column_count, width = _column_measures(size)
    lines = _word_lines(view, width)
    lines = lines[min(view.scrolled_line_count, _last_index(lines)) :]
    columns = [
        lines[start : start + size.row_count] for start in range(0, column_count * size.row_count, size.row_count)
    ]
    rows_of_cells = []
    for row in range(max(map(len, columns), default=0)):
        cells = [column[row] if row < len(column) else ("", False) for column in columns]
        rows_of_cells.append("  ".join(_style_line(text, is_bold, width) for text, is_bold in cells).rstrip())
    return rows_of_cells, len(lines) > column_count * size.row_count


def _column_measures(size: TerminalSize) -> tuple[int, int]:
    """Return how many columns of words fit, and the width of each."""
    column_count = max(1, size.column_count // MIN_COLUMN_WIDTH)
    return column_count, (size.column_count - 2 * (column_count - 1)) // column_count


def _word_lines(view: TerminalView, width: int) -> list[tuple[str, bool]]:
    return [line for section in view.sections for line in _section_lines(*section, width)]


def _last_index(lines: list[tuple[str, bool]]) -> int:
    return max(0, len(lines) - 1)


def _section_lines(title: str, lines: tuple[str, ...], width: int) -> list[tuple[str, bool]]:
    styled_lines = [(wrapped_line, True) for wrapped_line in wrap_sentence(title, width)] if title else []
    return styled_lines + [(wrapped_line, False) for line in lines for wrapped_line in wrap_sentence(line, width)]


def _style_line(text: str, is_bold: bool, width: int) -> str:
    space = " " * (width - cell_width(text))
    return f"{BOLD_STYLE}{text}{RESET_STYLE}{space}" if is_bold else text + space


def _foot_lines(view: TerminalView, size: TerminalSize, *, has_more: bool = False) -> list[str]:
    """Return the lines below the picture: question and typed keys, answer, help.

    If `has_more`, an arrow shows that there are more words to scroll to.
    """
    status = view.status
    typed = (f"  [{status.typed_keys}]" if status.typed_keys else "") + ("  ↓" if has_more else "")
    question = cut_line(status.question, size.column_count - cell_width(typed)) + typed
    answer = " — ".join(part for part in (view.cue, status.answer) if part)
    cut_lines = [cut_line(line, size.column_count) for line in (answer, view.help_line)]
    return [f"{BOLD_STYLE}{question}{RESET_STYLE}", *cut_lines]


def cell_width(text: str) -> int:
    """Return how many cells text takes: wide characters two, combining ones none."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def cut_line(text: str, width: int) -> str:
    """Return the beginning of a line that fits a width."""
    if cell_width(text) <= width:
        return text
    while text and cell_width(text) >= width:
        text = text[:-1]
    return f"{text}…" if width > 0 else ""


def wrap_sentence(sentence: str, width: int) -> list[str]:
    """Break a sentence into lines that fit; words longer than a line are cut."""
    return fill_lines((cut_line(word, width) for word in sentence.split(" ")), lambda line: cell_width(line) <= width)
