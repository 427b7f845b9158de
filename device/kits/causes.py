"""`cause`: makes points with their cause, for authors of games."""

from __future__ import annotations

from typing import NoReturn

from device.kits.arguments import quote_value, raise_description_error
from device.kits.translator import as_text
from display.vocabulary import Cause
from display.words import Text


def cause(why: str | Text, points: int, *, kind: str | Text | None = None) -> Cause:
    """Make points with their cause: “bid kept”, or a `text` with figures in it. `kind` names the kind of cause."""
    # Called at each press that ends a round: correct arguments cost nothing more.
    if type(points) is not int or not isinstance(why, str | Text):
        _refuse(why, points)
    return Cause(as_text(why), points, kind=None if kind is None else as_text(kind))


def _refuse(why: object, points: object) -> NoReturn:
    """Raise DescriptionError for the arguments of a cause."""
    if isinstance(points, float) and isinstance(why, str | Text):
        raise_description_error(f"cause(…, {points}): points are whole numbers; write // in place of /.")
    raise_description_error(
        f'cause({quote_value(why)}, {quote_value(points)}): first the words, then the points: cause("bid kept", 10).'
    )
