"""What goes wrong on the wires ends in one error that says what to do, and the next picture finds the panel again."""

from __future__ import annotations

import errno
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from hal.clock.clock import RealClock
from hal.keys.keys import Edge, Key
from hal.panel.inky_models import InkyModel, RefreshSpeed
from hal.panel.inky_panel import KIND_UNTIL_FOUND, InkyPanel
from hal.panel.panel import PanelError
from hal.signal.signal import NoSignal
from hal.system import install_hint
from hal.table.table import InputEnd, RefreshDone
from hal.table.threaded_table import ThreadedTable
from tests.hal.simulated import chips
from tests.hal.simulated.eeprom import eeprom_of
from tests.hal.simulated.inky import ONE_OF_EACH, fitting, on, title
from tests.hal.simulated.panels import HIGH_WHILE_BUSY, TWO_BITS, TWO_PLANES, Fault
from tests.hal.simulated.pictures import noise, same
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged

Plug = Callable[[RaspberryPi], RaspberryPi]
MAX_DRIVER_LIMIT_S = 65.0

SMALL = ONE_OF_EACH[0]
E640 = next(one for one in ONE_OF_EACH if one.controller.name == "e640")


@pytest.fixture
def plug() -> Iterator[Plug]:
    with ExitStack() as stack:
        yield lambda raspberry: stack.enter_context(plugged(raspberry))


def fails(panel: InkyPanel, match: str, raspberry: RaspberryPi) -> None:
    """Showing a picture fails so, and lets everything go."""
    inky_holds = {pin for pin, who in raspberry.taken.items() if who == "inky"}
    with pytest.raises(PanelError, match=match) as caught:
        panel.show(noise(panel.kind, 3))
    assert str(caught.value).endswith((".", "in again."))
    assert "\n" not in str(caught.value)
    assert {pin for pin, who in raspberry.taken.items() if who == "inky"} == set() <= inky_holds
    assert (raspberry.spi.open, raspberry.i2c_open) == (0, 0)


def comes_back(panel: InkyPanel, raspberry: RaspberryPi) -> None:
    image = noise(panel.kind, 4)
    panel.show(image)
    assert raspberry.panel is not None
    assert same(image, raspberry.panel.shown())


@pytest.mark.parametrize("model", ONE_OF_EACH, ids=title)
@pytest.mark.parametrize("fault", [Fault.HIGH, Fault.LOW, Fault.HANGS, Fault.GLITCH], ids=lambda one: one.value)
def test_busy_line_that_does_not_do_what_it_must(plug: Plug, model: InkyModel, fault: Fault) -> None:
    raspberry = plug(fitting(model))
    assert raspberry.panel is not None
    panel = on(raspberry)
    if model in (SMALL, E640):
        comes_back(panel, raspberry)
    raspberry.panel.fault = fault
    begun = raspberry.time.now()
    while_busy = "high" if model.controller.name in HIGH_WHILE_BUSY else "low"
    while_idle = "low" if while_busy == "high" else "high"
    stays = f"did not refresh: its BUSY line stayed {while_idle}"
    if fault is Fault.HANGS or fault.value == f"stuck {while_busy}":
        stays = f"does not become ready: its BUSY line stayed {while_busy}"
    fails(panel, stays, raspberry)
    limit = max(2 * model.kind.refresh_s, MAX_DRIVER_LIMIT_S)
    assert raspberry.time.now() - begun < limit + 12
    raspberry.panel.fault = Fault.NONE
    comes_back(panel, raspberry)


@pytest.mark.parametrize("model", ONE_OF_EACH, ids=title)
def test_spi_that_breaks_off_in_the_middle(plug: Plug, model: InkyModel) -> None:
    raspberry = plug(fitting(model))
    panel = on(raspberry)
    comes_back(panel, raspberry)
    raspberry.spi.breaks_after = raspberry.spi.sent * 3 // 2
    fails(panel, r"The wires to the panel fail \(Input/output error\)", raspberry)
    raspberry.spi.breaks_after = None
    comes_back(panel, raspberry)


@pytest.mark.parametrize("model", ONE_OF_EACH, ids=title)
def test_pins_that_somebody_else_uses(plug: Plug, model: InkyModel) -> None:
    raspberry = plug(fitting(model))
    panel = on(raspberry)
    raspberry.taken[17] = "gpiozero"
    fails(
        panel,
        r"^Pins that the panel needs are in use: Busy: \(line 17, GPIO17\) currently claimed by gpiozero",
        raspberry,
    )
    assert raspberry.taken == {17: "gpiozero"}
    del raspberry.taken[17]
    comes_back(panel, raspberry)


