"""The configuration: one TOML file, all of it optional. `tablekeeper.toml` beside this explains every setting.

The names of sections and settings are the names of the fields here.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from device.system import files
from display.languages import NAMES
from hal.gpio.wiring import KeyWiring, Profile, Pull, SignalWiring, key_wiring
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from hal.clock.quiet_hours import QuietHours
    from hal.panel.orientation import Mounting

NAME = "tablekeeper.toml"
LANGUAGES = tuple(NAMES)
LARGEST = 10_000
"""Bytes of a configuration; the example with all its explanations has a third of that."""
TOKEN_LENGTHS = range(12, 201)
"""Characters of a token: with fewer it could be guessed, with more it would not fit into a message."""


class ConfigError(Exception):
    """A configuration that can't be used; the message names the file, the line and the mend."""


class PanelSettings(NamedTuple):
    """The panel: its name as `hal.panel.inky_models.named` takes it (None: by its EEPROM), degrees clockwise, how fast
    it refreshes (a word of `RefreshSpeed`), whether it is mirrored, whether an Inky is to refresh in part."""

    name: str | None = None
    rotation: int = 0
    speed: str = "normal"
    h_flip: bool = False
    v_flip: bool = False
    quick: bool = False

    @property
    def mounting(self) -> Mounting:
        """How it is mounted."""
        from hal.panel.orientation import Mounting  # only who plays needs it

        return Mounting(self.rotation, self.h_flip, self.v_flip)

    @property
    def kind(self) -> str | None:
        """The name in `hal.panel.panel.KINDS`, however the panel is named; None if it is not."""
        from hal.panel.panel import kind  # most configurations name no panel

        return None if self.name is None else kind(self.name).name


class KeySettings(NamedTuple):
    """The device's own keys: a profile, and pins that replace the profile's."""

    profile: Profile = Profile.AUTO
    A: int | None = None
    B: int | None = None
    C: int | None = None
    D: int | None = None
    pull: Pull = Pull.UP

    def wiring(self, panel: str | None) -> KeyWiring:
        """The keys' pins on a panel, by its name; None if it is not known. Raises ValueError."""
        return key_wiring(self.profile, panel, (self.A, self.B, self.C, self.D), self.pull)


class SignalSettings(NamedTuple):
    """Light and sound: pins, which level switches them on, and when there is no sound."""

    led: int | None = None
    red: int | None = None
    green: int | None = None
    blue: int | None = None
    led_active: str = "high"
    buzzer: int | None = None
    tone: int | None = None
    buzzer_active: str = "high"
    mute: bool = False
    quiet: QuietHours | None = None

    @property
    def wiring(self) -> SignalWiring:
        pins = (self.led, self.red, self.green, self.blue, self.buzzer, self.tone)
        return SignalWiring(*pins, led_high=self.led_active == "high", buzzer_high=self.buzzer_active == "high")


class PodSettings(NamedTuple):
    """Button pods on USB. Who sits at which is chosen at the table, not here."""

    enabled: bool = True


REFRESHES = ("instant", "real")
"""How a panel that is only a picture refreshes: at once, or in the time of the real one."""


class DesktopSettings(NamedTuple):
    """The page in a browser. `mirror` serves it beside real hardware, too. `names` are what the network calls this
    machine besides its own name. `refresh` is whether the picture of a panel takes the time of a real one. `door` is
    the path of the Unix socket at which another program hears what the page shows, which serves it in place of this
    one; None where none does."""

    address: str = "127.0.0.1"
    port: int = 8080
    token: str | None = None
    mirror: bool = False
    names: tuple[str, ...] = ()
    refresh: str = REFRESHES[0]
    door: str | None = None


HUB = "hub.local"
"""Where a hub is looked for that nobody has named."""


class ClubSettings(NamedTuple):
    """The club: `door` is the path of the Unix socket at which its courier is heard; None where there is no club.
    `hub` is where its hub lets boxes join, HOST or HOST:PORT."""

    door: str | None = None
    hub: str = HUB


class GamesSettings(NamedTuple):
    """Games by other hands: the folder with those that are single files; None where there is none."""

    folder: Path | None = None


class Config(NamedTuple):
    """What the configuration says; None where it says nothing."""

    language: str | None = None
    roster: tuple[str, ...] = ()
    timezone: str | None = None
    panel: PanelSettings = PanelSettings()
    keys: KeySettings = KeySettings()
    signal: SignalSettings = SignalSettings()
    pods: PodSettings = PodSettings()
    desktop: DesktopSettings = DesktopSettings()
    club: ClubSettings = ClubSettings()
    games: GamesSettings = GamesSettings()


def default_path() -> Path:
    """Where the configuration is looked for: `$XDG_CONFIG_HOME/tablekeeper/tablekeeper.toml`."""
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "tablekeeper" / NAME


def example() -> bytes:
    """A configuration that changes nothing and explains every setting."""
    return Path(__file__).with_name(NAME).read_bytes()


def default_data() -> Path:
    """Where the journal is kept: `$XDG_STATE_HOME/tablekeeper`."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "tablekeeper"


def load(path: Path | None) -> Config:
    """The configuration of a file, or of the usual one if it is there. Raises ConfigError."""
    chosen = default_path() if path is None else path
    try:
        data = files.read(chosen, LARGEST + 1)
    except OSError as error:
        if path is None and isinstance(error, FileNotFoundError):
            return Config()
        if path is None and isinstance(error, PermissionError):
            raise ConfigError(f"{chosen}: this user may not read it.") from None
        raise ConfigError(f"{chosen}: can't be read ({error.strerror}).") from None
    return parse(data, str(chosen))


def parse(data: bytes, where: str) -> Config:
    """The configuration of a TOML text. `where` names it in errors. Raises ConfigError."""
    from device.config import reading  # most tables have no configuration; they need not wait for a parser

    return reading.read(data, where)
