"""Choosing a past declaration to correct: its round, its trick or turn, its line, and then what to do with it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, TypeVar

from device.contract.declarations import Declaration, GameEnd
from device.contract.keycodes import Cell, Choice, Layout, Level, Offer
from device.contract.prompt import Prompt
from device.contract.refusal import RefusalCode, refuse
from device.contract.scores import RoundName
from device.session import record as records
from device.session.correction import Consequences, MisfitRow, is_correctable, refuse_uncorrectable
from device.session.edits import Edit, EditKind
from device.session.names import END_LINE
from device.session.record import Record
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, count_secret, declaration_of, has_secret
from display.words import Argument, Label, Text, text
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.session.prompts import View  # of which these views are a part

T = TypeVar("T")

_RoundChoice = tuple[Label, Callable[[], Level[Any]]]
"""A round's name, and what makes the level of its lines."""

PAD_CELL_COUNT = len(Cell)
"""The number of cells on a page: with two levels of cells, any of 256 lines is four presses away."""

_ACTIONS = "edit"
"""The name of the levels that ask what to do with a line."""

_ACTION_NOTES = {
    EditKind.INSERT: text("“Insert earlier”: a new line, right before this one in the game."),
    EditKind.CUT: text("“Cut from here”: this line and all after it are taken out."),
}

LINES_ON_SMALL_PANEL = 7
"""The number of lines for which a small panel has room, if none is shortened."""


class EditAt(NamedTuple):
    """A meaning of codes: do this at row `row_number` (from 1) of the current game.

    With `edit_index`, do it to the line that this edit of the correction so far (from 0) inserts there.
    """

    kind: EditKind
    row_number: int
    edit_index: int | None = None


class LineChoiceView(NamedTuple):
    """The page with the lines of a round (from 1), one of which is to be corrected; or with all rounds, if that is 0.

    `edits` are the other edits of the correction. `previous_view` is the view to which going back leads; None for the
    game.
    """

    round: int
    level: Level[Any]
    edits: tuple[Edit, ...] = ()
    previous_view: View | None = None


class LineView(NamedTuple):
    """The page that asks what to do with a line. `row_number` counts from 1.

    `round` is 0 if the line was chosen beside the panel. `edits` and `previous_view` are as in a LineChoiceView.
    """

    row_number: int
    line: Label
    round: int = 0
    edits: tuple[Edit, ...] = ()
    previous_view: View | None = None

    @property
    def level(self) -> Level[EditAt]:
        """The things that can be done with the line."""
        return _actions_level(self.row_number)


class AskAgainView(NamedTuple):
    """The question of a past moment, asked again, with the session of that moment and the line that stands there.

    `edits` are the other edits of the correction. `in_menu` says that the menu of that moment is open. `previous_view`
    is the view to which going back leads. `offer` is the part of the old answer that may stay, with its keys.
    `names_starter` says that the line to change names who starts, so that this is asked.
    """

    edit_at: EditAt
    session: Session
    old_line: Label
    edits: tuple[Edit, ...] = ()
    in_menu: bool = False
    previous_view: CorrectionView | None = None
    offer: Offer[str] | None = None
    names_starter: bool = False


class ConsequencesView(NamedTuple):
    """The page that shows what a correction would change, before it is made."""

    consequences: Consequences
    previous_view: CorrectionView | None = None


CorrectionView = LineChoiceView | LineView | AskAgainView | ConsequencesView


class PastLine(NamedTuple):
    """A declaration of the past, with the number of its row, from 1, and the session before it."""

    row_number: int
    row: JournalRow
    session: Session


def view_of_round(
    rows: Sequence[JournalRow],
    sessions: Sequence[Session],
    round_: int,
    max_lines: int = PAD_CELL_COUNT,
    edits: tuple[Edit, ...] = (),
) -> LineChoiceView | LineView | None:
    """The lines of a round (from 1), the newest first, or its only line; None if nothing was declared.

    Lines are as `edits` have changed them, and those that they remove are left out.
    """
    lines = _lines_as_edited(rows, sessions, round_, edits)
    return _lines_or_only_line(round_, _round_level(lines, sessions[-1], max_lines), edits) if lines else None


