"""The sentences of record lines, in English and in French."""

from __future__ import annotations

from device.contract.declarations import First
from device.session.record import declaration_sentence, read_declaration, split
from display.languages import language
from display.words import ENGLISH
from tests.games.registered import deal, header

NAMES = ("Ann", "Bo", "Cleo", "Dan")

Said = dict[str, tuple[str, str]]
"""Lines of the record, each with its sentence in both languages."""


def says(game_id: str, line: str) -> tuple[str, str]:
    """The sentences of a line in both languages."""
    record = header(game_id, NAMES, ())
    sentence = declaration_sentence(record, read_declaration(record, split(line)))
    return ENGLISH.say(sentence), language("fr").say(sentence)


def kinds(game_id: str, lines: Said) -> set[type]:
    """The types of the declarations in lines."""
    return {type(read_declaration(header(game_id, NAMES, ()), split(line))) for line in lines} | {First}


def declared(game_id: str) -> set[type]:
    """The types of the declarations in dealt games."""
    return {type(each) for seed in range(3) for each in deal(game_id, seed, len(NAMES))}
