"""The board of LOOP's first edition: seats with their Rank cards, and the cards to beat."""

from __future__ import annotations

from device.contract.keycodes import Layout
from device.contract.scores import RoundName
from device.contract.setup import Seat
from device.games.loop_2023.cards import EIGHT
from device.games.loop_2023.scoring import RANK_NAMES
from device.games.loop_2023.seats import Place, SeatChoice
from device.games.loop_2023.state import GameOver, RoundInPlay, State
from display.vocabulary import Board, Face, Mark, Note, PlayerRow, Style, bracketed
from display.words import Text, counted, text


def heading(state: State) -> Text:
    """The heading: the set and the round, and whether players are changing seats or the round is twisted (low cards
    win)."""
    phase = state.phase
    if isinstance(phase, GameOver):
        return text("The game is over")
    if isinstance(phase, SeatChoice):
        return _heading_with(state, text("changing seats"))
    if phase.is_twisted:
        return _heading_with(state, text("twisted: low cards win"))
    return _heading_with(state, moment=None)


def _heading_with(state: State, moment: Text | None) -> Text:
    name = RoundName(state.round_number, state.set_number if state.settings.has_two_sets else None).heading
    return name if moment is None else text("{round}, {moment}", round=name, moment=moment)


def round_part(state: State) -> Text | None:
    """The choice of seats, or the number of the current lead in the round: a lead and all that follows it."""
    phase = state.phase
    if not state.settings.declares_plays or isinstance(phase, GameOver):
        return None
    return text("Seats") if isinstance(phase, SeatChoice) else text("Lead {n}", n=phase.trick_count + 1)


def board(state: State) -> Board:
    """A row for each seat, in order, and the combination to beat."""
    rows = tuple(_row(state, place) for place in range(state.player_count))
    playing = state.phase
    if not isinstance(playing, RoundInPlay) or not state.settings.declares_plays:
        return Board(rows)
    if playing.to_beat is None:
        return Board(rows, centre_title=text("Nothing to beat"))
    return Board(
        rows,
        centre=tuple(Mark(card.face, Style.HOT, joined=index > 0) for index, card in enumerate(playing.to_beat.cards)),
        centre_title=text("To beat: lower wins") if playing.is_twisted else text("To beat"),
    )


def _row(state: State, place: Place) -> PlayerRow:
    player = state.seating[place]
    phase = state.phase
    is_acting, marks = False, _seat_marks(state, place)
    note: Note | None = None
    if isinstance(phase, RoundInPlay):
        is_acting = state.settings.declares_plays and phase.turn == place
        note, marks = _cards_left_note(state, phase, place), (*marks, *_twist_marks(phase, place))
    elif isinstance(phase, SeatChoice):
        # Rank cards lie at seats, and nobody has a seat now: they are shown beside the keys that choose a seat.
        is_acting, note, marks = phase.chooser == player, _seat_note(phase, player), ()
    return PlayerRow(
        name=state.name(player),
        code=Layout.LIST.code(player),
        acting=is_acting,
        total=state.shown_totals[player],
        marks=marks,
        note=note,
    )


def _seat_marks(state: State, place: Place) -> tuple[Mark, ...]:
    seat = Mark(text("seat {seat}", seat=place + 1))
    rank = _rank_of_seat(state, place)
    return (seat,) if rank is None else (seat, Mark(text("Rank card {rank}", rank=RANK_NAMES[rank]), joined=True))


def _rank_of_seat(state: State, place: Place) -> int | None:
    """The rank on the Rank card of a seat; once the game is over, the one with which the last round was compared."""
    if isinstance(state.phase, GameOver):
        ranks_before = state.rounds[-1].ranks_before
        return None if ranks_before is None else ranks_before[place]
    return None if state.rank_cards is None else state.rank_cards[place]


def _cards_left_note(state: State, playing: RoundInPlay, place: Place) -> Note | None:
    player = state.seating[place]
    if player in playing.players_out:
        rank = RANK_NAMES[playing.players_out.index(player)]
        return Note(text("went out {rank}", rank=rank), (rank,))
    if not state.settings.declares_plays:
        return None
    cards_left = playing.seat_cards[place].cards_left
    return Note(
        counted("{n} card left", "{n} cards left", cards_left),
        (counted("{n} card", "{n} cards", cards_left), bracketed(cards_left)),
    )


def _twist_marks(playing: RoundInPlay, place: Place) -> tuple[Mark, ...]:
    mark = Mark(text("{card} shown", card=Face(EIGHT)), words=text("shown for a twist: {card}", card=Face(EIGHT)))
    return (mark,) * playing.seat_cards[place].twist_count


def _seat_note(choosing: SeatChoice, player: Seat) -> Note:
    if player in choosing.players_to_seat:
        return Note(text("to be seated"), (bracketed("?"),))
    seat = choosing.sitters.index(player) + 1
    return Note(text("moves to seat {seat}", seat=seat), (text("seat {seat}", seat=seat), bracketed(seat)))