def view_of_chosen_round(
    rows: Sequence[JournalRow], sessions: Sequence[Session], row_number: int, max_lines: int, view: LineChoiceView
) -> LineChoiceView | LineView:
    """The view to go back to once a line was chosen: the lines of its round, also if `view` is that of the rounds."""
    if view.round:
        return view
    lines = view_of_round(rows, sessions, _round_at(sessions[row_number - 1]), max_lines, view.edits)
    return view if lines is None else lines._replace(previous_view=view)


def _lines_as_edited(
    rows: Sequence[JournalRow], sessions: Sequence[Session], round_: int, edits: tuple[Edit, ...]
) -> list[PastLine]:
    """The lines of a round as `edits` have changed them, without those that they remove."""
    changed_rows = {edit.row_number: edit.row for edit in edits if edit.kind in (EditKind.CHANGE, EditKind.REMOVE)}
    as_edited = ((line, changed_rows.get(line.row_number, line.row)) for line in lines_of_round(rows, sessions, round_))
    return [line._replace(row=row) for line, row in as_edited if row is not None]


def _round_level(lines: Sequence[PastLine], session: Session, max_lines: int) -> Level[Any]:
    """The level of a round's lines, of which there must be one."""

    def label(line: PastLine) -> Label:
        return line_in_words(line.session, line.row, hides_secret=may_be_secret(line.session, session))

    return _line_level(lines[::-1], _LineLabels(label, max_lines))


def view_of_rounds(
    rows: Sequence[JournalRow],
    sessions: Sequence[Session],
    max_lines: int = PAD_CELL_COUNT,
    edits: tuple[Edit, ...] = (),
) -> LineChoiceView | LineView | None:
    """The rounds with declarations, the newest first, or the lines of the only one; None if there is none.

    Lines are as `edits` have changed them, and those that they remove are left out.
    """
    session = sessions[-1]
    numbers = range(_round_at(session), 0, -1)
    lines_by_round = {number: lines for number in numbers if (lines := _lines_as_edited(rows, sessions, number, edits))}
    if len(lines_by_round) < 2:
        only_round = ((number, _round_level(lines, session, max_lines)) for number, lines in lines_by_round.items())
        return next((_lines_or_only_line(number, level, edits) for number, level in only_round), None)
    name_round = session.scores.round_name
    rounds: list[_RoundChoice] = [
        (_round_label(lines, name_round(number - 1)), partial(_round_level, lines, session, max_lines))
        for number, lines in lines_by_round.items()
    ]
    return LineChoiceView(0, _rounds_level(rounds), edits)


def _round_label(lines: Sequence[PastLine], name: RoundName) -> Label:
    """The name of a round; a round that was not begun when the game was stopped has its end alone."""
    only_line = lines[0].row.text if len(lines) == 1 else ""
    return text("the end of the game") if only_line == END_LINE else name.heading


def _rounds_level(rounds: Sequence[_RoundChoice]) -> Level[Any]:
    """A pad of these rounds, in groups if there are more than it has cells."""
    if len(rounds) <= PAD_CELL_COUNT:
        return _pad("round", text("which round"), rounds)
    groups = _split_evenly(rounds, PAD_CELL_COUNT)
    labelled_levels = [
        (text("{first} to {last}", first=group[-1][0], last=group[0][0]), _rounds_level(group)) for group in groups
    ]
    return _pad("rounds", text("which rounds"), labelled_levels)


def _lines_or_only_line(round_: int, level: Level[Any], edits: tuple[Edit, ...] = ()) -> LineChoiceView | LineView:
    """The view of a round's lines; of its only line, so that nobody has to choose."""
    line, *others = level.choices
    actions = line.level()
    if others or actions is None:
        return LineChoiceView(round_, level, edits)
    return LineView(actions.choices[0].meaning.row_number, line.label, round_, edits)


