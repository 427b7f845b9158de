"""Removes write permissions temporarily."""

from __future__ import annotations

import os
from pathlib import Path


class NoRights:
    """Without the permission to write to `directory`, even if the tests run as root."""

    def __init__(self, directory: Path, mode: int = 0o555) -> None:
        self._directory = directory
        self._mode = mode

    def __enter__(self) -> None:
        self._directory.chmod(self._mode)
        if os.geteuid() == 0:
            os.seteuid(65534)

    def __exit__(self, *error: object) -> None:
        if os.getuid() == 0:
            os.seteuid(0)
        self._directory.chmod(0o755)
