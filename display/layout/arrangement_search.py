"""The best of many ways to share a page."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple, Protocol

from display.layout.arrangements import Arrangement, Candidate, ScoreboardBand
from display.layout.body_plan import BodyPlan
from display.scene import Box

NEVER = 1 << 20
"""A loss beyond all others."""


class BodyPlanner(Protocol):
    """Plans a body for a box."""

    def __call__(self, box: Box, banded: bool, enough: int) -> BodyPlan | None:
        """`banded` tells that the scoreboards stand elsewhere; None where at least `enough` is lost for certain."""


class ChosenArrangement(NamedTuple):
    """A page's body and key map in their places, with the scoreboards that stand across the page."""

    place: Arrangement
    band: ScoreboardBand | None
    body: BodyPlan


class ArrangementSearch:
    """The way that costs least, the first of equals, with as few key maps fitted and bodies planned as that takes.

    A way costs what its key map loses, with the levels that it leaves out, and what its body loses. The first is known,
    at least roughly, before anything is tried: most key maps with all their levels are too small to compete with
    fewer, so they wait until it is known that fewer cost as much.
    """

    def __init__(self, plan: BodyPlanner) -> None:
        self.best: ChosenArrangement | None = None
        self.cost = NEVER
        self._plan = plan
        self._rank = self._seen = 0
        self._waiting: list[tuple[int, int, int, Candidate]] = []
        self._planned: dict[tuple[Box, bool], BodyPlan] = {}

    def consider(self, way: Candidate, behind: int, enough: int) -> bool:
        """Try a way whose levels cost `behind`, or keep it for later if it costs more than `enough` for certain.

        Tells whether the best, after a try, costs no more than that.
        """
        self._seen += 1
        cost = way.loss + behind
        if cost > enough:
            heappush(self._waiting, (cost, self._seen, behind, way))
            return False
        if cost >= self.cost:
            return False
        self._try(cost, self._seen, behind, way)
        return self.cost <= enough

    def settled(self, enough: int) -> int:
        """What the best costs, once those have been tried that may cost no more than `enough`."""
        while self._waiting and self._waiting[0][0] <= min(enough, self.cost):
            self._try(*heappop(self._waiting))
        return self.cost

    def _try(self, cost: int, rank: int, behind: int, way: Candidate) -> None:
        most = self.cost - cost + (rank < self._rank)
        if most <= 0:
            return
        sharing = way.find()
        if sharing is None:
            return
        certain = sharing.loss + way.extra + behind
        if certain > cost:
            heappush(self._waiting, (certain, rank, behind, way._replace(loss=certain - behind)))
            return
        place = sharing.body, way.band is not None
        planned = self._planned.get(place) or self._plan(*place, most)
        if planned is not None:
            self._planned[place] = planned
            if planned.loss < most:
                self.best, self.cost, self._rank = (
                    ChosenArrangement(sharing, way.band, planned),
                    cost + planned.loss,
                    rank,
                )
