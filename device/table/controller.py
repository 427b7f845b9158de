"""The main loop of a table: it passes events of keys, pods, panel and clock to the parts that handle them."""

from __future__ import annotations

from device.journal.writer import JournalWriter
from device.pages import build as pages
from device.session.session import Session
from device.system.log_level import LogLevel
from device.table.direct_input import DirectInput
from device.table.evening_report import EveningReport
from device.table.listeners import Listeners
from device.table.table_parts import table_parts
from device.table.table_settings import TableSettings
from display.surface import Surface
from display.vocabulary import IdleText, Page
from display.words import text
from hal.keys.debounce import Debouncer
from hal.keys.keys import Edge, HoldReached, Key, KeyOutcome, KeyStuck, PairHeld, Press
from hal.pods.events import PodEvent
from hal.signal.signal import Cue
from hal.table.table import (
    BrowserAction,
    DirectAnswer,
    Event,
    GameChosen,
    GameStopRequested,
    InputEnd,
    LineChosen,
    RecordEdited,
    RefreshDone,
    Table,
    Tick,
)

SWITCH_OFF_KEYS = frozenset({Key.A, Key.D})
"""The keys that switch off when held together: the outermost two, which one hand does not press by accident."""


class Controller:
    """One table, its games and its panel. Call `run` to play until the events end.

    Listeners are called in the table's own thread, unless `listeners` give them threads.
    """

    def __init__(
        self,
        table: Table,
        journal: JournalWriter,
        settings: TableSettings | None = None,
        listeners: Listeners | None = None,
    ) -> None:
        settings = TableSettings() if settings is None else settings
        listeners = Listeners() if listeners is None else listeners
        self.report = EveningReport()
        listeners.subscribe(self.report)
        self._table = table
        self._journal = journal
        self._debouncer = Debouncer()
        parts = table_parts(table, journal, settings, listeners, self.report)
        self._state = parts.state
        self._overlays = parts.overlays
        self._panel = parts.panel
        self._responder = parts.responder
        self._pods = parts.pods
        self._upkeep = parts.upkeep
        self._presses = parts.presses
        self._direct_input = DirectInput(
            parts.state, parts.responder, self._handle_press, self.page, parts.presses.spell_past_name
        )
        listeners.publish_start(parts.state.opened_event)
        for notice in settings.notices:
            self._overlays.health.warn(notice)
        self._overlays.health.report_news()

    @property
    def is_off(self) -> bool:
        """Whether the table was switched off by its keys; its last page is on the panel, if that works."""
        return self._overlays.shutdown.is_off

    @property
    def session(self) -> Session:
        """The game in play."""
        return self._state.session

    @property
    def surface(self) -> Surface:
        """The surface for which pages are drawn.

        It may change: the panel can turn out to be another one than assumed.
        """
        return self._panel.surface

    @property
    def shown_page(self) -> Page | None:
        """The page that the panel last finished; None before the first, and after a failure."""
        return self._panel.shown_page

    def page(self) -> Page:
        """The page of this moment."""
        return self._panel.page()

    def run(self) -> None:
        """Serve the table until its events end, or it is switched off."""
        self._pods.report_fault()
        self._responder.ask_again()
        self._responder.show_status()
        while not self.is_off and not isinstance(event := self._table.next_event(self._deadline()), InputEnd):
            self._handle_event(event)
            self._journal.write_mark()
            self._state.games.current.store_snapshot_if_due()
            self._upkeep.do_due_tasks()
            self._panel.refresh()
            self._overlays.shutdown.end_if_due(self._table.clock.now())

    def _deadline(self) -> float | None:
        times = (self._debouncer.next_deadline(), self._panel.refresher.deadline(), self._upkeep.deadline())
        return min((time for time in times if time is not None), default=None)

    def _handle_event(self, event: Event) -> None:
        if isinstance(event, Edge):
            self._handle_outcomes(self._debouncer.process_edge(event))
        elif isinstance(event, RefreshDone):
            self._handle_refresh(event)
        elif isinstance(event, PodEvent):
            self._pods.handle_event(event, on_panel=not self._overlays.shutdown.has_begun)
        elif isinstance(event, BrowserAction):
            self._handle_action(event)
        elif isinstance(event, Tick):
            # Only now is no older edge waiting. Drawing on a slow machine may take longer than a press, which must not
            # become a hold because of that.
            self._handle_outcomes(self._debouncer.outcomes_until(event.time_s))
        elif isinstance(event, KeyOutcome):
            self._handle_outcomes((event,))
        # After a WakeUp there is nothing to do here: `run` then does the due tasks.

    def _handle_outcomes(self, outcomes: tuple[KeyOutcome, ...]) -> None:
        for outcome in outcomes:
            if self._overlays.shutdown.has_begun:
                return
            if isinstance(outcome, Press):
                self._handle_press(outcome)
            elif isinstance(outcome, HoldReached):
                self._responder.play_cue(Cue.HOLD_REACHED, outcome.source)
            elif isinstance(outcome, PairHeld):
                self._handle_pair(outcome)
            elif isinstance(outcome, KeyStuck):
                self._responder.play_cue(Cue.TROUBLE, outcome.source)
                key_name = f"{outcome.source} {outcome.key}".strip()
                sentence = text("key {where} is stuck; it means nothing until it comes up", where=key_name)
                self._responder.report(sentence, LogLevel.WARNING)
            else:  # a KeyClash
                self._responder.play_cue(Cue.REFUSED, outcome.source)

    def _handle_press(self, press: Press) -> None:
        self._responder.store_press(press)
        was_idle = self._overlays.stillness.note_press(press.time_s)
        self._overlays.health.panel_fault = None
        if self._overlays.club is not None:
            self._overlays.club.note_press(press)
        if not (was_idle and self._leave_idle_page()):
            self._presses.handle(press)
            self._pods.check_players()
        self._responder.publish_press()

    def _handle_action(self, action: BrowserAction) -> None:
        """Handle input from beside the panel: corrections in every view, answers to the current question."""
        now = self._table.clock.now()
        was_idle = self._overlays.stillness.note_press(now)
        if self._overlays.shutdown.has_begun:
            if isinstance(action, RecordEdited | GameStopRequested):
                action.answer(self._state.language.say(text("The table is being switched off.")))
        elif isinstance(action, RecordEdited | LineChosen | GameChosen | GameStopRequested):
            self._presses.handle_choice(action, now)
        elif not (was_idle and self._leave_idle_page()):
            self._handle_answer(action, now)

    def _handle_answer(self, answer: DirectAnswer, now: float) -> None:
        self._direct_input.handle_answer(answer, now)
        if self._state.entry.typed_keys(""):  # a refused answer leaves what was half typed before it
            self._overlays.stillness.note_half_typed(now)

    def _leave_idle_page(self) -> bool:
        """Show the game again instead of the idle page. Returns whether the press does nothing else.

        That is so while the idle page is on the panel, because it shows no key map. A press before that, or after the
        one that wakes the table, counts.
        """
        if self.shown_page is None or not isinstance(self.shown_page.body, IdleText):
            return False
        self._table.signal.play(Cue.HEARD)
        self._responder.offer_page()
        return True

    def _handle_pair(self, pair_held: PairHeld) -> None:
        """Hold A and D: switch off once everything is saved."""
        if pair_held.keys != SWITCH_OFF_KEYS:
            return
        self._journal.retry_writing()
        self._overlays.stillness.wake()
        if self._journal.fault is not None:
            self._responder.refuse(pages.unsaved_notice(self._journal.fault.sentence), pair_held.source)
            return
        self._state.games.leave_earlier_game()
        self._overlays.stillness.cancel_half_typed()
        self._overlays.shutdown.start(self._table.clock.now(), self._table.panel_kind.refresh_s)
        self._responder.play_cue(Cue.ACCEPTED, pair_held.source)
        self._responder.report(text("switching off"), LogLevel.NOTICE)
        self._responder.ask_again()

    def _handle_refresh(self, done: RefreshDone) -> None:
        self._panel.note_finished(done)
        if self._overlays.club is not None and self.shown_page is not None:
            self._overlays.club.note_drawn(self.shown_page, done.time_s)
        self._responder.publish_refresh(done.time_s, done.error)
        if done.error is not None:
            self._table.signal.play(Cue.TROUBLE)
            self._responder.report(text("panel: {error}", error=done.error), LogLevel.WARNING)
            self._overlays.health.panel_fault = done.error
            if not self._overlays.shutdown.has_begun:
                self._responder.offer_page()
        elif self._panel.take_turn_signal():
            self._table.signal.play(Cue.YOUR_TURN)
        if self._overlays.shutdown.has_begun:
            shown = self.shown_page
            self._overlays.shutdown.note_refresh(succeeded=shown is not None, is_last=shown == self.page())
