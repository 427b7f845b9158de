"""Checks the translations of a score sheet: the number of forms, and the names in braces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from device.kits.figures.sheet import ScoreSheet

_FIELD = re.compile(r"\{(\w+)\}")
"""A name in braces."""


def translation_faults(sheet: ScoreSheet) -> Iterator[str]:
    """Yield a sentence for each fault in the translations of a score sheet."""
    for code, translations in sheet.languages.items():
        if not isinstance(translations, Mapping):
            yield f'languages has no sentences for {code!r}: write {{"fr": {{"bid": "annonce"}}}}.'
            continue
        for sentence, translation in translations.items():
            form_fault = _form_fault(sheet, sentence, translation)
            if form_fault:
                yield form_fault
            else:
                yield from _field_faults(sheet, sentence, translation)


def _form_fault(sheet: ScoreSheet, sentence: Any, translation: Any) -> str | None:
    """Return what is wrong with the number of plural forms of a translation, or with its sentence."""
    match translation:
        case _ if not isinstance(sentence, str):
            return f"the translation {translation!r} is of {sentence!r}, which is no sentence: write it in quotes."
        case str():
            needs_plural = any(
                isinstance(column.unit, tuple) and column.unit[0] == sentence for column in sheet.columns
            )
            fault = f"{sentence!r} counts, and {translation!r} is one string: write two, for one and for many."
            return fault if needs_plural else None
        case (str(), str()):
            return None
    return f"the translation of {sentence!r} is {translation!r}: write one string, or two where the sentence counts."


def _field_faults(sheet: ScoreSheet, sentence: str, translation: Any) -> Iterator[str]:
    """Check that a translation uses only names in braces that its sentence has."""
    known_names = set(_FIELD.findall(sentence))
    if any(column.question == sentence for column in sheet.columns):
        known_names.add("player")
    if not isinstance(translation, str):
        known_names.add("n")  # the number that decides between the two forms
    for form in (translation,) if isinstance(translation, str) else translation:
        unknown_names = sorted(set(_FIELD.findall(form)) - known_names)
        if unknown_names:
            yield f"the translation {form!r} names {{{unknown_names[0]}}}, which {sentence!r} does not."
        elif known_names and re.search(r"[{}]", _FIELD.sub("", form)):
            yield f"the translation {form!r} has a brace too many."
