"""No Loose Ends: a trick-taking game of bids that tricks must cover, for 2 to 5 players.

Rules after the English rulebook of the game by Taiki Shinzawa.
"""

from device.games.no_loose_ends.suits import SUIT_FACES
from display.vocabulary import Face, Mark
from display.words import text

TITLE = text("No Loose Ends")
EMBLEM = tuple(Mark(Face(suit=suit)) for suit in SUIT_FACES.values())
DIRECTIVES: tuple[str, ...] = ()
