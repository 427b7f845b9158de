"""No Thanks!: what the keys mean, and how few presses it takes (key codes are Tablekeeper's own, no rulebook's)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from device.contract.declarations import Declaration, First
from device.contract.keycodes import Empty, Half, Level, Spelled, find, spell
from device.contract.refusal import Refused
from device.contract.setup import TableSetup
from device.games.no_thanks.declarations import Flip, Holds, Pass, Take, Tiger
from device.games.no_thanks.game import GAME
from device.games.no_thanks.state import State
from tests.dealers import no_thanks as dealer
from tests.games.no_thanks.lines import NAMES, after, started
from tests.games.presses import MOST_RATIO, asked, ratio

DIGIT = ("A", "B", "CA", "CB", "CC", "CD", "DA", "DB", "DC", "DD")


def keys(state: State, declaration: Declaration) -> tuple[Level[Declaration], str]:
    """The level and the keys by which the prompt declares this."""
    prompt = asked(GAME, state)
    typed = find(prompt.level, declaration)
    if typed is not None:
        return prompt.level, typed
    for choice in prompt.more:
        if choice.admits is not None and choice.admits(declaration):
            level = choice.level()
            assert level is not None
            typed = find(level, declaration)
            assert typed is not None
            return level, typed
    raise AssertionError(declaration)


def test_pass_and_take_are_one_press() -> None:
    """The same two keys on every turn; with hidden tiger a third, which leads to the card."""
    state = after(started(hidden_tiger="on"), "flip 3")
    for seat, name in enumerate(NAMES[:3]):
        level = asked(GAME, state).level
        assert find(level, Pass(seat)) == "A"
        assert find(level, Take(seat)) == "B"
        assert find(level, Tiger(seat, 17)) == "CBDB"
        state = after(state, f"{name} pass")
    assert find(asked(GAME, after(started(), "flip 3")).level, Tiger(0, 17)) is None


@pytest.mark.parametrize("card", range(3, 36))
def test_a_card_is_its_tens_and_its_last_digit(card: int) -> None:
    """Always the same keys: the tens, then the digit."""
    level = asked(GAME, started()).level
    typed = "ABCD"[card // 10] + DIGIT[card % 10]
    assert find(level, Flip(card)) == typed
    assert spell(level, typed) == Spelled(Flip(card))


def cells_by_name(levels: list[Level[Declaration]], depth: int) -> dict[str, set[tuple[tuple[int, object], ...]]]:
    """The cells of each name, for levels and what they open, made on demand to this depth."""
    found: dict[str, set[tuple[tuple[int, object], ...]]] = {}
    for _ in range(depth):
        for level in levels:
            found.setdefault(level.name, set()).add(tuple((choice.slot, choice.label) for choice in level.choices))
        deeper = {id(opened): opened for level in levels for choice in level.choices if (opened := choice.level())}
        levels = list(deeper.values())
    return found


@pytest.mark.parametrize("tiger", ["on", "off"])
def test_levels_of_a_name_have_the_same_cells(tiger: str) -> None:
    """One name, one drawing: labels stand in the same slots."""
    state = started(hidden_tiger=tiger)
    turn = after(state, "flip 3")
    levels = [asked(GAME, state).level, *asked(GAME, state).ahead, asked(GAME, turn).level, *asked(GAME, turn).ahead]
    found = cells_by_name([*levels, asked(GAME, after(turn, "Ann pass")).level], 4)
    assert set(found) == {"card", "digit", "turn"}
    assert all(len(cells) == 1 for cells in found.values())


def test_levels_of_an_entry_have_the_same_cells() -> None:
    """The same for what is typed at the end of a round, up to the second run."""
    found = cells_by_name([asked(GAME, started(detail="totals")).level], 5)
    assert {"run", "digit", "length", "length 2", "length 3", "last", "tokens"} <= set(found)
    assert all(len(cells) == 1 for cells in found.values())


def test_what_follows_is_shown_ahead() -> None:
    """The card after a take and the turn after a card may be typed before the panel shows them."""
    state = started()
    assert [level.name for level in asked(GAME, state).ahead] == ["turn"]
    assert [level.name for level in asked(GAME, after(state, "flip 3")).ahead] == ["card"]
    lines = [line for card in range(3, 26) for line in (f"flip {card}", "Ann take")]
    assert asked(GAME, after(started(rounds="1"), [*lines, "flip 30"])).ahead == ()


def costs(state: State, declared: Iterable[Declaration]) -> Iterator[tuple[State, int]]:
    """The states of a game, and the presses of what was declared in each."""
    for declaration in declared:
        if not isinstance(declaration, First):
            yield state, len(keys(state, declaration)[1])
        state = GAME.apply(state, declaration)


@pytest.mark.parametrize("seed", range(12))
def test_presses_are_near_the_fewest(seed: int) -> None:
    """Presses ÷ Σ max(1, log4 of the legal choices) is at most 1.35 over whole random games."""
    random = Random(seed)
    players = 3 + seed % 5
    amigo = random.choice(["off", "10-20-30", "10-19-28"]) if players < 6 else "off"
    chosen = (("rounds", "1"), ("amigo", amigo), ("hidden-tiger", "on" if seed % 3 == 0 else "off"))
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    assert ratio(GAME, costs(state, dealer.play(random, players, chosen))) <= MOST_RATIO


def test_presses_when_nobody_ever_passes() -> None:
    """The dearest game there is, a card for every press on pass or take, keeps to the bound too."""
    state = started(3, rounds="1", amigo="10-20-30")
    cards = [card for card in range(3, 36) if card % 10 not in {0, 1}][:24]
    declared = [one for card in cards for one in (Flip(card), Take(0))]
    assert ratio(GAME, costs(state, declared)) <= MOST_RATIO
    for declaration in declared:
        state = GAME.apply(state, declaration)
    assert GAME.scores(state).finished


HELD = st.sets(st.integers(3, 35), max_size=25)


@settings(max_examples=60, deadline=None)
@given(HELD, st.integers(0, 55))
@example(set(), 0)
@example({35}, 55)
@example({34, 35}, 9)
@example({33, 34, 35}, 10)
@example(set(range(3, 28)), 0)
@example(set(range(3, 36, 2)), 30)
def test_every_holding_can_be_typed(cards: set[int], tokens: int) -> None:
    """Whatever a player holds, and with few presses: at most seven a run, two for done, four for the tokens."""
    state = started(5, detail="totals", hidden_tiger="on")
    holds = Holds(0, dealer.spans(frozenset(cards)), tokens)
    level, typed = keys(state, holds)
    assert level is asked(GAME, state).level
    assert spell(level, typed) == Spelled(holds)
    assert all(isinstance(spell(level, typed[:end]), Half) for end in range(len(typed)))
    assert len(typed) <= 7 * len(holds.runs) + 2 + 4


def test_typing_cards() -> None:
    """A run of three, a card, a long run, done, tokens: as the keys say."""
    level = asked(GAME, started(detail="totals")).level
    typed = "".join(
        (
            *("B", "B", "C"),  # 11, 3 in a row
            *("A", "CB", "A"),  # 3, only this card
            *("C", "A", "D", "C", "CC"),  # 20, up to 24
            *("D", "CD"),  # 35, the highest
            *("A", "A"),  # done
            *("B", "A"),  # 10 tokens
        )
    )
    assert spell(level, typed) == Spelled(Holds(0, ((3, 3), (11, 13), (20, 24), (35, 35)), 10))


def test_a_run_may_be_typed_from_its_end() -> None:
    """Where the last card is lower than the first, the two change places."""
    level = asked(GAME, started(detail="totals")).level
    assert spell(level, "CCC" + "D" + "CA" + "AA" + "AB") == Spelled(Holds(0, ((20, 24),), 1))


def test_cards_that_do_not_exist_have_no_keys() -> None:
    """What would be refused only at the end of a long entry can't be typed at all."""
    level = asked(GAME, started(detail="totals")).level
    for typed in ("AB", "ACA", "DDA", "DDD"):
        assert spell(level, typed) == Empty()


def test_a_card_typed_twice_is_kept_for_the_rules_to_refuse() -> None:
    """Typing does not mend what a player said: the double is refused, with its reason."""
    state = started(detail="totals")
    spelled = spell(asked(GAME, state).level, "BBA" + "BBA" + "AA" + "AB")
    assert isinstance(spelled, Spelled)
    with pytest.raises(Refused, match="card-already-seen"):
        GAME.apply(state, spelled.means)


def test_players_are_asked_in_turn_and_others_by_the_menu() -> None:
    """The next who has not said is asked; whoever else has not can be chosen."""
    state = after(started(4, detail="totals"), "Ben holds 3 tokens 1")
    assert asked(GAME, state).asked == (0,)
    assert [choice.slot for choice in asked(GAME, state).more] == [2, 3]
    level, typed = keys(state, Holds(3, ((4, 5),), 2))
    assert spell(level, typed) == Spelled(Holds(3, ((4, 5),), 2))
    assert find(asked(GAME, state).level, Holds(3, ((4, 5),), 2)) is None
    assert asked(GAME, after(state, "Ann holds 4 tokens 1")).asked == (2,)
