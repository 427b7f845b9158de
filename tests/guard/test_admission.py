"""How many may be connected, who gives way to whom, and for how long somebody may keep others waiting."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guard.admission import MAX_NETWORKS, Admission, Bucket, Connection, Limits, network_of

LIMITS = Limits(
    max_connections=6,
    max_per_address=3,
    burst=4,
    arrivals_per_s=1.0,
    first_header_timeout_s=5.0,
    next_header_timeout_s=20.0,
)
OTHERS = Limits(max_connections=6, max_per_address=3, burst=1000, burst_of_all=1000)


class Wire:
    """A connection that is closed as soon as it is dropped, unless it is slow to go."""

    def __init__(self, *, slow: bool = False) -> None:
        self.dropped = False
        self.slow = slow

    @property
    def is_closed(self) -> bool:
        return self.dropped and not self.slow

    def drop(self) -> None:
        self.dropped = True


class Hall:
    """An admission with a clock that is set."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self.now = 0.0
        self.admission = Admission(limits, lambda: self.now)

    def come(self, address: str, *, asks: bool = False, trusted: bool = False) -> tuple[Wire, Connection | None]:
        self.now += 0.001
        wire = Wire()
        connection = self.admission.admit(wire, address) if self.admission.count_arrival(address) else None
        if connection is not None and asks:
            self.admission.note_request(connection)
            if trusted:
                self.admission.trust(connection)
        return wire, connection


def test_a_connection_that_says_nothing_is_dropped_after_five_seconds() -> None:
    hall = Hall()
    silent, _ = hall.come("10.0.0.1")
    asking, _ = hall.come("10.0.0.1", asks=True)
    hall.now = 5.0
    assert hall.admission.drop_overdue() == 0
    hall.now = 5.1
    assert hall.admission.drop_overdue() == 1
    assert (silent.dropped, asking.dropped, len(hall.admission)) == (True, False, 1)


def test_a_trusted_connection_gives_way_to_its_own_address_last() -> None:
    """A browser that presses keys lost its connection to a newer one that did nothing, where both had one address."""
    hall = Hall()
    trusted, connection = hall.come("10.0.0.1", asks=True, trusted=True)
    assert connection is not None
    hall.admission.note_answer(connection)
    silent = [hall.come("10.0.0.1")[0] for _ in range(LIMITS.max_per_address)]
    assert ([wire.dropped for wire in silent], trusted.dropped) == ([True, False, False], False)


def test_one_that_was_answered_has_twenty_seconds_for_the_next() -> None:
    hall = Hall()
    wire, connection = hall.come("10.0.0.1", asks=True)
    assert connection is not None
    hall.now = 100.0
    hall.admission.note_answer(connection)
    hall.now = 120.0
    hall.admission.drop_overdue()
    assert not wire.dropped
    hall.now = 120.1
    hall.admission.drop_overdue()
    assert wire.dropped


def test_who_has_not_asked_gives_way_to_the_next_from_that_address() -> None:
    hall = Hall()
    wires = [hall.come("10.0.0.1")[0] for _ in range(3)]
    assert hall.come("10.0.0.1")[1] is not None
    assert [wire.dropped for wire in wires] == [True, False, False]


def test_an_address_whose_places_are_all_in_use_gets_no_more() -> None:
    hall = Hall()
    for _ in range(3):
        hall.come("10.0.0.1", asks=True)
    assert hall.come("10.0.0.1")[1] is None
    assert hall.come("10.0.0.2")[1] is not None


def test_where_all_places_are_taken_the_address_with_the_most_gives_one_up() -> None:
    hall = Hall()
    greedy = [hall.come("10.0.0.1", asks=True)[0] for _ in range(3)]
    for other in (2, 3, 4):
        hall.come(f"10.0.0.{other}", asks=True)
    assert hall.come("10.0.0.5")[1] is not None
    assert [wire.dropped for wire in greedy] == [True, False, False]
    assert hall.come("10.0.0.6")[1] is not None
    assert [wire.dropped for wire in greedy] == [True, True, False]
    assert hall.come("10.0.0.7")[1] is None, "six addresses have one each"


