"""The table's session: from power-on through set-up and play to the final sheet.

A session is a fold over rows. A row is a line of the game's record, or a step of the table that no record holds (who
sat down, a summary accepted). The journal stores the rows; reading them back gives the same session again.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from functools import cached_property
from typing import Any, NoReturn

from device import games
from device.contract.declarations import Declaration, First, GameEnd
from device.contract.refusal import Refusal, RefusalCode, Refused, Waiver, refuse
from device.contract.scores import Scores
from device.session import record as records
from device.session.names import HEADER_WORDS, STARTER_WORD, check_distinct_names, check_name, seat_name
from device.session.offers import OfferedOptions, offered_options, rows_for_offered
from device.session.record import EMPTY, Record
from device.session.rows import CORRECTING, JournalRow, RowKind
from display.words import text
from values.named_tuple import NamedTuple


class Stage(Enum):
    """What the session waits for."""

    GAME = "game"
    COUNT = "count"  # how many play
    SEAT = "seat"  # the next player
    SPELL = "spell"  # the next letter of a name or title
    TITLE = "title"
    OPTIONS = "options"
    STARTER = "starter"
    PLAY = "play"
    SUMMARY = "summary"
    FINAL = "final"


class Step(StrEnum):
    """The first words of rows that are not in the record: steps of the table."""

    PEOPLE = "people"  # people NAME…: the same people, in the same seats, play another game
    SEATS = "seats"  # seats N: how many play
    SEAT = "seat"  # seat NAME: the next player
    NUMBERS = "numbers"  # the seats still free are named by their numbers
    SPELL = "spell"  # a name is being spelled
    SPELL_TITLE = "spell-title"  # the name of what is played is being spelled
    UNTITLED = "untitled"  # what is played has no name
    LETTER = "letter"  # letter X
    SPELLED = "spelled"  # the name is complete
    MEANT = "meant"  # meant NAME: the name that was spelled is this one, which is known
    USUAL = "usual"  # options that were not set are as at a table that never played the game
    DEFAULTS = "defaults"  # options that were not set have the record's defaults
    PLAY = "play"  # the options are complete
    START = "start"  # the usual player starts
    ACCEPT = "accept"  # the round's summary is accepted


def step_row(word: Step, *arguments: str) -> JournalRow:
    """Build a row of kind TABLE."""
    return JournalRow(RowKind.TABLE, records.join((word, *arguments)))


START_ROW = step_row(Step.START)
"""The row that says that the usual player starts, whom the record does not name. It can be corrected like a line."""


class Session(NamedTuple):
    """The state of one game at the table, from the question which game to its final sheet."""

    record: Record = EMPTY
    seat_count: int = 0
    names: tuple[str, ...] = ()
    spelled: str | None = None
    uses_defaults: bool = False
    """Whether options that were not set have the record's defaults, whatever is offered."""
    options_set: bool = False
    starter_known: bool = False
    accepted_round_count: int = 0
    """How many rounds were accepted once, reopened ones among them."""
    reopened_rounds: tuple[int, ...] = ()
    """Rounds (from 0) that were accepted, and whose points a correction has changed since then."""
    untitled: bool = False
    """Whether the table has chosen to give what is played no name."""
    uses_usual_options: bool = False
    """Whether options that were not set are the likeliest ones, whatever was chosen last."""

    @property
    def is_unfinished(self) -> bool:
        """Whether anybody has begun to play, and the game is not over."""
        return self.record.begun and not self.scores.finished

    @cached_property
    def stage(self) -> Stage:
        if self.record.table is None:
            return self._seating_stage
        if not self.options_set:
            return self._title_stage or Stage.OPTIONS
        if not self.starter_known and not self.record.begun and self.asks_starter:
            return Stage.STARTER
        scores = self.record.scores
        if self.reopened_rounds or len(scores.rounds) > self.accepted_round_count:
            return Stage.SUMMARY
        return Stage.FINAL if scores.finished else Stage.PLAY

    @property
    def _seating_stage(self) -> Stage:
        if self.record.game is None:
            return Stage.GAME
        if not self.seat_count:
            return Stage.COUNT
        return Stage.SEAT if self.spelled is None else Stage.SPELL

    @property
    def _title_stage(self) -> Stage | None:
        """The stage at which what is played gets its name; None if it has one, or needs none."""
        game, table = self.record.rules, self.record.setup
        if not game.asks_for_title or table.title or self.untitled or table.chosen or self.record.begun:
            return None
        return Stage.TITLE if self.spelled is None else Stage.SPELL

    @property
    def asks_starter(self) -> bool:
        """Whether it matters who starts a round."""
        game = self.record.rules
        return game.asks_starter is None or game.asks_starter(self.record.state)

    @property
    def summary_round(self) -> int:
        """The round (from 0) whose summary the table accepts next."""
        return self.reopened_rounds[0] if self.reopened_rounds else self.accepted_round_count

    @property
    def current_round(self) -> int:
        """The round (from 0) in play, or the one whose summary the table accepts next."""
        return self.summary_round if self.stage is Stage.SUMMARY else len(self.scores.rounds)

    @property
    def scores(self) -> Scores:
        return self.record.scores


