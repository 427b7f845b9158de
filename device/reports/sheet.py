"""The final sheet of a past game, with the reasons for every point, and the record."""

from __future__ import annotations

from collections.abc import Sequence

from device import games
from device.contract.game import CausesBySeat
from device.contract.refusal import Refused
from device.contract.scores import Scores
from device.history.past_game import PastGame
from device.journal.result_catchup import corrected_rows
from device.journal.store import Journal
from device.session import session as sessions
from device.session.past import past_of_rows
from device.session.record import Record
from device.session.rows import CORRECTING, JournalRow
from device.session.session import Session, Stage
from display.words import Label, Text, text
from values.named_tuple import NamedTuple


class FinalSheet(NamedTuple):
    """A game, read from its rows.

    `causes` are the reasons for the points of each scored round. `public_record_lines` are the lines of the record
    without secrets. `unaccepted_text` says that a round's points are not accepted yet; None if all are, or if the
    record can't be read to its end.
    """

    game: PastGame
    record: Record
    scores: Scores
    causes: tuple[CausesBySeat, ...]
    public_record_lines: tuple[str, ...]
    unaccepted_text: Text | None = None


class RulesNotInstalled(ValueError):
    """The requested `game` can't be shown in full: its package is not installed, as `sentence` says."""

    def __init__(self, game: PastGame) -> None:
        super().__init__(game.number)
        self.game = game
        self.sentence = games.missing_reason(game.result.game_id)


def final_sheet(journal: Journal, game: PastGame) -> FinalSheet:
    """The sheet of a game in the journal. Raises JournalError, and RulesNotInstalled."""
    stored_rows = journal.counting_rows(game.number)
    rows = corrected_rows(stored_rows)
    reading = sessions.read(rows)
    last = reading.sessions[-1]
    record = last.record
    if record.game is None:
        raise RulesNotInstalled(game)
    scores = record.scores
    causes = [record.game.points_by_cause(record.state, round_) for round_ in range(len(scores.rounds))]
    unaccepted = unaccepted_text(stored_rows, last) if reading.refusal is None else None
    return FinalSheet(game, record, scores, tuple(causes), tuple(sessions.public_lines(rows, reading)), unaccepted)


def unaccepted_text(rows: Sequence[JournalRow], session: Session) -> Text | None:
    """The sentence saying that the table has not accepted a round's points yet, or never did; None if it has all.

    `rows` are the rows that count, and `session` comes after the last of them.
    """
    if (reopened := _reopened_round(rows)) is not None:
        return text("{round} is to be accepted again.", round=reopened)
    if session.stage is not Stage.SUMMARY:
        return None
    round_name = session.scores.round_name(session.summary_round)
    return text("{round}: not accepted yet, so its points may still change.", round=round_name.heading)


def reopened_remarks(journal: Journal, past_games: Sequence[PastGame]) -> dict[int, Text]:
    """The remarks that a round is to be accepted again, by the numbers of the games. Raises JournalError."""
    rounds = (
        (number, _reopened_round(journal.counting_rows(number)))
        for number in journal.corrected_games([game.number for game in past_games if not game.result.unread_row_count])
    )
    return {
        number: text("{round} is to be accepted again", round=round_) for number, round_ in rounds if round_ is not None
    }


def _reopened_round(rows: Sequence[JournalRow]) -> Label | None:
    """The first of the rounds that are to be accepted again after a correction; None if there is none."""
    if not any(row.kind in CORRECTING for row in rows):
        return None
    try:
        session = past_of_rows(rows).session
    except Refused:
        return None
    return session.scores.round_name(session.summary_round).heading if session.reopened_rounds else None
