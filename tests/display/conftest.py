"""The pytest option that renews golden pictures: `pytest tests/display --renew-golden`."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-golden", action="store_true", help="draw the golden pictures anew; the run then fails")


@pytest.fixture
def renew_golden(request: pytest.FixtureRequest) -> bool:
    """Whether to draw the golden pictures again."""
    return bool(request.config.getoption("--renew-golden", default=False))
