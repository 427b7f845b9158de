"""Panels that refresh in part, on simulated wires: what people see is the picture, whatever was there before."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from hal.panel.epd_models import EPD_MODELS, PARTIAL_INKY_MODELS, EpdModel
from hal.panel.epd_panel import EpdPanel
from hal.panel.panel import PanelError, RefreshMode
from tests.hal.simulated.epd import controller_on, epd_on, with_epd
from tests.hal.simulated.panels import Fault
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged

BY_NAME = pytest.mark.parametrize(
    "model", [*EPD_MODELS, *PARTIAL_INKY_MODELS.values()], ids=lambda model: model.kind.name
)
FULL, PARTIAL = RefreshMode


def picture(model: EpdModel, seed: int) -> Image.Image:
    pixels = numpy.random.default_rng(seed).integers(0, 2, (model.kind.height, model.kind.width), numpy.uint8)
    return Image.fromarray(pixels, "P")


def with_a_word(image: Image.Image, x: int, y: int, size: int) -> Image.Image:
    """The same with a black square somewhere."""
    changed = image.copy()
    changed.paste(1, (x, y, x + size, y + size))
    return changed


@contextmanager
def on_the_wires(model: EpdModel, chip: str = "") -> Iterator[tuple[RaspberryPi, EpdPanel]]:
    with plugged(with_epd(model, chip=chip)) as raspberry:
        yield raspberry, epd_on(raspberry, model)


def assert_shown(raspberry: RaspberryPi, image: Image.Image, complaints: tuple[str, ...] = ()) -> None:
    assert raspberry.epd is not None
    shown = raspberry.epd.shown()
    assert shown is not None
    assert numpy.array_equal(shown, numpy.asarray(image))
    assert tuple(raspberry.epd.complaints) == complaints


@BY_NAME
def test_the_first_picture_is_shown_by_a_full_refresh_whatever_is_asked(model: EpdModel) -> None:
    """After a power cut the glass has a page of which the chip knows nothing."""
    with on_the_wires(model) as (raspberry, panel):
        panel.show(picture(model, 1), PARTIAL)
        assert_shown(raspberry, picture(model, 1))
        assert raspberry.epd is not None
        assert raspberry.epd.chip.done == {FULL: 1}


@BY_NAME
def test_show_returns_when_the_refresh_is_over(model: EpdModel) -> None:
    assert model.kind.partial_refresh is not None
    with on_the_wires(model) as (raspberry, panel):
        image = picture(model, 1)
        panel.show(image)
        begun = raspberry.time.now()
        panel.show(with_a_word(image, 40, 60, 30), PARTIAL)
        assert (
            model.kind.partial_refresh.seconds
            <= raspberry.time.now() - begun
            < model.kind.partial_refresh.seconds + 0.45
        )
        assert_shown(raspberry, with_a_word(image, 40, 60, 30))


def test_half_a_second_after_the_press_the_page_is_on_the_ink_of_the_small_one() -> None:
    with on_the_wires(EPD_MODELS[0]) as (raspberry, panel):
        panel.show(picture(EPD_MODELS[0], 1))
        begun = raspberry.time.now()
        panel.show(picture(EPD_MODELS[0], 2), PARTIAL)
        assert raspberry.time.now() - begun < 0.5


@BY_NAME
@settings(max_examples=15, deadline=None)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from((FULL, PARTIAL)), st.integers(0, 150), st.integers(0, 150), st.integers(1, 26)),
        min_size=1, max_size=12,
    )
)  # fmt: skip
def test_no_window_ever_shows_anything_but_the_page(
    model: EpdModel, steps: list[tuple[RefreshMode, int, int, int]]
) -> None:
    with on_the_wires(model) as (raspberry, panel):
        image = picture(model, 1)
        panel.show(image)
        for mode, x, y, size in steps:
            image = with_a_word(image, x, y, size) if x % 3 else picture(model, x)
            panel.show(image, mode)
            assert_shown(raspberry, image)


@BY_NAME
def test_a_page_that_is_there_already_is_not_drawn_in_part(model: EpdModel) -> None:
    with on_the_wires(model) as (raspberry, panel):
        panel.show(picture(model, 1))
        panel.show(picture(model, 1), PARTIAL)
        assert raspberry.epd is not None
        assert raspberry.epd.refreshes == 1


@BY_NAME
def test_only_what_changes_is_sent(model: EpdModel) -> None:
    with on_the_wires(model) as (raspberry, panel):
        image = picture(model, 1)
        panel.show(image)
        before = raspberry.spi.sent
        panel.show(with_a_word(image, 40, 60, 30), PARTIAL)
        assert raspberry.spi.sent - before < 2 * 40 * 40 // 8 + 60


@BY_NAME
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault.HIGH, "BUSY line stayed"),
        (Fault.LOW, "BUSY line stayed"),
        (Fault.HANGS, "does not become ready"),
        (Fault.GLITCH, "did not refresh"),
    ],
)
@pytest.mark.parametrize("mode", [FULL, PARTIAL])
def test_a_busy_line_that_lies_is_told_and_the_next_picture_begins_anew(
    model: EpdModel, fault: Fault, said: str, mode: RefreshMode
) -> None:
    with on_the_wires(model) as (raspberry, panel):
        assert raspberry.epd is not None
        panel.show(picture(model, 1))
        raspberry.epd.fault = fault
        with pytest.raises(PanelError, match=said):
            panel.show(picture(model, 2), mode)
        assert raspberry.taken == {}
        assert raspberry.spi.open == 0
        raspberry.epd.fault = Fault.NONE
        raspberry.epd.complaints.clear()
        panel.show(picture(model, 3), PARTIAL)
        broken_off = ("reset in the middle of a refresh",) if fault is Fault.HANGS else ()
        assert_shown(raspberry, picture(model, 3), broken_off)


@BY_NAME
def test_wires_that_break_in_the_middle_of_a_window_leave_no_ghost(model: EpdModel) -> None:
    with on_the_wires(model) as (raspberry, panel):
        image = picture(model, 1)
        panel.show(image)
        assert raspberry.epd is not None
        raspberry.spi.breaks_after = raspberry.spi.sent + 40
        with pytest.raises(PanelError, match="The wires to the panel fail"):
            panel.show(with_a_word(image, 40, 60, 30), PARTIAL)
        raspberry.spi.breaks_after = None
        panel.show(with_a_word(image, 80, 60, 30), PARTIAL)
        raspberry.epd.complaints.clear()
        assert_shown(raspberry, with_a_word(image, 80, 60, 30))


@pytest.mark.parametrize("which", ["there", "no_speed"])
def test_wires_that_can_not_be_opened_are_given_back(which: str) -> None:
    """The next refresh found its own pins in use."""
    with on_the_wires(EPD_MODELS[0]) as (raspberry, panel):
        setattr(raspberry.spi, which, OSError(errno.EINVAL, "Invalid argument"))
        with pytest.raises(PanelError, match="Invalid argument"):
            panel.show(picture(EPD_MODELS[0], 1))
        assert raspberry.taken == {}
        assert raspberry.spi.open == 0
        setattr(raspberry.spi, which, None)
        panel.show(picture(EPD_MODELS[0], 1))
        assert_shown(raspberry, picture(EPD_MODELS[0], 1))


@pytest.mark.parametrize(("model", "chip"), [(EPD_MODELS[0], "uc8179"), (EPD_MODELS[2], "ssd16")], ids=["uc", "ssd"])
def test_another_chip_on_the_wires_is_told_by_its_busy_line(model: EpdModel, chip: str) -> None:
    with on_the_wires(model, chip) as (_, panel), pytest.raises(PanelError, match="BUSY line stayed"):
        panel.show(picture(model, 1))


@BY_NAME
def test_a_chip_select_that_the_kernel_holds_is_left_to_it(model: EpdModel) -> None:
    with on_the_wires(model) as (raspberry, panel):
        raspberry.taken[8] = "spi0 CS0"
        panel.show(picture(model, 1))
        assert_shown(raspberry, picture(model, 1))
        assert 8 not in raspberry.levels


def test_pins_in_use_are_named_with_their_holder() -> None:
    with on_the_wires(EPD_MODELS[0]) as (raspberry, panel):
        raspberry.taken[24] = "gpio-keys"
        with pytest.raises(PanelError, match="in use: GPIO 24 by “gpio-keys”"):
            panel.show(picture(EPD_MODELS[0], 1))


def test_a_picture_for_another_panel_is_refused() -> None:
    with on_the_wires(EPD_MODELS[0]) as (_, panel), pytest.raises(PanelError, match="cannot show the picture"):
        panel.show(picture(EPD_MODELS[1], 1))


def test_a_driver_that_left_an_earlier_picture_in_the_chip_s_memory_would_leave_a_ghost() -> None:
    """What the simulation is for: the word that is there no more would stay on the glass."""
    model = EPD_MODELS[0]
    with plugged(with_epd(model)) as raspberry:
        controller = controller_on(raspberry, model)
        page = Image.new("1", model.memory_size, 1)
        word = page.copy()
        word.paste(0, (16, 16, 32, 32))
        controller.start_full_refresh(page)
        raspberry.time.sleep(10.0)
        controller.start_partial_refresh(page, word, (16, 16, 32, 32))
        raspberry.time.sleep(10.0)  # and nobody says what is shown now
        controller.start_partial_refresh(word, page, (16, 16, 32, 32))
        raspberry.time.sleep(10.0)
        assert raspberry.epd is not None
        shown = raspberry.epd.shown()
        assert shown is not None
        assert int(shown.sum()) == 16 * 16
