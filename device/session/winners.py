"""Who has won, in words."""

from __future__ import annotations

from device.contract.scores import Scores
from device.contract.setup import TableSetup
from display.words import Several, Text, text


def outcome(table: TableSetup, scores: Scores) -> Text:
    """The sentence for a finished game, or for one that is not."""
    if not scores.finished:
        return text("The game is not finished.")
    names = tuple(table.players[seat] for seat in scores.winners)
    if scores.stopped:
        return _stopped(scores, names)
    if len(names) == 1:
        if scores.by_last_round:
            return text("{player} wins by the last round.", player=names[0])
        return text("{player} wins.", player=names[0])
    if partners(scores):
        return text("{players} win.", players=Several(names))
    return text("{players} share the win.", players=Several(names))


def _stopped(scores: Scores, ahead: tuple[str, ...]) -> Text:
    """The sentence for a game that the table stopped."""
    if not ahead:
        return text("Stopped before a round was over.")
    last = scores.round_name(len(scores.rounds) - 1).words
    return text("Stopped after {round}: {leaders}.", round=last, leaders=_leaders(scores, ahead))


def leaders(table: TableSetup, scores: Scores) -> Text:
    """Who is ahead in a game that the table stopped, within a sentence."""
    return _leaders(scores, tuple(table.players[seat] for seat in scores.winners))


def partners(scores: Scores) -> bool:
    """Whether those who have won are partners, and nobody else has."""
    return scores.sides is not None and len({scores.sides[seat] for seat in scores.winners}) == 1


def _leaders(scores: Scores, ahead: tuple[str, ...]) -> Text:
    if not ahead:
        return text("no round is over")
    if len(ahead) == 1:
        return text("{player} is ahead", player=ahead[0])
    if partners(scores):
        return text("{players} are ahead", players=Several(ahead))
    return text("{players} are level", players=Several(ahead))
