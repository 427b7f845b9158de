"""No Loose Ends: the tables and worked examples of the English and the French rulebook."""

from __future__ import annotations

import pytest

from device.contract.refusal import Refused
from device.games.no_loose_ends.cards import DEAL_SIZES, GETAWAY_COUNT, deck
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.scoring import causes_of_results, round_points
from device.games.no_loose_ends.state import PlayerResult, State
from device.games.no_loose_ends.suits import SUITS
from tests.games.no_loose_ends.lines import NAMES, after, code, playing, read, started, uncovered

PLANNING = """
    Teresa bid gray-2
    Kaylen bid red-3
    Taylor pass
    Teresa bid yellow-10
    Kaylen bid red-5
    Teresa bid blue-5
    Kaylen pass
    Teresa bid yellow-2
    Teresa pass
"""
"""English: Planning Example. French: Exemple de planification."""

QUICK_SETUP = {2: (12, 15, 6), 3: (12, 16, 5), 4: (15, 15, 4), 5: (15, 12, 3)}
"""English: Quick Setup, and the tables of Setup and Planning. French: Récapitulatif de manche, Mise en place."""


@pytest.mark.parametrize(("players", "figures"), QUICK_SETUP.items())
def test_quick_setup(players: int, figures: tuple[int, int, int]) -> None:
    """English: Setup, Pass, Quick Setup. French: Mise en place, Passer, Récapitulatif de manche: the same figures."""
    deal = DEAL_SIZES[players]
    assert (deal.highest_number, deal.hand_size, deal.max_bids) == figures


def test_numbers_of_players() -> None:
    """English: Setup. French: Mise en place."""
    assert list(GAME.players) == sorted(QUICK_SETUP) == sorted(DEAL_SIZES)


def test_components() -> None:
    """English: Components, 64 cards, 1-15 in 4 suits and 4 getaway cards. French: Components."""
    assert len(deck(15)) + GETAWAY_COUNT == 64
    assert SUITS == ("blue", "red", "yellow", "gray")


@pytest.mark.parametrize("players", QUICK_SETUP)
def test_five_points_at_the_start(players: int) -> None:
    """English: Setup, step 1. French: Mise en place, 1."""
    assert GAME.scores(started(players)).totals == (5,) * players


@pytest.mark.parametrize(("players", "figures"), QUICK_SETUP.items())
def test_numbers_in_the_deck(players: int, figures: tuple[int, int, int]) -> None:
    """English: Setup, step 3: no 13, 14 and 15 with two or three players."""
    for suit in SUITS:
        after(started(players), f"Teresa bid {suit}-{figures[0]}")
        assert code(started(players), f"Teresa bid {suit}-{figures[0] + 1}") == "no-such-card"


@pytest.mark.parametrize(("players", "figures"), QUICK_SETUP.items())
def test_most_bids(players: int, figures: tuple[int, int, int]) -> None:
    """English: Increase Your Bid. French: Augmenter votre enchère. The turn comes once more, for a pass."""
    state = after(
        started(players), ["first Teresa", "Teresa bid gray-1", *(f"{name} pass" for name in NAMES[1:players])]
    )
    for number in range(2, figures[2] + 1):
        state = after(state, f"Teresa bid gray-{number}")
    assert code(state, "Teresa bid gray-12") == "bid-limit"
    assert playing(state).is_planning
    assert playing(after(state, "Teresa pass")).total_trick_count == figures[1] - figures[2]


def test_planning_example() -> None:
    """English: Planning Example, 12 tricks. French: Exemple de planification, 12 plis."""
    state = after(started(), PLANNING)
    assert playing(state).total_trick_count == 12
    assert [str(card) for card in playing(state).bids[0]] == ["gray-2", "yellow-10", "blue-5", "yellow-2"]
    assert [str(card) for card in playing(state).bids[1]] == ["red-3", "red-5"]
    assert playing(state).bids[2] == ()


def test_last_to_pass_leads() -> None:
    """English: Winning Tricks. French: Résolution."""
    state = after(started(detail="cards"), PLANNING)
    assert code(state, "Kaylen plays gray-3") == "out-of-turn"
    after(state, "Teresa plays gray-3")


def trick_example() -> State:
    """The trick-taking example: a first trick gives Taylor the lead."""
    first = "Teresa plays gray-3; Kaylen plays gray-4; Taylor plays gray-9"
    return after(started(detail="cards"), [*PLANNING.splitlines(), *first.split(";")])


def test_trick_taking_and_covering_examples() -> None:
    """English: Trick-Taking Example, Covering Tricks Example. French: Exemple de pli, Exemple de couvrir une preuve."""
    state = after(trick_example(), "Taylor plays red-12; Teresa plays red-4; Kaylen plays blue-10")
    for line in ("Kaylen covers red-3", "Kaylen covers red-5"):
        GAME.apply(state, read(state, line))
    assert code(state, "Kaylen covers blue-5") == "not-eligible"  # Teresa's bid
    assert code(state, "Kaylen loose") == "must-cover"
    state = after(state, "Kaylen covers red-5")
    assert uncovered(state, "Kaylen") == ["red-3"]
    assert playing(state).leader == NAMES.index("Kaylen")


def test_trick_taking_and_covering_examples_by_trick() -> None:
    """The same examples, declared trick by trick."""
    state = after(started(), [*PLANNING.splitlines(), "Taylor wins", "Kaylen wins blue-10 lead red"])
    assert code(state, "Kaylen loose") == "must-cover"
    assert uncovered(after(state, "Kaylen covers red-5"), "Kaylen") == ["red-3"]


