"""What the table is asked in No Loose Ends, and the cells that answer it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache

from device.contract.declarations import Declaration
from device.contract.keycodes import PAD, Choice, Level
from device.contract.prompt import Prompt
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import DEALS, GETAWAY, SUIT_FACES, SUITS, Card, face
from device.games.no_loose_ends.declarations import (
    Bid,
    Covers,
    DoubleCross,
    Loose,
    Pass,
    Planned,
    Plays,
    Wins,
)
from device.games.no_loose_ends.options import Detail
from device.games.no_loose_ends.planning import double_cross_open
from device.games.no_loose_ends.state import Round, State
from display.vocabulary import KEYS
from display.words import Label, text

LAST_CELL = PAD - 1
"""The sixteenth cell of a number pad: no card has its number, so a pass or a getaway card lies there."""


def prompt(state: State) -> Prompt[Declaration] | None:
    """What is asked next; None once the game is over."""
    round_ = state.round
    if round_ is None:
        return None
    if state.settings.detail is Detail.TOTALS:
        return _totals(state, round_)
    if round_.planning:
        return _planning(state, round_)
    if round_.pending is not None:
        winner = round_.pending.winner
        return Prompt(
            text("{player}: which bid does the trick cover?", player=state.name(winner)),
            (winner,),
            _cover_level(state, round_, winner),
        )
    if state.settings.detail is Detail.CARDS:
        return _play(state, round_)
    return _winner(state, round_)


def _planning(state: State, round_: Round) -> Prompt[Declaration]:
    seat = round_.turn
    level = _planning_level(state.deal.top, seat, double_cross_open(state, seat))
    return Prompt(text("{player} bids or passes", player=state.name(seat)), (seat,), level)


@cache
def _planning_level(top: int, seat: Seat, crossing: bool) -> Level[Declaration]:
    cards = _numbers(top, lambda card: Bid(seat, card))
    done: Level[Declaration] | Pass = Pass(seat)
    if crossing:
        done = Level(
            "pass",
            text("pass"),
            2,
            (Choice(0, text("pass"), Pass(seat)), Choice(1, text("double-cross"), DoubleCross(seat))),
        )
    return Level("card", text("number"), PAD, (*cards, Choice(LAST_CELL, text("PASS"), done)), pad=True)


def _play(state: State, round_: Round) -> Prompt[Declaration]:
    seat = round_.turn
    level = _play_level(state.deal.top, seat, state.settings.getaway_cards)
    question = text("{player} leads a card", player=state.name(seat))
    if round_.trick:
        question = text("{player} plays a card", player=state.name(seat))
    return Prompt(question, (seat,), level, _ahead(state, round_))


@cache
def _play_level(top: int, seat: Seat, getaway_cards: bool) -> Level[Declaration]:
    cards = _numbers(top, lambda card: Plays(seat, card))
    extra = (Choice(LAST_CELL, face(GETAWAY), Plays(seat, GETAWAY)),) if getaway_cards else ()
    return Level("card", text("number"), PAD, (*cards, *extra), pad=True)


def _winner(state: State, round_: Round) -> Prompt[Declaration]:
    names = state.table.players
    return Prompt(
        text("Who wins trick {number}?", number=round_.trick_number),
        (),
        _winner_level(names),
        _ahead(state, round_),
        _said_winners(names, state.settings.getaway_cards),
    )


@lru_cache(maxsize=4)
def _winner_level(names: tuple[str, ...]) -> Level[Declaration]:
    choices = tuple(Choice(seat, name, Wins(seat)) for seat, name in enumerate(names))
    return Level("winner", text("winner"), len(names), choices, who=True)


@lru_cache(maxsize=4)
def _said_winners(names: tuple[str, ...], getaway_cards: bool) -> tuple[Choice[Declaration], ...]:
    """The rarer ways to declare a trick: with the winning card, or with the lead suit."""
    top = DEALS[len(names)].top
    with_card = _seats(names, lambda seat: _winning_card(top, seat, getaway_cards))
    with_lead = _seats(names, lambda seat: _leads(lambda lead: Wins(seat, None, lead)))
    return (
        Choice(0, text("winner with the winning card"), with_card),
        Choice(1, text("winner with the lead suit"), with_lead),
    )


def _seats(names: tuple[str, ...], then: Callable[[Seat], Level[Declaration]]) -> Level[Declaration]:
    choices: tuple[Choice[Declaration], ...]
    choices = tuple(Choice(seat, name, then(seat)) for seat, name in enumerate(names))
    return Level("winner", text("winner"), len(names), choices, who=True)


def _winning_card(top: int, seat: Seat, getaway_cards: bool) -> Level[Declaration]:
    cards = _numbers(top, lambda card: _leads(lambda lead: Wins(seat, card, lead), unsaid=Wins(seat, card)))
    extra: tuple[Choice[Declaration], ...] = ()
    if getaway_cards:
        led = _leads(lambda lead: Wins(seat, GETAWAY, lead), unsaid=Wins(seat, GETAWAY))
        extra = (Choice(LAST_CELL, face(GETAWAY), led),)
    return Level("winning card", text("number"), PAD, (*cards, *extra), pad=True)


def _leads(means: Callable[[str], Wins], unsaid: Wins | None = None) -> Level[Declaration]:
    choices = [Choice(slot, SUIT_FACES[suit], means(suit)) for slot, suit in enumerate(SUITS)]
    if unsaid is not None:
        choices.append(Choice(len(SUITS), text("not said"), unsaid))
    name = "lead suit" if unsaid is None else "lead suit or not"
    return Level(name, text("lead suit"), len(choices), tuple(choices))


def _numbers(top: int, means: Callable[[Card], Declaration | Level[Declaration]]) -> tuple[Choice[Declaration], ...]:
    """The number pad, and behind each number the suits."""
    return tuple(
        Choice(
            number - 1,
            str(number),
            Level(
                "suit",
                text("suit"),
                len(SUITS),
                tuple(Choice(slot, SUIT_FACES[suit], means(Card(suit, number))) for slot, suit in enumerate(SUITS)),
            ),
        )
        for number in range(1, top + 1)
    )


def _ahead(state: State, round_: Round) -> tuple[Level[Declaration], ...]:
    """The cover that may be asked once this trick has a winner, for whoever that is."""
    asks = 1 if state.settings.detail is Detail.TRICKS else 2
    return tuple(_cover_level(state, round_, seat) for seat in state.seats if len(round_.uncovered(seat)) >= asks)


def _cover_level(state: State, round_: Round, seat: Seat) -> Level[Declaration]:
    loose = state.settings.detail is Detail.TRICKS
    return _covers(seat, state.name(seat), round_.bids[seat], round_.uncovered(seat), loose)


@lru_cache(maxsize=32)
def _covers(seat: Seat, name: str, bids: tuple[Card, ...], open_: tuple[Card, ...], loose: bool) -> Level[Declaration]:
    """A cell for each bid, in the order they were bid: it stays there all round."""
    choices: list[Choice[Declaration]]
    choices = [Choice(slot, face(card), Covers(seat, card)) for slot, card in enumerate(bids) if card in open_]
    if loose:
        choices.append(Choice(len(bids), text("nothing"), Loose(seat)))
    title = text("{player} covers", player=name)
    return Level(f"covers {seat}", title, len(bids) + loose, tuple(choices))


def _totals(state: State, round_: Round) -> Prompt[Declaration]:
    left = tuple(seat for seat in state.seats if round_.plans[seat] is None)
    if len(left) == 1:
        seat = left[0]
        question = text("{player}: bids, covered, extra tricks", player=state.name(seat))
        return Prompt(question, left, _figures(state.deal.players, seat))
    names = state.table.players
    choices: tuple[Choice[Declaration], ...]
    choices = tuple(Choice(seat, names[seat], _figures(state.deal.players, seat)) for seat in left)
    question = text("Whose round is it: bids, covered, extra tricks?")
    return Prompt(question, left, Level("player", text("player"), len(names), choices, who=True))


@cache
def _figures(players: int, seat: Seat) -> Level[Declaration]:
    """Three figures in a row: cards bid, bids covered, tricks that covered nothing."""
    deal = DEALS[players]

    def extra(planned: int, covered: int) -> Level[Declaration]:
        most = deal.cards - planned - covered
        name = "extra" if most < PAD else "extra from 0 to 16"
        return _count(
            name, text("extra tricks"), most, max(most, len(KEYS)), lambda n: Planned(seat, planned, covered, n)
        )

    def covered(planned: int) -> Level[Declaration]:
        if planned == 0:
            return extra(0, 0)
        return _count("covered", text("covered"), planned, deal.most_bids, lambda n: extra(planned, n))

    return _count("bids", text("bids"), deal.most_bids, deal.most_bids, covered)


def _count(
    name: str, title: Label, most: int, largest: int, means: Callable[[int], Declaration | Level[Declaration]]
) -> Level[Declaration]:
    """The figures 0 to `most`, in cells that do for 0 to `largest`.

    Up to four take one press each; on the pad each number has its own cell and 0 the last one.
    """
    pad = largest >= len(KEYS)
    size = len(KEYS) if not pad else max(PAD, largest + 1)
    choices = [Choice(n if not pad else (n or size) - 1, str(n), means(n)) for n in range(most + 1)]
    return Level(name, title, size, tuple(choices), pad)
