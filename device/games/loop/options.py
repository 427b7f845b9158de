"""What a table can choose in LOOP."""

from __future__ import annotations

from device.contract.setup import Option
from display.words import text

DETAIL = Option(
    "detail",
    text("What is typed"),
    "plays",
    ("plays", "finish"),
    (text("every play"), text("who goes out")),
    offered="finish",
)
BEAT = Option(
    "beat",
    text("What a play must beat"),
    "last",
    ("last", "all"),
    (text("the last combination"), text("all combinations in play")),
)
OPTIONS = (DETAIL, BEAT)
