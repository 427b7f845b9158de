"""Applies complete key codes to the game: declarations, steps of the table, undo, and new games."""

from __future__ import annotations

from device.contract.declarations import Declaration, GameEnd, SaidTogether
from device.contract.keycodes import Offer
from device.contract.refusal import Refusal, Refused
from device.pages import build as pages
from device.pages.wrong_keys import not_possible
from device.session import record as records
from device.session.prompts import WaiverView
from device.session.record import Record
from device.session.rows import JournalRow
from device.session.session import Advance, Session, count_secret, has_secret, shown_line, waiver_for
from device.session.step_sentences import step_sentence
from device.table.events import Declared, GameOpened, Opening, TakenBack
from device.table.open_game import CorrectionChanged
from device.table.responder import Acknowledgement, Responder
from device.table.table_state import TableState
from display.words import Label, Text, text
from hal.keys.keys import Press
from hal.table.table import GameStopped

NOTHING_TO_REDO = text("Nothing was taken back that could be done again.")
SPELLING = text("Holding C does nothing while a name is spelled: DD ends the name.")


class Declaring:
    """Checks and stores each declaration before it is answered. Each method answers the press that it is given."""

    def __init__(self, state: TableState, responder: Responder) -> None:
        self._state = state
        self._responder = responder

    def declare(self, declaration: Declaration, press: Press, *, stands: bool = False) -> None:
        """Make a declaration. If `stands`, the table lets it stand although the game refuses it."""
        try:
            steps = self._state.log.current.declare(declaration, stands=stands)
        except Refused as refused:
            waiver = waiver_for(self._state.session, refused.refusal)
            if waiver is not None:
                self._state.view = WaiverView(declaration, refused.refusal, waiver)
            record = self._state.session.record
            declared = None if has_secret(record, declaration) else records.in_words(record, declaration)
            again = self._begun_again(declaration)
            self._responder.refuse(pages.refusal(declared, refused.refusal), press.source, again)
            return
        self._acknowledge(steps, press)

    def _begun_again(self, declaration: Declaration) -> Offer[str] | None:
        """The part of a refused answer that need not be typed again; None if there is none."""
        record = self._state.session.record
        begun = None if record.game is None else record.game.begun_again
        return None if begun is None else begun(record.state, declaration)

    def declare_together(self, said: SaidTogether, press: Press) -> None:
        """Make several declarations, each stored before the next. If one is refused, those before it stay."""
        steps: list[Advance] = []
        refusal: Refusal | None = None
        for declaration in said.declarations:
            if any(step.declaration == declaration for step in steps):
                continue
            try:
                steps += self._state.log.current.declare(declaration)
            except Refused as refused:
                refusal = refused.refusal
                break
        if steps:
            self._acknowledge(tuple(steps), press)
        if refusal is not None:
            self._responder.refuse(pages.refusal(None, refusal), press.source)

    def perform(self, row: JournalRow, press: Press) -> None:
        """Perform a step of the table, or take a line of the record's header."""
        try:
            steps = self._state.log.perform(row)
        except Refused as refused:
            self._responder.refuse(pages.refusal(None, refused.refusal), press.source)
            return
        self._acknowledge(steps, press)

    def undo(self, press: Press) -> None:
        """Undo the last thing the table did. At the beginning of a game, go back to the game before it."""
        try:
            taken = self._state.log.undo()
            gone_back = not taken and self._state.log.back()
        except Refused as refused:
            self._responder.refuse(pages.refusal(None, refused.refusal), press.source)
            return
        if taken is CorrectionChanged.PAST:
            self._opened(Opening.UNCORRECTED, text("undo"), press)
        elif taken:
            self._responder.acknowledge(lambda: Acknowledgement(TakenBack(taken), (text("undo"),)), press)
        elif gone_back:
            self._opened(Opening.BACK, text("undo"), press)
        else:
            self._refuse_held(text("There is nothing to take back yet."), press)

    def redo(self, press: Press) -> None:
        """Redo what the last undo took back, or restore the game that it dropped."""
        try:
            steps = self._state.log.current.redo()
        except Refused as refused:
            self._responder.refuse(pages.refusal(text("redo"), refused.refusal), press.source)
            return
        if steps is CorrectionChanged.PAST:
            self._opened(Opening.CORRECTED, text("redo"), press)
        elif steps:
            self._acknowledge(steps, press, redone=True)
        elif self._state.log.restore_dropped():
            self._opened(Opening.REDONE, text("redo"), press)
        else:
            self._refuse_held(SPELLING if self._state.session.spelled is not None else NOTHING_TO_REDO, press)

    def _refuse_held(self, told: Text, press: Press) -> None:
        self._responder.refuse(not_possible(told, left=False), press.source)

    def rematch(self, press: Press) -> None:
        """Begin a new game with the same people and options."""
        self._state.log.rematch()
        self._opened(Opening.REMATCH, text("rematch"), press)

    def same_people(self, press: Press) -> None:
        """Begin a new game of the same people in the same seats, with the question which game."""
        self._state.log.same_people()
        self._opened(Opening.SAME_PEOPLE, text("same people, another game"), press)

    def another(self, press: Press) -> None:
        """Begin a new game with the first question."""
        self._state.log.another()
        self._opened(Opening.ANOTHER, text("another game"), press)

    def stop_past_game(self, wanted: GameStopped) -> None:
        """Stop a past game that was left unfinished. The panel keeps its view."""
        refused = self._stop_past_game(wanted.number)
        wanted.answer("" if refused is None else self._state.language.say(refused))

    def _stop_past_game(self, number: int) -> Text | None:
        """Stop a past game. Returns None, or the reason why it can't be stopped."""
        log = self._state.log
        if number in (log.game, log.in_play) or log.earlier:
            return text("Games are stopped from their pages while the game in play, another one, is on the panel.")
        if not log.open_earlier(number):
            return text("This game can't be opened: the disk does not give it, or its rules are others now.")
        try:
            self._responder.publish(self.opened(Opening.EARLIER))
            return self._stopped()
        finally:
            log.leave_earlier()
            self._responder.publish(self.opened(Opening.IN_PLAY))

    def _stopped(self) -> Text | None:
        """Stop the current game. Returns None, or the reason why it can't be stopped."""
        session = self._state.session
        if not session.record.begun or session.scores.finished or not records.can_be_stopped(session.record):
            return text("This game can't be stopped: it is over, not begun, or says itself when it ends.")
        try:
            steps = self._state.log.current.declare(GameEnd())
        except Refused as refused:
            return refused.refusal.sentence
        self._responder.publish(_declared_acknowledgement(steps, self._state.session, redone=False).event)
        return None

    def opened(self, opening: Opening) -> GameOpened:
        """The event that tells listeners of the game in play."""
        return GameOpened(self._state.log.game, tuple(self._state.log.rows), opening)

    def _opened(self, opening: Opening, words: Label, press: Press) -> None:
        self._responder.acknowledge(lambda: Acknowledgement(self.opened(opening), (words,)), press)

    def _acknowledge(self, steps: tuple[Advance, ...], press: Press, *, redone: bool = False) -> None:
        self._responder.acknowledge(lambda: _declared_acknowledgement(steps, self._state.session, redone=redone), press)


def _declared_acknowledgement(steps: tuple[Advance, ...], session: Session, *, redone: bool) -> Acknowledgement:
    """The event and sentences about rows that were stored, without secrets."""
    rows = tuple(step.row for step in steps)
    whole = tuple(row.text for row in rows)
    shown = tuple(shown_line(row, session) for row in rows) if count_secret(session) else whole
    words = tuple(
        _row_words(step, session.record, veiled=line != step.row.text) for step, line in zip(steps, shown, strict=True)
    )
    return Acknowledgement(Declared(rows, shown, redone), tuple(filter(None, words)))


def _row_words(step: Advance, record: Record, *, veiled: bool) -> Label:
    """The sentence about a row on fast displays; if `veiled`, without its secret part."""
    if step.declaration is None:
        # The sentence says nothing that the next question says anyway. The record's own words are no sentence.
        return step_sentence(step.row, step.session) or ""
    return (records.heard_in_words if veiled else records.in_words)(record, step.declaration)
