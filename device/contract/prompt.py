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
    `later_levels` are those of later declarations, which players may type before the panel can show them.
    `menu_choices` are rarer declarations, offered in the menu. `player_level` is a level of players by which all may
    answer for themselves, no matter who is asked first; pods that belong to a seat use it instead of `level`. If
    `names_several_things`, the question does, and the title of the level says which of them its keys answer first.
    `joint_choices` are cells shown in addition to those of `level`, by which one code begins several players' answers.
    They are left out while a single line is corrected.
    """

    question: Text
    asked: tuple[Seat, ...]
    level: Level[M_co]
    later_levels: tuple[Level[M_co], ...] = ()
    menu_choices: tuple[Choice[M_co], ...] = ()
    player_level: Level[M_co] | None = None
    names_several_things: bool = False
    joint_choices: tuple[Choice[BegunAnswers], ...] = ()
