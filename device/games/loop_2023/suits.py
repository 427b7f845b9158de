"""The colours of LOOP's first edition. They also make its emblem, and are cheap to import for a choice among games."""

from display.vocabulary import Ink, Shape, Suit
from display.words import text

SUITS = (
    Suit(text("red"), text("R"), Shape.TRIANGLE, Ink.RED),
    Suit(text("yellow"), text("Y"), Shape.DISC, Ink.YELLOW),
    Suit(text("blue"), text("B"), Shape.DIAMOND, Ink.BLUE),
)