def take_row(session: Session, row: JournalRow) -> Session:
    """The session with one more row. Raises Refused; the old session stays valid."""
    words = records.split(row.text)
    if row.kind is RowKind.TABLE:
        if words and words[0] == Step.PEOPLE:
            return _with_people(session, words)
        return _find_step_rule(session, words).take(session, "".join(words[1:]))
    if not words or row.kind in CORRECTING:
        _refuse_row(words)
    return _with_record(session, records.take_line(session.record, words, stands=row.kind is RowKind.STANDS))


class Advance(NamedTuple):
    """One row, the session after it, and what the row declares. The declaration is None for steps and header lines."""

    row: JournalRow
    session: Session
    declaration: Declaration | None = None


def declare(session: Session, declaration: Declaration, *, stands: bool = False) -> tuple[Advance, ...]:
    """Make a declaration, and all that it forces. Raises Refused.

    If `stands`, the table lets stand what the rules refuse and the game's waiver allows.
    """
    record = session.record
    if record.game is not None and record.game.secrets is not None and not isinstance(declaration, First | GameEnd):
        declaration = record.game.secrets.with_actual_amount(record.state, declaration)
    row = JournalRow(RowKind.STANDS if stands else RowKind.RECORD, records.write_declaration(record, declaration))
    return declare_row(session, row, declaration)


def declare_row(session: Session, row: JournalRow, declaration: Declaration) -> tuple[Advance, ...]:
    """Make a declaration whose row is known, and all that it forces. Raises Refused."""
    stands = row.kind is RowKind.STANDS
    after = _with_record(session, records.declare(session.record, declaration, stands=stands))
    return (Advance(row, after, declaration), *_forced_advances(after))


def perform(session: Session, row: JournalRow, offered: OfferedOptions = ()) -> tuple[Advance, ...]:
    """Perform a step of the table or take a line of the record, with all that it forces. Raises Refused.

    At the end of the options, those `offered` that were not set otherwise are added to the record.
    """
    words = records.split(row.text)
    if row.kind is not RowKind.TABLE and words and words[0] not in HEADER_WORDS:
        return declare(session, records.read_declaration(session.record, words), stands=row.kind is RowKind.STANDS)
    after = take_row(session, row)
    if after.record.game is not None and after.record.table is None and 0 < after.seat_count == len(after.names):
        players = JournalRow(RowKind.FORCED, records.header_players(after.names))
        return Advance(row, after), Advance(players, take_row(after, players))
    if row == step_row(Step.PLAY) and not session.uses_defaults:
        offered_rows = rows_for_offered(after.record, options_on_offer(session, offered))
        return (Advance(row, after), *retake_rows(after, offered_rows))
    return (Advance(row, after), *_forced_advances(after))


def options_on_offer(session: Session, offered: OfferedOptions) -> OfferedOptions:
    """The options on offer: none if the table chose the defaults, the likeliest if it chose those, else `offered`."""
    game = session.record.game
    if session.uses_defaults or game is None:
        return ()
    return offered_options(game, last_table=None) if session.uses_usual_options else offered


