"""Makes the gallery for a table in play, in a separate process: to play through the games takes seconds, or a minute on
a small Pi."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from device.system.worker import WorkerClient, serve_requests


class GalleryProcess:
    """A client of the process. Any thread may make requests; they are answered one at a time."""

    def __init__(self, command: Sequence[str] = (sys.executable, "-m", __name__)) -> None:
        self._worker = WorkerClient(command)
        self.close = self._worker.close
        """Kills the process, whatever it is doing."""

    def request_file(self, panel: str, language_code: str, path: str, game: str = "") -> bytes | None:
        """Request a file; see `make_file`. Returns None if there is no such file, or it can't be made now."""
        return self._worker.answer(json.dumps((panel, language_code, path, game)).encode())


def _answer(request: bytes) -> bytes | None:
    return make_file(*json.loads(request))


def make_file(panel: str, language_code: str, path: str, game: str = "") -> bytes | None:
    """Make a file of the gallery of one panel: the picture at a path; for an empty path, the index of a game. Returns
    None if there is no such file.

    `panel` is the name of the panel's kind, `language_code` that of the index's language. If there is no such `game`,
    it is the first one's index.
    """
    from device import games
    from device.gallery import render
    from display.languages import available_codes, language
    from hal.panel.panel import panel_kind

    contents = render.GalleryContents(games.playable_ids(), (panel_kind(panel),), available_codes())
    if path:
        return render.picture_png(contents, path)
    game_id = game if game in contents.games else contents.games[0]
    return render.index_html(contents, language(language_code), game_id).encode()


if __name__ == "__main__":
    serve_requests(_answer)
