"""A broken installation, and an error of the program itself, have sentences and exit statuses of their own."""

from __future__ import annotations

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from device.cli import commands, start
from device.system import garbage_collection, integrity

BROKEN = """
import sys
sys.modules["device.session.score"] = None
from device.cli.start import main
sys.argv = ["tablekeeper", "score", "-"]
sys.exit(main())
"""

FONT = "display/fonts/Font.ttf"
RULES = "device/contract/game.py"
RECORD = f"""\
{FONT},sha256=VZBmfyz-tpOfSkw8lRx5iy95sNR2ZeyWP3a57f2hfO0,10
{RULES},sha256=NRyf5o4-_oaa6Rv4HhSz5TKRmp3ebUYdNH6h88Bgcss,12
../../bin/tablekeeper,sha256=nothing,3
device/__pycache__/rules.pyc,,
tablekeeper-1.0.dist-info/RECORD,,
"""
"""As an installer writes it (Recording installed projects, packaging.python.org): SHA-256 in base64 without padding.

The digests are those of sha256sum for what `installed` writes.
"""


def installed(place: Path) -> metadata.Distribution:
    """An installation of two files, both whole, and of a command that was changed."""
    for name, content in ((FONT, b"the glyphs"), (RULES, b"rules: none\n")):
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    info = place / "tablekeeper-1.0.dist-info"
    info.mkdir()
    (info / "RECORD").write_text(RECORD)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tablekeeper\nVersion: 1.0\n")
    return metadata.PathDistribution(info)


def test_a_part_that_is_missing_is_named() -> None:
    ended = subprocess.run([sys.executable, "-c", BROKEN], capture_output=True, text=True, check=False)
    assert ended.returncode == 72
    assert ended.stderr == "tablekeeper: its part device.session.score is missing or damaged. Install it anew.\n"


def test_files_are_compared_with_what_was_installed(tmp_path: Path) -> None:
    found = [installed(tmp_path)]
    assert list(integrity.damaged_files(found)) == []
    (tmp_path / RULES).write_bytes(bytes(12))
    assert list(integrity.damaged_files(found)) == [RULES]
    (tmp_path / FONT).unlink()
    assert list(integrity.damaged_files(found)) == [FONT, RULES]


@pytest.mark.parametrize(
    ("spoilt", "named"), [(b"sha2\x006", RULES), (b"sha2#6", RULES), (b"sha\xff56", "RECORD")], ids=str
)
def test_a_damaged_list_of_files_is_no_crash(tmp_path: Path, spoilt: bytes, named: str) -> None:
    found = [installed(tmp_path)]
    (record,) = tmp_path.glob("*/RECORD")
    content = record.read_bytes()
    record.write_bytes(content.replace(f"{RULES},sha256".encode(), f"{RULES},".encode() + spoilt))
    assert list(integrity.damaged_files(found)) == [named]


@pytest.mark.parametrize("left", [b"", bytes(400), RECORD.encode()[:100]], ids=["empty", "zeros", "cut"])
def test_a_list_of_files_that_a_power_cut_left_unfinished_is_named(tmp_path: Path, left: bytes) -> None:
    found = [installed(tmp_path)]
    (record,) = tmp_path.glob("*/RECORD")
    record.write_bytes(left)
    assert next(integrity.damaged_files(found)) == "RECORD"


def test_a_clone_has_no_list_of_files(tmp_path: Path) -> None:
    found = [installed(tmp_path)]
    (record,) = tmp_path.glob("*/RECORD")
    record.unlink()
    assert list(integrity.damaged_files(found)) == []


def failing() -> int:
    raise OSError("cannot open resource")  # as Pillow says it of a font


def test_a_missing_font_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(tmp_path)
    (tmp_path / FONT).unlink()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(garbage_collection, "disable_until_settled", lambda: None)
    monkeypatch.setattr(commands, "main", failing)
    assert start.main() == 72
    assert capsys.readouterr().err == f"tablekeeper: its part {FONT} is missing or damaged. Install it anew.\n"


def test_an_error_of_the_program_is_no_illegal_record(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The status of an illegal record is 1, as is Python's own after an error."""
    monkeypatch.setattr(garbage_collection, "disable_until_settled", lambda: None)
    monkeypatch.setattr(commands, "main", failing)
    assert start.main() == 70
    *trace, last = capsys.readouterr().err.splitlines()
    assert trace[-1] == "OSError: cannot open resource"
    assert last == "tablekeeper: this is an error of the program itself. Please report it, with the lines above."
