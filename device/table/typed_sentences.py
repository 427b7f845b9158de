"""Translates a declaration, typed as the page says it (“Ann takes the card”), to the keys that mean it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from device.contract.declarations import Declaration
from device.contract.keycodes import Level
from device.session.record import Record, declaration_sentence
from device.table.typed_words import fold_words
from display.words import Language


def keys_of_sentence(record: Record, level: Level[object], words: str, language: Language) -> str | None:
    """The keys of the only answer whose sentence begins with the typed words; None if there is no such answer. The name
    of a player who declares may be left out."""
    typed = fold_words(words).rstrip(" .!")
    sentences = [
        (keys, sentence)
        for keys, declaration in _declarations(level)
        for sentence in _sentences(record, declaration, language)
    ]
    whole = {keys for keys, sentence in sentences if sentence == typed}
    keys = whole or {keys for keys, sentence in sentences if sentence.startswith(f"{typed} ")}
    return keys.pop() if len(keys) == 1 else None


def _declarations(level: Level[object]) -> Iterator[tuple[str, Declaration]]:
    """Yield the declarations of players among the answers, with their keys. What functions make is left out: such
    entries have any length."""
    for choice in level.choices:
        code = level.code(choice.slot)
        if isinstance(choice.means, Level):
            yield from ((code + keys, declaration) for keys, declaration in _declarations(choice.means))
        elif choice.shown and getattr(choice.means, "seat", None) is not None:
            yield code, cast("Declaration", choice.means)


def _sentences(record: Record, declaration: Declaration, language: Language) -> tuple[str, str]:
    """A declaration as a sentence, folded, with the player's name and without."""
    assert declaration.seat is not None
    sentence = fold_words(language.say(declaration_sentence(record, declaration)).rstrip("."))
    return sentence, sentence.removeprefix(fold_words(language.say(record.setup.players[declaration.seat]))).strip(" :")
