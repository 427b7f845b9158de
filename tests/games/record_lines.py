"""Applies lines of a record directly to a game's rules."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

import pytest

from device.contract.declarations import Declaration, First, GameEnd, RecordLine
from device.contract.game import Game
from device.contract.refusal import Refusal, RefusalCode, Refused
from device.contract.setup import TableSetup
from display.words import ENGLISH


class AtTable(Protocol):
    """A state that has a table with players."""

    @property
    def table(self) -> TableSetup: ...


S = TypeVar("S", bound=AtTable)


class RecordLines(Generic[S]):
    """A game, and its players' names in the tests."""

    def __init__(self, game: Game[S], names: tuple[str, ...], players: int) -> None:
        self._game = game
        self._names = names
        self._players = players

    def started(self, players: int | None = None, **chosen: str) -> S:
        """Start a game with this many players, or with the usual number. Options are keywords, with `_` for `-`."""
        options = tuple((name.replace("_", "-"), value) for name, value in chosen.items())
        return self._game.start(TableSetup(self._names[: players or self._players], options))

    def read(self, state: S, line: str) -> Declaration:
        head, *words = shlex.split(line)
        names = state.table.players
        if head == "first":
            return First(names.index(words[0]))
        if (head, *words) == ("end",):
            return GameEnd()
        if head in self._game.directives:
            return self._game.read(RecordLine(None, (head, *words)))
        return self._game.read(RecordLine(names.index(head), tuple(words)))

    def after(self, state: S, *lines: str | Iterable[str], stands: bool = False) -> S:
        """The state after some lines, given one by one or divided by semicolons.

        If `stands`, the table lets them stand.
        """
        apply = self._game.apply
        if stands:
            assert self._game.waiver is not None
            apply = self._game.waiver.apply
        for line in (line for part in lines for line in divided(part)):
            state = apply(state, self.read(state, line))
        return state

    def refusal(self, state: S, line: str) -> Refusal:
        """The refusal of a line. Fails if the line is legal."""
        declaration = self.read(state, line)
        with pytest.raises(Refused) as refused:
            self._game.apply(state, declaration)
        assert "{" not in said(refused.value.refusal)
        return refused.value.refusal

    def code(self, state: S, line: str) -> StrEnum:
        return self.refusal(state, line).code

    def sentence(self, state: S, line: str) -> str:
        return said(self.refusal(state, line))

    def accepts(self, state: S, line: str) -> bool:
        try:
            self._game.apply(state, self.read(state, line))
        except Refused:
            return False
        return True

    def syntax(self, state: S, line: str) -> bool:
        """Whether a line can't be parsed."""
        with pytest.raises(Refused) as refused:
            self.read(state, line)
        assert "{" not in said(refused.value.refusal)
        return refused.value.refusal.code is RefusalCode.SYNTAX


def divided(lines: str | Iterable[str]) -> list[str]:
    """Split lines at newlines and semicolons."""
    parts = lines if isinstance(lines, str) else ";".join(lines)
    return [line.strip() for line in parts.replace("\n", ";").split(";") if line.strip()]


def said(refusal: Refusal) -> str:
    """The English sentence of a refusal."""
    return ENGLISH.say(refusal.sentence)
