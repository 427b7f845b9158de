"""Translates a declaration, typed as the page says it (“Ann takes the card”), to the keys that mean it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from device.contract.declarations import Declaration
from device.contract.keycodes import Level
from device.session.record import Record, declaration_sentence
from device.table.typed_words import fold_words
from display.words import Label, Language


def keys_of_sentence(record: Record, level: Level[object], words: str, language: Language) -> str | None:
    """The keys of the only answer that is said with the typed words; None if there is none, or if there are several.

    The name of a player who declares may be left out, but alone it is no answer. The end of the sentence may be left
    out if the answer itself is not in it, as in “Ann takes” the card, but not “Ann bids” 2 tricks.
    """
    typed = fold_words(words).rstrip(" .!")
    if _begins_a_name(record, typed, language):
        return None
    sentences = [
        (keys, sentence, fold_words(language.say(label)))
        for keys, label, declaration in _declarations(level)
        for sentence in _sentences(record, declaration, language)
    ]
    whole = {keys for keys, sentence, _ in sentences if sentence == typed}
    keys = whole or {keys for keys, sentence, label in sentences if _is_begun(sentence, typed, label)}
    return keys.pop() if len(keys) == 1 else None


def _begins_a_name(record: Record, typed: str, language: Language) -> bool:
    """Whether the typed words are a player's name, or the beginning of one."""
    return any(f"{fold_words(language.say(name))} ".startswith(f"{typed} ") for name in record.setup.players)


def _is_begun(sentence: str, typed: str, label: str) -> bool:
    """Whether a sentence begins with the typed words, and neither a number nor the answer's label is in its rest."""
    rest = sentence.removeprefix(f"{typed} ")
    return rest != sentence and not re.search(r"\d", rest) and not set(label.split()) & set(rest.split())


def _declarations(level: Level[object]) -> Iterator[tuple[str, Label, Declaration]]:
    """Yield the declarations of players among the answers, with their keys and labels. What functions make is left out:
    such entries have any length."""
    for choice in level.choices:
        code = level.code(choice.slot)
        if isinstance(choice.means, Level):
            yield from ((code + keys, label, declared) for keys, label, declared in _declarations(choice.means))
        elif choice.shown and getattr(choice.means, "seat", None) is not None:
            yield code, choice.label, cast("Declaration", choice.means)


def _sentences(record: Record, declaration: Declaration, language: Language) -> tuple[str, str]:
    """A declaration as a sentence, folded, with the player's name and without."""
    assert declaration.seat is not None
    sentence = fold_words(language.say(declaration_sentence(record, declaration)).rstrip("."))
    return sentence, sentence.removeprefix(fold_words(language.say(record.setup.players[declaration.seat]))).strip(" :")