def _forced_advances(session: Session) -> Iterator[Advance]:
    while session.record.begun and session.options_set:
        game = session.record.rules
        declaration = game.forced(session.record.state)
        # The check for the end of a round is expensive and seldom matters, so it comes last.
        if declaration is None or session.record.stopped_in is not None or session.stage is not Stage.PLAY:
            return
        row = JournalRow(RowKind.FORCED, records.write_declaration(session.record, declaration))
        session = _with_record(session, records.declare(session.record, declaration))
        yield Advance(row, session, declaration)


def rematch_rows(session: Session, players: tuple[str, ...]) -> tuple[JournalRow, ...]:
    """The first rows of a rematch: same game and options, with the same people under the names `players`."""
    game, table = session.record.rules, session.record.setup
    lines = [records.header_game(game.id), records.header_players(players)]
    lines += [records.header_title(table.title)] if table.title else []
    lines += [records.header_option(name, value) for name, value in table.chosen]
    untitled = (step_row(Step.UNTITLED),) if game.asks_for_title and not table.title and not table.chosen else ()
    return (*(JournalRow(RowKind.FORCED, line) for line in lines), *untitled, step_row(Step.PLAY))


def step_that_began(rows: Sequence[JournalRow]) -> Step | None:
    """The step by which a game was begun anew, if nothing was done in it since; None for other rows.

    `PLAY` is a rematch, and `PEOPLE` another game of the same people: for the table, each was one step.
    """
    if len(rows) == 1 and rows[0].kind is RowKind.TABLE and records.split(rows[0].text)[:1] == (Step.PEOPLE,):
        return Step.PEOPLE
    if len(rows) < 2 or rows[-1] != step_row(Step.PLAY):
        return None
    untitled = step_row(Step.UNTITLED)
    return Step.PLAY if all(row.kind is RowKind.FORCED or row == untitled for row in rows[:-1]) else None


class RowsReading(NamedTuple):
    """Rows read as far as the rules allow: today's rules may refuse rows of a game that was played by earlier ones.

    `sessions` are the one before the first row and one after each row that could be read. `refusal` is that of the next
    row, None if there is none. `line_count` is how many lines of the record could be read.
    """

    sessions: list[Session]
    refusal: Refusal | None
    line_count: int


def read(rows: Iterable[JournalRow], first_session: Session | None = None) -> RowsReading:
    """Read rows up to the first that is refused. Rows of corrections are refused: see `device.session.past`."""
    sessions, line_count = [Session() if first_session is None else first_session], 0
    for row in rows:
        try:
            sessions.append(take_row(sessions[-1], row))
        except Refused as refused:
            return RowsReading(sessions, refused.refusal, line_count)
        line_count += row.kind is not RowKind.TABLE
    return RowsReading(sessions, refusal=None, line_count=line_count)


def declaration_of(session: Session, row: JournalRow) -> Declaration:
    """The declaration in a row, which the session before or after it can read. Raises Refused.

    That the usual player starts reads as a declaration of who starts.
    """
    if row == START_ROW:
        starter = session.record.rules.starter(session.record.state)
        assert starter is not None
        return First(starter)
    return records.read_declaration(session.record, records.split(row.text))


def says_who_starts(row: JournalRow) -> bool:
    """Whether a row says who starts. Raises Refused (`syntax`)."""
    return row == START_ROW or records.split(row.text)[0] == STARTER_WORD


def retake_rows(session: Session, rows: Iterable[JournalRow]) -> tuple[Advance, ...]:
    """Take rows again that came after an earlier session. Raises Refused if that is no longer legal."""
    advances: list[Advance] = []
    for row in rows:
        words = records.split(row.text)
        is_declaration = row.kind is not RowKind.TABLE and words[:1] and words[0] not in HEADER_WORDS
        declaration = records.read_declaration(session.record, words) if is_declaration else None
        session = take_row(session, row)
        advances.append(Advance(row, session, declaration))
    return tuple(advances)


def waiver_for(session: Session, refusal: Refusal) -> Waiver[Any] | None:
    """The waiver by which the table may let a refused declaration stand; None if it may not."""
    game = session.record.game
    waiver = None if game is None else game.waiver
    return waiver if waiver is not None and waiver.code is refusal.code else None


