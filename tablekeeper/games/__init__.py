"""What a game of somebody else imports, in one place: docs/your-own-game.md explains all of it.

A game is a value `GAME`. `figures_game` makes one of a `ScoreSheet`: everybody says a figure or several in each round.
For games of which that is not true, `tablekeeper.games.contract` has the whole contract.

`API` is the number of what stands here: it changes when something is taken away or comes to mean something else, and
what changed stands in the changelog.
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

API = 1
"""The number that a game says in its first lines, `API = 1`."""

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
