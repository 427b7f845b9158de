"""Applies complete key codes to the game: declarations, steps of the table, undo, and new games."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.declarations import Declaration, GameEnd, JointDeclaration
from device.contract.refusal import Refusal, Refused
from device.journal.deleted import DELETED_SENTENCE
from device.pages import build as pages
from device.pages.wrong_keys import refused_keys_notice
from device.people.people import HIDDEN_SENTENCE
from device.session import record as records
from device.session.line_choice import reusable_part
from device.session.prompts import WaiverView
from device.session.record import Record
from device.session.rows import JournalRow
from device.session.session import Advance, Session, Step, count_secret, has_secret, public_line, step_row, waiver_for
from device.session.step_sentences import step_sentence
from device.table.events import REDO_TEXT, UNDO_TEXT, Declared, GameOpened, OpeningReason, TakenBack
from device.table.open_game import CorrectionChanged, OpenGame
from device.table.responder import Acknowledgement, Responder
from device.table.table_state import TableState
from display.vocabulary import Notice, Tone
from display.words import Label, Text, text
from hal.keys.keys import Press
from hal.table.table import GameStopRequested

_ACCEPT_ROW = step_row(Step.ACCEPT)

NOT_OPENED = text("This game can't be opened: the disk does not give it, or its rules are others now.")
NOTHING_TO_REDO = text("Nothing was taken back that could be done again.")
NOTHING_WHILE_SPELLING = text("Holding C does nothing while a name is spelled: DD ends the name.")
NOTHING_BEFORE_SPELLING = text("Holding C does nothing before a name is spelled: choose its first letter.")


_SEATING_STEPS = (Step.SEAT, Step.SPELLED, Step.MEANT)
"""How the steps begin by which somebody sits down. Other presses do not wait until it is known who is hidden."""


class DeclarationHandler:
    """Checks and stores each declaration before it is answered. A press that is given is answered."""

    def __init__(self, state: TableState, responder: Responder) -> None:
        self._state = state
        self._responder = responder

    def declare(self, declaration: Declaration, press: Press, *, stands: bool = False) -> None:
        """Make a declaration. If `stands`, the table lets it stand although the game refuses it."""
        try:
            advances = self._state.games.current.declare(declaration, stands=stands)
        except Refused as refused:
            waiver = waiver_for(self._state.session, refused.refusal)
            if waiver is not None:
                self._state.view = WaiverView(declaration, refused.refusal, waiver)
            record = self._state.session.record
            sentence = None if has_secret(record, declaration) else records.declaration_sentence(record, declaration)
            reusable_answer = reusable_part(record, declaration)
            reusable_label = None if reusable_answer is None else reusable_answer.label
            notice = pages.refusal_notice(sentence, refused.refusal, reusable_label)
            self._responder.refuse(notice, press.source, reusable_answer, declares=True)
            return
        self._acknowledge(advances, press)

    def declare_together(self, declarations: JointDeclaration, press: Press) -> None:
        """Make several declarations, each stored before the next. If one is refused, those before it stay."""
        advances: list[Advance] = []
        refusal: Refusal | None = None
        for declaration in declarations.declarations:
            if any(advance.declaration == declaration for advance in advances):
                continue  # the declarations before it have forced it
            try:
                advances += self._state.games.current.declare(declaration)
            except Refused as refused:
                refusal = refused.refusal
                break
        if advances:
            self._acknowledge(tuple(advances), press)
        if refusal is not None:
            notice = pages.refusal_notice(sentence=None, refusal=refusal)
            self._responder.refuse(notice, press.source, declares=True)

    def perform_step(self, row: JournalRow, press: Press) -> None:
        """Perform a step of the table, or take a line of the record's header."""
        seats_somebody = row.text.startswith(_SEATING_STEPS)
        seated_count = len(self._state.session.names) if seats_somebody else 0
        try:
            advances = self._state.games.perform_step(row)
        except Refused as refused:
            notice = pages.refusal_notice(sentence=None, refusal=refused.refusal)
            if self._state.session.spelled:  # the letters of the refused name stay
                keys_notice = refused_keys_notice(refused.refusal.sentence, is_kept=True)
                notice = keys_notice._replace(shorter_lines=notice.shorter_lines)
            self._responder.refuse(notice, press.source, declares=True)
            return
        new_names = self._state.session.names[seated_count:] if seats_somebody else ()
        hidden_name = next(filter(self._state.is_hidden, new_names), None)
        self._acknowledge(advances, press, None if hidden_name is None else _hidden_notice(hidden_name))

    def undo(self, press: Press) -> None:
        """Undo the last declaration or step. At the beginning of a game, go back to the game before it."""
        try:
            undone = self._state.games.undo()
            has_reopened = not undone and self._state.games.reopen_previous()
        except Refused as refused:
            self._responder.refuse(pages.refusal_notice(sentence=None, refusal=refused.refusal), press.source)
            return
        if undone is CorrectionChanged.PAST:  # a correction: any row of the game may be another one now
            self._responder.acknowledge_game(OpeningReason.UNCORRECTED, press)
        elif undone:
            self._responder.acknowledge(
                lambda: Acknowledgement(TakenBack(undone), (self._state.facts.last_sentence or UNDO_TEXT,)), press
            )
        elif has_reopened:
            self._responder.acknowledge_game(OpeningReason.UNDONE, press)
        else:
            self._refuse_hold(text("There is nothing to take back yet."), press)

    def redo(self, press: Press) -> None:
        """Redo what the last undo took back, or restore the game that it dropped."""
        try:
            redone = self._state.games.current.redo()
        except Refused as refused:
            self._responder.refuse(pages.refusal_notice(REDO_TEXT, refused.refusal), press.source, declares=True)
            return
        if redone is CorrectionChanged.PAST:
            self._responder.acknowledge_game(OpeningReason.CORRECTED, press)
        elif redone:
            self._acknowledge(redone, press, redone=True)
        elif self._state.games.restore_dropped():
            self._state.games.current.mark_restored()
            self._responder.acknowledge_game(OpeningReason.REDONE, press)
        else:
            self._refuse_hold(_nothing_to_redo(self._state.session), press)

    def _refuse_hold(self, sentence: Text, press: Press) -> None:
        self._responder.refuse(refused_keys_notice(sentence, is_kept=False), press.source)

    def begin_game(self, begin: Callable[[], None], reason: OpeningReason, press: Press) -> None:
        """Begin a new game by a method of `TableGames`."""
        if reason is OpeningReason.ANOTHER and self._state.session.is_unfinished:
            reason = OpeningReason.LEFT
        begin()
        self._responder.acknowledge_game(reason, press)

    def stop_past_game(self, stop: GameStopRequested) -> None:
        """Stop a past game that was left unfinished. The panel keeps its view."""
        reason = self._try_to_stop_past_game(stop.game_number)
        stop.answer("" if reason is None else self._state.language.say(reason))

    def _try_to_stop_past_game(self, number: int) -> Text | None:
        """Stop a past game. Returns None, or the reason why it can't be stopped."""
        games = self._state.games
        if number in (games.number, games.game_in_play.number):
            return text("This game is at the table: end it there, in the menu, which holding D opens.")
        if self._state.is_game_deleted(number):
            return DELETED_SENTENCE
        game = self._state.read_past_game(number)
        return NOT_OPENED if game is None else self._try_to_stop(game)

    def _try_to_stop(self, game: OpenGame) -> Text | None:
        """Stop a game that is not on the panel. Returns None, or the reason why it can't be stopped."""
        session = game.session
        if not session.is_unfinished or not records.can_be_stopped(session.record):
            return text(
                "This game can't be stopped: it is over, not begun, or its table says between rounds when it is over."
            )
        opened = GameOpened(game.number, tuple(game.rows), OpeningReason.EARLIER)
        try:
            advances = game.declare(GameEnd())
        except Refused as refused:
            return refused.refusal.sentence
        back_at_table = self._state.opened_event(OpeningReason.EARLIER_LEFT)
        for event in (opened, _declared_acknowledgement(advances, game.session, redone=False).event, back_at_table):
            self._responder.publish(event)
        return None

    def _acknowledge(
        self, advances: tuple[Advance, ...], press: Press, notice: Notice | None = None, *, redone: bool = False
    ) -> None:
        # The public session is read in the call: that is after the signal, which must not wait for it.
        def make() -> Acknowledgement:
            # Where an earlier round is accepted again, only the page knows whether the next one is begun.
            sentence = self._state.facts.last_sentence if advances[0].row == _ACCEPT_ROW else None
            return _declared_acknowledgement(advances, self._state.session, sentence, redone=redone)

        self._responder.acknowledge(make, press, notice)


