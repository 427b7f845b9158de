"""The list of deleted games, with their dates: `deleted.json` beside the journal, written atomically.

No row is removed from the journal: checksums link each game's rows with those of earlier games, and hubs and other
files refer to its number. Everything that shows games leaves out those in this list.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from device.journal import validate
from device.journal.identity import public_identity
from device.system import files, json_files
from device.system.error_reasons import unread_sentence
from device.system.printing import complain
from display.words import ENGLISH, text
from values.fields import optional, pattern, valid_if

FILE_NAME = "deleted.json"
MAX_BYTES = 4_000_000
"""Maximum size of the file in bytes. Ten thousand games take a quarter of that."""

RESTORABLE_DAYS = 30
"""Number of days for which a deleted game can be restored."""

DELETED_SENTENCE = text(
    "This game was deleted. For {days} days the history in a browser takes it back.", days=RESTORABLE_DAYS
)
"""The answer to somebody who asks for a deleted game."""

_SECONDS_PER_DAY = 86_400.0

Deletions = Mapping[str, float | None]
"""Maps the public identity of each deleted game to the time of deletion, in seconds since 1970.
The time is None if the machine did not know the date."""


def can_be_restored(deleted_at: float | None, now: float | None) -> bool:
    """Whether a game that was deleted at `deleted_at` can be restored at `now`, both in seconds since 1970.

    If either date is not known, there is no time limit.
    """
    return deleted_at is None or now is None or now - deleted_at < RESTORABLE_DAYS * _SECONDS_PER_DAY


def is_deleted(deleted: Collection[str], identity: object) -> bool:
    """Whether a game has been deleted. `identity` is as the journal stores it."""
    return bool(deleted) and isinstance(identity, bytes) and public_identity(identity) in deleted


class DeletedGames:
    """The deleted games of a data directory. The file is read again if another process has changed it."""

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE_NAME
        self._complaint = ""
        self._read_cached: Callable[[], Deletions] = files.cached_reader(
            self._path, {}, lambda _: self._read(), self._complain_once
        )

    def games(self) -> Deletions:
        """All deleted games. While the file can't be read, it returns those that it had; for an invalid file, none. In
        both cases, it prints a complaint."""
        return self._read_cached()

    def change(self) -> AbstractContextManager[dict[str, float | None]]:
        """A dict of the deleted games to change. At the end of the context it is written, so that it survives a power
        cut.

        Raises NotDone if it can't be read or written; the previous content then stays. An invalid file is set aside
        under another name first.
        """
        too_many_sentence = text("So many games are deleted already that no more can be.")
        return json_files.values_to_change(self._path, self._read, MAX_BYTES, too_many_sentence)

    def _complain_once(self, previous: Deletions, error: OSError) -> Deletions:
        """Complain that the file can't be read, unless that was said already. Returns `previous`."""
        sentence = ENGLISH.say(unread_sentence(self._path, error))
        if sentence != self._complaint:
            complain(sentence)
        self._complaint = sentence
        return previous

    def _read(self) -> Deletions:
        """Read the file. An invalid one counts as empty, and a complaint is printed. Raises OSError."""
        consequence = "games that were deleted are there again"
        deletions = json_files.load_or_complain(self._path, MAX_BYTES, _parse_deletions, consequence) or {}
        self._complaint = ""
        return deletions


def _parse_deletions(content: Any) -> Deletions:
    return {_IDENTITY_FIELD.parse(identity): _TIME_FIELD.parse(deleted_at) for identity, deleted_at in content.items()}


_IDENTITY_FIELD = pattern("[0-9a-f]{16}|[0-9a-f]{32}")
_TIME_FIELD = optional(valid_if(lambda time: validate.plausible_date(time) is not None))
