"""The suits of No Loose Ends, by which people know the game: all of it that a choice among games needs."""

from display.vocabulary import Ink, Shape, Suit
from display.words import text

BLUE = "blue"
TRUMP = BLUE
SUITS = (BLUE, "red", "yellow", "gray")
RESPELLED = (("grey", "gray"),)
"""Suits as people write them, too, and as the record does."""

SUIT_FACES = {
    BLUE: Suit(text("blue"), text("B"), Shape.DIAMOND, Ink.BLUE),
    "red": Suit(text("red"), text("R"), Shape.TRIANGLE, Ink.RED),
    "yellow": Suit(text("yellow"), text("Y"), Shape.DISC, Ink.YELLOW),
    "gray": Suit(text("gray"), text("G"), Shape.SQUARE, Ink.GRAY),
}
