"""Gallery pages of corrections in a sample game: choosing a line, asking its question again, and the consequences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from device.contract.declarations import Declaration
from device.contract.keycodes import Level
from device.contract.refusal import Refused
from device.gallery.possible_answers import possible_answers
from device.pages import build as pages
from device.session import record as records
from device.session.correction import Consequences, judge_edits
from device.session.edits import Edit, EditKind
from device.session.line_choice import (
    LINES_ON_SMALL_PANEL,
    PAD_CELL_COUNT,
    ConsequencesView,
    CorrectionView,
    EditAt,
    LineView,
    PastLine,
    ask_again_view,
    line_with_round,
    lines_of_round,
    past_question,
    view_of_round,
)
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, says_who_starts
from display.vocabulary import Page

MAX_ANSWERS, MAX_DEPTH = 12, 4
"""Maximum number of other answers that are tried for one line, and the depth of the search."""

LINE_CHOICE, SHORT_LINE_CHOICE = "correct-which", "correct-which-of-few"
"""The kinds of the page with the lines to choose from, on large panels and on small ones."""

MAX_CORRECTIONS = 60
"""Maximum number of corrections that are tried in total."""


def correction_pages(rows: Sequence[JournalRow], sessions: Sequence[Session]) -> Iterator[tuple[str, Page]]:
    """The pages of a correction in the last round of a finished game, each with its kind."""
    last_session = sessions[-1]

    def page(view: CorrectionView) -> Page:
        return pages.page(last_session, view, ())

    round_number = len(last_session.scores.rounds)
    for page_kind, max_lines in ((LINE_CHOICE, PAD_CELL_COUNT), (SHORT_LINE_CHOICE, LINES_ON_SMALL_PANEL)):
        view = view_of_round(rows, sessions, round_number, max_lines)
        assert view is not None
        yield page_kind, page(view)
    lines = list(lines_of_round(rows, sessions, round_number))
    middle_line = lines[len(lines) // 2]
    line_text = line_with_round(middle_line.session, middle_line.row, hides_secret=False)
    yield "correct-what", page(LineView(middle_line.row_number, line_text))
    yield (
        "correct-asked",
        page(ask_again_view(EditAt(EditKind.CHANGE, middle_line.row_number), middle_line.session, line_text)),
    )
    corrections = list(islice(_possible_corrections(rows, sessions, lines), MAX_CORRECTIONS))
    misfits = [correction for correction in corrections if correction.misfit is not None]
    fitting = [correction for correction in corrections if correction.misfit is None]
    if misfits:
        yield "correct-misfit", page(ConsequencesView(max(misfits, key=_extent)))
    if fitting:
        yield "correct-so", page(ConsequencesView(max(fitting, key=_extent)))


def _extent(consequences: Consequences) -> tuple[bool, bool, int]:
    """The extent of a correction: whether the winner changes, whether totals change, and the number of changed
    lines."""
    before, after = consequences.session_before.scores, consequences.session_after.scores
    return before.winners != after.winners, before.totals != after.totals, len(consequences.changed_lines)


def _possible_corrections(
    rows: Sequence[JournalRow], sessions: Sequence[Session], lines: Sequence[PastLine]
) -> Iterator[Consequences]:
    """The consequences of other answers to the questions of these lines, and of removing each line."""
    declarations = (line for line in lines if not says_who_starts(line.row))  # who starts is asked in another way
    for row_number, row, session in declarations:
        edits: list[Edit] = [Edit(EditKind.REMOVE, row_number)]
        view = ask_again_view(EditAt(EditKind.CHANGE, row_number), session, "")
        level: Level[Declaration] = past_question(view).level
        for answer in islice(possible_answers(level, MAX_DEPTH), MAX_ANSWERS):
            line_text = records.write_declaration(session.record, answer)
            if line_text != row.text:
                edits.append(Edit(EditKind.CHANGE, row_number, JournalRow(RowKind.RECORD, line_text)))
        for edit in edits:
            try:
                yield judge_edits(rows, sessions, (edit,))
            except Refused:
                continue
