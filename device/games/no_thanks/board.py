"""The board of No Thanks!, and the heading above it. It never shows a player's tokens before the round is scored."""

from __future__ import annotations

from device.contract.keycodes import Layout
from device.contract.setup import Seat
from device.games.no_thanks.cards import DRAW_DECK_SIZE
from device.games.no_thanks.runs import cards_of, points_of_runs, runs_of
from device.games.no_thanks.state import HoldingsRound, PointsRound, State, TurnsRound
from display.vocabulary import Board, Face, Mark, Note, PlayerRow, Style, bracketed
from display.words import Argument, Several, Text, counted, signed, text


def heading(state: State) -> Text:
    """The number of the round, and that of the card in the draw deck."""
    number, round_count = len(state.scored_rounds) + 1, state.settings.round_count
    if state.round is None:
        return counted("The game is over after {n} round", "The game is over after {n} rounds", round_count)
    if isinstance(state.round, HoldingsRound):
        return text("Round {number} of {rounds}: cards and tokens", number=number, rounds=round_count)
    if isinstance(state.round, PointsRound):
        return text("Round {number} of {rounds}: points", number=number, rounds=round_count)
    return text(
        "Round {number} of {rounds}: card {card} of {cards}",
        number=number,
        rounds=round_count,
        card=state.round.taken_card_count + 1,
        cards=DRAW_DECK_SIZE,
    )


def round_part(state: State) -> Text | None:
    """The card that is turned up, or is about to be, by its number in the round."""
    if not isinstance(state.round, TurnsRound):
        return None
    return text("Card {card}", card=state.round.taken_card_count + 1)


def round_part_range(first: Argument, last: Argument) -> Text:
    """A range of cards in words, by the numbers of the first and the last."""
    return text("Cards {first} to {last}", first=first, last=last)


def board(state: State) -> Board:
    """The card that is turned up with its tokens, each player's cards, and the totals of the scored rounds."""
    rows = tuple(_row(state, seat) for seat in range(state.settings.player_count))
    centre_marks = _centre_marks(state)
    token_count = state.round.pot_token_count if isinstance(state.round, TurnsRound) else 0
    has_open_card = isinstance(state.round, TurnsRound) and state.round.open_card is not None
    title = text("In the middle") if has_open_card else text("Cards")
    return Board(rows, centre_marks, title if centre_marks else None, token_count=token_count)


def _row(state: State, seat: Seat) -> PlayerRow:
    cards, note = _cards_and_note(state, seat)
    return PlayerRow(
        name=state.table.players[seat],
        code=Layout.LIST.code(seat),
        acting=_acting_seat(state) == seat,
        total=state.totals[seat],
        marks=tuple(Mark(Face(number=card), joined=card - 1 in cards) for card in cards),
        note=note,
    )


def _acting_seat(state: State) -> Seat | None:
    match state.round:
        case TurnsRound(turn):
            return turn
        case HoldingsRound() | PointsRound() as round_:
            return round_.next_seat
        case _:
            return None


def _cards_and_note(state: State, seat: Seat) -> tuple[tuple[int, ...], Note | None]:
    """The cards in front of a player, and their points without tokens."""
    match state.round:
        case TurnsRound(areas=areas, tiger_seats=tigers):
            cards = areas[seat]
            if not cards:
                return cards, None
            card_points = points_of_runs(runs_of(cards))
            if seat in tigers:
                words = counted("cards: {n} point, tiger laid", "cards: {n} points, tiger laid", card_points)
                return cards, Note(words, (text("{n}, tiger", n=card_points), bracketed(card_points)))
            return cards, _points_note(card_points)
        case HoldingsRound(declared_by_seat):
            holds = declared_by_seat[seat]
            if holds is None:
                return (), None
            if not holds.runs:
                return (), Note(text("no cards"), (bracketed(0),))
            return tuple(cards_of(holds.runs)), _points_note(points_of_runs(holds.runs))
        case PointsRound(points):
            own_points = points[seat]
            return (), None if own_points is None else Note(
                text("{points} to be added", points=signed(own_points)), (signed(own_points),)
            )
        case _:
            return (), None


def _points_note(card_points: int) -> Note:
    """The points of cards without tokens."""
    return Note(
        counted("cards: {n} point", "cards: {n} points", card_points),
        (text("cards {points}", points=card_points), bracketed(card_points)),
    )


def _centre_marks(state: State) -> tuple[Mark, ...]:
    marks = []
    if isinstance(state.round, TurnsRound) and state.round.open_card is not None:
        marks.append(Mark(Face(number=state.round.open_card), Style.HOT))
        marks.append(Mark(counted("{n} token", "{n} tokens", state.round.pot_token_count)))
    if state.round is not None and state.settings.removed_cards:
        removed = Several(tuple(str(card) for card in state.settings.removed_cards))
        marks.append(Mark(text("Amigo: no {cards}", cards=removed)))
    return tuple(marks)
