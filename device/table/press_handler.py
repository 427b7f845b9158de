"""The meaning of each press: a key of a code, or a hold, which is the same command in every view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

from device.contract.declarations import BegunAnswers, Declaration, JointDeclaration
from device.contract.keycodes import CompleteCode, InvalidCode, PartialCode
from device.pages import build as pages
from device.pages.wrong_keys import refused_keys_notice, wrong_keys_notice
from device.session import prompts
from device.session.club_digits import JoinClub
from device.session.line_choice import AskAgainView, ConsequencesView, EditAt
from device.session.names import name_key, similar_name
from device.session.rows import JournalRow
from device.session.session import Stage, Step, step_row
from device.table.code_entry import BarredCell, SeatNotAsked
from device.table.events import OpeningReason
from device.table.health import Health
from device.table.hold_actions import HoldActions, PressHandlers
from device.table.language_switch import switch_language
from device.table.responder import Responder
from device.table.stillness import Stillness
from device.table.table_state import TableState
from display.words import Text, text
from hal.keys.keys import Gesture, Key, Press
from hal.signal.signal import Cue
from hal.table.table import GameChosen, GameStopRequested, LineChosen, RecordEdited

SPELLED = step_row(Step.SPELLED)
UNREAD_QUESTION = text("The next question comes onto the panel: press once you have read it.")
REST_OF_WRONG_CODE = text("That was the rest of a code that did not count: type the code again.")
HOLD_TO_ACCEPT = text("A round is accepted by holding C, for a second.")
SAME_CODE_S = 1.0
"""A key that follows a wrong one within so many seconds belongs to the same code: fingers take half of that."""


class PressHandler:
    """Finds out what presses mean, and does it."""

    def __init__(
        self, state: TableState, responder: Responder, handlers: PressHandlers, health: Health, stillness: Stillness
    ) -> None:
        self._state = state
        self._responder = responder
        self._handlers = handlers
        self._health = health
        self._stillness = stillness
        self._last_press: Press | None = None
        self._wrong_press: Press | None = None
        """The last key that was no part of a code or closed details, or followed such a one at once."""
        self._hold_actions = HoldActions(state, responder, handlers, health, self._carry_out)
        begin = handlers.declarations.begin_game
        begin_rematch = partial(state.games.begin_rematch, state.present_name)
        begin_with_same_people = partial(state.games.begin_with_same_people, state.present_name)
        self._direct_actions: dict[prompts.Action, Callable[[Press], None]] = {
            prompts.Action.AGAIN: partial(begin, begin_rematch, OpeningReason.REMATCH),
            prompts.Action.ANOTHER: partial(begin, state.games.begin_another, OpeningReason.ANOTHER),
            prompts.Action.SAME_PEOPLE: partial(begin, begin_with_same_people, OpeningReason.SAME_PEOPLE),
            prompts.Action.REDO: handlers.declarations.redo,
            prompts.Action.CALL: handlers.club_requests.call_director,
            prompts.Action.LANGUAGE: lambda press: switch_language(state, responder, press.source),
        }

    def handle(self, press: Press) -> None:
        """Handle a press or hold."""
        view = self._state.view
        refusal, self._last_press = self._refusal_of_unread_press(press), press
        if refusal is not None:
            self._responder.refuse_at_source(refusal, press.source)
        elif isinstance(view, prompts.KeysView):
            self._responder.show_view(prompts.previous_view(view), press.source)
        elif press.gesture is Gesture.HOLD:
            self._hold_actions.handle(press)
        elif isinstance(view, prompts.HidingView) and self._is_question_hidden(press):
            self._leave_details(press)
        elif isinstance(view, prompts.AssignView):
            self._handlers.pods.assign_seat(view.seat, press)
        else:
            self._handle_key(press)

    def _refusal_of_unread_press(self, press: Press) -> Text | None:
        """Why a press is refused before the panel shows the newest page; None if it may count.

        The rest of a code whose first key was wrong, or closed details, does not count either.
        """
        if _answers_unseen_page(self._state, press, self._last_press):
            return UNREAD_QUESTION if self._responder.is_unseen(press) else None
        if self._wrong_press is None or not _ends_wrong_code(press, self._wrong_press):
            return None
        if not self._state.settings.has_people_at_keys() or not self._responder.is_unseen(press):
            return None
        self._wrong_press = press
        return REST_OF_WRONG_CODE

    def _is_question_hidden(self, press: Press) -> bool:
        """Whether the details on the page hide the question that this press answers; a pod at a seat has its own."""
        return not press.answers_newest_question and self._state.entry.is_common(press.source)

    def _leave_details(self, press: Press) -> None:
        """Show the question again; the key does nothing else, because the player could not read the question. Keys that
        follow at once belong to the same code."""
        self._wrong_press = press
        self._responder.show_view(prompts.PlayView(), press.source)

    def handle_choice(self, choice: RecordEdited | LineChosen | GameChosen | GameStopRequested, time_s: float) -> None:
        """Handle what was chosen beside the panel, whatever the panel shows: a line, or a past game."""
        press = Press(Key.D, Gesture.PRESS, time_s)
        match choice:
            case RecordEdited():
                self._handlers.corrections.show_edited_record(choice, press)
            case LineChosen():
                self._handlers.corrections.choose_line(choice.line_number, press)
            case GameChosen():
                self._handlers.archive.visits.open_game(choice.game_number, press)
            case GameStopRequested():
                self._handlers.declarations.stop_past_game(choice)

    def spell_past_name(self, name: str, press: Press) -> None:
        """Take a whole name that was typed where pages of the past have one spelled."""
        self._handlers.archive.visits.spell_name(name, press)

    def _handle_key(self, press: Press) -> None:
        self._state.notice = None
        match self._state.entry.handle_key(press.source, press.key):
            case PartialCode():
                self._responder.play_cue(Cue.HEARD, press.source)
                self._responder.show_status(press.source)
                self._stillness.note_half_typed(press.time_s)
            case InvalidCode() as invalid_code:
                self._refuse_wrong_key(invalid_code, press)
            case BarredCell(sentence):
                notice = refused_keys_notice(sentence, is_kept=_is_half_typed(self._state, press))
                self._responder.refuse(notice, press.source)
            case SeatNotAsked(seat):
                player = self._state.games.players[seat]
                self._responder.refuse_at_source(text("{player} is not asked now.", player=player), press.source)
            case CompleteCode(meaning):
                if self._health.is_disk_slow:
                    # Whoever had no answer would press again.
                    self._responder.play_cue(Cue.HEARD, press.source)
                self._carry_out(meaning, press)

    def _refuse_wrong_key(self, invalid_code: InvalidCode[Any], press: Press) -> None:
        """Refuse a key that is no part of a code. On a summary that people read, no notice hides the points."""
        state, self._wrong_press = self._state, press
        shows_points = state.session.stage is Stage.SUMMARY and isinstance(state.view, prompts.PlayView)
        if shows_points and (state.settings.has_people_at_keys() or self._responder.has_readout):
            self._responder.refuse_at_source(HOLD_TO_ACCEPT, press.source)
            return
        holds = pages.holds(state.session, state.view, state.prompt, state.facts)
        notice = wrong_keys_notice(invalid_code, holds, is_kept=_is_half_typed(state, press))
        self._responder.refuse(notice, press.source)

    def _carry_out(self, meaning: prompts.Meaning, press: Press) -> None:
        """Carry out a complete key code."""
        if isinstance(self._state.view, prompts.ArchiveView):
            self._handlers.archive.visits.choose(meaning, self._state.view, press)
        else:
            self._do_in_game(cast("prompts.GameMeaning", meaning), press)

    def _do_in_game(self, meaning: prompts.GameMeaning, press: Press) -> None:
        view, self._state.view = self._state.view, prompts.PlayView()
        if meaning == SPELLED and not isinstance(view, prompts.SameNameView):
            meaning = _row_that_ends_spelling(self._state)
            same_name = _same_name_question(self._state) if meaning == SPELLED else None
            if same_name is not None:
                self._responder.show_view(same_name, press.source)
                return
        if isinstance(meaning, JournalRow):
            self._handlers.declarations.perform_step(meaning, press)
        elif isinstance(meaning, prompts.Action):
            self._do(meaning, view, press)
        elif isinstance(meaning, prompts.AssignView):
            self._responder.show_view(meaning, press.source)
        elif isinstance(meaning, prompts.UseLanguage):
            # Only a new box asks for it so.
            self._state.view = self._state.first_view
            switch_language(self._state, self._responder, press.source, meaning.code)
        elif isinstance(meaning, JoinClub):
            self._handlers.club_requests.join_club(meaning.digits, press)
        else:
            self._declare(meaning, view, press)

    def _declare(self, meaning: Declaration | BegunAnswers | EditAt, view: prompts.View, press: Press) -> None:
        """Carry out a declaration, the beginning of several, or an edit of a past one."""
        if isinstance(meaning, EditAt):
            self._handlers.corrections.edit_line(meaning, view, press)
        elif isinstance(meaning, BegunAnswers):
            self._state.entry.prepare_answers(meaning)
            self._responder.show_view(prompts.PlayView(), press.source)
        elif isinstance(meaning, JointDeclaration):
            self._handlers.declarations.declare_together(meaning, press)
        elif isinstance(view, AskAgainView):
            self._handlers.corrections.declare(meaning, view, press)
        else:
            self._handlers.declarations.declare(meaning, press)

    def _do(self, action: prompts.Action, view: prompts.View, press: Press) -> None:
        if action in self._direct_actions:
            self._direct_actions[action](press)
        elif action in prompts.ARCHIVE_ENTRIES:
            self._handlers.archive.visits.open_entry(action, view, press)
        elif action is prompts.Action.LET_STAND:
            assert isinstance(view, prompts.WaiverView)
            self._handlers.declarations.declare(view.declaration, press, stands=True)
        elif action is prompts.Action.KEYS:
            self._responder.show_view(prompts.KeysView(prompts.previous_view(view)), press.source)
        elif action is prompts.Action.BACK:
            self._responder.show_view(prompts.previous_view(view), press.source)
        else:
            self._responder.show_view(prompts.PlayView(), press.source)


def _ends_wrong_code(press: Press, wrong_press: Press) -> bool:
    """Whether a key follows a wrong one so soon that it was typed as the rest of the same code, without a look."""
    if press.gesture is Gesture.HOLD or press.source != wrong_press.source:
        return False
    return press.time_s - wrong_press.time_s < SAME_CODE_S


def _answers_unseen_page(state: TableState, press: Press, previous_press: Press | None) -> bool:
    """Whether a press answers a page that is not on the panel yet, so that nobody can have read it.

    That is any press while the keys are explained, and a repeated key after which the box asked, or ended the game,
    unexpectedly.
    """
    view = state.view
    if isinstance(view, prompts.KeysView):
        return True
    if previous_press is None or press.gesture is Gesture.HOLD:
        return False
    if (press.key, press.gesture) != (previous_press.key, previous_press.gesture):
        return False
    # A game in which somebody is asked is not over: most presses need no look at the session.
    is_over = isinstance(view, prompts.PlayView) and not state.prompt.asked and state.session.stage is Stage.FINAL
    return is_over or isinstance(view, prompts.WaiverView | prompts.SameNameView | ConsequencesView)


def _is_half_typed(state: TableState, press: Press) -> bool:
    """Whether something is still typed after the wrong keys were dropped."""
    return bool(state.entry.typed_keys(press.source))


def _row_that_ends_spelling(state: TableState) -> JournalRow:
    """The end of a spelled name; if somebody had that name before, or is offered with other capitals, the step that
    seats this person by today's name, or by the name under which the person was seated before a renaming."""
    spelled = state.session.spelled or ""
    offered_names = {name_key(name): name for name in state.offered_names}
    present = offered_names.get(name_key(spelled)) or state.present_name(spelled)
    seated_names = dict(zip(map(name_key, state.present_names), state.session.names, strict=True))
    present = seated_names.get(name_key(present), present)
    return SPELLED if present == spelled else step_row(Step.MEANT, present)


def _same_name_question(state: TableState) -> prompts.SameNameView | None:
    """The question whether a spelled name is a similar known one, of somebody not seated yet; None if there is none."""
    seated_keys = {name_key(name) for name in (*state.session.names, *state.present_names)}
    free_names = (name for name in state.offered_names if name_key(name) not in seated_keys)
    spelled = state.session.spelled or ""
    known_name = similar_name(spelled, free_names)
    return None if known_name is None else prompts.SameNameView(spelled, known_name)
