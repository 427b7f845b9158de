"""What a table can choose of the game that it keeps the score of."""

from __future__ import annotations

from dataclasses import dataclass

from device.contract.setup import Option, TableSetup
from display.words import text

MOST = 999_999
"""A player has no more points in a round, nor more below 0: as many as fingers type without counting zeros."""

OFF = "off"
"""The word of an option that has no number."""

MOST_ROUNDS = 999
"""After which every game is over, whatever else would end it: what a record holds is bounded, and read within a second.
"""

WINS = Option("wins", text("Who wins"), "high", ("high", "low"), (text("most points"), text("fewest points")))
ROUNDS = Option("rounds", text("Rounds"), OFF, (OFF,), (text("any number"),), range(1, MOST_ROUNDS + 1))
TARGET = Option("target", text("Ends at a total of"), OFF, (OFF,), (text("none"),), range(1, MOST + 1))
SUM = Option("sum", text("A round adds up to"), OFF, (OFF,), (text("anything"),), range(MOST + 1))
DEALER = Option("dealer", text("Dealer"), OFF, (OFF, "on"), (text("not shown"), text("shown, moves on")))
BGG = Option("bgg", text("Number at BoardGameGeek"), OFF, (OFF,), (text("not known"),), range(1, MOST + 1))
OPTIONS = (WINS, ROUNDS, TARGET, SUM, DEALER, BGG)


@dataclass(frozen=True, slots=True)
class Settings:
    """The table's options, as the rules use them; None where there is no such number."""

    lowest_wins: bool
    rounds: int | None
    target: int | None
    sum: int | None
    dealer: bool

    @property
    def ends_itself(self) -> bool:
        """Whether rounds or a total end the game, so that the table need not."""
        return self.rounds is not None or self.target is not None


def settings(table: TableSetup) -> Settings:
    """What a table has chosen."""
    return Settings(
        table.option(WINS) == "low",
        number(table, ROUNDS),
        number(table, TARGET),
        number(table, SUM),
        table.option(DEALER) == "on",
    )


def number(table: TableSetup, option: Option) -> int | None:
    """The number of an option, if it has one."""
    value = table.option(option)
    return None if value == OFF else int(value)
