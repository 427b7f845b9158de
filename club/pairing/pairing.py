"""Draws the next round of an evening: who sits out, and who sits at which table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum

from club.pairing.all_meet import seat_evenly
from club.pairing.meetings import Meetings, Tables
from club.pairing.movements import rounds_with_sit_out
from club.pairing.sizes import table_sizes
from club.pairing.swiss import seat_by_standings
from values.named_tuple import NamedTuple


class PairingMethod(Enum):
    """The pairing method."""

    ALL_MEET = "all-meet"
    """Everybody meets everybody as evenly as possible."""
    SWISS = "swiss"
    """Neighbours in the standings play together."""


class TableWish(NamedTuple):
    """The lowest and highest number of people at a table, the best number (`preferred_people`), and the highest
    number of tables."""

    min_people: int
    max_people: int
    preferred_people: int
    max_tables: int


class SeatedRound(NamedTuple):
    """The people at each table, and the people who sit out."""

    tables: Tables
    sitting_out: tuple[str, ...] = ()


def next_round(
    method: PairingMethod, ranked_people: Sequence[str], wish: TableWish, earlier_rounds: Iterable[SeatedRound]
) -> SeatedRound:
    """Draw the round after the earlier ones. `ranked_people` are the people present, the best first.

    If people must sit out, these are those who have sat out least often; of equals, the last in the standings, except
    where pairs follow a movement, which says who sits out. Raises CannotSeat if not even one table can be filled.
    """
    played_rounds = list(earlier_rounds)
    sizes = table_sizes(len(ranked_people), wish.min_people, wish.max_people, wish.preferred_people, wish.max_tables)
    people_out = _choose_sitting_out(ranked_people, len(ranked_people) - sum(sizes), played_rounds)
    playing = [name for name in ranked_people if name not in people_out]
    meetings = Meetings(table for played_round in played_rounds for table in played_round.tables)
    if method is PairingMethod.SWISS:
        return SeatedRound(seat_by_standings(playing, sizes, meetings), people_out)
    if set(sizes) == {2} and len(people_out) == 1:
        movement_round = _next_movement_round(ranked_people, meetings, count_sitting_out(played_rounds))
        if movement_round is not None:
            return movement_round
    return SeatedRound(seat_evenly(playing, sizes, meetings, seed=len(played_rounds)), people_out)


def count_sitting_out(rounds: Iterable[SeatedRound]) -> Counter[str]:
    """How often each person has sat out."""
    return Counter(name for round in rounds for name in round.sitting_out)


def _next_movement_round(names: Sequence[str], meetings: Meetings, times_out: Counter[str]) -> SeatedRound | None:
    """The next round of a movement of pairs in which one sits out.

    None if the earlier rounds have not followed it, or if all of it is played.
    """
    fewest_times = min(times_out[name] for name in names)
    for tables, person_out in rounds_with_sit_out(sorted(names)):
        if times_out[person_out] == fewest_times and not any(map(meetings.count_repeats, tables)):
            return SeatedRound(tables, (person_out,))
    return None


def _choose_sitting_out(
    ranked_people: Sequence[str], out_count: int, played_rounds: Sequence[SeatedRound]
) -> tuple[str, ...]:
    times_out = count_sitting_out(played_rounds)
    order = sorted(range(len(ranked_people)), key=lambda rank: (times_out[ranked_people[rank]], -rank))
    return tuple(ranked_people[rank] for rank in sorted(order[:out_count]))
