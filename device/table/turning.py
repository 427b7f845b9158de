"""From the game to details and menu, from them to a correction, and back to the question that they hide."""

from __future__ import annotations

from device.contract.keycodes import PartialCode
from device.pages.wrong_keys import not_possible
from device.session.pointing import AskAgainView, CorrectionView
from device.session.prompts import ArchiveView, DetailsView, MenuView, PlayView, RoundView, next_details
from device.table.going_on import Doing
from device.table.responder import Responder
from device.table.state import TableState
from display.words import text
from hal.keys.keys import Press
from hal.signal.signal import Cue


class Turning:
    """Holds of B and D, and keys on pages where they answer nothing. Each method answers the press that it is given."""

    def __init__(self, state: TableState, responder: Responder, doing: Doing) -> None:
        self._state = state
        self._responder = responder
        self._doing = doing

    def details(self, press: Press) -> None:
        """Hold B: the next page of details, or of what is shown of the past; nothing in the menu."""
        view = self._state.view
        if isinstance(view, ArchiveView):
            self._doing.past.visits.more(view, press)
        elif isinstance(view, CorrectionView):
            self._doing.correcting.stay(press)
        elif isinstance(view, MenuView):
            self._responder.cue(Cue.REFUSED, press.source)
        else:
            self._responder.turn(next_details(self._state.session, view, self._state.round_so_far), press.source)

    def menu(self, press: Press) -> None:
        """Hold D: the menu and back, in a correction that of its moment; or from details to a correction of theirs."""
        view = self._state.view
        if isinstance(view, RoundView):
            self._doing.correcting.point(DetailsView(0), press)
        elif isinstance(view, DetailsView) and self._state.session.options_set:
            self._doing.correcting.point(view, press)
        elif isinstance(view, AskAgainView):
            self._doing.correcting.turn_menu(view, press)
        elif isinstance(view, CorrectionView):
            self._doing.correcting.stay(press)
        else:
            self._responder.turn(PlayView() if isinstance(view, MenuView) else MenuView(), press.source)

    def hides_question(self, press: Press) -> bool:
        """Whether the details on the page stand in the place of the question; a pod at a seat has one of its own."""
        return not press.informed and self._state.entry.is_common(press.source)

    def leave_details(self, press: Press) -> None:
        """The question comes back, with the key if it begins a code: none answers what its presser could not read."""
        state = self._state
        state.view, state.notice = PlayView(), None
        state.ask()
        if not state.entry.typed(press.source) and isinstance(state.entry.press(press.source, press.key), PartialCode):
            self._responder.cue(Cue.HEARD, press.source)
            self._responder.ask()
            self._responder.say(press.source)
        else:
            told = text("Details hid the question: {key} was not counted.", key=press.key)
            self._responder.refuse(not_possible(told, left=bool(state.entry.typed(press.source))), press.source)
