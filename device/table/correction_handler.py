"""Corrections at the table: choose a line, answer its question again, and confirm once all consequences are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from device.contract.declarations import Declaration
from device.contract.refusal import RefusalCode, Refused, refuse
from device.contract.setup import Seat
from device.pages import build as pages
from device.pages import correction_texts
from device.pages.surface import max_choosable_lines
from device.session import record as records
from device.session.correction import Consequences
from device.session.edits import Edit, EditKind
from device.session.line_choice import (
    AskAgainView,
    ConsequencesView,
    CorrectionView,
    EditAt,
    LineChoiceView,
    LineView,
    ask_again_view,
    edits_with,
    edits_with_cut,
    keys_of_line_player,
    line_with_round,
    may_be_secret,
    view_of_chosen_round,
    view_of_line,
    view_of_round,
    view_of_rounds,
    view_with_offer,
)
from device.session.prompts import DetailsView, PlayView, RoundView, View, past_menu_level
from device.session.public import PublicGame
from device.session.record import RecordRefused
from device.session.rows import JournalRow, RowKind
from device.session.session import Session, Stage, has_secret, public_lines_after, says_who_starts, waiver_for
from device.table.events import OpeningReason
from device.table.open_game import OpenGame
from device.table.responder import Responder
from device.table.table_state import TableState
from display.vocabulary import Notice
from display.words import Label, text
from hal.keys.keys import Press
from hal.panel.panel import PanelKind
from hal.signal.signal import Cue
from hal.table.sidebar import record_version
from hal.table.table import RecordEdited

NO_SUCH_HOLD = text("Held, this key does nothing here. The words after “hold:” say which keys do.")


class CorrectionHandler:
    """Handles the steps of a correction. Nothing changes before `make_correction`.

    Each method answers the press that it is given.
    """

    def __init__(self, state: TableState, responder: Responder, panel: Callable[[], PanelKind]) -> None:
        self._state = state
        self._responder = responder
        self._panel = panel

    def show_lines_of_round(self, view: DetailsView | RoundView, press: Press) -> None:
        """Show the lines of the round that the details show; from the standings (page 0), those of the last round."""
        scored_count, current_number = len(self._state.session.scores.rounds), self._state.session.current_round + 1
        page = view.page if isinstance(view, DetailsView) else 0
        numbers = (scored_count - page + 1,) if page else (current_number, scored_count)
        game = self._state.games.current.public
        views = (view_of_round(game.rows, game.sessions, number, self._max_lines) for number in numbers)
        self._show_lines(next((lines_view for lines_view in views if lines_view is not None), None), view, press)

    def show_rounds(self, view: View, press: Press) -> None:
        """Show the rounds, in one of which a line is to be corrected."""
        self._show_lines(self._rounds_view(), view, press)

    def show_other_lines(self, view: CorrectionView, press: Press) -> None:
        """Show the other rounds; if a line no longer fits, the lines of its round, to change another one, too."""
        is_of_round = isinstance(view, LineChoiceView | LineView) and view.round
        rounds_view = self._rounds_view(_edits_of_view(view)) if is_of_round else None
        if rounds_view is not None and not rounds_view.round:
            self._show_lines(rounds_view, view, press)
        elif isinstance(view, ConsequencesView) and (misfit := view.consequences.misfit) is not None:
            game = self._state.games.current.public
            number = len(misfit.session_before.scores.rounds) + 1
            lines = view_of_round(game.rows, game.sessions, number, self._max_lines, view.consequences.edits)
            self._show_lines(lines, view, press)
        else:
            self.refuse_hold(press)

    def _rounds_view(self, edits: tuple[Edit, ...] = ()) -> LineChoiceView | LineView | None:
        """The rounds in which something was declared, or the lines of the only one, as `edits` have changed them."""
        game = self._state.games.current.public
        return view_of_rounds(game.rows, game.sessions, self._max_lines, edits)

    @property
    def _max_lines(self) -> int:
        """The maximum number of lines to choose from on one page."""
        return max_choosable_lines(self._panel())

    def _show_lines(self, lines_view: LineChoiceView | LineView | None, previous_view: View, press: Press) -> None:
        """Show lines to choose from, or the only one. `previous_view` is the view to which going back leads."""
        if lines_view is None:
            self._responder.play_cue(Cue.REFUSED, press.source)
        else:
            self._responder.show_view(lines_view._replace(previous_view=previous_view), press.source)

    def choose_line(self, line_number: int, press: Press) -> None:
        """Show what can be done with a line of the record, by its number from 1, that was chosen beside the panel."""
        game = self._state.games.current.public
        try:
            view = view_of_line(game.rows, game.sessions, line_number)
        except Refused as refused:
            self._refuse(refused, PlayView(), press)
        else:
            self._responder.show_view(view, press.source)

    def show_edited_record(self, edit: RecordEdited, press: Press) -> None:
        """Show the consequences of a record that was edited as text beside the panel, or answer why there are none."""
        language = self._state.language
        try:
            consequences = _judge_text(self._state.games.current, edit)
        except RecordRefused as refused:
            sentence = text("Line {line}: {sentence}", line=refused.line_number, sentence=refused.refusal.sentence)
            edit.answer(language.say(sentence if refused.line_number else refused.refusal.sentence))
        except Refused as refused:
            edit.answer(language.say(refused.refusal.sentence))
        else:
            self._responder.show_view(ConsequencesView(consequences), press.source)
            edit.answer("")

    def edit_line(self, edit_at: EditAt, view: View, press: Press) -> None:
        """Do with the chosen line what the key code means: cut, remove, or ask its question again."""
        edits = _edits_of_view(view)
        previous_view = view if isinstance(view, LineChoiceView | LineView | ConsequencesView) else None
        game = self._state.games.current.public
        if isinstance(view, LineChoiceView):
            previous_view = view_of_chosen_round(game.rows, game.sessions, edit_at.row_number, self._max_lines, view)
        if edit_at.kind is EditKind.CUT:
            self._judge(edits_with_cut(game.rows, game.sessions, edits, edit_at), previous_view, press)
            return
        if edit_at.kind is EditKind.REMOVE:
            self._judge(edits_with(edits, edit_at), previous_view, press)
            return
        edited_session = _edited_session(self._state.games.current, edit_at.row_number, view)
        row, row_session = _row_and_session(game, edits, edit_at, edited_session)
        try:
            line = line_with_round(row_session, row, hides_secret=may_be_secret(row_session, game.session))
            question = ask_again_view(edit_at, edited_session, line, edits, previous_view)
            question = question._replace(names_starter=edit_at.kind is EditKind.CHANGE and says_who_starts(row))
            player_keys = keys_of_line_player(question, row)
            self._responder.show_view(view_with_offer(question, row), press.source, typed_keys=player_keys)
        except Refused as refused:
            self._refuse(refused, view, press)

    def refuse_hold(self, press: Press) -> None:
        """Refuse a hold that the page does not offer. The correction stays as it is."""
        self._responder.refuse_at_source(NO_SUCH_HOLD, press.source)

    def toggle_menu(self, view: AskAgainView, press: Press) -> None:
        """Switch between the question and its rarer answers, if there are any."""
        if view.in_menu or past_menu_level(view).choices:
            self._responder.show_view(view._replace(in_menu=not view.in_menu), press.source)
        else:
            self._responder.play_cue(Cue.REFUSED, press.source)

    def declare(self, declaration: Declaration, view: AskAgainView, press: Press) -> None:
        """Judge the correction by which `declaration` is put there."""
        try:
            row = self._declared_row(declaration, view)
        except Refused as refused:
            record = view.session.record
            sentence = None if has_secret(record, declaration) else records.declaration_sentence(record, declaration)
            self._refuse(refused, view, press, sentence)
        else:
            self._judge(edits_with(view.edits, view.edit_at, row), view, press)

    def confirm(self, view: ConsequencesView | AskAgainView, press: Press) -> bool:
        """Hold C: make the correction, or accept what is on offer. Returns False if there was neither."""
        if isinstance(view, ConsequencesView):
            self.make_correction(view, press)
            return True
        if view.offer is None or view.in_menu or self._state.entry.typed_keys(press.source):
            return False
        self._responder.show_view(view, press.source, typed_keys=view.offer.means)
        return True

    def make_correction(self, view: ConsequencesView, press: Press) -> None:
        """Make the correction that is shown, unless a line does not fit."""
        games = self._state.games
        try:
            consequences = view.consequences
            if consequences.session_before is not games.session:
                consequences = games.current.judge(consequences.edits)
            if consequences.misfit is None:
                games.current.correct(consequences)
        except Refused as refused:
            self._refuse(refused, view, press)
            return
        if consequences.misfit is not None:
            sentence = text("First say what becomes of the line that does not fit, or go back.")
            self._state.notice = correction_texts.still_misfit_notice(consequences, sentence)
            self._responder.refuse_at_source(sentence, press.source)
            self._responder.ask_again()
            return
        notice = self._answer_again_notice(consequences.session_before)
        self._responder.acknowledge_game(OpeningReason.CORRECTED, press, notice=notice)

    def _answer_again_notice(self, session_before: Session) -> Notice | None:
        """The notice that a refused answer need not be typed again as a whole, now that another line was corrected.

        None if whoever was asked `session_before` the correction is asked no longer.
        """
        part, session = self._state.entry.reusable_part, self._state.games.session
        if part is None or session.stage is not Stage.PLAY:
            return None
        seat = _only_seat_asked(session)
        if seat is None or seat != _only_seat_asked(session_before):
            return None
        return correction_texts.answer_again_notice(session.record.setup.players[seat], part.label)

    def _declared_row(self, declaration: Declaration, view: AskAgainView) -> JournalRow:
        """The row of a declaration. What the game refuses is let stand, if the table may do that. Raises Refused."""
        session = view.session
        kind = RowKind.RECORD
        try:
            records.declare(session.record, declaration)
        except Refused as refused:
            if waiver_for(session, refused.refusal) is None:
                raise
            kind = RowKind.STANDS
        return JournalRow(kind, records.write_declaration(session.record, declaration))

    def _judge(self, edits: tuple[Edit, ...], previous_view: CorrectionView | None, press: Press) -> None:
        if not edits:
            # The only edit, an insertion, was removed again.
            self._responder.show_view(PlayView(), press.source)
            return
        try:
            consequences = self._state.games.current.judge(edits)
        except Refused as refused:
            self._refuse(refused, self._state.view, press)
            return
        self._responder.show_view(ConsequencesView(consequences, previous_view), press.source)

    def _refuse(self, refused: Refused, view: View, press: Press, sentence: Label | None = None) -> None:
        """Refuse an answer in a correction: no hold leads to an earlier line from there."""
        self._state.view = view
        self._responder.refuse(
            pages.refusal_notice(sentence, refused.refusal._replace(may_be_earlier=False)), press.source
        )


def _judge_text(current: OpenGame, edited: RecordEdited) -> Consequences:
    """Judge an edited text. Raises RecordRefused, and Refused if nothing is declared yet."""
    # imported late: needed only if a record is edited as text, which only browsers do
    from device.journal import uploaded_record
    from device.session.edited_record import read_edited_record

    game = current.public
    uploaded_record.check_size(edited.record)
    new_line_count = _count_lines_since(public_lines_after(game.rows, game.session), edited.base_version)
    read = read_edited_record(game.rows, game.sessions, edited.record, new_line_count)
    consequences = current.judge(read.edits)
    if read.edits_with_forced == read.edits or read.lines == consequences.record_after(game.rows):
        return consequences
    literal = current.judge(read.edits_with_forced)
    return literal if literal.misfit is None and read.lines == literal.record_after(game.rows) else consequences


def _edited_session(current: OpenGame, row_number: int, view: View) -> Session:
    """The session before a row, as the edits so far change it.

    Only edits before the row count, and only if all lines before it still fit. Where consequences are shown, it is the
    session to which they lead: with a misfit, the one before that line.
    """
    if isinstance(view, ConsequencesView):
        return view.consequences.session_after
    earlier = tuple(edit for edit in _edits_of_view(view) if edit.row_number < row_number)
    if earlier:
        consequences = current.judge((*earlier, Edit(EditKind.CUT, row_number)))
        if consequences.misfit is None:
            return consequences.session_after
    return current.public.sessions[row_number - 1]


def _row_and_session(
    game: PublicGame, edits: tuple[Edit, ...], edit_at: EditAt, edited_session: Session
) -> tuple[JournalRow, Session]:
    """The row at a place, and the session before it.

    For a row of the game, this is the game's own session. For a row that an edit puts there, it is `edited_session`.
    """
    if edit_at.edit_index is None:
        return game.rows[edit_at.row_number - 1], game.sessions[edit_at.row_number - 1]
    row = edits[edit_at.edit_index].row
    assert row is not None
    return row, edited_session


def _edits_of_view(view: View) -> tuple[Edit, ...]:
    """The edits so far of a correction that shows lines or consequences; none for any other view."""
    if isinstance(view, ConsequencesView):
        return view.consequences.edits
    return view.edits if isinstance(view, LineChoiceView | LineView) else ()


def _only_seat_asked(session: Session) -> Seat | None:
    """The only seat that is asked in a game; None if several are, or none."""
    prompt = session.record.rules.prompt(session.record.state)
    return prompt.asked[0] if prompt is not None and len(prompt.asked) == 1 else None


def _count_lines_since(lines: Sequence[str], base_version: str) -> int:
    """How many lines the record has after those of `base_version`. Raises Refused if they differ from that version."""
    count = base_version.partition("-")[0]
    line_count = int(count) if count.isascii() and count.isdecimal() and len(count) < 9 else len(lines) + 1
    if line_count > len(lines) or record_version("".join(f"{line}\n" for line in lines[:line_count])) != base_version:
        refuse(
            RefusalCode.WRONG_PHASE,
            text("The record has changed meanwhile. Copy what you need, and begin with the record as it is now."),
        )
    return len(lines) - line_count
