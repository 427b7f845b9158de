"""Checks panel and pins: what is connected, what is configured, and which pins are free."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from device.config import Config
from device.doctor.boot import BootConfig, Overlay
from device.doctor.finding import Finding, defect, note, ok
from device.doctor.machine import Machine
from hal.gpio.header import CONSUMER, is_spi_driver
from hal.gpio.wiring import HEADER_PINS, PinUse, board_key_uses, pin_conflicts, pin_uses
from hal.panel.eeprom import EepromState
from hal.panel.epd_models import EPD_MODELS, epd_model
from hal.panel.inky_models import InkyModel, models_by_name

OWN_CONSUMERS = (CONSUMER, "inky")
"""The names under which a running Tablekeeper holds pins: its own, and the panel driver's."""

_I2S_PINS = (18, 19, 20, 21)
_OVERLAY_PINS: Mapping[str, tuple[int, ...]] = {
    # The pins that an overlay takes by default (the firmware's overlays/README).
    "w1-gpio": (4,),
    "gpio-shutdown": (3,),
    "gpio-fan": (12,),
    "gpio-ir": (18,),
    "gpio-ir-tx": (18,),
    "pwm": (18,),
    "pwm-2chan": (18, 19),
    "audremap": (12, 13),
    "spi1-1cs": (18, 19, 20, 21),
    "spi1-2cs": (17, 18, 19, 20, 21),
    "spi1-3cs": (16, 17, 18, 19, 20, 21),
}
_FIRST_PIN_PARAMETERS = ("gpiopin", "gpio", "gpio_pin", "pin", "int_pin", "interrupt")
"""Parameters that set an overlay's only pin, or the first of its default pins."""

_DEFAULT_PIN_BY_PARAMETER: Mapping[str, int] = {"pin2": 19, "cs0_pin": 18, "cs1_pin": 17, "cs2_pin": 16}
"""Parameters that set another pin of an overlay, with the default of each."""

_BOTH_PINS = re.compile("pins_([0-9]+)_([0-9]+)")
"""A parameter without a value that sets both pins of an overlay."""


def check_panel(machine: Machine, config: Config) -> tuple[str | None, Finding]:
    """The name of the panel to use, None if there is none, and the finding about it."""
    eeprom = machine.read_eeprom()
    configured_name = config.panel.kind_name
    if eeprom.model is not None:
        return _panel_by_eeprom(eeprom.model, eeprom.sentence, config)
    if epd_model(configured_name) is not None:
        return configured_name, ok(
            "panel", f"The configuration names {configured_name}, which can't be asked what it is."
        )
    if configured_name is not None:
        return configured_name, note("panel", f"{eeprom.sentence} The configuration's {configured_name} is used.")
    command = "sudo apt install i2c-tools && i2cdetect -y 1" if eeprom.state is EepromState.NO_ANSWER else None
    waveshare_names = ", ".join(model.kind.name for model in EPD_MODELS)
    sentence = f"{eeprom.sentence} A panel of Waveshare's has none: [panel] name must be one of {waveshare_names}."
    return None, defect("panel", sentence, command)


def _panel_by_eeprom(model: InkyModel, eeprom_sentence: str, config: Config) -> tuple[str, Finding]:
    """The name and the finding if an EEPROM identifies the panel."""
    configured_name = config.panel.kind_name
    if configured_name is None:
        return model.kind.name, ok("panel", eeprom_sentence)
    if epd_model(configured_name) is None and any(
        _is_usable_as(model, inky_model) for inky_model in models_by_name(config.panel.name or configured_name)
    ):
        return configured_name, ok("panel", f"{eeprom_sentence} It is used as {configured_name}.")
    sentence = f"The configuration names {configured_name}, but: {eeprom_sentence}"
    return model.kind.name, defect("panel", f"{sentence} Remove [panel] name, or put in {model.kind.name}.")


def _is_usable_as(model: InkyModel, used_model: InkyModel) -> bool:
    """Whether a panel works under another model's name: same controller, same size, and no ink that it lacks.

    A panel of three inks may be used with two, which is faster.
    """
    size, used_size = ((kind.width, kind.height) for kind in (model.kind, used_model.kind))
    has_inks = set(used_model.kind.inks) <= set(model.kind.inks)
    return model.controller == used_model.controller and size == used_size and has_inks


