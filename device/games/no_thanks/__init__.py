"""No Thanks!, for 3 to 7 players: pay a token or take the card; the fewest points win."""

from display.words import text

TITLE = text("No Thanks!")
DIRECTIVES = ("flip",)
