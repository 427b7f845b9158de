"""What both editions of LOOP have in common: passes, twists and going out, and how they are typed and said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from device.contract.declarations import Declaration
from device.contract.figures import Figure
from device.contract.keycodes import NONE, Cell, Choice
from device.contract.setup import Seat, labelled_option
from display.words import Argument, Several, Text, text

DETAIL = labelled_option(
    "detail",
    text("What is typed"),
    {"plays": text("every play"), "finish": text("who goes out")},
    offered_value="finish",
)

TWIST_CELL = Cell.DB
"""The extra answer on the pad: reveal an 8 that was set aside."""

OUT_FIGURES = (
    Figure("rounds", text("rounds")),
    Figure("out-first", text("first to go out"), out_of="rounds"),
    Figure("out-last", text("last with cards"), out_of="rounds"),
)
"""The first figures of both editions."""


@dataclass(frozen=True, slots=True)
class Pass:
    """A player does not beat what is in play."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Twist:
    """A player reveals an 8 that was set aside, and lower cards win instead of higher ones, or the other way round."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Out:
    """The next player whose hand is empty (detail `finish`)."""

    seat: Seat


WORD_BY_TYPE: dict[type[Pass | Twist | Out], str] = {Pass: "pass", Twist: "twist", Out: "out"}
"""The word of each declaration that has no other words."""


def one_word_declaration_in_words(declaration: Pass | Twist | Out, player: str) -> Text:
    """A player's declaration as a sentence."""
    match declaration:
        case Pass():
            return text("{player} passes.", player=player)
        case Twist():
            return text("{player} twists.", player=player)
        case Out():
            return text("{player} is out.", player=player)
    assert_never(declaration)


def play_sentence(player: str, cards: Argument, *, is_out: bool = False) -> Text:
    """The sentence for a play of these cards, which says so if they are the player's last ones."""
    if is_out:
        return text("{player} plays {cards}, and is out.", player=player, cards=cards)
    return text("{player} plays {cards}.", player=player, cards=cards)


def last_out_sentence(player: str, order: Iterator[str]) -> Text:
    """The sentence for the player whose going out ends the round: it says the order of all players."""
    return text("{player} is out. Order: {players}.", player=player, players=Several(tuple(order)))


def leads_range(first: Argument, last: Argument) -> Text:
    """A range of leads in words, by the numbers of the first and the last."""
    return text("Leads {first} to {last}", first=first, last=last)


def twist_and_pass_choices(
    seat: Seat, *, may_twist: bool, may_pass: bool, offers_twist: bool = True
) -> Iterator[Choice[Declaration]]:
    """Yield the cells of a twist and of a pass, as far as they are allowed. A twist that is not offered is not shown:
    the rules refuse it, and say why."""
    if may_twist:
        yield Choice(TWIST_CELL, text("twist"), Twist(seat), listed=offers_twist)
    if may_pass:
        yield Choice(NONE, text("pass"), Pass(seat))


def first_out_remark(player: str, figures: Mapping[str, int], won: bool) -> Text | None:
    """The remark that a player was the first to go out in every round; None if that is not so."""
    if figures["out-first"] == figures["rounds"]:
        return text("{player} is the first to go out in every round.", player=player)
    return None
