"""LOOP's first edition: really dealt games, played at random with every option, and what can be proven of hands."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from device.contract.declarations import Declaration, First
from device.contract.keycodes import CompleteCode, keys_for, meanings, parse_keys
from device.contract.refusal import RefusalCode, Refused
from device.contract.setup import TableSetup
from device.games.loop_2023.cards import Card, Colour
from device.games.loop_2023.declarations import Plays, ThreeEights, Twist
from device.games.loop_2023.game import GAME
from device.games.loop_2023.hands import SET_ASIDE_COUNT
from device.games.loop_2023.refusal_codes import Loop2023Refusal
from device.games.loop_2023.state import GameOver, RoundInPlay, State
from tests.dealers import loop_2023 as dealer
from tests.games.loop_2023.lines import NAMES
from tests.non_empty import non_empty

Chosen = tuple[tuple[str, str], ...]


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, Chosen, Random]:
    chosen = (
        ("detail", draw(st.sampled_from(["plays", "plays", "finish"]))),
        ("sets", draw(st.sampled_from(["1", "2"]))),
        ("three-eights", draw(st.sampled_from(["on", "off"]))),
    )
    return draw(st.integers(2, 4)), chosen, Random(draw(st.integers(0, 10**9)))


def reachable(state: State, declaration: Declaration) -> bool:
    """Whether keys mean this declaration, and spell back to it."""
    prompt = GAME.prompt(state)
    assert prompt is not None
    level = prompt.level
    if isinstance(declaration, ThreeEights):
        assert len(prompt.menu_choices) == 1
        deeper = prompt.menu_choices[0].level()
        assert deeper is not None
        level = deeper
    typed = keys_for(level, declaration)
    return typed is not None and parse_keys(level, typed) == CompleteCode(declaration)


@settings(max_examples=40, deadline=None)
@given(tables())
def test_every_dealt_game_is_accepted_and_scored(table: tuple[int, Chosen, Random]) -> None:
    """Rulebook as a whole: a dealt game is never refused, whatever colours are left unsaid."""
    players, chosen, random = table
    game = dealer.deal_and_play(random, players, chosen)
    state = GAME.start(TableSetup(NAMES[:players], chosen))
    for declaration in non_empty(game.declarations):
        if not isinstance(declaration, First):
            assert GAME.read(GAME.write(declaration)) == declaration
            assert reachable(state, declaration)
            forced = GAME.forced(state)
            assert forced is None or forced == declaration
        else:
            assert GAME.starter(state) is not None
        state = GAME.apply(state, declaration)
    scores = GAME.scores(state)
    assert scores.finished
    assert scores.totals == tuple(game.totals)
    assert scores.winners == tuple(game.winners)
    assert scores.sets == (tuple(game.sets) if ("sets", "2") in chosen else None)
    found = [(list(done.points or ()), *(list(seats) for _, seats in done.listed)) for done in scores.rounds]
    assert found == game.rounds
    for index, done in non_empty(enumerate(scores.rounds)):
        accounts = GAME.points_by_cause(state, index)
        assert tuple(sum(cause.points for cause in account) for account in accounts) == done.gained
        assert GAME.total_changes_by_cause(state, index) == accounts


@settings(max_examples=15, deadline=None)
@given(tables())
def test_states_before_are_untouched(table: tuple[int, Chosen, Random]) -> None:
    """Undo goes back to a kept state: playing on from it again gives the same game."""
    players, chosen, random = table
    declarations = dealer.play(random, players, chosen)
    states = [GAME.start(TableSetup(NAMES[:players], chosen))]
    for declaration in declarations:
        states.append(GAME.apply(states[-1], declaration))
    for before, declaration, after in non_empty(zip(states, declarations, states[1:], strict=False)):
        assert GAME.apply(before, declaration) == after


# What can be proven of the hands: an account of its own, by trying every colour for every seat.

History = list[list[list[Card]]]
"""Cards shown by seat and round of the set, 8s of twists included; the round in progress is the last."""

HANDS = {
    RefusalCode.CARD_ALREADY_SEEN,
    Loop2023Refusal.TOO_MANY_COPIES,
    Loop2023Refusal.HAND_MISMATCH,
    Loop2023Refusal.TWIST_UNAVAILABLE,
}


SOME = [frozenset(held) for count in range(4) for held in combinations(range(3), count)]
"""Every set of colours in which somebody may hold a number."""

SHARED = {
    players: [
        tuple(frozenset(colour for colour in range(3) if owners[colour] == seat) for seat in range(players))
        for owners in product(range(players + 1), repeat=3)
    ]
    for players in range(1, 5)
}
"""By how many play, every way to share the red, the yellow and the blue card of a number; some are nobody's."""


