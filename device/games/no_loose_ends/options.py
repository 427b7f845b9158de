"""What the table can choose of No Loose Ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from device.contract.setup import Option, TableSetup
from display.words import text


class Detail(StrEnum):
    """How much of the play the table declares."""

    CARDS = "cards"
    TRICKS = "tricks"
    TOTALS = "totals"


_OFF_ON = ("off", "on")
_NO_YES = (text("off"), text("on"))

DETAIL = Option(
    "detail",
    text("What is typed"),
    Detail.TRICKS,
    (Detail.TRICKS, Detail.CARDS, Detail.TOTALS),
    (text("tricks"), text("every card"), text("totals only")),
)
DOUBLE_CROSS = Option("double-cross", text("Double-cross"), "off", _OFF_ON, _NO_YES)
GETAWAY_CARDS = Option("getaway-cards", text("Getaway cards"), "off", _OFF_ON, _NO_YES)
SCORING = Option(
    "scoring", text("Scoring"), "standard", ("standard", "simplified"), (text("standard"), text("simplified"))
)
OPTIONS = (DETAIL, DOUBLE_CROSS, GETAWAY_CARDS, SCORING)


@dataclass(frozen=True, slots=True)
class Settings:
    """The table's options, as the rules use them."""

    detail: Detail
    double_cross: bool
    getaway_cards: bool
    simplified: bool


def settings(table: TableSetup) -> Settings:
    """What a table has chosen."""
    return Settings(
        Detail(table.option(DETAIL)),
        table.option(DOUBLE_CROSS) == "on",
        table.option(GETAWAY_CARDS) == "on",
        table.option(SCORING) == "simplified",
    )
