"""What of a round is shown only once it is scored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from device.contract.declarations import Declaration, RecordLine
from display.words import Text
from values.named_tuple import NamedTuple

S = TypeVar("S")


class Secrets(NamedTuple, Generic[S]):
    """How a game keeps a part of what was declared from all but who declared it, until the round is scored."""

    declarations: Callable[[S], int]
    """Of how many declarations, the last ones, a part is secret now."""

    shown: Callable[[tuple[str, ...]], tuple[str, ...]]
    """What may be shown of a player's line, its name left out, while its round is not scored; all of it if nothing of
    it is secret."""

    in_words: Callable[[Declaration, str], Text]
    """A player's declaration that has a secret part, in words without it."""

    heard: Callable[[str], Text]
    """What is said once a player has made such a declaration: that it was heard, and when its secret part is shown."""

    masked: Callable[[Declaration], Declaration]
    """A declaration without its secret part; the same one if it has none.

    `Game.apply` takes it as it takes others, but for one after which the round would be over: it raises Refused for
    that, whatever the secret part is. `Game.write` writes it.
    """

    mask: Callable[[S], S]
    """A state without what is secret in it now: as if all of that had been declared without its secret part."""

    read: Callable[[RecordLine], Declaration]
    """As `Game.read`, but it also reads what `Game.write` makes of a declaration without its secret part."""

    settled: Callable[[S, Declaration], Declaration]
    """A declaration as it is kept: where one says that a secret part is what all others leave, how much that is.

    Raises Refused where they leave nothing.
    """
