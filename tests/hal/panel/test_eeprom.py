"""The EEPROM of a panel: found, missing, garbage or an error; and every variant means what inky takes it for."""

from __future__ import annotations

import errno
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.panel.eeprom import Eeprom, EepromState, decode_eeprom, read_eeprom
from hal.panel.inky_models import INKY_MODELS, InkyModel
from hal.system import install_hint
from tests.hal.simulated.eeprom import eeprom_of
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged

VARIANTS = [(variant, model) for model in INKY_MODELS for variant in model.eeprom_variants]


def read(raspberry: RaspberryPi) -> Eeprom:
    with plugged(raspberry):
        found = read_eeprom()
    assert raspberry.i2c_open == 0
    return found


@pytest.mark.parametrize(("variant", "model"), VARIANTS, ids=lambda one: getattr(one, "kind", (one,))[0])
def test_every_variant_is_what_inky_takes_it_for(variant: int, model: InkyModel) -> None:
    from inky.auto import auto

    raspberry = RaspberryPi(model, eeprom=eeprom_of(model, variant))
    found = read(raspberry)
    assert found == Eeprom(EepromState.FOUND, found.sentence, model, eeprom_of(model, variant))
    assert model.kind.name in found.sentence
    with plugged(raspberry):
        driver = auto()
    modules = {parent.__module__ for parent in type(driver).__mro__}
    assert f"inky.{model.controller.driver_module}" in modules
    assert driver.resolution == (model.kind.width, model.kind.height)
    assert not model.controller.needs_ink or driver.colour == model.kind.inks[-1]


def test_every_variant_that_inky_knows_is_known() -> None:
    from inky.eeprom import DISPLAY_VARIANT

    known = {number for number, name in enumerate(DISPLAY_VARIANT) if name is not None}
    assert {variant for variant, _ in VARIANTS} == known


def test_nobody_answers() -> None:
    assert read(RaspberryPi()).state is EepromState.NO_ANSWER
    assert read(RaspberryPi(eeprom=OSError(errno.ENXIO, "No such device or address"))).state is EepromState.NO_ANSWER


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(errno.ENOENT, "No such file or directory"), "do_i2c 0"),
        (OSError(errno.EACCES, "Permission denied"), "usermod -aG i2c"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
        (OSError(errno.ETIMEDOUT, "Connection timed out"), "Connection timed out"),
    ],
    ids=["off", "forbidden", "fails", "times out"],
)
def test_bus_that_fails_is_an_error_that_says_what_to_do(error: OSError, says: str) -> None:
    found = read(RaspberryPi(eeprom=error))
    assert found.state is EepromState.BUS_ERROR
    assert found.model is None
    assert says in found.sentence


def test_missing_package_is_an_error_that_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smbus2", None)
    found = read_eeprom()
    assert found.state is EepromState.BUS_ERROR
    assert install_hint.install_command("pi") in found.sentence


@pytest.mark.parametrize(
    "data",
    [b"\xff" * 29, bytes(29), b"", b"\x90\x01", eeprom_of(INKY_MODELS[0])[:28], eeprom_of(INKY_MODELS[0], 9)],
    ids=["blank", "zeros", "nothing", "short", "one short", "unused variant"],
)
def test_what_names_no_panel_is_garbage(data: bytes) -> None:
    found = read(RaspberryPi(eeprom=data))
    assert found == Eeprom(EepromState.UNKNOWN_CONTENTS, found.sentence, None, data)


def test_colour_that_the_panel_was_never_made_with_is_garbage() -> None:
    data = bytearray(eeprom_of(INKY_MODELS[0]))
    data[4] = 6
    assert decode_eeprom(bytes(data)).state is EepromState.UNKNOWN_CONTENTS


@given(st.binary(max_size=40))
def test_any_bytes_are_found_or_garbage(data: bytes) -> None:
    found = decode_eeprom(data)
    assert found.state is (EepromState.FOUND if found.model else EepromState.UNKNOWN_CONTENTS)
    assert found.sentence.endswith(".")
