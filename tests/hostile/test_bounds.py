"""The bound of time is a real one."""

from __future__ import annotations

import time

import pytest

from tests.hostile.bounds import MOST_S, bounded


def test_time_is_bounded() -> None:
    def slowly() -> None:
        with bounded():
            begun = time.process_time()
            while time.process_time() - begun <= MOST_S:
                pass

    with pytest.raises(AssertionError):
        slowly()
