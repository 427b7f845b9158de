"""Limits the work for checking a declaration: once it is used up, the declaration is accepted (detail `tricks`).

Work is counted in steps, not timed, so that a declaration is judged alike on every machine and every time. A step takes
about five microseconds on a desktop computer, and a tenth of a millisecond on the slowest Pi.
"""

from __future__ import annotations

from dataclasses import dataclass

SEARCH_STEPS = 160
"""Steps for excluding impossible plays, for examples and for cases: about a millisecond on a desktop computer.

With 200, only three more of 1,870 impossible declarations are detected, all by cases (9,000 games with mistakes).
"""

EXTEND_STEPS = 40
"""Steps for updating an example with the next trick. Allowing more hardly helps."""

EXPLAINING_STEPS = 1000
"""Steps for finding the place that proves a refused declaration impossible."""

SHORTENING_STEPS = 150
"""Steps for leaving tricks out of an explanation that holds without them."""


@dataclass(slots=True)
class StepBudget:
    """The steps that are left. The work ends once they are below 1."""

    steps_left: int

    @property
    def is_used_up(self) -> bool:
        return self.steps_left <= 0
