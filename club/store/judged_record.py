"""The rules on arrival: what a box says of a game is judged again, line by line, before anything of it counts."""

from __future__ import annotations

from collections.abc import Sequence

from device.contract.refusal import Refusal, RefusalCode, Refused
from device.games.finding import is_id
from device.history.results import Following, GameResult
from device.journal import validate
from device.outbox.digest import RecordDigest
from device.outbox.values import GameRevision
from device.session import record as records
from device.session.record import Record
from device.session.rows import JournalRow, RowKind
from device.system.not_done import NotDone
from display.words import Text, text

LINE_BYTES = 135
"""What a judged line takes in memory besides its letters."""


class RecordDoubtful(NotDone):
    """A record that is not to count; `sentence` says why."""


class RecordContradicts(RecordDoubtful):
    """A record that is not what its box had said of it."""


class RecordLacksGame(RecordDoubtful):
    """A record of a game that this hub does not have."""

    def __init__(self, game: str) -> None:
        super().__init__(lacking(game))


def lacking(game: str) -> Text:
    """What a director is told of a game that this hub does not have."""
    return text(
        "This hub lacks the game “{game}”; it keeps the record, and judges it once it has the game's package.",
        game=game,
    )


class JudgedRecord:
    """The record of a game as far as it has been judged: its lines, what they come to, and their digest."""

    def __init__(self) -> None:
        self.lines: list[JournalRow] = []
        self._following = Following()
        self._digest = RecordDigest()
        self.size = LINE_BYTES
        """Bytes that it takes in memory, nearly."""

    @classmethod
    def of(cls, lines: Sequence[JournalRow]) -> JudgedRecord:
        """The record of these lines. Raises RecordDoubtful at one that the rules refuse."""
        found = cls()
        found.take(lines)
        return found

    def take(self, lines: Sequence[JournalRow]) -> None:
        """Lines that follow. Raises RecordDoubtful at one that the rules refuse; all before it have been taken."""
        for line in lines:
            before = self._following.record
            try:
                after = records.take(before, _words(line), stands=line.kind is RowKind.STANDS)
            except Refused as refused:
                _check_game(line, refused.refusal)
                number = len(self.lines) + 1
                sentence = refused.refusal.sentence
                raise RecordDoubtful(
                    text("Line {line} is refused: {sentence}", line=number, sentence=sentence)
                ) from None
            self._following.advance(before, after, line)
            self.lines.append(line)
            self.size += LINE_BYTES + len(line.text)
        self._digest.add(lines)

    @property
    def digest(self) -> str:
        """The digest of all lines."""
        return self._digest.text

    @property
    def record(self) -> Record:
        """The state of the game by the rules."""
        return self._following.record

    @property
    def result(self) -> GameResult | None:
        """What the game has come to; None before anybody is seated."""
        return self._following.result

    def fits(self, revision: GameRevision) -> bool:
        """Whether a revision goes on from these lines to the very record that it means."""
        if revision.keeps > len(self.lines):
            return False
        found = self._digest.copy() if revision.keeps == len(self.lines) else RecordDigest(self.lines[: revision.keeps])
        found.add(revision.lines)
        return found.text == revision.mark.digest

    def after(self, revision: GameRevision) -> JudgedRecord:
        """The record that a revision, which `fits`, makes of this one, which is not to be used any more.

        Raises RecordDoubtful for what the rules refuse.
        """
        if revision.keeps == len(self.lines):
            self.take(revision.lines)
            return self
        return JudgedRecord.of([*self.lines[: revision.keeps], *revision.lines])


def _check_game(line: JournalRow, refusal: Refusal) -> None:
    """Raise RecordLacksGame for a line with a game that may come as a package."""
    words = records.split(line.text)
    if refusal.code is RefusalCode.UNKNOWN_GAME and is_id(words[1]):
        raise RecordLacksGame(words[1])


def _words(line: JournalRow) -> tuple[str, ...]:
    """The words of a line. Raises RecordDoubtful and Refused."""
    if not validate.is_plain(line.text):
        # Databases differ in which of them they can hold (PostgreSQL: not NUL), and no table declares any.
        shown = validate.printable(line.text)
        raise RecordDoubtful(
            text("There is a control character in the line “{line}”, which no record has.", line=shown)
        )
    found = records.split(line.text)
    if not found:
        raise RecordDoubtful(text("The record has an empty line."))
    return found
