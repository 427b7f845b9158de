"""Replays a record as the steps by which a table would declare it from power-on, with set-up and summaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from device.contract.declarations import Declaration
from device.contract.keycodes import keys_for
from device.session import record as records
from device.session import session as sessions
from device.session.offers import offered_options, rows_for_offered
from device.session.prompts import MenuView, PlayView, question
from device.session.rows import JournalRow, RowKind
from device.session.session import Advance, Session, Stage, Step, step_row
from device.session.setup_prompts import Roster
from values.named_tuple import NamedTuple


class ReplayStep(NamedTuple):
    """One step: the session before it, what the table then declares or does, and what follows from that."""

    session_before: Session
    meaning: JournalRow | Declaration
    advances: tuple[Advance, ...]

    @property
    def rows(self) -> tuple[JournalRow, ...]:
        """The rows of this step that a journal stores."""
        return tuple(advance.row for advance in self.advances)


def replay_record(
    data: bytes, roster: Roster = (), *, by_keys: bool = True, is_new_table: bool = True
) -> Iterator[ReplayStep]:
    """Yield the steps of a record. Raises RecordRefused before the first if the record is not legal.

    If `by_keys`, players are seated as keys can do it: from the roster, by number, or letter by letter; else by name.
    A table that is not new may remember other options than the record's. A step then resets them to the defaults.
    """
    records.read(data)
    replay = _RecordReplay(roster, by_keys=by_keys, is_new_table=is_new_table)
    return replay.steps(words for _, words in records.numbered_lines(data))


class _RecordReplay:
    """A session whose questions are answered from the record."""

    def __init__(self, roster: Roster, *, by_keys: bool, is_new_table: bool) -> None:
        self._session = Session()
        self._forced_lines: list[str] = []
        self._roster = roster
        self._by_keys = by_keys
        self._is_new_table = is_new_table

    def steps(self, lines: Iterable[tuple[str, ...]]) -> Iterator[ReplayStep]:
        for words in lines:
            match words[0]:
                case "game" | "set":
                    yield from self._leave_untitled()
                    yield self._perform(JournalRow(RowKind.RECORD, records.join(words)))
                case "title":
                    yield from self._give_title(words[1])
                case "players":
                    yield from self._seat(words[1:])
                case _:
                    yield from self._declare(words)

    def _declare(self, words: tuple[str, ...]) -> Iterator[ReplayStep]:
        declaration = records.read_declaration(self._session.record, words)
        if self._forced_lines and self._forced_lines[0] == records.write_declaration(self._session.record, declaration):
            del self._forced_lines[0]
            return
        yield from self._come_to_play(declaration)
        yield self._advance(declaration, sessions.declare(self._session, declaration))

    def _seat(self, names: tuple[str, ...]) -> Iterator[ReplayStep]:
        yield self._perform(step_row(Step.SEATS, str(len(names))))
        for name in names:
            if not self._by_keys or self._offers(step_row(Step.SEAT, name)):
                yield self._perform(step_row(Step.SEAT, name))
            else:
                yield from self._spell(Step.SPELL, name)
                yield self._perform(step_row(Step.SPELLED))

    def _spell(self, first_step: Step, name: str) -> Iterator[ReplayStep]:
        yield self._perform(step_row(first_step))
        for letter in name:
            yield self._perform(step_row(Step.LETTER, letter))

    def _give_title(self, title: str) -> Iterator[ReplayStep]:
        """Spell the title letter by letter: the record does not say which titles the table knows."""
        if self._by_keys and self._session.stage is Stage.TITLE:
            yield from self._spell(Step.SPELL_TITLE, title)
        yield self._perform(JournalRow(RowKind.RECORD, records.header_title(title)))

    def _leave_untitled(self) -> Iterator[ReplayStep]:
        if self._session.record.table is not None and self._session.stage is Stage.TITLE:
            yield self._perform(step_row(Step.UNTITLED))

    def _come_to_play(self, declaration: Declaration) -> Iterator[ReplayStep]:
        """Yield the steps of set-up and summaries that must come before a declaration."""
        yield from self._leave_untitled()
        if self._session.stage is Stage.OPTIONS:
            # A table that plays this game for the first time is offered options that may differ from the record's.
            offered = offered_options(self._session.record.rules, last_table=None)
            if self._by_keys and (not self._is_new_table or any(rows_for_offered(self._session.record, offered))):
                yield self._perform(step_row(Step.DEFAULTS))
            yield self._perform(step_row(Step.PLAY))
        if self._session.stage is Stage.SUMMARY:
            yield self._perform(step_row(Step.ACCEPT))
        if self._session.stage is Stage.STARTER and not self._offers(declaration):
            yield self._perform(step_row(Step.START))

    def _offers(self, meaning: object) -> bool:
        """Whether the current question, or its menu, has this answer."""
        levels = (question(self._session, view, self._roster).level for view in (PlayView(), MenuView()))
        return any(keys_for(level, meaning) is not None for level in levels)

    def _perform(self, row: JournalRow) -> ReplayStep:
        return self._advance(row, sessions.perform(self._session, row))

    def _advance(self, meaning: JournalRow | Declaration, advances: tuple[Advance, ...]) -> ReplayStep:
        step = ReplayStep(self._session, meaning, advances)
        self._session = advances[-1].session
        self._forced_lines = [advance.row.text for advance in advances[1:] if advance.row.kind is RowKind.FORCED]
        return step
