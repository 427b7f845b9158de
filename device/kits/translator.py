"""`Translator`: adds an author's translations to a game's English sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from device.kits.arguments import quote_value, raise_description_error
from display.words import Argument, Several, Text, Translated, Translations

Sentences = Mapping[str, Sequence[str]]
"""The translations of one language, by the English messages.

A message that counts is given by its English singular, and has two translations: singular and plural.
"""


def as_text(words: Text | str) -> Text:
    """Convert English words to a text. Raises DescriptionError for anything else."""
    if isinstance(words, str):
        return Text(words)
    if not isinstance(words, Text):
        raise_description_error(
            f"{quote_value(words)} stands where words are needed: write a sentence, or None where there is none."
        )
    return words


class Translator:
    """Adds translations to messages. It is called with a message."""

    def __init__(self, languages: Mapping[str, Sentences]) -> None:
        self._translations: dict[str, dict[str, Sequence[str]]] = {}
        for code, sentences in languages.items():
            for message, translation in sentences.items():
                self._translations.setdefault(message, {})[code] = translation

    def __call__(self, words: Text | str) -> Text:
        """Return a message, or a text with all its arguments, with translations. A string is taken as a message."""
        message, arguments, plural = as_text(words)
        translated = tuple((name, self._translate_argument(value)) for name, value in arguments)
        return Text(self._translate_message(message), translated, plural)

    def _translate_argument(self, value: Argument) -> Argument:
        if isinstance(value, Text):
            return self(value)
        if isinstance(value, Several):
            return Several(tuple(map(self._translate_argument, value.items)))
        return value

    def _translate_message(self, message: str) -> str:
        translations: Translations | None = self._translations.get(message)
        if translations is None or isinstance(message, Translated):
            return message
        return Translated(message, translations)