def test_chip_select_that_the_kernel_holds_says_which_line_of_the_boot_configuration_frees_it(plug: Plug) -> None:
    raspberry = plug(fitting(SMALL))
    raspberry.taken[8] = "spi0 CS0"
    fails(on(raspberry), r"GPIO8.*spi0 CS0.*dtoverlay=spi0-0cs", raspberry)


def test_second_chip_select_of_the_largest_panel_collides_with_the_usual_key_c(plug: Plug) -> None:
    raspberry = plug(fitting(next(one for one in ONE_OF_EACH if one.controller.name == "el133uf1")))
    raspberry.taken[16] = "lg"
    fails(on(raspberry), r"Chip Select 1: \(line 16, GPIO16\) currently claimed by lg", raspberry)


def test_gpio_that_is_forbidden(plug: Plug) -> None:
    raspberry = plug(fitting(SMALL))
    raspberry.gpio_there = PermissionError(errno.EACCES, "Permission denied")
    panel = on(raspberry)
    fails(panel, r"^No GPIO for the panel: .*Permission error\. sudo usermod -aG gpio", raspberry)
    raspberry.gpio_there = None
    comes_back(panel, raspberry)


def test_gpio_that_is_not_there(plug: Plug, monkeypatch: pytest.MonkeyPatch) -> None:
    import gpiodevice

    raspberry = plug(fitting(SMALL))
    monkeypatch.setattr(gpiodevice, "CHIP_GLOB", "/nowhere/gpiochip*")
    fails(on(raspberry), r"^No GPIO for the panel: there is none\.$", raspberry)


def test_computer_that_is_no_pi(plug: Plug, monkeypatch: pytest.MonkeyPatch) -> None:
    import gpiodevice

    def unknown() -> None:
        raise RuntimeError("No compatible platform detected!")

    raspberry = plug(fitting(SMALL))
    monkeypatch.setattr(gpiodevice.platform, "get_gpiochip_labels", unknown)
    fails(on(raspberry), "This computer is no Raspberry Pi", raspberry)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), "SPI is off .*do_spi 0"),
        (PermissionError(errno.EACCES, "Permission denied"), "forbidden.*usermod -aG spi,i2c,gpio"),
        (OSError(errno.EBUSY, "Device or resource busy"), "Device or resource busy"),
    ],
    ids=["off", "forbidden", "busy"],
)
def test_spi_that_cannot_be_opened(plug: Plug, error: OSError, says: str) -> None:
    raspberry = plug(fitting(SMALL))
    panel = on(raspberry)
    raspberry.spi.there = error
    with pytest.raises(PanelError, match=says):
        panel.show(noise(panel.kind))
    assert raspberry.taken == {}
    raspberry.spi.there = None
    comes_back(panel, raspberry)


def test_kernel_that_cannot_do_without_chip_select_does_no_harm(plug: Plug) -> None:
    raspberry = plug(fitting(SMALL))
    raspberry.spi.no_cs = OSError(errno.EINVAL, "Invalid argument")
    with pytest.warns(UserWarning, match="Cannot disable chip-select"):
        comes_back(on(raspberry), raspberry)


@pytest.mark.parametrize(
    "eeprom",
    [None, b"\xff" * 29, bytes(29), OSError(errno.EIO, "Input/output error"), OSError(errno.ENOENT, "No such file")],
    ids=["missing", "blank", "zeros", "read error", "no bus"],
)
@pytest.mark.parametrize("model", ONE_OF_EACH, ids=title)
def test_named_panel_needs_no_eeprom(plug: Plug, model: InkyModel, eeprom: bytes | OSError | None) -> None:
    raspberry = plug(RaspberryPi(model, eeprom=eeprom))
    comes_back(on(raspberry, title(model)), raspberry)


@pytest.mark.parametrize(
    ("eeprom", "says"),
    [
        (None, "No panel's EEPROM answers"),
        (b"\xff" * 29, r"names no panel that is known \(variant 255"),
        (OSError(errno.EIO, "Input/output error"), "I2C fails: Input/output error"),
    ],
    ids=["missing", "garbage", "read error"],
)
def test_panel_without_a_name_waits_for_its_eeprom(plug: Plug, eeprom: bytes | OSError | None, says: str) -> None:
    model = ONE_OF_EACH[1]
    raspberry = plug(RaspberryPi(model, eeprom=eeprom))
    panel = on(raspberry)
    assert panel.kind == KIND_UNTIL_FOUND == model.kind
    fails(panel, f"{says}.* named in the configuration", raspberry)
    raspberry.eeprom = eeprom_of(model)
    comes_back(panel, raspberry)


