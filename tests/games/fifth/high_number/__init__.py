"""High Number, for 2 to 4 players: everybody says a number from 1 to 4, and the highest scores itself.

A game that no box has: it shows what a new game must bring, on the floor plan of the others.
"""

from display.vocabulary import Face, Mark
from display.words import text

TITLE = text("High Number")
EMBLEM = (Mark(Face(number=9)),)
DIRECTIVES = ("double",)
