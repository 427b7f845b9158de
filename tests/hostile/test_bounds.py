"""The bound of time is a real one."""

from __future__ import annotations

import time

import pytest

from tests.hostile.bounds import bounded

SHORT_S = 0.05


def test_time_is_bounded() -> None:
    def slowly() -> None:
        with bounded(SHORT_S):
            begun = time.process_time()
            while time.process_time() - begun <= SHORT_S:
                pass

    with pytest.raises(AssertionError):
        slowly()
