"""Pointing at a line of a long round goes by its tricks."""

from __future__ import annotations

from device.journal.upload import rows as rows_of
from device.session.pointing import point_at
from device.session.session import replay
from display.words import ENGLISH

BIDS = "Teresa bid gray-7\nKaylen pass\nTeresa pass\n"
CARDS = [(suit, n) for suit in ("blue", "yellow") for n in (2, 4, 6, 8)]
TRICKS = "".join(f"Teresa plays {suit}-{n}\nKaylen plays {suit}-{n - 1}\n" for suit, n in CARDS)


def test_a_round_of_many_lines_is_pointed_at_by_planning_and_tricks() -> None:
    rows = rows_of(f"game no-loose-ends\nplayers Teresa Kaylen\nset detail cards\n{BIDS}{TRICKS}".encode())
    view = point_at(rows, replay(rows), 1)
    assert view is not None
    labels = [ENGLISH.say(choice.label) for choice in view.level.choices]
    assert labels[0] == "Teresa plays yellow 8. … Kaylen plays yellow 7."
    assert len(labels) == 1 + len(CARDS)
