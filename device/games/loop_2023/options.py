"""The options of LOOP's first edition."""

from __future__ import annotations

from device.contract.setup import OFF_ON, TableSetup, one_of
from device.kits.loop_editions import DETAIL as DETAIL
from display.words import text
from values.named_tuple import NamedTuple

SETS = one_of("sets", text("Length"), {"1": text("one set"), "2": text("first to win two sets")})
THREE_EIGHTS = one_of("three-eights", text("A point and a new deal for three 8s"), OFF_ON)
OPTIONS = (DETAIL, SETS, THREE_EIGHTS)


class Settings(NamedTuple):
    """The chosen options, as the rules use them."""

    declares_plays: bool  # every play is declared, not only who goes out
    two_sets: bool  # until somebody has won two sets
    three_eights: bool


def settings(table: TableSetup) -> Settings:
    """Return the settings of a table."""
    return Settings(
        declares_plays=table.option(DETAIL) == "plays",
        two_sets=table.option(SETS) == "2",
        three_eights=table.option(THREE_EIGHTS) == "on",
    )
