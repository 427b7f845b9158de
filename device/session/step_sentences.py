"""The last thing that was declared or undone, as a short sentence, so that players see that it was registered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from device import games
from device.contract.declarations import Declaration, First, GameEnd
from device.contract.refusal import Refused
from device.session import edits
from device.session import record as records
from device.session.line_choice import with_place
from device.session.names import HEADER_WORDS
from device.session.rows import JournalRow, RowKind
from device.session.session import (
    Session,
    Stage,
    Step,
    count_secret,
    declaration_of,
    has_secret,
    retake_rows,
    step_that_began,
)
from device.session.undo import REDO_ROW, UNDO_ROW, Timeline, count_undone, counting_rows, is_drop
from display.words import Label, Several, Text, counted, join_sentences, text
from values.named_tuple import NamedTuple

_SEVERAL_CORRECTED = text("Correction: several changes.")
_TAKEN_OUT = text("Correction: a line was taken out.")
_REMATCH_SENTENCES = {Step.PLAY: text("play again"), Step.PEOPLE: text("same people, another game")}
_CUT_OFF = text("Correction: the end of the record was taken out.")


def has_last_step_consequences(timeline: Timeline, sessions: Sequence[Session]) -> bool:
    """Whether the last step was more than one declaration: an undo, a correction, or a declaration with consequences.

    Without its sentence, people can't see from the next question alone what happened. `sessions` are those of
    `last_step_sentence`.
    """
    last = timeline.last_row
    if last is None or last == UNDO_ROW or is_drop(last):
        return last is not None
    rows, step_sessions = _last_step(timeline, sessions)
    return any(row.kind is RowKind.CORRECTION for row in rows) or _has_consequences(rows, step_sessions)


def _has_consequences(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> bool:
    """Whether the rows of a step have several declarations, or one with consequences."""
    steps = zip(rows, sessions, sessions[1:], strict=False)
    declared = [(row, before, after) for row, before, after in steps if _is_declaration(row)]
    try:
        return len(declared) > 1 or any(_consequence(*step) is not None for step in declared)
    except Refused:
        return False


def last_step_sentence(timeline: Timeline, sessions: Sequence[Session]) -> Label | None:
    """The sentence for the last declaration with its forced rows, or for the last undo; None if there is none.

    `sessions` are the one before the first row that counts, and that after each.
    """
    last = timeline.last_row
    if last is None:
        return None
    try:
        if last == UNDO_ROW or is_drop(last):
            sentence = _undone_sentence(timeline, sessions)
            return None if sentence is None else text("Taken back: {what}", what=sentence)
        return _last_done_sentence(timeline, sessions)
    except Refused:
        return None


def _last_step(timeline: Timeline, sessions: Sequence[Session]) -> tuple[Sequence[JournalRow], Sequence[Session]]:
    """The rows of the last step, and the session before it and after each of them."""
    count = count_undone(timeline.rows)
    return timeline.rows[len(timeline.rows) - count :], sessions[-count - 1 :]


def _last_done_sentence(timeline: Timeline, sessions: Sequence[Session]) -> Text | None:
    rows, step_sessions = _last_step(timeline, sessions)
    if rows and rows[0].text == Step.ACCEPT:
        if step_sessions[0].reopened_rounds:
            return _accepted_again_sentence(step_sessions[0], sessions[-1])
        declared = _declared_sentence(rows, step_sessions, hides_secret=False)
        return declared or _sentence_after_round(sessions[-1]) or _accepted_round_sentence(step_sessions[0])
    sentence = _last_rows_sentence(rows, sessions)
    # Nobody who types a letter brings it again.
    if timeline.last_row != REDO_ROW or sentence is None or rows[0].text.startswith(f"{Step.LETTER} "):
        return sentence
    return text("Again: {what}", what=_last_name_sentence(step_sessions) or sentence)


def _last_rows_sentence(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> Text | None:
    """The sentence for the last step, which has these rows; None if it has none."""
    if rows and rows[0].kind is RowKind.CORRECTION:
        return _correction_sentence(rows, sessions, hides_secret=False)
    return _rows_sentence(rows, sessions[-len(rows) - 1 :], hides_secret=False)


def _accepted_round_sentence(before: Session) -> Text:
    """The sentence for an acceptance, by the session before it."""
    return text("{round} was accepted.", round=before.scores.round_name(before.summary_round).heading)


def _accepted_again_sentence(before: Session, after: Session) -> Text:
    """The sentence for a corrected round that was accepted again, and who starts the next one, if that is not begun.

    What is dealt for it is not said again.
    """
    accepted = _accepted_round_sentence(before)
    starter = _starter_sentence(after, ()) if after.stage is Stage.PLAY else None
    if starter is None:
        return accepted
    round_name = after.scores.round_name(after.current_round).heading
    return join_sentences(accepted, text("{part} – {line}", part=round_name, line=starter))


class RedoLine(NamedTuple):
    """The line that a redo brings again, in words; and as it was declared, unless that is secret."""

    words: Text
    declaration: Declaration | None


def redo_line(timeline: Timeline, session: Session) -> RedoLine | None:
    """The line that a redo would bring again; None where it brings none, or something else."""
    undone = timeline.last_taken_back
    if undone is None or undone.is_game or not _is_declaration(undone.rows[0]):
        return None
    row = undone.rows[0]
    try:
        words = declaration_in_words(row, before=None, after=session, hides_secret=True)
        declaration = records.read_declaration(session.record, records.split(row.text))
    except Refused:
        return None
    return RedoLine(words, None if has_secret(session.record, declaration) else declaration)


def _undone_sentence(timeline: Timeline, sessions: Sequence[Session]) -> Text | None:
    undone, session = timeline.last_taken_back, sessions[-1]
    if undone is None:
        return None
    if undone.is_game:
        return _begun_game_sentence(counting_rows(undone.rows))
    if undone.rows[0].kind is RowKind.CORRECTION:
        return _correction_sentence(undone.rows, sessions, hides_secret=True)
    if any(row.text == Step.PLAY for row in undone.rows):
        return text("play")
    retaken = (session, *(step.session for step in retake_rows(session, undone.rows)))
    return (
        _undone_step_sentence(timeline, undone.rows[0].text, session)
        or _last_name_sentence(retaken)
        or _rows_sentence(undone.rows, retaken, hides_secret=True)
    )


def _undone_step_sentence(timeline: Timeline, step: str, session: Session) -> Text | None:
    """The sentence for an undone step that has another one when it is done; None for any other step."""
    match step:
        case Step.ACCEPT:
            return text("the acceptance of {round}", round=session.scores.round_name(session.summary_round))
        case Step.SPELLED:
            return text("the end of the name")  # which is spelled again: its letters stay
        case Step.SPELL | Step.SPELL_TITLE:
            return _spelled_name(timeline)
    return None


def restored_game_sentence(rows: Sequence[JournalRow]) -> Text:
    """The sentence for a redo that has begun a dropped game of these rows again; the undos in it were before that."""
    return text("Again: {what}", what=_begun_game_sentence(rows))


def _begun_game_sentence(rows: Sequence[JournalRow]) -> Text:
    """How a game of these rows was begun."""
    first_step = step_that_began(rows)
    return text("the change to another game") if first_step is None else _REMATCH_SENTENCES[first_step]


def _spelled_name(timeline: Timeline) -> Text | None:
    """The name that a redo of all its letters would spell; None without letters."""
    later_rows = (undone.rows[0].text for undone in reversed(timeline.taken_back[:-1]))
    letters = takewhile(lambda row: row.startswith(f"{Step.LETTER} "), later_rows)
    name = "".join(records.split(letter)[1] for letter in letters)
    return text("{name}", name=name) if name else None


def _rows_sentence(rows: Sequence[JournalRow], sessions: Sequence[Session], *, hides_secret: bool) -> Text | None:
    """The sentence for the rows of one step; None if it has none. Raises Refused for rows that make no sense."""
    sentence = _declared_sentence(rows, sessions, hides_secret=hides_secret)
    return step_sentence(rows[0], sessions[-1]) if rows and sentence is None else sentence


def _declared_sentence(rows: Sequence[JournalRow], sessions: Sequence[Session], *, hides_secret: bool) -> Text | None:
    """The sentences for the declarations among the rows of one step; None if there are none."""
    sentences = [
        declaration_in_words(row, before, after, hides_secret=hides_secret)
        for row, before, after in zip(rows, sessions, sessions[1:], strict=False)
        if _is_declaration(row)
    ]
    return join_sentences(*sentences) if sentences else None


def _last_name_sentence(sessions: Sequence[Session]) -> Text | None:
    """The name of the one player who sits down in these sessions; None for no player or several."""
    names = sessions[1].names[len(sessions[0].names) :] if len(sessions) > 1 else ()
    return text("{name}", name=names[0]) if len(names) == 1 else None


def _correction_sentence(rows: Sequence[JournalRow], sessions: Sequence[Session], *, hides_secret: bool) -> Text:
    """The sentence for a correction, with the place of its line.

    `sessions` are those of the game after it, or after its undo.
    """
    first_edit, *other_edits = edits.read_edits(rows)
    if other_edits:
        return _SEVERAL_CORRECTED
    if first_edit.row is None:
        return _CUT_OFF if first_edit.kind is edits.EditKind.CUT else _TAKEN_OUT
    before, after = sessions[first_edit.row_number - 1], sessions[-1]
    line = declaration_in_words(first_edit.row, None, after, hides_secret=hides_secret)
    is_earlier_round = len(before.scores.rounds) != after.current_round
    return text("Correction: {what}", what=with_place(before, line, names_round=is_earlier_round))


def _is_declaration(row: JournalRow) -> bool:
    words = records.split(row.text)
    return row.kind not in (RowKind.TABLE, RowKind.CORRECTION) and bool(words) and words[0] not in HEADER_WORDS


def declaration_in_words(
    row: JournalRow, before: Session | None, after: Session, *, hides_secret: bool = False, now: Session | None = None
) -> Text:
    """A declaration in words, with its consequences if `before` (the session before it) is given.

    If a part of it is secret in the session `now` (by default the one after it), or `hides_secret`, the words only say
    that it was made.
    """
    record, declaration = after.record, declaration_of(after, row)
    if has_secret(record, declaration) and (hides_secret or count_secret(now or after)):
        return records.confirmation_sentence(record, declaration)
    sentence = None if before is None else _consequence(row, before, after)
    return records.declaration_sentence(record, declaration) if sentence is None else sentence


def _consequence(row: JournalRow, before: Session, after: Session) -> Text | None:
    """A declaration with what followed from it, in the game's own words; None if the game has none for it."""
    record = after.record
    declaration, game = declaration_of(after, row), record.game
    consequence = None if game is None or isinstance(declaration, First | GameEnd) else game.consequence
    return None if consequence is None else consequence(before.record.state, record.state, declaration)


