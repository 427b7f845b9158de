"""The options of LOOP."""

from __future__ import annotations

from device.contract.setup import labelled_option
from device.kits.loop_editions import DETAIL as DETAIL
from display.words import text

BEAT = labelled_option(
    "beat",
    text("What a play must beat"),
    {"last": text("the last combination"), "all": text("all combinations in play")},
)
OPTIONS = (DETAIL, BEAT)
