"""What hal may know: neither pages nor games; Pillow only once a picture is written, drivers only once opened."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import hal

HOUSE = Path(hal.__file__).parent
LOOK = """
import sys, hal.mock.table, hal.table.threaded_table, hal.keys.debounce
print([name for name in ("PIL", "numpy", "gpiozero", "inky", "serial") if name in sys.modules])
"""


def test_hal_imports_neither_display_nor_device() -> None:
    sources = list(HOUSE.rglob("*.py"))
    assert len(sources) > 5
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.partition(".")[0] for name in names} & {"display", "device"}, source


def test_nothing_heavy_is_imported_at_start() -> None:
    printed = subprocess.run(
        [sys.executable, "-c", LOOK], cwd=HOUSE.parent, capture_output=True, text=True, check=True
    ).stdout
    assert printed.strip() == "[]"
