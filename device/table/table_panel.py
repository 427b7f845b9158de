"""The panel of a table: makes the page of each moment, and starts refreshes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.contract.setup import Seat
from device.pages import build as pages
from device.pages.surface import surface_of
from device.session.evenings import evening_of
from device.session.prompts import PlayView
from device.session.session import Stage
from device.table.evening_report import EveningReport
from device.table.events import PointablePage
from device.table.game_remarks import GameRemarks
from device.table.health import Health
from device.table.open_game import is_continued
from device.table.refresher import PageUse, Refresher
from device.table.shutdown import Shutdown
from device.table.stillness import Stillness
from device.table.table_state import TableState
from display.layout import fit_page, lay_out
from display.paint import paint_scene
from display.scene import Scene
from display.surface import Surface
from display.vocabulary import Notice, Page
from display.words import Language
from hal.panel.panel import RefreshMode
from hal.table.table import RefreshDone, Table
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image

    from device.table.table_club import TableClub


class LanguagePage(NamedTuple):
    """A page and its language: the same page in another language is another picture."""

    page: Page
    language: Language


class Overlays(NamedTuple):
    """The things that may lie over the game: idle page, last page, trouble, the remark at its end, club notices."""

    stillness: Stillness
    shutdown: Shutdown
    health: Health
    remarks: GameRemarks
    club: TableClub | None = None


class TablePanel:
    """Makes the page of each moment, and lets the panel draw it as soon as possible."""

    def __init__(self, table: Table, state: TableState, overlays: Overlays, report: EveningReport) -> None:
        self._table = table
        self._state = state
        self._overlays = overlays
        self._report = report
        self.refresher: Refresher[LanguagePage] = Refresher()
        """When the panel draws which page."""
        self._revision = 0
        self._drawn_revision = 0
        self._refresh_until: float | None = None
        self._seats_asked_before: tuple[Seat, ...] = ()
        self._scene: Scene | None = None
        """The scene that was drawn last."""
        self._keys_before = ""
        """The keys that led to the newest page's question."""

    def page(self) -> Page:
        """The page of this moment."""
        state, overlays = self._state, self._overlays
        if overlays.shutdown.has_begun:
            return pages.farewell_page(state.session, evening_of(state.games.began_at))
        if overlays.stillness.idle_position is not None:
            games = state.games
            played = games.current if is_continued(games.current) else games.game_in_play
            return pages.idle_page(played.session, overlays.stillness.idle_position)
        facts = state.facts
        if state.session.stage is Stage.FINAL:
            facts = facts._replace(played_on=evening_of(state.games.began_at), remark=overlays.remarks.remark())
        club = overlays.club
        notice = state.notice or overlays.health.notice or self._club_notice()
        page = pages.page_for_prompt(state.session, state.view, state.prompt, state.entry.common_keys, notice, facts)
        page = page if club is None else page._replace(club=club.arrival.mark)
        return fit_page(page, self.surface)

    def _club_notice(self) -> Notice | None:
        club = self._overlays.club
        return None if club is None else club.notice(between_games=self._state.is_between_games)

    @property
    def surface(self) -> Surface:
        """The surface for which pages are drawn.

        It may change: the panel can turn out to be another one than assumed.
        """
        return surface_of(self._table.panel_kind)

    @property
    def shown_page(self) -> Page | None:
        """The page that the panel last finished; None before the first, and after a failure."""
        shown = self.refresher.shown_page
        return None if shown is None else shown.page

    def note_declaration(self, time_s: float) -> None:
        """Note that a press at time `time_s` completed a declaration, which the next page will show."""
        self._revision += 1
        remaining_s = 0.0 if self._refresh_until is None else max(0.0, self._refresh_until - time_s)
        refresh_s = self._table.panel_kind.refresh_seconds(RefreshMode.PARTIAL)
        self._report.add_declaration(self._revision, time_s, remaining_s, refresh_s)

    def offer_page(self) -> Page:
        """Make the newest page, and start to draw it if the panel is free."""
        page = self.page()
        typed = self._state.entry.common_keys
        self._keys_before = typed[: len(typed) - len(page.typed_keys)]
        self.refresher.offer(LanguagePage(page, self._state.language), self._page_use())
        self.refresh()
        return page

    def _page_use(self) -> PageUse:
        overlays = self._overlays
        if overlays.shutdown.has_begun or overlays.stillness.idle_position is not None:
            return PageUse.LASTING
        return PageUse.DEALING if self._state.is_dealing else PageUse.DECLARING

    def pointable_page(self, question_number: int) -> PointablePage | None:
        """The page on the panel, for pointing; None unless it is the newest page."""
        shown, drawing = self.refresher.shown_page, self.refresher.page_being_drawn
        if shown is None or self._scene is None or drawing is not None or self.refresher.deadline() is not None:
            return None
        state = self._state
        level = None if state.entry.common_keys else state.prompt.level
        page, language = shown
        return PointablePage(page, self._scene, language, self._keys_before, question_number, state.prompt.asked, level)

    def refresh(self) -> None:
        """Start the refresh that is due, if the panel is free."""
        now = self._table.clock.now()
        due_page = self.refresher.choose_page(now)
        if due_page is None:
            return
        self._drawn_revision = self._revision
        kind = self._table.panel_kind
        mode = self.refresher.start(kind.partial_refresh)
        self._refresh_until = now + kind.refresh_seconds(mode)
        self._table.show(self._draw(due_page), mode)

    def note_finished(self, done: RefreshDone) -> None:
        """Note that the panel has finished the page, or failed."""
        self._refresh_until = None
        self.refresher.finish(done.time_s, succeeded=done.error is None)
        if done.error is None:
            self._report.mark_shown(self._drawn_revision, done.time_s)

    def take_turn_signal(self) -> bool:
        """Whether the finished page asks one player who should be signalled. Each is signalled once.
        If a table declares faster than the panel refreshes, there is no signal for each declaration.
        """
        state, is_outdated = self._state, self._drawn_revision != self._revision
        if is_outdated or not isinstance(state.view, PlayView) or self._overlays.shutdown.has_begun:
            return False
        asked_seats = state.prompt.asked if state.session.stage is Stage.PLAY else ()
        seats_asked_before, self._seats_asked_before = self._seats_asked_before, asked_seats
        is_busy = state.entry.has_code or state.notice is not None
        return len(asked_seats) == 1 and asked_seats != seats_asked_before and not is_busy

    def _draw(self, due_page: LanguagePage) -> Image:
        surface = self.surface
        self._scene = lay_out(due_page.page, surface, due_page.language)
        return paint_scene(self._scene, surface)
