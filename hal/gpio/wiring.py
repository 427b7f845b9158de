"""The table of pins: the panel's own pins, the keys of each board, light and sound.

Pins are BCM numbers, 0 to 27 on every Raspberry Pi with 40 pins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from hal.keys.keys import Key
from values.named_tuple import NamedTuple

HEADER_PINS = range(28)

# From Inky's own description of its boards: I2C for the EEPROM, SPI, and three lines of the controller.
_INKY_PINS = {
    2: "the EEPROM's data line",
    3: "the EEPROM's clock",
    8: "chip select",
    9: "the SPI bus",
    10: "the picture's data line",
    11: "the SPI clock",
    17: "the busy line",
    22: "the data/command line",
    27: "the reset line",
}
# Waveshare's HATs and driver boards, from the maker's manual. The kernel's SPI driver may hold the chip select.
_WAVESHARE_PINS = {
    8: "chip select",
    9: "the SPI bus",
    10: "the picture's data line",
    11: "the SPI clock",
    17: "the reset line",
    18: "the power switch",
    24: "the busy line",
    25: "the data/command line",
}
_CHIP_SELECTS = {16: "the right half's chip select", 26: "the left half's chip select"}
_HAT_PINS = {0: "the HAT's identity EEPROM", 1: "the HAT's identity EEPROM"}

TWO_CONTROLLERS_PREFIX = "impression-13.3"
"""Panels whose name begins with this have a second chip select on the pin that others use for key C."""
WAVESHARE_PREFIX = "waveshare"
PREFIXES_WITH_KEYS = ("impression", "waveshare-2.7")
"""Beginnings of the names of panels that have keys on their boards."""


class Pull(StrEnum):
    """The direction in which a pin is pulled while its contact is open."""

    UP = "up"  # the contact closes to ground
    DOWN = "down"  # the contact closes to 3.3 V


class KeyProfile(StrEnum):
    """Names of usual sets of pins for the keys, so that the configuration needs no pins; AUTO is that of the panel."""

    AUTO = "auto"
    IMPRESSION = "impression"
    IMPRESSION_13 = "impression-13.3"
    WAVESHARE_2_7 = "waveshare-2.7"
    BUTTONS = "buttons"
    NONE = "none"


class KeyWiring(NamedTuple):
    """The pins of the keys A, B, C, D, in this order; empty without keys."""

    pins: tuple[int, ...] = ()
    pull: Pull = Pull.UP


class SignalWiring(NamedTuple):
    """Pins of light and sound; None for outputs that are not there. Red, green and blue may be one lamp or several.

    `is_led_active_high` and `is_buzzer_active_high` say whether the pin's high level switches the output on.
    """

    led: int | None = None
    red: int | None = None
    green: int | None = None
    blue: int | None = None
    buzzer: int | None = None
    tone: int | None = None
    is_led_active_high: bool = True
    is_buzzer_active_high: bool = True

    @property
    def pins(self) -> dict[str, int]:
        """The pin of each lamp and buzzer that there is, by the name of its setting."""
        pins_by_setting = {
            "led": self.led,
            "red": self.red,
            "green": self.green,
            "blue": self.blue,
            "buzzer": self.buzzer,
            "tone": self.tone,
        }
        return {name: pin for name, pin in pins_by_setting.items() if pin is not None}


_SIGNAL_PURPOSES = {
    "led": "the light",
    "red": "the red light",
    "green": "the green light",
    "blue": "the blue light",
    "buzzer": "the buzzer",
    "tone": "the tonal buzzer",
}


class PinUse(NamedTuple):
    """A pin and what it is for.

    `setting` is the section and key of the configuration that assigns it; None for a board's own pins.
    """

    pin: int
    purpose: str
    setting: tuple[str, str] | None = None


class PinConflict(NamedTuple):
    """Two uses of one pin. `new_use` can be changed in the configuration."""

    existing_use: PinUse
    new_use: PinUse

    @property
    def sentence(self) -> str:
        pin, purpose = self.new_use.pin, self.new_use.purpose
        return f"pin {pin} can't be {purpose}: it is {self.existing_use.purpose}. Choose another pin."


_IMPRESSION_PINS = (5, 6, 16, 24)
_PROFILE_PINS: dict[KeyProfile, tuple[int, ...]] = {
    KeyProfile.IMPRESSION: _IMPRESSION_PINS,
    KeyProfile.IMPRESSION_13: (5, 6, 25, 24),
    # Loose buttons use the same pins as an Impression's own, so that there is only one wiring to remember.
    KeyProfile.BUTTONS: _IMPRESSION_PINS,
    KeyProfile.WAVESHARE_2_7: (5, 6, 13, 19),
    KeyProfile.NONE: (),
}
_PINS_BESIDE_WAVESHARE = (5, 6, 16, 26)
"""Pins of loose buttons beside a panel of Waveshare's, whose busy line is on pin 24."""