def step_sentence(row: JournalRow, session: Session) -> Text | None:
    """The sentence for a step of the set-up or between rounds; None if it has none.

    `session` is that after the step.
    """
    word, *arguments = records.split(row.text)
    make_sentence = _SENTENCE_OF_STEP.get(word)
    return None if make_sentence is None else make_sentence(session, tuple(arguments))


def _option_sentence(session: Session, arguments: tuple[str, ...]) -> Text | None:
    game = session.record.game
    option = None if game is None else next((option for option in game.options if option.name == arguments[0]), None)
    if option is None:
        return None
    return text("{option}: {value}", option=option.title, value=option.label(arguments[1]))


def _game_sentence(session: Session, arguments: tuple[str, ...]) -> Text | None:
    return text("{game}", game=games.title(arguments[0])) if arguments[0] in games.ids() else None


def round_instructions(session: Session) -> tuple[Text, ...]:
    """What the table does before the coming round; empty if there is none, or the game has nothing to say."""
    game = session.record.game
    if game is None or game.setup_instructions is None or session.record.table is None or session.scores.finished:
        return ()
    return game.setup_instructions(session.record.state)


def _instructions_sentence(session: Session) -> Text | None:
    """What is to be done next, after a round was accepted: that matters more than the acceptance. None for nothing."""
    instructions = round_instructions(session) if session.stage is Stage.PLAY else ()
    return join_sentences(*instructions) if instructions else None


