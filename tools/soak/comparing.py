"""Compares panel, journal and record of a game with the dealer's account. Differences are sentences."""

from __future__ import annotations

from collections.abc import Iterator

from device.session import record as records
from display.vocabulary import Body, Breakdown, Sheet
from tools.soak.planned_games import PlannedGame


def summary_differences(game: PlannedGame, round_: int, body: Body | None) -> Iterator[str]:
    """Yield the differences in the summary of a round, from 0."""
    shown = tuple(account.total for account in body.players) if isinstance(body, Breakdown) else None
    if shown != game.result.standings[round_]:
        yield f"round {round_ + 1} shows {shown} instead of {game.result.standings[round_]}"


def final_differences(game: PlannedGame, body: Body | None, lines: list[str]) -> Iterator[str]:
    """Yield the differences on the final sheet, in the journal's record, and in its scores."""
    expected = (game.result.standings[-1], game.result.winners)
    seats = records.split(game.lines[1])[1:]
    # A final sheet begins with the winner.
    rows = sorted(body.rows if isinstance(body, Sheet) else (), key=lambda row: seats.index(row.name))
    winners = tuple(seat for seat, row in enumerate(rows) if row.is_winner)
    shown = (tuple(row.total for row in rows), winners)
    if shown != expected:
        yield f"the final sheet shows {shown} instead of {expected}"
    if lines != game.lines:
        yield "the record in the journal is not that of the game"
    record = records.read("\n".join(lines).encode())
    assert record.game is not None
    scores = record.game.scores(record.state)
    if (scores.totals, scores.winners) != expected:
        yield f"the record scores {scores.totals} and {scores.winners} instead of {expected}"
