"""Wizard, and with a plain deck Oh Hell: everybody says how many tricks they will win, for 3 to 7 players."""

from display.vocabulary import Face, Mark, Style
from display.words import text, untranslated

TITLE = text("Wizard, Oh Hell")
EMBLEM = (Mark(Face(word=untranslated("W")), Style.HOT), Mark(Face(word=untranslated("J"))))
DIRECTIVES = ("trump",)