def view_of_line(rows: Sequence[JournalRow], sessions: Sequence[Session], line_number: int) -> LineView:
    """The view that asks what to do with a line of the record, by its number from 1.

    Raises Refused if it can't be corrected.
    """
    row_numbers = [row_number for row_number, row in enumerate(rows, 1) if row.kind is not RowKind.TABLE]
    row_number = row_numbers[line_number - 1] if 0 < line_number <= len(row_numbers) else 0
    if not row_number or not is_correctable(sessions[row_number - 1], rows[row_number - 1]):
        refuse_uncorrectable()
    session = sessions[row_number - 1]
    hides_secret = may_be_secret(session, sessions[-1])
    return LineView(row_number, line_with_round(session, rows[row_number - 1], hides_secret=hides_secret))


def edits_with(edits: tuple[Edit, ...], edit_at: EditAt, row: JournalRow | None = None) -> tuple[Edit, ...]:
    """Add an edit in place of an earlier one of the same row. If `edit_at` is a line that an edit inserts, change that
    edit."""
    kind, row_number, edit_index = edit_at
    if edit_index is None:
        others = (edit for edit in edits if edit.row_number != row_number or EditKind.INSERT in (edit.kind, kind))
        return (*others, Edit(kind, row_number, row))
    insertion = () if row is None else (Edit(EditKind.INSERT, row_number, row),)
    later_edits = edits[edit_index:] if kind is EditKind.INSERT else edits[edit_index + 1 :]
    return (*edits[:edit_index], *insertion, *later_edits)


def edits_with_cut(
    rows: Sequence[JournalRow], sessions: Sequence[Session], edits: Sequence[Edit], edit_at: EditAt
) -> tuple[Edit, ...]:
    """These edits, with a cut of the game before the line at `edit_at`, or before the line that they insert there.

    A cut also drops lines inserted before its own row. So if inserted lines stay, the last of them replaces that row,
    and the cut comes before the next one.
    """
    _, row_number, end = edit_at
    earlier = tuple(edit for edit in edits if edit.row_number < row_number)
    insertions = tuple(edit for edit in edits[:end] if edit.kind is EditKind.INSERT and edit.row_number == row_number)
    if not insertions:
        return (*earlier, Edit(EditKind.CUT, row_number))
    replacement = insertions[-1]._replace(kind=EditKind.CHANGE)
    return (*earlier, *insertions[:-1], replacement, *_cut_after_row(rows, sessions, row_number))


def _cut_after_row(rows: Sequence[JournalRow], sessions: Sequence[Session], row_number: int) -> tuple[Edit, ...]:
    """The cut before the next declaration after row `row_number`; no edit if there is none."""
    for number in range(row_number, len(rows)):
        if is_correctable(sessions[number], rows[number]):
            return (Edit(EditKind.CUT, number + 1),)
    return ()


def _actions_level(row_number: int) -> Level[EditAt]:
    return Level(_ACTIONS, text("what to do"), Layout.LIST, _action_choices(row_number))


def ask_again_view(
    edit_at: EditAt,
    session: Session,
    old_line: Label,
    edits: tuple[Edit, ...] = (),
    previous_view: CorrectionView | None = None,
) -> AskAgainView:
    """Ask the question at a past place again.

    Raises Refused if the game was over then.
    """
    session = session._replace(reopened_rounds=(), accepted_round_count=len(session.scores.rounds))
    game = session.record.rules
    if game.prompt(session.record.state) is None:
        refuse(RefusalCode.WRONG_PHASE, text("The game is over by then: nothing can be declared there."))
    return AskAgainView(edit_at, session, old_line, edits, previous_view=previous_view)


def view_with_offer(view: AskAgainView, row: JournalRow) -> AskAgainView:
    """Add the offer: what may stay of the line that is changed."""
    if view.edit_at.kind is not EditKind.CHANGE:
        return view
    return view._replace(offer=reusable_part(view.session.record, declaration_of(view.session, row)))


def reusable_part(record: Record, declaration: Declaration) -> Offer[str] | None:
    """The part of an answer that need not be typed again if another one takes its place; None if there is none."""
    begin_again = None if record.game is None else record.game.reusable_keys
    return None if begin_again is None else begin_again(record.state, declaration)