def test_following_suit_in_the_example() -> None:
    """English: Trick-Taking Example: Kaylen has no red cards, so a red one later proves a revoke."""
    state = after(trick_example(), "Taylor plays red-12; Teresa plays red-4; Kaylen plays blue-10; Kaylen covers red-5")
    assert code(state, "Kaylen plays red-1") == "revoke"


SCORING = (PlayerResult(4, 2, 0), PlayerResult(3, 3, 1), PlayerResult(2, 2, 0))
SNITCHING = (PlayerResult(0, 0, 0), PlayerResult(3, 3, 1), PlayerResult(2, 2, 0))


def test_scoring_example() -> None:
    """English: Scoring Example, 2, 5 and 9 points. French: Exemple de score."""
    assert round_points(SCORING, is_simplified=False) == (2, 5, 9)
    assert [[cause.points for cause in own] for own in causes_of_results(SCORING, is_simplified=False)] == [
        [4, -2],
        [6, -1],
        [4, 5],
    ]


def test_snitching_example() -> None:
    """English: Snitching Example, 10, 4 and 4 points. French: Exemple de dénonciation."""
    assert round_points(SNITCHING, is_simplified=False) == (10, 4, 4)
    assert [[cause.points for cause in own] for own in causes_of_results(SNITCHING, is_simplified=False)] == [
        [10],
        [6, -2],
        [4],
    ]


def test_scoring_and_snitching_examples_in_a_game() -> None:
    """The examples as two rounds of a game. Their tricks need a fourth player, who takes what nobody else took."""
    state = after(
        started(4, detail="totals"),
        """
        Teresa planned 3 covered 3 extra 1
        Kaylen planned 4 covered 2 extra 0
        Taylor planned 2 covered 2 extra 0
        Ann planned 0 covered 0 extra 3
        Teresa planned 3 covered 3 extra 1
        Kaylen planned 0 covered 0 extra 0
        Taylor planned 2 covered 2 extra 0
        Ann planned 3 covered 3 extra 3
        """,
    )
    scores = GAME.scores(state)
    assert [round_.points for round_ in scores.rounds] == [(5, 2, 9, -3), (4, 10, 4, 0)]
    assert scores.totals == (14, 17, 18, 2)


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (PlayerResult(1, 1, 0), 2 + 5),
        (PlayerResult(6, 6, 0), 12 + 5),
        (PlayerResult(3, 2, 0), 4 - 1),
        (PlayerResult(3, 3, 2), 6 - 2),
        (PlayerResult(0, 0, 4), -4),
        (PlayerResult(5, 0, 3), -8),
    ],
)
def test_normal_scoring(plan: PlayerResult, expected: int) -> None:
    """English: Round Scoring, Normal Scoring. French: Scoring, Normal."""
    assert round_points((plan, PlayerResult(1, 0, 1)), is_simplified=False)[0] == expected


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (PlayerResult(1, 1, 0), 2),
        (PlayerResult(3, 2, 0), 4 - 2),
        (PlayerResult(3, 3, 2), 6 - 4),
        (PlayerResult(0, 0, 4), -8),
        (PlayerResult(5, 0, 3), -16),
    ],
)
def test_successful_snitch_scoring(plan: PlayerResult, expected: int) -> None:
    """English: Round Scoring, Successful Snitch Scoring. French: Scoring, Avec dénonciation réussie."""
    assert round_points((plan, PlayerResult(0, 0, 0)), is_simplified=False) == (expected, 10)


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (PlayerResult(3, 3, 0), 4),
        (PlayerResult(0, 0, 0), 4),
        (PlayerResult(3, 2, 0), 2),
        (PlayerResult(3, 3, 1), 2),
        (PlayerResult(0, 0, 1), 2),
        (PlayerResult(3, 2, 1), -2),
        (PlayerResult(5, 1, 3), -7),
    ],
)
def test_simplified_scoring(plan: PlayerResult, expected: int) -> None:
    """English: Simplified Scoring. It replaces the whole scoring: a snitch beside it changes nothing (ruling)."""
    assert round_points((plan, PlayerResult(0, 0, 0)), is_simplified=True) == (expected, 4)
    assert [sum(cause.points for cause in own) for own in causes_of_results((plan,), is_simplified=True)] == [expected]


def test_a_failed_snitch() -> None:
    """English: Snitching, last paragraph: its tricks are loose ends, and everyone scores normally."""
    assert round_points((PlayerResult(0, 0, 2), PlayerResult(2, 2, 0)), is_simplified=False) == (-2, 9)


def test_several_snitches() -> None:
    """Ruling: each success scores 10, and a failed snitch beside one pays 2 a trick."""
    assert round_points((PlayerResult(0, 0, 0), PlayerResult(0, 0, 0), PlayerResult(0, 0, 3)), is_simplified=False) == (
        10,
        10,
        -6,
    )


def test_what_the_rulings_leave_open_is_told() -> None:
    """A note for each ruling: snitches, floor, start, double-cross, getaway tricks, simplified scoring, languages."""
    notes = [note.message for note in GAME.notes]
    for word in ("snitch", "below zero", "left", "double-cross", "getaway", "Simplified", "French"):
        assert any(word in note for note in notes), word


def test_unreadable_is_not_illegal() -> None:
    """Reading never judges a rule: a card that no deck has can be read."""
    state = started()
    try:
        read(state, "Teresa bid green-99")
    except Refused:
        pytest.fail("refused while reading")
    assert code(state, "Teresa bid green-99") == "no-such-card"
