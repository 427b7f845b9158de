"""What a game of somebody else imports, in one place: docs/your-own-game.md explains all of it.

A game is a value `GAME`. `figures_game` makes it from a `ScoreSheet`: in each round, every player declares one or more
figures. For other games, `tablekeeper.games.contract` has the whole contract.

`API` is the version of this interface. It changes when something is removed or changes its meaning; the changelog says
what changed.
"""

from __future__ import annotations

from device.contract.game import Game, Variant
from device.contract.setup import Option, TableSetup
from device.kits.arguments import DescriptionError
from device.kits.cards import Card, Deck
from device.kits.causes import cause
from device.kits.figures.card_play import CardPlay
from device.kits.figures.columns import Column
from device.kits.figures.columns import FiguresRound as Round
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import ScoreSheet, partners
from device.kits.options import choice, number, switch
from device.kits.tricks import Trick
from display.vocabulary import Cause
from display.words import Text, counted, text

API = 2
"""The API version that a game names in its first lines: `API = 2`."""

__all__ = [
    "API",
    "Card",
    "CardPlay",
    "Cause",
    "Column",
    "Deck",
    "DescriptionError",
    "Game",
    "Option",
    "Round",
    "ScoreSheet",
    "TableSetup",
    "Text",
    "Trick",
    "Variant",
    "cause",
    "choice",
    "counted",
    "figures_game",
    "number",
    "partners",
    "switch",
    "text",
]