def keys_of_line_player(view: AskAgainView, row: JournalRow) -> str:
    """The keys that choose the player of a line to be changed, where its question first asks whose answer it is; else
    empty."""
    level = past_question(view).level
    if view.edit_at.kind is not EditKind.CHANGE or view.names_starter or not level.is_of_players:
        return ""
    seat = declaration_of(view.session, row).seat
    name = None if seat is None else view.session.record.setup.players[seat]
    keys = (level.code(choice.slot) for choice in level.choices if choice.label == name and choice.level() is not None)
    return next(keys, "")


def past_question(view: AskAgainView) -> Prompt[Declaration]:
    """The question of that moment, with its own key codes."""
    game = view.session.record.rules
    prompt: Prompt[Declaration] | None = game.prompt(view.session.record.state)
    assert prompt is not None
    return prompt


def misfit_choices(consequences: Consequences) -> tuple[Choice[EditAt], ...]:
    """The things that can be done about a declaration that no longer fits."""
    if consequences.misfit is None:
        return ()
    row_number, edit_index = consequences.misfit.row_number, consequences.misfit.edit_index
    choices = _action_choices(row_number, edit_index)
    if consequences.misfit.is_last_row:
        return choices  # to cut off a last line is to remove it
    cut = EditAt(EditKind.CUT, row_number, edit_index)
    return (*choices, Choice(3, text("cut from here"), cut, synonym=text("cut to the end")))


def may_be_secret(before: Session, current: Session) -> bool:
    """Whether a declaration made after `before` may be secret now: its round is not scored yet."""
    return count_secret(current) > 0 and len(before.scores.rounds) == len(current.scores.rounds)


def hides_secrets(consequences: Consequences) -> bool:
    """Whether something is secret in the current game, or would be after the correction."""
    return count_secret(consequences.session_before) > 0 or count_secret(consequences.session_after) > 0


def hides_line(consequences: Consequences, row_number: int) -> bool:
    """Whether the line of row `row_number` may be secret: all of a round that is scored was shown with its points."""
    return hides_secrets(consequences) and row_number > consequences.scored_row_count


def changed_line_in_words(consequences: Consequences, row: JournalRow, row_number: int, session: Session) -> Label:
    """A line that a correction changes, in words. `row_number` counts from 1 before the correction.

    `session` is the one before the line.
    """
    hides_secret = hides_line(consequences, row_number)
    return _with_waiver_note(row, line_in_words(session, row, hides_secret=hides_secret))


def misfit_in_words(consequences: Consequences, misfit: MisfitRow) -> Label:
    """A line that no longer fits, in words, with its round and, if the game counts such, its trick or card."""
    hides_secret = hides_line(consequences, misfit.row_number)
    return _with_waiver_note(misfit.row, line_with_round(misfit.session_before, misfit.row, hides_secret=hides_secret))


def _with_waiver_note(row: JournalRow, words: Label) -> Label:
    return text("{line} (let stand)", line=words) if row.kind is RowKind.STANDS else words


def line_in_words(session: Session, row: JournalRow, *, hides_secret: bool) -> Label:
    """A line in words. With `hides_secret`, without what is secret until its round is scored."""
    record = session.record
    declaration = declaration_of(session, row)
    if hides_secret and has_secret(record, declaration):
        return records.public_sentence(record, declaration)
    if isinstance(declaration, GameEnd) and records.can_be_stopped(record):
        return records.STOPPED_SENTENCE  # the session may be the one before that
    return records.declaration_sentence(record, declaration)


def line_with_round(session: Session, row: JournalRow, *, hides_secret: bool) -> Label:
    """A line in words, with its round and, if the game counts such, its trick or card."""
    line = line_in_words(session, row, hides_secret=hides_secret)
    return with_place(session, line, names_round=True)


def with_place(session: Session, line: Label, *, names_round: bool) -> Label:
    """A line, or what happens to it, behind its round and, if the game counts such, its trick or card.

    `session` is the one before the line.
    """
    part = _part_of(session)
    if part is not None:
        line = text("{part} – {line}", part=part, line=line)
    if not names_round:
        return line
    return text("{part} – {line}", part=session.scores.round_name(len(session.scores.rounds)).heading, line=line)


