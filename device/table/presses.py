"""The meaning of each press: a key of a code, or a hold, which is the same command in every view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from device.contract.declarations import Declaration, Prepared, SaidTogether
from device.contract.keycodes import CompleteCode, InvalidCode, PartialCode
from device.pages import build as pages
from device.pages.wrong_keys import not_possible, wrong_keys_notice
from device.session.club_digits import Join
from device.session.line_choice import AskAgainView, ConsequencesView, EditAt, view_before
from device.session.names import name_key
from device.session.offers import similar_name
from device.session.prompts import (
    PAST,
    ArchiveView,
    AssignView,
    DetailsView,
    Do,
    GameMeaning,
    KeysView,
    Meaning,
    PlayView,
    RoundView,
    SameNameView,
    Speak,
    View,
    WaiverView,
)
from device.session.rows import JournalRow
from device.session.session import Stage, Step, step_row
from device.table.code_entry import Barred, NotAsked
from device.table.details_and_menu import DetailsAndMenu
from device.table.health import Health
from device.table.hold_c import HoldC, PressHandlers
from device.table.responder import Responder
from device.table.stillness import Stillness
from device.table.table_state import TableState
from display.words import Text, text
from hal.keys.keys import Gesture, Key, Press
from hal.signal.signal import Cue
from hal.table.table import RecordEdited

SPELLED = step_row(Step.SPELLED)
UNREAD = text("The next question comes onto the panel: press once you have read it.")
OF_WRONG_CODE = text("That was the rest of a code that is not possible: type the code again.")
ONLY_HELD = text("A round is accepted by holding C, for a second.")
SAME_CODE_S = 1.0
"""A key that follows a wrong one within so many seconds belongs to the same code: fingers take half of that."""


class Presses:
    """Finds out what presses mean, and does it."""

    def __init__(
        self,
        state: TableState,
        responder: Responder,
        doing: PressHandlers,
        health: Health,
        stillness: Stillness,
        *,
        by_hand: Callable[[], bool],
    ) -> None:
        self._state = state
        self._responder = responder
        self._doing = doing
        self._health = health
        self._stillness = stillness
        self._by_hand = by_hand
        self._last: Press | None = None
        self._wrong: Press | None = None
        """The last key that was no part of a code, or followed such a one at once."""
        self._details_menu = DetailsAndMenu(state, responder, doing)
        self._going_on = HoldC(state, responder, doing, health, self._carry_out, by_hand=by_hand)
        self.stop_past_game = doing.declaring.stop_past_game
        self._at_once: dict[Do, Callable[[Press], None]] = {
            Do.AGAIN: doing.declaring.rematch,
            Do.ANOTHER: doing.declaring.another,
            Do.SAME_PEOPLE: doing.declaring.same_people,
            Do.REDO: doing.declaring.redo,
            Do.CALL: doing.calling.call,
        }

    def hear(self, press: Press) -> None:
        """Handle a press or hold."""
        view = self._state.view
        blind, self._last = self._reason_unread(press), press
        if blind is not None:
            self._responder.refuse_apart(blind, press.source)
        elif isinstance(view, KeysView):
            self._responder.turn(PlayView(), press.source)
        elif press.gesture is Gesture.HOLD:
            self._handle_hold(press)
        elif isinstance(view, DetailsView | RoundView) and self._details_menu.hides_question(press):
            self._details_menu.leave_details(press)
        elif isinstance(view, AssignView):
            self._doing.pods.assign(view.seat, press)
        else:
            self._handle_key(press)

    def _reason_unread(self, press: Press) -> Text | None:
        """Why a press is refused before the panel shows the newest page; None if it may count."""
        if _answers_unseen_page(self._state, press, self._last):
            return UNREAD if self._responder.unseen(press) else None
        if self._wrong is None or not _ends_wrong_code(press, self._wrong):
            return None
        if not self._by_hand() or not self._responder.unseen(press):
            return None
        self._wrong = press
        return OF_WRONG_CODE

    def _handle_hold(self, press: Press) -> None:
        match press.key:
            case Key.A:
                self._undo(press)
            case Key.B:
                self._details_menu.details(press)
            case Key.C if self._state.is_incomplete(press.source) and not _has_notice(self._health, self._doing):
                told = text("This is not complete yet: type the rest, or hold A to take back what is typed.")
                self._responder.refuse(not_possible(told, left=True), press.source)
            case Key.C:
                self._going_on.go_on(press)
            case Key.D:
                self._details_menu.menu(press)

    def chosen(self, line: int, at: float) -> None:
        """Handle the choice of a line of the record, from 1, beside the panel."""
        self._doing.correcting.choose_line(line, Press(Key.D, Gesture.PRESS, at))

    def game_chosen(self, number: int, at: float) -> None:
        """Handle the choice of a past game beside the panel."""
        self._doing.past.visits.open_game(number, Press(Key.D, Gesture.PRESS, at))

    def edited(self, edited: RecordEdited, at: float) -> None:
        """Handle a record that was edited as text beside the panel."""
        self._doing.correcting.read_text(edited, Press(Key.D, Gesture.PRESS, at))

    def _handle_key(self, press: Press) -> None:
        self._state.notice = None
        match self._state.entry.press(press.source, press.key):
            case PartialCode():
                self._responder.cue(Cue.HEARD, press.source)
                self._responder.say(press.source)
                self._stillness.half_typed(press.at)
            case InvalidCode() as empty:
                self._refuse_wrong_key(empty, press)
            case Barred(sentence):
                self._responder.refuse(not_possible(sentence, left=_is_half_typed(self._state, press)), press.source)
            case NotAsked(seat):
                player = self._state.log.players[seat]
                self._responder.refuse_apart(text("{player} is not asked now.", player=player), press.source)
            case CompleteCode(means):
                if self._health.slow:
                    # Whoever had no answer would press again.
                    self._responder.cue(Cue.HEARD, press.source)
                self._carry_out(means, press)

    def _refuse_wrong_key(self, empty: InvalidCode[Any], press: Press) -> None:
        """Refuse a key that is no part of a code. On a summary that people read, no notice hides the points."""
        state, self._wrong = self._state, press
        if self._by_hand() and state.session.stage is Stage.SUMMARY and isinstance(state.view, PlayView):
            self._responder.refuse_apart(ONLY_HELD, press.source)
            return
        held = pages.holds(state.session, state.view, state.prompt, state.memory)
        self._responder.refuse(wrong_keys_notice(empty, held, left=_is_half_typed(state, press)), press.source)

    def _carry_out(self, means: Meaning, press: Press) -> None:
        """Carry out a complete key code."""
        if isinstance(self._state.view, ArchiveView):
            self._doing.past.visits.choose(means, self._state.view, press)
        else:
            self._do_in_game(cast("GameMeaning", means), press)

    def _do_in_game(self, means: GameMeaning, press: Press) -> None:
        view, self._state.view = self._state.view, PlayView()
        if means == SPELLED and not isinstance(view, SameNameView):
            known = _same_name_question(self._state)
            if known is not None:
                self._responder.turn(known, press.source)
                return
        if isinstance(means, JournalRow):
            self._doing.declaring.perform(means, press)
        elif isinstance(means, Do):
            self._do(means, view, press)
        elif isinstance(means, AssignView):
            self._responder.turn(means, press.source)
        elif isinstance(means, Speak):
            # Only a new box asks for it so.
            self._state.view = self._state.first
            self._doing.languages.speak(means.code, press.source)
        elif isinstance(means, Join):
            self._doing.calling.join(means.digits, press)
        else:
            self._declare(means, view, press)

    def _declare(self, means: Declaration | Prepared | EditAt, view: View, press: Press) -> None:
        """Carry out a declaration, the beginning of several, or an edit of a past one."""
        if isinstance(means, EditAt):
            self._doing.correcting.choose(means, view, press)
        elif isinstance(means, Prepared):
            self._state.entry.prepare(means)
            self._responder.turn(PlayView(), press.source)
        elif isinstance(means, SaidTogether):
            self._doing.declaring.declare_together(means, press)
        elif isinstance(view, AskAgainView):
            self._doing.correcting.declare(means, view, press)
        else:
            self._doing.declaring.declare(means, press)

    def _do(self, does: Do, view: View, press: Press) -> None:
        at_once = self._at_once.get(does)
        if at_once is not None:
            at_once(press)
        elif does in PAST:
            self._doing.past.visits.begin(does, press)
        elif does is Do.INVITE:
            self._doing.past.visits.invite(press)
        elif does is Do.LET_STAND:
            assert isinstance(view, WaiverView)
            self._doing.declaring.declare(view.declaration, press, stands=True)
        elif does is Do.KEYS:
            self._responder.turn(KeysView(), press.source)
        elif does is Do.LANGUAGE:
            self._doing.languages.next(press.source)
        else:
            self._responder.turn(PlayView(), press.source)

    def _undo(self, press: Press) -> None:
        """Hold A: delete the last input; else go back in a correction; else close what lies over the game; else undo.

        An earlier game is left once everything done to it is undone.
        """
        if self._state.entry.typed(press.source):
            self._responder.take_back(press.source)
        elif isinstance(view := self._state.view, ArchiveView):
            self._doing.past.visits.back(view, press)
        elif not isinstance(view, PlayView):
            self._responder.turn(view_before(view) or PlayView(), press.source)
        elif self._state.log.current.unchanged:
            self._doing.past.visits.leave_earlier(press)
        else:
            self._doing.declaring.undo(press)


def _ends_wrong_code(press: Press, wrong: Press) -> bool:
    """Whether a key follows a wrong one so soon that it was typed as the rest of the same code, without a look."""
    if press.gesture is Gesture.HOLD or press.source != wrong.source:
        return False
    return press.at - wrong.at < SAME_CODE_S


def _answers_unseen_page(state: TableState, press: Press, last: Press | None) -> bool:
    """Whether a press answers a page that is not on the panel yet, so that nobody can have read it.

    That is any press while the keys are explained, and a repeated key after which the box asked, or ended the game,
    unexpectedly.
    """
    view = state.view
    if isinstance(view, KeysView):
        return True
    if last is None or (press.key, press.gesture) != (last.key, last.gesture) or press.gesture is Gesture.HOLD:
        return False
    # A game in which somebody is asked is not over: most presses need no look at the session.
    over = isinstance(view, PlayView) and not state.prompt.asked and state.session.stage is Stage.FINAL
    return over or isinstance(view, WaiverView | SameNameView | ConsequencesView)


def _has_notice(health: Health, doing: PressHandlers) -> bool:
    """Whether disk, panel or club have a notice that holding C closes."""
    return bool(health.notice) or doing.calling.has_notice


def _is_half_typed(state: TableState, press: Press) -> bool:
    """Whether something is still typed after the wrong keys were dropped."""
    return bool(state.entry.typed(press.source))


def _same_name_question(state: TableState) -> SameNameView | None:
    """The question whether a spelled name is a similar known one, of somebody not seated yet; None if there is none."""
    seated = {name_key(name) for name in state.session.names}
    free = (name for name in state.names if name_key(name) not in seated)
    spelled = state.session.spelled or ""
    known = similar_name(spelled, free)
    return None if known is None else SameNameView(spelled, known)
