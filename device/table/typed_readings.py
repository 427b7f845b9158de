"""The ways to read typed words: without those that repeat the question, and with figures for numbers in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from device.contract.keycodes import Level
from device.table.typed_words import done_keys, fold_words
from display.words import Language, SeatName, Text, text
from values.named_tuple import NamedTuple

_NUMBER_WORDS = text(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty"
)
"""The numbers from 0, in words."""


class AskedQuestion(NamedTuple):
    """A question in words, the names of the players who are asked, and the level of its answers."""

    words: Text
    names: tuple[str, ...]
    level: Level[object]

    def repeatable_words(self, language: Language) -> set[str]:
        """The words of the question that an answer may have, too: the names, and the only figure asked.

        Where several figures are asked, such as cards and then tokens, “3 tokens” says that they are no cards. A word
        that is an answer itself, as in “Ann bids, or pass”, is none. Neither is one of “Player 4”: the 4 may be an
        answer.
        """
        asked = (
            " ".join(map(language.say, self.names)) if done_keys(self.level) is not None else language.say(self.words)
        )
        seats = " ".join(language.say(name) for name in self.names if isinstance(name, SeatName))
        answers = {fold_words(language.say(choice.label)) for choice in self.level.choices}
        words = set(re.findall(r"\w+", fold_words(asked))) - answers - set(fold_words(seats).split())
        return {"", *map(_without_plural, words)}


def ways_to_read(typed_words: str, question: AskedQuestion, language: Language) -> Iterator[str]:
    """Yield the words, and those that repeat none of the question, as in “Ann 90 points”; then the same with figures
    for numbers in words. A number comes without what parts its sign and its thousands, too.

    A name alone is no answer of the player who is asked, even if it is “Player 4”.
    """
    yield typed_words
    only_name = question.names[0] if len(question.names) == 1 else ""
    rest = words_after_name(typed_words, only_name, language) if only_name else None
    spoken = typed_words if rest is None else rest
    repeatable = question.repeatable_words(language)
    for words in dict.fromkeys((spoken, with_figures(spoken, language))):
        single_words = words.rstrip(" .").split()
        fewer_words = [
            word for word in single_words if _without_plural(fold_words(word.strip(":,;"))) not in repeatable
        ]
        for reading in filter(None, dict.fromkeys((words, " ".join(fewer_words)))):
            yield reading
            if re.fullmatch(r"[-+\N{MINUS SIGN}]? ?\d{1,3}([\s.]\d{3})*", reading):
                yield re.sub(r"[\s.]", "", reading)


def words_after_name(words: str, name: str, language: Language) -> str | None:
    """What follows a player's name, as pages show it, at the beginning of typed words; None if they begin otherwise."""
    single_words, shown_name = words.split(), fold_words(language.say(name))
    for count in range(1, len(single_words) + 1):
        if fold_words(" ".join(single_words[:count]).rstrip(":")) == shown_name:
            return " ".join(single_words[count:]).lstrip(": ")
    return None


def with_figures(words: str, language: Language) -> str:
    """Write numbers in words, such as “three”, as figures."""
    figures = {fold_words(word): str(number) for number, word in enumerate(language.say(_NUMBER_WORDS).split())}
    return " ".join(figures.get(fold_words(word), word) for word in words.split())


def _without_plural(word: str) -> str:
    return word.removesuffix("s")
