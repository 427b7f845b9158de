"""What several players do, said by one hold of C: each has a line of the record."""

from __future__ import annotations

from pathlib import Path

from device.session.keyscript import key_script
from display.words import ENGLISH
from tests.table.tables import Mock, play

HEADER = ["game loop", "players Ann Ben Cleo Dan", "set detail plays"]


def loop(*lines: str) -> list[str]:
    return [*key_script("\n".join([*HEADER, *lines]).encode())]


def said(mock: Mock) -> list[str]:
    return mock.record()[len(HEADER) :]


def held(mock: Mock) -> list[str]:
    return [ENGLISH.say(hold.label) for hold in mock.controller.page().holds if hold.key == "C"]


def test_nobody_beats_it_by_one_hold_of_c(tmp_path: Path) -> None:
    asked = play(tmp_path / "asked", loop("Ann plays 3"))
    assert held(asked) == ["nobody beats it"]
    mock = play(tmp_path, [*loop("Ann plays 3"), "hold C"])
    assert said(mock) == ["Ann plays 3", "Ben pass", "Cleo pass", "Dan pass"]
    assert held(mock) == []
    question = mock.controller.page().question
    assert question is not None
    assert ENGLISH.say(question) == "Ann leads. Which cards?"


def test_passes_that_follow_by_themselves_are_not_said_twice(tmp_path: Path) -> None:
    """Of a player who has too few cards left the box says the pass itself."""
    others = ["Ben pass", "Cleo pass", "Dan pass"]
    runs = ["Ann plays 1 2 3 4", *others, "Ann plays 5 6 7", *others]
    lines = [*runs, "Ann plays 9", "Ben plays 10", *others[1:], "Ann pass", "Ben plays 1 2 3 4"]
    mock = play(tmp_path, [*loop(*lines), "hold C"])
    assert said(mock) == [*lines, "Cleo pass", "Dan pass", "Ann pass"]


def test_each_pass_is_taken_back_by_itself(tmp_path: Path) -> None:
    mock = play(tmp_path, [*loop("Ann plays 3"), "hold C", "hold A"])
    assert said(mock) == ["Ann plays 3", "Ben pass", "Cleo pass"]
    assert held(mock) == ["again: Dan passes."]


def test_while_half_a_code_is_typed_nobody_passes(tmp_path: Path) -> None:
    assert said(play(tmp_path, [*loop("Ann plays 3"), "B", "hold C"])) == ["Ann plays 3"]
