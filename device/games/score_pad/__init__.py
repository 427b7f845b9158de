"""Score pad: the points of any other game, round by round, for 1 to 10 players."""

from display.vocabulary import Face, Mark
from display.words import text

TITLE = text("Score pad")
EMBLEM = (Mark(Face(word=text("+"))), Mark(Face(word=text("−"))))
DIRECTIVES: tuple[str, ...] = ()
