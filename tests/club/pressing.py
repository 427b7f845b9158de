"""Simulated people who write down what they press, independently of journals and hub.

Their notes are lines of JSON, each written at once, so that a killed process loses none:

- `begin TAG GAME`: a game, with its unique tag, which is a name in its record; its number in the journal.
- `press TAG KIND TEXT`, …: rows are pressed together.
- `heard TAG COUNT`: the box has accepted that; this many rows are acknowledged.
- `seen TAG COUNT`: after a start the box shows this many rows: the last press may be among them, or not.
- `missing TAG COUNT`: it shows fewer than it had acknowledged.
- `back {TAG: COUNT}`: an earlier copy of the card was put in, which has this many rows of these games.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.journal.store import Journal
from device.session.rows import JournalRow, RowKind
from device.session.undo import REDO_ROW, UNDO_ROW
from tests.club.histories import NAMES

Rows = tuple[JournalRow, ...]

NOTES = "pressed"
"""The file's name, beside the card."""

UNDONE, CORRECTED, LEFT, ENDED = 0.04, 0.1, 0.004, 0.03
"""The probabilities that people undo, correct a figure, leave a game and begin another one, or end a score pad
early."""

START, ACCEPT = JournalRow(RowKind.TABLE, "start"), JournalRow(RowKind.TABLE, "accept")

_TAG = re.compile(r"T\w+x\d+")


def tag_of(rows: Sequence[JournalRow]) -> str | None:
    """The tag in a game's names; None for a game that was not pressed."""
    return next((found[0] for row in rows if (found := _TAG.search(row.text))), None)


def is_pad(tag: str) -> bool:
    """Whether the game is a score pad, on which figures can be corrected freely."""
    return sum(tag.encode()) % 3 == 0


# What they must find at the hub


def record(rows: Sequence[JournalRow]) -> Rows:
    """The record of a game with these rows. Undo, redo and corrections are computed without the program's code."""
    done: list[JournalRow] = []
    for row in counting(rows):
        if row.kind is not RowKind.CORRECTION:
            done.append(row)
            continue
        verb, place, kind, words = row.text.split(" ", 3)
        assert verb == "change"
        done[int(place) - 1] = JournalRow(RowKind(kind), words)
    return tuple(row for row in done if row.kind is not RowKind.TABLE)


def counting(rows: Sequence[JournalRow]) -> list[JournalRow]:
    """The rows left after undo and redo, each of which affects a row and those that it forced."""
    done: list[JournalRow] = []
    taken: list[list[JournalRow]] = []
    for row in rows:
        if row == UNDO_ROW:
            at = len(done) - 1
            while done[at].kind is RowKind.FORCED:
                at -= 1
            taken.append(done[at:])
            del done[at:]
        elif row == REDO_ROW:
            done += taken.pop()
        else:
            done.append(row)
            taken.clear()
    return done


# What they write down


@dataclass
class PressedGame:
    """A game according to its pressers' notes. `rows` are acknowledged, and `pending` may be in the journal or not.

    `branches` are the games' rows when an earlier copy of the card replaced it.
    """

    number: int
    rows: list[JournalRow] = field(default_factory=list)
    pending: list[JournalRow] = field(default_factory=list)
    branches: list[Rows] = field(default_factory=list)
    gone: bool = False
    """Whether the card no longer has it."""


class Notes:
    """Reads the notes, and adds to them."""

    def __init__(self, place: Path) -> None:
        self.path = place / NOTES
        self.games: dict[str, PressedGame] = {}
        self.missing = 0
        """The number of games of which a box showed fewer rows than acknowledged."""
        self.last = ""
        """The game that is being played."""
        place.mkdir(parents=True, exist_ok=True)
        if self.path.exists():
            for line in self.path.read_text(encoding="utf-8").splitlines():
                self._take(json.loads(line))

    def write(self, *what: Any) -> None:
        """Write a note."""
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(file, f"{json.dumps(what)}\n".encode())
        finally:
            os.close(file)
        self._take(list(what))

    def state(self) -> dict[str, int]:
        """The number of rows that the card has of each game."""
        return {tag: len(game.rows) for tag, game in self.games.items() if not game.gone}

    def _take(self, what: list[Any]) -> None:
        word, *rest = what
        if word == "back":
            self._go_back(rest[0])
            return
        tag, *rest = rest
        if word == "begin":
            self.games[tag] = PressedGame(rest[0])
            self.last = tag
            return
        game = self.games[tag]
        if word == "press":
            game.pending = [JournalRow(RowKind(kind), text) for kind, text in rest[0]]
            return
        known = [*game.rows, *game.pending]
        game.rows, game.pending = known[: rest[0]], []
        self.missing += word == "missing"

    def _go_back(self, state: dict[str, int]) -> None:
        for tag, game in self.games.items():
            count = state.get(tag, 0)
            known = tuple(game.rows)
            if count < len(known):
                game.branches.append(known)
            game.rows, game.pending, game.gone = game.rows[:count], [], tag not in state
        self.last = max(state, key=lambda tag: self.games[tag].number) if state else ""


