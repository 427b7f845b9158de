"""No Thanks!, Set Up: “Keep your tokens secret”. The companion counts them and gives nothing away.

The one exception is a refused pass, which cannot but say that there is no token.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.contract.declarations import First
from device.contract.keycodes import meanings
from device.contract.refusal import Refusal, Refused
from device.contract.setup import TableSetup
from device.games.no_thanks.declarations import Pass
from device.games.no_thanks.game import GAME
from device.games.no_thanks.state import State, TurnsRound
from tests.dealers import no_thanks as dealer
from tests.games.no_thanks.lines import NAMES, after, started, texts


def visible(state: State) -> list[object]:
    """Everything that the table can see before it declares anything."""
    return [GAME.board(state), GAME.prompt(state), GAME.heading(state), GAME.scores(state), GAME.starter(state)]


def refusals(state: State) -> list[Refusal]:
    """Every refusal that one more declaration can meet, those of passes left out."""
    prompt = GAME.prompt(state)
    assert prompt is not None
    tried = [*meanings(prompt.level), *map(First, range(len(state.table.players)))]
    faults = []
    for declaration in tried:
        try:
            GAME.apply(state, declaration)
        except Refused as refused:
            if not isinstance(declaration, Pass):
                faults.append(refused.refusal)
    return faults


@st.composite
def moments(draw: st.DrawFn) -> State:
    """A state in the middle of a really dealt game."""
    players = draw(st.integers(3, 7))
    chosen = (("rounds", "2"), ("hidden-tiger", draw(st.sampled_from(["on", "off"]))))
    line = dealer.play(Random(draw(st.integers(0, 10**6))), players, chosen)
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    for declaration in line[: draw(st.integers(0, len(line) - 1))]:
        state = GAME.apply(state, declaration)
    return state


@settings(max_examples=40, deadline=None)
@given(moments(), st.randoms(use_true_random=False))
def test_games_that_differ_in_hidden_tokens_look_the_same(state: State, random: Random) -> None:
    """Same public cards, same tokens on the active card: equal pages and refusals, nobody is made to take."""
    assert isinstance(state.round, TurnsRound)
    left = list(state.round.token_counts)
    for _ in range(20):
        giver, taker = random.randrange(len(left)), random.randrange(len(left))
        given_ = random.randint(0, left[giver])
        left[giver] -= given_
        left[taker] += given_
    other = state._replace(round=state.round._replace(token_counts=tuple(left)))
    assert visible(state) == visible(other)
    assert refusals(state) == refusals(other)
    assert GAME.forced(state) is None
    assert GAME.forced(other) is None


@settings(max_examples=40, deadline=None)
@given(moments())
def test_no_text_holds_a_count(state: State) -> None:
    """Counts that could come from nowhere else turn up in no text, title or figure."""
    assert isinstance(state.round, TurnsRound)
    counts = range(7770, 7770 + len(state.round.token_counts))
    state = state._replace(round=state.round._replace(token_counts=tuple(counts)))
    shown = [text_ for value in (*visible(state), *refusals(state)) for text_ in texts(value)]
    assert shown
    for text_ in shown:
        assert not set(counts) & {value for _, value in text_.arguments if isinstance(value, int)}
    assert "777" not in str([*visible(state), *refusals(state)])


def test_two_ways_to_the_same_table() -> None:
    """By lines alone: after these, Ann, Ben and Cleo hold 10, 12, 11 or 9, 14, 10, and nobody can tell."""
    straight = after(started(), "flip 20; Ann pass; Ben take; flip 5")
    round_about = after(started(), "flip 20; Ann pass; Ben pass; Cleo pass; Ann pass; Ben take; flip 5")
    assert straight != round_about
    assert visible(straight) == visible(round_about)
    assert refusals(straight) == refusals(round_about)


@pytest.mark.parametrize("first", ["Ann", "Ben"])
def test_without_tokens_the_question_is_the_same(first: str) -> None:
    """Who cannot pass is asked as anybody is, and is not made to take."""
    state = after(started(), f"first {first}; flip 35")
    assert isinstance(state.round, TurnsRound)
    poor = state._replace(round=state.round._replace(token_counts=(0, 0, 0)))
    assert GAME.prompt(poor) == GAME.prompt(state)
    assert GAME.forced(poor) is None


def test_tokens_are_told_once_the_round_is_scored() -> None:
    """Game Progress: tokens left in hand count when scores are tallied, and then the reasons name them."""
    lines = [line for card in range(3, 27) for line in (f"flip {card}", "Ann take")]
    state = after(started(), lines)
    assert [causes[-1].points for causes in GAME.points_by_cause(state, 0)] == [-11, -11, -11]


def test_declared_tokens_stay_hidden_until_all_have_spoken() -> None:
    """Level totals: a player's declared tokens are on no page while the round is open."""
    one = after(started(4, detail="totals"), "Ann holds 3-5 tokens 40")
    two = after(started(4, detail="totals"), "Ann holds 3-5 tokens 2")
    for look in (GAME.board, GAME.heading, GAME.scores, GAME.starter, GAME.forced):
        assert look(one) == look(two)
    mine, yours = GAME.prompt(one), GAME.prompt(two)
    assert mine is not None
    assert yours is not None
    assert (mine.question, mine.asked, mine.level) == (yours.question, yours.asked, yours.level)
    assert [(more.slot, more.label) for more in mine.menu_choices] == [
        (more.slot, more.label) for more in yours.menu_choices
    ]