def lines_of_round(
    rows: Sequence[JournalRow], sessions: Sequence[Session], round_: int, *, with_forced: bool = False
) -> Iterator[PastLine]:
    """Yield the declarations of a round (from 1) that the table gave, and perhaps those that followed by themselves."""
    numbers = range(len(rows))
    begin = bisect_left(numbers, round_, key=lambda index: _round_at(sessions[index]))
    end = bisect_left(numbers, round_ + 1, key=lambda index: _round_at(sessions[index]))
    for index in range(begin, end):
        is_forced = with_forced and rows[index].kind is RowKind.FORCED and sessions[index].record.begun
        if is_forced or is_correctable(sessions[index], rows[index]):
            yield PastLine(index + 1, rows[index], sessions[index])


def _round_at(session: Session) -> int:
    """The round, from 1, of a declaration that follows this session; 0 during set-up."""
    return len(session.scores.rounds) + 1 if session.options_set else 0


class _LineLabels(NamedTuple):
    """How lines are labelled. `max_lines` is the maximum number of lines on a page.

    `names_part` adds the trick, or what the game counts, if a page has lines of several. `names_first_line` has a small
    panel show the first line of a trick, too, as others have that stand there whole.
    """

    label: Callable[[PastLine], Label]
    max_lines: int
    names_part: bool = False
    names_first_line: bool = False

    def of(self, line: PastLine) -> Label:
        """The label of a line among others."""
        part = _part_of(line.session) if self.names_part else None
        return self.label(line) if part is None else text("{part} – {line}", part=part, line=self.label(line))

    @property
    def is_brief(self) -> bool:
        """Whether a page is too small to show the trick, or what the game counts, beside each line."""
        return self.max_lines < PAD_CELL_COUNT


def _line_level(lines: Sequence[PastLine], labels: _LineLabels) -> Level[Any]:
    """A level in which codes choose a line: by trick or turn if there are enough, else in groups of a page."""
    labels = labels._replace(names_part=len({_part_of(line.session) for line in lines}) > 1)
    if len(lines) <= labels.max_lines:
        return _pad("line", text("which line"), [(labels.of(line), _actions_level(line.row_number)) for line in lines])
    groups = _short_groups(lines, labels.max_lines) if labels.is_brief else _part_groups(lines)
    labels = labels._replace(names_first_line=any(len(group) == 1 for group in groups))
    parts = [_first_and_last_part(group) for group in groups]
    if labels.is_brief and len(set(parts)) < len(parts):
        parts = [None] * len(parts)
    labelled_levels = [
        (_group_label(group, part, labels), _group_level(group, labels))
        for group, part in zip(groups, parts, strict=True)
    ]
    return _pad("lines", text("which lines"), labelled_levels)


def _group_level(group: Sequence[PastLine], labels: _LineLabels) -> Level[Any]:
    """The level behind a group: its lines, or the actions for its only line."""
    if len(group) == 1:
        return _actions_level(group[0].row_number)
    return _line_level(group, labels)


def _first_and_last_part(group: Sequence[PastLine]) -> tuple[Label, Label] | None:
    """The first and the last trick (or what the game counts) of a group; None if the game counts none."""
    first, last = _part_of(group[-1].session), _part_of(group[0].session)
    return None if first is None or last is None else (first, last)


def _part_groups(lines: Sequence[PastLine]) -> list[list[PastLine]]:
    parts = _fit_on_pad([group for _, group in group_by_part(lines) or ()])
    return parts if 1 < len(parts) <= PAD_CELL_COUNT else _split_evenly(lines, PAD_CELL_COUNT)


def _fit_on_pad(parts: Sequence[list[PastLine]]) -> list[list[PastLine]]:
    """Split parts that are longer than a pad has cells. If there are then more parts than cells, join neighbours."""
    short_parts = [
        part[begin : begin + PAD_CELL_COUNT] for part in parts for begin in range(0, len(part), PAD_CELL_COUNT)
    ]
    if len(short_parts) <= PAD_CELL_COUNT:
        return short_parts
    groups: list[list[PastLine]] = []
    for part in short_parts:
        if groups and len(groups[-1]) + len(part) <= PAD_CELL_COUNT:
            groups[-1] += part
        else:
            groups.append(part)
    return groups


