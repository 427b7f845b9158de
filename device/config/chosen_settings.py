"""Settings that users chose on the table's page, in a small file beside the journal: sound, the panel and its rotation.

They override the configuration file, which is never changed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from device.config import Config, PanelSettings
from device.system import files
from device.system.json_files import not_done_if_unreadable, read_choice, write_choice
from device.system.not_done import NotDone
from display.words import text
from values.fields import BOOLEAN, MessageKind, optional, valid_if
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from hal.clock.quiet_hours import QuietHours

FILE_NAME = "settings"
MAX_FILE_BYTES = 500
"""Maximum number of bytes that are read of the file. What is written is about a fifth of that."""

TRIAL_STARTED, TRIAL_CONFIRMED, TRIAL_FAILED = "tried", "kept", "failed"
"""The values of `trial`: the panel was used at one start, and nobody has kept it yet; it was kept; it failed."""

NEVER = "never"
"""The value of `quiet` that means: no quiet hours."""


class ChosenSettings(NamedTuple):
    """The chosen settings. None means that the configuration applies. `quiet` is written as `QuietHours` are, or is
    `NEVER`. `rotation` is in degrees clockwise. `panel` is a name of `hal.panel.panel.PANEL_KINDS`; its `trial` says
    what became of it, and is None before the next start."""

    mute: bool | None = None
    quiet: str | None = None
    rotation: int | None = None
    panel: str | None = None
    trial: str | None = None

    @property
    def quiet_hours(self) -> QuietHours | None:
        """The quiet hours; None if there are none."""
        from hal.clock.quiet_hours import parse_quiet_hours  # imported late: most tables have no quiet hours

        return None if self.quiet in (None, NEVER) else parse_quiet_hours(self.quiet)

    def applied_to(self, config: Config) -> Config:
        """The configuration, with the chosen settings in place of its own."""
        signal, panel = config.signal, config.panel
        if self.mute is not None:
            signal = signal._replace(mute=self.mute)
        if self.quiet is not None:
            signal = signal._replace(quiet=self.quiet_hours)
        if self.panel is not None and self.panel != panel.name:
            # Speed and partial refresh are configured for another panel.
            panel = PanelSettings(self.panel, panel.rotation, h_flip=panel.h_flip, v_flip=panel.v_flip)
        if self.rotation is not None:
            panel = panel._replace(rotation=self.rotation)
        return config._replace(signal=signal, panel=panel)

    def or_else(self, configured: ChosenSettings) -> ChosenSettings:
        """The settings that apply: those of the configuration where nothing is chosen."""
        return configured._replace(**{name: value for name, value in self._asdict().items() if value is not None})

    def without(self, configured: ChosenSettings) -> ChosenSettings:
        """The settings that differ from the configuration."""
        alike = self._asdict().items() & configured._asdict().items()
        return self._replace(**{name: None for name, _ in alike})


NOTHING_CHOSEN = ChosenSettings()


def configured_settings(config: Config) -> ChosenSettings:
    """What the configuration says about each setting that can be chosen. `panel` is None if no panel is named there."""
    quiet = NEVER if config.signal.quiet is None else str(config.signal.quiet)
    return ChosenSettings(config.signal.mute, quiet, config.panel.rotation, config.panel.kind_name)


def _is_quiet_setting(value: object) -> bool:
    return isinstance(value, str) and (value == NEVER or ChosenSettings(quiet=value).quiet_hours is not None)


def _is_rotation(value: object) -> bool:
    from hal.panel.orientation import ANGLES  # imported late: most tables have chosen no rotation

    return type(value) is int and value in ANGLES


def _is_panel(value: object) -> bool:
    from hal.panel.panel import PANEL_KINDS  # imported late: most tables have chosen no panel

    return any(kind.name == value for kind in PANEL_KINDS)


_SETTINGS_FORMAT = MessageKind(
    "settings",
    ChosenSettings,
    {
        "mute": optional(BOOLEAN),
        "quiet": optional(valid_if(_is_quiet_setting)),
        "rotation": optional(valid_if(_is_rotation)),
        "panel": optional(valid_if(_is_panel)),
        "trial": optional(valid_if(lambda value: value in (TRIAL_STARTED, TRIAL_CONFIRMED, TRIAL_FAILED))),
    },
)


def checked_settings(**values: object) -> ChosenSettings:
    """The settings with these values. Raises BadField, which names an invalid setting."""
    settings: ChosenSettings = _SETTINGS_FORMAT.parse(values)
    return settings


def read_settings(directory: Path) -> ChosenSettings:
    """Read the settings; `NOTHING_CHOSEN` if there is no file. Raises NotDone if the file can't be read."""
    with not_done_if_unreadable(directory / FILE_NAME):
        return _load_settings(directory)


def settings_to_replace(directory: Path) -> ChosenSettings:
    """The settings that others are to replace; `NOTHING_CHOSEN` if the file has none in it.

    Raises NotDone if the file can't be read: what is in it must not be written over.
    """
    with not_done_if_unreadable(directory / FILE_NAME), suppress(NotDone):
        return _load_settings(directory)
    return NOTHING_CHOSEN


def _load_settings(directory: Path) -> ChosenSettings:
    """Raises OSError; raises NotDone if the file has no settings in it."""
    path = directory / FILE_NAME
    no_settings_sentence = text("{file} has no settings in it. Choose them again, on the table's page.", file=str(path))
    settings: ChosenSettings | None = read_choice(path, MAX_FILE_BYTES, _SETTINGS_FORMAT.parse, no_settings_sentence)
    return NOTHING_CHOSEN if settings is None else settings


def store_settings(directory: Path, settings: ChosenSettings) -> None:
    """Write the settings to the file, so that they survive a power cut. Raises NotDone."""
    write_choice(directory / FILE_NAME, _SETTINGS_FORMAT.to_json(settings))


def current_settings_reader(directory: Path) -> Callable[[], ChosenSettings]:
    """A function that returns the current settings. It reads the file again only after the file has changed. While the
    file can't be read or has none in it, it returns the previous settings."""

    def read(previous: ChosenSettings) -> ChosenSettings:
        with suppress(NotDone):
            return _load_settings(directory)
        return previous

    return files.cached_reader(directory / FILE_NAME, NOTHING_CHOSEN, read, lambda previous, _: previous)


def take_panel_for_start(directory: Path) -> str | None:
    """Return the chosen panel for a start on hardware, and store that it was used; None for the configured one.

    A panel that nobody has kept is used at one start only, so that a wrong choice ends with the next one.
    """
    with suppress(NotDone):
        settings = read_settings(directory)
        if settings.trial == TRIAL_CONFIRMED:
            return settings.panel
        if settings.panel is not None and settings.trial is None:
            store_settings(directory, settings._replace(trial=TRIAL_STARTED))
            return settings.panel
    return None


def end_trial(directory: Path, trial: str) -> None:
    """Store what became of the chosen panel: `TRIAL_CONFIRMED` or `TRIAL_FAILED`. Raises NotDone if none is chosen."""
    settings = read_settings(directory)
    if settings.panel is None:
        raise NotDone(text("No panel is chosen."))
    store_settings(directory, settings._replace(trial=trial))
