"""To which evening a game belongs: what begins before five in the morning is of the evening before."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date, datetime

import pytest

from device.session.evenings import evening_of, is_after_midnight, local_date


@pytest.fixture(autouse=True, params=["UTC", "Europe/Paris", "America/New_York"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def moment(day: int, hour: int, minute: int = 0) -> float:
    """A local time in November 2026, in seconds since 1970."""
    return datetime(2026, 11, day, hour, minute).astimezone().timestamp()


def test_a_game_until_five_in_the_morning_is_of_the_evening_before() -> None:
    assert evening_of(moment(20, 23, 59)) == date(2026, 11, 20)
    assert evening_of(moment(21, 4, 59)) == date(2026, 11, 20)
    assert evening_of(moment(21, 5)) == date(2026, 11, 21)
    assert evening_of(None) is None


def test_after_midnight_the_date_is_not_that_of_the_evening() -> None:
    late = moment(21, 0, 30)
    assert local_date(late) == date(2026, 11, 21)
    assert is_after_midnight(late)
    assert not is_after_midnight(moment(20, 23, 30))
    assert not is_after_midnight(moment(21, 5))
