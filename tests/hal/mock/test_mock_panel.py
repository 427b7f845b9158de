"""The mock panel behind the same contract as a real one: mounted, busy, and failing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PIL.Image import Transpose

from hal.clock.clock import VirtualClock
from hal.mock.panel import MockPanel
from hal.mock.table import MockTable
from hal.panel.orientation import Mounting, mount
from hal.panel.panel import Panel, PanelError, panel_kind
from hal.table.table import InputEnd, RefreshDone, Tick

PHAT = panel_kind("phat-red")


def page(panel: Panel | MockTable) -> Image.Image:
    """A picture of which no turned or mirrored one is the same."""
    kind = panel.panel_kind if isinstance(panel, MockTable) else panel.kind
    image = Image.new("P", (kind.width, kind.height))
    image.putpalette(bytes([255, 255, 255, 0, 0, 0, 200, 0, 0]))
    image.paste(2, (0, 0, 30, 10))
    image.paste(1, (40, 0, 50, 5))
    return image


def test_a_refresh_takes_the_panels_time() -> None:
    clock = VirtualClock(3.0)
    panel = MockPanel(PHAT, clock)
    panel.show(page(panel))
    assert clock.now() == 18.0


def test_a_fault_is_raised_in_its_turn_and_takes_time_too() -> None:
    clock = VirtualClock()
    panel = MockPanel(PHAT, clock)
    panel.planned_errors.extend([None, "The panel does not answer."])
    panel.show(page(panel))
    with pytest.raises(PanelError, match=r"^The panel does not answer\.$"):
        panel.show(page(panel))
    assert (clock.now(), panel.refresh_count, panel.shown_image) == (30.0, 1, None)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("mirrored", [(False, False), (True, False), (False, True), (True, True)])
def test_a_mounted_panel_gets_what_a_real_one_gets(rotation: int, mirrored: tuple[bool, bool]) -> None:
    plain = MockPanel(PHAT, VirtualClock())
    panel = mount(plain, Mounting(rotation, *mirrored))
    image = page(panel)
    panel.show(image)
    expected = image.rotate(-rotation, expand=True)
    for wanted, way in zip(mirrored, (Transpose.FLIP_TOP_BOTTOM, Transpose.FLIP_LEFT_RIGHT), strict=True):
        expected = expected.transpose(way) if wanted else expected
    assert plain.shown_image is not None
    assert plain.shown_image.size == (250, 122)
    assert plain.shown_image.tobytes() == expected.tobytes()


@pytest.mark.parametrize(
    ("mounting", "seen"),
    [
        (Mounting(), None),
        (Mounting(90), None),
        (Mounting(180), None),
        (Mounting(270), None),
        (Mounting(0, h_flip=True), Transpose.FLIP_TOP_BOTTOM),
        (Mounting(0, v_flip=True), Transpose.FLIP_LEFT_RIGHT),
        (Mounting(90, h_flip=True), Transpose.FLIP_LEFT_RIGHT),
        (Mounting(270, v_flip=True), Transpose.FLIP_TOP_BOTTOM),
        (Mounting(0, h_flip=True, v_flip=True), Transpose.ROTATE_180),
    ],
)
def test_frames_are_what_people_in_front_of_the_panel_see(
    mounting: Mounting, seen: Transpose | None, tmp_path: Path
) -> None:
    """A panel that hangs turned shows pages upright; one that is set to mirror them does so."""
    table = MockTable(PHAT, [], tmp_path, mounting)
    image = page(table)
    assert image.size == ((250, 122) if mounting.rotation % 180 == 0 else (122, 250))
    table.show(image)
    assert table.next_event(None) == RefreshDone(15.0)
    with Image.open(tmp_path / "0001.png") as frame:
        expected = image if seen is None else image.transpose(seen)
        assert frame.tobytes() == expected.tobytes()


def test_a_mounted_table_refuses_a_page_for_a_panel_that_is_not_turned() -> None:
    table = MockTable(PHAT, [], mounting=Mounting(90))
    with pytest.raises(ValueError, match="122 by 250"):
        table.show(Image.new("P", (250, 122)))
    assert table.next_event(None) == InputEnd()


def test_an_angle_between_is_refused() -> None:
    with pytest.raises(ValueError, match="not by 45"):
        MockTable(PHAT, [], mounting=Mounting(45))


def test_a_slow_panel_keeps_the_table_busy_for_as_long() -> None:
    table = MockTable(PHAT, [])
    table.panel.refresh_s = 40.0
    table.show(page(table))
    assert table.next_event(39.0) == Tick(39.0)
    with pytest.raises(RuntimeError, match="busy"):
        table.show(page(table))
    assert table.next_event(99.0) == RefreshDone(40.0)
    table.show(page(table))
    assert table.next_event(None) == RefreshDone(80.0)


def test_a_picture_that_could_not_be_shown_leaves_the_panel_idle() -> None:
    table = MockTable(PHAT, [])
    with pytest.raises(ValueError, match="picture of"):
        table.show(Image.new("P", (1, 1)))
    table.show(page(table))
    assert table.next_event(None) == RefreshDone(15.0)
