"""The pages of past games and people on the panel: moves between pages, which are made elsewhere.

This module is imported when somebody first opens such a page; see `device.table.lazy_archive`.
"""

from __future__ import annotations

from dataclasses import replace

from device.journal.deleted import DELETED_SENTENCE
from device.pages.archive import awaited_view, choices_per_page
from device.pages.build import not_possible_notice
from device.pages.surface import max_choosable_lines, surface_of
from device.reports.archive_client import Archive, PageAnswer
from device.session import places
from device.session import record as records
from device.session.line_choice import LineChoiceView, LineView, view_of_rounds
from device.session.prompts import Action, ArchiveView, Meaning, MenuView, PlayView, View, previous_view
from device.session.rows import JournalRow
from device.session.session import Stage, Step
from device.table.declaration_handler import NOT_OPENED
from device.table.events import OpeningReason
from device.table.phone_access import PhoneAccess
from device.table.phone_invitations import PhoneInvitations
from device.table.responder import Responder
from device.table.table_state import TableState
from display.vocabulary import Notice, Tone
from display.words import text
from hal.clock.clock import Clock
from hal.keys.keys import Press
from hal.panel.panel import PanelKind
from hal.signal.signal import Cue

CHECK_INTERVAL_S = 0.05
"""Seconds between two checks whether an awaited page is there."""

QUIET_WAIT_S = 3.0
"""Seconds after which the panel says that a page takes a moment. Earlier, that refresh would delay the page itself."""


ALREADY_ON_TABLE = Notice(
    Tone.INFORMATION, text("This game is on the table"), (text("To correct a line of it: hold B, then hold D."),)
)


