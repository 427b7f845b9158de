"""How much work a declaration is worth: it is let pass once that is used up (detail `tricks`).

Work is counted, not timed, so that the same declaration is judged alike on every machine and every time. A step is
about five microseconds of a desk's machine, and a tenth of a millisecond of the slowest Pi.
"""

from __future__ import annotations

from dataclasses import dataclass

SEARCH_STEPS = 160
"""For striking out what can't have been, for examples and for cases: about a millisecond of a desk's machine.

With 200, three more are found of 1,870 declarations that can't be, all by cases (9,000 games with mistakes).
"""

GO_ON_STEPS = 40
"""For an example to go on. With more, few more do."""

EXPLAINING_STEPS = 1000
"""For finding out where a refused declaration shows to be impossible."""

SHORTENING_STEPS = 150
"""For leaving out of an explanation the tricks without which it holds."""


@dataclass(slots=True)
class Effort:
    """What is left of the work; none below 1."""

    steps: int

    @property
    def used_up(self) -> bool:
        return self.steps <= 0
