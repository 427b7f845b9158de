"""What is asked, and what the keys mean then."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from device.contract.declarations import Declaration
from device.contract.keycodes import Choice, Level
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.games.no_thanks import keys
from device.games.no_thanks.cards import TAKEN
from device.games.no_thanks.declarations import Flip, Pass, Take, Tiger
from device.games.no_thanks.entry import Typed, entry
from device.games.no_thanks.state import Play, State, Tally
from display.vocabulary import Face
from display.words import text


def prompt(state: State) -> Prompt[Declaration] | None:
    """What is asked next; the same whatever tokens anybody has. None once the game is finished."""
    if state.round is None:
        return None
    if isinstance(state.round, Tally):
        return _tally(state, state.round)
    if state.round.active is None:
        return _flip(state, state.round)
    return _turn(state, state.round, state.round.active)


def _flip(state: State, play: Play) -> Prompt[Declaration]:
    name = state.table.players[play.turn]
    question = (
        text("{name} turns up the next card: which is it?", name=name)
        if play.begun
        else text("{name} starts and turns up a card: which is it?", name=name)
    )
    return Prompt(question, (play.turn,), _flips(), ahead=(_turns(play.turn, state.terms.tiger),))


def _turn(state: State, play: Play, active: int) -> Prompt[Declaration]:
    question = text("{name}: pass or take the {card}?", name=state.table.players[play.turn], card=Face(number=active))
    last = play.taken == TAKEN - 1 and len(state.done) == state.terms.rounds - 1
    return Prompt(question, (play.turn,), _turns(play.turn, state.terms.tiger), ahead=() if last else (_flips(),))


def _tally(state: State, tally: Tally) -> Prompt[Declaration]:
    names, dealt = state.table.players, state.terms.dealt
    others: tuple[Choice[Declaration], ...] = tuple(
        Choice(typed.seat, text("What {name} holds", name=names[typed.seat]), partial(entry, typed), typed.admits)
        for typed in (Typed(seat, dealt) for seat, said in enumerate(tally.held) if said is None)
        if typed.seat != tally.next
    )
    question = text("{name}: which cards, and how many tokens?", name=names[tally.next])
    return Prompt(
        question, (tally.next,), entry(Typed(tally.next, dealt)), more=others, each=_each(tally, names, dealt)
    )


def _each(tally: Tally, names: tuple[str, ...], dealt: int) -> Level[Declaration]:
    """Everybody whose cards are not known yet, to say them at the same time."""
    cells: tuple[Choice[Declaration], ...] = tuple(
        Choice(seat, names[seat], partial(entry, Typed(seat, dealt)), Typed(seat, dealt).admits)
        for seat, said in enumerate(tally.held)
        if said is None
    )
    return Level("player", text("player"), len(names), cells, who=True)


@cache
def _flips() -> Level[Declaration]:
    return _card(Flip)


@cache
def _turns(seat: Seat, tiger: bool) -> Level[Declaration]:
    cells: list[Choice[Declaration]]
    cells = [Choice(0, text("pass"), Pass(seat)), Choice(1, text("take"), Take(seat))]
    if tiger:
        cells.append(Choice(2, text("lay the hidden tiger"), _card(partial(Tiger, seat))))
    return Level("turn", text("Turn"), 4, tuple(cells))


def _card(means: Callable[[int], Declaration]) -> Level[Declaration]:
    return keys.numbers("card", text("Card"), keys.spans(), means)
