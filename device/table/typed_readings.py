"""The ways to read typed words: without those that repeat the question, and with figures for numbers in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from device.contract.keycodes import Choice, Level
from device.contract.number_pad import number_block_behind
from device.table.typed_words import AND, END_LABELS, done_keys, fold_words, is_as_shown
from display.words import Language, SeatName, Text, text
from values.named_tuple import NamedTuple

_NUMBER_WORDS = text(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven"
    " twenty-eight twenty-nine thirty thirty-one thirty-two thirty-three thirty-four thirty-five thirty-six"
    " thirty-seven thirty-eight thirty-nine forty forty-one forty-two forty-three forty-four forty-five forty-six"
    " forty-seven forty-eight forty-nine fifty fifty-one fifty-two fifty-three fifty-four fifty-five fifty-six"
    " fifty-seven fifty-eight fifty-nine sixty sixty-one sixty-two sixty-three sixty-four sixty-five sixty-six"
    " sixty-seven sixty-eight sixty-nine seventy seventy-one seventy-two seventy-three seventy-four seventy-five"
    " seventy-six seventy-seven seventy-eight seventy-nine eighty eighty-one eighty-two eighty-three eighty-four"
    " eighty-five eighty-six eighty-seven eighty-eight eighty-nine ninety ninety-one ninety-two ninety-three"
    " ninety-four ninety-five ninety-six ninety-seven ninety-eight ninety-nine"
)
"""The numbers from 0, in words."""

_MAX_WORDS = 4
"""The maximum number of words of a number that is typed without hyphens."""

_MAX_SEARCHED_WORDS = 20
"""The maximum number of words among which the one is searched that was not understood."""

ARTICLES = text("a, an, the")
"""The articles of the language: they say nothing, as in “Ann bids a red 3”."""

OF = text("of")
"""The word before a suit, as in “king of clubs”."""

_RANK_NAMES = text("jack, queen, king, ace")
"""The names of the ranks of which pages show the first letter."""

_NONE_OF = text("no, without")
"""The words that, before the name of what is counted, mean 0 of it."""


class AskedQuestion(NamedTuple):
    """A question in words, the names of the players who are asked, and the level of its answers."""

    words: Text
    names: tuple[str, ...]
    level: Level[object]

    def repeatable_words(self, language: Language) -> set[str]:
        """The words of the question that an answer may have, too: the names, and the only figure asked; and articles.

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
        return {"", *map(_without_plural, (*words, *language.say(ARTICLES).split(", ")))}


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
        fewer_words = _without_repeated(words, repeatable, _named_ranks(spoken, language))
        for reading in filter(None, dict.fromkeys((words, fewer_words))):
            yield reading
            if re.fullmatch(r"[-+\N{MINUS SIGN}]? ?\d{1,3}([\s.]\d{3})*", reading):
                yield re.sub(r"[\s.]", "", reading)


def _without_repeated(words: str, repeatable: set[str], ranks: set[str]) -> str:
    """The words without those of the question. Letters of these ranks stay: of an ace, “A” is no article."""
    single_words = words.rstrip(" .").split()
    return " ".join(
        word
        for word in single_words
        if word in ranks or _without_plural(fold_words(word.strip(":,;"))) not in repeatable
    )


def unknown_word(
    typed_words: str, question: AskedQuestion, language: Language, is_answer: Callable[[str], bool]
) -> str | None:
    """The only word without which the words would be an answer; None if there is none, or several. No number is one:
    that may be secret."""
    *_, words = ways_to_read(typed_words, question, language)
    single_words = words.split()
    if question.level.is_secret or not 1 < len(single_words) <= _MAX_SEARCHED_WORDS:
        return None
    unknown = [
        word
        for at, word in enumerate(single_words)
        if not re.search(r"\d", word) and is_answer(" ".join((*single_words[:at], *single_words[at + 1 :])))
    ]
    return unknown[0].strip(".,:;") if len(unknown) == 1 else None


def _is_same_folded(words: str, name: str) -> bool:
    return fold_words(words) == fold_words(name)


