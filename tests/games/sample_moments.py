"""Moments of the sample games, made once per run and shared by pytest's workers."""

from __future__ import annotations

import fcntl
import pickle
from functools import cache

from device.gallery import samples
from device.gallery.samples import SampleMoment
from tests.shared_folder import shared_folder


@cache
def moments(game_id: str) -> tuple[SampleMoment, ...]:
    """What `device.gallery.samples.sample_moments` returns."""
    folder = shared_folder()
    if folder is None:
        return samples.sample_moments(game_id)
    with (folder / f"{game_id}.pickle").open("a+b") as file:
        # Other workers wait: making the same in parallel would take longer.
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        written = file.read()
        if written:
            found: tuple[SampleMoment, ...] = pickle.loads(written)
            return found
        made = samples.sample_moments(game_id)
        pickle.dump(made, file)
        return made
