"""Games of other developers, as packages and single files that a test installs temporarily."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device import games

HEADER = '''"""Tally: everybody in turn says how many points they have, 0 to 12, for two rounds."""

API = 2
TITLE = "Tally"
TITLES = {"fr": "Le compte"}
EMBLEM = ("T", "+")
PLAYERS = (2, 4)
'''

RULES = """
from typing import NamedTuple

from device.contract.declarations import RecordLine
from device.contract.game import Game
from device.contract.keycodes import Choice
from device.contract.number_pad import pad
from device.contract.prompt import Prompt
from device.contract.refusal import RefusalCode, refuse
from device.contract.scores import AS_SAID, RoundScore, Scores
from display.vocabulary import Board, Cause, PlayerRow
from display.words import text


class Says(NamedTuple):
    seat: int
    points: int


class State(NamedTuple):
    names: tuple
    done: tuple = ()
    said: tuple = ()

    @property
    def totals(self):
        return tuple(map(sum, zip((0,) * len(self.names), *self.done)))

    @property
    def finished(self):
        return len(self.done) == 2


def read(line):
    match line.words:
        case ("says", points) if points.isdecimal():
            return Says(line.seat, int(points))
    refuse(RefusalCode.SYNTAX, text("Say: NAME says POINTS."))


def apply(state, declaration):
    if state.finished:
        refuse(RefusalCode.WRONG_PHASE, text("It is over."))
    if declaration.seat != len(state.said):
        refuse(RefusalCode.OUT_OF_TURN, text("It is somebody else's turn."))
    if not 0 <= declaration.points <= 12:
        refuse(RefusalCode.NO_SUCH_CARD, text("Only 0 to 12 points."))
    said = (*state.said, declaration.points)
    if len(said) < len(state.names):
        return state._replace(said=said)
    return State(state.names, (*state.done, said))


def prompt(state):
    if state.finished:
        return None
    seat = len(state.said)
    numbers = (Choice(n, str(n), Says(seat, n)) for n in range(13))
    question = text("{player}: how many points?", player=state.names[seat])
    return Prompt(question, (seat,), pad("points", text("points"), numbers))


def board(state):
    return Board(tuple(PlayerRow(name, total=total) for name, total in zip(state.names, state.totals)))


def scores(state):
    best = max(state.totals)
    winners = tuple(seat for seat, total in enumerate(state.totals) if state.finished and total == best)
    return Scores(tuple(map(RoundScore, state.done)), state.totals, state.finished, winners)


def points_by_cause(state, round_):
    return tuple((Cause(AS_SAID, points),) for points in state.done[round_])


GAME = Game(
    id="tally",
    title=text("Tally"),
    players=range(2, 5),
    options=(),
    notes=(text("Whoever says most wins."), text("Equal totals share the win.")),
    start=lambda table: State(table.players),
    read=read,
    write=lambda declaration: RecordLine(declaration.seat, ("says", str(declaration.points))),
    in_words=lambda declaration, player: text("{player} says {n}.", player=player, n=declaration.points),
    apply=apply,
    starter=lambda state: None,
    forced=lambda state: None,
    asks_starter=lambda state: False,
    prompt=prompt,
    heading=lambda state: text("Round {n}", n=min(2, len(state.done) + 1)),
    board=board,
    scores=scores,
    scored_round_count=lambda state: len(state.done),
    points_by_cause=points_by_cause,
    total_changes_by_cause=points_by_cause,
)
"""

TALLY = HEADER + RULES
"""The source of a game in one file."""

RECORD = ["game tally", "players Ann Bo", "Ann says 3", "Bo says 5", "Ann says 4", "Bo says 1"]


def install(folder: Path, source: str | bytes = TALLY, name: str = "tally", version: str = "1.0") -> Path:
    """Install a package with a game into a folder of Python's path, like pip. Returns the module's file."""
    module = name.replace("-", "_")
    info = folder / f"tk_{module}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "entry_points.txt").write_text(
        f"[console_scripts]\nx = x:y\n\n[tablekeeper.games]\n{name} = {module}:GAME\n"
    )
    path = folder / f"{module}.py"
    path.write_bytes(source if isinstance(source, bytes) else source.encode())
    return path


def named(title: str, game_id: str) -> str:
    """The same game under another name."""
    return TALLY.replace("Tally", title).replace('id="tally"', f'id="{game_id}"').replace('"Le compte"', f'"{title}"')


@contextmanager
def on_the_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a folder to Python's path meanwhile, without a folder of single files.

    Its modules are unloaded afterwards.
    """
    monkeypatch.delenv(games.FOLDER_VARIABLE, raising=False)
    before = set(sys.modules)
    with monkeypatch.context() as changed:
        changed.syspath_prepend(folder)
        yield
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None)).startswith(f"{folder}/"):
            del sys.modules[name]
