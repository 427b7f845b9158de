"""Reads cards that are typed together, in any order: “blue 9, 10 and 11”, “9–11 blue”, “a pair of 5, red”."""

from __future__ import annotations

import re
from itertools import chain

from device.contract.declarations import Declaration, RecordLine
from device.contract.setup import Seat
from device.session.record import Record, declaration_sentence
from device.table.typed_readings import ARTICLES, OF, with_figures
from device.table.typed_words import AND, fold_words, with_single_numbers
from display.vocabulary import Suit
from display.words import ENGLISH, Language, Text, text

_ALIKE = ((text("a pair"), 2), (text("three alike"), 3), (text("four alike"), 4))
"""The names of cards of one number, with their count."""

_SUITS_AND_NUMBERS = re.compile(r"((?:[^\d ]+ )+)((?:\d+ )+)")


def declared_cards(record: Record, seat: Seat, words: str, language: Language) -> Declaration | None:
    """The declaration that a player plays the typed cards, legal or not; None if the words say something else.

    They may have words of the declaration's own sentence, and say how many cards are alike or that they are a sequence.
    """
    if record.rules.played_suits is None:
        return None
    suits = _record_words(record.rules.played_suits, language)
    rest, count = _without_count(with_single_numbers(words, language), language)
    tokens = [suits.get(token, token) for token in fold_words(rest.replace(":", " ")).rstrip(" .!").split()]
    card_words = [token for token in tokens if token in suits.values() or re.fullmatch(r"\d{1,2}", token)]
    cards = _filled_up(_cards(card_words), count)
    if not cards:
        return None
    declaration = record.rules.read(RecordLine(seat, ("plays", *cards)))
    sentence = declaration_sentence(record, declaration)
    fillers = " ".join(map(language.say, (sentence, AND, ARTICLES, *_names_of_several(cards))))
    spare_words = fold_words(re.sub("[:.]", " ", fillers)).split()
    return declaration if {*tokens} <= {*card_words, *spare_words} else None


def _record_words(suits: tuple[Suit, ...], language: Language) -> dict[str, str]:
    """A record's words for suits, by their folded names and letters on pages."""
    return {
        fold_words(language.say(label)): ENGLISH.say(suit.word) for suit in suits for label in (suit.word, suit.letter)
    }


def _filled_up(cards: list[str], count: int | None) -> list[str]:
    """The cards, with others of the same number up to the count, if it is said; none if they are no such cards."""
    numbers = _numbers(cards)
    if count is None:
        return cards
    return cards + [*numbers] * (count - len(cards)) if len(numbers) == 1 and len(cards) <= count else []


def _names_of_several(cards: list[str]) -> tuple[Text, ...]:
    """What may be said of several cards besides their names, as in “a pair of 5” and “a sequence of 5 and 6”."""
    if len(cards) == 1:
        return ()
    return (OF,) if len(_numbers(cards)) == 1 else (OF, text("a sequence up from it"))


def _numbers(cards: list[str]) -> set[str]:
    return {card.rpartition("-")[2] for card in cards}


def _without_count(words: str, language: Language) -> tuple[str, int | None]:
    """The words without what says how many cards are alike, as “pair” and “three” in “three 5s”, and that number."""
    words = re.sub(r"(?<=\d)s\b", "", words)
    articles = language.say(ARTICLES).split(", ")
    for name, count in _ALIKE:
        noun = " ".join(word for word in language.say(name).split() if word not in articles)
        rest = re.sub(rf"(?i)\b{noun}\b", "", words)
        if rest != words:
            return rest, count
    first, multiple, last = re.split(r"([^\W\d]+) (?=\d)|$", words, maxsplit=1)
    figure = with_figures(multiple or "", language)
    return (first + last, int(figure)) if figure.isdecimal() else (words, None)


def _cards(card_words: list[str]) -> list[str]:
    """The cards in a record's words; none if it is not clear which suit a number has.

    A suit counts for all numbers that are typed with it, and a number for all suits. A number that is typed more often
    than its suits has none.
    """
    if all(map(str.isdecimal, card_words)):
        return card_words
    line = " ".join((*_suits_first(card_words), ""))
    groups = [_cards_of_group(*map(str.split, group)) for group in _SUITS_AND_NUMBERS.findall(line)]
    is_read = all(groups) and not _SUITS_AND_NUMBERS.sub("", line)
    return [*chain.from_iterable(groups)] if is_read else []


def _suits_first(card_words: list[str]) -> list[str]:
    """The words in an order in which each suit comes before its numbers, as far as that is clear."""
    if sum(map(str.isdecimal, card_words)) == len(card_words) - 1:
        return sorted(card_words, key=str.isdecimal)
    return card_words[::-1] if card_words[0].isdecimal() else card_words


def _cards_of_group(suits: list[str], numbers: list[str]) -> list[str]:
    """The cards of suits with the numbers behind them; none if several suits have several numbers."""
    single_numbers = dict.fromkeys(numbers)
    if 1 not in (len(suits), len(single_numbers)):
        return []
    cards = [f"{suit}-{number}" for suit in suits for number in single_numbers]
    return cards + numbers[len(cards) :]
