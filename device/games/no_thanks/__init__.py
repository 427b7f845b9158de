"""No Thanks!, for 3 to 7 players: pay a token or take the card; the fewest points win."""

from display.vocabulary import Face, Mark, Style
from display.words import text

TITLE = text("No Thanks!")
EMBLEM = (Mark(Face(number=35), Style.HOT), Mark(Face(number=34), joined=True))
DIRECTIVES = ("flip",)