def words_after_name(
    words: str, name: str, language: Language, is_same: Callable[[str, str], bool] = _is_same_folded
) -> str | None:
    """What follows a player's name, as pages show it, at the beginning of typed words; None if they begin otherwise.
    `is_same` compares words with the name."""
    single_words, shown_name = words.split(), language.say(name)
    for count in range(1, len(single_words) + 1):
        if is_same(" ".join(single_words[:count]).rstrip(": "), shown_name):
            return " ".join(single_words[count:]).lstrip(": ")
    return None


def words_by_named_seat(words: str, names: tuple[str, ...], language: Language) -> dict[int, str]:
    """The seats of the players with whose name the words begin, each with what follows it.

    Of names that differ by accents alone, only the one that is typed as shown is meant.
    """
    for is_same in (is_as_shown, _is_same_folded):
        rests = (words_after_name(words, name, language, is_same) for name in names)
        if named := {seat: rest for seat, rest in enumerate(rests) if rest is not None}:
            return named
    return {}


def answers_by_name(words: str, names: tuple[str, ...], language: Language) -> tuple[str, ...]:
    """The answers of a line in which each begins with a player's name, as in “Ann 3, Bo 2 and Cy 1”; none if it is no
    such line. What “and” parts may also be two cards of one answer."""
    for separator in (f"[,;]|{language.say(AND)}", "[,;]"):
        answers = tuple(filter(None, (answer.strip() for answer in re.split(separator, words))))
        are_named = all(any(words_after_name(answer, name, language) for name in names) for answer in answers)
        if are_named and len(answers) > 1:
            return answers
    return ()


def example_of_words(level: Level[object], language: Language) -> str | None:
    """An answer to a level in words: the label of a cell of each further level; None if it takes too many."""
    words = list[str]()
    next_level: Level[object] | None = level
    while next_level is not None and len(words) < _MAX_WORDS:
        choice = _example_choice(next_level, is_begun=bool(words))
        if choice is None:
            return None
        if number_block_behind(choice) is None:  # “13–24” is no part of “14”
            words.append(language.say(choice.label))
        next_level = choice.level()
    return None if next_level is not None else " ".join(words)


def _example_choice(level: Level[object], *, is_begun: bool) -> Choice[object] | None:
    """The cell of a level that an example has: the one that ends an entry that is begun, else the first but 0."""
    shown = [choice for choice in level.choices if choice.shown]
    ends = [choice for choice in shown if choice.label in END_LABELS and is_begun]
    return next(iter((*ends, *(choice for choice in shown if choice.label != "0"), *shown)), None)


def with_figures(words: str, language: Language) -> str:
    """Write numbers in words, such as “three” and “thirty five”, as figures, and “no tokens” as “0 tokens”."""
    figures = _figures(language)
    written, left = list[str](), words.split()
    while left:
        # What a comma parts are two numbers.
        counts = (count for count in range(_MAX_WORDS, 1, -1) if not re.search("[,;] ", " ".join(left[:count])))
        count = next((count for count in counts if fold_words(" ".join(left[:count])) in figures), 1)
        number = figures.get(fold_words(" ".join(left[:count])))
        is_multiple = re.match(r"\w+ \d", " ".join(left[count - 1 : count + 1]))  # “two 3s” are no 2 and 3
        written += left[:count] if number is None or is_multiple else [number]
        del left[:count]
    none_of = "|".join(map(re.escape, language.say(_NONE_OF).split(", ")))
    with_zeros = re.sub(rf"(?i)\b(?:{none_of}) (?=\w)", "0 ", " ".join(written))
    return re.sub(rf"(?i)(?<=[\w]) {re.escape(language.say(OF))} (?=[^\W\d])", " ", with_zeros)


@cache
def _figures(language: Language) -> dict[str, str]:
    """The numbers by their folded words in a language, and the letters of ranks by their names."""
    figures = {fold_words(word): str(number) for number, word in enumerate(language.say(_NUMBER_WORDS).split())}
    return figures | _rank_letters(language)


@cache
def _rank_letters(language: Language) -> dict[str, str]:
    """The letters of ranks on pages, by the folded names of the ranks."""
    names = map(fold_words, language.say(_RANK_NAMES).split(", "))
    return {name: name[0].upper() for name in names}


def _named_ranks(words: str, language: Language) -> set[str]:
    """The letters of the ranks that the words name."""
    single_words = fold_words(words).split()
    return {letter for name, letter in _rank_letters(language).items() if name in single_words}


def _without_plural(word: str) -> str:
    return word.removesuffix("s")
