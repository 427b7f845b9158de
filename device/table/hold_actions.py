"""Holding a key: A takes back, B shows details, C goes on, D opens the menu, in every view."""

from __future__ import annotations

from collections.abc import Callable

from device.pages.wrong_keys import refused_keys_notice
from device.session.line_choice import AskAgainView, ConsequencesView, CorrectionView
from device.session.prompts import (
    Action,
    ArchiveView,
    DetailsView,
    Meaning,
    MenuView,
    PlayView,
    RoundView,
    next_details_view,
    previous_view,
)
from device.session.session import Session, Stage, Step, step_row
from device.table.club_requests import ClubRequests
from device.table.correction_handler import CorrectionHandler
from device.table.declaration_handler import DeclarationHandler
from device.table.health import Health
from device.table.lazy_archive import LazyArchive
from device.table.open_game import is_continued
from device.table.responder import Responder
from device.table.table_pods import TablePods
from device.table.table_state import TableState
from display.words import text
from hal.keys.keys import Key, Press
from values.named_tuple import NamedTuple

HOLD_AGAIN_FOR_POINTS = text("The round is over: its points come onto the panel. Hold C again once you have read them.")
HOLD_AGAIN_FOR_QUESTION = text("The next question comes onto the panel. Hold C again once you have read it.")


class PressHandlers(NamedTuple):
    """The objects that carry out what a press means."""

    declarations: DeclarationHandler
    corrections: CorrectionHandler
    pods: TablePods
    archive: LazyArchive
    club_requests: ClubRequests


