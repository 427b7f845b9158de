"""What reads foreign files for a card has no rights to speak of, and a time limit."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tools.image.on_card import programs

UNIT = Path("tools/image/on_card/tablekeeper-update.service")
ANALYZE = shutil.which("systemd-analyze")


@pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze (Debian's systemd) is missing")
def test_exposure_is_low() -> None:
    """systemd-analyze counts in tenths: 0.7 at the most."""
    command = [str(ANALYZE), "security", "--offline=true", "--threshold=7", str(UNIT)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr


def test_it_ends_by_itself_and_only_what_mounts_has_rights() -> None:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    found = [line.partition("=") for line in lines if "=" in line and not line.startswith("#")]
    settings = {(key, value) for key, _, value in found}
    assert ("CapabilityBoundingSet", "") in settings
    assert ("ReadWritePaths", "/data/programs") in settings
    # Of all that the table may write, it sees one folder, and writes nothing there.
    assert ("InaccessiblePaths", "-/var/lib/tablekeeper -/data/games") in settings
    shown = [value for key, value in settings if key.startswith("Bind")]
    assert shown == ["-/var/lib/tablekeeper/newer-program:/run/tablekeeper-newer-program:norbind"]
    assert not {key for key, _ in settings} & {"BindPaths", "User", "SupplementaryGroups", "LoadCredential"}
    (limit,) = (int(value) for key, value in settings if key == "TimeoutStartSec")
    assert programs.UNPACK_S + programs.MAX_STICKS * programs.MOUNT_S <= limit <= 1800
    full = {value.split()[-1] for key, value in settings if key.startswith("Exec") and value.startswith("+")}
    assert full == {"mount", "unmount"}
