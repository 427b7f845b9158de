"""The languages of the program, loaded from their gettext catalogues."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from display.words import ENGLISH, Language

CATALOGUES = Path(__file__).parent / "locale"
DOMAIN = "tablekeeper"

NAMES = {"en": "English", "fr": "Français"}
"""Every language by its ISO 639-1 code: its own name, in the order in which the menu goes through them."""


class FallbackCatalogue(gettext.NullTranslations):
    """A fallback catalogue: the translations that games by other hands add, and further catalogues (`add_fallback`)."""

    def __init__(self) -> None:
        super().__init__()
        self._translations: dict[str, str] = {}

    def add(self, translations: Mapping[str, str]) -> None:
        """Add translations of messages into this language."""
        self._translations.update(translations)

    def gettext(self, message: str) -> str:
        translation = self._translations.get(message)
        return super().gettext(message) if translation is None else translation


@cache
def fallback_catalogue(code: str) -> FallbackCatalogue:
    """Return the fallback catalogue of a language, the same in each call: for messages that the program's own lacks."""
    return FallbackCatalogue()


@cache
def language(code: str) -> Language:
    """Return the language of an ISO 639-1 code; English if there is no catalogue for it."""
    if code == ENGLISH.code:
        return ENGLISH
    try:
        catalogue = gettext.translation(DOMAIN, CATALOGUES, languages=[code])
    except FileNotFoundError:
        return ENGLISH
    catalogue.add_fallback(fallback_catalogue(code))
    return Language(code, catalogue.gettext, catalogue.ngettext)


def next_language_code(code: str) -> str:
    """Return the code of the language after this one in `NAMES`; after the last, the first."""
    codes = tuple(NAMES)
    return codes[(codes.index(code) + 1) % len(codes)]


def available_codes() -> tuple[str, ...]:
    """Return the codes of all languages that have a compiled catalogue, and English."""
    return (ENGLISH.code, *sorted(path.parts[-3] for path in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))
