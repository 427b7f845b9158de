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
from tablekeeper.testing.missing_translations import recording_language
from tablekeeper.testing.random_play import RandomGame, play_every_table, replayed_states, sample_pages
from values.named_tuple import NamedTuple

SENTENCE_FUNCTIONS = frozenset({"cause", "counted", "text"})
"""Functions whose first argument is a sentence that is shown."""


class GameSentences(NamedTuple):
    """The sentences of a game: those of its description and of whole games, and those in the source of its module.

    `source_sentences` are in the source, shown or not. `constants` counts all strings in the source.
    """

    sentences: tuple[Argument, ...]
    source_sentences: tuple[str, ...]
    constants: Counter[str]


def collect_sentences(module: ModuleType, game: Game[Any], seeds: range) -> GameSentences:
    """Return all sentences of a game, whether or not they are on a page."""
    # Built-in games have their translations in the program's catalogue, and sentences in many modules.
    tree = ast.parse("" if game.wording is None else Path(str(module.__file__)).read_text(encoding="utf-8"))
    strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    constants = Counter(value for value in strings if isinstance(value, str))
    return GameSentences(tuple(_sentences(game, seeds)), tuple(_sentences_in_source(tree)), constants)


def untranslated_messages(game: Game[Any], game_sentences: GameSentences, code: str) -> list[str]:
    """Return the messages without a translation in a language, in alphabetical order."""
    language, missing_translations = recording_language(code)
    surface = surface_of(panel.panel_kind("impression-7.3-spectra"))
    for sample in sample_pages(game):
        if sample.name != Stage.GAME.value:  # pages of this stage show other games
            lay_out(sample.page, surface, language)
    say = Translator({} if game.wording is None else game.wording.languages)
    for sentence in (*game_sentences.sentences, *map(say, game_sentences.source_sentences)):
        language.say(sentence)
    # A game without other titles has the same title in every language.
    return sorted(missing_translations.messages - {str(game.title.message)})


def translation_faults(game: Game[Any], game_sentences: GameSentences) -> Iterator[str]:
    """Yield a sentence for each fault of the translations: a message never shown, or one form instead of two."""
    if game.wording is None:
        return
    texts = [part for sentence in game_sentences.sentences for part in _texts(sentence)]
    shown_messages = {str(part.message) for part in texts}
    # A message that is never shown is in the source only once for each table that translates it.
    tables = {id(table): table for table in game.wording.languages.values()}.values()
    for message, table_count in Counter(chain.from_iterable(tables)).items():
        if message not in shown_messages and 0 < game_sentences.constants[message] <= table_count:
            yield f"languages has a translation of {message!r}, which the game never says: leave it out, or correct it."
    for part in texts:
        translations = part.message.translations if isinstance(part.message, Translated) else {}
        for code, translation in translations.items():
            if part.plural and isinstance(translation, str):
                yield (
                    f"{str(part.message)!r} counts, and {translation!r} is one string: "
                    f'write two in languages={{"{code}": …}}, for one and for many, as in ("{{n}} pli", "{{n}} plis").'
                )


def _sentences(game: Game[Any], seeds: range) -> Iterator[Argument]:
    """Yield the sentences of the description, and those that are shown in whole games."""
    yield from (game.title, *game.notes)
    for option in game.options:
        yield from (option.title, *option.labels)
    yield from () if game.wording is None else game.wording.said
    for played in play_every_table(game, seeds):
        yield from _sentences_of_game(game, played)


def _sentences_of_game(game: Game[Any], played: RandomGame) -> Iterator[Argument]:
    """Yield the questions and sentences that are shown in a played game, and the causes of its points."""
    for state, declaration in replayed_states(game, played):
        prompt = game.prompt(state)
        assert prompt is not None
        seat = declaration.seat
        yield from (prompt.question, game.heading(state))
        if not isinstance(declaration, First | GameEnd):
            yield game.in_words(declaration, "" if seat is None else played.table.players[seat])
    for round_index in range(len(played.record.scores.rounds)):
        for cause in chain(*game.points_by_cause(played.record.state, round_index)):
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
            case ast.IfExp(body=body, orelse=alternative):
                yield from _strings((body, alternative))


def _texts(argument: Argument) -> Iterator[Text]:
    """Yield a text, and those within it."""
    if isinstance(argument, Text):
        yield argument
        for _, value in argument.arguments:
            yield from _texts(value)
    elif isinstance(argument, Several):
        for item in argument.items:
            yield from _texts(item)