def test_panel_found_late_that_cannot_be_set_to_the_speed(plug: Plug) -> None:
    raspberry = plug(RaspberryPi(SMALL))
    panel = on(raspberry, None, RefreshSpeed.FAST)
    fails(panel, "No panel's EEPROM answers", raspberry)
    raspberry.eeprom = eeprom_of(SMALL)
    fails(panel, r"^phat-212-black refreshes at one speed only: it cannot be set to fast\.$", raspberry)


def test_package_that_is_not_installed(plug: Plug, monkeypatch: pytest.MonkeyPatch) -> None:
    raspberry = plug(fitting(SMALL))
    panel = on(raspberry)
    with monkeypatch.context() as missing:
        missing.setitem(sys.modules, "spidev", None)
        fails(panel, rf"missing.*spidev.*{re.escape(install_hint.install_command('pi'))}", raspberry)
    comes_back(panel, raspberry)


def test_driver_that_returns_early_is_not_believed(plug: Plug, monkeypatch: pytest.MonkeyPatch) -> None:
    from inky import inky_e640

    raspberry = plug(fitting(E640))
    panel = on(raspberry)
    with monkeypatch.context() as early:
        early.setattr(inky_e640.Inky, "_update", lambda self, buf: None)
        fails(panel, "returned without asking for a refresh", raspberry)
    comes_back(panel, raspberry)


def test_driver_that_has_changed_its_ways_is_an_error(plug: Plug, monkeypatch: pytest.MonkeyPatch) -> None:
    from inky import inky_e640

    raspberry = plug(fitting(E640))
    with monkeypatch.context() as changed:
        changed.delattr(inky_e640.Inky, "_busy_wait")
        fails(on(raspberry), "driver failed.*_busy_wait", raspberry)


class Gate:
    """Sleeping on the Raspberry Pi takes until the test says so."""

    def __init__(self, raspberry: RaspberryPi) -> None:
        self.raspberry = raspberry
        self.reached = threading.Event()
        self.open = threading.Event()

    def sleep(self, seconds: float) -> None:
        self.reached.set()
        assert self.open.wait(60)
        self.raspberry.time.sleep(seconds)


def test_first_key_does_not_wait_while_the_panel_is_opened(plug: Plug) -> None:
    raspberry = plug(fitting(E640))
    gate = Gate(raspberry)
    panel = InkyPanel(None, RefreshSpeed.NORMAL, raspberry.time, gate.sleep)
    table = ThreadedTable(RealClock(), panel, NoSignal())
    table.show(noise(panel.kind))
    assert gate.reached.wait(60)
    edge = Edge(Key.A, True, table.clock.now())
    table.post(edge)
    assert table.next_event(None) == edge
    gate.open.set()
    done = table.next_event(None)
    assert isinstance(done, RefreshDone)
    assert done.error is None
    table.close()


def test_pin_conflict_ends_neither_the_worker_nor_the_table(plug: Plug) -> None:
    raspberry = plug(fitting(E640))
    raspberry.taken[27] = "somebody"
    panel = on(raspberry)
    table = ThreadedTable(RealClock(), panel, NoSignal())
    image = noise(panel.kind)
    table.show(image)
    failed = table.next_event(None)
    assert isinstance(failed, RefreshDone)
    assert failed.error is not None
    assert "claimed by somebody" in failed.error
    del raspberry.taken[27]
    table.show(image)
    done = table.next_event(None)
    assert isinstance(done, RefreshDone)
    assert done.error is None
    assert raspberry.panel is not None
    assert same(image, raspberry.panel.shown())
    table.stop()
    assert table.next_event(None) == InputEnd()
    table.close()


@pytest.mark.parametrize("model", ONE_OF_EACH, ids=title)
def test_chip_that_is_slow_at_everything_is_waited_for(
    plug: Plug, model: InkyModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Drivers give some steps 0.3 s, and then send on regardless.
    monkeypatch.setattr(chips, "POWER_S", 3.0)
    # The drivers of the others send on after a reset without a look at the line; nothing here could help them.
    if model.controller.name not in (*TWO_PLANES, *TWO_BITS):
        monkeypatch.setattr(chips, "SOFT_RESET_S", 3.0)
    raspberry = plug(fitting(model))
    comes_back(on(raspberry), raspberry)
    assert raspberry.panel is not None
    assert raspberry.panel.complaints == []
