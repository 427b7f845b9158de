"""Lists what was declared so far in the current round, by trick or by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from device.session.line_choice import PastLine, group_by_part, lines_of_round
from device.session.rows import JournalRow
from device.session.session import Session, Stage, declaration_of, says_who_starts
from device.session.step_sentences import declaration_in_words
from display.words import Label, Text, join_sentences, text


def round_so_far(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> tuple[Label, ...]:
    """What was declared in the current round, or in the one to be accepted, the newest line first.

    If the game counts something within a round, such as tricks, each has a line. Otherwise each line covers one
    declaration per player. What is secret until the round is scored is left out.

    `sessions` holds the session before each row, and the current one at the end.
    """
    lines = list(_lines_so_far(rows, sessions))
    parts = group_by_part(lines)
    if parts is None:
        count = len(sessions[-1].names)
        first_turn = sum(1 for _ in takewhile(_is_nobodys_turn, lines))
        ends = (*range(first_turn + count, len(lines), count), len(lines))
        turns = [lines[begin:end] for begin, end in pairwise((0, *ends))]
        return tuple(_joined_sentence(turn, sessions) for turn in reversed(turns))
    sentences = [text("{part} – {said}", part=part, said=_joined_sentence(group, sessions)) for part, group in parts]
    return tuple(sentences[::-1])


def is_round_begun(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> bool:
    """Whether anything but who starts was declared in the current round, or in the one to be accepted."""
    return any(not says_who_starts(line.row) for line in _lines_so_far(rows, sessions))


def is_anything_declared(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> bool:
    """Whether anything was declared in the current round, or in the one to be accepted."""
    return next(_lines_so_far(rows, sessions), None) is not None


def _is_nobodys_turn(line: PastLine) -> bool:
    """Whether a line says who starts, or what is trump: that is said before the first turn."""
    return says_who_starts(line.row) or declaration_of(line.session, line.row).seat is None


def _lines_so_far(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> Iterator[PastLine]:
    session = sessions[-1]
    if session.stage in (Stage.PLAY, Stage.SUMMARY):
        yield from lines_of_round(rows, sessions, session.current_round + 1, with_forced=True)


def _joined_sentence(lines: Sequence[PastLine], sessions: Sequence[Session]) -> Text:
    session = sessions[-1]
    sentences = (declaration_in_words(line.row, line.session, sessions[line.row_number], now=session) for line in lines)
    return join_sentences(*sentences)
