"""The configuration: one TOML file, all of it optional. `tablekeeper.toml` beside this explains every setting.

The names of sections and settings are the names of the fields here.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from device.system import files
from display.languages import NAMES
from hal.gpio.wiring import KeyProfile, KeyWiring, Pull, SignalWiring, key_wiring
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from hal.clock.quiet_hours import QuietHours
    from hal.panel.orientation import Mounting

FILE_NAME = "tablekeeper.toml"
LANGUAGES = tuple(NAMES)
MAX_BYTES = 10_000
"""Maximum size of a configuration in bytes; the example with all its explanations has a third of that."""
TOKEN_LENGTHS = range(12, 201)
"""The length of a token in characters: a shorter one could be guessed, a longer one would not fit into a message."""


class ConfigError(Exception):
    """The configuration can't be used; the message names the file, the line and the remedy."""


class PanelSettings(NamedTuple):
    """The panel: its name as in `hal.panel.panel.PANEL_KINDS` (None: from its EEPROM), its rotation in degrees
    clockwise, its refresh speed (a value of `RefreshSpeed`), whether it is mirrored, and whether an Inky uses partial
    refresh."""

    name: str | None = None
    rotation: int = 0
    speed: str = "normal"
    h_flip: bool = False
    v_flip: bool = False
    quick: bool = False

    @property
    def mounting(self) -> Mounting:
        """The rotation of the panel, and whether it is mirrored."""
        from hal.panel.orientation import Mounting  # imported late: needed only to play

        return Mounting(self.rotation, self.h_flip, self.v_flip)

    @property
    def kind_name(self) -> str | None:
        """The panel's name in `hal.panel.panel.PANEL_KINDS`, however it is given; None if no panel is named."""
        from hal.panel.panel import panel_kind  # imported late: most configurations name no panel

        return None if self.name is None else panel_kind(self.name).name


class KeySettings(NamedTuple):
    """The device's own keys: a profile, and pins that override the profile's."""

    profile: KeyProfile = KeyProfile.AUTO
    A: int | None = None
    B: int | None = None
    C: int | None = None
    D: int | None = None
    pull: Pull = Pull.UP

    def wiring(self, panel_name: str | None) -> KeyWiring:
        """The keys' wiring on a panel with this name (None if it is not known). Raises ValueError."""
        return key_wiring(self.profile, panel_name, (self.A, self.B, self.C, self.D), self.pull)


class SignalSettings(NamedTuple):
    """Light and sound: the pins, the level that switches them on, mute, and quiet hours."""

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
        return SignalWiring(
            *pins, is_led_active_high=self.led_active == "high", is_buzzer_active_high=self.buzzer_active == "high"
        )


class PodSettings(NamedTuple):
    """Button pods on USB. Their seats are chosen at the table, not here."""

    enabled: bool = True


REFRESHES = ("instant", "real")
"""The ways in which the picture of a simulated panel refreshes: at once, or in the time of a real panel."""


class DesktopSettings(NamedTuple):
    """The page in a browser. `mirror` serves it even with real hardware. `names` are further host names of this
    machine. `refresh` is how the picture of a panel refreshes (see `REFRESHES`). `door` is the path of the Unix socket
    from which another program gets the page's content, to serve it in place of this one; None for no socket."""

    address: str = "127.0.0.1"
    port: int = 8080
    token: str | None = None
    mirror: bool = False
    names: tuple[str, ...] = ()
    refresh: str = REFRESHES[0]
    door: str | None = None


HUB = "hub.local"
"""The usual address of a hub."""


class ClubSettings(NamedTuple):
    """The club. `door` is the path of the Unix socket to which the courier connects; None if there is no club. `hub` is
    the address at which its hub lets boxes join, HOST or HOST:PORT."""

    door: str | None = None
    hub: str = HUB


class GamesSettings(NamedTuple):
    """Games that do not belong to Tablekeeper: the folder of those that are single files; None if there is none."""

    folder: Path | None = None


class Config(NamedTuple):
    """The settings of a configuration, with defaults for those that it does not name."""

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
    """The default path of the configuration: `$XDG_CONFIG_HOME/tablekeeper/tablekeeper.toml`."""
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "tablekeeper" / FILE_NAME


def example_toml() -> bytes:
    """A configuration that changes nothing and explains every setting."""
    return Path(__file__).with_name(FILE_NAME).read_bytes()


def default_data() -> Path:
    """The default directory of the journal: `$XDG_STATE_HOME/tablekeeper`."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(base) / "tablekeeper"


def load(path: Path | None) -> Config:
    """Load the configuration from a file, or from the default one if it exists. Raises ConfigError."""
    chosen = default_path() if path is None else path
    try:
        data = files.read_file(chosen, MAX_BYTES + 1)
    except OSError as error:
        if path is None and isinstance(error, FileNotFoundError):
            return Config()
        if path is None and isinstance(error, PermissionError):
            raise ConfigError(f"{chosen}: this user may not read it.") from None
        raise ConfigError(f"{chosen}: can't be read ({error.strerror}).") from None
    return parse_config(data, str(chosen))


def parse_config(data: bytes, where: str) -> Config:
    """Parse a configuration from TOML text. `where` names it in errors. Raises ConfigError."""
    from device.config import reading  # imported late: most tables have no configuration, and do not need the parser

    return reading.read_config(data, where)
