"""Draws a QR code in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from device.reports import qr
from display.vocabulary import QUIET_ZONE

_BLOCKS = {("0", "0"): "█", ("0", "1"): "▀", ("1", "0"): "▄", ("1", "1"): " "}
"""Two modules, one above the other. Light ones are drawn: most terminals are light on dark. Phones also read inverted
codes."""


def qr_code_lines(content: str) -> Iterator[str]:
    """Yield the lines of a QR code, with its margin. Raises ValueError if the content is too long for a code."""
    side_margin = "0" * QUIET_ZONE
    rows = [f"{side_margin}{row}{side_margin}" for row in qr.qr_modules(content)]
    empty = "0" * len(rows[0])
    margin = [empty] * QUIET_ZONE
    all_rows = [*margin, *rows, *margin]
    for upper, lower in zip_longest(all_rows[::2], all_rows[1::2], fillvalue=empty):
        yield "".join(_BLOCKS[pair] for pair in zip(upper, lower, strict=True))
