"""Fill lines with words. The caller decides what fits on a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def fill_lines(words: Iterable[str], fits: Callable[[str], bool]) -> list[str]:
    """Return lines of these words, in order, each with as many as fit. A word too long for any line has its own."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fits(longer):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