def record_lines(rows: Iterable[JournalRow]) -> list[str]:
    """The record's lines among the rows. Lines that the table let stand get a comment."""
    lines_so_far: list[str] = []
    for row in rows:
        if row.kind is RowKind.STANDS:
            lines_so_far.append(f"{row.text}  # {_remark(lines_so_far)}")
        elif row.kind is not RowKind.TABLE:
            lines_so_far.append(row.text)
    return lines_so_far


def _remark(earlier_lines: list[str]) -> str:
    """The comment for a line that was let stand, in the words of the game that the earlier lines name."""
    header = earlier_lines[0].split(" ") if earlier_lines else []
    game = games.find(header[1]) if header[:1] == ["game"] and header[1:] else None
    waiver = None if game is None else game.waiver
    return "let stand by the table" if waiver is None else f"{waiver.remark}, let stand by the table"


def public_lines_after(rows: Sequence[JournalRow], session: Session, readable_count: int | None = None) -> list[str]:
    """The record's lines as outsiders may see them: comments replace what is secret until its round is scored.

    `session` is the one after the last row, or after as many rows as the rules can read; `readable_count` is how many
    of the lines these are, None for all. Those that the rules can't read count as not scored yet.
    """
    record_rows = [row for row in rows if row.kind is not RowKind.TABLE]
    end = len(record_rows) if readable_count is None else readable_count
    first = end - count_secret(session)
    return [
        line if index < first or (index >= end and row.kind is RowKind.STANDS) else public_line(row, session)
        for index, (row, line) in enumerate(zip(record_rows, record_lines(record_rows), strict=True))
    ]


def public_lines(rows: Sequence[JournalRow], reading: RowsReading) -> list[str]:
    """See `public_lines_after`: the lines of any game, finished or not, whose rows were read as far as possible."""
    return public_lines_after(rows, reading.sessions[-1], reading.line_count)


def count_scored_rounds(session: Session) -> int:
    """The number of scored rounds; 0 during set-up."""
    return len(session.scores.rounds) if session.options_set else 0


def count_scored_rows(sessions: Sequence[Session]) -> int:
    """The number of rows of scored rounds. `sessions` are the one before a game's first row, and that after each."""
    return bisect_left(sessions, count_scored_rounds(sessions[-1]), key=count_scored_rounds)


def count_secret(session: Session) -> int:
    """The number of last declarations of which a part must not be shown yet."""
    game = session.record.game
    if game is None or game.secrets is None or session.record.table is None:
        return 0
    stopped_in = session.record.stopped_in
    if stopped_in is None:
        return game.secrets.hideable_count(session.record.state)
    # A round that was left out is never scored. The line that stopped the game comes after its declarations.
    secret_count = game.secrets.hideable_count(stopped_in)
    return secret_count + 1 if secret_count else 0


def has_secret(record: Record, declaration: Declaration) -> bool:
    """Whether a declaration has a part that must not be shown before its round is scored, nor when it is refused."""
    game = record.game
    if isinstance(declaration, First | GameEnd) or game is None or game.secrets is None:
        return False
    words = game.write(declaration).words
    return len(game.secrets.public_words(words)) < len(words)


def public_line(row: JournalRow, session: Session) -> str:
    """A row as it may be shown before its round is scored, if it ever is: a line of the record, or a comment that
    replaces it."""
    game = session.record.game
    if row.kind is RowKind.TABLE or game is None or game.secrets is None:
        return row.text
    name, *words = records.split(row.text) or ("",)
    public_words = game.secrets.public_words(tuple(words))
    if len(public_words) == len(words):
        return row.text
    rest = "shown when the round is scored" if session.record.stopped_in is None else "not shown: the round is left out"
    return f"# {records.join((name, *public_words))}: the rest is {rest}"


def _with_record(session: Session, record: Record) -> Session:
    after = session._replace(record=record)
    if record.table is not None and session.record.table is None:
        return after._replace(names=record.table.players, seat_count=len(record.table.players))
    if record.table is not None and record.table.title:
        return after._replace(spelled=None)
    return after


