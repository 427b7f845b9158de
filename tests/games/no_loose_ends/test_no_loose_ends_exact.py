"""No Loose Ends: a declaration is refused if and only if no deal of the real cards fits (ruling “exact”)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random

import pytest

from device.contract.declarations import Declaration
from device.contract.refusal import Refused
from device.games.no_loose_ends.cards import Card, DealSizes
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.consistency import MAX_CASES, deal_constraints, search_example
from device.games.no_loose_ends.declarations import Covers, CoversNothing, Wins
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.possible_plays import PossiblePlays
from device.games.no_loose_ends.state import State
from device.games.no_loose_ends.step_budget import SEARCH_STEPS, StepBudget
from device.games.no_loose_ends.suits import SUITS
from tests.dealers import no_loose_ends as dealer
from tests.games.no_loose_ends.judged import Judged, judge, rounds
from tests.games.no_loose_ends.lines import (
    accepts,
    after,
    code,
    divided,
    playing,
    read,
    refusal,
    said,
    started,
    written,
)
from tests.games.no_loose_ends.solver import Rules
from tests.games.no_loose_ends.umpire import Umpire
from tests.thorough import THOROUGH

T, K, L = "Teresa", "Kaylen", "Taylor"


@pytest.mark.parametrize(
    ("crossing", "lines", "expected", "sentence"),
    [
        pytest.param(
            "off",
            "T bid blue-12; K pass; L pass; T bid red-12; T bid yellow-12; T bid gray-12; T pass; T wins; T loose",
            "must-cover",
            "Teresa must cover a bid: however this trick was won, one of them matches.",
            id="open bids in all suits",
        ),
        pytest.param(
            "off",
            "T bid blue-5; K pass; L pass; T bid blue-6; T pass; K wins; T wins blue-9 lead red; T covers blue-5;"
            "L wins; T wins lead red; T loose",
            "revoke",
            "Revoke: if everybody followed suit, there is no card with which Teresa can have won trick 2. "
            "Look again at tricks 2 and 4.",
            id="a winner out of the lead suit won with trump",
        ),
        pytest.param(
            "off",
            "T pass; K pass; L pass; K wins red-1",
            "does-not-add-up",
            "Kaylen can't have won like this: there is no card that Taylor can have played in trick 1.",
            id="no lower card",
        ),
        pytest.param(
            "off",
            "T pass; K pass; L pass; L wins red-1; K wins red-2",
            "revoke",
            "Revoke: if everybody followed suit, there is no card that Taylor can have played in trick 2. "
            "Look again at tricks 1 and 2.",
            id="nobody had a lower card",
        ),
        pytest.param(
            "off",
            "T pass; K bid red-5; L bid blue-5; K pass; L pass; K wins lead blue; K covers red-5",
            "not-eligible",
            "Kaylen can't cover red 5: however this trick was won, they do not match.",
            id="the only card that would match is a bid",
        ),
        pytest.param(
            "on",
            "T bid red-1; K bid gray-2; L bid gray-3; T bid yellow-3; K bid gray-4; L bid gray-5; T double-cross;"
            "K pass; L pass; L wins red-9; T wins blue-5 lead yellow",
            "revoke",
            "Revoke: if everybody followed suit, there is no card with which Teresa can have won trick 2. "
            "Look again at tricks 1 and 2.",
            id="a card taken back was not spent",
        ),
    ],
)
def test_what_cannot_be(crossing: str, lines: str, expected: str, sentence: str) -> None:
    """Smallest records of each kind: everything before the last line may have been."""
    names = {name[0]: name for name in (T, K)} | {"L": L}
    *before, last = [names[line[0]] + line[1:] for line in divided(lines)]
    fault = refusal(after(started(double_cross=crossing), before), last)
    assert fault.code == expected
    assert said(fault) == sentence


def test_the_leader_may_have_led_the_suit_that_is_open() -> None:
    """An open lead is found out from what is covered: only a red lead makes red 3 match."""
    planning = "Teresa bid red-3; Kaylen pass; Taylor pass; Teresa pass"
    state = after(started(), [planning, "Kaylen wins", "Teresa wins blue-9", "Teresa covers red-3"])
    assert code(state, "Teresa wins red-9") == "revoke"
    state = after(started(), [planning, "Kaylen wins", "Teresa wins blue-9", "Teresa loose"])
    assert accepts(state, "Teresa wins red-9")


def test_a_let_stand_revoke_is_not_found_again() -> None:
    """After it players may have failed to follow suit for the rest of the round; nothing else may be wrong."""
    state = after(started(), "Teresa pass; Kaylen pass; Taylor pass; Taylor wins red-1")
    assert code(state, "Kaylen wins red-2") == "revoke"
    state = after(state, "Kaylen wins red-2", waive_revoke=True)
    state = after(state, "Kaylen wins red-3; Taylor wins red-5; Teresa wins red-9")
    assert code(state, "Kaylen wins gray-1") == "does-not-add-up"


BY_CASES = (
    "Teresa bid red-5; Kaylen pass; Taylor bid blue-3; Teresa bid yellow-5; Taylor bid yellow-2; Teresa bid red-3;"
    "Taylor bid blue-7; Teresa bid blue-10; Taylor bid gray-1; Teresa bid gray-5; Taylor bid blue-12; Teresa pass;"
    "Taylor pass; Teresa wins gray-8; Taylor wins red-7; Taylor wins blue-4; Taylor covers blue-12;"
    "Teresa wins yellow-8; Teresa wins gray-12; Teresa wins red-12; Teresa covers red-5; Teresa wins yellow-12;"
    "Teresa wins blue-6; Taylor wins blue-2; Taylor covers yellow-2"
)
"""Taylor can't win the next trick with gray 6, as it takes cases to see."""


