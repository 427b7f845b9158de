"""What a table can choose in High Number."""

from __future__ import annotations

from device.contract.setup import Option
from display.words import text

HIGHEST = 4
"""The highest number that can be said."""

ROUNDS = Option("rounds", text("Rounds"), "2", numbers=range(1, 10))
OPTIONS = (ROUNDS,)
