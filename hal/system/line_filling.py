"""Words on as few lines as they need, where lines are as long as somebody says."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def filled(words: Iterable[str], fits: Callable[[str], bool]) -> list[str]:
    """Lines of these words, in order, each of as many as fit; one that fits beside none has a line of its own."""
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and fits(longer):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
