"""Whether everything has arrived at the club: the mark on the page."""

from __future__ import annotations

from device.outbox.director import ClubDoubt, ClubStanding
from display.vocabulary import ClubMark

UNCERTAIN_S = 30.0
"""How long something must lack, or the connection be gone, until the mark says so."""

SILENT_S = 60.0
"""After how many seconds without a word from the courier there is no connection."""

STILL_S = 60.0
"""How long nobody has pressed when the panel is refreshed for the mark alone."""

MARK_S = 900.0
"""Seconds between two refreshes for the mark alone."""


class ArrivalMark:
    """The mark of one table, by what its courier says. Times are seconds of the table's clock."""

    def __init__(self) -> None:
        self.mark: ClubMark | None = None
        """Whether everything has arrived, for the page; None where this box is in no club yet."""
        self.standing: ClubStanding | None = None
        """What the courier said last."""
        self._doubted: set[ClubDoubt] = set()
        self._heard_at = 0.0
        self._well_at: float | None = None
        self._known_at = 0.0
        self._drawn: ClubMark | None = None
        self._drawn_at = 0.0

    def hear(self, standing: ClubStanding, now: float) -> None:
        """The courier says how things stand."""
        if self.standing is None or self.standing.box != standing.box:
            self._known_at, self._well_at = now, None
        self.standing, self._heard_at = standing, now
        if standing.connected and not standing.lacking:
            self._well_at = now

    def new_doubts(self) -> list[ClubDoubt]:
        """What is in doubt, and was not given yet since this box was started."""
        found = [] if self.standing is None else [one for one in self.standing.doubts if one not in self._doubted]
        self._doubted.update(found)
        return found

    def look(self, now: float, *, called: bool) -> None:
        """Find the mark for this moment; `called` says whether the table calls its director."""
        standing = self.standing
        lasting = self._known_at if self._well_at is None else self._well_at
        if standing is None or not standing.box:
            self.mark = None
        elif called:
            self.mark = ClubMark.CALLED
        elif now - lasting < UNCERTAIN_S:
            self.mark = None if self._well_at is None else ClubMark.ARRIVED
        elif now - self._heard_at >= SILENT_S or not standing.connected:
            self.mark = ClubMark.UNCONNECTED
        else:
            self.mark = ClubMark.WAITING

    def deadline(self) -> float | None:
        """When the mark changes if nothing more is heard; None if it does not."""
        return self._heard_at + SILENT_S if self.mark in (ClubMark.ARRIVED, ClubMark.WAITING) else None

    def drawn(self, mark: ClubMark | None, at: float) -> None:
        """The panel has finished a page with this mark."""
        if mark != self._drawn:
            self._drawn, self._drawn_at = mark, at

    def due(self, now: float, pressed_at: float) -> bool:
        """Whether the panel is to be refreshed for the mark alone: the table is still, and it is not done often."""
        due = max(pressed_at + STILL_S, self._drawn_at + MARK_S)
        if self.mark == self._drawn or now < due:
            return False
        self._drawn_at = now
        return True
