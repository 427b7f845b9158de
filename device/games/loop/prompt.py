"""What LOOP asks, and the keys that answer.

The cells of a level never move. Who leads finds the numbers on the pad: a single
card is row and column, and the free cells open larger combinations. Who
follows can only play the type and size in play, so the lowest number says it
all; a pass, by far the most frequent answer, is one press, which costs the
numbers 1 to 4 their row of the pad.
"""

from __future__ import annotations

from functools import cache

from device.contract.declarations import Declaration
from device.contract.keycodes import PAD, Choice, Level
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.games.loop.cards import HIGHEST
from device.games.loop.combinations import MOST_TOGETHER, Kind, numbers_from
from device.games.loop.declarations import Out, Pass, Plays, Twist
from device.games.loop.refusals import cards
from device.games.loop.state import State
from display.words import Text, text

_TWIST, _SAME, _RUN = HIGHEST, HIGHEST + 1, HIGHEST + 2
_THREE, _FOUR = _SAME, _RUN

# Following: the pass takes the first key, so the rows of 5 to 8, 9 to 12 and 13 keep theirs.
_FOLLOW_SLOTS = 13
_FOLLOW_FIRST = 5
_FOLLOW_TWIST, _FOLLOW_LOW, _FOLLOW_ONE = 10, 11, 12


def prompt(state: State) -> Prompt[Declaration] | None:
    """Who is asked what; None once the game is finished."""
    if state.finished:
        return None
    if not state.by_plays:
        return Prompt(text("Who goes out next?"), (), _who(state))
    seat = state.turn
    if state.in_play is None:
        ahead = follow_level(state.next_in(seat), Kind.SINGLE, 1)
        return Prompt(_question(state), (seat,), lead_level(seat), (ahead,))
    level = follow_level(seat, state.in_play.kind, state.in_play.size)
    return Prompt(_question(state), (seat,), level, (lead_level(seat),))


def _question(state: State) -> Text:
    player = state.name(state.turn)
    if state.in_play is None:
        return text("{player} leads. Which cards?", player=player)
    to_beat = cards(state.in_play.last.combination.numbers)
    if state.twisted:
        return text("{player} must beat {cards}. Which cards?", player=player, cards=to_beat)
    return text("Does {player} beat {cards}, or pass?", player=player, cards=to_beat)


def _who(state: State) -> Level[Declaration]:
    choices = tuple(Choice(seat, state.name(seat), Out(seat)) for seat in state.still_in())
    return Level("loop.out", text("Who is out"), state.players, choices, who=True)


@cache
def lead_level(seat: Seat) -> Level[Declaration]:
    """Any combination: a single card by its number, or first “alike” or “in sequence”."""
    return Level(
        "loop.lead",
        text("One card"),
        PAD,
        (
            *_numbers(seat, Kind.SINGLE, 1),
            Choice(_TWIST, text("twist"), Twist(seat)),
            Choice(_SAME, text("same number"), _several(seat, Kind.SAME)),
            Choice(_RUN, text("in sequence"), _several(seat, Kind.RUN)),
        ),
        pad=True,
    )


def _several(seat: Seat, kind: Kind) -> Level[Declaration]:
    """Two cards by their lowest number, or first how many more."""
    return Level(
        "loop.several",
        text("Two cards: the lowest"),
        PAD,
        (
            *_numbers(seat, kind, 2),
            Choice(_THREE, text("three cards"), _larger(seat, kind, 3)),
            Choice(_FOUR, text("four cards"), _larger(seat, kind, MOST_TOGETHER)),
        ),
        pad=True,
    )


def _larger(seat: Seat, kind: Kind, size: int) -> Level[Declaration]:
    return Level("loop.larger", text("Three or four cards: the lowest"), PAD, _numbers(seat, kind, size), pad=True)


def _numbers(seat: Seat, kind: Kind, size: int) -> tuple[Choice[Declaration], ...]:
    """Number n in slot n - 1. All 13 are there, even where a run can't start, so that all pads look alike."""
    return tuple(_number(seat, kind, size, low, low - 1) for low in range(1, HIGHEST + 1))


def _number(seat: Seat, kind: Kind, size: int, low: int, slot: int) -> Choice[Declaration]:
    return Choice(slot, str(low), Plays(seat, numbers_from(kind, size, low)))


@cache
def follow_level(seat: Seat, kind: Kind, size: int) -> Level[Declaration]:
    """A pass, a twist, or a combination of the type and size in play by its lowest number."""
    low = Level(
        "loop.low",
        text("Low numbers"),
        4,
        tuple(_number(seat, kind, size, number, number - 1) for number in range(2, _FOLLOW_FIRST)),
    )
    return Level(
        "loop.follow",
        text("The lowest card"),
        _FOLLOW_SLOTS,
        (
            Choice(0, text("pass"), Pass(seat)),
            *(
                _number(seat, kind, size, number, number - _FOLLOW_FIRST + 1)
                for number in range(_FOLLOW_FIRST, HIGHEST + 1)
            ),
            Choice(_FOLLOW_TWIST, text("twist"), Twist(seat)),
            Choice(_FOLLOW_LOW, "2–4", low),
            Choice(_FOLLOW_ONE, "1", Plays(seat, numbers_from(kind, size, 1))),
        ),
    )
