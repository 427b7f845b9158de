"""Makes the gallery for a table in play, in a separate process: to play through the games takes seconds, or a minute on
a small Pi."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from device.system.worker import Worker, serve_requests
from values.named_tuple import NamedTuple


class FileRequest(NamedTuple):
    """A request for a file of the gallery of one panel: the picture at a path; for an empty path, the index of a game.

    `panel` is the name of the panel's kind, `language` the code of the index's language. If there is no such `game`, it
    is the first one's index.
    """

    panel: str
    language: str
    path: str
    game: str = ""


class GalleryProcess:
    """A client of the process. Any thread may make requests; they are answered one at a time."""

    def __init__(self, command: Sequence[str] = (sys.executable, "-m", __name__)) -> None:
        self._worker = Worker(command)
        self.close = self._worker.close
        """Kills the process, whatever it is doing."""

    def request_file(self, request: FileRequest) -> bytes | None:
        """Request a file. Returns None if there is no such file, or it can't be made now."""
        return self._worker.answer(json.dumps(request).encode())


def _answer(request: bytes) -> bytes | None:
    return make_file(FileRequest(*json.loads(request)))


def make_file(request: FileRequest) -> bytes | None:
    """Make a file of the gallery; None if there is no such file."""
    from device import games
    from device.gallery import render
    from display.languages import available_codes, language
    from hal.panel import panel

    contents = render.GalleryContents(games.playable(), (panel.panel_kind(request.panel),), available_codes())
    if request.path:
        return render.picture_png(contents, request.path)
    game_id = request.game if request.game in contents.games else contents.games[0]
    return render.index(contents, language(request.language), game_id).encode()


if __name__ == "__main__":
    serve_requests(_answer)
