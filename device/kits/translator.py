"""`Translator`: adds an author's translations to a game's English sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device.kits.arguments import quote_value, refuse
from display.words import Argument, Several, Text, Translated, Translations

Sentences = Mapping[str, Sequence[str]]
"""The translations of one language, by the English messages.

A message that counts is given by its English singular, and has two translations: singular and plural.
"""


def as_text(what: Text | str) -> Text:
    """Convert English words to a text. Raises DescriptionError for anything else."""
    if isinstance(what, str):
        return Text(what)
    if not isinstance(what, Text):
        refuse(f"{quote_value(what)} stands where words are needed: write a sentence, or None where there is none.")
    return what


class Translator:
    """Adds translations to messages. It is called with a message."""

    def __init__(self, languages: Mapping[str, Sentences]) -> None:
        self._known: dict[str, dict[str, Sequence[str]]] = {}
        for code, sentences in languages.items():
            for message, said in sentences.items():
                self._known.setdefault(message, {})[code] = said

    def __call__(self, what: Text | str) -> Text:
        """Return a message, or a text with all its arguments, with translations. A string is taken as a message."""
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
