"""Draws the next round of an evening: who sits out, and who sits at which table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum

from club.pairing.all_meet import seat_evenly
from club.pairing.meetings import Meetings, Tables
from club.pairing.movements import pairs_with_one_out
from club.pairing.sizes import table_sizes
from club.pairing.swiss import seat_by_standings
from values.named_tuple import NamedTuple


class Method(Enum):
    """The pairing method."""

    ALL_MEET = "all-meet"
    """Everybody meets everybody as evenly as possible."""
    SWISS = "swiss"
    """Neighbours in the standings play together."""


class TableWish(NamedTuple):
    """The lowest and highest number of people at a table, the best number (`wished`), and the number of tables."""

    lowest: int
    highest: int
    wished: int
    tables: int


class SeatedRound(NamedTuple):
    """The people at each table, and the people who sit out."""

    tables: Tables
    sitting_out: tuple[str, ...] = ()


def next_round(method: Method, ranked: Sequence[str], wish: TableWish, earlier: Iterable[SeatedRound]) -> SeatedRound:
    """Draw the round after the earlier ones. `ranked` are the people present, the best first.

    If people must sit out, these are those who have sat out least often; of equals, the last in the standings. Raises
    CannotSeat if not even one table can be filled.
    """
    played = list(earlier)
    sizes = table_sizes(len(ranked), wish.lowest, wish.highest, wish.wished, wish.tables)
    out = _choose_sitting_out(ranked, len(ranked) - sum(sizes), played)
    playing = [name for name in ranked if name not in out]
    met = Meetings(table for one in played for table in one.tables)
    if method is Method.SWISS:
        return SeatedRound(seat_by_standings(playing, sizes, met), out)
    kept = _next_of_movement(ranked, met, count_sitting_out(played)) if set(sizes) == {2} and len(out) == 1 else None
    return kept or SeatedRound(seat_evenly(playing, sizes, met, seed=len(played)), out)


def count_sitting_out(rounds: Iterable[SeatedRound]) -> Counter[str]:
    """How often each person has sat out."""
    return Counter(name for round in rounds for name in round.sitting_out)


def _next_of_movement(names: Sequence[str], met: Meetings, times: Counter[str]) -> SeatedRound | None:
    """The next round of a movement of pairs in which one sits out; None if the earlier rounds have not followed it."""
    least = min(times[name] for name in names)
    for tables, out in pairs_with_one_out(sorted(names)):
        if times[out] == least and not any(map(met.count_repeats, tables)):
            return SeatedRound(tables, (out,))
    return None


def _choose_sitting_out(ranked: Sequence[str], count: int, played: Sequence[SeatedRound]) -> tuple[str, ...]:
    times = count_sitting_out(played)
    order = sorted(range(len(ranked)), key=lambda place: (times[ranked[place]], -place))
    return tuple(ranked[place] for place in sorted(order[:count]))
