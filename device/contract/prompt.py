"""The question that a game asks next, and everything that the keys may then mean."""

from __future__ import annotations

from typing import Generic, TypeVar

from device.contract.declarations import BegunAnswers
from device.contract.keycodes import Choice, Level
from device.contract.setup import Seat
from display.words import Text
from values.named_tuple import NamedTuple

M_co = TypeVar("M_co", covariant=True)


class Prompt(NamedTuple, Generic[M_co]):
    """A question of a game, with its possible answers.

    `asked` are the players in question; if it is empty, the whole table is asked. `level` has every well-formed answer,
    legal or not, in cells that stay the same throughout the round. The rules refuse illegal answers and say why.
    `ahead` are levels of later declarations, which players may type before the panel can show them. `more` are rarer
    declarations, offered in the menu. `each` is a `who` level by which every player may answer for themselves, no
    matter who is asked first; pods that belong to a seat use it instead of `level`. `in_parts`: the question names
    several things, and the title of the level says which of them its keys answer first. `together` are cells shown in
    addition to those of `level`, by which one code begins several players' answers. They are left out while a single
    line is corrected.
    """

    question: Text
    asked: tuple[Seat, ...]
    level: Level[M_co]
    ahead: tuple[Level[M_co], ...] = ()
    more: tuple[Choice[M_co], ...] = ()
    each: Level[M_co] | None = None
    in_parts: bool = False
    together: tuple[Choice[BegunAnswers], ...] = ()
