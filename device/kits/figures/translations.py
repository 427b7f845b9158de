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
        for message, said in sentences.items():
            yield from _form_faults(sheet, message, said) or _name_faults(sheet, message, said)


def _form_faults(sheet: ScoreSheet, message: str, said: Any) -> tuple[str, ...]:
    """Check the number of forms of a translation."""
    if isinstance(said, str):
        counts = any(isinstance(column.unit, tuple) and column.unit[0] == message for column in sheet.columns)
        one = f"{message!r} counts, and {said!r} is one string: write two, for one and for many."
        return (one,) if counts else ()
    if isinstance(said, tuple | list) and len(said) == 2 and all(isinstance(form, str) for form in said):
        return ()
    return (f"the translation of {message!r} is {said!r}: write one string, or two where the sentence counts.",)


def _name_faults(sheet: ScoreSheet, message: str, said: Any) -> Iterator[str]:
    """Check that a translation uses only names in braces that its sentence has."""
    known = set(_NAMES.findall(message))
    if any(column.question == message for column in sheet.columns):
        known.add("player")
    if not isinstance(said, str):
        known.add("n")
    for form in (said,) if isinstance(said, str) else said:
        unknown = sorted(set(_NAMES.findall(form)) - known)
        if unknown:
            yield f"the translation {form!r} names {{{unknown[0]}}}, which {message!r} does not."
        elif known and re.search(r"[{}]", _NAMES.sub("", form)):
            yield f"the translation {form!r} has a brace too many."
