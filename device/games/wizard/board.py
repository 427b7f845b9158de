"""The board of Wizard: trump, everybody's bid and tricks, the trick on the table, and the heading above them."""

from __future__ import annotations

from device.contract.keycodes import Layout
from device.contract.setup import Seat
from device.games.wizard.cards import face
from device.games.wizard.options import Detail
from device.games.wizard.state import Round, State
from device.kits.cards import SUIT_FACES
from device.kits.tricks import trick_and_trump_marks
from display.vocabulary import Board, Mark, Note, PlayerRow, bracketed
from display.words import Label, Text, counted, text


def heading(state: State) -> Text:
    """The number of the round, its number of cards, and the trick."""
    round_, round_count = state.round, len(state.settings.cards_by_round)
    if round_ is None:
        return counted("The game is over after {n} round", "The game is over after {n} rounds", round_count)
    number = len(state.results) + 1
    if round_.is_bidding or state.settings.detail is Detail.TOTALS:
        return counted(
            "Round {round} of {rounds} · {n} card",
            "Round {round} of {rounds} · {n} cards",
            round_.card_count,
            round=number,
            rounds=round_count,
        )
    return text(
        "Round {round} of {rounds} · trick {trick} of {tricks}",
        round=number,
        rounds=round_count,
        trick=round_.trick_number,
        tricks=round_.card_count,
    )


def round_part(state: State) -> Text | None:
    """The bidding, or the trick by its number; None if tricks are not declared."""
    round_ = state.round
    if round_ is None or (state.settings.detail is Detail.TOTALS and not round_.is_bidding):
        return None
    return text("Start") if round_.is_bidding else text("Trick {trick}", trick=round_.trick_number)


def board(state: State) -> Board:
    """Everybody's bid, tricks and total; trump, and the cards on the table."""
    round_ = state.round
    rows = tuple(_row(state, round_, seat) for seat in state.seats)
    if round_ is None:
        return Board(rows)
    trick = [face(card) for card in round_.cards_on_table]
    marks, title = trick_and_trump_marks(trick, None if round_.trump is None else SUIT_FACES[round_.trump])
    if not round_.is_trump_declared or round_.trump is not None:
        return Board(rows, marks, title)
    return Board(rows, marks, text("No trump")) if trick else Board(rows, (Mark(text("no trump")),))


def _row(state: State, round_: Round | None, seat: Seat) -> PlayerRow:
    return PlayerRow(
        name=state.name(seat),
        code=Layout.LIST.code(seat),
        acting=round_ is not None and _is_acting(state, round_, seat),
        total=state.totals[seat],
        note=None if round_ is None else _note(state, round_, seat),
    )


def _is_acting(state: State, round_: Round, seat: Seat) -> bool:
    if state.settings.detail is Detail.TOTALS and not round_.is_bidding:
        return state.undeclared_seats(round_)[:1] == [seat]
    return not state.must_declare_trump(round_) and seat == round_.turn


def _note(state: State, round_: Round, seat: Seat) -> Label | None:
    bid = round_.bids[seat]
    if bid is None:
        return text("deals") if seat == state.dealer(round_) else None
    is_declared = seat in round_.declared_seats if state.settings.detail is Detail.TOTALS else not round_.is_bidding
    if not is_declared:
        words = text("bid {bid}", bid=bid)
        return Note(words, (bracketed(bid),) if round_.is_bidding else (words, _won_of("\N{EN DASH}", bid)))
    won = round_.tricks_won[seat]
    briefs = text("won {won} of {bid}", won=won, bid=bid), _won_of(won, bid)
    return Note(text("bid {bid}, won {won}", bid=bid, won=won), briefs)


def _won_of(won: int | str, bid: int) -> Text:
    return text("{won} of {bid}", won=won, bid=bid)
