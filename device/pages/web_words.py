"""Words that more than one web page has: what panels are called, and why a record is in English."""

from __future__ import annotations

from display.words import Text, text
from hal.panel.panel import PanelKind

_MAKES = {"phat": "Inky pHAT", "what": "Inky wHAT", "impression": "Inky Impression", "waveshare": "Waveshare"}
_COLOURS: dict[tuple[str | None, ...], Text] = {
    ("white", "black"): text("black and white"),
    ("white", "black", "red"): text("black, white and red"),
    ("white", "black", "yellow"): text("black, white and yellow"),
}

RECORD_LANGUAGE = text("Lines of a record are in English everywhere, so that all boxes can read them.")


def panel_name(kind: PanelKind) -> Text:
    """The name of a panel in a list: as it is sold, with colours, size and id."""
    family, _, rest = kind.name.partition("-")
    inches = rest.partition("-")[0]
    make = f"{_MAKES[family]} {inches}″" if family in ("impression", "waveshare") else _MAKES[family]
    colours = _COLOURS.get(kind.inks) or text("{n} colours", n=len(kind.inks) - kind.inks.count(None))
    size = f"{kind.width} × {kind.height}"
    return text("{make}, {colours}, {size} ({id})", make=make, colours=colours, size=size, id=kind.name)
