"""An evening of real couriers, broker, hub and store where everything fails once; `make clubsoak` plays a long one.

What is compared in the end must be able to differ: faults that were built in by hand are found.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from device.outbox.revisions import public_record
from device.session.undo import REDO_ROW, UNDO_ROW
from tests.club.bad_evening import ClubEvening
from tests.club.checking import Differences
from tests.club.histories import kept_rows
from tests.club.pressing import counting, record
from tests.club.tables import EveningPlan
from tests.thorough import THOROUGH

TIMEOUT_S = 120.0

whole_evening = pytest.mark.skipif(not THOROUGH, reason="an evening of real processes that fail: make thorough")
"""It takes as long as they do, and on a busy machine they do otherwise each time."""

FOUND = {"lost": "lost", "doubled": "doubled", "strayed": "invented", "skipped": "lost"}
"""What each fault of a hub is found as."""


@contextmanager
def evening(place: Path, boxes: int = 2, fault: str = "") -> Iterator[ClubEvening]:
    deals = [tuple(row for row in kept_rows(seed) if row not in (UNDO_ROW, REDO_ROW)) for seed in range(4)]
    plan = EveningPlan(boxes=boxes, apart=0, deals=deals, pause_s=0.1, retry_s=0.5, seed=1, fault=fault)
    with closing(ClubEvening(place, plan)) as found:
        yield found


def ended(played: ClubEvening, patience_s: float = TIMEOUT_S) -> Differences:
    played.stop_declaring()
    return played.settle(patience_s)


@whole_evening
def test_all_arrives_once_though_broker_network_and_power_fail(tmp_path: Path) -> None:
    with evening(tmp_path) as played:
        played.weather("bad")
        played.wait_for_rows(20)
        for kind in ("power", "network", "broker"):
            played.fail(kind, 0.1)
            played.wait_for_rows(20)
        found = ended(played)
        assert found.first == []
        assert found.is_empty
        assert found.rows > 80


@whole_evening
def test_cards_that_go_back_move_or_are_copied_and_a_hub_of_yesterday_end_where_they_belong(tmp_path: Path) -> None:
    with evening(tmp_path, boxes=4) as played:
        played.wait_for_rows(60)
        played.back_up_card(0)
        played.wait_for_rows(60)
        played.keep_database()
        played.restore_card(0)
        played.clone_card(1)
        played.move(2)
        with played.hostile_guest():
            played.wait_for_rows(60)
            played.restore_database()
            played.wait_for_rows(60)
        found = ended(played)
        assert found.first == []
        assert found.is_empty
        assert found.contested > 0


@whole_evening
@pytest.mark.parametrize("fault", FOUND)
def test_a_fault_of_the_hub_is_found(tmp_path: Path, fault: str) -> None:
    with evening(tmp_path, boxes=3, fault=fault) as played:
        played.wait_for_rows(150)
        found = ended(played, patience_s=3.0)
        assert not found.is_empty
        assert getattr(found, FOUND[fault]) > 0


@whole_evening
def test_a_card_that_goes_back_without_anybody_s_doing_is_found(tmp_path: Path) -> None:
    with evening(tmp_path) as played:
        played.wait_for_rows(40)
        played.back_up_card(0)
        played.wait_for_rows(60)
        played.restore_card(0, noted=False)
        played.wait_for_rows(20)
        found = ended(played, patience_s=3.0)
        assert not found.is_empty
        assert found.missing > 0


def test_what_people_press_comes_to_what_their_box_says() -> None:
    """By hand, and by the program: the two know nothing of one another."""
    for seed in range(4):
        kept = kept_rows(seed)
        assert record(kept) == public_record(kept)
    undone = kept_rows(1)
    assert UNDO_ROW in undone
    assert UNDO_ROW not in counting(undone)
