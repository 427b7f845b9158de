"""Collects all sentences of a game, and finds those without a translation."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

from device.contract.declarations import First, GameEnd
from device.contract.game import Game
from device.kits.translator import Translator
from device.pages.surface import surface_of
from device.session.session import Stage
from display.layout import lay_out
from display.words import Argument, Several, Text, Translated
from hal.panel import panel
from tablekeeper.testing.tried import RandomGame, every_table, pages, states
from tablekeeper.testing.untranslated import recording_language
from values.named_tuple import NamedTuple

SENTENCE_FUNCTIONS = frozenset({"cause", "counted", "text"})
"""Functions whose first argument is a sentence that is shown."""


class OwnWords(NamedTuple):
    """The sentences of a game: those of its description and of whole games, and those in the source of its module.

    `written` are in the source, whether or not they are ever shown. `constants` counts all strings in the source.
    """

    sentences: tuple[Argument, ...]
    written: tuple[str, ...]
    constants: Counter[str]


def words(module: ModuleType, game: Game[Any], seeds: range) -> OwnWords:
    """Return all sentences of a game, whether or not they are on a page."""
    # Built-in games have their translations in the program's catalogue, and sentences in many modules.
    tree = ast.parse("" if game.wording is None else Path(str(module.__file__)).read_text(encoding="utf-8"))
    strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    constants = Counter(value for value in strings if isinstance(value, str))
    return OwnWords(tuple(_sentences(game, seeds)), tuple(_sentences_in_source(tree)), constants)


def lacking(game: Game[Any], wording: OwnWords, code: str) -> list[str]:
    """Return the messages without a translation in a language, in alphabetical order."""
    language, heard = recording_language(code)
    surface = surface_of(panel.panel_kind("impression-7.3-spectra"))
    for moment in pages(game):
        if moment.name != Stage.GAME.value:  # pages of this stage show other games
            lay_out(moment.page, surface, language)
    say = Translator({} if game.wording is None else game.wording.languages)
    for sentence in (*wording.sentences, *map(say, wording.written)):
        language.say(sentence)
    # A game without other titles has the same title in every language.
    return sorted(heard.lacking - {str(game.title.message)})


def translation_faults(game: Game[Any], own: OwnWords) -> Iterator[str]:
    """Yield a sentence for each fault of the translations: a message never shown, or one form instead of two."""
    if game.wording is None:
        return
    texts = [each for sentence in own.sentences for each in _texts(sentence)]
    said = {str(each.message) for each in texts}
    # A message that is never shown is in the source only once for each table that translates it.
    tables = {id(table): table for table in game.wording.languages.values()}.values()
    for message, times in Counter(chain.from_iterable(tables)).items():
        if message not in said and 0 < own.constants[message] <= times:
            yield f"languages has a translation of {message!r}, which the game never says: leave it out, or correct it."
    for each in texts:
        translations = each.message.translations if isinstance(each.message, Translated) else {}
        for code, translation in translations.items():
            if each.plural and isinstance(translation, str):
                yield (
                    f"{str(each.message)!r} counts, and {translation!r} is one string: "
                    f'write two in languages={{"{code}": …}}, for one and for many, as in ("{{n}} pli", "{{n}} plis").'
                )


def _sentences(game: Game[Any], seeds: range) -> Iterator[Argument]:
    """Yield the sentences of the description, and those that are shown in whole games."""
    yield from (game.title, *game.notes)
    for option in game.options:
        yield from (option.title, *option.labels)
    yield from () if game.wording is None else game.wording.said
    for played in every_table(game, seeds):
        yield from _sentences_of_game(game, played)


def _sentences_of_game(game: Game[Any], played: RandomGame) -> Iterator[Argument]:
    """Yield the questions and sentences that are shown in a played game, and the causes of its points."""
    for state, declaration in states(game, played):
        prompt = game.prompt(state)
        assert prompt is not None
        seat = declaration.seat
        yield from (prompt.question, game.heading(state))
        if not isinstance(declaration, First | GameEnd):
            yield game.in_words(declaration, "" if seat is None else played.table.players[seat])
    for number in range(len(played.record.scores.rounds)):
        for cause in chain(*game.causes(played.record.state, number)):
            yield from (cause.why, *(() if cause.kind is None else (cause.kind,)))


def _sentences_in_source(tree: ast.AST) -> Iterator[str]:
    """Yield the sentences in a module's source, even if no played game has shown them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SENTENCE_FUNCTIONS:
            kinds = (keyword.value for keyword in node.keywords if keyword.arg == "kind")
            yield from _strings((*node.args[:1], *kinds))


def _strings(nodes: Iterable[ast.expr]) -> Iterator[str]:
    """Yield strings in expressions; both of a conditional expression."""
    for node in nodes:
        match node:
            case ast.Constant(value=str(value)):
                yield value
            case ast.IfExp(body=body, orelse=other):
                yield from _strings((body, other))


def _texts(what: Argument) -> Iterator[Text]:
    """Yield a text, and those within it."""
    if isinstance(what, Text):
        yield what
        for _, value in what.arguments:
            yield from _texts(value)
    elif isinstance(what, Several):
        for item in what.items:
            yield from _texts(item)
