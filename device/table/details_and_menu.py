"""Handles holding B and D (details, menu, and from details a correction), and keys pressed while details hide the
question."""

from __future__ import annotations

from device.contract.keycodes import PartialCode
from device.pages.wrong_keys import not_possible
from device.session.line_choice import AskAgainView, CorrectionView
from device.session.prompts import ArchiveView, DetailsView, MenuView, PlayView, RoundView, next_details
from device.table.hold_c import PressHandlers
from device.table.responder import Responder
from device.table.table_state import TableState
from display.words import text
from hal.keys.keys import Press
from hal.signal.signal import Cue


class DetailsAndMenu:
    """Handles holds of B and D, and keys on pages of details. Each method gives the answer to its press."""

    def __init__(self, state: TableState, responder: Responder, handlers: PressHandlers) -> None:
        self._state = state
        self._responder = responder
        self._handlers = handlers

    def show_details(self, press: Press) -> None:
        """Hold B: the next page of details or of the history; in the menu and in a correction, lines to correct."""
        view = self._state.view
        if isinstance(view, ArchiveView):
            self._handlers.archive.visits.next_page(view, press)
        elif isinstance(view, CorrectionView):
            self._handlers.correcting.point_elsewhere(view, press)
        elif isinstance(view, MenuView):
            self._handlers.correcting.point_at_rounds(view, press)
        else:
            self._responder.show_view(next_details(self._state.session, view, self._state.round_so_far), press.source)

    def toggle_menu(self, press: Press) -> None:
        """Hold D: show the menu, or the game again; on details begin to correct a line of their round; in a correction
        show the menu of its question."""
        view = self._state.view
        if isinstance(view, RoundView) or (isinstance(view, DetailsView) and self._state.session.options_set):
            self._handlers.correcting.point_at_round(view, press)
        elif isinstance(view, AskAgainView):
            self._handlers.correcting.turn_menu(view, press)
        elif isinstance(view, CorrectionView):
            self._handlers.correcting.refuse_hold(press)
        else:
            self._responder.show_view(PlayView() if isinstance(view, MenuView) else MenuView(), press.source)

    def hides_question(self, press: Press) -> bool:
        """Whether the details on the page hide the question that this press answers; a pod at a seat has its own."""
        return not press.answers_newest_question and self._state.entry.is_common(press.source)

    def leave_details(self, press: Press) -> None:
        """Show the question again, with the key if it begins a code. A key that would be a whole answer is refused,
        because the player could not read the question."""
        state = self._state
        state.view, state.notice = PlayView(), None
        state.update_question()
        is_typed = bool(state.entry.typed_keys(press.source))
        if not is_typed and isinstance(state.entry.handle_key(press.source, press.key), PartialCode):
            self._responder.play_cue(Cue.HEARD, press.source)
            self._responder.ask_again()
            self._responder.show_status(press.source)
        else:
            sentence = text("Details hid the question: {key} was not counted.", key=press.key)
            left = bool(state.entry.typed_keys(press.source))
            self._responder.refuse(not_possible(sentence, left=left), press.source)
