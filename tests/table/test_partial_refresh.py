"""When a panel that can refresh in part does so, and when its ghosts are taken away."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from device.table.refresher import (
    CLEANING_WAIT_AT_DEAL_S,
    CLEANING_WAIT_S,
    CLEANING_WAIT_WHEN_DUE_S,
    MAX_RETRY_DELAY_S,
    MIN_PARTIAL_COUNT,
    PageUse,
    Refresher,
)
from hal.panel.panel import PartialRefresh, RefreshMode

FULL, PARTIAL = RefreshMode
QUICK = PartialRefresh(0.3, 20)
FULL_S = 6.0


class Drawn(NamedTuple):
    at: float
    page: int
    mode: RefreshMode


class Panel:
    """A panel in virtual time, drawn on as a table does."""

    def __init__(self, partial: PartialRefresh | None = QUICK) -> None:
        self.machine: Refresher[int] = Refresher()
        self.now = 0.0
        self.drawn: list[Drawn] = []
        self._partial = partial
        self._until: float | None = None

    def offer(self, page: int, pause: PageUse = PageUse.DECLARING) -> None:
        self.machine.offer(page, pause)
        self._begin()

    def advance(self, seconds: float, *, ok: bool = True) -> None:
        """Let time pass, with all that becomes due."""
        end = self.now + seconds
        while (moment := self._next()) is not None and moment <= end:
            self.now = max(self.now, moment)
            if self._until is not None:
                self._until = None
                self.machine.finish(self.now, ok)
            self._begin()
        self.now = end

    def _next(self) -> float | None:
        return self.machine.deadline() if self._until is None else self._until

    def _begin(self) -> None:
        page = self.machine.choose_page(self.now)
        if page is None:
            return
        mode = self.machine.start(self._partial)
        self.drawn.append(Drawn(self.now, page, mode))
        self._until = self.now + (FULL_S if mode is FULL or self._partial is None else self._partial.seconds)

    @property
    def modes(self) -> list[RefreshMode]:
        return [one.mode for one in self.drawn]


def begun() -> Panel:
    panel = Panel()
    panel.offer(0)
    panel.advance(FULL_S)
    return panel


def test_the_first_page_is_full_and_the_next_ones_are_partial() -> None:
    panel = begun()
    panel.offer(1)
    panel.advance(1.0)
    panel.offer(2)
    assert panel.modes == [FULL, PARTIAL, PARTIAL]


def test_a_panel_that_cannot_refresh_in_part_never_does_nor_cleans() -> None:
    panel = Panel(None)
    for page in range(3):
        panel.offer(page)
        panel.advance(FULL_S)
    panel.advance(1000.0)
    assert panel.modes == [FULL] * 3


def test_ghosts_go_once_nobody_has_pressed_for_a_while_and_only_once() -> None:
    panel = begun()
    panel.offer(1)
    panel.advance(0.3 + CLEANING_WAIT_S - 0.1)
    assert panel.modes == [FULL, PARTIAL]
    panel.advance(0.1)
    assert panel.drawn[2:] == [Drawn(FULL_S + 0.3 + CLEANING_WAIT_S, 1, FULL)]
    panel.advance(10 * CLEANING_WAIT_S)
    assert len(panel.drawn) == 3


def test_ghosts_go_while_people_deal() -> None:
    panel = begun()
    for page in range(1, MIN_PARTIAL_COUNT + 1):
        panel.offer(page, PageUse.DEALING)
        panel.advance(0.3 + CLEANING_WAIT_AT_DEAL_S)
    panel.advance(0.1)
    assert panel.modes == [FULL, *[PARTIAL] * MIN_PARTIAL_COUNT, FULL]


def test_a_panel_that_has_borne_half_of_its_partial_refreshes_is_cleaned_in_a_short_pause() -> None:
    panel = begun()
    half = QUICK.max_in_a_row // 2
    for page in range(1, half + 1):
        panel.offer(page)
        panel.advance(1.0)
    panel.advance(CLEANING_WAIT_WHEN_DUE_S)
    assert panel.modes == [FULL, *[PARTIAL] * half, FULL]


def test_no_panel_bears_more_partial_refreshes_than_it_says() -> None:
    panel = begun()
    for page in range(1, QUICK.max_in_a_row + 3):
        panel.offer(page)
        panel.advance(1.0)
    assert panel.modes == [FULL, *[PARTIAL] * QUICK.max_in_a_row, FULL]


def test_a_page_that_stays_for_hours_is_drawn_full() -> None:
    panel = begun()
    panel.offer(1, PageUse.LASTING)
    assert panel.modes == [FULL, FULL]


def test_a_refresh_that_failed_is_followed_by_a_full_one() -> None:
    panel = begun()
    panel.offer(1)
    panel.advance(0.3, ok=False)
    panel.advance(1.0 + FULL_S)
    assert panel.modes == [FULL, PARTIAL, FULL]
    assert panel.machine.shown_page == 1


def test_a_press_while_ghosts_are_taken_away_gets_its_page_right_after() -> None:
    panel = begun()
    panel.offer(1)
    panel.advance(0.3 + CLEANING_WAIT_S + 1.0)
    panel.offer(2)
    panel.advance(FULL_S - 1.0)
    assert panel.drawn[-1] == Drawn(FULL_S + 0.3 + CLEANING_WAIT_S + FULL_S, 2, PARTIAL)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0.0, 300.0), st.integers(0, 5), st.sampled_from(PageUse), st.booleans()), max_size=40)
)
def test_ink_never_lags_longer_than_the_panel_needs_and_ghosts_never_stay(
    steps: list[tuple[float, int, PageUse, bool]],
) -> None:
    panel = begun()
    for pause_s, page, pause, ok in steps:
        panel.offer(page, pause)
        panel.advance(pause_s, ok=ok)
        longest = MAX_RETRY_DELAY_S + 2 * FULL_S
        if ok and pause_s >= longest and panel.machine.page_being_drawn is None:
            assert panel.machine.shown_page == page
    partials = 0
    for one in panel.drawn:
        partials = partials + 1 if one.mode is PARTIAL else 0
        assert partials <= QUICK.max_in_a_row
    panel.advance(MAX_RETRY_DELAY_S + CLEANING_WAIT_S + 3 * FULL_S)
    assert panel.drawn[-1].mode is FULL
    assert panel.machine.deadline() is None
