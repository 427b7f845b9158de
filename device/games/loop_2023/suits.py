"""The suits of LOOP's first edition, which are its three colours. They also make its emblem.

The list of games needs the emblem, so this module is cheap to import.
"""

from display.vocabulary import Ink, Shape, Suit
from display.words import text

SUITS = (
    Suit(text("red"), text("R"), Shape.TRIANGLE, Ink.RED),
    Suit(text("yellow"), text("Y"), Shape.DISC, Ink.YELLOW),
    Suit(text("blue"), text("B"), Shape.DIAMOND, Ink.BLUE),
)
