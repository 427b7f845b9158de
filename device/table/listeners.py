"""Somebody who follows the table beside its panel, such as a page in a browser."""

from __future__ import annotations

from typing import Protocol

from device.table.gamelog import GameLog
from display.vocabulary import Page
from display.words import Language


class Listener(Protocol):
    """Is told after the table has had its answer. Returns soon and never fails."""

    def turned(self, page: Page, evening: GameLog, language: Language) -> None:
        """This is the newest page, whether or not the panel has come to draw it, and the game behind it."""

    def refused(self, sentence: str) -> None:
        """A declaration, or a code, did not count; the page that says so follows."""


class _Nobody:
    def turned(self, page: Page, evening: GameLog, language: Language) -> None:
        """Nobody sees it."""

    def refused(self, sentence: str) -> None:
        """Nobody hears it."""


NOBODY: Listener = _Nobody()
"""A table that nobody follows."""