@pytest.mark.parametrize("steps", [1, 20, 40])
def test_what_would_take_too_many_steps_is_let_pass(steps: int) -> None:
    """Nobody is accused of what was not found out."""
    state = after(started(), BY_CASES)
    assert code(state, "Taylor wins gray-6") == "revoke"
    round_ = playing(state)
    clues = (*round_.clues, Clue(round_.leader, winner=2, card=Card("gray", 6), lead="gray"))
    plays = PossiblePlays(deal_constraints(state, round_), clues, must_follow=True)
    plays.budget = StepBudget(steps)
    assert search_example(plays, (), StepBudget(MAX_CASES)) is None


MAX_OVER = 50
"""Steps of one sweep of all tricks, which is always ended."""


def test_no_declaration_takes_many_more_steps_than_it_may() -> None:
    """Whatever a table declares, the search ends."""
    spent = []
    for seed in range(30):
        chosen = (("detail", "tricks"), ("getaway-cards", "on" if seed % 2 else "off"), ("double-cross", "on"))
        players = 3 + seed % 3
        state = started(players, **dict(chosen))
        for declared in dealer.play(Random(seed), players, chosen):
            state = GAME.apply(state, declared)
            if state.round is not None and state.round.clues:
                plays = PossiblePlays(deal_constraints(state, state.round), state.round.clues, must_follow=True)
                search_example(plays, (), StepBudget(MAX_CASES))
                spent.append(SEARCH_STEPS - plays.budget.steps_left)
    assert max(spent) > SEARCH_STEPS, "none was ended"
    assert max(spent) <= SEARCH_STEPS + MAX_OVER


def table(random: Random, detail: str) -> list[Judged]:
    """A game of a table that cheats or makes mistakes, round by round."""
    chosen = (
        ("detail", detail),
        ("double-cross", random.choice(["off", "on"])),
        ("getaway-cards", random.choice(["off", "off", "on"])),
    )
    cheating, mistakes = random.choice([(0.3, 0), (0.05, 0), (0.05, 0.05), (0, 0.15)])
    players = random.choice([2, 3, 3, 4, 4, 5])
    return [judge(round_) for round_ in rounds(random, players, chosen, cheating, mistakes)]


UNDECIDED = (15,)
"""Games of which the solver can't tell within its time whether a round is possible (detail `tricks`)."""


@pytest.mark.parametrize(("detail", "games"), [("cards", 25), ("tricks", 17 if THOROUGH else 11)])
def test_against_the_solver(detail: str, games: int) -> None:
    """The game refuses at the very line at which the solver finds no deal left, with that code, and nowhere else."""
    refused = 0
    for seed in set(range(games)) - {*(UNDECIDED if detail == "tricks" else ())}:
        for judged in table(Random(seed), detail):
            assert judged.agreed, judged
            refused += judged.game_code is not None
    assert refused >= 5


TINY = DealSizes(player_count=3, highest_number=3, hand_size=3, max_bids=1)
BIDS = (Card("red", 2), Card("blue", 1), Card("gray", 3))
PLANNING = [*(f"{name} bid {bid}" for name, bid in zip((T, K, L), BIDS, strict=True)), f"{T} pass; {K} pass; {L} pass"]
LEADER = 2
CODES = {Wins: "does-not-add-up", Covers: "not-eligible", CoversNothing: "must-cover"}

