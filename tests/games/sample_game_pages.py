"""The pages of sample games, made once per run and shared by pytest's workers."""

from __future__ import annotations

import fcntl
import pickle
from functools import cache

from device.gallery import samples
from device.gallery.samples import SamplePage
from tests.shared_folder import shared_folder


@cache
def sample_game_pages(game_id: str) -> tuple[SamplePage, ...]:
    """What `device.gallery.samples.sample_pages` returns."""
    folder = shared_folder()
    if folder is None:
        return samples.sample_pages(game_id)
    with (folder / f"{game_id}.pickle").open("a+b") as file:
        # Other workers wait: making the same in parallel would take longer.
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        written = file.read()
        if written:
            found: tuple[SamplePage, ...] = pickle.loads(written)
            return found
        made = samples.sample_pages(game_id)
        pickle.dump(made, file)
        return made
