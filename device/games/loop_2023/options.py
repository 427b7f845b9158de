"""The options of LOOP's first edition."""

from __future__ import annotations

from device.contract.setup import OFF_ON_LABELS, TableSetup, labelled_option
from device.kits.loop_editions import DETAIL as DETAIL
from display.words import text
from values.named_tuple import NamedTuple

SETS = labelled_option("sets", text("Length"), {"1": text("one set"), "2": text("first to win two sets")})
THREE_EIGHTS = labelled_option("three-eights", text("A point and a new deal for three 8s"), OFF_ON_LABELS)
OPTIONS = (DETAIL, SETS, THREE_EIGHTS)


class Settings(NamedTuple):
    """The chosen options, as the rules use them."""

    declares_plays: bool  # every play is declared, not only who goes out
    has_two_sets: bool  # until somebody has won two sets
    allows_three_eights: bool


def settings(table: TableSetup) -> Settings:
    """Return the settings of a table."""
    return Settings(
        declares_plays=table.value_of(DETAIL) == "plays",
        has_two_sets=table.value_of(SETS) == "2",
        allows_three_eights=table.value_of(THREE_EIGHTS) == "on",
    )
