"""LOOP: what the keys mean, and how few presses it takes (key codes are Tablekeeper's own, no rulebook's)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from device.contract.declarations import Declaration, First
from device.contract.keycodes import Level, Spelled, find, spell
from device.contract.refusal import RefusalCode, Refused
from device.contract.setup import TableSetup
from device.games.loop.combinations import Kind, every_combination
from device.games.loop.declarations import Out, Pass, Plays, Twist
from device.games.loop.game import GAME
from device.games.loop.prompt import follow_level, lead_level
from device.games.loop.state import State
from tests.dealers import loop as dealer
from tests.games.loop.lines import NAMES, after, started
from tests.games.presses import MOST_RATIO, asked, legal, ratio
from tests.some import some


def positions(count: int) -> Iterator[tuple[State, Declaration]]:
    """Each state of some dealt games, and what was declared in it."""
    for seed in range(count):
        players = 4 + seed % 3
        state = GAME.start(TableSetup(NAMES[:players]))
        for declaration in dealer.play(Random(seed), players, ()):
            if not isinstance(declaration, First):
                yield state, declaration
            state = GAME.apply(state, declaration)


@pytest.mark.parametrize(
    ("declaration", "keys"),
    [
        (Plays(0, (1,)), "AA"),
        (Plays(0, (7,)), "BC"),
        (Plays(0, (13,)), "DA"),
        (Twist(0), "DB"),
        (Plays(0, (5, 5)), "DCBA"),
        (Plays(0, (5, 6)), "DDBA"),
        (Plays(0, (5, 5, 5)), "DCDCBA"),
        (Plays(0, (5, 6, 7, 8)), "DDDDBA"),
    ],
)
def test_codes_of_a_lead(declaration: Declaration, keys: str) -> None:
    assert find(asked(GAME, started()).level, declaration) == keys
    assert spell(asked(GAME, started()).level, keys) == Spelled(declaration)


@pytest.mark.parametrize(
    ("declaration", "keys"),
    [
        (Pass(1), "A"),
        (Plays(1, (5, 6)), "BA"),
        (Plays(1, (8, 9)), "BD"),
        (Plays(1, (12, 13)), "CD"),
        (Twist(1), "DB"),
        (Plays(1, (1, 2)), "DD"),
        (Plays(1, (4, 5)), "DCD"),
    ],
)
def test_codes_of_an_answer(declaration: Declaration, keys: str) -> None:
    state = after(started(), "Ann plays 3 4")
    assert find(asked(GAME, state).level, declaration) == keys


def test_who_is_out_is_one_press_for_four_players() -> None:
    state = after(started(detail="finish"), "Ben out")
    level = asked(GAME, state).level
    assert [find(level, Out(seat)) for seat in range(4)] == ["A", None, "C", "D"]
    assert asked(GAME, state).asked == ()


@pytest.mark.parametrize("players", [5, 6])
def test_players_keep_their_letters(players: int) -> None:
    """A player's key is the same in the question who is out, on the board, and on the markers."""
    state = after(started(players, detail="finish"), "Ben out")
    board = GAME.board(state)
    for seat in range(players):
        if seat != 1:
            assert find(asked(GAME, state).level, Out(seat)) == board.rows[seat].code


def test_every_combination_can_be_led() -> None:
    level = lead_level(2)
    for combination in some(every_combination()):
        assert find(level, Plays(2, combination.numbers)) is not None


def cells(level: Level[Declaration]) -> list[tuple[int, object]]:
    return [(choice.slot, choice.label) for choice in level.choices]


def test_cells_never_move() -> None:
    """One level of one name, whoever is asked, whatever is in play, and after a twist."""
    answers = [follow_level(0, Kind.SINGLE, 1)]
    answers += [
        follow_level(seat, kind, size) for seat in range(6) for kind in (Kind.SAME, Kind.RUN) for size in (2, 4)
    ]
    for level in some(answers):
        assert level.name == answers[0].name
        assert cells(level) == cells(answers[0])
    assert cells(lead_level(5)) == cells(lead_level(0))
    several = [choice.means for choice in lead_level(0).choices if isinstance(choice.means, Level)]
    assert len(several) == 2
    assert {level.name for level in several} == {"loop.several"}
    assert cells(several[0]) == cells(several[1])
    twisted = after(started(), "Ann plays 5; Ben twist")
    assert asked(GAME, twisted).level == follow_level(1, Kind.SINGLE, 1)


def test_a_run_that_can_not_be_is_refused_in_words() -> None:
    state = after(started(), "Ann plays 3 4")
    found = spell(asked(GAME, state).level, "DA")
    assert isinstance(found, Spelled)
    with pytest.raises(Refused) as caught:
        GAME.apply(state, found.means)
    assert caught.value.refusal.code is RefusalCode.NO_SUCH_CARD


def test_what_may_come_next_is_shown_ahead() -> None:
    lead = asked(GAME, started())
    assert [level.name for level in lead.ahead] == ["loop.follow"]
    assert [level.name for level in asked(GAME, after(started(), "Ann plays 5")).ahead] == ["loop.lead"]


def test_presses_are_near_the_fewest_possible() -> None:
    """Over dealt games at the usual level."""
    costs = [
        (state, len(find(asked(GAME, state).level, declaration) or ""))
        for state, declaration in positions(6)
        if GAME.forced(state) is None
    ]
    assert all(presses for _, presses in costs)
    assert ratio(GAME, costs) <= MOST_RATIO


def test_what_is_forced_is_the_only_legal_declaration() -> None:
    found = 0
    for state, declaration in positions(6):
        forced = GAME.forced(state)
        if forced is not None:
            found += 1
            assert forced == declaration
            assert legal(GAME, state) == 1
    assert found
