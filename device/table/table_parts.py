"""Builds the parts of a table, and connects them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from device.journal.writer import JournalWriter
from device.pods.owners import PodOwners
from device.pods.seats import PodSeats
from device.session.prompts import LanguageView
from device.table.club_requests import ClubRequests
from device.table.correction_handler import CorrectionHandler
from device.table.declaration_handler import DeclarationHandler
from device.table.evening_report import EveningReport
from device.table.events import Reported
from device.table.feedback import Feedback
from device.table.game_remarks import GameRemarks
from device.table.health import Health
from device.table.hold_actions import PressHandlers
from device.table.lazy_archive import LazyArchive
from device.table.listeners import Listeners
from device.table.press_handler import PressHandler
from device.table.responder import Responder
from device.table.shutdown import Shutdown
from device.table.stillness import HALF_TYPED_S, Stillness
from device.table.table_games import TableGames
from device.table.table_panel import Overlays, TablePanel
from device.table.table_pods import TablePods
from device.table.table_settings import TableSettings
from device.table.table_state import TableState
from device.table.upkeep import Upkeep
from hal.table.table import Table
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.table.archive_visits import ArchiveVisits


class TableParts(NamedTuple):
    """The parts to which the main loop passes its events."""

    state: TableState
    overlays: Overlays
    panel: TablePanel
    responder: Responder
    pods: TablePods
    upkeep: Upkeep
    presses: PressHandler


def table_parts(
    table: Table, journal: JournalWriter, settings: TableSettings, listeners: Listeners, report: EveningReport
) -> TableParts:
    """Build the parts of a table whose games are in `journal`. Events go to `listeners`."""
    games = TableGames(journal, settings.left_game_number, settings.store_left_game_number)
    seat_store = PodSeats() if settings.pod_seats is None else settings.pod_seats
    owners = PodOwners(table, seat_store, lambda: games.players)
    state = TableState(table, journal, settings, games, owners.seat)
    state.view = LanguageView() if settings.asks_language else state.first_view
    overlays = Overlays(
        Stillness(table.clock.now(), half_typed_wait=lambda: 0.0 if table.panel_kind.is_quick else HALF_TYPED_S),
        Shutdown(),
        Health(journal, games, table.signal, lambda sentence, level: listeners.publish(Reported(sentence, level))),
        GameRemarks(journal, games, settings.current_people),
        settings.club,
    )
    panel = TablePanel(table, state, overlays, report)
    # No table asks a thousand questions a second, so numbers do not repeat after a restart.
    question_number = int(table.clock.now() * 1000)
    responder = Responder(state, Feedback(table, owners), panel, overlays.health, listeners, question_number)
    pods = TablePods(table, seat_store, owners, state, responder)
    archive = LazyArchive(partial(_archive_visits, table, state, responder))
    handlers = PressHandlers(
        DeclarationHandler(state, responder),
        CorrectionHandler(state, responder, lambda: table.panel_kind),
        pods,
        archive,
        ClubRequests(state, responder),
    )
    upkeep = Upkeep(table.clock, journal, state, overlays, responder, archive)
    presses = PressHandler(state, responder, handlers, overlays.health, overlays.stillness)
    return TableParts(state, overlays, panel, responder, pods, upkeep, presses)


def _archive_visits(table: Table, state: TableState, responder: Responder) -> ArchiveVisits:
    from device.table.archive_visits import ArchiveVisits

    settings = state.settings
    assert settings.open_archive is not None
    return ArchiveVisits(table.clock, state, responder, settings.open_archive(), table.panel_kind, settings.phones)
