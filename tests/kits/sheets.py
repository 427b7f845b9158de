"""Score sheets for the kit's tests, and lines of records on them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from device.contract.declarations import Declaration, First, GameEnd, RecordLine
from device.contract.game import Game
from device.contract.refusal import Refusal, Refused
from device.contract.setup import Seat, TableSetup
from device.kits.figures.columns import Column, FiguresRound
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import ScoreSheet
from device.kits.figures.state import FiguresState
from display.vocabulary import Cause
from display.words import ENGLISH, text

NAMES = ("Ann", "Bo", "Cy", "Di")

BID = Column("bid", "bid", most=3, not_total=3, in_turn=True, counted=True)
WON = Column("won", "tricks won", total=3, unit=("{n} trick", "{n} tricks"))
MADE, MISSED = text("made"), text("missed")


def points(now: FiguresRound, player: Seat) -> Iterator[Cause]:
    """Ten points for a bid that is made, and one for each trick."""
    made = now.of(BID, player) == now.of(WON, player)
    yield Cause(MADE if made else MISSED, 10 if made else 0)
    yield Cause(text("tricks"), now.of(WON, player))


TRICKS = ScoreSheet("three-tricks", "Three Tricks", range(2, 5), (BID, WON), points, rounds=2, dealer=True)


def total(now: FiguresRound, player: Seat) -> int:
    """The sum of all columns."""
    return sum(row[player] or 0 for row in now.cells)


def sheet(*columns: Column, **more: Any) -> Game[FiguresState]:
    """A game with these columns, in which each figure is a point."""
    return figures_game(ScoreSheet("some", "Some", range(1, 5), columns, total)._replace(**more))


class Lines:
    """A game's state after lines of a record."""

    def __init__(self, game: Game[FiguresState], players: int = 3, **chosen: str) -> None:
        self.game = game
        self.state = game.start(TableSetup(NAMES[:players], tuple(chosen.items())))

    def say(self, *lines: str) -> Lines:
        """Add lines, given one by one or divided by semicolons."""
        for line in (part.strip() for several in lines for part in several.split(";") if part.strip()):
            self.state = self.game.apply(self.state, self.read(line))
        return self

    def read(self, line: str) -> Declaration:
        if line == "end":
            return GameEnd()
        head, *words = line.split()
        if head == "first":
            return First(NAMES.index(words[0]))
        return self.game.read(RecordLine(NAMES.index(head), tuple(words)))

    def refusal(self, line: str) -> Refusal:
        """The refusal of a line. Fails if it is not refused."""
        with pytest.raises(Refused) as refused:
            self.game.apply(self.state, self.read(line))
        return refused.value.refusal

    def refused(self, line: str) -> tuple[str, str]:
        """The code and the sentence of a refusal."""
        found = self.refusal(line)
        return found.code.value, ENGLISH.say(found.sentence)

    @property
    def question(self) -> str:
        """The current question."""
        prompt = self.game.prompt(self.state)
        assert prompt is not None
        return ENGLISH.say(prompt.question)
