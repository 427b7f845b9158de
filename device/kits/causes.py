"""Points with their causes, as authors of games write them."""

from __future__ import annotations

from device.kits.translating import as_text
from display.vocabulary import Cause
from display.words import Text


def cause(why: str | Text, points: int, *, kind: str | Text | None = None) -> Cause:
    """Why points were scored: “bid kept”, or a `text` with figures in it. `kind` is a word for causes of its kind."""
    return Cause(as_text(why), points, kind=None if kind is None else as_text(kind))
