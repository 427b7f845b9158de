"""Compose the terminal's screen: the panel's picture or its words, and below it the question, typed keys and answer."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from hal.panel.panel import PanelKind
from hal.signal.readout import Status
from hal.system.line_filling import fill_lines
from hal.system.printable import printable
from hal.table.sidebar import Sections
from hal.terminal import blocks
from hal.terminal.blocks import Depth
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

FOOT = 3
"""Lines below the picture."""

COLUMN = 38
"""Minimum width of a column of words, in cells."""

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"


class Size(NamedTuple):
    """The size of a terminal, in cells."""

    columns: int
    rows: int


class View(NamedTuple):
    """Everything to show on the terminal.

    `words` is whether to show words instead of the picture (None: only if the picture could not be read). `scroll` is
    how many lines of the words are above the screen. `help` says what can be typed; `cue` names the last cue of light
    and sound. `drawable` is whether the terminal has the block characters of pictures.
    """

    kind: PanelKind
    image: Image | None = None
    sections: Sections = ()
    status: Status = Status("")
    cue: str = ""
    help: str = ""
    words: bool | None = None
    scroll: int = 0
    drawable: bool = True


def compose(view: View, size: Size, colours: Depth) -> list[str]:
    """Return the lines of the screen, at most as many as it has rows."""
    view = _printable(view)
    rows = size.rows - FOOT
    if rows <= 0:
        return _foot_lines(view, size)[-size.rows :]
    if shows_words(view, size):
        body, more = _word_columns(view, Size(size.columns, rows))
    else:
        body, more = _picture(view, Size(size.columns, rows), colours), False
    return [*body, *("" for _ in range(rows - len(body))), *_foot_lines(view, size, more=more)]


def _printable(view: View) -> View:
    """Return the view with unprintable characters escaped: names and error messages come from outside."""
    said = view.status
    keys = tuple(map(printable, said.keys))
    status = Status(printable(said.question), printable(said.typed), printable(said.answer), keys)
    sections = tuple((printable(title), tuple(map(printable, lines))) for title, lines in view.sections)
    return view._replace(sections=sections, status=status, cue=printable(view.cue), help=printable(view.help))


def shows_words(view: View, size: Size) -> bool:
    """Whether the words are shown instead of the picture."""
    if not view.drawable:
        return True
    if view.words is not None:
        return view.words
    _, rows = blocks.fit_picture(view.kind, size.columns, size.rows - FOOT)
    return not blocks.is_readable(view.kind, rows)


def _picture(view: View, size: Size, colours: Depth) -> list[str]:
    if view.image is None:
        return []
    columns, rows = blocks.fit_picture(view.kind, size.columns, size.rows)
    margin = " " * ((size.columns - columns) // 2)
    return [margin + line for line in blocks.lines(view.image, columns, rows, colours)]


def _word_columns(view: View, size: Size) -> tuple[list[str], bool]:
    """Return the sections in columns, one after the other, and whether there is more to scroll to."""
    count = max(1, size.columns // COLUMN)
    width = (size.columns - 2 * (count - 1)) // count
    lines = [line for section in view.sections for line in _section(*section, width)]
    lines = lines[min(view.scroll, max(0, len(lines) - 1)) :]
    columns = [lines[start : start + size.rows] for start in range(0, count * size.rows, size.rows)]
    rows = max(map(len, columns), default=0)
    found = []
    for row in range(rows):
        cells = [column[row] if row < len(column) else ("", False) for column in columns]
        found.append("  ".join(_style_line(words, bold, width) for words, bold in cells).rstrip())
    return found, len(lines) > count * size.rows


def _section(title: str, lines: tuple[str, ...], width: int) -> list[tuple[str, bool]]:
    found = [(part, True) for part in wrap_sentence(title, width)] if title else []
    return found + [(part, False) for line in lines for part in wrap_sentence(line, width)]


def _style_line(words: str, bold: bool, width: int) -> str:
    space = " " * (width - cell_width(words))
    return f"{BOLD}{words}{PLAIN}{space}" if bold else words + space


def _foot_lines(view: View, size: Size, *, more: bool = False) -> list[str]:
    """Return the lines below the picture: question and typed keys, answer, help.

    An arrow shows that there are `more` words to scroll to.
    """
    status = view.status
    typed = (f"  [{status.typed}]" if status.typed else "") + ("  ↓" if more else "")
    asked = cut_line(status.question, size.columns - cell_width(typed)) + typed
    answer = " — ".join(part for part in (view.cue, status.answer) if part)
    return [f"{BOLD}{asked}{PLAIN}", cut_line(answer, size.columns), cut_line(view.help, size.columns)]


def cell_width(words: str) -> int:
    """Return how many cells text takes: wide characters two, combining ones none."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in words
    )


def cut_line(words: str, width: int) -> str:
    """Return the beginning of a line that fits a width."""
    if cell_width(words) <= width:
        return words
    while words and cell_width(words) >= width:
        words = words[:-1]
    return f"{words}…" if width > 0 else ""


def wrap_sentence(words: str, width: int) -> list[str]:
    """Break a sentence into lines that fit; words longer than a line are cut."""
    return fill_lines((cut_line(word, width) for word in words.split(" ")), lambda line: cell_width(line) <= width)
