"""What the panel shows of No Loose Ends: where the game stands, and who has what on the table."""

from __future__ import annotations

from device.contract.keycodes import Layout
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import ROUNDS, Card, face
from device.games.no_loose_ends.options import Detail
from device.games.no_loose_ends.scoring import causes as round_causes
from device.games.no_loose_ends.state import Round, State
from display.vocabulary import Board, Cause, Mark, PlayerRow, Style
from display.words import Text, counted, text


def heading(state: State) -> Text:
    """Round and phase, in a few words."""
    round_ = state.round
    number = min(len(state.results) + 1, ROUNDS)
    if round_ is None:
        return text("{rounds} rounds played", rounds=ROUNDS)
    if state.settings.detail is Detail.TOTALS:
        return text("Round {round} of {rounds}", round=number, rounds=ROUNDS)
    if round_.planning:
        return text("Round {round} of {rounds} · planning", round=number, rounds=ROUNDS)
    return text(
        "Round {round} of {rounds} · trick {trick} of {tricks}",
        round=number,
        rounds=ROUNDS,
        trick=round_.trick_number,
        tricks=round_.tricks,
    )


def board(state: State) -> Board:
    """Everyone's bids, covered or not, their loose tricks and totals; the trick on the table."""
    round_ = state.round
    if round_ is None:
        rows = (PlayerRow(state.name(seat), _letter(state, seat), total=state.totals[seat]) for seat in state.seats)
        return Board(tuple(rows))
    playing = tuple(_row(state, round_, seat) for seat in state.seats)
    if not round_.trick:
        return Board(playing)
    return Board(playing, _trick(round_), text("trick"))


def causes(state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
    """Everyone's points of a scored round (from 0), point by point."""
    return round_causes(state.results[round_].plans, simplified=state.settings.simplified)


def _letter(state: State, seat: Seat) -> str:
    return Layout.LIST.code(seat)


def _row(state: State, round_: Round, seat: Seat) -> PlayerRow:
    return PlayerRow(
        state.name(seat),
        _letter(state, seat),
        acting=_acts(state, round_, seat),
        total=state.totals[seat],
        marks=_bids(state, round_, seat),
        note=_note(state, round_, seat),
    )


def _acts(state: State, round_: Round, seat: Seat) -> bool:
    if state.settings.detail is Detail.TOTALS:
        return round_.plans[seat] is None
    return seat == round_.turn


def _bids(state: State, round_: Round, seat: Seat) -> tuple[Mark, ...]:
    """Bid cards with the code that covers them, and a mark for each loose trick."""
    open_ = round_.uncovered(seat)
    bids = tuple(
        Mark(face(card), _style(card, open_), Layout.LIST.code(slot) if not round_.planning and card in open_ else "")
        for slot, card in enumerate(round_.bids[seat])
    )
    return bids + tuple(Mark(str(number), Style.LOST) for number in round_.loose[seat])


def _style(card: Card, open_: tuple[Card, ...]) -> Style:
    return Style.PLAIN if card in open_ else Style.DONE


def _note(state: State, round_: Round, seat: Seat) -> Text | None:
    if state.settings.detail is Detail.TOTALS:
        plan = round_.plans[seat]
        if plan is None:
            return None
        return text(
            "bids {bids}, covered {covered}, extra {extra}", bids=plan.bid, covered=plan.covered, extra=plan.extra
        )
    crossed = round_.crossed == seat
    if round_.planning:
        passed = text("passed") if seat in round_.passed else None
        return text("double-crossed") if crossed else passed
    won = len(round_.covers[seat]) + len(round_.loose[seat])
    if crossed:
        return counted("double-crossed, {n} trick", "double-crossed, {n} tricks", won)
    return counted("{n} trick", "{n} tricks", won)


def _trick(round_: Round) -> tuple[Mark, ...]:
    return tuple(Mark(face(card), Style.HOT if place == 0 else Style.PLAIN) for place, card in enumerate(round_.trick))
