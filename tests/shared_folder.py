"""The folder that the workers of one run of the tests share; it goes when the run ends."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

_NAME = "TABLEKEEPER_TEST_SHARED"
"""The environment's name for it."""


def make_shared_folder(config: pytest.Config) -> None:
    """Make it, for all processes that are started from now on."""
    shared = TemporaryDirectory(prefix="tablekeeper-")
    os.environ[_NAME] = shared.name
    config.add_cleanup(shared.cleanup)


def shared_folder() -> Path | None:
    """The folder; None where all tests run in one process."""
    name = os.environ.get(_NAME)
    return None if name is None else Path(name)