Plays = tuple[Card, ...]
Tricks = tuple[Plays, Plays]


def every_round(*, follow: bool) -> Iterator[Tricks]:
    """All that two tricks of three players can be, from a deck of three numbers a suit, one card bid each."""
    deck = [Card(suit, number) for suit in SUITS for number in range(1, TINY.highest_number + 1)]
    for played in permutations([card for card in deck if card not in BIDS], 6):
        tricks = played[:3], played[3:]
        lead = tricks[0][LEADER].suit
        if not follow or all(one.suit == lead or two.suit != lead for one, two in zip(*tricks, strict=True)):
            yield tricks


def winner_of(plays: Plays, lead: str) -> int:
    ranks = [(card.suit == "blue", card.suit == lead, card.number) for card in plays]
    return ranks.index(max(rank for rank in ranks if rank[0] or rank[1]))


def went(tricks: Tricks, number: int, leader: int, declared: Declaration) -> bool:
    """Whether a trick went as a declaration says."""
    plays, lead = tricks[number], tricks[number][leader].suit
    if isinstance(declared, Wins):
        best = plays[declared.seat]
        said_ = (declared.card or best, declared.lead or lead)
        return winner_of(plays, lead) == declared.seat and said_ == (best, lead)
    seat = winner_of(plays, lead)
    matches = BIDS[seat].number == plays[seat].number or BIDS[seat].suit in (plays[seat].suit, lead)
    return matches == isinstance(declared, Covers)


def shows(tricks: Tricks, number: int, leader: int, declared: Declaration) -> bool:
    """Whether the winner plays the card, and the leader the suit, that a declaration shows."""
    if not isinstance(declared, Wins):
        return True
    plays = tricks[number]
    lead = None if declared.seat == leader else declared.lead
    return declared.card in (None, plays[declared.seat]) and lead in (None, plays[leader].suit)


def told(random: Random, plays: Plays, leader: int) -> Wins:
    """A trick as a table says it, sometimes wrongly."""
    lead = plays[leader].suit
    seat = winner_of(plays, lead)
    card = random.choice([plays[seat], plays[seat], None, random.choice(plays)])
    return Wins(random.choice([seat] * 5 + [0]), card, random.choice([None, None, lead, random.choice(SUITS)]))


def cover(random: Random, state: State) -> Declaration | None:
    """What is said of the cover, where it is asked, rightly or not."""
    pending = playing(state).pending_trick
    if pending is None:
        return None
    return Covers(pending.winner, BIDS[pending.winner]) if random.random() < 0.5 else CoversNothing(pending.winner)


def code_of(declared: Declaration, unfollowed: list[Tricks], shown: dict[bool, bool]) -> str:
    """How a line is refused that no deal makes true where everybody follows suit; some may where not."""
    return "revoke" if unfollowed or (shown[False] and not shown[True]) else CODES[type(declared)]


def applied(state: State, declared: Declaration) -> tuple[State, str | None]:
    """The state after a declaration and None; or the one before it, and the code of its refusal."""
    try:
        return GAME.apply(state, declared), None
    except Refused as refused:
        return state, refused.refusal.code.value


@pytest.fixture(scope="module")
def everything() -> dict[bool, list[Tricks]]:
    return {follow: list(every_round(follow=follow)) for follow in (True, False)}


@pytest.mark.parametrize("seed", range(30 if THOROUGH else 12))
def test_against_every_deal(seed: int, everything: dict[bool, list[Tricks]]) -> None:
    """On a deck of three numbers a suit the game, the solver and trying every deal say the same of each line."""
    random = Random(seed)
    state = started(3)._replace(deal_sizes=TINY)
    umpire = Umpire(Rules(3, TINY.highest_number, TINY.hand_size))
    for line in divided(PLANNING):
        umpire.hear(read(state, line))
        state = after(state, line)
    left = dict(everything)
    truth = random.choice(left[True])
    for number in range(2):
        leader = playing(state).leader
        declared: Declaration | None = told(random, truth[number], leader)
        while declared is not None:
            shown = {follow: any(shows(one, number, leader, declared) for one in left[follow]) for follow in left}
            left = {
                follow: [one for one in rounds_ if went(one, number, leader, declared)]
                for follow, rounds_ in left.items()
            }
            expected = None if left[True] else code_of(declared, left[False], shown)
            umpire.hear(declared)
            assert umpire.verdict() == expected
            state, found = applied(state, declared)
            if found is not None or expected is not None:
                assert found in (expected, "card-already-seen"), written(state, declared)
                return
            if state.results:
                return
            declared = cover(random, state)
