"""A readout: the few words that a fast display says at once, while the ink is slow."""

from __future__ import annotations

from typing import Protocol

from values.named_tuple import NamedTuple


class Status(NamedTuple):
    """What there is to say now, in the language of the table.

    `typed` is the code so far, as its keys (`B`, `BD`). `answer` is what the last press led to: the
    declaration that is safe, the sentence of a refusal, or nothing while a code goes on. `keys` says what each
    of the four keys would mean next, empty for one that means nothing; nothing at all where no code is asked for.
    `spelling` is whether the next code is a letter of a name.
    """

    question: str
    typed: str = ""
    answer: str = ""
    keys: tuple[str, ...] = ()
    spelling: bool = False


class Readout(Protocol):
    """Says a status. Returns at once and never fails: nobody waits for it."""

    def say(self, status: Status) -> None: ...