def _sentence_after_round(session: Session) -> Text | None:
    """What matters more than that a round was accepted: what is to be done next, and what a final sheet's points of
    rounds mean. None for nothing."""
    return session.record.rules.round_points_note if session.stage is Stage.FINAL else _instructions_sentence(session)


def _name_sentence(session: Session, arguments: tuple[str, ...]) -> Text | None:
    return text("{name}", name=arguments[0])


def _seated_sentence(session: Session, arguments: tuple[str, ...]) -> Text:
    # All of them: a slip in the last name would be on no page, since the next one is about something else.
    return text("{players}", players=Several(session.names))


def _starter_sentence(session: Session, arguments: tuple[str, ...]) -> Text | None:
    game, table = session.record.game, session.record.table
    if game is None or table is None or session.scores.finished or not session.asks_starter:
        return None
    seat = game.starter(session.record.state)
    return None if seat is None else text("{player} starts.", player=table.players[seat])


_SENTENCE_OF_STEP: dict[str, Callable[[Session, tuple[str, ...]], Text | None]] = {
    "game": _game_sentence,
    "title": _name_sentence,
    "set": _option_sentence,
    Step.SEATS: lambda session, arguments: counted("{n} player", "{n} players", int(arguments[0])),
    Step.SEAT: _seated_sentence,
    Step.MEANT: _seated_sentence,
    Step.SPELLED: _seated_sentence,
    Step.LETTER: _name_sentence,
    Step.NUMBERS: lambda session, arguments: text("seat numbers"),
    Step.START: _starter_sentence,
}
"""The sentences for steps that are no declarations. Other steps have none."""