def test_who_may_press_never_gives_way() -> None:
    hall = Hall()
    mine = [hall.come("10.0.0.1", asks=True, trusted=True)[0] for _ in range(3)]
    for other in (2, 3, 4):
        hall.come(f"10.0.0.{other}", asks=True, trusted=True)
    assert hall.come("10.0.0.5")[1] is None
    assert not any(wire.dropped for wire in mine)


def test_an_address_comes_so_often_and_then_no_more() -> None:
    hall = Hall(LIMITS._replace(max_per_address=6))
    assert [hall.come("10.0.0.1")[1] is not None for _ in range(6)] == [True] * 4 + [False] * 2
    assert hall.come("10.0.0.2")[1] is not None
    hall.now += 1.0
    assert hall.come("10.0.0.1")[1] is not None


def test_where_somebody_plays_connections_come_as_often_as_they_like() -> None:
    hall = Hall(LIMITS._replace(max_connections=100, max_per_address=100))
    hall.come("10.0.0.1", asks=True, trusted=True)
    assert all(hall.come("10.0.0.1")[1] is not None for _ in range(50))


def test_where_many_come_only_quiet_addresses_still_do() -> None:
    hall = Hall(LIMITS._replace(max_connections=100, arrivals_per_s=0.001, burst_of_all=4, arrivals_of_all_per_s=0.001))
    came = [hall.come(f"10.0.0.{number}")[1] is not None for number in (1, 1, 2, 2)]
    came += [hall.come("10.0.0.1")[1] is not None for _ in range(2)]
    assert came == [True] * 5 + [False], "two of four are left to the address, and then one"
    assert [hall.come("10.0.0.3")[1] is not None for _ in range(4)] == [True, True, True, False]


def test_strangers_who_come_again_and_again_get_ten_connections_a_second() -> None:
    """Whoever they are, once their first bursts are over: the table's answers wait for what each of them takes."""
    hall = Hall(Limits(max_connections=100_000, max_per_address=10_000))
    admitted = []
    for number in range(40_000):
        hall.now = number / 1000
        if hall.come(f"10.0.0.{number % 25}")[1] is not None:
            admitted.append(hall.now)
    assert 190 <= sum(when > 20 for when in admitted) <= 210


def test_strangers_from_hundreds_of_addresses_get_twenty_connections_a_second() -> None:
    """Each comes so seldom that its address is a quiet one."""
    hall = Hall(Limits(max_connections=100_000, max_per_address=10_000))
    admitted = []
    for number in range(20_000):
        hall.now = number / 500
        if hall.come(f"10.0.{number % 500 // 250}.{number % 250}")[1] is not None:
            admitted.append(hall.now)
    assert 190 <= sum(when > 30 for when in admitted) <= 210


def test_addresses_without_end_are_not_all_remembered() -> None:
    most = 10 * MAX_NETWORKS
    hall = Hall(LIMITS._replace(max_connections=most, arrivals_per_s=0.01, burst_of_all=most, burst_of_quiet=most))
    came = [hall.come(f"10.{number // 250}.{number % 250}.1")[1] is not None for number in range(MAX_NETWORKS + 1)]
    assert came == [True] * MAX_NETWORKS + [False], "the last came while all others were remembered"
    hall.now += 100
    assert hall.come("10.99.0.1")[1] is not None


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("::ffff:192.168.1.5", "192.168.1.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_what_counts_as_one_address(address: str, network: str) -> None:
    assert network_of(address) == network


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(10, 2.0, 0.0)
    assert bucket.try_to_take(10, 0.0)
    assert not bucket.try_to_take(1, 0.4)
    assert bucket.try_to_take(1, 0.5)
    assert bucket.share_left(3.0) == 0.5
    assert bucket.share_left(9.0) == 1.0


@given(st.lists(st.tuples(st.integers(1, 5), st.booleans(), st.booleans(), st.floats(0, 6)), max_size=60))
def test_never_more_than_there_is_room_for(comings: list[tuple[int, bool, bool, float]]) -> None:
    hall = Hall(OTHERS)
    trusted: list[Wire] = []
    for number, asks, may, later in comings:
        hall.now += later
        wire, connection = hall.come(f"10.0.0.{number}", asks=asks, trusted=may)
        if asks and may and connection is not None:
            trusted.append(wire)
        hall.admission.drop_overdue()
        assert len(hall.admission) <= OTHERS.max_connections
    assert not any(wire.dropped for wire in trusted)
