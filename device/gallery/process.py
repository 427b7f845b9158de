"""Makes the gallery for a table in play, in a separate process: to play through the games takes seconds, or a minute on
a small Pi."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from device.system.worker import Worker, serve_requests
from values.named_tuple import NamedTuple


class Asked(NamedTuple):
    """A request for a file of the gallery of one panel: the picture at a path; for an empty path, the index of a game.

    `reader` is the code of the index's language. If there is no such `game`, it is the first one's index.
    """

    panel: str
    reader: str
    path: str
    game: str = ""


class GalleryProcess:
    """A client of the process. Any thread may make requests; they are answered one at a time."""

    def __init__(self, command: Sequence[str] = (sys.executable, "-m", __name__)) -> None:
        self._worker = Worker(command)
        self.close = self._worker.close
        """Kills the process, whatever it is doing."""

    def request_file(self, asked: Asked) -> bytes | None:
        """Request a file. Returns None if there is no such file, or it can't be made now."""
        return self._worker.answer(json.dumps(asked).encode())


def _answer(asked: bytes) -> bytes | None:
    return make_file(Asked(*json.loads(asked)))


def make_file(asked: Asked) -> bytes | None:
    """Make a file of the gallery; None if there is no such file."""
    from device import games
    from device.gallery import render
    from display.languages import available_codes, language
    from hal.panel import panel

    shelf = render.Shelf(games.playable(), (panel.panel_kind(asked.panel),), available_codes())
    if asked.path:
        return render.picture_png(shelf, asked.path)
    game = asked.game if asked.game in shelf.games else shelf.games[0]
    return render.index(shelf, language(asked.reader), game).encode()


if __name__ == "__main__":
    serve_requests(_answer)
