"""What `tablekeeper score` prints: the standings and faults, for programs and for people."""

from __future__ import annotations

import json
from typing import Any

import pytest

from device.session import record
from device.session.record import RecordRefused
from device.session.score import as_json, as_text, error_as_json
from display.words import ENGLISH

TOTALS = 'game no-loose-ends\nplayers Teresa "Mary Ann" Zoë\nset detail totals\n'
FIRST = 'Teresa planned 3 covered 2 extra 1\n"Mary Ann" planned 5 covered 5 extra 0\nZoë planned 1 covered 0 extra 3\n'
SNITCHED = (
    'Teresa planned 0 covered 0 extra 0\n"Mary Ann" planned 0 covered 0 extra 16\nZoë planned 0 covered 0 extra 0\n'
)


def scored(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(as_json(record.read(text.encode())))
    return found


def test_a_game_before_its_first_round() -> None:
    assert scored(TOTALS) == {
        "game": "no-loose-ends",
        "players": ["Teresa", "Mary Ann", "Zoë"],
        "finished": False,
        "rounds": [],
        "totals": {"Teresa": 5, "Mary Ann": 5, "Zoë": 5},
        "winners": [],
    }


def test_completed_rounds_only() -> None:
    """Points are a round's own; totals have the five at the start (No Loose Ends rulebook, Setup)."""
    found = scored(TOTALS + FIRST + "Teresa planned 0 covered 0 extra 0\n")
    assert found["rounds"] == [{"points": {"Teresa": 2, "Mary Ann": 15, "Zoë": -4}}]
    assert found["totals"] == {"Teresa": 7, "Mary Ann": 20, "Zoë": 1}
    assert found["finished"] is False
    assert found["winners"] == []


def test_a_finished_game() -> None:
    """Several winners stand in the order of the players (No Loose Ends rulebook, Game End)."""
    found = scored(TOTALS + SNITCHED * 3)
    assert found["finished"] is True
    assert found["totals"] == {"Teresa": 35, "Mary Ann": 5 - 96, "Zoë": 35}
    assert found["winners"] == ["Teresa", "Zoë"]


def test_keys_stand_in_their_order() -> None:
    found = as_json(record.read((TOTALS + FIRST).encode()))
    assert "\n" not in found
    assert "Zoë" in found
    assert list(json.loads(found)) == ["game", "players", "finished", "rounds", "totals", "winners"]


def test_loop_leaves_points_out_until_the_end() -> None:
    """A round's order is there at once; the first edition has seats and points too, and sets in a long game."""
    out = "first Ann\nAnn out\nBen out\nCleo out\n"
    found = scored(f"game loop\nplayers Ann Ben Cleo Dan\nset detail finish\n{out}")
    assert found["rounds"] == [{"order": ["Ann", "Ben", "Cleo", "Dan"]}]
    assert "sets" not in found
    found = scored("game loop-2023\nplayers Ann Ben Cleo\nset detail finish\nset sets 2\nBen out\nAnn out\n")
    assert found["rounds"] == [
        {"points": {"Ann": 1, "Ben": 3, "Cleo": 0}, "order": ["Ben", "Ann", "Cleo"], "seats": ["Ann", "Ben", "Cleo"]}
    ]
    assert found["totals"] == {"Ann": 3, "Ben": 5, "Cleo": 2}
    assert found["sets"] == {"Ann": 0, "Ben": 0, "Cleo": 0}


def test_a_fault() -> None:
    with pytest.raises(RecordRefused) as refused:
        record.read((TOTALS + "\n" + FIRST.replace("extra 3", "extra 4")).encode())
    found = json.loads(error_as_json(refused.value, ENGLISH))
    assert list(found) == ["error"]
    assert found["error"]["line"] == 7
    assert found["error"]["code"] == "does-not-add-up"
    assert "Zoë" in found["error"]["message"]


def test_standings_for_people() -> None:
    """Totals, points at the start, then those of each round, each with its label; who wins once it is known."""
    lines = as_text(record.read((TOTALS + FIRST).encode()), ENGLISH).splitlines()
    assert lines == [
        "No Loose Ends: 1 round scored",
        "            total  start  round 1",
        "  Teresa        7      5        2",
        "  Mary Ann     20      5       15",
        "  Zoë           1      5       −4",
        "The game is not finished.",
    ]
    lines = as_text(record.read((TOTALS + SNITCHED * 3).encode()), ENGLISH).splitlines()
    assert lines[0] == "No Loose Ends: 3 rounds scored"
    assert lines[-1] == "Teresa and Zoë share the win."
    lines = as_text(record.read((TOTALS + FIRST * 3).encode()), ENGLISH).splitlines()
    assert lines[-1] == "Mary Ann wins."


def test_standings_for_people_add_up() -> None:
    """First edition: everyone starts with 2, and what the floor at 0 spares is left out of the round's points."""
    lines = [
        "game loop-2023",
        "players Ann Ben Cleo",
        "set detail finish",
        "Ann out",
        "Ben out",
        "Cleo sits 1",
        "Ben out",
    ]
    lines += ["Ann out", "Cleo sits 3", "Ann out", "Ben out"]
    told = as_text(record.read("\n".join(lines).encode()), ENGLISH).splitlines()
    assert told[1].split() == ["total", "start", "round", "1", "2", "3"]
    assert [line.split()[0] for line in told[2:5]] == ["Ann", "Ben", "Cleo"]
    for line in told[2:5]:
        total, start, *points = (int(figure.replace("−", "-")) for figure in line.split()[1:])
        assert start == 2
        assert start + sum(points) == total
    assert told[4].split() == ["Cleo", "0", "2", "0", "−2", "0"]