class ArchiveVisits:
    """Handles pages of past games and people, and opens earlier games. `archive` makes pages; `phones` may join."""

    def __init__(
        self,
        clock: Clock,
        state: TableState,
        responder: Responder,
        archive: Archive,
        panel_kind: PanelKind,
        phones: PhoneAccess | None = None,
    ) -> None:
        self._clock = clock
        self._state = state
        self._responder = responder
        self._archive = archive
        self._choices_per_page = choices_per_page(surface_of(panel_kind))
        self._max_lines = max_choosable_lines(panel_kind)
        self._invitations = None if phones is None else PhoneInvitations(clock, phones, self._shown_phones_place)
        self._requested_at, self._waits_quietly = 0.0, False
        self._entry_views: list[View] = []  # from which pages of the past were entered; some of them menus over such
        self._game_place: places.ArchivePlace | None = None  # of the earlier game that the table last opened

    def open_entry(self, entry: Action, view: View, press: Press) -> None:
        """Open the page that an entry of `view`, the menu or a final sheet, leads to: one of `ARCHIVE_ENTRIES`."""
        if not isinstance(previous_view(view), ArchiveView):
            self._entry_views.clear()
        self._entry_views.append(view)
        match entry:
            case Action.HISTORY:
                self._visit(places.EveningsPlace(), press)
            case Action.PEOPLE:
                self._visit(places.PeoplePlace(), press)
            case Action.PHONE:
                self._visit(places.GameCodePlace(self._state.games.number), press)
            case Action.INVITE:
                assert self._invitations is not None
                self._visit(self._invitations.create(), press)
            case Action.IN_PLAY:
                self._return_to_play(press)

    def _shown_phones_place(self) -> places.PhonesPlace | None:
        """The page for phones that is on the panel; None if it shows something else. Any thread may call this."""
        place = self._place
        return place if isinstance(place, places.PhonesPlace) else None

    @property
    def _place(self) -> places.ArchivePlace | None:
        """The current place among the pages of the past; None if another view is shown."""
        view = self._state.view
        return view.page.place if isinstance(view, ArchiveView) else None

    def choose(self, meaning: Meaning, view: ArchiveView, press: Press) -> None:
        """Do what a code on such a page means: go to a place, add a letter to a name, or open a game for correction."""
        if isinstance(meaning, places.CorrectGame):
            self.open_game(meaning.number, press, view.page.place)
        elif isinstance(meaning, JournalRow):
            self._spell(meaning, view, press)
        else:
            assert isinstance(meaning, places.ArchivePlace)
            self._visit(meaning, press)

    def next_page(self, view: ArchiveView, press: Press) -> None:
        """Go to the next of several pages. Refused if there is none."""
        if view.page.next_page is None:
            self._responder.play_cue(Cue.REFUSED, press.source)
        else:
            self._visit(_page_after(view.page.place, view.page.next_page), press)

    def go_back(self, view: ArchiveView, press: Press) -> None:
        """Delete a half-typed code, or the last letter of a name; else go back to the place or view before."""
        place = view.page.place
        if self._state.entry.typed_keys(press.source):
            self._responder.show_view(view, press.source)
        elif isinstance(place, places.SpellPlace) and place.spelled:
            self._visit(replace(place, spelled=place.spelled[:-1]), press)
        elif place.parent is None:
            self._responder.show_view(self._entry_views.pop() if self._entry_views else MenuView(), press.source)
        else:
            self._visit(place.parent, press)

    def leave_earlier_game(self, press: Press) -> None:
        """Go back from an earlier game to its page."""
        assert self._game_place is not None
        self._state.games.leave_earlier_game()
        self._responder.publish(self._state.opened_event(OpeningReason.EARLIER_LEFT))
        self._visit(self._game_place, press)

    def _return_to_play(self, press: Press) -> None:
        """Go back from an earlier game to the one in play."""
        self._state.games.leave_earlier_game()
        self._responder.acknowledge_game(OpeningReason.EARLIER_LEFT, press)

    def open_game(self, number: int, press: Press, place: places.ArchivePlace | None = None) -> None:
        """Open a past game, to correct or continue it. Leaving it leads to `place`; if None is given, to its page."""
        games, current_number = self._state.games, self._state.games.number
        if number == current_number:
            lines = self._lines_to_choose()
            self._responder.show_view(lines or PlayView(), press.source, None if lines else ALREADY_ON_TABLE)
        elif number == games.game_in_play.number:
            self._return_to_play(press)
        elif self._state.is_game_deleted(number):
            self._responder.refuse(not_possible_notice(DELETED_SENTENCE), press.source)
        elif games.open_earlier_game(number):
            self._game_place = place or places.GamePlace(number)
            reason = OpeningReason.CONTINUED if games.session.is_unfinished else OpeningReason.EARLIER
            self._responder.acknowledge_game(reason, press, view=self._lines_to_choose())
        else:
            if games.number != current_number:  # another earlier game was open, and has been left
                self._responder.publish(self._state.opened_event(OpeningReason.EARLIER_LEFT))
            self._responder.refuse(not_possible_notice(NOT_OPENED), press.source)

    def _lines_to_choose(self) -> LineChoiceView | LineView | None:
        """The lines of a finished game, to correct one of them; None for a game that goes on."""
        if self._state.session.stage is not Stage.FINAL:
            return None
        game = self._state.games.current.public
        return view_of_rounds(game.rows, game.sessions, self._max_lines)

    def _visit(self, place: places.ArchivePlace, press: Press) -> None:
        if self._invitations is not None:
            place = self._invitations.prepare_place(place)
        self._responder.play_cue(Cue.HEARD, press.source)
        self._request_page(place)
        self._responder.show_status(press.source)

    def _spell(self, meaning: JournalRow, view: ArchiveView, press: Press) -> None:
        """Add a letter to a name, or end it."""
        place = view.page.place
        assert isinstance(place, places.SpellPlace)
        word, *letters = records.split(meaning.text)
        longer_place = replace(place, spelled=place.spelled + "".join(letters))
        self._visit(_change_place(place) if word == Step.SPELLED else longer_place, press)

    def spell_name(self, name: str, press: Press) -> None:
        """Take a whole name for the one that is being spelled."""
        assert isinstance(self._place, places.SpellPlace)
        self._visit(_change_place(replace(self._place, spelled=name)), press)

    def reload_undated(self) -> None:
        """Reload a page that waits for the date, now that the date is known."""
        if isinstance(self._place, places.GameCodePlace):
            self._request_page(self._place)
            self._responder.show_status()

    def reload(self) -> None:
        """Reload the page that is shown: the past was changed elsewhere."""
        place = self._place
        if place is not None and not isinstance(place, places.ChangePlace | places.SpellPlace | places.PinChangePlace):
            self._request_page(place)
            self._responder.show_status()

    def deadline(self) -> float | None:
        """When to call `update` again, in seconds of the clock; None if no page is awaited, and no code expires."""
        if self._pending_view():
            return self._clock.now() + CHECK_INTERVAL_S
        return None if self._invitations is None else self._invitations.deadline()

    def update(self) -> None:
        """Show the awaited page, if it is there by now. Leave the page of a code that has expired."""
        self._update_invitation()
        if (view := self._pending_view()) is None:
            return
        answer = self._archive.take_answer()
        if answer is not None and answer.place == view.page.place:
            self._show(answer)
            self._responder.show_status()
        elif self._waits_quietly and self._clock.now() >= self._requested_at + QUIET_WAIT_S:
            self._waits_quietly = False
            self._responder.offer_page()

    def _update_invitation(self) -> None:
        """Leave the page of a code that has expired. Update it if phones now reach the table in another way."""
        if self._invitations is None or not self._invitations.is_outdated:
            return
        if (place := self._invitations.current_place()) is None:
            self._state.view = PlayView()
            self._responder.ask_again()
        else:
            self._request_page(place)
        self._responder.show_status()

    def _request_page(self, place: places.ArchivePlace) -> None:
        self._requested_at, self._waits_quietly = self._clock.now(), True
        self._state.notice = None
        self._archive.ask(place, self._choices_per_page)
        answer = self._archive.take_answer()
        if answer is not None and answer.place == place:
            self._show(answer)
        else:
            self._state.view = awaited_view(place)
            self._state.update_question()

    def _show(self, answer: PageAnswer) -> None:
        self._state.view = ArchiveView(answer.page)
        self._responder.ask_again()

    def _pending_view(self) -> ArchiveView | None:
        view = self._state.view
        return view if isinstance(view, ArchiveView) and view.is_awaited else None


def _page_after(place: places.ArchivePlace, next_place: places.ArchivePlace) -> places.ArchivePlace:
    """The next of several pages, from which going back leads to `place`; an earlier page, if it is the first again."""
    earlier_place: places.ArchivePlace | None = place
    while earlier_place is not None:
        if replace(earlier_place, parent=None) == replace(next_place, parent=None):
            return earlier_place
        earlier_place = earlier_place.parent
    return replace(next_place, parent=place)


def _change_place(place: places.SpellPlace) -> places.ChangePlace:
    """The place that gives the spelled name to its person, or to a new one."""
    change = places.PeopleChange(places.ChangeKind.ADD, place.spelled)
    if place.person:
        change = places.PeopleChange(places.ChangeKind.RENAME, place.person, place.spelled)
    return places.ChangePlace(change, parent=place.parent)
