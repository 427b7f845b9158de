"""Sentences that say who has won, or who is ahead."""

from __future__ import annotations

from device.contract.scores import Scores
from device.contract.setup import Seat, TableSetup
from display.words import Several, Text, counted, text

MAX_LEADERS_NAMED = 2
"""Maximum number of players named as level: the names of more do not fit the line of a small panel."""


def outcome(table: TableSetup, scores: Scores) -> Text:
    """The sentence that says how a game ended, or that it is not finished."""
    if not scores.finished:
        return text("The game is not finished.")
    names = tuple(table.players[seat] for seat in scores.winners)
    if scores.stopped:
        return _stopped_sentence(scores, names)
    if _is_alone(scores):
        return text("{clause}.", clause=_points_clause(scores, names[0]))
    if len(names) == 1:
        if scores.by_last_round:
            return text("{player} wins: the better last round decides.", player=names[0])
        if scores.sets is not None:
            return _sets_sentence(scores.sets, scores.winners[0], names[0])
        return text("{player} wins.", player=names[0])
    if winners_are_partners(scores):
        return text("{players} win.", players=Several(names))
    return text("{players} share the win.", players=Several(names))


def _sets_sentence(sets: tuple[int, ...], winner: Seat, name: str) -> Text:
    """The sentence for the winner of a game in sets, with the most sets of another player."""
    most = max(won for seat, won in enumerate(sets) if seat != winner)
    return text("{player} wins, {n} sets to {most}.", player=name, n=sets[winner], most=most)


def _stopped_sentence(scores: Scores, leader_names: tuple[str, ...]) -> Text:
    """The sentence for a game that the table stopped."""
    if not leader_names:
        return text("Stopped before a round was over.")
    round_words = scores.round_name(len(scores.rounds) - 1).words
    # Beside the round there is room for one name.
    leaders_clause = _leaders_clause(scores, leader_names, max_named=1)
    return text("Stopped: after {round}, {leaders}.", round=round_words, leaders=leaders_clause)


def leaders_in_words(table: TableSetup, scores: Scores) -> Text:
    """Who is ahead in a stopped game, as a clause without a full stop."""
    return _leaders_clause(scores, tuple(table.players[seat] for seat in scores.winners), MAX_LEADERS_NAMED)


def winners_are_partners(scores: Scores) -> bool:
    """Whether all winners are on the same side."""
    return scores.sides is not None and len({scores.sides[seat] for seat in scores.winners}) == 1


def _leaders_clause(scores: Scores, leader_names: tuple[str, ...], max_named: int) -> Text:
    if not leader_names:
        return text("no round is over")
    if _is_alone(scores):
        return _points_clause(scores, leader_names[0])
    if len(leader_names) == 1:
        if scores.by_last_round:
            return text("{player} is ahead with the better last round", player=leader_names[0])
        return text("{player} is ahead", player=leader_names[0])
    if winners_are_partners(scores):
        if len(leader_names) > max_named:
            return text("{n} players are ahead", n=len(leader_names))
        return text("{players} are ahead", players=Several(leader_names))
    if len(leader_names) > max_named:
        return text("{n} players are level", n=len(leader_names))
    return text("{players} are level", players=Several(leader_names))


def _is_alone(scores: Scores) -> bool:
    """Whether there is one player only, who is ahead of nobody."""
    return len(scores.totals) == 1


def _points_clause(scores: Scores, name: str) -> Text:
    """The points of the only player, as a clause without a full stop."""
    return counted("{player} has {n} point", "{player} has {n} points", scores.totals[0], player=name)
