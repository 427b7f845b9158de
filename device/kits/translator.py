"""A game's own sentences in other languages: what its author writes in English is said as their tables have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device.kits.arguments import quoted, refuse
from display.words import Argument, Several, Text, Translated, Translations

Sentences = Mapping[str, Sequence[str]]
"""Sentences of one language by the English ones. For a message that counts, its English singular has two: for one, and
for many."""


def as_text(what: Text | str) -> Text:
    """English words as a text. Raises DescriptionError for what are no words."""
    if isinstance(what, str):
        return Text(what)
    if not isinstance(what, Text):
        refuse(f"{quoted(what)} stands where words are needed: write a sentence, or None where there is none.")
    return what


class Translator:
    """Gives messages their translations, as tables of sentences by languages have them."""

    def __init__(self, languages: Mapping[str, Sentences]) -> None:
        self._known: dict[str, dict[str, Sequence[str]]] = {}
        for code, sentences in languages.items():
            for message, said in sentences.items():
                self._known.setdefault(message, {})[code] = said

    def __call__(self, what: Text | str) -> Text:
        """A message, or a text with all that goes into it, with translations; English words alone are a message."""
        message, arguments, plural = as_text(what)
        translated = tuple((name, self._argument(value)) for name, value in arguments)
        return Text(self._message(message), translated, plural)

    def _argument(self, value: Argument) -> Argument:
        if isinstance(value, Text):
            return self(value)
        if isinstance(value, Several):
            return Several(tuple(map(self._argument, value.items)))
        return value

    def _message(self, message: str) -> str:
        translations: Translations | None = self._known.get(message)
        if translations is None or isinstance(message, Translated):
            return message
        return Translated(message, translations)
