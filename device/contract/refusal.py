"""Refusals: their codes and sentences, the exception `Refused`, and the refusals that a table may overrule."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

from device.contract.declarations import Declaration
from device.contract.setup import Seat, TableSetup
from display.words import Argument, Several, Text, shorten_arguments, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from display.vocabulary import Face

S = TypeVar("S")


class RefusalCode(StrEnum):
    """The reasons for a refusal that all games share. If a line breaks several rules, the earlier code wins.

    A game may have codes of its own, which come after these: a `StrEnum` in order.
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
    """A refusal as data: its code, its sentence, and the player and the cards concerned.

    `may_be_earlier` says that the wrong declaration may be an earlier one.
    """

    code: StrEnum
    sentence: Text
    seat: Seat | None = None
    cards: tuple[Face, ...] = ()
    may_be_earlier: bool = False


class Refused(Exception):
    """Raised for a declaration that the rules do not allow. The state before it is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code.value)
        self.refusal = refusal


def refuse(
    code: StrEnum, sentence: Text, seat: Seat | None = None, *cards: Face, may_be_earlier: bool = False
) -> NoReturn:
    """Raise `Refused` with this refusal. Long values that the sentence quotes are shortened."""
    raise Refused(Refusal(code, shorten_arguments(sentence), seat, cards, may_be_earlier))


def refuse_player(
    table: TableSetup, code: StrEnum, sentence: Text, seat: Seat, *cards: Face, may_be_earlier: bool = False
) -> NoReturn:
    """Raise `Refused` for a player's declaration.

    The sentence gets the player's name for {player}, and the cards for {card} (the first) and {cards} (all), as far as
    it names them and does not have them.
    """
    subjects: dict[str, Argument] = {"player": table.players[seat]}
    if cards:
        subjects |= {"card": cards[0], "cards": Several(cards)}
    given = dict(sentence.arguments)
    missing = [
        (name, value) for name, value in subjects.items() if f"{{{name}}}" in sentence.message and name not in given
    ]
    refuse(
        code, sentence._replace(arguments=(*sentence.arguments, *missing)), seat, *cards, may_be_earlier=may_be_earlier
    )


def refuse_turn(table: TableSetup, seat: Seat, turn: Seat) -> NoReturn:
    """Raise `Refused` (`out-of-turn`) for a declaration of one player while it is the turn of another."""
    sentence = text("It is not {player}'s turn: {other} is to act.", other=table.players[turn])
    refuse_player(table, RefusalCode.OUT_OF_TURN, sentence, seat)


class Waiver(NamedTuple, Generic[S]):
    """A kind of refusal that the table may overrule: it takes the declaration back, or lets it stand."""

    code: StrEnum
    """The code of the refusals that the table may overrule."""

    title: Text
    """The name of such a refusal, as the title of a notice."""

    label: Text
    """The same name, beside the keys that decide."""

    question: Text

    remark: str
    """How an export describes a line that was let stand; “, let stand by the table” is added to it."""

    apply: Callable[[S, Declaration], S]
    """Return the state after a declaration that the table lets stand, without the knowledge that it disproves.

    Raises Refused with any other code.
    """
