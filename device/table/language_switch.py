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


def switch_language(state: TableState, responder: Responder, source: str, code: str | None = None) -> None:
    """Change the language, at once and for later starts: to that of a code, or to the next of display/languages.py."""
    state.language = language(next_language_code(state.language.code) if code is None else code)
    notice = None
    try:
        state.settings.store_language(state.language.code)
    except OSError as error:
        reason = error_reason(error)
        sentence = text("The language is kept until the next start only: {reason}.", reason=reason)
        notice = pages.trouble_notice(sentence)
    responder.publish(LanguageChanged(state.language))
    cue = Cue.ACCEPTED if notice is None else Cue.TROUBLE
    responder.announce(text("language: {code}", code=state.language.code), source, notice, cue)
