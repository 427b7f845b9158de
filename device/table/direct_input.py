"""Input without the four keys: by pointing, by typed words and numbers, and by the editing keys of a keyboard.

Each input is translated to presses of the four keys, so it can do nothing that they could not do.
"""

from __future__ import annotations

from collections.abc import Callable

from device.contract.keycodes import NONE, keys_for
from device.session.name_entry import asks_letters
from device.session.prompts import ArchiveView, PlayView
from device.session.session import Stage, Step, step_row
from device.table.responder import Responder
from device.table.table_state import TableState
from device.table.typed_words import done_keys, keys_for_words
from display.vocabulary import Page
from display.words import text
from hal.keys.keys import Gesture, Key, Press
from hal.signal.signal import Cue
from hal.table.table import DirectAnswer, EditingKey, Pointed, WordsTyped

LATE = text("The panel asks something else by now: look again.")

UNKNOWN = text("That is no answer here, or several begin so. What there is to choose stands on the panel.")
"""The typed text is not repeated: it may be secret."""

_SPELLED_AT = {Stage.SEAT: step_row(Step.SPELL), Stage.TITLE: step_row(Step.SPELL_TITLE)}
"""The step that leads to the letters of a name that is not offered, by stage."""


class DirectInput:
    """Translates such input to key presses. `press` handles one press; `page` returns the newest page."""

    def __init__(
        self, state: TableState, responder: Responder, press: Callable[[Press], None], page: Callable[[], Page]
    ) -> None:
        self._state = state
        self._responder = responder
        self._press = press
        self._page = page

    def answer(self, wanted: DirectAnswer, at: float) -> None:
        """Handle an input made at time `at`."""
        if isinstance(wanted, Pointed):
            self._point(wanted, at)
        elif isinstance(wanted, WordsTyped):
            self._type(wanted.words.strip(), at)
        else:
            self._edit(wanted.key, at)

    def _point(self, wanted: Pointed, at: float) -> None:
        if wanted.turn != self._responder.question:
            self._responder.refuse_apart(LATE, "")
        elif wanted.held:
            self._press(Press(Key(wanted.keys), Gesture.HOLD, at, informed=True))
        else:
            self._enter(wanted.keys, at)

    def _enter(self, keys: str, at: float) -> bool:
        """Press the keys of a code, after dropping a half-typed one.

        Returns False if a key before the last meant nothing.
        """
        self._state.entry.forget("")
        for count, key in enumerate(keys, 1):
            self._press(Press(Key(key), Gesture.PRESS, at, informed=True))
            if count < len(keys) and self._state.entry.typed("") != keys[:count]:
                return False
        if self._state.entry.typed(""):
            # Somebody who presses keys may know the next one by heart, but somebody who points needs the page.
            self._responder.show()
        return True

    def _hold(self, key: Key, at: float) -> None:
        self._press(Press(key, Gesture.HOLD, at))

    # Words and figures

    def _type(self, words: str, at: float) -> None:
        expected = self._state.entry.expected("")
        if not words or expected is None:
            self._responder.cue(Cue.REFUSED)
            return
        level, rest = expected
        if asks_letters(level):
            self._state.entry.forget("")
            self._spell(words, at)
            return
        typed = self._state.entry.typed("")
        before = typed[: len(typed) - len(rest)]
        spelling = self._spelled_by()
        keys = keys_for_words(level, words, self._state.language, begun=spelling is None)
        if keys is not None:
            self._enter(before + keys, at)
        elif spelling is not None and self._enter(spelling, at):
            self._spell(words, at)
        else:
            self._responder.refuse_apart(UNKNOWN, "")

    def _spelled_by(self) -> str | None:
        """The code that leads to the letters of a name that is not offered; None if there is none."""
        wanted = _SPELLED_AT.get(self._state.session.stage) if isinstance(self._state.view, PlayView) else None
        return None if wanted is None else keys_for(self._state.prompt.level, wanted)

    def _spell(self, name: str, at: float) -> None:
        """Spell a whole name, letter by letter. Stop at the first letter that is not accepted."""
        for letter in name:
            code = keys_for(self._state.prompt.level, step_row(Step.LETTER, letter))
            session = self._state.session
            if code is None or not self._enter(code, at):
                self._responder.refuse_apart(UNKNOWN, "")
                return
            if self._state.session is session and not isinstance(self._state.view, ArchiveView):
                return  # it was refused, with a sentence
        self._enter(self._state.prompt.level.code(NONE), at)

    # Keys of every keyboard

    def _edit(self, key: EditingKey, at: float) -> None:
        match key:
            case EditingKey.ENTER:
                done = self._confirmed_by(at)
            case EditingKey.ESCAPE:
                done = self._left(at)
            case EditingKey.BACKSPACE:
                done = self._erased(at)
            case EditingKey.REDO:
                done = any(hold.redoes for hold in self._page().holds)
                if done:
                    self._hold(Key.C, at)
        if not done:
            self._responder.cue(Cue.REFUSED)

    def _confirmed_by(self, at: float) -> bool:
        """Enter: end an entry, else do what holding C does, except a redo. Returns whether there was any of it."""
        expected = self._state.entry.expected("")
        code = None if expected is None else done_keys(expected[0])
        if expected is not None and code is not None:
            typed = self._state.entry.typed("")
            return self._enter(typed[: len(typed) - len(expected[1])] + code, at)
        if not any(hold.key == Key.C and not hold.redoes for hold in self._page().holds):
            return False
        self._hold(Key.C, at)
        return True

    def _left(self, at: float) -> bool:
        """Escape: drop a half-typed code, else close what lies over the game. Returns whether there was any of it."""
        if self._state.entry.typed(""):
            self._state.entry.forget("")
            self._responder.take_back("")
        elif not isinstance(self._state.view, PlayView):
            self._hold(Key.A, at)
        elif self._state.notice is not None:
            self._responder.turn(PlayView(), "")
        else:
            return False
        return True

    def _erased(self, at: float) -> bool:
        """Backspace: delete the last key of a code, or the last letter of a name.

        Returns whether there was any of it.
        """
        view = self._state.view
        spelled = view.page.spelled if isinstance(view, ArchiveView) else self._state.session.spelled
        if not self._state.entry.typed("") and not spelled:
            return False
        self._hold(Key.A, at)
        return True
