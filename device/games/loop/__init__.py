"""LOOP for 4 to 6 players, with scoreboards and markers."""

from display.words import text

TITLE = text("LOOP")
DIRECTIVES: tuple[str, ...] = ()
