"""The table of pins: the panel's own pins, the keys of each board, light and sound.

Pins are BCM numbers, 0 to 27 on every Raspberry Pi with 40 pins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from hal.keys.keys import Key
from values.named_tuple import NamedTuple

PINS = range(28)

# From Inky's own description of its boards: I2C for the EEPROM, SPI, and three lines of the controller.
_PANEL = {
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
# Waveshare's HATs and driver boards, from the maker's manual. The kernel may hold the chip select, or nothing does.
_WAVESHARE = {
    8: "chip select",
    9: "the SPI bus",
    10: "the picture's data line",
    11: "the SPI clock",
    17: "the reset line",
    18: "the power switch",
    24: "the busy line",
    25: "the data/command line",
}
_SECOND_CONTROLLER = {16: "the right half's chip select", 26: "the left half's chip select"}
_HAT = {0: "the HAT's identity EEPROM", 1: "the HAT's identity EEPROM"}

TWO_CONTROLLERS = "impression-13.3"
"""Panels whose name begins with this have a second chip select on the pin that others use for key C."""
WAVESHARE = "waveshare"
WITH_KEYS = ("impression", "waveshare-2.7")
"""Beginnings of the names of panels that have keys on their boards."""


class Pull(StrEnum):
    """The direction in which a pin is pulled while its contact is open."""

    UP = "up"  # the contact closes to ground
    DOWN = "down"  # the contact closes to 3.3 V


class Profile(StrEnum):
    """Profiles of keys, for which the configuration needs no pins."""

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

    `led_high` and `buzzer_high` are whether the pin's high level switches the output on.
    """

    led: int | None = None
    red: int | None = None
    green: int | None = None
    blue: int | None = None
    buzzer: int | None = None
    tone: int | None = None
    led_high: bool = True
    buzzer_high: bool = True

    @property
    def pins(self) -> dict[str, int]:
        """The pin of each lamp and buzzer that there is, by the name of its setting."""
        named = {
            "led": self.led,
            "red": self.red,
            "green": self.green,
            "blue": self.blue,
            "buzzer": self.buzzer,
            "tone": self.tone,
        }
        return {name: pin for name, pin in named.items() if pin is not None}


_LAMPS = {
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
    what: str
    setting: tuple[str, str] | None = None


class PinConflict(NamedTuple):
    """Two uses of one pin. `second` can be changed in the configuration."""

    first: PinUse
    second: PinUse

    @property
    def sentence(self) -> str:
        return f"pin {self.second.pin} can't be {self.second.what}: it is {self.first.what}. Choose another pin."


_IMPRESSION = (5, 6, 16, 24)
_PROFILES: dict[Profile, tuple[int, ...]] = {
    Profile.IMPRESSION: _IMPRESSION,
    Profile.IMPRESSION_13: (5, 6, 25, 24),
    # Loose buttons use the same pins as an Impression's own, so that there is only one wiring to remember.
    Profile.BUTTONS: _IMPRESSION,
    Profile.WAVESHARE_2_7: (5, 6, 13, 19),
    Profile.NONE: (),
}
_BESIDE_WAVESHARE = (5, 6, 16, 26)
"""Pins of loose buttons beside a panel of Waveshare's, whose busy line is on pin 24."""


def key_wiring(
    profile: Profile, panel: str | None, own: tuple[int | None, ...] = (), pull: Pull = Pull.UP
) -> KeyWiring:
    """Return the keys' pins for a panel (its name in `hal.panel.panel.KINDS`, None if unknown).

    `own` are pins for A, B, C, D that replace the profile's; None for those that don't. If all four are given, the
    profile does not matter. Raises ValueError if only some keys have a pin.
    """
    pins = dict(zip(Key, _profile_pins(profile, panel), strict=False))
    pins |= {key: pin for key, pin in zip(Key, own, strict=False) if pin is not None}
    missing = [key for key in Key if key not in pins]
    if pins and missing:
        raise ValueError(", ".join(missing))
    return KeyWiring(tuple(pins[key] for key in Key if key in pins), pull)


def _profile_pins(profile: Profile, panel: str | None) -> tuple[int, ...]:
    name = panel or ""
    if profile is Profile.AUTO:
        own = (Profile.IMPRESSION_13, Profile.WAVESHARE_2_7)
        profile = next((one for one in own if name.startswith(one)), Profile.BUTTONS)
    if profile is Profile.BUTTONS and name.startswith(WAVESHARE):
        return _BESIDE_WAVESHARE
    return _PROFILES[profile]


def panel_uses(panel: str | None) -> Iterator[PinUse]:
    """Yield the pins that a panel needs, by its name; None means an unknown panel."""
    lines = _WAVESHARE if panel is not None and panel.startswith(WAVESHARE) else _PANEL
    for pin, what in {**_HAT, **lines}.items():
        yield PinUse(pin, f"the panel ({what})" if pin in lines else what)
    if panel is not None and panel.startswith(TWO_CONTROLLERS):
        yield from (PinUse(pin, f"the panel ({what})") for pin, what in _SECOND_CONTROLLER.items())


def board_keys(panel: str | None) -> Iterator[PinUse]:
    """Yield the keys that are soldered to a panel's board."""
    if panel is not None and panel.startswith(WITH_KEYS):
        for key, pin in zip(Key, key_wiring(Profile.AUTO, panel).pins, strict=True):
            yield PinUse(pin, f"key {key} on the panel's board")


def pin_uses(panel: str | None, keys: KeyWiring, signal: SignalWiring) -> Iterator[PinUse]:
    """Yield the use of every pin, in the order panel, keys, signal."""
    yield from panel_uses(panel)
    yield from _key_uses(keys)
    yield from _signal_uses(signal)


def pin_conflicts(panel: str | None, keys: KeyWiring, signal: SignalWiring) -> Iterator[PinConflict]:
    """Yield all conflicts of this wiring, in the order panel, keys, signal."""
    wanted = [*_key_uses(keys), *_signal_uses(signal)]
    taken = {use.pin: use for use in panel_uses(panel)}
    yield from _conflicts_with(taken, wanted)
    # A pressed key would short-circuit an output on its pin to ground.
    yield from _conflicts_with(
        {use.pin: use for use in board_keys(panel) if use.pin not in keys.pins}, _signal_uses(signal)
    )


def _conflicts_with(taken: dict[int, PinUse], wanted: Iterable[PinUse]) -> Iterator[PinConflict]:
    for use in wanted:
        first = taken.setdefault(use.pin, use)
        if first is not use:
            yield PinConflict(first, use)


def _key_uses(keys: KeyWiring) -> list[PinUse]:
    return [PinUse(pin, f"key {key}", ("keys", key)) for key, pin in zip(Key, keys.pins, strict=False)]


def _signal_uses(signal: SignalWiring) -> list[PinUse]:
    return [PinUse(pin, _LAMPS[name], ("signal", name)) for name, pin in signal.pins.items()]
