"""LOOP, first edition (2023), for 2 to 4 players: seats, Rank cards, and hands that stay where they lie."""

from display.words import text

TITLE = text("LOOP, first edition")
DIRECTIVES: tuple[str, ...] = ()