class HoldActions:
    """Does what holding a key means at the moment. `carry_out` carries out a complete key code."""

    def __init__(
        self,
        state: TableState,
        responder: Responder,
        handlers: PressHandlers,
        health: Health,
        carry_out: Callable[[Meaning, Press], None],
    ) -> None:
        self._state = state
        self._responder = responder
        self._handlers = handlers
        self._health = health
        self._carry_out = carry_out
        self._session_after_hold: Session | None = None
        """The session after the last hold of C that declared an answer or made a correction."""

    def handle(self, press: Press) -> None:
        """Handle a hold."""
        match press.key:
            case Key.A:
                self._take_back(press)
            case Key.B:
                self._show_details(press)
            case Key.C if self._state.is_incomplete(press.source) and not self._has_notice:
                sentence = text("This is not complete yet: type the rest, or hold A to take back what was typed last.")
                self._responder.refuse(refused_keys_notice(sentence, is_kept=True), press.source)
            case Key.C:
                self._go_on(press)
            case Key.D:
                self._toggle_menu(press)

    @property
    def _has_notice(self) -> bool:
        """Whether disk, panel or club have a notice that holding C closes."""
        return bool(self._health.notice) or self._handlers.club_requests.has_notice

    def _take_back(self, press: Press) -> None:
        """Hold A: delete the last input; else go back in a correction; else close what lies over the game; else undo.

        An earlier game is left once everything done to it is undone.
        """
        if self._state.entry.typed_keys(press.source):
            self._responder.delete_last(press.source)
        elif isinstance(view := self._state.view, ArchiveView):
            self._handlers.archive.visits.go_back(view, press)
        elif not isinstance(view, PlayView):
            self._responder.show_view(previous_view(view), press.source)
        elif self._state.games.current.is_unchanged:
            self._handlers.archive.visits.leave_earlier_game(press)
        else:
            self._handlers.declarations.undo(press)

    def _show_details(self, press: Press) -> None:
        """Hold B: the next page of details or of the history; in the menu and in a correction, lines to correct."""
        view = self._state.view
        if isinstance(view, ArchiveView):
            self._handlers.archive.visits.next_page(view, press)
        elif isinstance(view, CorrectionView):
            self._handlers.corrections.show_other_lines(view, press)
        elif isinstance(view, MenuView):
            self._handlers.corrections.show_rounds(view, press)
        else:
            is_first = not isinstance(view, RoundView | DetailsView)
            so_far = self._state.round_so_far if is_first else ()
            is_round_begun = self._state.is_round_begun
            details = next_details_view(self._state.session, view, so_far, is_round_begun=is_round_begun)
            self._responder.show_view(details, press.source)

    def _toggle_menu(self, press: Press) -> None:
        """Hold D: show the menu, or what it lies over; on details begin to correct a line of their round; in a
        correction show the menu of its question."""
        view = self._state.view
        if isinstance(view, RoundView) or (isinstance(view, DetailsView) and self._state.session.options_set):
            self._handlers.corrections.show_lines_of_round(view, press)
        elif isinstance(view, AskAgainView):
            self._handlers.corrections.toggle_menu(view, press)
        elif isinstance(view, MenuView):
            self._responder.show_view(previous_view(view), press.source)
        elif isinstance(view, CorrectionView):
            self._handlers.corrections.refuse_hold(press)
        else:
            menu = MenuView(view if isinstance(view, ArchiveView) else None)
            self._responder.show_view(menu, press.source)

    def _go_on(self, press: Press) -> None:
        """Hold C: make a correction, accept a round's summary, close what lies over the game, retry the disk, or
        redo."""
        view = self._state.view
        if isinstance(view, CorrectionView):
            self._correct(view, press)
            return
        notice_closed = self._health.close_message() or (
            self._state.notice is None and self._handlers.club_requests.close_notice()
        )
        if not isinstance(view, PlayView):
            self._close(press)
        elif self._state.session.stage is Stage.SUMMARY:
            self._accept(press, notice_closed=notice_closed and not self._health.disk_fails)
        elif not (self._state.notice or notice_closed):
            self._confirm_or_redo(press)
        else:
            if (reusable_answer := self._state.reusable_answer) is not None:
                self._state.entry.type_keys(reusable_answer.means)
            self._close(press)

    def _correct(self, view: CorrectionView, press: Press) -> None:
        """Do what the page of a correction offers for holding C.

        If it offers nothing, refuse, so that the correction stays.
        """
        if not isinstance(view, ConsequencesView | AskAgainView) or not self._handlers.corrections.confirm(view, press):
            self._health.retry()
            self._handlers.corrections.refuse_hold(press)
        elif isinstance(self._state.view, PlayView):
            self._session_after_hold = self._state.session

    def _accept(self, press: Press, *, notice_closed: bool) -> None:
        """Accept a round's summary.

        If people press the keys, they must see it first: a notice over it is only closed (`notice_closed` says that one
        just was), and before the summary is on the panel, accepting is refused. If a script does, only a second hold of
        C before that is refused.
        """
        has_people_at_keys = self._state.settings.has_people_at_keys()
        if has_people_at_keys and (notice_closed or self._state.notice is not None):
            self._close(press)
        elif (has_people_at_keys and self._responder.is_unseen(press)) or self._is_held_again(press):
            self._responder.refuse_at_source(HOLD_AGAIN_FOR_POINTS, press.source)
        else:
            self._handlers.declarations.perform_step(step_row(Step.ACCEPT), press)

    def _confirm_or_redo(self, press: Press) -> None:
        """Declare the only answer that fits, if there is one; else redo what was undone."""
        if (offer := self._state.offer(press.source)) is None:
            self._handlers.declarations.redo(press)
        elif self._is_held_again(press):
            self._responder.refuse_at_source(HOLD_AGAIN_FOR_QUESTION, press.source)
        else:
            self._state.entry.drop_code(press.source)
            self._carry_out(offer.means, press)
            self._session_after_hold = self._state.session

    def _is_held_again(self, press: Press) -> bool:
        """Whether C was held before, and the result is not on the panel yet."""
        return self._state.session is self._session_after_hold and self._responder.is_unseen(press)

    def _close(self, press: Press) -> None:
        """Close what lies over the game, or the notice about a press, and retry the disk.

        Pages of the past lead back to the game that is being played, even if they lie over another, earlier one.
        """
        self._health.retry()
        games = self._state.games
        is_over_other_game = games.is_earlier_game and not is_continued(games.current)
        if isinstance(self._state.view, ArchiveView) and is_over_other_game:
            self._handlers.archive.visits.open_entry(Action.IN_PLAY, self._state.view, press)
        else:
            self._responder.show_view(previous_view(self._state.view), press.source)
