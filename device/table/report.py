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


class _Unshown(NamedTuple):
    revision: int
    pressed_at: float
    min_delay: float


class Report:
    """Counts what happens at a table. Times are seconds of its clock.

    A staleness ratio is the time from the last press of a declaration until the
    first finished refresh that shows it, divided by the least that a panel which
    cannot be interrupted allows: the rest of the refresh under way and one more.
    """

    name = "report"

    def __init__(self) -> None:
        self._presses = 0
        self._declarations = 0
        self._refused = 0
        self._refreshes = 0
        self._identical = 0
        self._refresh_s = 0.0
        self._unshown: deque[_Unshown] = deque(maxlen=MAX_DELAYS)
        self._ratios: deque[float] = deque(maxlen=MAX_DELAYS)
        self._delays: deque[float] = deque(maxlen=MAX_DELAYS)

    def handle_event(self, event: TableEvent) -> None:
        """Count presses, declared record lines, and refusals."""
        match event:
            case Pressed():
                self._presses += 1
            case Declared(rows=rows):
                self._declarations += sum(row.kind is not RowKind.TABLE for row in rows)
            case DeclarationRefused():
                self._refused += 1

    def add_refreshes(self, refreshes: int, identical: int, seconds: float) -> None:
        """Count refreshes that the panel has finished; `identical` of them showed the same page as before."""
        self._refreshes += refreshes
        self._identical += identical
        self._refresh_s += seconds

    def add_declaration(self, revision: int, at: float, panel_rest: float, refresh_s: float) -> None:
        """Note that a declaration brought the table's state to number `revision`. These numbers rise.

        `at` is its last press. `panel_rest` is what was left of the refresh under
        way, 0 if there was none; `refresh_s`, above 0, is how long one takes.
        """
        self._unshown.append(_Unshown(revision, at, panel_rest + refresh_s))

    def mark_shown(self, revision: int, at: float) -> None:
        """A refresh that shows state number `revision` is finished."""
        while self._unshown and self._unshown[0].revision <= revision:
            shown = self._unshown.popleft()
            self._delays.append(at - shown.pressed_at)
            self._ratios.append(self._delays[-1] / shown.min_delay)

    def as_json(self) -> dict[str, object]:
        """The report as plain data for `json.dumps`.

        `ink_s` are the seconds from the last press of a declaration to the ink. They and the ratios are None where
        nothing was declared and shown. `unshown` declarations are those that no finished refresh has shown.
        """
        return {
            "presses": self._presses,
            "declarations": self._declarations,
            "refused": self._refused,
            "refreshes": self._refreshes,
            "identical_refreshes": self._identical,
            "refresh_s": round(self._refresh_s, 3),
            "ink_s": _percentiles(self._delays),
            "staleness_ratio": _percentiles(self._ratios),
            "unshown": len(self._unshown),
        }


def _percentiles(values: Collection[float]) -> dict[str, float | None]:
    return {"p50": percentile(values, 50), "p95": percentile(values, 95), "max": percentile(values, 100)}


def percentile(values: Collection[float], percent: int) -> float | None:
    """The smallest value that `percent` per cent (1 to 100) of the values do not exceed; None if there are none."""
    if not values:
        return None
    return sorted(values)[ceil(len(values) * percent / 100) - 1]
