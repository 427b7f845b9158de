"""The games by other hands that a table begins with: in which order all games came, and what people must know."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from device import games
from device.games import coming
from display.words import Text, text
from values.named_tuple import NamedTuple


class GamesHere(NamedTuple):
    """All games in the order in which they came, the number of the one that was `left` for want of its package (0 for
    none), what keeps another such number, and what people must know."""

    order: tuple[str, ...]
    left: int
    leave: Callable[[int], None]
    notices: tuple[Text, ...]


def games_here(data: Path) -> GamesHere:
    """The games of a box that keeps its own in this directory."""
    came = coming.came(data)
    games.remember(came.known)
    troubles = () if came.trouble is None else (came.trouble,)
    return GamesHere(came.ids, came.left, partial(_leave, data), (*troubles, *_left_out()))


def _leave(data: Path, number: int) -> None:
    coming.keep(data, coming.kept(data)._replace(left=number))


def _left_out() -> tuple[Text, ...]:
    """What is said of packages that are left out, once at a start, however many they are."""
    found = games.left_out()
    if not found:
        return ()
    if len(found) == 1:
        return (found[0].sentence,)
    more = text("There are {n} such packages; type: tablekeeper doctor", n=len(found))
    return (text("{first} {more}", first=found[0].sentence, more=more),)
