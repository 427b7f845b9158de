"""Pages of the sample games, made once a run: what one of pytest's workers has made, the others read."""

from __future__ import annotations

import fcntl
import os
import pickle
from functools import cache
from pathlib import Path

from device.gallery import samples
from device.gallery.samples import SampleMoment
from tests.shared_folder import SHARED


@cache
def moments(game_id: str) -> tuple[SampleMoment, ...]:
    """What `device.gallery.samples.moments` returns."""
    folder = os.environ.get(SHARED)
    if folder is None:
        return samples.moments(game_id)
    with Path(folder, f"{game_id}.pickle").open("a+b") as file:
        # Whoever comes meanwhile waits: to make the same beside it would take longer.
        fcntl.flock(file, fcntl.LOCK_EX)
        if file.tell():
            file.seek(0)
            found: tuple[SampleMoment, ...] = pickle.load(file)
            return found
        made = samples.moments(game_id)
        pickle.dump(made, file)
        return made
