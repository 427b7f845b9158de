"""A language that nobody speaks: English with accents, and every word 40 % longer."""

from __future__ import annotations

import re
from itertools import cycle, islice

from display.words import Language

LONGER = 0.4
_ACCENTS = str.maketrans("aceiouynACEIOUYN", "àçêíôûÿñÀÇÊÍÔÛŸÑ")
_PIECES = re.compile(r"(\{\w+\})")
_WORD = re.compile(r"[A-Za-z]{2,}")


def stretched(message: str) -> str:
    """A message with accents on its letters and longer words. Text in braces is unchanged.

    Single letters stay single: they are suits and keys.
    """
    return "".join(
        piece if at % 2 else _WORD.sub(_longer, piece).translate(_ACCENTS)
        for at, piece in enumerate(_PIECES.split(message))
    )


def _longer(found: re.Match[str]) -> str:
    """Make a word longer, by a little more than 40 %, since the spaces around it are not lengthened."""
    word = found[0]
    return word + "".join(islice(cycle("ÉXTRÀ" if word.isupper() else "éxtrà"), round(len(word) * LONGER + 0.8)))


PSEUDO = Language("xx", stretched, lambda one, many, n: stretched(one if n == 1 else many))
