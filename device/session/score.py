"""The output of `tablekeeper score`: the standings of a record as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from device.contract.scores import RoundName, RoundScore, Scores
from device.contract.setup import TableSetup
from device.session.record import Record, RecordRefused
from device.session.winners import outcome
from display.words import Language, counted, figure, text


def as_json(record: Record) -> str:
    """The standings as one JSON object."""
    table, scores = record.setup, record.scores
    standings: dict[str, Any] = {
        "game": record.rules.id,
        "players": list(table.players),
        "finished": scores.finished,
        "rounds": [_round_values(table, round_) for round_ in scores.rounds],
        "totals": _points_by_name(table, scores.totals),
        "winners": [table.players[seat] for seat in scores.winners],
    }
    if scores.stopped:
        standings["stopped"] = True
    if scores.sets is not None:
        standings["sets"] = _points_by_name(table, scores.sets)
    return json.dumps(standings, ensure_ascii=False)


def error_as_json(refused: RecordRefused, language: Language) -> str:
    """An error as one JSON object."""
    refusal = refused.refusal
    error = {"line": refused.line_number, "code": refusal.code.value, "message": language.say(refusal.sentence)}
    return json.dumps({"error": error}, ensure_ascii=False)


def as_text(record: Record, language: Language) -> str:
    """The standings in a few lines."""
    table, scores = record.setup, record.scores
    rounds = counted("{n} round scored", "{n} rounds scored", len(scores.rounds))
    lines = [language.say(text("{name}: {figures}", name=record.rules.variant(table).title, figures=rounds))]
    lines += _lines_of_columns(["", *map(language.say, table.players)], *_figure_columns(scores, language))
    lines.append(language.say(outcome(table, scores)))
    return "\n".join(lines)


def _figure_columns(scores: Scores, language: Language) -> Iterator[list[str]]:
    """Yield the columns, each with its label first: totals, sets won, points beside the rounds, then each round."""
    yield [language.say(text("total")), *map(figure, scores.totals)]
    if scores.sets is not None:
        yield [language.say(text("sets")), *map(figure, scores.sets)]
    if any(scores.points_outside_rounds):
        yield [language.say(scores.outside_rounds_label), *map(figure, scores.points_outside_rounds)]
    set_number = None if scores.sets is None else scores.set_number
    for index, (number, gained) in enumerate(scores.gained_by_round.items()):
        label = str(number) if index else language.say(RoundName(number, set_number))
        yield [label, *map(figure, gained)]


def _lines_of_columns(names: list[str], *columns: list[str]) -> list[str]:
    """Lines with the names on the left and each column's figures below its label."""
    widths = [max(map(len, column)) for column in columns]
    name_width = max(map(len, names))
    return [
        f"  {name:<{name_width}}  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        for name, *cells in zip(names, *columns, strict=True)
    ]


def _points_by_name(table: TableSetup, figures: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(table.players, figures, strict=True))


def _round_values(table: TableSetup, round_: RoundScore) -> dict[str, Any]:
    result: dict[str, Any] = {}
    if round_.points is not None:
        result["points"] = _points_by_name(table, round_.points)
    for word, seats in round_.listed:
        result[word] = [table.players[seat] for seat in seats]
    return result
