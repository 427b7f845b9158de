"""A game to play while disks fail, and the journal's lines of it."""

from __future__ import annotations

from pathlib import Path

from device.journal.store import Journal
from device.session import session as sessions
from device.session.keyscript import key_script
from tests.games.registered import deal, written

HOUSE = Path(__file__).parents[2]


TRICKS = (("detail", "tricks"),)


LINES = written("no-loose-ends", ("1", "2", "3"), TRICKS, deal("no-loose-ends", 4, 3, TRICKS))[:30]


SCRIPT = "\n".join(key_script("\n".join(LINES).encode())) + "\n"


def on_disk(data: Path) -> list[str]:
    """The lines of the current game in the journal itself."""
    journal = Journal.recover(data)
    found = sessions.record_lines(journal.counting_rows(journal.current_game() or 0))
    journal.close()
    return found