def possible(history: History) -> bool:
    """Whether hands of 11 exist that can have shown all this (Components; How to Play 3; Loop Round 16)."""
    sizes = {(0,) * len(history)}
    for number in range(1, 16):
        ways = _ways(history, number)
        sizes = {
            total
            for size in sizes
            for way in ways
            if max(total := tuple(one + two for one, two in zip(size, way, strict=True))) <= 11
        }
        sizes = {size for size in sizes if not any(other != size and _below(other, size) for other in sizes)}
    return bool(sizes)


def _ways(history: History, number: int) -> set[tuple[int, ...]]:
    """How many cards of a number everybody may hold, by seat."""
    fitting = [{held for held in SOME if all(_shows(one, number, held) for one in rounds)} for rounds in history]
    return {
        tuple(map(len, helds))
        for helds in SHARED[len(history)]
        if all(held in those for held, those in zip(helds, fitting, strict=True))
    }


def _shows(round_: list[Card], number: int, held: frozenset[int]) -> bool:
    cards = [card for card in round_ if card.number == number]
    said = [card.colour.value for card in cards if card.colour is not None]
    return len(cards) <= len(held) and len(set(said)) == len(said) and set(said) <= held


def _below(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(a <= b for a, b in zip(one, other, strict=True))


def noted(state: State, history: History, declaration: Declaration) -> History:
    """The history with a declaration."""
    assert isinstance(state.phase, RoundInPlay)
    cards = list(declaration.cards) if isinstance(declaration, Plays) else [Card(8)]
    return [
        [*rounds[:-1], [*rounds[-1], *(card for card in cards if isinstance(card, Card))]]
        if seat == state.phase.turn
        else rounds
        for seat, rounds in enumerate(history)
    ]


@settings(max_examples=6, deadline=None)
@given(st.integers(2, 4), st.integers(0, 10**9))
def test_exactly_what_is_impossible_is_refused(players: int, seed: int) -> None:
    """Of all that could be declared in a dealt game, the hands rule out what no deal could show, and nothing else."""
    random = Random(seed)
    state = GAME.start(TableSetup(NAMES[:players]))
    history: History = [[[]] for _ in range(players)]
    for declaration in dealer.play(random, players, ()):
        if isinstance(state.phase, RoundInPlay) and state.round_number > 1 and random.random() < 0.04:
            _compare(state, history, random)
        if isinstance(declaration, Plays | Twist):
            history = noted(state, history, declaration)
        number = state.round_number
        state = GAME.apply(state, declaration)
        if isinstance(state.phase, GameOver):
            break
        if state.round_number != number:
            history = [[*rounds, []] for rounds in history]


def _compare(state: State, history: History, random: Random) -> None:
    prompt = GAME.prompt(state)
    assert prompt is not None
    assert isinstance(state.phase, RoundInPlay)
    # A third twist is refused because only two cards were set aside; that says nothing of hands.
    spent = state.phase.seat_cards[state.phase.turn].twist_count == SET_ASIDE_COUNT
    tried = [
        each for each in meanings(prompt.level) if isinstance(each, Plays) or (isinstance(each, Twist) and not spent)
    ]
    for declaration in random.sample(tried, min(len(tried), 12)):
        code = None
        try:
            GAME.apply(state, declaration)
        except Refused as refused:
            code = refused.refusal.code
        if code is None or code in HANDS:
            assert possible(noted(state, history, declaration)) == (code is None), (declaration, code)


def test_possible_knows_its_limits() -> None:
    """The account above, by hand: a fourth 5, one red 5 in two hands, a hand of twelve."""
    five = Card(5)
    red, yellow, blue = (Card(5, colour) for colour in Colour)
    assert possible([[[five, five]], [[red]]])
    assert not possible([[[five, five]], [[red, five]]])
    assert possible([[[five], [red]], [[five, five]]])
    assert not possible([[[yellow], [red]], [[five, five]]])
    assert not possible([[[blue]], [[blue]]])
    assert possible([[[Card(number) for number in range(1, 10)], [Card(10), Card(11)]]])
    assert not possible([[[Card(number) for number in range(1, 10)], [Card(10), Card(11), Card(12)]]])


def test_dealt_games_have_everything_in_them() -> None:
    """The dealer does reach sequences, sets, twists, changes of seats and hands of three 8s."""
    seen: set[str] = set()
    for seed in range(12):
        for declaration in dealer.play(Random(seed), 4, (("three-eights", "on"),)):
            seen.add(type(declaration).__name__)
            if isinstance(declaration, Plays) and len(declaration.cards) > 1:
                cards = [card for card in declaration.cards if isinstance(card, Card)]
                seen.add("set" if cards[0].number == cards[1].number else "sequence")
    assert seen >= {"First", "Plays", "Pass", "Twist", "Sits", "ThreeEights", "set", "sequence"}
