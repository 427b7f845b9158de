"""Every driver of inky, really run: what the simulated wires carry must be the picture, whatever the panel."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy
import pytest
from PIL import Image

from hal.panel.inky_models import INKY_MODELS, InkyModel, RefreshSpeed
from hal.panel.inky_panel import KIND_UNTIL_FOUND, InkyPanel
from hal.panel.orientation import Mounting, mount
from hal.panel.panel import CONTROLLER_NAMES, Panel, PanelError, UnknownPanel, panel_kind
from tests.hal.simulated.eeprom import eeprom_of
from tests.hal.simulated.inky import ONE_OF_EACH, fitting, on, title
from tests.hal.simulated.panels import SPECTRA
from tests.hal.simulated.pictures import noise, pixels, same
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged

ROOT = Path(__file__).parents[3]

WHAT_OLD = next(one for one in INKY_MODELS if one.controller.name == "ssd1675" and one.kind.width == 400)

Plug = Callable[[RaspberryPi], RaspberryPi]


def called(model: InkyModel) -> str:
    """The name in the configuration that means this model and no other."""
    return title(model)


@pytest.fixture
def plug() -> Iterator[Plug]:
    with ExitStack() as stack:
        yield lambda raspberry: stack.enter_context(plugged(raspberry))


def test_every_controller_has_a_model() -> None:
    assert {one.controller.name for one in INKY_MODELS} == set(CONTROLLER_NAMES)
    assert {one.kind.name for one in INKY_MODELS} == {one.name for one in {model.kind for model in INKY_MODELS}}


@pytest.mark.parametrize("model", INKY_MODELS, ids=title)
@pytest.mark.parametrize("by_name", [False, True], ids=["found", "named"])
def test_picture_arrives_pixel_for_pixel_and_is_there_when_show_returns(
    plug: Plug, model: InkyModel, by_name: bool
) -> None:
    raspberry = plug(RaspberryPi(model, eeprom=None if by_name else eeprom_of(model)))
    panel = on(raspberry, called(model) if by_name else None)
    assert panel.kind == model.kind
    assert raspberry.panel is not None
    image = noise(model.kind)
    panel.show(image)
    assert same(image, raspberry.panel.shown())
    assert not raspberry.panel.busy()
    assert raspberry.panel.refreshes == 1
    assert raspberry.panel.complaints == []
    assert model.kind.refresh_s < raspberry.time.now() < model.kind.refresh_s + 8


@pytest.mark.parametrize("model", ONE_OF_EACH, ids=title)
def test_second_picture_replaces_the_first_without_opening_anything_again(plug: Plug, model: InkyModel) -> None:
    raspberry = plug(fitting(model))
    assert raspberry.panel is not None
    panel = on(raspberry)
    for seed in (1, 2):
        image = noise(model.kind, seed)
        panel.show(image)
        assert same(image, raspberry.panel.shown())
    assert raspberry.panel.refreshes == 2
    assert raspberry.panel.complaints == []
    assert (raspberry.spi.open, raspberry.i2c_open) == (1, 0)


def expected(page: Image.Image, degrees: int, h_flip: bool, v_flip: bool) -> numpy.ndarray:
    seen = numpy.rot90(pixels(page), -degrees // 90)
    seen = seen[::-1] if h_flip else seen
    return seen[:, ::-1] if v_flip else seen


ALL_WAYS = [(degrees, h, v) for degrees in (0, 90, 180, 270) for h in (False, True) for v in (False, True)]
SOME_WAYS = [(90, True, False), (270, False, True), (180, True, True)]
MANY_PIXELS = 800 * 480


@pytest.mark.parametrize("model", [*ONE_OF_EACH, WHAT_OLD], ids=title)
def test_picture_is_turned_and_flipped(plug: Plug, model: InkyModel) -> None:
    raspberry = plug(fitting(model))
    assert raspberry.panel is not None
    big = model.kind.width * model.kind.height >= MANY_PIXELS
    assert SOME_WAYS
    assert ALL_WAYS
    for degrees, h_flip, v_flip in SOME_WAYS if big else ALL_WAYS:
        panel = mount(on(raspberry), Mounting(degrees, h_flip, v_flip))
        size = model.kind.width, model.kind.height
        assert (panel.kind.width, panel.kind.height) == (size if degrees % 180 == 0 else size[::-1])
        page = noise(panel.kind)
        raspberry.taken.clear()
        panel.show(page)
        shown = raspberry.panel.shown()
        assert shown is not None
        assert (shown == expected(page, degrees, h_flip, v_flip)).all()


# The drivers' own flips are not used. They are the same where they work; three of them don't, as of inky 2.6.0.
@pytest.mark.parametrize("model", [*ONE_OF_EACH, WHAT_OLD], ids=title)
@pytest.mark.parametrize("flip", ["h_flip", "v_flip"])
def test_flips_mean_what_they_mean_to_the_drivers(
    plug: Plug, model: InkyModel, flip: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raspberry = plug(fitting(model))
    driver = importlib.import_module(f"inky.{model.controller.driver_module}").Inky
    begin = driver.__init__

    def begin_flipped(self: object, *given: object, **more: object) -> None:
        begin(self, *given, **more)
        setattr(self, flip, True)

    monkeypatch.setattr(driver, "__init__", begin_flipped)
    image = noise(model.kind)
    on(raspberry).show(image)
    assert raspberry.panel is not None
    shown = raspberry.panel.shown()
    assert shown is not None
    right = (shown == expected(image, 0, flip == "h_flip", flip == "v_flip")).all()
    broken = title(model) == title(WHAT_OLD) or (flip == "h_flip" and model.controller.name in ("ssd1608", "jd79661"))
    assert right != broken


SPECTRA_PALETTE = [0, 0, 0, 255, 255, 255, 255, 255, 0, 255, 0, 0, 9, 9, 9, 0, 0, 255, 0, 255, 0]


@pytest.mark.parametrize("model", ONE_OF_EACH, ids=title)
@pytest.mark.parametrize(
    "palette", [[], [7] * 768, SPECTRA_PALETTE, list(range(256)) * 3], ids=["none", "grey", "own", "full"]
)
def test_palette_of_a_picture_changes_nothing(plug: Plug, model: InkyModel, palette: list[int]) -> None:
    raspberry = plug(fitting(model))
    image = noise(model.kind)
    image.putpalette(palette)
    on(raspberry).show(image)
    assert raspberry.panel is not None
    assert same(image, raspberry.panel.shown())


@pytest.mark.parametrize("model", ONE_OF_EACH, ids=title)
def test_picture_of_one_ink_stays_that_ink(plug: Plug, model: InkyModel) -> None:
    raspberry = plug(fitting(model))
    last = len(model.kind.inks) - 1
    image = Image.new("P", (model.kind.width, model.kind.height), last)
    on(raspberry).show(image)
    assert raspberry.panel is not None
    assert same(image, raspberry.panel.shown())


@pytest.mark.parametrize("speed", list(RefreshSpeed))
@pytest.mark.parametrize("model", [one for one in INKY_MODELS if one.controller.refresh_s_by_speed], ids=title)
def test_spectra_panels_refresh_at_the_speed_asked_for(plug: Plug, model: InkyModel, speed: RefreshSpeed) -> None:
    raspberry = plug(fitting(model))
    panel = on(raspberry, None, speed)
    assert panel.kind.refresh_s == dict(model.controller.refresh_s_by_speed)[speed]
    panel.show(noise(model.kind))
    assert raspberry.panel is not None
    # 0x08, 0x04 and 0x07 in the frame rate register are normal, medium and fast: inky 2.6.0.
    part = {RefreshSpeed.NORMAL: 1.0, RefreshSpeed.MEDIUM: 0.75, RefreshSpeed.FAST: 0.5}[speed]
    assert {chip.refresh_s for chip in raspberry.panel.chips} == {model.kind.refresh_s * part}


def test_speeds_belong_to_spectra_panels_only(plug: Plug) -> None:
    assert {one.controller.name for one in INKY_MODELS if one.controller.refresh_s_by_speed} == set(SPECTRA)
    assert INKY_MODELS
    for model in INKY_MODELS:
        if model.controller.refresh_s_by_speed:
            assert dict(model.controller.refresh_s_by_speed)[RefreshSpeed.NORMAL] == model.kind.refresh_s
        else:
            with pytest.raises(ValueError, match=f"{model.kind.name} refreshes at one speed only"):
                InkyPanel(model.kind.name, RefreshSpeed.FAST)


def test_unknown_name_is_refused_at_once() -> None:
    with pytest.raises(UnknownPanel, match="what-blue"):
        InkyPanel("what-blue")


def test_controller_that_a_panel_never_had_is_refused_with_those_it_had() -> None:
    with pytest.raises(UnknownPanel, match=r"never made with e673.*ssd1675, ssd1683\.$"):
        InkyPanel("what-red-e673")


@pytest.mark.parametrize("typed", ["WHAT red SSD1683", "400x300-red-ssd1683", "what_red_ssd1683"])
def test_controller_may_follow_any_way_to_write_a_name(typed: str) -> None:
    assert InkyPanel(typed).kind == panel_kind("what-red")
    assert panel_kind(typed) is panel_kind("what-red")


def test_panel_named_without_its_controller_is_driven_as_its_eeprom_says(plug: Plug) -> None:
    ssd2683 = next(one for one in INKY_MODELS if one.controller.name == "ssd2683")
    raspberry = plug(fitting(ssd2683))
    image = noise(ssd2683.kind)
    on(raspberry, "what-4").show(image)
    assert raspberry.panel is not None
    assert same(image, raspberry.panel.shown())


def test_panel_with_a_third_ink_may_be_used_without_it(plug: Plug) -> None:
    red = next(one for one in INKY_MODELS if one.kind.name == "phat-red")
    raspberry = plug(fitting(red))
    panel = on(raspberry, "phat-black")
    image = noise(panel.kind)
    panel.show(image)
    assert raspberry.panel is not None
    assert same(image, raspberry.panel.shown())


def test_panel_that_is_not_the_one_named_is_refused_untouched(plug: Plug) -> None:
    raspberry = plug(fitting(ONE_OF_EACH[-1]))
    panel = on(raspberry, "impression-5.7")
    with pytest.raises(PanelError, match=r"named is impression-5\.7, but: .*what-4 \(ssd2683\)"):
        panel.show(noise(panel.kind))
    assert raspberry.spi.sent == 0


@pytest.mark.parametrize("mode", ["RGB", "1", "L"])
def test_picture_of_another_mode_is_refused(plug: Plug, mode: str) -> None:
    raspberry = plug(fitting(ONE_OF_EACH[0]))
    panel = on(raspberry)
    with pytest.raises(PanelError, match=f"mode {mode}, not P"):
        panel.show(Image.new(mode, (panel.kind.width, panel.kind.height)))
    assert raspberry.spi.sent == 0


def test_picture_with_an_ink_that_the_panel_lacks_is_refused(plug: Plug) -> None:
    raspberry = plug(fitting(next(one for one in INKY_MODELS if one.controller.name == "e673")))
    panel = on(raspberry)
    with pytest.raises(PanelError, match=r"colour 4, which impression-7\.3-spectra does not have"):
        panel.show(Image.new("P", (800, 480), 4))


def test_panel_is_taken_for_a_small_one_until_its_eeprom_answers(plug: Plug) -> None:
    model = next(one for one in INKY_MODELS if one.controller.name == "e640")
    raspberry = plug(RaspberryPi(model, eeprom=None))
    panel: Panel = mount(on(raspberry), Mounting(90))
    assert panel.kind == KIND_UNTIL_FOUND._replace(width=122, height=250)
    with pytest.raises(PanelError, match="No panel's EEPROM answers on I2C"):
        panel.show(noise(panel.kind))
    raspberry.eeprom = eeprom_of(model)
    with pytest.raises(PanelError, match="picture of 250 by 122 for a panel of 600 by 400"):
        panel.show(noise(panel.kind))
    assert panel.kind == model.kind._replace(width=400, height=600)
    image = noise(panel.kind)
    panel.show(image)
    assert raspberry.panel is not None
    shown = raspberry.panel.shown()
    assert shown is not None
    assert (shown == expected(image, 90, False, False)).all()


LOADED = """
import sys
from hal.panel.inky_panel import InkyPanel
from hal.table.threaded_table import ThreadedTable
InkyPanel("impression-13.3-spectra")
print([name for name in ("inky", "numpy", "gpiod", "gpiodevice", "smbus2", "spidev", "PIL") if name in sys.modules])
InkyPanel()
print([name for name in ("inky", "numpy", "gpiod", "gpiodevice", "spidev", "PIL") if name in sys.modules])
"""


def test_nothing_heavy_is_loaded_before_the_first_picture() -> None:
    printed = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=True)
    assert printed.stdout.split() == ["[]", "[]"]
