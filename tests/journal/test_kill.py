"""A process killed at any moment loses no acknowledged declaration.

Real processes, real SQLite, real SIGKILL: the parent gives presses and reads
the transcript, which names a row only after it is safe.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from device.journal.export import exported_lines
from device.session.keyscript import key_script
from tests.games.registered import deal, written
from tests.journal.kills import killed
from tests.table.tables import play
from tests.thorough import THOROUGH

KILLS = 25 if THOROUGH else 8
NAMES = ("Ann", "Bo", "Cleo")


def game() -> list[str]:
    chosen = (("detail", "cards"),)
    return written("no-loose-ends", NAMES, chosen, deal("no-loose-ends", 11, 3, chosen))


def cuts() -> Iterator[int]:
    chance = random.Random(5)
    for _ in range(KILLS):
        yield chance.randint(1, 60)


def test_every_acknowledged_declaration_survives_sigkill(tmp_path: Path) -> None:
    lines = game()
    script = [*key_script("\n".join(lines).encode())]
    broken_off = 0
    for number, cut in enumerate(cuts()):
        data = tmp_path / str(number)
        told = killed(data, script, cut)
        assert len(told) >= cut
        kept = list(exported_lines(data, None))
        acknowledged = [line for line in told if line in lines]
        # Nothing acknowledged is missing, nothing is out of place, nothing is there that was never declared.
        assert kept[: len(acknowledged)] == acknowledged
        assert kept == lines[: len(kept)]
        broken_off += len(kept) < len(lines)
    assert broken_off == KILLS


def test_the_next_start_shows_the_state_after_the_last_acknowledged_declaration(tmp_path: Path) -> None:
    lines = game()
    script = [*key_script("\n".join(lines).encode())]
    killed(tmp_path / "killed", script, 40)
    kept = list(exported_lines(tmp_path / "killed", None))
    whole = play(tmp_path / "whole", key_script("\n".join(kept).encode()))
    again = play(tmp_path / "killed", ["wait 1"])
    assert again.controller.page() == whole.controller.page()


def test_undo_survives_sigkill(tmp_path: Path) -> None:
    script = [
        *key_script(b"game no-loose-ends\nplayers 1 2\n1 bid red-3\n2 bid red-4"),
        "hold A",
        "hold A",
        *["hold B"] * 4,  # a press is acknowledged once the next one is waited for
    ]
    told = killed(tmp_path, script, 11)
    assert told.count("undo") == 2
    assert list(exported_lines(tmp_path, None)) == ["game no-loose-ends", "players 1 2"]
