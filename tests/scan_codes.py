"""Codes read off pictures, as a phone's camera does."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

NOTHING_FOUND = 4
"""What zbarimg returns for a picture without a code."""

needs_a_reader = pytest.mark.skipif(shutil.which("zbarimg") is None, reason="no zbarimg: apt install zbar-tools")


def decoded(pictures: Iterable[Path]) -> list[str]:
    """What a reader finds in each picture, for those in which it finds something."""
    command = ("zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", *map(str, pictures))
    read = subprocess.run(command, capture_output=True, text=True, check=False)
    if read.returncode != NOTHING_FOUND:
        read.check_returncode()
    return read.stdout.splitlines()