def _short_groups(lines: Sequence[PastLine], max_lines: int) -> list[list[PastLine]]:
    """The parts, which have short names. If they are too many, several are joined, so that `max_lines` remain."""
    parts = [group for _, group in group_by_part(lines) or ()]
    if len(parts) < 2:
        return _split_evenly(lines, max_lines)
    size = 1 if len(parts) <= PAD_CELL_COUNT else -(-len(parts) // max_lines)
    return [list(chain.from_iterable(parts[begin : begin + size])) for begin in range(0, len(parts), size)]


def _split_evenly(items: Sequence[T], size: int) -> list[list[T]]:
    """Split items into groups of nearly equal size, at most `size` each if there are enough cells for that."""
    while -(-len(items) // size) > PAD_CELL_COUNT:
        size *= PAD_CELL_COUNT
    group_size = -(-len(items) // -(-len(items) // size))
    return [list(items[begin : begin + group_size]) for begin in range(0, len(items), group_size)]


def group_by_part(lines: Sequence[PastLine]) -> list[tuple[Label, list[PastLine]]] | None:
    """The tricks, or what the game counts instead, each with its lines; None if the game counts nothing."""
    parts = [(part, list(group)) for part, group in groupby(lines, lambda line: _part_of(line.session))]
    return [(part, group) for part, group in parts if part is not None] if all(part for part, _ in parts) else None


def _part_of(session: Session) -> Label | None:
    """The trick, or what the game counts instead, of the next declaration; None if the game counts none."""
    game = session.record.rules
    part: Label | None = None if game.round_part is None else game.round_part(session.record.state)
    return part


def _group_label(group: Sequence[PastLine], parts: tuple[Label, Label] | None, labels: _LineLabels) -> Label:
    """The label of a group: its trick and first line, its first and last trick, or else its first and last line."""
    first, last = labels.label(group[-1]), labels.label(group[0])
    if len(group) == 1:
        return labels._replace(names_part=True).of(group[0])
    if parts is None:
        return text("{first} … {last}", first=first, last=last)
    if parts[0] == parts[1]:
        if labels.is_brief and not labels.names_first_line:
            return parts[0]
        return text("{part} – {line} …", part=parts[0], line=first)
    return _range_label(group[0].session, *parts)


def _range_label(session: Session, first: Label, last: Label) -> Label:
    """The label for parts from the first to the last; in the game's own words if they differ only by their number."""
    game = session.record.rules
    numbers = (*_part_number(first), *_part_number(last))
    differ_by_number = isinstance(first, Text) and isinstance(last, Text) and first.message == last.message
    if game.round_part_range is not None and differ_by_number and len(numbers) == 2:
        label: Text = game.round_part_range(*numbers)
        return label
    return text("{first} to {last}", first=first, last=last)


def _part_number(part: Label) -> tuple[Argument, ...]:
    """The only argument of a part's text; empty if there is none, or if there are several."""
    arguments = part.arguments if isinstance(part, Text) else ()
    return tuple(value for _, value in arguments) if len(arguments) == 1 else ()


def _pad(name: str, title: Label, labelled_meanings: Sequence[tuple[Label, Any]]) -> Level[Any]:
    choices = tuple(Choice(cell, label, means) for cell, (label, means) in zip(Cell, labelled_meanings, strict=False))
    return Level(name, title, Layout.PAD, choices, by_heart=False)


def action_note(level: Level[Any]) -> Text | None:
    """What the last of the things does that can be done with a line; None if the level offers something else."""
    last_meaning = level.choices[-1].means if level.choices else None
    return _ACTION_NOTES.get(last_meaning.kind) if isinstance(last_meaning, EditAt) else None


def asks_for_action(level: Level[Any]) -> bool:
    """Whether a level asks what to do with the line that the keys have chosen."""
    return level.name == _ACTIONS


def _action_choices(row_number: int, edit_index: int | None = None) -> tuple[Choice[EditAt], ...]:
    return (
        Choice(0, text("change"), EditAt(EditKind.CHANGE, row_number, edit_index)),
        Choice(1, text("remove"), EditAt(EditKind.REMOVE, row_number, edit_index)),
        Choice(
            2, text("insert earlier"), EditAt(EditKind.INSERT, row_number, edit_index), synonym=text("insert before")
        ),
    )
