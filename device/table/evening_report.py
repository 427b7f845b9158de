"""The statistics of an evening: presses, declarations, refreshes, and how far the ink lagged behind."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from math import ceil

from device.session.rows import RowKind
from device.table.events import DeclarationRefused, Declared, Pressed, TableEvent
from values.named_tuple import NamedTuple

MAX_DELAYS = 10_000
"""The number of declarations whose delays are stored: more than an evening has, and few enough for a box that is never
switched off."""


class _UnshownDeclaration(NamedTuple):
    revision: int
    pressed_at: float
    min_delay_s: float


class EveningReport:
    """Counts what happens at a table. Times are seconds of its clock.

    A staleness ratio is the time from the last press of a declaration until the
    first finished refresh that shows it, divided by the least that a panel which
    cannot be interrupted allows: the rest of the refresh under way and one more.
    """

    name = "report"

    def __init__(self) -> None:
        self._press_count = 0
        self._declaration_count = 0
        self._refusal_count = 0
        self._refresh_count = 0
        self._identical_refresh_count = 0
        self._refresh_s = 0.0
        self._unshown_declarations: deque[_UnshownDeclaration] = deque(maxlen=MAX_DELAYS)
        self._ratios: deque[float] = deque(maxlen=MAX_DELAYS)
        self._delays: deque[float] = deque(maxlen=MAX_DELAYS)

    def handle_event(self, event: TableEvent) -> None:
        """Count presses, declared record lines, and refusals."""
        match event:
            case Pressed():
                self._press_count += 1
            case Declared(rows=rows):
                self._declaration_count += sum(row.kind is not RowKind.TABLE for row in rows)
            case DeclarationRefused():
                self._refusal_count += 1

    def add_refreshes(self, count: int, identical_count: int, seconds: float) -> None:
        """Count refreshes that the panel has finished; `identical_count` of them showed the same page as before."""
        self._refresh_count += count
        self._identical_refresh_count += identical_count
        self._refresh_s += seconds

    def add_declaration(self, revision: int, time_s: float, panel_rest_s: float, refresh_s: float) -> None:
        """Note that a declaration brought the table's state to number `revision`. These numbers rise.

        `time_s` is its last press. `panel_rest_s` is what was left of the refresh under
        way, 0 if there was none; `refresh_s`, above 0, is how long one takes.
        """
        self._unshown_declarations.append(_UnshownDeclaration(revision, time_s, panel_rest_s + refresh_s))

    def mark_shown(self, revision: int, time_s: float) -> None:
        """Note that a refresh that shows state number `revision` is finished."""
        while self._unshown_declarations and self._unshown_declarations[0].revision <= revision:
            declaration = self._unshown_declarations.popleft()
            self._delays.append(time_s - declaration.pressed_at)
            self._ratios.append(self._delays[-1] / declaration.min_delay_s)

    def as_json(self) -> dict[str, object]:
        """The report as plain data for `json.dumps`.

        `ink_s` are the seconds from the last press of a declaration to the ink. They and the ratios are None where
        nothing was declared and shown. `unshown` declarations are those that no finished refresh has shown.
        """
        return {
            "presses": self._press_count,
            "declarations": self._declaration_count,
            "refused": self._refusal_count,
            "refreshes": self._refresh_count,
            "identical_refreshes": self._identical_refresh_count,
            "refresh_s": round(self._refresh_s, 3),
            "ink_s": _percentiles(self._delays),
            "staleness_ratio": _percentiles(self._ratios),
            "unshown": len(self._unshown_declarations),
        }


def _percentiles(values: Collection[float]) -> dict[str, float | None]:
    return {"p50": percentile(values, 50), "p95": percentile(values, 95), "max": percentile(values, 100)}


def percentile(values: Collection[float], percent: int) -> float | None:
    """The smallest value that `percent` per cent (1 to 100) of the values do not exceed; None if there are none."""
    if not values:
        return None
    return sorted(values)[ceil(len(values) * percent / 100) - 1]
