"""Translatable sentences as data.

Rules and pages never hold finished sentences. They hold a `Text`: an English message and its arguments. `Language.say`
turns it into words when it is shown, in the language of the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Protocol, Union, cast

from values.named_tuple import NamedTuple, compared_by_identity

MINUS = "\N{MINUS SIGN}"

MAX_QUOTED_LENGTH, MAX_LISTED = 200, 20
"""Maximum numbers of characters of a word, and of items of a list, that `shorten_arguments` leaves. Names have at most
half as many characters, and hands no more cards."""


class Sayable(Hashable, Protocol):
    """An object that has words of its own, such as a card."""

    @property
    def words(self) -> Text | str: ...


Argument = Union[str, int, "Text", "Several", Sayable]
Label = Union[str, "Text", Sayable]
"""The content of one cell of a page: a proper name or figure (`str`, never translated), a `Text`, or a card."""


class SeatName(str):
    """The number of a seat whose player gave no name. A record has only that number; people are shown “Player 2”."""

    __slots__ = ()


Translations = Mapping[str, Sequence[str]]
"""Translations of a message by language code: of a counted message, the forms for one and for many."""

_SINGULAR_ZERO_LANGUAGES = frozenset({"fr"})
"""Languages in which zero is singular."""


_ELIDING_LANGUAGES = frozenset({"fr"})
"""Languages in which “de” and “que” lose their vowel before another one."""

_VOWELS = frozenset("aeiouœæ")
"""Before h and y, “de” may be right, too: Hugo, Yasmine."""


def _elided(message: str, arguments: Mapping[str, str]) -> str:
    """The message with “d’” and “qu’” before arguments that begin with a vowel."""
    import unicodedata  # imported late: its tables take memory, and most languages keep their vowels

    def elide(words: re.Match[str]) -> str:
        first_letter = unicodedata.normalize("NFD", arguments[words[2]][:1]).casefold()[:1]
        return f"{words[1]}’{{{words[2]}}}" if first_letter in _VOWELS else words[0]

    return re.sub(r"(\b[Dd]|[Qq]u)e \{(\w+)\}", elide, message)


class Translated(str):
    """An English message with its own translations, as plug-in games have.

    They take precedence over the program's own catalogue, in which the same word may mean something else. A message
    with other translations is not equal to it, so that caches keep them apart.
    """

    translations: Translations

    def __new__(cls, message: str, translations: Translations | None = None) -> Translated:
        translated = super().__new__(cls, message)
        translated.translations = {} if translations is None else translations
        return translated

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Translated) or not str.__eq__(self, other):
            return False
        return self.translations is other.translations or self.translations == other.translations

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def translation_in(self, code: str, count: int = 1) -> str | None:
        """Return the message in a language, in the form for the count; None if there is no translation."""
        translation = self.translations.get(code)
        if translation is None or isinstance(translation, str):
            return translation
        is_singular = count == 1 or (count == 0 and code in _SINGULAR_ZERO_LANGUAGES)
        return translation[0 if is_singular else 1]


class Text(NamedTuple):
    """An English message and its arguments, by the names in its braces.

    A message with a `plural` takes its form from the argument `n`.
    """

    message: str
    arguments: tuple[tuple[str, Argument], ...] = ()
    plural: str = ""


class Several(NamedTuple):
    """Items in a row: “Teresa, Kaylen and Taylor”."""

    items: tuple[Argument, ...]


def text(message: str, /, **arguments: Argument) -> Text:
    """Return a message with its arguments; `message` must be a literal, since it is the catalogue's key."""
    return Text(message, tuple(arguments.items()))


def untranslated(word: str) -> Text:
    """Return a word or sign that is the same in every language, even if a catalogue translates it."""
    return Text("{word}", (("word", word),))


def counted(singular: str, plural: str, /, n: int, **arguments: Argument) -> Text:
    """Return a message that depends on a count `n`, which both forms may name."""
    return Text(singular, (("n", n), *arguments.items()), plural)


_JOINED_SENTENCES = text("{sentence} {next}")


def join_sentences(*sentences: Text) -> Text:
    """Join several sentences to one text. There must be at least one."""
    *first, joined = sentences
    for sentence in reversed(first):
        joined = _JOINED_SENTENCES._replace(arguments=(("sentence", sentence), ("next", joined)))
    return joined


