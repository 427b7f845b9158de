"""The board of LOOP: playing areas, the value token and scoreboards, and the heading above them."""

from __future__ import annotations

from device.contract.keycodes import Layout
from device.contract.setup import Seat
from device.games.loop.cards import PLAYABLE_COUNT
from device.games.loop.scoring import markers, totals
from device.games.loop.state import LaidCombination, State
from display.vocabulary import Board, Face, Mark, Note, PlayerRow, Scoreboard, Style, bracketed
from display.words import Text, counted, text


def heading(state: State) -> Text:
    """The number of the round."""
    if state.is_finished:
        return text("The game is over")
    number, round_count = state.round_index + 1, state.player_count
    return text("Round {n} of {m}", n=number, m=round_count)


def round_part(state: State) -> Text | None:
    """The number of the current lead in the round: a lead and all that follows it until the areas are cleared."""
    if state.is_finished or not state.declares_plays:
        return None
    return text("Lead {n}", n=state.times_cleared + 1)


def board(state: State) -> Board:
    """A row for each player with the cards in their playing area, the value token, and the scoreboards."""
    sums = totals(state)
    rows = tuple(_row(state, seat, sums[seat]) for seat in range(state.player_count))
    if state.is_finished or not state.declares_plays:
        return Board(rows, scoreboards=_scoreboards(state))
    token = Mark(text("lower wins")) if state.lower_cards_win else Mark(text("higher wins"))
    if state.in_play is None:
        return Board(rows, (token,), text("Value token"), _scoreboards(state))
    marks_to_beat = _combination_marks(state.in_play.last_laid, Style.HOT)
    return Board(rows, (*marks_to_beat, token), text("To beat"), _scoreboards(state))


def _row(state: State, seat: Seat, total: int) -> PlayerRow:
    marks, note = _area_marks(state, seat), _note(state, seat)
    if marks and note is not None and seat in state.order_out:
        # Above a scoreboard, a note would give way to the cards.
        marks, note = (*marks, Mark(note.briefs[0], words=note.words)), None
    return PlayerRow(
        name=state.name(seat),
        code=Layout.LIST.code(seat),
        acting=state.declares_plays and not state.is_finished and seat == state.turn,
        total=total,
        marks=marks,
        note=note,
    )


def _area_marks(state: State, seat: Seat) -> tuple[Mark, ...]:
    """The cards in a player's playing area. Combinations to beat stand out."""
    if state.in_play is None:
        return ()
    marks: list[Mark] = []
    for laid in state.in_play.combinations:
        if laid.seat == seat:
            is_to_beat = state.must_beat_all or laid is state.in_play.last_laid
            marks.extend(_combination_marks(laid, Style.HOT if is_to_beat else Style.PLAIN))
    return tuple(marks)


def _combination_marks(laid: LaidCombination, style: Style) -> tuple[Mark, ...]:
    return tuple(Mark(Face(number), style, joined=index > 0) for index, number in enumerate(laid.combination.numbers))


def _note(state: State, seat: Seat) -> Note | None:
    if state.is_finished:
        return None
    if seat in state.order_out:
        return Note(text("out, line {line}", line=state.order_out.index(seat) + 1), (text("out"),))
    if not state.declares_plays:
        return None
    cards_left = PLAYABLE_COUNT - state.hand_of(seat).played_count
    return Note(counted("{n} card", "{n} cards", cards_left), (bracketed(cards_left),))


def _scoreboards(state: State) -> tuple[Scoreboard, ...]:
    """The scoreboards, each under the name of the player who has it now."""
    boards = [state.board_of(seat) for seat in range(state.player_count)]
    placed = markers(state)
    return tuple(
        Scoreboard(
            title=state.name(seat),
            line_count=state.player_count,
            markers=tuple((line, owner) for owner, on, _, line in placed if on == board),
            is_golden=board == state.golden_board,
            note=text("golden board") if board == state.golden_board else None,
        )
        for seat, board in enumerate(boards)
    )
