"""The options of LOOP."""

from __future__ import annotations

from device.contract.setup import one_of
from device.kits.loop_editions import DETAIL as DETAIL
from display.words import text

BEAT = one_of(
    "beat",
    text("What a play must beat"),
    {"last": text("the last combination"), "all": text("all combinations in play")},
)
OPTIONS = (DETAIL, BEAT)
