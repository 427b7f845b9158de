"""Steps on the disk, of which any may be the last one before the power goes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

import pytest


class PowerGone(BaseException):
    """The program ends here, as if its power were gone."""


class PowerCut:
    """The power goes with the step after the first `left` ones. `came` is whether it has gone."""

    def __init__(self, left: int) -> None:
        self._left = left
        self.came = False

    @contextmanager
    def among(self, steps: Iterable[str]) -> Iterator[None]:
        """Let the power go in the block, at one of these functions of `os`."""
        with pytest.MonkeyPatch.context() as patched:
            for step in steps:
                patched.setattr(os, step, self._counted(getattr(os, step)))
            with suppress(PowerGone):
                yield

    def _counted(self, step: Callable[..., object]) -> Callable[..., object]:
        def stepping(*arguments: object, **options: object) -> object:
            # Once the power is gone, nothing is done any more, whoever would clean up.
            self.came = self.came or self._left == 0
            if self.came:
                raise PowerGone
            self._left -= 1
            return step(*arguments, **options)

        return stepping
