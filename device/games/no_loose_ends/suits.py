"""The suits of No Loose Ends. They also make its emblem, and are cheap to import for a choice among games."""

from display.vocabulary import Ink, Shape, Suit
from display.words import text

BLUE = "blue"
TRUMP = BLUE
SUITS = (BLUE, "red", "yellow", "gray")
RESPELLED = (("grey", "gray"),)
"""Other spellings of suits, each with the record's word."""

SUIT_FACES = {
    BLUE: Suit(text("blue"), text("B"), Shape.DIAMOND, Ink.BLUE),
    "red": Suit(text("red"), text("R"), Shape.TRIANGLE, Ink.RED),
    "yellow": Suit(text("yellow"), text("Y"), Shape.DISC, Ink.YELLOW),
    "gray": Suit(text("gray"), text("G"), Shape.SQUARE, Ink.GRAY),
}
