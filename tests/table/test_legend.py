"""The legend of a page: the codes that may follow the question's own."""

from __future__ import annotations

from pathlib import Path

from device.contract.keycodes import Choice, Layout, Level
from device.pages.keymap import key_map
from device.session.keyscript import key_script
from display.words import text
from tests.table.tables import play


def test_once_a_code_is_begun_no_code_that_begins_otherwise_is_explained(tmp_path: Path) -> None:
    """“A, then: A Wizard”, the page said after D, where A was another option."""
    asked = play(tmp_path, key_script(b"game wizard\nplayers Ann Bo Cleo\n")).controller.page()
    assert "A" in {grid.prefix for grid in asked.keymap.next_levels}
    begun = play(tmp_path, ["D"]).controller.page()
    assert not [grid.prefix for grid in begun.keymap.next_levels if grid.prefix and grid.prefix[0] != "D"]


def test_a_list_is_explained_for_all_its_answers_or_for_none() -> None:
    """Of thirteen lines to correct, a legend said only after “DA” what can be done with it."""
    change = Choice(0, text("change"), True)
    actions: Level[bool] = Level("actions", text("what to do"), Layout.LIST, (change,), by_heart=False)
    lines: Level[bool] = Level("lines", text("line"), Layout.PAD, (Choice(1, "Ann plays 3.", actions),))
    some: Level[bool] = Level(
        "tricks",
        text("trick"),
        Layout.PAD,
        (Choice(1, text("Trick 1"), lines), Choice(2, text("Ann starts."), actions)),
    )
    every = some._replace(choices=(change._replace(slot=1), some.choices[1]))
    assert [[grid.prefix for grid in key_map(level).next_levels] for level in (some, every)] == [[], ["AB"]]
