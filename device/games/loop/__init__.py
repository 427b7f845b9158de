"""LOOP for 4 to 6 players, with scoreboards and markers."""

from display.vocabulary import Face, Mark
from display.words import text

TITLE = text("LOOP")
EMBLEM = tuple(Mark(Face(number=number), joined=number > 5) for number in (5, 6, 7))
DIRECTIVES: tuple[str, ...] = ()
