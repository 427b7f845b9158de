"""The gallery for a table at play, made in a process of its own that gives way to everything else.

The games have to be played through for it, which takes seconds, and a minute on a small Pi. In the table's own process
keys would wait for that.
"""

from __future__ import annotations

import json
import os
import select
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, NamedTuple

POLITE = 19
"""The lowest priority that there is."""

IDLE_S = 120.0
"""How long the process stays when nobody asks it for anything; a small Pi needs its memory for the table."""

_LENGTH = struct.Struct("!i")
_NOTHING = -1


class Asked(NamedTuple):
    """A file of the gallery of one panel: the picture at a path, or for no path the index of a game.

    `reader` is the code of the index's language. Where there is no such `game`, it is the first one's index.
    """

    panel: str
    reader: str
    path: str
    game: str = ""


class GalleryProcess:
    """The process, as the table sees it: begun when it is first asked.

    Any thread may ask; one is answered at a time. `command` is what serves on its standard input and output.
    """

    def __init__(self, command: Sequence[str] = (sys.executable, "-m", __name__)) -> None:
        self._command = command
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def ask(self, asked: Asked) -> bytes | None:
        """The file; None if there is no such, or it can't be made now."""
        with self._lock:
            # One that had nothing to do for long may be gone.
            for _ in range(2):
                with suppress(OSError, EOFError):
                    return self._answer(asked)
            return None

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._closed = True
        if self._process is not None:
            self._process.kill()

    def _answer(self, asked: Asked) -> bytes | None:
        process = self._begun()
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            process.stdin.flush()
            (length,) = _LENGTH.unpack(_exactly(process.stdout, _LENGTH.size))
            return None if length == _NOTHING else _exactly(process.stdout, length)
        except (OSError, EOFError):
            self._end(process)
            raise

    def _begun(self) -> subprocess.Popen[bytes]:
        """Raises OSError if the process can't be begun, or nobody is to begin one any more."""
        if self._process is None:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        if self._closed:
            self._end(self._process)
            raise BrokenPipeError
        return self._process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        self._process = None
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


def _exactly(stream: IO[bytes], size: int) -> bytes:
    """So many bytes. Raises EOFError."""
    found = stream.read(size)
    if len(found) < size:
        raise EOFError
    return found


def serve(idle: float = IDLE_S) -> None:
    """Answer what is asked on standard input, until it ends or nobody asks for so many seconds."""
    # Ctrl-C is for the table, which ends this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(POLITE)
    while select.select([sys.stdin], [], [], idle)[0] and (line := sys.stdin.buffer.readline()):
        found = make(Asked(*json.loads(line)))
        sys.stdout.buffer.write(_LENGTH.pack(_NOTHING if found is None else len(found)) + (found or b""))
        sys.stdout.buffer.flush()


def make(asked: Asked) -> bytes | None:
    """A file of the gallery; None if there is no such."""
    from device import games
    from device.gallery import render
    from display.languages import available, language
    from hal.panel import panel

    shelf = render.Shelf(games.ids(), (panel.kind(asked.panel),), available())
    if asked.path:
        return render.drawn(shelf, asked.path)
    game = asked.game if asked.game in shelf.games else shelf.games[0]
    return render.index(shelf, language(asked.reader), game).encode()


if __name__ == "__main__":
    serve()
