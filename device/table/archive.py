"""The past on the panel: from place to place, while the game waits. Pages are found elsewhere, and no press waits."""

from __future__ import annotations

from dataclasses import replace

from device.pages.archive import awaited
from device.reports.asking import Archive, Found
from device.session import record as records
from device.session.archive import ArchivePlace, ArchiveView, Change, ChangePlace, PeopleChange, PhonePlace, SpellPlace
from device.session.prompts import Meaning, PlayView
from device.session.rows import JournalRow
from device.session.session import Step
from device.table.remarks import Who
from device.table.responder import Responder
from device.table.state import TableState
from hal.clock.clock import Clock
from hal.keys.keys import Press
from hal.signal.signal import Cue

LOOK_S = 0.05
"""How often it is looked whether a page is there."""

PATIENCE_S = 3.0
"""After this, the panel says that a page takes a moment; before, the ink would be busy with that when it comes."""


class ArchiveVisits:
    """Leads through the past. `archive` finds pages, None where there is none to be seen, at most with `most` things to
    choose from. `people` says who is who."""

    def __init__(
        self, clock: Clock, state: TableState, responder: Responder, archive: Archive | None, most: int, people: Who
    ) -> None:
        self._clock = clock
        self._state = state
        self._responder = responder
        self._archive = archive
        self._most = most
        self._people = people
        self._asked_at = 0.0
        self._patient = False

    def visit(self, place: ArchivePlace, press: Press) -> None:
        """Go to a place."""
        self._responder.cue(Cue.HEARD, press.source)
        self._go(place)
        self._responder.say(press.source)

    def more(self, view: ArchiveView, press: Press) -> None:
        """Go to the next of several pages."""
        if view.page.more is None:
            self._responder.cue(Cue.REFUSED, press.source)
        else:
            self.visit(view.page.more, press)

    def back(self, view: ArchiveView, press: Press) -> None:
        """Take back a half-typed code, or the last letter of a name; else go back to where somebody came from."""
        place = view.page.place
        if self._state.entry.typed(press.source):
            self._responder.turn(view, press.source)
        elif isinstance(place, SpellPlace) and place.spelled:
            self.visit(replace(place, spelled=place.spelled[:-1]), press)
        elif place.up is None:
            self._responder.turn(PlayView(), press.source)
        else:
            self.visit(place.up, press)

    def spell(self, means: Meaning, view: ArchiveView, press: Press) -> None:
        """A letter more of a name, or its end."""
        place = view.page.place
        assert isinstance(means, JournalRow)
        assert isinstance(place, SpellPlace)
        word, *letters = records.split(means.text)
        if word == Step.SPELLED:
            change = PeopleChange(Change.RENAME, place.person, place.spelled) if place.person else None
            self.visit(ChangePlace(change or PeopleChange(Change.ADD, place.spelled), place.up), press)
        else:
            self.visit(replace(place, spelled=place.spelled + "".join(letters)), press)

    def again(self) -> None:
        """The date has become known: what waits for that is looked at again."""
        view = self._state.view
        if isinstance(view, ArchiveView) and isinstance(view.page.place, PhonePlace):
            self._go(view.page.place)

    def deadline(self) -> float | None:
        """When to look again, in seconds of the table's clock; None while nothing is awaited."""
        return self._clock.now() + LOOK_S if self._awaited() else None

    def look(self) -> None:
        """Show the page that is awaited, if it is there by now."""
        view = self._awaited()
        if view is None or self._archive is None:
            return
        found = self._archive.answer()
        if found is not None and found.asked == view.page.place:
            self._show(found)
        elif self._patient and self._clock.now() >= self._asked_at + PATIENCE_S:
            self._patient = False
            self._responder.show()

    def _go(self, place: ArchivePlace) -> None:
        assert self._archive is not None
        if isinstance(place, PhonePlace) and place.number is None:
            place = replace(place, number=self._state.log.game)
        self._asked_at, self._patient = self._clock.now(), True
        self._state.notice = None
        self._archive.ask(place, self._most)
        found = self._archive.answer()
        if found is not None and found.asked == place:
            self._show(found)
        else:
            self._state.view = awaited(place)
            self._state.ask()

    def _show(self, found: Found) -> None:
        if isinstance(found.asked, ChangePlace):
            self._state.rename(self._people())
        self._state.view = ArchiveView(found.page)
        self._responder.ask()

    def _awaited(self) -> ArchiveView | None:
        view = self._state.view
        return view if isinstance(view, ArchiveView) and view.awaited else None
