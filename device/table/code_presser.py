"""Presses and holds of the box's keys that stand for other input, such as a click or a typed word."""

from __future__ import annotations

from collections.abc import Callable

from device.session.prompts import ArchiveView, PlayView
from device.table.responder import Responder
from device.table.table_state import TableState
from display.vocabulary import Page
from hal.keys.keys import Gesture, Key, Press

BOX = ""
"""The source of the box's own keys."""


class CodePresser:
    """Presses whole codes and holds keys. `press` handles one press; `page` returns the newest page."""

    def __init__(
        self, state: TableState, responder: Responder, press: Callable[[Press], None], page: Callable[[], Page]
    ) -> None:
        self._state = state
        self._responder = responder
        self._press = press
        self._page = page

    def enter(self, keys: str, time_s: float) -> bool:
        """Press the keys of a code, after dropping a half-typed one.

        Returns False if a key before the last meant nothing.
        """
        self._state.entry.drop_code(BOX)
        for count, key in enumerate(keys, 1):
            self._press(Press(Key(key), Gesture.PRESS, time_s, answers_newest_question=True))
            if count < len(keys) and self._state.entry.typed_keys(BOX) != keys[:count]:
                return False
        if self._state.entry.typed_keys(BOX):
            # Somebody who presses keys may know the next one by heart, but somebody who points needs the page.
            self._responder.offer_page()
        return True

    def hold(self, key: Key, time_s: float, *, answers_newest_question: bool = False) -> None:
        """Hold a key, whatever is typed."""
        self._press(Press(key, Gesture.HOLD, time_s, answers_newest_question=answers_newest_question))

    def hold_through_name(self, key: Key, time_s: float) -> None:
        """Hold a key; if that undoes or redoes a spelled name, do so with all its letters: it was typed as a whole."""
        was_spelling = self._is_name_spelled
        self.hold(key, time_s)
        while not was_spelling and self._is_name_spelled and (key is Key.A or self.can_redo):
            self.hold(key, time_s)

    @property
    def can_redo(self) -> bool:
        """Whether holding C redoes what was undone."""
        return any(hold.is_redo for hold in self._page().holds)

    @property
    def _is_name_spelled(self) -> bool:
        return isinstance(self._state.view, PlayView) and self._state.session.spelled is not None

    @property
    def spelled_letters(self) -> str:
        """The letters of a name so far, where one is spelled; else empty."""
        view = self._state.view
        return (view.page.spelled if isinstance(view, ArchiveView) else self._state.session.spelled) or ""
