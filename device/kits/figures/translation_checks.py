"""Checks the translations of a score sheet: the number of forms, and the names in braces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from device.kits.figures.sheet import ScoreSheet

_NAMES = re.compile(r"\{(\w+)\}")


def translation_faults(sheet: ScoreSheet) -> Iterator[str]:
    """Yield a sentence for each fault in the translations of a score sheet."""
    for code, sentences in sheet.languages.items():
        if not isinstance(sentences, Mapping):
            yield f'languages has no sentences for {code!r}: write {{"fr": {{"bid": "annonce"}}}}.'
            continue
        for message, translation in sentences.items():
            yield from _form_faults(sheet, message, translation) or _name_faults(sheet, message, translation)


def _form_faults(sheet: ScoreSheet, message: str, translation: Any) -> tuple[str, ...]:
    """Check the number of forms of a translation."""
    if isinstance(translation, str):
        is_counted = any(isinstance(column.unit, tuple) and column.unit[0] == message for column in sheet.columns)
        fault = f"{message!r} counts, and {translation!r} is one string: write two, for one and for many."
        return (fault,) if is_counted else ()
    if (
        isinstance(translation, tuple | list)
        and len(translation) == 2
        and all(isinstance(form, str) for form in translation)
    ):
        return ()
    return (f"the translation of {message!r} is {translation!r}: write one string, or two where the sentence counts.",)


def _name_faults(sheet: ScoreSheet, message: str, translation: Any) -> Iterator[str]:
    """Check that a translation uses only names in braces that its sentence has."""
    known_names = set(_NAMES.findall(message))
    if any(column.question == message for column in sheet.columns):
        known_names.add("player")
    if not isinstance(translation, str):
        known_names.add("n")
    for form in (translation,) if isinstance(translation, str) else translation:
        unknown_names = sorted(set(_NAMES.findall(form)) - known_names)
        if unknown_names:
            yield f"the translation {form!r} names {{{unknown_names[0]}}}, which {message!r} does not."
        elif known_names and re.search(r"[{}]", _NAMES.sub("", form)):
            yield f"the translation {form!r} has a brace too many."