def first_sentence(words: Label) -> Label:
    """Return the first of the sentences that `join_sentences` joined; another label as it is.

    Of a label with such sentences as its only argument, return it with the first of them.
    """
    if not isinstance(words, Text):
        return words
    if words.message == _JOINED_SENTENCES.message:
        return cast(Text, words.arguments[0][1])
    if len(words.arguments) == 1 and isinstance(argument := words.arguments[0][1], Text):
        return words._replace(arguments=((words.arguments[0][0], first_sentence(argument)),))
    return words


def last_sentence(words: Label) -> Label:
    """Return the last of the sentences that `join_sentences` joined; another label as it is."""
    while isinstance(words, Text) and words.message == _JOINED_SENTENCES.message:
        words = cast(Text, words.arguments[1][1])
    return words


def shorten_arguments(message: Text) -> Text:
    """Return the message with its arguments cut to a readable length: a file may quote megabytes."""
    return message._replace(arguments=tuple((name, _shortened_argument(value)) for name, value in message.arguments))


def _shortened_argument(argument: Argument) -> Argument:
    if isinstance(argument, str) and len(argument) > MAX_QUOTED_LENGTH:
        return f"{argument[:MAX_QUOTED_LENGTH]}…"
    if isinstance(argument, Text):
        return shorten_arguments(argument)
    if isinstance(argument, Several):
        items = tuple(map(_shortened_argument, argument.items[:MAX_LISTED]))
        return Several(items if len(argument.items) <= MAX_LISTED else (*items, "…"))
    return argument


def figure(number: int) -> str:
    """Return a number as it is printed: with a real minus sign, which is as wide as a plus."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def signed(number: int) -> str:
    """Return a number of points gained or lost: `+5`, `0`, `−2`."""
    return f"+{number}" if number > 0 else figure(number)


@compared_by_identity
class Language(NamedTuple):
    """Translates texts into one language. It equals only itself, so that it is hashed quickly as a key of caches.

    `code` is the language's ISO 639-1 code. `translate` and `translate_counted` look messages up in the catalogue, as
    `gettext` and `ngettext` do.
    """

    code: str
    translate: Callable[[str], str]
    translate_counted: Callable[[str, str, int], str]

    def say(self, value: Argument) -> str:
        """Return the words of a text, a card, a list, a name or a number."""
        if isinstance(value, SeatName):
            return self._text(text("Player {number}", number=str(value)))
        if isinstance(value, str):
            return value
        if isinstance(value, int):
            return figure(value)
        if isinstance(value, Text):
            return self._text(value)
        if isinstance(value, Several):
            return self._joined_items(value)
        return self.say(value.words)

    def _text(self, content: Text) -> str:
        message = self._message(content)
        if not content.arguments:
            return message
        arguments = {name: self._argument(message, name, value) for name, value in content.arguments}
        if self.code in _ELIDING_LANGUAGES and "e {" in message:
            message = _elided(message, arguments)
        return message.format(**arguments)

    def _argument(self, message: str, name: str, value: Argument) -> str:
        return self._clause(value) if f"{{{name}}}." in message else self.say(value)

    def _clause(self, value: Argument) -> str:
        """Return words without the full stop of a sentence, to be a part of another one. Names keep theirs."""
        words = self.say(value)
        return words[:-1] if words.endswith(".") and self._is_sentence(value) else words

    def _is_sentence(self, value: Argument) -> bool:
        """Whether a text, or the last item of a list, ends as a sentence, and not with a name."""
        if isinstance(value, Several):
            return bool(value.items) and self._is_sentence(value.items[-1])
        if not isinstance(value, Text):
            return False
        message = self._message(value)
        last = next((argument for name, argument in value.arguments if message.endswith(f"{{{name}}}")), None)
        return message.endswith(".") or (last is not None and self._is_sentence(last))

    def _message(self, content: Text) -> str:
        """Return the message in this language, with its braces."""
        count = abs(cast(int, dict(content.arguments)["n"])) if content.plural else 1
        message = content.message
        if isinstance(message, Translated):
            own_translation = message.translation_in(self.code, count)
            if own_translation is not None:
                return own_translation
            message = str(message)
        return self.translate_counted(message, content.plural, count) if content.plural else self.translate(message)

    def _joined_items(self, several: Several) -> str:
        words = [self._clause(item) for item in several.items]
        if len(words) < 2:
            return "".join(words)
        return self.say(text("{others} and {last}", others=", ".join(words[:-1]), last=words[-1]))


ENGLISH = Language("en", lambda message: message, lambda singular, plural, count: singular if count == 1 else plural)
