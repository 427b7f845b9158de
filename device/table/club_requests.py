"""The requests to the club in the table's menu: to call the director, and to join by the digits that a hub shows."""

from __future__ import annotations

from device.table.responder import Responder
from device.table.table_state import TableState
from display.vocabulary import Notice, Tone
from display.words import Text, text
from hal.keys.keys import Press


class ClubRequests:
    """Answers presses that call the director or join a club. No call is in the journal: a restart ends it."""

    def __init__(self, state: TableState, responder: Responder) -> None:
        self._state = state
        self._responder = responder
        self._club = state.settings.club

    def call_director(self, press: Press) -> None:
        """Call the director, or take the call back."""
        if self._club is None:
            return
        self._club.toggle_call()
        is_connected = self._club.arrival.is_connected(press.time_s)
        if self._club.is_calling:
            back = text("To take the call back: hold D, then the same keys.")
            notice = Notice(Tone.INFORMATION, text("Director called"), (_call_sentence(is_connected), back))
        else:
            notice = Notice(Tone.INFORMATION, text("Call taken back"), (_taken_back_sentence(is_connected),))
        self._responder.announce(notice.title, press.source, notice)

    def join_club(self, digits: str, press: Press) -> None:
        """Join a club by digits."""
        if self._club is not None:
            self._club.request_join(digits)
            sentence = text("The box looks for the hub, and says in a moment whether it has joined.")
            if self._club.arrival.standing is None:
                sentence = text(
                    "“tablekeeper courier” has not been heard on this box yet: it looks for the hub once it runs."
                )
            notice = Notice(Tone.INFORMATION, text("Joining a club"), (sentence,))
            self._responder.announce(notice.title, press.source, notice)

    @property
    def has_notice(self) -> bool:
        """Whether a notice of the club is shown that nobody has closed."""
        return self._club is not None and self._club.notice(between_games=self._state.is_between_games) is not None

    def close_notice(self) -> bool:
        """Close the club's notice. Returns whether there was one."""
        return self._club is not None and self._club.close_notice(between_games=self._state.is_between_games)


def _call_sentence(is_connected: bool) -> Text:
    """The sentence that says whether the director sees the call already."""
    if is_connected:
        return text("The director sees at the hub that this table calls.")
    return text("The hub can't be reached now: the director sees the call once it can.")


def _taken_back_sentence(is_connected: bool) -> Text:
    """The sentence that says whether the hub may still show a call that was taken back."""
    if is_connected:
        return text("The director is not called any more.")
    return text("The hub can't be reached now: if the director sees the call already, it stays there until it can.")
