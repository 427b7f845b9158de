"""How a guest is described, and what is read from its console and of its kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.emulation.box import HOLD_S, ROOT_GOLDEN, overlong_press_s, presses, script_of
from tools.emulation.cache import cached_folder, key_of
from tools.emulation.guest import REFRESH_S, Move, TimedPress, messages_in
from tools.emulation.kernel import unmet_settings
from tools.emulation.parts.club import code
from tools.emulation.parts.plug import declared
from tools.emulation.parts.switching_off import held_together


def test_what_is_told_is_found_among_what_else_a_console_shows() -> None:
    console = (
        "[    0.1] random: crng init done\r\n"
        "[    6.1] tablekeeper[212]: game loop\r\n"
        "[    6.2] box-panel[200]: refresh 1\r\n"
        "[    6.3] tablekeeper[212]: <5>refused: no such card\r\n"
        "[    6.4] tablekeeper[212]: Alice pas"
    )
    assert messages_in(console) == ["game loop", "refused: no such card", "Alice pas"]


def test_a_key_script_becomes_presses() -> None:
    assert presses("A\nhold D  # undo\n\n# the end\nB\n", 0.04, 0.05) == [
        TimedPress("A", 0.04, 0.05),
        TimedPress("D", 1.0, 0.05),
        TimedPress("B", 0.04, 0.05),
    ]


def test_before_each_round_is_accepted_its_points_come_onto_the_panel() -> None:
    """The box refuses an acceptance while the panel still shows an earlier page."""
    pressed = presses(script_of(ROOT_GOLDEN / "score-pad.txt"))
    accepts = [number for number, one in enumerate(pressed) if (one.keys, one.down_s) == ("C", HOLD_S)]
    assert accepts
    for number in accepts:
        pause = pressed[number - 1]
        assert (pause.keys, pause.down_s) == ("", 0.0)
        assert pause.rest_s > 2 * REFRESH_S


def test_settings_that_a_kernel_dropped_are_named() -> None:
    wanted = '# pins\nCONFIG_GPIO_SIM=y\nCONFIG_I2C_STUB=m\nCONFIG_LOCALVERSION="-box"\n'
    assert unmet_settings(wanted, 'CONFIG_GPIO_SIM=y\nCONFIG_LOCALVERSION="-box"\n# CONFIG_I2C_STUB is not set\n') == [
        "CONFIG_I2C_STUB=m"
    ]


def test_a_key_depends_on_names_contents_and_what_is_a_program(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one")
    before = key_of("x", tmp_path)
    assert key_of("x", tmp_path) == before
    assert key_of("y", tmp_path) != before
    (tmp_path / "a").chmod(0o755)
    assert key_of("x", tmp_path) != before
    (tmp_path / "a").chmod(0o644)
    assert key_of("x", tmp_path) == before
    (tmp_path / "a").rename(tmp_path / "b")
    assert key_of("x", tmp_path) != before
    assert key_of("ab", "c") != key_of("a", "bc")


def test_what_is_kept_is_made_once_and_replaces_that_of_another_key(tmp_path: Path) -> None:
    made = []

    def make(place: Path) -> None:
        made.append(place.name)
        (place / "file").write_text("whole")

    first, second = key_of("1"), key_of("2")
    other = tmp_path / f"root-disk-{first}"
    other.mkdir()
    for key in (first, first, second):
        place = cached_folder("root", key, make, tmp_path)
        assert (place / "file").read_text() == "whole"
    assert made == [f"root-{first}.part", f"root-{second}.part"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["lock", f"root-{second}", other.name])


def test_what_was_broken_off_is_made_anew(tmp_path: Path) -> None:
    def fail(place: Path) -> None:
        (place / "half").write_text("")
        raise ValueError("broken off")

    key = key_of("1")
    with pytest.raises(ValueError, match="broken off"):
        cached_folder("root", key, fail, tmp_path)
    place = cached_folder("root", key, lambda place: None, tmp_path)
    assert list(place.iterdir()) == []


MS = 1_000_000


def test_presses_that_a_stalled_host_made_long_are_found() -> None:
    pressed = [TimedPress("A", 0.04, 0.04), TimedPress("AD", 3.3, 0.04), TimedPress("B", 0.04, 0.04)]
    moves = [
        *(Move("A", True, 0, 1), Move("A", False, 40 * MS, 41 * MS)),
        *(Move("A", True, 80 * MS, 81 * MS), Move("D", True, 81 * MS, 82 * MS)),
        *(Move("A", False, 3400 * MS, 3401 * MS), Move("D", False, 3402 * MS, 3403 * MS)),
        *(Move("B", True, 3500 * MS, 3501 * MS), Move("B", False, 3540 * MS, 3541 * MS)),
    ]
    assert overlong_press_s(pressed, moves) is None
    slow = [*moves[:-1], Move("B", False, 4300 * MS, 4301 * MS)]
    assert overlong_press_s(pressed, slow) == pytest.approx(0.801)


def test_two_keys_are_down_together_from_the_later_closing_to_the_earlier_opening() -> None:
    moves = [
        Move("A", True, 0 * MS, 1 * MS),
        Move("D", True, 1 * MS, 400 * MS),
        Move("A", False, 3300 * MS, 3301 * MS),
        Move("D", False, 3301 * MS, 3302 * MS),
    ]
    assert held_together(moves) == pytest.approx(2.9)


def test_what_is_declared_is_told_apart_from_what_else_is() -> None:
    told = ["pod-1 is there", "game loop", "The disk is slow. After each declaration, wait.", "refused: no", "seats 4"]
    assert declared(told) == ["game loop", "seats 4"]


def test_digits_are_pressed_as_the_pad_has_them() -> None:
    assert [code(digit) for digit in range(10)] == ["CB", "AA", "AB", "AC", "AD", "BA", "BB", "BC", "BD", "CA"]
