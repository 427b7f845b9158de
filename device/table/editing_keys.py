"""The editing keys of a keyboard beside the panel: Enter, Escape, Backspace, undo and redo."""

from __future__ import annotations

from collections.abc import Callable

from device.contract.keycodes import keys_for
from device.session.prompts import Action, HidingView, KeysView, MenuView, PlayView
from device.table.code_presser import BOX, CodePresser
from device.table.responder import Responder
from device.table.table_state import TableState
from device.table.typed_words import done_keys
from display.vocabulary import Page
from hal.keys.keys import Key
from hal.table.table import EditingKey


class EditingKeys:
    """Does what editing keys mean on the page that `page` returns."""

    def __init__(self, state: TableState, responder: Responder, presser: CodePresser, page: Callable[[], Page]) -> None:
        self._state = state
        self._responder = responder
        self._presser = presser
        self._page = page

    def handle(self, key: EditingKey, time_s: float) -> bool:
        """Handle a key pressed at `time_s`. Returns False if there was nothing to do."""
        match key:
            case EditingKey.ENTER:
                return self._confirm(time_s)
            case EditingKey.ESCAPE:
                return self._escape(time_s)
            case EditingKey.BACKSPACE:
                return self._erase(time_s)
            case EditingKey.UNDO:
                self._undo(time_s)
            case EditingKey.HOLD_A:
                self._presser.hold_through_name(Key.A, time_s)
            case EditingKey.REDO if self._presser.can_redo:
                self._presser.hold_through_name(Key.C, time_s)
            case EditingKey.REDO:
                return self._redo_by_menu(time_s)
        return True

    def _redo_by_menu(self, time_s: float) -> bool:
        """Redo as the menu does, where holding C does something else: it accepts the round that is asked about."""
        view = self._state.view
        if not isinstance(view, PlayView | MenuView) or not self._state.facts.can_redo:
            return False
        if isinstance(view, PlayView):
            self._presser.hold(Key.D, time_s)
        code = keys_for(self._state.prompt.level, Action.REDO)
        return code is not None and self._presser.enter(code, time_s)

    def _undo(self, time_s: float) -> None:
        """Undo, or go back in a correction or the past. Details and the menu are closed before: no undo is theirs."""
        if isinstance(self._state.view, HidingView | MenuView):
            self._state.entry.drop_code(BOX)
            self._presser.hold(Key.A, time_s)
        self._presser.hold_through_name(Key.A, time_s)

    def _confirm(self, time_s: float) -> bool:
        """End an entry, else do what holding C does, except a redo."""
        if isinstance(self._state.view, KeysView):
            return self._presser.enter("A", time_s)  # any key closes this page
        entry = self._state.entry
        partial_code = None if isinstance(self._state.view, HidingView) else entry.partial_code(BOX)
        code = None if partial_code is None else done_keys(partial_code.level)
        if partial_code is not None and code is not None:
            keys_of_chosen_cells = entry.typed_keys(BOX).removesuffix(partial_code.remaining_keys)
            return self._presser.enter(keys_of_chosen_cells + code, time_s)
        if not any(hold.key == Key.C and not hold.is_redo for hold in self._page().holds):
            return False
        self._presser.hold(Key.C, time_s)
        return True

    def _escape(self, time_s: float) -> bool:
        """Drop a half-typed code, else close what lies over the game."""
        if self._state.entry.typed_keys(BOX):
            self._state.entry.drop_code(BOX)
            self._responder.show_view(self._state.view, BOX)
        elif not isinstance(self._state.view, PlayView):
            self._presser.hold(Key.A, time_s)
        elif self._state.notice is not None:
            self._responder.show_view(PlayView(), BOX)
        else:
            return False
        return True

    def _erase(self, time_s: float) -> bool:
        """Delete the last key of a code, or the last letter of a name."""
        if not self._state.entry.typed_keys(BOX) and not self._presser.spelled_letters:
            return False
        self._presser.hold(Key.A, time_s)
        return True
