"""A broken installation is named in a sentence."""

from __future__ import annotations

import subprocess
import sys

BROKEN = """
import sys
sys.modules["device.score"] = None
from device.start import main
sys.argv = ["tablekeeper", "score", "-"]
sys.exit(main())
"""


def test_a_part_that_is_missing_is_named() -> None:
    ended = subprocess.run([sys.executable, "-c", BROKEN], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr == "tablekeeper: its part device.score is missing. Install it anew.\n"
