"""Tests that every game holds, for pytest: a test file names a game's module, and has all of them.

    import skull_king
    from tablekeeper.testing import GameTests


    class TestSkullKing(GameTests):
        module = skull_king

What a failing test says is written for who makes the game. `rounds` and the other helpers are for tests of points.
"""

from __future__ import annotations

from tablekeeper.testing.every_game import GameTests
from tablekeeper.testing.scored import points, scored

__all__ = ["GameTests", "points", "scored"]
