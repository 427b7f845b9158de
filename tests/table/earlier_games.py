"""A finished game, another one in play, and the presses for opening and correcting the finished one."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from device.contract.keycodes import Layout
from device.journal.store import Journal
from device.session.edits import EditKind
from device.session.keyscript import key_script
from device.session.line_choice import EditAt
from device.session.past import Past
from device.session.past import past_of_rows as past_of
from device.session.prompts import MenuCell, SheetKey
from tests.table.correcting_keys import answering, pointing
from tests.table.tables import play

HEADER = ["game loop", "players 1 2 3 4", "set detail finish"]
ROUNDS = ["1 out", "2 out", "3 out", "4 out", "1 out", "2 out", "3 out", "4 out", "1 out", "2 out", "3 out", "4 out"]
CORRECTED = [*HEADER, *ROUNDS[:-1], "1 out"]
OTHER = ["game no-thanks", "players 1 2 3"]
ANOTHER = [*Layout.KEYS.code(SheetKey.ANOTHER)]
"""The key on a final sheet."""
EVENING = ["hold D", *MenuCell.HISTORY.name, *"AA"]
CORRECT = [*Layout.KEYS.code(SheetKey.CORRECT)]
IN_PLAY = [*Layout.KEYS.code(SheetKey.IN_PLAY)]
"""The key on the final sheet of an earlier game."""


def script(lines: Iterable[str]) -> list[str]:
    return [*key_script("\n".join(lines).encode())]


def evening(data: Path) -> None:
    """Play a game to its end, and begin another one."""
    play(data, [*script([*HEADER, *ROUNDS]), "hold C", *ANOTHER, *script([*OTHER, "flip 17", "1 take"])])


def past(data: Path, number: int) -> Past:
    with closing(Journal.open_to_read(data)) as journal:
        return past_of(journal.counting_rows(number))


def choosing(*, sheet: bool = True) -> list[str]:
    """The presses that open the game before the one in play, and with `sheet` leave its lines for its final sheet."""
    return [*EVENING, *"AB", *CORRECT, *(["hold A"] if sheet else ())]


def correcting(data: Path) -> list[str]:
    """The presses that open it and change who was third in its last round."""
    found = past(data, 1)
    place = max(at for at, row in enumerate(found.rows, 1) if row.text == ROUNDS[-1])
    at = EditAt(EditKind.CHANGE, place)
    return [*choosing(), *pointing(found, 1, at), *answering(found, at, "1 out")]
