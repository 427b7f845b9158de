"""Secret parts of declarations: how a game hides them until their round is scored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from device.contract.declarations import Declaration, RecordLine
from display.words import Text
from values.named_tuple import NamedTuple

S = TypeVar("S")


class Secrets(NamedTuple, Generic[S]):
    """The functions with which a game hides part of a player's declaration from others until the round is scored.

    To mask a declaration or a state is to take its secret parts out. What has none, or is masked, is public.
    """

    hideable_count: Callable[[S], int]
    """How many of the latest declarations may have a secret part now."""

    public_words: Callable[[tuple[str, ...]], tuple[str, ...]]
    """Return the words of a player's line (without the name) that may be shown before its round is scored."""

    masked_sentence: Callable[[Declaration, str], Text]
    """A declaration with a secret part, as a sentence without that part. The second argument is the player's name."""

    confirmation: Callable[[str], Text]
    """The sentence after such a declaration of a player (by name): it was received, and is shown later."""

    mask_declaration: Callable[[Declaration], Declaration]
    """Return a declaration without its secret part; the same one if it has none.

    `Game.apply` accepts the result like any other declaration. If the result would end the round, it raises Refused.
    `Game.write` writes the result.
    """

    mask_state: Callable[[S], S]
    """Return the state without its present secrets, as if all declarations had been made without their secret parts."""

    read: Callable[[RecordLine], Declaration]
    """Parse a line as `Game.read` does, or one that `Game.write` made of a declaration without its secret part."""

    with_actual_amount: Callable[[S, Declaration], Declaration]
    """Return a declaration with the actual amount in place of a secret part “all that others leave”, as it is stored.

    Raises Refused if the others leave nothing over.
    """
