"""Refusals: by which rule, in which words, and what of them a table may let stand."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, NoReturn

from device.contract.setup import Seat
from display.vocabulary import Face
from display.words import Text, shortened


class RefusalCode(StrEnum):
    """Why a line is refused. Where one line breaks several rules, the earlier code wins."""

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
    BID_LIMIT = "bid-limit"
    GETAWAY_BID = "getaway-bid"
    DOUBLE_CROSS_UNAVAILABLE = "double-cross-unavailable"
    REVOKE = "revoke"
    NOT_ELIGIBLE = "not-eligible"
    MUST_COVER = "must-cover"
    DOES_NOT_ADD_UP = "does-not-add-up"
    NO_TOKENS = "no-tokens"
    TIGER_UNAVAILABLE = "tiger-unavailable"
    MUST_LEAD = "must-lead"
    NOT_A_COMBINATION = "not-a-combination"
    WRONG_TYPE = "wrong-type"
    WRONG_SIZE = "wrong-size"
    DOES_NOT_BEAT = "does-not-beat"
    TOO_MANY_CARDS = "too-many-cards"
    TOO_MANY_COPIES = "too-many-copies"
    HAND_MISMATCH = "hand-mismatch"
    TWIST_UNAVAILABLE = "twist-unavailable"
    TWIST_NEEDS_PLAY = "twist-needs-play"
    SEAT_UNAVAILABLE = "seat-unavailable"


class Refusal(NamedTuple):
    """A refusal as data: which rule, whose declaration, which cards, and the sentence."""

    code: RefusalCode
    sentence: Text
    seat: Seat | None = None
    cards: tuple[Face, ...] = ()


class Refused(Exception):
    """A declaration that the rules do not allow; the state before it still stands."""

    def __init__(self, fault: Refusal) -> None:
        super().__init__(fault.code.value)
        self.fault = fault


def refuse(code: RefusalCode, sentence: Text, seat: Seat | None = None, *cards: Face) -> NoReturn:
    """Raise `Refused` with this fault. What the sentence quotes is shortened to what can be read at a glance."""
    raise Refused(Refusal(code, shortened(sentence), seat, cards))
