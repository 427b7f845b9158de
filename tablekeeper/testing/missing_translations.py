"""Collects the sentences of a game that have no translation in a language."""

from __future__ import annotations

import gettext
import re

from display.languages import CATALOGUES, DOMAIN
from display.words import ENGLISH, Language

_BRACES = re.compile(r"\{\w*\}")
"""Placeholders. What replaces them is translated by itself, or needs no translation."""


class MissingTranslations(gettext.NullTranslations):
    """Records the messages that neither the program's catalogue nor the game translates."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: set[str] = set()

    def gettext(self, message: str) -> str:
        self._note_message(message)
        return message

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        self._note_message(singular)
        return singular if n == 1 else plural

    def _note_message(self, message: str) -> None:
        if any(letter.isalpha() for letter in _BRACES.sub("", message)):
            self.messages.add(message)


def recording_language(code: str) -> tuple[Language, MissingTranslations]:
    """Return a new language, for which nothing is cached, and the object that records what it can't translate."""
    missing_translations = MissingTranslations()
    if code == ENGLISH.code:
        return Language(code, ENGLISH.translate, ENGLISH.translate_counted), missing_translations
    translations = gettext.translation(DOMAIN, CATALOGUES, languages=[code])
    translations.add_fallback(missing_translations)
    return Language(code, translations.gettext, translations.ngettext), missing_translations
