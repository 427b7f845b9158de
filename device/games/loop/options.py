"""The options of LOOP."""

from __future__ import annotations

from device.contract.setup import one_of
from display.words import text

DETAIL = one_of(
    "detail", text("What is typed"), {"plays": text("every play"), "finish": text("who goes out")}, offered="finish"
)
BEAT = one_of(
    "beat",
    text("What a play must beat"),
    {"last": text("the last combination"), "all": text("all combinations in play")},
)
OPTIONS = (DETAIL, BEAT)
