"""The options of No Loose Ends, and what is the same with all of them."""

from __future__ import annotations

from enum import StrEnum

from device.contract.setup import OFF_ON_LABELS, TableSetup, labelled_option
from display.words import text
from values.named_tuple import NamedTuple

ROUND_COUNT = 3
START_POINTS = 5


class Detail(StrEnum):
    """How much of the play the table declares."""

    CARDS = "cards"
    TRICKS = "tricks"
    TOTALS = "totals"


DETAIL = labelled_option(
    "detail",
    text("What is typed"),
    {
        Detail.TRICKS: text("who wins each trick"),
        Detail.CARDS: text("every card"),
        Detail.TOTALS: text("bids, covered, extra tricks"),
    },
)
DOUBLE_CROSS = labelled_option("double-cross", text("Double-cross"), OFF_ON_LABELS)
GETAWAY_CARDS = labelled_option("getaway-cards", text("Getaway cards"), OFF_ON_LABELS)
SCORING = labelled_option("scoring", text("Scoring"), {"standard": text("standard"), "simplified": text("simplified")})
OPTIONS = (DETAIL, DOUBLE_CROSS, GETAWAY_CARDS, SCORING)


class Settings(NamedTuple):
    """The chosen options, as the rules use them."""

    detail: Detail
    allows_double_cross: bool
    has_getaway_cards: bool
    is_scoring_simplified: bool


def settings(table: TableSetup) -> Settings:
    """Return the settings of a table."""
    return Settings(
        Detail(table.value_of(DETAIL)),
        table.value_of(DOUBLE_CROSS) == "on",
        table.value_of(GETAWAY_CARDS) == "on",
        table.value_of(SCORING) == "simplified",
    )
