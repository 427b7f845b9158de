"""What is asked, and of whom."""

from __future__ import annotations

from typing import Generic, TypeVar

from device.contract.declarations import Prepared
from device.contract.keycodes import Choice, Level
from device.contract.setup import Seat
from display.words import Text
from values.named_tuple import NamedTuple

M_co = TypeVar("M_co", covariant=True)


class Prompt(NamedTuple, Generic[M_co]):
    """Who is asked what, and everything the keys may now mean.

    `asked` are the players in question; empty, the whole table is asked.
    `level` holds every well-formed answer, legal or not, in cells that stay
    where they are through the round: the rules refuse what cannot be, and say
    why. `ahead` are levels of a declaration that may follow before the panel
    can show it. `more` are rarer declarations, offered in the menu. `each` is a level
    of who by which every player may answer for themselves, whoever is asked first:
    pods that have a seat use it instead of `level`. `in_parts`: the question names several things, and the level's
    title says which of them its keys answer first. `together` are cells of `level` besides, by which
    several players' answers are begun: a correction, which is about one line, has none of them.
    """

    question: Text
    asked: tuple[Seat, ...]
    level: Level[M_co]
    ahead: tuple[Level[M_co], ...] = ()
    more: tuple[Choice[M_co], ...] = ()
    each: Level[M_co] | None = None
    in_parts: bool = False
    together: tuple[Choice[Prepared], ...] = ()
