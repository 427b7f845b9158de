"""The rules for declaring only each player's points of a round (detail `points`)."""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse_player
from device.contract.tuples import with_entry
from device.games.no_thanks.declarations import Points
from device.games.no_thanks.refusal_codes import NoThanksRefusal
from device.games.no_thanks.state import PointsRound, State
from display.words import figure, text


def apply_points(state: State, round_: PointsRound, declaration: Points) -> PointsRound:
    """Return the round after a player's points. After the last player's, the sum must be possible. Raises Refused."""
    dealt_tokens = state.settings.dealt_tokens
    if round_.declared_by_seat[declaration.seat] is not None:
        sentence = text("{player}'s points of this round are declared already.")
        refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, declaration.seat)
    if declaration.points < -dealt_tokens:
        sentence = text(
            "{player} cannot have {points} points: only {dealt} tokens were dealt.",
            points=figure(declaration.points),
            dealt=dealt_tokens,
        )
        refuse_player(state.table, NoThanksRefusal.DOES_NOT_ADD_UP, sentence, declaration.seat)
    points = with_entry(round_.declared_by_seat, declaration.seat, declaration.points)
    if None not in points:
        _check_sum(state, sum(player_points for player_points in points if player_points is not None), declaration)
    return PointsRound(points)


def _check_sum(state: State, sum_of_points: int, last_declaration: Points) -> None:
    """Refuse an impossible sum. All tokens are in players' hands at the end of a round, and subtract one point each."""
    possible_card_sums, dealt_tokens = state.settings.possible_card_sums, state.settings.dealt_tokens
    if sum_of_points + dealt_tokens not in possible_card_sums:
        sentence = text(
            "All points together are {points}, but a round comes to {least} to {most}. Check all figures; {player}'s"
            " came last.",
            points=figure(sum_of_points),
            least=figure(possible_card_sums[0] - dealt_tokens),
            most=figure(possible_card_sums[-1] - dealt_tokens),
        )
        refuse_player(
            state.table, NoThanksRefusal.DOES_NOT_ADD_UP, sentence, last_declaration.seat, may_be_earlier=True
        )
