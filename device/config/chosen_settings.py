"""What was chosen on the table's page for all its games, in a small file beside the journal: sound, and how the panel
is turned. It goes before the configuration, which stays as its owner wrote it."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from device.config import Config
from device.system import atomicfile, files
from device.system.reasons import reason
from display.words import Text, text
from hal.clock.quiet_hours import QuietHours, quiet
from hal.panel.orientation import QUARTERS
from values.named_tuple import NamedTuple

FILE = "settings"
LONGEST = 500
"""Bytes of the file that are read; what is written there has a fifth."""

NEVER = "never"
"""In the place of quiet hours: there are none."""


class ChosenSettings(NamedTuple):
    """What was chosen; None where the configuration counts. `quiet` is as the configuration has it, or `NEVER`;
    `rotation` is in degrees clockwise."""

    mute: bool | None = None
    quiet: str | None = None
    rotation: int | None = None

    @property
    def hours(self) -> QuietHours | None:
        """The quiet hours; None where there are none."""
        return None if self.quiet in (None, NEVER) else quiet(self.quiet)

    def over(self, config: Config) -> Config:
        """A configuration with what was chosen in place of its own."""
        signal, panel = config.signal, config.panel
        if self.mute is not None:
            signal = signal._replace(mute=self.mute)
        if self.quiet is not None:
            signal = signal._replace(quiet=self.hours)
        if self.rotation is not None:
            panel = panel._replace(rotation=self.rotation)
        return config._replace(signal=signal, panel=panel)


NOTHING_CHOSEN = ChosenSettings()


class UnreadableSettings(Exception):
    """What was chosen can't be read; `sentence` says why."""

    def __init__(self, sentence: Text) -> None:
        super().__init__()
        self.sentence = sentence


def checked(mute: object, hours: object, rotation: object) -> ChosenSettings:
    """What was chosen, if it makes sense. Raises ValueError."""
    if not (mute is None or isinstance(mute, bool)):
        raise ValueError(mute)
    if hours is not None and hours != NEVER:
        quiet(str(hours))
    if rotation is not None and (isinstance(rotation, bool) or rotation not in QUARTERS):
        raise ValueError(rotation)
    return ChosenSettings(mute, None if hours is None else str(hours), None if rotation is None else int(str(rotation)))


def read_settings(directory: Path) -> ChosenSettings:
    """What was chosen; nothing where nobody has. Raises UnreadableSettings."""
    path = directory / FILE
    try:
        found = json.loads(files.read(path, LONGEST))
        return checked(*(found.get(name) for name in ChosenSettings._fields))
    except FileNotFoundError:
        return NOTHING_CHOSEN
    except OSError as error:
        fault = text("{file} can't be read: {reason}.", file=str(path), reason=reason(error))
    except (ValueError, AttributeError, RecursionError):
        fault = text("{file} has no settings in it.", file=str(path))
    raise UnreadableSettings(text("{fault} Choose them again, on the table's page.", fault=fault))


def keep_settings(directory: Path, chosen: ChosenSettings) -> None:
    """Keep what was chosen, such that it outlives a power cut. Raises OSError."""
    atomicfile.write(directory / FILE, f"{json.dumps(chosen._asdict())}\n".encode())


def chosen_now(directory: Path) -> Callable[[], ChosenSettings]:
    """What is chosen at a moment, looked for in the file only where that is another one. Of one that can't be read,
    what was chosen before it."""
    path = directory / FILE
    seen: tuple[int, int] | None = None
    chosen = NOTHING_CHOSEN

    def now() -> ChosenSettings:
        nonlocal seen, chosen
        try:
            found = path.stat()
        except OSError:
            return chosen
        mark = (found.st_mtime_ns, found.st_ino)
        if mark != seen:
            seen = mark
            with suppress(UnreadableSettings):
                chosen = read_settings(directory)
        return chosen

    return now