def check_pins(machine: Machine, config: Config, panel_name: str | None, boot: BootConfig | None) -> Iterator[Finding]:
    """Findings about wired pins, conflicts between them, and free pins. `panel_name` is the panel's."""
    key_wiring, signal_wiring = config.keys.wiring(panel_name), config.signal.wiring
    uses = list(pin_uses(panel_name, key_wiring, signal_wiring))
    conflicts = list(pin_conflicts(panel_name, key_wiring, signal_wiring))
    for conflict in conflicts:
        yield defect("pins", conflict.sentence)
    if boot is not None:
        yield from _overlay_conflicts(uses, boot)
    holders = machine.pin_holders() or {}
    yield from _held_pin_findings(uses, holders)
    if not conflicts:
        yield _wiring_finding(uses)
    overlays = () if boot is None else boot.overlays
    taken_pins = {use.pin for use in (*uses, *board_key_uses(panel_name))}.union(
        holders, *map(_pins_of_overlay, overlays)
    )
    yield ok("pins", f"Free: {', '.join(str(pin) for pin in HEADER_PINS if pin not in taken_pins)}.")


def _wiring_finding(uses: list[PinUse]) -> Finding:
    wired_phrase = ", ".join(f"{use.purpose} {use.pin}" for use in uses if use.setting is not None)
    return ok("pins", f"Wired: {wired_phrase}." if wired_phrase else "No keys, light or sound are wired.")


def _overlay_conflicts(uses: list[PinUse], boot: BootConfig) -> Iterator[Finding]:
    """A finding for each required pin that an overlay takes."""
    for overlay in boot.overlays:
        overlay_pins = _pins_of_overlay(overlay)
        for use in uses:
            if use.pin in overlay_pins:
                yield _overlay_finding(use, overlay, boot.path)


def _pins_of_overlay(overlay: Overlay) -> set[int]:
    """The pins that an overlay takes: its default pins, and those that its parameters set in place of some of them."""
    is_sound_card = overlay.name.startswith(("hifiberry", "iqaudio", "i2s", "allo", "justboom"))
    default_pins = _I2S_PINS if is_sound_card else _OVERLAY_PINS.get(overlay.name, ())
    replaced_pins, set_pins = set[int](), set[int]()
    for name, value in overlay.parameters:
        both_pins = _BOTH_PINS.fullmatch(name)
        if both_pins is not None:
            replaced_pins |= set(default_pins)
            set_pins |= set(map(int, both_pins.groups()))
        elif name in (*_FIRST_PIN_PARAMETERS, *_DEFAULT_PIN_BY_PARAMETER) and value.isdecimal():
            is_first_pin = name in _FIRST_PIN_PARAMETERS
            replaced_pins |= set(default_pins[:1]) if is_first_pin else {_DEFAULT_PIN_BY_PARAMETER[name]}
            set_pins.add(int(value))
    # The pin that one parameter replaces may be the one that another sets.
    return set(default_pins) - replaced_pins | set_pins


def _overlay_finding(use: PinUse, overlay: Overlay, path: str) -> Finding:
    advice = "Remove that line" + (", or choose another pin in the configuration." if use.setting is not None else ".")
    sentence = f"dtoverlay={overlay.name} in {path} takes GPIO {use.pin}, which is {use.purpose}. {advice}"
    return defect("pins", sentence, f"sudo nano {path}")


def _held_pin_findings(uses: list[PinUse], holders: Mapping[int, str]) -> Iterator[Finding]:
    held_uses = [(use, holders[use.pin]) for use in uses if use.pin in holders]
    if any(holder.startswith(OWN_CONSUMERS) for _, holder in held_uses):
        sentence = "Pins are in use by a Tablekeeper that runs, it seems; stop it for the tests of keys and panel."
        yield note("pins", sentence, "sudo systemctl stop tablekeeper")
    for use, holder in held_uses:
        # The buses' own lines are unused, or used by their drivers, as they must be.
        if not (holder.startswith((*OWN_CONSUMERS, "i2c")) or is_spi_driver(holder)):
            yield defect("pins", f"GPIO {use.pin}, {use.purpose}, is held by “{holder}”.", "gpioinfo")
