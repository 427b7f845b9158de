"""Tests that every game holds, for pytest: a test file names a game's module, and has all of them.

    import skull_king
    from tablekeeper.testing import GameTests


    class TestSkullKing(GameTests):
        module = skull_king

The messages of failing tests are written for the game's author. `points` and `scored` help to test a game's points.
"""

from __future__ import annotations

from tablekeeper.testing.every_game import GameTests
from tablekeeper.testing.scoring import points, scored

__all__ = ["GameTests", "points", "scored"]
