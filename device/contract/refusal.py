"""Refusals: by which rule, in which words, and what of them a table may let stand."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

from device.contract.declarations import Declaration
from device.contract.setup import Seat
from display.words import Text, shortened, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from display.vocabulary import Face

S = TypeVar("S")


class RefusalCode(StrEnum):
    """Why a line is refused, whatever the game. Where one line breaks several rules, the earlier code wins.

    A game may have codes of its own, which come after these: a `StrEnum` in their order.
    """

    SYNTAX = "syntax"
    UNKNOWN_GAME = "unknown-game"
    UNKNOWN_OPTION = "unknown-option"
    PLAYER_COUNT = "player-count"
    UNKNOWN_PLAYER = "unknown-player"
    DUPLICATE_PLAYER = "duplicate-player"
    WRONG_PHASE = "wrong-phase"
    OUT_OF_TURN = "out-of-turn"
    NO_SUCH_CARD = "no-such-card"
    CARD_ALREADY_SEEN = "card-already-seen"


class Refusal(NamedTuple):
    """A refusal as data: which rule, whose declaration, which cards, and the sentence.

    `earlier` says whether what is wrong may as well be something that was declared before.
    """

    code: StrEnum
    sentence: Text
    seat: Seat | None = None
    cards: tuple[Face, ...] = ()
    earlier: bool = False


class Refused(Exception):
    """A declaration that the rules do not allow; the state before it still stands."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code.value)
        self.refusal = refusal


def refuse(code: StrEnum, sentence: Text, seat: Seat | None = None, *cards: Face, earlier: bool = False) -> NoReturn:
    """Raise `Refused` with this refusal. What the sentence quotes is shortened to what can be read at a glance."""
    raise Refused(Refusal(code, shortened(sentence), seat, cards, earlier))


def refuse_turn(player: str, seat: Seat, other: str) -> NoReturn:
    """Refuse (`out-of-turn`) what a player declares while another is to act."""
    sentence = text("It is not {player}'s turn: {other} is to act.", player=player, other=other)
    refuse(RefusalCode.OUT_OF_TURN, sentence, seat)


class Waiver(NamedTuple, Generic[S]):
    """What a game refuses and yet lets a table decide: the declaration is taken back, or it stands."""

    code: StrEnum
    """The code of the refusals that the table may overrule."""

    title: Text
    """What such a refusal is called, as the title of a notice."""

    label: Text
    """The same beside the keys that decide."""

    question: Text

    remark: str
    """What an export says of a line that was let stand, before “, let stand by the table”."""

    apply: Callable[[S, Declaration], S]
    """The state after a declaration that stands: what it disproves is forgotten. Raises Refused by any other code."""
