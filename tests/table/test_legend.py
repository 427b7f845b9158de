"""The legend of a page: the codes that may follow the question's own."""

from __future__ import annotations

from pathlib import Path

from device.session.keyscript import key_script
from tests.table.tables import play


def test_once_a_code_is_begun_no_code_that_begins_otherwise_is_explained(tmp_path: Path) -> None:
    """“A, then: A Wizard”, the page said after D, where A was another option."""
    asked = play(tmp_path, key_script(b"game wizard\nplayers Ann Bo Cleo\n")).controller.page()
    assert "A" in {grid.prefix for grid in asked.keymap.next_levels}
    begun = play(tmp_path, ["D"]).controller.page()
    assert not [grid.prefix for grid in begun.keymap.next_levels if grid.prefix and grid.prefix[0] != "D"]
