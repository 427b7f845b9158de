"""An evening of real couriers, broker, hub and store where everything fails once; `make clubsoak` plays a long one."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

from tests.club.bad_evening import ClubEvening
from tests.club.histories import kept_rows
from tests.club.tables import EveningPlan

PATIENCE_S = 120.0


def test_all_arrives_once_though_broker_network_and_power_fail(tmp_path: Path) -> None:
    deals = [kept_rows(seed) for seed in range(4)]
    plan = EveningPlan(boxes=2, apart=0, deals=deals, pause_s=0.1, retry_s=0.5, seed=1)
    with closing(ClubEvening(tmp_path, plan)) as evening:
        evening.weather("bad")
        evening.wait_for_rows(20)
        for kind in ("power", "network", "broker"):
            evening.fail(kind, 0.1)
            evening.wait_for_rows(20)
        evening.rest()
        wanted = evening.records()
        until = time.monotonic() + PATIENCE_S
        while evening.arrived(wanted) < len(wanted):
            assert time.monotonic() < until
            time.sleep(0.1)
        assert evening.differences(wanted).none
