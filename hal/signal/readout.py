"""Readouts: fast displays that show a few words at once, while the e-ink panel is slow."""

from __future__ import annotations

from typing import Protocol

from values.named_tuple import NamedTuple


class Status(NamedTuple):
    """The words to show now, in the language of the table.

    `typed_keys` is the code so far, as its keys (`B`, `BD`). `answer` is the result of the last press: the declaration
    that was saved, the sentence of a refusal, or nothing while a code continues. `key_meanings` are the meanings of
    each of the four keys as the next one, empty for a key without one; the tuple is empty if no code is asked for.
    `is_spelling` is whether the next code is a letter of a name.
    """

    question: str
    typed_keys: str = ""
    answer: str = ""
    key_meanings: tuple[str, ...] = ()
    is_spelling: bool = False


class Readout(Protocol):
    """Shows a status. Returns at once and never fails, so that no caller waits for it."""

    def show_status(self, status: Status) -> None: ...
