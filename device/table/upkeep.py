"""Timed tasks of a table while nobody presses a key: half-typed codes, retries of the disk, the date, the idle page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.journal.writer import JournalWriter
from device.session.session import Stage
from device.system.log_level import LogLevel
from device.table.lazy_archive import LazyArchive
from device.table.responder import Responder
from device.table.table_panel import Overlays
from device.table.table_state import TableState
from hal.clock.clock import Clock

if TYPE_CHECKING:
    from device.journal.result_catchup import ResultCatchup

DATE_S = 30.0
"""Seconds between two checks whether the date is known by now."""

RESULTS_S = 60.0
"""Seconds without a press until missing results of earlier games are computed, so not while a page is drawn nor at a
start."""


class Upkeep:
    """Does the tasks that are due. Times are seconds of the table's clock."""

    def __init__(
        self,
        clock: Clock,
        journal: JournalWriter,
        state: TableState,
        over: Overlays,
        responder: Responder,
        past: LazyArchive,
    ) -> None:
        self._clock = clock
        self._journal = journal
        self._state = state
        self._over = over
        self._responder = responder
        self._past = past
        self._date_due: float | None = clock.now() + DATE_S
        self._results: ResultCatchup | None = None
        self._results_for = state.log.game

    def deadline(self) -> float | None:
        """When the next task is due, if nothing else happens; None if there is none."""
        times = (
            self._over.stillness.half_due,
            self._idle_due(),
            self._over.shutdown.leave_by,
            self._over.health.deadline(),
            self._date_due,
            self._results_due(),
            self._past.deadline(),
            None if self._over.club is None else self._over.club.deadline(),
        )
        return min((time for time in times if time is not None), default=None)

    def look(self) -> None:
        """Do the tasks that are due."""
        now = self._clock.now()
        half = self._over.stillness.half_due
        if half is not None and now >= half:
            self._over.stillness.settled()
            self._responder.show()
        if self._over.health.retry_due(now):
            self._responder.show()
        self._look_for_date(now)
        self._look_for_results(now)
        self._past.look()
        if self._state.has_past_changed and not self._over.shutdown.begun:
            self._responder.ask()
            self._past.changed()
        self._look_at_club(now)
        idle = self._idle_due()
        if idle is not None and now >= idle:
            self._over.stillness.fall_idle()
            self._responder.show()

    def _look_at_club(self, now: float) -> None:
        """Show the director's messages. The mark alone does not end the idle page."""
        club, stillness = self._over.club, self._over.stillness
        if club is None or self._over.shutdown.begun:
            return
        told = club.look(now, between=self._state.between)
        for sentence in told:
            self._responder.tell(sentence, LogLevel.NOTICE)
        if told:
            stillness.wake()
            self._responder.ask()
        elif stillness.place is None and club.mark_due(now, stillness.heard_at):
            self._responder.show()

    def _look_for_date(self, now: float) -> None:
        """Check whether the date is known. If so, games begun before get theirs, even if nobody plays any more."""
        if self._date_due is not None and now >= self._date_due:
            known = self._journal.store_date()
            self._date_due = None if known else now + DATE_S
            if known:
                self._past.again()
                self._responder.show()

    def _look_for_results(self, now: float) -> None:
        """Compute missing results of earlier games, one step at a time."""
        if self._state.log.game != self._results_for:
            self._results_for = self._state.log.game
            if self._results is not None:
                self._results.search_again()
        due = self._results_due()
        if due is not None and now >= due:
            if self._results is None:
                from device.journal.result_catchup import ResultCatchup  # imported late: not needed at a start

                self._results = ResultCatchup(self._journal)
            self._results.step()

    def _results_due(self) -> float | None:
        """When missing results may be computed; None if there is nothing to do."""
        done = self._results is not None and self._results.done
        if done or self._over.shutdown.begun or self._journal.fault is not None:
            return None
        return self._over.stillness.heard_at + RESULTS_S

    def _idle_due(self) -> float | None:
        """When the idle page is shown or moved; None while the disk fails or the table is being switched off."""
        if self._over.shutdown.begun or self._journal.fault is not None:
            return None
        session = self._state.session
        playing = session.record.table is not None and session.stage is not Stage.FINAL
        return self._over.stillness.idle_due(playing=playing)
