"""The mock table as a user meets it: presses in, pictures out, on a clock of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from hal.keys.keys import Edge, Key
from hal.mock.script import PAUSE_S, PRESS_S, ScriptError
from hal.mock.table import LINGER_S, MockTable
from hal.panel.panel import PANEL_KINDS, PanelKind, panel_kind
from hal.signal.signal import Cue
from hal.table.table import Event, InputEnd, RefreshDone, Table, Tick

WHAT = panel_kind("what-red")


PALETTE = [(200, 30 * index, 255 - index) for index in range(7)]
"""Seven colours of a screen, no two alike."""


def blank(panel: PanelKind = WHAT, ink: int = 0) -> Image.Image:
    image = Image.new("P", (panel.width, panel.height), ink)
    image.putpalette(bytes(part for colour in PALETTE for part in colour))
    return image


def run(table: Table) -> list[Event]:
    events: list[Event] = []
    while not events or events[-1] != InputEnd():
        events.append(table.next_event(None))
    return events


def test_presses_come_with_their_times_and_then_the_end() -> None:
    table = MockTable(WHAT, ["A", "wait 1"])
    assert run(table) == [Edge(Key.A, True, 0.0), Edge(Key.A, False, PRESS_S), InputEnd()]
    assert table.clock.now() == PRESS_S
    assert table.next_event(None) == InputEnd()


def test_refresh_takes_the_panels_own_time_and_blocks_no_key() -> None:
    table = MockTable(WHAT, ["A"] * 3)
    table.show(blank())
    events = run(table)
    assert [type(event) for event in events] == [Edge] * 6 + [RefreshDone, InputEnd]
    assert events[-2] == RefreshDone(WHAT.refresh_s)
    assert table.clock.now() == WHAT.refresh_s == 15.0


def test_refresh_is_over_before_later_presses() -> None:
    table = MockTable(WHAT, ["wait 60", "A"])
    table.show(blank())
    assert [type(event) for event in run(table)] == [RefreshDone, Edge, Edge, InputEnd]


def test_deadline_comes_between_the_events() -> None:
    table = MockTable(WHAT, ["A", "B"])
    table.next_event(None)
    assert table.next_event(0.05) == Tick(0.05)
    assert table.next_event(0.05) == Tick(0.05)
    assert table.next_event(0.01) == Tick(0.05)
    assert table.next_event(PRESS_S) == Edge(Key.A, False, PRESS_S)


def test_what_waits_for_stillness_comes_after_the_script_too() -> None:
    table = MockTable(WHAT, ["A"])
    table.next_event(None)
    table.next_event(None)
    still = PRESS_S + PAUSE_S + LINGER_S
    assert table.next_event(still) == Tick(still)
    assert table.next_event(still + 0.001) == InputEnd()
    assert table.clock.now() == still


def test_deadline_during_a_refresh_is_kept_however_late() -> None:
    table = MockTable(WHAT, [])
    table.show(blank())
    assert table.next_event(14.0) == Tick(14.0)
    assert table.next_event(99.0) == RefreshDone(15.0)
    assert table.next_event(15.0 + LINGER_S) == Tick(15.0 + LINGER_S)


def test_panel_shows_one_picture_at_a_time() -> None:
    table = MockTable(WHAT, [])
    table.show(blank())
    with pytest.raises(RuntimeError, match="busy"):
        table.show(blank())


@pytest.mark.parametrize("panel", PANEL_KINDS, ids=lambda one: one.name)
def test_frames_have_the_pictures_own_palette(panel: PanelKind, tmp_path: Path) -> None:
    frames = tmp_path / "new" / "frames"
    table = MockTable(panel, [], frames)
    assert any(panel.inks)
    for index, ink in enumerate(panel.inks):
        if ink is not None:
            table.show(blank(panel, index))
            assert isinstance(table.next_event(None), RefreshDone)
            with Image.open(frames / f"{table.panel.refresh_count:04}.png") as frame:
                assert frame.mode == "P"
                assert frame.size == (panel.width, panel.height)
                assert frame.convert("RGB").getpixel((3, 4)) == PALETTE[index]
    assert len(list(frames.iterdir())) == len([ink for ink in panel.inks if ink])


def test_picture_is_what_it_was_when_it_was_shown(tmp_path: Path) -> None:
    table = MockTable(WHAT, [], tmp_path)
    image = blank()
    table.show(image)
    image.paste(1, (0, 0, 400, 300))
    table.next_event(None)
    with Image.open(tmp_path / "0001.png") as frame:
        assert frame.convert("RGB").getpixel((0, 0)) == PALETTE[0]


@pytest.mark.parametrize(
    "wrong",
    [Image.new("RGB", (400, 300)), Image.new("P", (300, 400)), Image.new("P", (400, 300), 3)],
    ids=["mode", "size", "ink"],
)
def test_picture_that_a_real_panel_could_not_show_is_refused(wrong: Image.Image) -> None:
    table = MockTable(WHAT, [])
    with pytest.raises(ValueError, match=r"picture of|pixels of"):
        table.show(wrong)
    assert table.next_event(None) == InputEnd()


def test_index_that_spectra_panels_lack_is_refused() -> None:
    spectra = panel_kind("impression-4-spectra")
    with pytest.raises(ValueError, match="240000 pixels of colour 4"):
        MockTable(spectra, []).show(blank(spectra, 4))


def test_faults_are_told_and_leave_no_frame(tmp_path: Path) -> None:
    table = MockTable(WHAT, [], tmp_path)
    table.panel.planned_errors.extend([None, "The panel does not answer."])
    errors = []
    for _ in range(3):
        table.show(blank())
        done = table.next_event(None)
        assert isinstance(done, RefreshDone)
        errors.append(done.error)
    assert errors == [None, "The panel does not answer.", None]
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["0001.png", "0002.png"]
    # Nobody knows what a broken refresh left, so the same picture again is no waste.
    assert (table.panel.refresh_count, table.panel.identical_count) == (2, 0)


def test_identical_refreshes_are_counted_by_their_pixels() -> None:
    table = MockTable(WHAT, [])
    for ink in (0, 0, 1, 0):
        table.show(blank(ink=ink))
        table.next_event(None)
    assert (table.panel.refresh_count, table.panel.identical_count) == (4, 1)


def test_cues_are_remembered_with_their_times() -> None:
    table = MockTable(WHAT, ["A"])
    table.signal.play(Cue.YOUR_TURN)
    table.next_event(None)
    table.next_event(None)
    table.signal.play(Cue.HEARD)
    assert table.signal.played_cues == [(0.0, Cue.YOUR_TURN), (PRESS_S, Cue.HEARD)]


def test_line_that_cannot_be_played_stops_the_script_there() -> None:
    table = MockTable(WHAT, ["A", "Z"])
    assert [table.next_event(None), table.next_event(None)] == [Edge(Key.A, True, 0.0), Edge(Key.A, False, PRESS_S)]
    with pytest.raises(ScriptError, match="line 2"):
        table.next_event(None)


def test_mock_table_fulfils_the_contract() -> None:
    table: Table = MockTable(WHAT, [])
    assert table.panel_kind is WHAT
    table.close()
    table.close()
