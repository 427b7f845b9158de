"""A fast display beside the panel hears at once what is asked, what is typed and what came of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.contract.keycodes import Level
from device.session.keyscript import key_script
from device.session.prompts import Meaning
from device.table import feedback
from device.table.feedback import KeyLabels, key_labels
from display.words import Language
from hal.signal.readout import Status
from tests.table.evenings import ROUND, TOTALS, script
from tests.table.tables import KeptReadout, Mock

HEADER = ["game no-thanks", "players Ann Ben Cleo", "set detail turns"]


def played(data: Path, keys: list[str]) -> list[Status]:
    mock = Mock(data, keys)
    readout = KeptReadout()
    mock.table.readout = readout
    mock.run()
    return readout.said


def test_every_press_is_answered(tmp_path: Path) -> None:
    said = played(tmp_path, script(*TOTALS, ROUND[0]))
    assert said[0].answer == ""
    assert said[-1].answer == "Ann: bids 2, covered 2, extra tricks 0."
    assert "Bo" in said[-1].question
    halves = [status.typed_keys for status in said if status.typed_keys]
    assert halves
    assert all(set(typed) <= set("ABCD") for typed in halves)


def test_what_is_secret_is_told_without_it(tmp_path: Path) -> None:
    lines = "game no-thanks\nplayers 1 2 3\nset detail totals\n1 holds 3-10 tokens 19\n"
    answers = [status.answer for status in played(tmp_path, list(key_script(lines.encode())))]
    assert answers[-1] == "Player 1 has declared; tokens are shown with the scores."
    assert not any("19" in answer for answer in answers)


def test_a_set_up_is_told_in_words_and_not_as_the_record_has_it(tmp_path: Path) -> None:
    """What the next question says by itself is not told."""
    told = [status.answer for status in played(tmp_path, [*key_script("\n".join(HEADER).encode()), *"DD"])]
    assert {"No Thanks!", "3 players", "What is typed: every turn"} <= set(told)
    words = {word for answer in told for word in answer.split()}
    assert not words & {"no-thanks", "seats", "seat", "set", "detail", "play", "start"}


def test_a_refusal_is_said_in_a_sentence_and_its_keys_are_forgotten(tmp_path: Path) -> None:
    said = played(tmp_path, [*script(), "D", "C"])
    refused = [status for status in said if "means nothing here" in status.answer]
    assert refused
    assert refused[-1].typed_keys == ""


def test_turning_to_the_menu_asks_what_the_menu_asks(tmp_path: Path) -> None:
    assert played(tmp_path, [*script(*TOTALS), "hold D"])[-1].question == "Menu"


def test_every_answer_comes_with_what_the_keys_mean_now(tmp_path: Path) -> None:
    """A label a key; none where nothing is chosen."""
    said = played(tmp_path, [*script(*TOTALS, ROUND[0]), "A"])
    assert {len(status.key_meanings) for status in said} == {4}
    assert said[-2].key_meanings != said[-1].key_meanings
    assert any(said[-1].key_meanings)


def test_keys_have_no_answers_while_details_hide_the_question(tmp_path: Path) -> None:
    """“C” stood there for a player, and pressed, it was refused: the details hid the question."""
    said = played(tmp_path, [*script(*TOTALS, ROUND[0]), "hold B", "hold B"])
    assert [any(status.key_meanings) for status in said[-3:]] == [True, False, False]


def test_keys_are_labelled_once_for_all_displays_that_ask_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is beside the panel, and what all pods say: each press waits for it."""
    labelled: list[str] = []

    def counted(level: Level[Meaning], begun: str, language: Language) -> KeyLabels:
        labelled.append(begun)
        return key_labels(level, begun, language)

    monkeypatch.setattr(feedback, "key_labels", counted)
    said = played(tmp_path, script(*TOTALS, ROUND[0]))
    asked = [status for status in said if status.key_meanings]
    assert asked
    assert len(labelled) == len(asked)
