"""The languages that the program speaks, by their gettext catalogues."""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

from display.words import ENGLISH, Language

CATALOGUES = Path(__file__).parent / "locale"
DOMAIN = "tablekeeper"

NAMES = {"en": "English", "fr": "Français"}
"""Every language by its ISO 639-1 code: its own name, in the order in which the menu goes through them."""


@cache
def language(code: str) -> Language:
    """The language of an ISO 639-1 code; English if there is no catalogue for it."""
    if code == ENGLISH.code:
        return ENGLISH
    try:
        found = gettext.translation(DOMAIN, CATALOGUES, languages=[code])
    except FileNotFoundError:
        return ENGLISH
    return Language(code, found.gettext, found.ngettext)


def following(code: str) -> str:
    """The code of the language that comes after another; after the last, the first."""
    codes = tuple(NAMES)
    return codes[(codes.index(code) + 1) % len(codes)]


def available() -> tuple[str, ...]:
    """The codes of all languages that there are."""
    return (ENGLISH.code, *sorted(path.parts[-3] for path in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))