def key_wiring(
    profile: KeyProfile, panel_name: str | None, configured_pins: tuple[int | None, ...] = (), pull: Pull = Pull.UP
) -> KeyWiring:
    """Return the keys' pins for a panel (its name in `hal.panel.panel.PANEL_KINDS`, None if unknown).

    `configured_pins` are pins for A, B, C, D that replace the profile's; None for those that don't. If all four are
    given, the profile does not matter. Raises ValueError if only some keys have a pin.
    """
    pins = dict(zip(Key, _profile_pins(profile, panel_name), strict=False))
    pins |= {key: pin for key, pin in zip(Key, configured_pins, strict=False) if pin is not None}
    missing = [key for key in Key if key not in pins]
    if pins and missing:
        raise ValueError(", ".join(missing))
    return KeyWiring(tuple(pins[key] for key in Key if key in pins), pull)


def _profile_pins(profile: KeyProfile, panel_name: str | None) -> tuple[int, ...]:
    name = panel_name or ""
    if profile is KeyProfile.AUTO:
        board_profiles = (KeyProfile.IMPRESSION_13, KeyProfile.WAVESHARE_2_7)
        profile = next((profile for profile in board_profiles if name.startswith(profile)), KeyProfile.BUTTONS)
    if profile is KeyProfile.BUTTONS and name.startswith(WAVESHARE_PREFIX):
        return _PINS_BESIDE_WAVESHARE
    return _PROFILE_PINS[profile]


def panel_pin_uses(panel_name: str | None) -> Iterator[PinUse]:
    """Yield the pins that a panel needs, by its name; None means an unknown panel."""
    panel_pins = _WAVESHARE_PINS if panel_name is not None and panel_name.startswith(WAVESHARE_PREFIX) else _INKY_PINS
    for pin, purpose in {**_HAT_PINS, **panel_pins}.items():
        yield PinUse(pin, f"the panel ({purpose})" if pin in panel_pins else purpose)
    if panel_name is not None and panel_name.startswith(TWO_CONTROLLERS_PREFIX):
        yield from (PinUse(pin, f"the panel ({purpose})") for pin, purpose in _CHIP_SELECTS.items())


def board_key_uses(panel_name: str | None) -> Iterator[PinUse]:
    """Yield the keys that are soldered to a panel's board."""
    if panel_name is not None and panel_name.startswith(PREFIXES_WITH_KEYS):
        for key, pin in zip(Key, key_wiring(KeyProfile.AUTO, panel_name).pins, strict=True):
            yield PinUse(pin, f"key {key} on the panel's board")


def pin_uses(panel_name: str | None, keys: KeyWiring, signal: SignalWiring) -> Iterator[PinUse]:
    """Yield the use of every pin, in the order panel, keys, signal."""
    yield from panel_pin_uses(panel_name)
    yield from _key_uses(keys)
    yield from _signal_uses(signal)


def pin_conflicts(panel_name: str | None, keys: KeyWiring, signal: SignalWiring) -> Iterator[PinConflict]:
    """Yield all conflicts of this wiring, in the order panel, keys, signal."""
    new_uses = [*_key_uses(keys), *_signal_uses(signal)]
    used_pins = {use.pin: use for use in panel_pin_uses(panel_name)}
    yield from _conflicts_with(used_pins, new_uses)
    # A pressed key would short-circuit an output on its pin to ground.
    yield from _conflicts_with(
        {use.pin: use for use in board_key_uses(panel_name) if use.pin not in keys.pins}, _signal_uses(signal)
    )


def _conflicts_with(used_pins: dict[int, PinUse], new_uses: Iterable[PinUse]) -> Iterator[PinConflict]:
    for use in new_uses:
        existing_use = used_pins.setdefault(use.pin, use)
        if existing_use is not use:
            yield PinConflict(existing_use, use)


def _key_uses(keys: KeyWiring) -> list[PinUse]:
    return [PinUse(pin, f"key {key}", ("keys", key)) for key, pin in zip(Key, keys.pins, strict=False)]


def _signal_uses(signal: SignalWiring) -> list[PinUse]:
    return [PinUse(pin, _SIGNAL_PURPOSES[name], ("signal", name)) for name, pin in signal.pins.items()]
