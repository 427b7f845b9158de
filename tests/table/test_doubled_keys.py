"""A key that is doubled, or held twice, answers nothing that nobody can have read."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.contract.keycodes import Cell
from device.session.keyscript import key_script
from device.session.prompts import MenuCell
from device.session.session import Stage
from display.words import ENGLISH
from tests.table.correcting_keys import changing, kept
from tests.table.evenings import script
from tests.table.tables import Mock, play

DRAWN = "wait 60"
"""Until the page is on any panel."""
LOOP = ["game loop", "players Ann Bo Cy Dora", "set detail finish", "Ann out", "Bo out", "Cy out"]
REVOKE = ["set detail cards", "Ann pass", "Bo pass", "Bo plays red-5", "Ann plays gray-2", "Bo plays gray-9"]
REVOKED = [*script(*REVOKE), DRAWN, *"BBB"]
"""Ann plays red 6 after all, which is refused, but may be let stand by B."""


def by_hand(data: Path, lines: list[str]) -> Mock:
    """Play keys as people press them, who see no page before the panel shows it."""
    mock = Mock(data, lines)
    mock.by_hand = True
    return mock.run()


def asked(mock: Mock) -> str:
    return ENGLISH.say(mock.controller.page().question or "")


def held_c(mock: Mock) -> str:
    return next(ENGLISH.say(hold.label) for hold in mock.page().holds if hold.key == "C")


def correcting(data: Path) -> list[str]:
    """The keys up to what a correction of a round would change that is not accepted yet."""
    play(data, key_script("\n".join(LOOP).encode()))
    return [DRAWN, *changing(kept(data), "Bo out", "Dora out", page=1), DRAWN]


def test_a_doubled_hold_corrects_and_accepts_no_round_that_was_not_shown(tmp_path: Path) -> None:
    mock = play(tmp_path, [*correcting(tmp_path), "hold C", "hold C"])
    assert mock.record()[-2:] == ["Dora out", "Cy out"]
    assert mock.controller.session.stage is Stage.SUMMARY
    assert "its points come onto the panel" in "".join(mock.told)


def test_a_corrected_round_is_accepted_once_it_was_shown(tmp_path: Path) -> None:
    keys = correcting(tmp_path)
    assert play(tmp_path, [*keys, "hold C", DRAWN, "hold C"]).controller.session.stage is Stage.PLAY


def test_a_doubled_key_lets_nothing_stand_that_nobody_has_read(tmp_path: Path) -> None:
    mock = play(tmp_path, [*REVOKED, "B"])
    assert mock.record()[-1] == REVOKE[-1]
    assert asked(mock) == asked(play(tmp_path / "once", REVOKED))
    assert "press once you have read it" in "".join(mock.told)
    later = play(tmp_path / "later", [*REVOKED, "B", DRAWN, "B"])
    assert later.record()[-1].startswith("Ann plays red-6")


def test_whoever_knows_the_answer_gives_it_before_it_is_asked(tmp_path: Path) -> None:
    assert asked(play(tmp_path, [*REVOKED, "A"])) == asked(play(tmp_path / "before", script(*REVOKE)))


@pytest.mark.parametrize("cell", [MenuCell.ANOTHER, MenuCell.SAME_PEOPLE])
def test_no_doubled_key_of_the_menu_leaves_a_game_that_is_played(tmp_path: Path, cell: Cell) -> None:
    keys = [*script(*REVOKE), "hold D", *cell.name]
    assert play(tmp_path, [*keys, keys[-1]]).record() == play(tmp_path / "plain", script(*REVOKE)).record()


def test_a_doubled_key_chooses_nothing_on_a_sheet_that_nobody_has_read(tmp_path: Path) -> None:
    """C stops the game, and means another with the same people on the sheet."""
    stopped = [*key_script("\n".join(LOOP).encode()), "hold C", DRAWN, "hold D", *MenuCell.ANOTHER.name, "C"]
    once, twice = play(tmp_path, stopped), play(tmp_path / "twice", [*stopped, "C"])
    assert once.record()[-1] == "end"
    assert twice.record() == once.record()
    again = play(tmp_path / "later", [*stopped, DRAWN, "C"])
    assert again.record() != once.record()


@pytest.mark.parametrize("details", [1, 2])
def test_a_key_on_details_only_leads_back_to_the_question_that_they_hide(tmp_path: Path, details: int) -> None:
    """Who wins a trick is one key: it counted, and the page of points stayed. Then the first key of a code counted, and
    D after it gave points to somebody while the panel showed details."""
    for lines in (("Ann pass", "Bo pass"), ("Ann bid red-3",)):
        question = play(tmp_path / lines[-1], script(*lines))
        for key in ("A", "C", "D"):
            mock = play(tmp_path / f"{lines[-1]} {key}", [*script(*lines), *["hold B"] * details, key])
            assert (mock.page(), mock.record()) == (question.page(), question.record())


def test_the_rest_of_a_code_that_begins_on_details_answers_nothing(tmp_path: Path) -> None:
    """DD passes. Whoever typed it by heart is told that it did not count, before the panel shows the question."""
    keys = [*script("Ann bid red-3"), DRAWN, "hold B", DRAWN, "D"]
    at_once = by_hand(tmp_path, [*keys, "A", "A"])
    assert (at_once.record()[-1], at_once.controller.page().typed_keys) == ("Ann bid red-3", "")
    assert "the rest of a code" in "".join(at_once.told)
    assert by_hand(tmp_path / "later", [*keys, "wait 2", "D", "D"]).record()[-1] == "Bo pass"


def test_details_say_that_keys_close_them(tmp_path: Path) -> None:
    remark = "A short press only closes this page."
    keys = script("Ann bid red-3")
    for count in (1, 2):
        assert ENGLISH.say(play(tmp_path / str(count), [*keys, *["hold B"] * count]).page().remark or "") == remark
    assert play(tmp_path / "question", keys).page().remark is None


def test_a_half_typed_code_waits_while_details_are_read(tmp_path: Path) -> None:
    keys = [*script(*REVOKE), "B"]
    mock = play(tmp_path, [*keys, "hold B", "B", "hold C", *"BA"])
    assert mock.record() == play(tmp_path / "plain", [*keys, *"BA"]).record()


@pytest.mark.parametrize("hold", ["hold B", "hold D"])
def test_a_hold_that_a_page_of_a_correction_does_not_offer_loses_nothing_of_it(tmp_path: Path, hold: str) -> None:
    point = [key for key in correcting(tmp_path) if key != DRAWN]
    for count in range(point.index("hold D") + 1, len(point) + 1):
        before = play(tmp_path, point[:count]).page()
        if hold[-1] not in {held.key for held in before.holds}:
            assert play(tmp_path, [*point[:count], hold]).page() == before


TYPED_AHEAD = [*key_script("\n".join(LOOP).encode())]
"""A whole round, without a look at the panel."""


def test_people_accept_a_round_only_once_its_points_are_on_the_panel(tmp_path: Path) -> None:
    mock = by_hand(tmp_path, [*TYPED_AHEAD, "hold C"])
    assert mock.controller.session.stage is Stage.SUMMARY
    assert "its points come onto the panel" in "".join(mock.told)
    seen = by_hand(tmp_path / "seen", [*TYPED_AHEAD, DRAWN, "hold C"])
    assert seen.controller.session.stage is Stage.PLAY


def test_a_wrong_key_hides_no_points_that_are_to_be_accepted(tmp_path: Path) -> None:
    """On the smallest panels a notice would stand in their place."""
    keys = [*TYPED_AHEAD, DRAWN, "C", DRAWN]
    wrong = by_hand(tmp_path, keys)
    assert wrong.controller.page().notice is None
    assert "accepted by holding C" in "".join(wrong.told)
    assert by_hand(tmp_path / "held", [*keys, "hold C"]).controller.session.stage is Stage.PLAY


def test_the_rest_of_a_wrong_code_answers_nothing(tmp_path: Path) -> None:
    """Ann is out, so that A means nothing; B would be Bo."""
    ann_out = [*key_script("\n".join(LOOP[:4]).encode()), DRAWN]
    at_once = by_hand(tmp_path, [*ann_out, "A", "B"])
    assert at_once.record()[-1] == "Ann out"
    assert "the rest of a code" in "".join(at_once.told)
    later = by_hand(tmp_path / "later", [*ann_out, "A", "wait 2", "B"])
    assert later.record()[-1] == "Bo out"