def _hidden_notice(name: str) -> Notice:
    """The notice that somebody has sat down who was hidden: the name may be meant for somebody else."""
    return Notice(Tone.INFORMATION, text("{name} (hidden)", name=name), (HIDDEN_SENTENCE,))


def _nothing_to_redo(session: Session) -> Text:
    """Why holding C does nothing where no answer is on offer, and nothing can be redone."""
    if session.spelled is None:
        return NOTHING_TO_REDO
    return NOTHING_WHILE_SPELLING if session.spelled else NOTHING_BEFORE_SPELLING


def _declared_acknowledgement(
    advances: tuple[Advance, ...], session: Session, sentence: Label | None = None, *, redone: bool
) -> Acknowledgement:
    """The event and sentences about rows that were stored, without secrets; with `sentence`, that one alone."""
    rows = tuple(advance.row for advance in advances)
    full_lines = tuple(row.text for row in rows)
    shown_lines = tuple(public_line(row, session) for row in rows) if count_secret(session) else full_lines
    if sentence is not None:
        return Acknowledgement(Declared(rows, shown_lines, redone), (sentence,))
    sentences = tuple(
        _row_sentence(advance, session.record, hides_secret=line != advance.row.text)
        for advance, line in zip(advances, shown_lines, strict=True)
    )
    return Acknowledgement(Declared(rows, shown_lines, redone), tuple(filter(None, sentences)))


def _row_sentence(advance: Advance, record: Record, *, hides_secret: bool) -> Label:
    """The sentence about a row on fast displays; if `hides_secret`, without its secret part."""
    if advance.declaration is None:
        # A step without a sentence needs none: the next question shows what it has done.
        return step_sentence(advance.row, advance.session) or ""
    sentence = records.confirmation_sentence if hides_secret else records.declaration_sentence
    return sentence(record, advance.declaration)
