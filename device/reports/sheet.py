"""The final sheet of a past game, with the reasons for every point, and the record."""

from __future__ import annotations

from device import games
from device.contract.game import CausesBySeat
from device.contract.scores import Scores
from device.history.past_game import PastGame
from device.journal.result_catchup import corrected_rows
from device.journal.store import Journal
from device.session import session as sessions
from device.session.record import Record
from device.session.session import Session, Stage
from display.words import Text, text
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
    rows = corrected_rows(journal.counting_rows(game.number))
    reading = sessions.read(rows)
    last = reading.sessions[-1]
    record = last.record
    if record.game is None:
        raise RulesNotInstalled(game)
    scores = record.scores
    causes = [record.game.points_by_cause(record.state, round_) for round_ in range(len(scores.rounds))]
    unaccepted = unaccepted_text(last) if reading.refusal is None else None
    return FinalSheet(game, record, scores, tuple(causes), tuple(sessions.public_lines(rows, reading)), unaccepted)


def unaccepted_text(session: Session) -> Text | None:
    """The sentence saying that the table has not accepted a round's points yet, or never did; None if it has all."""
    if session.stage is not Stage.SUMMARY:
        return None
    round_name = session.scores.round_name(session.summary_round)
    return text("{round}: not accepted yet, so its points may still change.", round=round_name.heading)
