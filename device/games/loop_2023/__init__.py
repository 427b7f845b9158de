"""LOOP, first edition (2023), for 2 to 4 players: seats, Rank cards, and hands that stay where they lie."""

from device.games.loop_2023.suits import SUITS
from display.vocabulary import Face, Mark
from display.words import text

TITLE = text("LOOP, first edition")
EMBLEM = tuple(Mark(Face(8, suit)) for suit in SUITS)
DIRECTIVES: tuple[str, ...] = ()
