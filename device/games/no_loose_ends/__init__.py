"""No Loose Ends: a trick-taking game of bids that tricks must cover, for 2 to 5 players.

Rules after the English rulebook of the game by Taiki Shinzawa.
"""

from display.words import text

TITLE = text("No Loose Ends")
DIRECTIVES: tuple[str, ...] = ()
