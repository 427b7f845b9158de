"""The mark on the page that says whether everything has arrived at the club's hub."""

from __future__ import annotations

from device.outbox.director import ClubDoubt, ClubStanding
from display.vocabulary import ClubMark

MISSING_S = 30.0
"""Seconds for which something must be missing, or the connection down, before the mark says so."""

SILENT_S = 60.0
"""Seconds without a message from the courier after which the connection counts as down."""

MARK_STILL_S = 60.0
"""Seconds without a press before the panel is refreshed for the mark alone."""

MARK_REFRESH_S = 900.0
"""Minimum seconds between two refreshes for the mark alone."""


class ArrivalMark:
    """Computes the mark of one table from the courier's messages. Times are seconds of the table's clock."""

    def __init__(self) -> None:
        self.mark: ClubMark | None = None
        """The mark for the page; None if this box is in no club, or it is not known yet whether all has arrived."""
        self.standing: ClubStanding | None = None
        """The courier's last message."""
        self._taken_doubts: set[ClubDoubt] = set()
        self._received_at = 0.0
        self._all_arrived_at: float | None = None
        self._box_known_at = 0.0
        self._drawn_mark: ClubMark | None = None
        self._drawn_at = 0.0

    def receive(self, standing: ClubStanding, now: float) -> None:
        """Receive the courier's message about the state of things."""
        if self.standing is None or self.standing.box != standing.box:
            self._box_known_at, self._all_arrived_at = now, None
        self.standing, self._received_at = standing, now
        if standing.connected and not standing.undelivered_game_count:
            self._all_arrived_at = now

    def is_connected(self, now: float) -> bool:
        """Whether the courier has said lately that it is connected to the hub of this box's club."""
        standing = self.standing
        is_silent = now - self._received_at >= SILENT_S
        return standing is not None and bool(standing.box) and standing.connected and not is_silent

    def take_new_doubts(self) -> list[ClubDoubt]:
        """The doubts that this method has not returned since this box was started."""
        all_doubts = () if self.standing is None else self.standing.doubts
        doubts = [doubt for doubt in all_doubts if doubt not in self._taken_doubts]
        self._taken_doubts.update(doubts)
        return doubts

    def update(self, now: float, *, is_calling: bool) -> None:
        """Compute the mark for this moment. `is_calling` says whether the table calls its director."""
        standing = self.standing
        since = self._box_known_at if self._all_arrived_at is None else self._all_arrived_at
        if standing is None or not standing.box:
            self.mark = None
        elif is_calling:
            self.mark = ClubMark.DIRECTOR_CALLED
        elif now - since < MISSING_S:
            self.mark = None if self._all_arrived_at is None else ClubMark.ARRIVED
        elif not self.is_connected(now):
            self.mark = ClubMark.DISCONNECTED
        else:
            self.mark = ClubMark.WAITING

    def deadline(self) -> float | None:
        """When the mark changes without another message; None if it does not."""
        return self._received_at + SILENT_S if self.mark in (ClubMark.ARRIVED, ClubMark.WAITING) else None

    def note_drawn(self, mark: ClubMark | None, time_s: float) -> None:
        """Note that the panel has finished a page with this mark."""
        if mark != self._drawn_mark:
            self._drawn_mark, self._drawn_at = mark, time_s

    def take_due_refresh(self, now: float, pressed_at: float) -> bool:
        """Whether to refresh the panel for the mark alone: nobody has pressed for a while, nor was it done recently.

        If so, that refresh counts as done now.
        """
        due = max(pressed_at + MARK_STILL_S, self._drawn_at + MARK_REFRESH_S)
        if self.mark == self._drawn_mark or now < due:
            return False
        self._drawn_at = now
        return True
