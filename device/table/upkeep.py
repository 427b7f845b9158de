"""Timed tasks of a table while nobody presses a key: half-typed codes, retries of the disk, the date, the idle page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.journal.deleted import RESTORABLE_DAYS
from device.journal.writer import JournalWriter
from device.session.prompts import PlayView
from device.session.session import Stage
from device.system.log_level import LogLevel
from device.table.events import OpeningReason
from device.table.lazy_archive import LazyArchive
from device.table.responder import Responder
from device.table.table_panel import Overlays
from device.table.table_state import TableState
from display.vocabulary import Notice, Tone
from display.words import text
from hal.clock.clock import Clock

if TYPE_CHECKING:
    from device.journal.result_catchup import ResultCatchup

DATE_CHECK_INTERVAL_S = 30.0
"""Seconds between two checks whether the date is known by now."""

WAIT_FOR_RESULTS_S = 60.0
"""Seconds without a press until missing results of earlier games are computed: not while a page is drawn, nor at a
start."""

_DELETED_WHILE_OPEN = text(
    "It was open here. For {days} days the history in a browser takes it back.", days=RESTORABLE_DAYS
)
"""Said above the game in play."""


class Upkeep:
    """Does the tasks that are due. Times are seconds of the table's clock."""

    def __init__(
        self,
        clock: Clock,
        journal: JournalWriter,
        state: TableState,
        overlays: Overlays,
        responder: Responder,
        archive: LazyArchive,
    ) -> None:
        self._clock = clock
        self._journal = journal
        self._state = state
        self._overlays = overlays
        self._responder = responder
        self._archive = archive
        self._date_due: float | None = clock.now() + DATE_CHECK_INTERVAL_S
        self._catchup: ResultCatchup | None = None
        self._catchup_game = state.games.number

    def deadline(self) -> float | None:
        """When the next task is due, if nothing else happens; None if there is none."""
        times = (
            self._overlays.stillness.half_typed_due_at,
            self._idle_due(),
            self._overlays.shutdown.ends_at,
            self._overlays.health.deadline(),
            self._date_due,
            self._results_due(),
            None if (visits := self._archive.opened) is None else visits.deadline(),
            None if self._overlays.club is None else self._overlays.club.deadline(),
        )
        return min((time for time in times if time is not None), default=None)

    def do_due_tasks(self) -> None:
        """Do the tasks that are due."""
        now = self._clock.now()
        half_typed_due_at = self._overlays.stillness.half_typed_due_at
        if half_typed_due_at is not None and now >= half_typed_due_at:
            self._overlays.stillness.cancel_half_typed()
            self._responder.offer_page()
        if self._overlays.health.retry_if_due(now):
            self._responder.offer_page()
        self._check_date(now)
        self._compute_results(now)
        if (visits := self._archive.opened) is not None:
            visits.update()
        self._follow_past()
        self._update_club(now)
        idle_due_at = self._idle_due()
        if idle_due_at is not None and now >= idle_due_at:
            self._overlays.stillness.move_idle_page()
            self._responder.offer_page()

    def _follow_past(self) -> None:
        """Ask again, and show the page of the past again, if people or deleted games have changed elsewhere."""
        if self._overlays.shutdown.has_begun:
            return
        has_changed, notice = self._state.has_past_changed, self._state.notice
        if has_changed and notice is not None and _DELETED_WHILE_OPEN in notice.lines:
            self._state.notice = None  # the game may be restored
        if not self._leave_deleted_game() and not has_changed:
            return
        self._responder.ask_again()
        self._responder.show_status()
        if (visits := self._archive.opened) is not None:
            visits.reload()

    def _leave_deleted_game(self) -> bool:
        """Go back to the game in play, and say why, if the earlier game that is open was deleted elsewhere.

        Returns whether it was: a press may have taken notice of the deletion before.
        """
        games = self._state.games
        if not games.is_earlier_game or not self._state.is_game_deleted(games.number):
            return False
        title = text("Game {number} was deleted", number=str(games.number))
        games.leave_earlier_game()
        self._state.view, self._state.notice = PlayView(), Notice(Tone.INFORMATION, title, (_DELETED_WHILE_OPEN,))
        self._responder.publish(self._state.opened_event(OpeningReason.EARLIER_LEFT))
        return True

    def _update_club(self, now: float) -> None:
        """Show the director's messages. The mark alone does not end the idle page."""
        club, stillness = self._overlays.club, self._overlays.stillness
        if club is None or self._overlays.shutdown.has_begun:
            return
        sentences = club.update(now, between_games=self._state.is_between_games)
        for sentence in sentences:
            self._responder.report(sentence, LogLevel.NOTICE)
        if sentences:
            stillness.wake()
            self._responder.ask_again()
        elif stillness.idle_position is None and club.arrival.take_due_refresh(now, stillness.pressed_at):
            self._responder.offer_page()

    def _check_date(self, now: float) -> None:
        """Check whether the date is known. If so, games begun before get theirs, even if nobody plays any more."""
        if self._date_due is not None and now >= self._date_due:
            is_date_known = self._journal.store_date()
            self._date_due = None if is_date_known else now + DATE_CHECK_INTERVAL_S
            if is_date_known:
                if self._archive.opened is not None:
                    self._archive.opened.reload_undated()
                self._responder.offer_page()

    def _compute_results(self, now: float) -> None:
        """Compute missing results of earlier games, one step at a time."""
        if self._state.games.number != self._catchup_game:
            self._catchup_game = self._state.games.number
            if self._catchup is not None:
                self._catchup.search_again()
        due = self._results_due()
        if due is not None and now >= due:
            if self._catchup is None:
                from device.journal.result_catchup import ResultCatchup  # imported late: not needed at a start

                self._catchup = ResultCatchup(self._journal)
            self._catchup.step()

    def _results_due(self) -> float | None:
        """When missing results may be computed; None if there is nothing to do."""
        is_done = self._catchup is not None and self._catchup.is_done
        if is_done or self._overlays.shutdown.has_begun or self._journal.fault is not None:
            return None
        return self._overlays.stillness.pressed_at + WAIT_FOR_RESULTS_S

    def _idle_due(self) -> float | None:
        """When the idle page is shown or moved; None while the disk fails or the table is being switched off."""
        if self._overlays.shutdown.has_begun or self._journal.fault is not None:
            return None
        session = self._state.session
        is_playing = session.record.table is not None and session.stage is not Stage.FINAL
        return self._overlays.stillness.idle_due_at(is_playing=is_playing)
