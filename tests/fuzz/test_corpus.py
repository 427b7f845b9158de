"""What fuzzing has found and kept: inputs that reach the code that `make fuzz` has reached, and what failed once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tools.fuzz.targets import TARGETS

HERE = Path(__file__).parent
LARGEST = 256 * 1024
"""Bytes that the kept inputs of a target may have together."""


@pytest.mark.parametrize("target", TARGETS)
def test_kept_inputs_hold(target: str) -> None:
    """Each is answered as the target says; whatever else is raised names the input."""
    kept = sorted((HERE / "corpus" / target).iterdir())
    assert kept
    # A browser of earlier tests has an event loop that runs in this thread, beside which no other can.
    with ThreadPoolExecutor(1) as apart:
        for path in [*kept, *sorted((HERE / "found" / target).glob("*"))]:
            try:
                apart.submit(TARGETS[target], path.read_bytes()).result()
            except Exception as error:
                raise AssertionError(f"{path.relative_to(HERE)}: {error!r}") from error


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_kept_is_small(target: str) -> None:
    sizes = [path.stat().st_size for path in (HERE / "corpus" / target).iterdir()]
    assert sizes
    assert sum(sizes) <= LARGEST


def test_every_target_has_inputs_and_every_input_a_target() -> None:
    assert {path.name for path in (HERE / "corpus").iterdir()} == set(TARGETS)
    assert {path.name for path in (HERE / "found").glob("*")} <= set(TARGETS)
