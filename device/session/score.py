"""What `tablekeeper score` prints: the standings of a record, for people and for programs."""

from __future__ import annotations

import json
from typing import Any

from device.contract.scores import RoundScore, Scores
from device.contract.setup import TableSetup
from device.session.record import Record, RecordRefused
from device.session.winners import outcome
from display.words import Language, counted, figure


def as_json(record: Record) -> str:
    """The standings as one JSON object."""
    assert record.game is not None
    assert record.table is not None
    table, scores = record.table, record.game.scores(record.state)
    found: dict[str, Any] = {
        "game": record.game.id,
        "players": list(table.players),
        "finished": scores.finished,
        "rounds": [_round(table, round_) for round_ in scores.rounds],
        "totals": _by_name(table, scores.totals),
        "winners": [table.players[seat] for seat in scores.winners],
    }
    if scores.sets is not None:
        found["sets"] = _by_name(table, scores.sets)
    return json.dumps(found, ensure_ascii=False)


def error_as_json(refused: RecordRefused, language: Language) -> str:
    """A refusal as one JSON object."""
    refusal = refused.refusal
    error = {"line": refused.line, "code": refusal.code.value, "message": language.say(refusal.sentence)}
    return json.dumps({"error": error}, ensure_ascii=False)


def as_text(record: Record, language: Language) -> str:
    """The standings in a few lines."""
    assert record.game is not None
    assert record.table is not None
    table, scores = record.table, record.game.scores(record.state)
    rounds = counted("{n} round scored", "{n} rounds scored", len(scores.rounds))
    lines = [f"{language.say(record.game.title)}: {language.say(rounds)}"]
    width = max(len(name) for name in table.players)
    lines += [f"  {name:<{width}}  {_figures(scores, seat)}" for seat, name in enumerate(table.players)]
    lines.append(language.say(outcome(table, scores)))
    return "\n".join(lines)


def _figures(scores: Scores, seat: int) -> str:
    rounds = "".join(f"{figure(gained[seat]):>5}" for gained in scores.counting.values())
    return f"{figure(scores.totals[seat]):>5}  {rounds}".rstrip()


def _by_name(table: TableSetup, figures: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(table.players, figures, strict=True))


def _round(table: TableSetup, round_: RoundScore) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if round_.points is not None:
        found["points"] = _by_name(table, round_.points)
    for word, seats in round_.listed:
        found[word] = [table.players[seat] for seat in seats]
    return found
