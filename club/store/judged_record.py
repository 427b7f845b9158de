"""Validates the record of a game that a box sent: replays its lines by the game's rules; rejects rule-breaking ones."""

from __future__ import annotations

from collections.abc import Sequence

from device.contract.refusal import Refusal, RefusalCode, Refused
from device.games.finding import is_valid_id
from device.history.results import GameResult, ResultCollector
from device.journal import validate
from device.outbox.club_messages import GameRevision
from device.outbox.digest import RecordDigest
from device.session import record as records
from device.session.record import Record
from device.session.rows import JournalRow, RowKind
from device.system.not_done import NotDone
from display.words import Text, text

LINE_BYTES = 135
"""Estimated bytes of a judged line in memory, besides its text."""


class RecordRejected(NotDone):
    """The record is invalid, so its result is not counted; `sentence` says why."""


class RecordContradictsEarlier(RecordRejected):
    """The record contradicts what its box sent earlier."""


class GameNotInstalled(RecordRejected):
    """The record is of a game that this hub does not have."""

    def __init__(self, game_id: str) -> None:
        super().__init__(missing_game_sentence(game_id))


def missing_game_sentence(game_id: str) -> Text:
    """The sentence that tells the director that this hub does not have a game."""
    return text(
        "This hub lacks the game “{game}”; it keeps the record, and judges it once it has the game's package.",
        game=game_id,
    )


class JudgedRecord:
    """The record of a game as far as it has been judged: its lines, the state and result after them, and the digest."""

    def __init__(self) -> None:
        self.lines: list[JournalRow] = []
        self._collector = ResultCollector()
        self._digest = RecordDigest()
        self.size_bytes = LINE_BYTES
        """About how many bytes it takes in memory."""

    @classmethod
    def judge(cls, lines: Sequence[JournalRow]) -> JudgedRecord:
        """Judge these lines. Raises RecordRejected at a line that the rules refuse."""
        judged_record = cls()
        judged_record.add_lines(lines)
        return judged_record

    def add_lines(self, lines: Sequence[JournalRow]) -> None:
        """Judge and add lines. Raises RecordRejected at one that the rules refuse; those before it have been added."""
        for line in lines:
            earlier_record = self._collector.record
            try:
                later_record = records.take_line(earlier_record, _split_words(line), stands=line.kind is RowKind.STANDS)
            except Refused as refused:
                _raise_if_not_installed(line, refused.refusal)
                line_number = len(self.lines) + 1
                sentence = refused.refusal.sentence
                raise RecordRejected(
                    text("Line {line} is refused: {sentence}", line=line_number, sentence=sentence)
                ) from None
            self._collector.advance(earlier_record, later_record, line)
            self.lines.append(line)
            self.size_bytes += LINE_BYTES + len(line.text)
        self._digest.add(lines)

    @property
    def digest(self) -> str:
        """The digest of all lines."""
        return self._digest.text

    @property
    def record(self) -> Record:
        """The state of the game by the rules."""
        return self._collector.record

    @property
    def result(self) -> GameResult | None:
        """The result of the game so far; None before anybody is seated."""
        return self._collector.result

    def digest_fits(self, revision: GameRevision) -> bool:
        """Whether a revision's `lines` after the first `kept_line_count` of these have the digest that it states."""
        if revision.kept_line_count > len(self.lines):
            return False
        digest = (
            self._digest.copy()
            if revision.kept_line_count == len(self.lines)
            else RecordDigest(self.lines[: revision.kept_line_count])
        )
        digest.add(revision.lines)
        return digest.text == revision.mark.digest

    def apply(self, revision: GameRevision) -> JudgedRecord:
        """The record after a revision whose `digest_fits`. This object must not be used any more.

        Raises RecordRejected at a line that the rules refuse.
        """
        if revision.kept_line_count == len(self.lines):
            self.add_lines(revision.lines)
            return self
        return JudgedRecord.judge([*self.lines[: revision.kept_line_count], *revision.lines])


def _raise_if_not_installed(line: JournalRow, refusal: Refusal) -> None:
    """Raise GameNotInstalled if the line was refused because its game is unknown, but may come as a package."""
    words = records.split(line.text)
    if refusal.code is RefusalCode.UNKNOWN_GAME and is_valid_id(words[1]):
        raise GameNotInstalled(words[1])


def _split_words(line: JournalRow) -> tuple[str, ...]:
    """Split a line into words. Raises RecordRejected if it has a control character or is empty, and Refused."""
    if not validate.has_no_control_characters(line.text):
        # Databases differ in which control characters they can store (PostgreSQL: not NUL), and no table sends any.
        line_text = validate.printable(line.text)
        raise RecordRejected(
            text("There is a control character in the line “{line}”, which no record has.", line=line_text)
        )
    words = records.split(line.text)
    if not words:
        raise RecordRejected(text("The record has an empty line."))
    return words
