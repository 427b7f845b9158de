"""Which games were deleted, and when: `deleted.json` beside the journal, there whole or not at all.

No row is removed from the journal: each game's rows are linked with those before by checksums, and hubs and other files
know its number. Whoever shows games leaves out those that are named here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from device.journal import validate
from device.journal.identity import told
from device.system import atomicfile, files
from device.system.kept_json import SpoiltFile, kept, parsed
from device.system.not_done import NotDone
from device.system.printing import complain
from device.system.reasons import reason, unwritten
from display.words import ENGLISH, text
from values.fields import matching, optional, such

FILE = "deleted.json"
LARGEST = 4_000_000
"""Bytes of the file; ten thousand games take a quarter of that."""

KEPT_DAYS = 30
"""How long a game that was deleted can be taken back."""

_DAY_S = 86_400.0

Deletions = Mapping[str, float | None]
"""When games were deleted, by their identities as others are told them, in seconds since 1970; None where the machine
did not know the date."""


def can_be_taken_back(when: float | None, now: float | None) -> bool:
    """Whether a game that was deleted at that moment can be taken back now, both in seconds since 1970.

    Where the date is not known, then or now, no days are counted.
    """
    return when is None or now is None or now - when < KEPT_DAYS * _DAY_S


def leaves_out(deleted: Collection[str], identity: object) -> bool:
    """Whether a game is among those that were deleted, by its identity as the journal has it."""
    return bool(deleted) and isinstance(identity, bytes) and told(identity) in deleted


class DeletedGames:
    """The deleted games of a data directory. The file is read anew if somebody else has written it since."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE
        self._read_at: tuple[int, ...] | None = None
        self._found: Deletions = {}

    def games(self) -> Deletions:
        """All of them; none, if the file can't be read or makes no sense, which is then complained of."""
        stamp = files.stamp(self._path)
        if stamp != self._read_at:
            self._read_at, self._found = stamp, {}
            if stamp is not None:
                self._read()
        return self._found

    @contextmanager
    def changing(self) -> Iterator[dict[str, float | None]]:
        """The deleted games, to be changed: at the end they are kept such that they outlive a power cut.

        Raises NotDone; what was there is then kept.
        """
        try:
            with atomicfile.changing(self._path.parent):
                found = dict(self.games())
                yield found
                self._write(found)
        except OSError as error:
            raise NotDone(unwritten(self._path, error)) from None

    def _write(self, found: Deletions) -> None:
        import json  # most tables have no such file

        content = json.dumps(found, indent=1).encode() + b"\n"
        if len(content) > LARGEST:
            raise NotDone(text("So many games are deleted already that no more can be."))
        atomicfile.write(self._path, content)
        self._read_at, self._found = files.stamp(self._path), found

    def _read(self) -> None:
        try:
            self._found = kept(self._path, LARGEST, lambda content: parsed(content, _deletions)) or {}
        except OSError as error:
            complain(f"{self._path} can't be read: {ENGLISH.say(reason(error))}.")
        except SpoiltFile as damaged:
            complain(f"{self._path} was damaged and is now {damaged.aside}; games that were deleted are there again.")


def _deletions(found: Any) -> Deletions:
    return {_GAME.read(game): _MOMENT.read(when) for game, when in found.items()}


_GAME = matching("[0-9a-f]{16}|[0-9a-f]{32}")
_MOMENT = optional(such(lambda when: not isinstance(when, bool) and validate.date(when) is not None))