class Presser:
    """Presses at one journal, and notes what is pressed and acknowledged. `name` is unique."""

    def __init__(self, place: Path, name: str, journal: Journal, deals: Sequence[Rows], chance: random.Random) -> None:
        self.notes = Notes(place)
        self._name = name
        self._journal = journal
        self._deals = deals
        self._chance = chance
        for one in journal.game_lengths():
            self._see(one.number, one.length)

    def _see(self, number: int, length: int) -> None:
        """After a start: note how many rows of a game the box shows."""
        found = next((tag for tag, game in self.notes.games.items() if game.number == number and not game.gone), None)
        if found is None:
            return
        game = self.notes.games[found]
        if game.pending or length != len(game.rows):
            self.notes.write("seen" if length >= len(game.rows) else "missing", found, length)

    def press(self, count: int) -> Rows:
        """Press at most `count` steps. When this returns, the box has accepted them."""
        tag = self.notes.last
        dealt = self._dealt(tag) if tag else ()
        game = self.notes.games.get(tag)
        if game is None or self._chance.random() < LEFT or self._is_over(game, dealt):
            return self._begin()
        rows = self._next(tag, game, count)
        self._append(tag, game, rows)
        return rows

    def _is_over(self, game: PressedGame, dealt: Rows) -> bool:
        done = counting(game.rows)
        return sum(row.kind is not RowKind.CORRECTION for row in done) >= len(dealt) or done[-1].text == "end"

    def _begin(self) -> Rows:
        tag = f"T{self._name}x{len(self.notes.games)}"
        dealt = self._dealt(tag)
        rows = dealt[: _header(dealt)]
        number = self._journal.begin_game()
        self.notes.write("begin", tag, number)
        self._append(tag, self.notes.games[tag], rows)
        return rows

    def _append(self, tag: str, game: PressedGame, rows: Rows) -> None:
        self.notes.write("press", tag, [[row.kind.value, row.text] for row in rows])
        self._journal.append(game.number, rows)
        self.notes.write("heard", tag, len(game.rows) + len(rows))

    def _next(self, tag: str, game: PressedGame, count: int) -> Rows:
        dealt = self._dealt(tag)
        done, header = counting(game.rows), _header(dealt)
        drawn = self._chance.random()
        if drawn < UNDONE and len(done) > header + 4:
            back = self._chance.randint(1, 2)
            return (UNDO_ROW,) * back + (REDO_ROW,) * self._chance.randint(0, back)
        if is_pad(tag) and done[-1] == ACCEPT:
            corrected = any(row.kind is RowKind.CORRECTION for row in done)
            if drawn < UNDONE + CORRECTED and len(done) > header + 8 and not corrected:
                return (self._correction(done),)
            if drawn < UNDONE + CORRECTED + ENDED:
                return (JournalRow(RowKind.RECORD, "end"),)
        at = sum(row.kind is not RowKind.CORRECTION for row in done)
        end = at + count
        while end < len(dealt) and dealt[end].kind is RowKind.FORCED:
            end += 1
        return dealt[at:end]

    def _correction(self, done: Sequence[JournalRow]) -> JournalRow:
        """A correction of points of an earlier round, not those that ended it, so that the round is not reopened."""
        rows = [row for row in done if row.kind is not RowKind.CORRECTION]
        earlier = enumerate(rows[:-4], 1)
        places = [place for place, row in earlier if " points " in row.text and rows[place] != ACCEPT]
        place = self._chance.choice(places)
        name = rows[place - 1].text.split()[0]
        return JournalRow(RowKind.CORRECTION, f"change {place} record {name} points {self._chance.randint(0, 99)}")

    def _dealt(self, tag: str) -> Rows:
        """The dealt rows of a game, with the tag as the first name."""
        number = sum(tag.encode())
        if is_pad(tag):
            return pad(tag, number)
        deal = self._deals[number % len(self._deals)]
        return tuple(row._replace(text=re.sub(rf"\b{NAMES[0]}\b", tag, row.text)) for row in deal)


def pad(tag: str, seed: int) -> Rows:
    """A long game of a score pad."""
    chance = random.Random(seed)
    people = (tag, "Ben", "Cleo")
    rows = [JournalRow(RowKind.RECORD, "game score-pad"), JournalRow(RowKind.TABLE, "seats 3")]
    rows += [JournalRow(RowKind.TABLE, f"seat {name}") for name in people]
    rows.append(JournalRow(RowKind.FORCED, f"players {' '.join(people)}"))
    rows.append(JournalRow(RowKind.RECORD, "title Hearts"))
    rows += [JournalRow(RowKind.RECORD, f"set {one}") for one in ("rounds off", "sum off", "dealer on", "bgg off")]
    rows += [JournalRow(RowKind.TABLE, "play"), START]
    for _ in range(40):
        rows += [JournalRow(RowKind.RECORD, f"{name} points {chance.randint(0, 99)}") for name in people]
        rows.append(ACCEPT)
    return tuple(rows)


def _header(dealt: Rows) -> int:
    """The number of rows before the first round."""
    if START in dealt:
        return dealt.index(START) + 1
    at = next(number for number, row in enumerate(dealt) if row.text.startswith("players ")) + 1
    while dealt[at].kind is not RowKind.RECORD:
        at += 1
    return at
