"""The board of No Loose Ends: bids, tricks and totals, and the heading above them."""

from __future__ import annotations

from device.contract.keycodes import Layout
from device.contract.setup import Seat
from device.games.no_loose_ends.cards import face
from device.games.no_loose_ends.options import ROUND_COUNT, Detail
from device.games.no_loose_ends.state import Round, State
from device.kits.tricks import trick_marks
from display.vocabulary import Board, Mark, Note, PlayerRow, Style, bracketed
from display.words import Several, Text, counted, text


def heading(state: State) -> Text:
    """The number of the round, or that all rounds were played."""
    if state.round is None:
        return text("{rounds} rounds played", rounds=ROUND_COUNT)
    return text("Round {round} of {rounds}", round=len(state.results) + 1, rounds=ROUND_COUNT)


def board(state: State) -> Board:
    """Everyone's bids (covered or not), loose tricks and total, and the trick on the table."""
    round_ = state.round
    if round_ is None:
        final_rows = (
            PlayerRow(state.name(seat), Layout.LIST.code(seat), total=state.totals[seat]) for seat in state.seats
        )
        return Board(tuple(final_rows))
    rows = tuple(_row(state, round_, seat) for seat in state.seats)
    if state.settings.detail is Detail.TOTALS:
        return Board(rows)
    if round_.is_planning:
        bid_limit = counted("Up to {n} bid each", "Up to {n} bids each", state.deal_sizes.max_bids)
        return Board(rows, (Mark(bid_limit),), round_part(state))
    title = text("Trick {trick} of {tricks}", trick=round_.trick_number, tricks=round_.total_trick_count)
    return Board(rows, trick_marks([face(card) for card in round_.cards_on_table]), title)


def round_part(state: State) -> Text | None:
    """The planning phase, or the trick by its number; None if neither is declared."""
    round_ = state.round
    if round_ is None or state.settings.detail is Detail.TOTALS:
        return None
    if round_.is_planning:
        return text("Planning")
    return text("Trick {trick}", trick=round_.trick_number)


def _row(state: State, round_: Round, seat: Seat) -> PlayerRow:
    return PlayerRow(
        state.name(seat),
        Layout.LIST.code(seat),
        acting=_is_acting(state, round_, seat),
        total=state.totals[seat],
        marks=_bid_marks(state, round_, seat),
        note=_note(state, round_, seat),
    )


def _is_acting(state: State, round_: Round, seat: Seat) -> bool:
    """Whether it is this player's turn, or only this player's totals are missing."""
    if state.settings.detail is Detail.TOTALS:
        return [other for other in state.seats if round_.player_results[other] is None] == [seat]
    return seat == round_.turn


def _bid_marks(state: State, round_: Round, seat: Seat) -> tuple[Mark, ...]:
    """Bid cards, and a mark for the loose tricks."""
    uncovered = round_.uncovered_bids(seat)
    bids = tuple(Mark(face(card), Style.PLAIN if card in uncovered else Style.DONE) for card in round_.bids[seat])
    return bids + _loose_trick_marks(round_.loose_tricks[seat])


def _loose_trick_marks(tricks: tuple[int, ...]) -> tuple[Mark, ...]:
    """One mark for all tricks that covered nothing."""
    if not tricks:
        return ()
    if len(tricks) == 1:
        return (Mark(text("trick {number}", number=tricks[0]), Style.LOST),)
    return (Mark(text("tricks {numbers}", numbers=Several(tuple(map(str, tricks)))), Style.LOST),)


def _note(state: State, round_: Round, seat: Seat) -> Note | None:
    if state.settings.detail is Detail.TOTALS:
        result = round_.player_results[seat]
        if result is None:
            return None
        bids, covered, extra = result.bid_count, result.covered_count, result.loose_trick_count
        words = text("bids {bids}, covered {covered}, extra {extra}", bids=bids, covered=covered, extra=extra)
        brief = text("covered {covered}/{bids}, extra {extra}", bids=bids, covered=covered, extra=extra)
        return Note(words, (brief, bracketed(f"{covered}/{bids} +{extra}")))
    has_double_crossed = round_.double_crosser == seat
    if round_.is_planning:
        passed = Note(text("passed"), (text("pass"),)) if seat in round_.passed_seats else None
        return Note(text("double-crossed"), (text("crossed"),)) if has_double_crossed else passed
    is_pending = round_.pending_trick is not None and round_.pending_trick.winner == seat
    won_tricks = len(round_.covered_bids[seat]) + len(round_.loose_tricks[seat]) + is_pending
    if has_double_crossed:
        words = counted("double-crossed, {n} trick", "double-crossed, {n} tricks", won_tricks)
        return Note(words, (text("crossed, {n}", n=won_tricks), bracketed(won_tricks)))
    return Note(counted("{n} trick", "{n} tricks", won_tricks), (bracketed(won_tricks),))
