"""The points of a round, what ends a set (rulebook, How to Play 14, Loop Round 17 and 18), and the scores."""

from __future__ import annotations

from device.contract.scores import RoundScore, Scores
from device.games.loop_2023.state import GameOver, Round, State
from display.vocabulary import Cause
from display.words import Text, text

BASIC_POINTS = {2: (2, 0), 3: (3, 1, 0), 4: (4, 2, 1, 0)}
"""The basic score by rank, for each number of players."""

TOTAL_TO_END = {2: 7, 3: 10, 4: 12}
"""The total that ends a set, for each number of players."""

START_POINTS = 2
SETS_TO_WIN = 2

RANK_NAMES = (text("1st"), text("2nd"), text("3rd"), text("4th"))
"""The names of the ranks, from 0."""


def basic_points(player_count: int, rank: int) -> int:
    """Return the basic score of a rank (from 0)."""
    return BASIC_POINTS[player_count][rank]


def rank_change_points(rank_before: int | None, rank: int) -> int:
    """Return the points of the comparison with the Rank card: one for each rank that `rank` is better than the seat's
    last one, `rank_before`, and minus one for each that it is worse. 0 without a last rank."""
    return 0 if rank_before is None else rank_before - rank


def scores(state: State) -> Scores:
    """Return the rounds so far, the totals of the current or last set, and the winners."""
    winners = state.phase.winners if isinstance(state.phase, GameOver) else ()
    return Scores(
        rounds=tuple(_round_score(round_) for round_ in state.rounds),
        totals=state.shown_totals,
        finished=isinstance(state.phase, GameOver),
        winners=winners,
        sets=state.sets_won if state.settings.has_two_sets else None,
        set_number=state.set_number if state.previous_totals is None else state.set_number - 1,
    )


def _round_score(round_: Round) -> RoundScore:
    changes = tuple(points + spared for points, spared in zip(round_.points, round_.points_spared, strict=True))
    listed = (("order", round_.order_out), ("seats", round_.seating))
    return RoundScore(round_.points, listed, changes, round_.set_number)


def points_by_cause(state: State, round_index: int) -> tuple[tuple[Cause, ...], ...]:
    """Each player's points of a completed round (from 0): the rank, the seat's Rank card, and the floor."""
    round_ = state.rounds[round_index]
    return tuple(
        (*_rank_causes(round_, player), *_floor_causes(round_.points_spared[player]))
        for player in range(state.player_count)
    )


def _floor_causes(spared: int) -> tuple[Cause, ...]:
    """The points that a player did not lose (rulebook, Loop Round 17, note: a total does not go below 0)."""
    return (Cause(text("No total falls below 0"), spared, kind=text("floor")),) if spared else ()


def _rank_causes(round_: Round, player: int) -> tuple[Cause, ...]:
    rank = round_.rank(player)
    points = basic_points(len(round_.order_out), rank)
    rank_cause = Cause(text("{rank} to go out", rank=RANK_NAMES[rank]), points, kind=text("going out"))
    if rank == len(round_.order_out) - 1:
        rank_cause = rank_cause._replace(why=text("Last in the round"))
    if round_.ranks_before is None:
        return (rank_cause,)
    place = round_.seating.index(player)
    rank_before = round_.ranks_before[place]
    return rank_cause, Cause(
        _comparison_text(place + 1, rank_before, rank), rank_change_points(rank_before, rank), kind=text("Rank card")
    )


def _comparison_text(seat_number: int, rank_before: int, rank: int) -> Text:
    before, now = RANK_NAMES[rank_before], RANK_NAMES[rank]
    if rank == rank_before:
        return text("Seat {seat}: {rank} again", seat=seat_number, rank=now)
    if rank < rank_before:
        return text("Seat {seat} rose from {before} to {rank}", seat=seat_number, before=before, rank=now)
    return text("Seat {seat} fell from {before} to {rank}", seat=seat_number, before=before, rank=now)
