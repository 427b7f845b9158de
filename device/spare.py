"""A spare place in memory for what the disk refuses, which other processes can read, and the next one finds.

What a companion keeps in its own memory is lost when its process ends, and an
export in another process never sees it. A file in a directory that the system keeps in
memory does better; when the power goes, it goes too.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from device import safewrite, sense
from device.rows import Row
from hal.calendar import Moment

SERVICE = Path("/run/tablekeeper")
"""The service's runtime directory, where an export from a login shell finds it, too."""

LARGEST = 16_000_000
"""Bytes that a spare place may have: the rows of two of the longest games."""


class Game(NamedTuple):
    """A game as the table knows it. `number` is its number in the journal; None if it has none yet."""

    identity: bytes
    number: int | None
    begun: Moment
    rows: tuple[Row, ...]


class Spared(NamedTuple):
    """Games that the journal lacks or has only in part, first to last, and games that are to be dropped from it."""

    games: tuple[Game, ...] = ()
    dropped: tuple[Game, ...] = ()


class Spare:
    """The spare place of one data directory; nothing that goes wrong with it is told, for it is more than was promised.

    `places` are directories in memory; the first that can be written to is used.
    """

    def __init__(self, data: Path, places: Sequence[Path]) -> None:
        name = f"tablekeeper-{zlib.crc32(os.fsencode(data.resolve())):08x}.json"
        self._owners = {os.geteuid(), *(found.st_uid for found in _stats(data))}
        self._files = [place / name for place in places]

    def save(self, spared: Spared) -> None:
        """Keep this instead of what was kept before."""
        import json  # a table whose disk does its work needs none

        content = json.dumps(_written(spared), ensure_ascii=False).encode()
        if len(content) > LARGEST:
            return  # nobody would read it
        for file in self._files:
            if file.parent.is_dir():
                with suppress(OSError):
                    safewrite.write(file, content)
                    return

    def load(self) -> Spared | None:
        """What was kept; None if there is nothing. Files of other people are nothing."""
        for file in self._files:
            with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
                found = file.lstat()
                if found.st_uid in self._owners and stat.S_ISREG(found.st_mode) and found.st_size <= LARGEST:
                    return _read(file.read_bytes())
        return None

    def clear(self) -> None:
        """The journal has everything."""
        for file in self._files:
            with suppress(OSError):
                file.unlink()


def usual(data: Path, environment: Mapping[str, str] = os.environ) -> Spare:
    """The spare place of a data directory on a Linux machine."""
    named = [environment.get("RUNTIME_DIRECTORY", "").partition(":")[0], environment.get("XDG_RUNTIME_DIR", "")]
    return Spare(data, [*(Path(name) for name in named if name), SERVICE, Path("/dev/shm")])


def _stats(path: Path) -> list[os.stat_result]:
    with suppress(OSError):
        return [path.stat()]
    return []


def _written(spared: Spared) -> dict[str, list[dict[str, Any]]]:
    return {name: [_game_written(game) for game in games] for name, games in spared._asdict().items()}


def _game_written(game: Game) -> dict[str, Any]:
    rows = [[row.kind.value, row.text] for row in game.rows]
    return {"identity": game.identity.hex(), "number": game.number, "begun": game.begun, "rows": rows}


def _read(content: bytes) -> Spared:
    import json

    found = json.loads(content)
    games, dropped = (tuple(_game_read(game) for game in found[name]) for name in Spared._fields)
    if len({game.identity for game in (*games, *dropped)}) < len(games) + len(dropped):
        raise ValueError("a game is there twice")
    return Spared(games, dropped)


def _game_read(found: dict[str, Any]) -> Game:
    boot, uptime = found["begun"]
    number, identity = found["number"], bytes.fromhex(found["identity"])
    rows = tuple(sense.row(kind, line) for kind, line in found["rows"])
    sound = (
        sense.is_boot(boot)
        and sense.is_uptime(uptime)
        and (number is None or sense.is_number(number))
        and sense.is_identity(identity)
        and len(rows) <= sense.MOST_ROWS
    )
    kept = tuple(row for row in rows if row is not None)
    if not sound or len(kept) < len(rows):
        raise ValueError("no companion writes that")
    # JSON can hold halves of characters, which no other file can.
    "".join([boot, *(row.text for row in kept)]).encode()
    return Game(identity, number, Moment(boot, uptime), kept)
