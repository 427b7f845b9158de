"""Changing the language of the table."""

from __future__ import annotations

from device.pages import build as pages
from device.system.error_reasons import error_reason
from device.table.events import LanguageChanged
from device.table.responder import Responder
from device.table.table_state import TableState
from display.languages import language, next_language_code
from display.words import text
from hal.signal.signal import Cue


class LanguageSwitch:
    """Changes the language, at once and for later starts."""

    def __init__(self, state: TableState, responder: Responder) -> None:
        self._state = state
        self._responder = responder

    def switch_to_next(self, source: str) -> None:
        """Change to the next language in the order of display/languages.py."""
        self.switch_to(next_language_code(self._state.language.code), source)

    def switch_to(self, code: str, source: str) -> None:
        """Change to a language, given by its code."""
        state = self._state
        state.language = language(code)
        notice = None
        try:
            state.settings.store_language(state.language.code)
        except OSError as error:
            reason = error_reason(error)
            sentence = text("The language is kept until the next start only: {reason}.", reason=reason)
            notice = pages.trouble_notice(sentence)
        self._responder.publish(LanguageChanged(state.language))
        cue = Cue.ACCEPTED if notice is None else Cue.TROUBLE
        self._responder.announce(text("language: {code}", code=state.language.code), source, notice, cue)