def _with_people(session: Session, words: tuple[str, ...]) -> Session:
    """Seat the people of another table, before or after the game is chosen. Raises Refused."""
    names = tuple(seat_name(name, number) for number, name in enumerate(words[1:], 1))
    game = session.record.game
    fits = bool(names) and (game is None or len(names) in game.players)
    if not fits or session.names or session.stage not in (Stage.GAME, Stage.COUNT):
        _refuse_row(words)
    for name in names:
        check_name(name)
    check_distinct_names(names)
    return session._replace(names=names, seat_count=len(names))


def _find_step_rule(session: Session, words: tuple[str, ...]) -> _StepRule:
    """The rule for the step in a row. Raises Refused for a step that no key gives here: the journal may be damaged."""
    rule = _STEP_RULES.get(words[0]) if words else None
    if rule is None or session.stage is not rule.stage or len(words) != 1 + rule.has_argument:
        _refuse_row(words)
    if words[0] in (Step.SPELLED, Step.MEANT) and session.record.table is not None:
        _refuse_row(words)
    if words[0] == Step.SEATS and words[1] not in {str(count) for count in session.record.rules.players}:
        _refuse_row(words)
    return rule


def _refuse_row(words: tuple[str, ...]) -> NoReturn:
    refuse(
        RefusalCode.WRONG_PHASE, text("The journal has the row “{row}” where it has no place.", row=records.join(words))
    )


def _with_next_player(session: Session, name: str) -> Session:
    names = (*session.names, seat_name(name, len(session.names) + 1))
    check_name(name)
    check_distinct_names(names)
    return session._replace(names=names, spelled=None)


def _with_round_accepted(session: Session) -> Session:
    if session.reopened_rounds:
        return session._replace(reopened_rounds=session.reopened_rounds[1:])
    return session._replace(accepted_round_count=session.accepted_round_count + 1)


def _with_numbered_seats(session: Session) -> Session:
    while len(session.names) < session.seat_count:
        session = _with_next_player(session, str(len(session.names) + 1))
    return session


class _StepRule(NamedTuple):
    """The stage at which a step comes, a function for the session after it, and whether the step has an argument."""

    stage: Stage
    take: Callable[[Session, str], Session]
    has_argument: bool = False


_STEP_RULES: Mapping[str, _StepRule] = {
    Step.SEATS: _StepRule(Stage.COUNT, lambda session, n: session._replace(seat_count=int(n)), has_argument=True),
    Step.SEAT: _StepRule(Stage.SEAT, _with_next_player, has_argument=True),
    Step.NUMBERS: _StepRule(Stage.SEAT, lambda session, _: _with_numbered_seats(session)),
    Step.SPELL: _StepRule(Stage.SEAT, lambda session, _: session._replace(spelled="")),
    Step.SPELL_TITLE: _StepRule(Stage.TITLE, lambda session, _: session._replace(spelled="")),
    Step.UNTITLED: _StepRule(Stage.TITLE, lambda session, _: session._replace(untitled=True)),
    Step.LETTER: _StepRule(
        Stage.SPELL,
        lambda session, letter: session._replace(spelled=(session.spelled or "") + letter),
        has_argument=True,
    ),
    Step.SPELLED: _StepRule(Stage.SPELL, lambda session, _: _with_next_player(session, session.spelled or "")),
    Step.MEANT: _StepRule(Stage.SPELL, _with_next_player, has_argument=True),
    Step.DEFAULTS: _StepRule(
        Stage.OPTIONS, lambda session, _: session._replace(uses_defaults=True, uses_usual_options=False)
    ),
    Step.USUAL: _StepRule(
        Stage.OPTIONS, lambda session, _: session._replace(uses_defaults=False, uses_usual_options=True)
    ),
    Step.PLAY: _StepRule(Stage.OPTIONS, lambda session, _: session._replace(options_set=True)),
    Step.START: _StepRule(Stage.STARTER, lambda session, _: session._replace(starter_known=True)),
    Step.ACCEPT: _StepRule(Stage.SUMMARY, lambda session, _: _with_round_accepted(session)),
}
"""The rules for the steps of the table."""
