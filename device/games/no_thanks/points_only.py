"""The rules for declaring only each player's points of a round (detail `points`)."""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse_player
from device.contract.tuples import with_entry
from device.games.no_thanks.declarations import Points
from device.games.no_thanks.refusal_codes import Code
from device.games.no_thanks.state import PointsRound, State
from display.words import figure, text


def apply_points(state: State, points_round: PointsRound, declared: Points) -> PointsRound:
    """Return the round after a player's points. After the last player's, the sum must be possible. Raises Refused."""
    dealt = state.settings.all_tokens
    if points_round.by_seat[declared.seat] is not None:
        sentence = text("{player}'s points of this round are declared already.")
        refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, declared.seat)
    if declared.points < -dealt:
        sentence = text(
            "{player} cannot have {points} points: only {dealt} tokens were dealt.",
            points=figure(declared.points),
            dealt=dealt,
        )
        refuse_player(state.table, Code.DOES_NOT_ADD_UP, sentence, declared.seat)
    points = with_entry(points_round.by_seat, declared.seat, declared.points)
    if None not in points:
        _check_sum(state, sum(player_points for player_points in points if player_points is not None), declared)
    return PointsRound(points)


def _check_sum(state: State, sum_of_points: int, last: Points) -> None:
    """Refuse an impossible sum. All tokens are in players' hands at the end of a round, and subtract one point each."""
    cards, dealt = state.settings.possible_sums, state.settings.all_tokens
    if sum_of_points + dealt not in cards:
        sentence = text(
            "All points together are {points}, but a round comes to {least} to {most}. Check everyone's; {player}'s"
            " are the last.",
            points=figure(sum_of_points),
            least=figure(cards[0] - dealt),
            most=figure(cards[-1] - dealt),
        )
        refuse_player(state.table, Code.DOES_NOT_ADD_UP, sentence, last.seat, earlier=True)
