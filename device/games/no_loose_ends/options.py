"""The options of No Loose Ends."""

from __future__ import annotations

from enum import StrEnum

from device.contract.setup import OFF_ON, TableSetup, one_of
from display.words import text
from values.named_tuple import NamedTuple


class Detail(StrEnum):
    """How much of the play the table declares."""

    CARDS = "cards"
    TRICKS = "tricks"
    TOTALS = "totals"


DETAIL = one_of(
    "detail",
    text("What is typed"),
    {
        Detail.TRICKS: text("who wins each trick"),
        Detail.CARDS: text("every card"),
        Detail.TOTALS: text("bids, covered, extra tricks"),
    },
)
DOUBLE_CROSS = one_of("double-cross", text("Double-cross"), OFF_ON)
GETAWAY_CARDS = one_of("getaway-cards", text("Getaway cards"), OFF_ON)
SCORING = one_of("scoring", text("Scoring"), {"standard": text("standard"), "simplified": text("simplified")})
OPTIONS = (DETAIL, DOUBLE_CROSS, GETAWAY_CARDS, SCORING)


class Settings(NamedTuple):
    """The chosen options, as the rules use them."""

    detail: Detail
    double_cross: bool
    getaway_cards: bool
    simplified: bool


def settings(table: TableSetup) -> Settings:
    """Return the settings of a table."""
    return Settings(
        Detail(table.option(DETAIL)),
        table.option(DOUBLE_CROSS) == "on",
        table.option(GETAWAY_CARDS) == "on",
        table.option(SCORING) == "simplified",
    )
