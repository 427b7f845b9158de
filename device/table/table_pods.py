"""Pods at a table: their seats, and the messages about them."""

from __future__ import annotations

from device.contract.setup import Seat
from device.pages import build as pages
from device.pods import sentences
from device.pods.namesakes import Namesakes
from device.pods.owners import PodOwners
from device.pods.seats import PodSeats
from device.session.prompts import PlayView
from device.system.log_level import LogLevel
from device.table.responder import Responder
from device.table.table_state import TableState
from hal.keys.keys import Press
from hal.pods.events import PodEvent, PodEventKind
from hal.signal.signal import Cue
from hal.table.table import Table


class TablePods:
    """Assigns seats to pods, and reports what happens to them."""

    def __init__(
        self, table: Table, seat_store: PodSeats, owners: PodOwners, state: TableState, responder: Responder
    ) -> None:
        self._seat_store = seat_store
        self._state = state
        self._responder = responder
        self._owners = owners
        self._namesakes = Namesakes(table, seat_store, owners, lambda: state.games.players)
        self._players: tuple[str, ...] = ()

    def report_fault(self) -> None:
        """Report at the start if the file with the pods' seats could not be read."""
        if self._seat_store.trouble is not None:
            self._responder.report(self._seat_store.trouble, LogLevel.WARNING)

    def assign_seat(self, seat: Seat | None, press: Press) -> None:
        """Give the chosen seat to the pod that was pressed."""
        identity = self._owners.identity_of(press.source)
        if identity is None:
            self._responder.refuse(pages.no_pod_notice(), press.source)
            return
        has_twin = any(pod.may_be_same_board(identity) for pod in self._owners.other_identities(press.source))
        self._seat_store.assign(identity, seat, has_twin=has_twin)
        self._state.view = PlayView()
        notice = None if self._seat_store.trouble is None else pages.trouble_notice(self._seat_store.trouble)
        player = None if seat is None else self._state.games.players[seat]
        sentence = sentences.seated_message(identity.pod_name, player)
        self._responder.announce(sentence, press.source, notice, words=self._state.language.say(sentence))

    def handle_event(self, event: PodEvent, *, on_panel: bool) -> None:
        """Report what has happened to a pod. If `on_panel`, also on the panel if somebody should do something."""
        sentence = sentences.event_message(event, self._owners.owner_name(event.source))
        level = sentences.LOG_LEVELS[event.kind]
        self._responder.report(sentence, level)
        if level is LogLevel.WARNING and on_panel:
            self._responder.play_cue(Cue.TROUBLE)
            self._state.notice = pages.trouble_notice(sentence)
            self._responder.offer_page()
        elif event.kind is PodEventKind.ARRIVED:
            self._responder.welcome_pod(event.source)  # drops its half-typed code: it may have another seat now
            self._ask_about_namesakes(on_panel=on_panel)

    def check_players(self) -> None:
        """After each press: if the players have changed, check for boards with the names of seated pods."""
        if self._state.games.players != self._players:
            self._players = self._state.games.players
            self._ask_about_namesakes(on_panel=True)

    def _ask_about_namesakes(self, *, on_panel: bool) -> None:
        """Ask who uses a board that has the name of a seated pod. Until it is assigned, it belongs to everybody."""
        namesakes = self._namesakes.take_new_namesakes()
        questions = [
            sentences.namesake_question(pod.pod_name, self._state.games.players[seat]) for pod, seat in namesakes
        ]
        for question in questions:
            self._responder.report(question, LogLevel.WARNING)
        if questions and on_panel:
            self._state.notice = pages.namesake_notice(*questions)
            self._responder.play_cue(Cue.TROUBLE)
            self._responder.offer_page()
