"""No Loose Ends: whole rounds by their figures (English rulebook: Planning, Winning Tricks, Covering Bids, Scoring)."""

from __future__ import annotations

import pytest

from device.contract.keycodes import PartialCode, keys_for, parse_keys
from device.contract.refusal import Refused
from device.games.no_loose_ends.declarations import RoundTotals
from device.games.no_loose_ends.game import GAME
from device.games.no_loose_ends.state import State
from display.words import ENGLISH
from tests.games.no_loose_ends.lines import after, code, refusal, said, started
from tests.games.presses import asked

TOTALS = started(detail="totals")
MOST = {2: (15, 6), 3: (16, 5), 4: (15, 4), 5: (12, 3)}
"""Cards each and most bids; Quick Setup."""


def test_any_order() -> None:
    """One line a player; whose comes first does not matter."""
    lines = [
        "Teresa planned 3 covered 2 extra 1",
        "Kaylen planned 0 covered 0 extra 0",
        "Taylor planned 1 covered 0 extra 10",
    ]
    for order in (lines, lines[::-1], lines[1:] + lines[:1]):
        assert GAME.scores(after(TOTALS, order)).rounds[0].points == (4 - 4, 10, -22)


@pytest.mark.parametrize(
    "line", ["Teresa bid red-3", "Teresa pass", "Teresa wins", "Teresa plays red-3", "Teresa loose"]
)
def test_other_levels_have_no_place(line: str) -> None:
    assert code(TOTALS, line) == "wrong-phase"
    assert code(after(TOTALS, "Teresa planned 3 covered 2 extra 1"), line) == "wrong-phase"


def test_a_second_line_of_a_player() -> None:
    state = after(TOTALS, "Teresa planned 3 covered 2 extra 1")
    assert code(state, "Teresa planned 3 covered 2 extra 1") == "out-of-turn"
    assert code(state, "Teresa planned 9 covered 12 extra 99") == "out-of-turn"


@pytest.mark.parametrize("players", MOST)
def test_most_bids(players: int) -> None:
    """Increase Your Bid."""
    cards, most = MOST[players]
    state = started(players, detail="totals")
    after(state, f"Teresa planned {most} covered 0 extra {cards - most}")
    assert code(state, f"Teresa planned {most + 1} covered 0 extra 0") == "bid-limit"
    assert code(state, f"Teresa planned {most + 1} covered {most + 2} extra 99") == "bid-limit"


@pytest.mark.parametrize("players", MOST)
def test_figures_wrong_in_themselves(players: int) -> None:
    """More covered than bid, or more tricks than cards in hand: a fault of the line itself."""
    cards, most = MOST[players]
    state = started(players, detail="totals")
    after(state, f"Teresa planned {most} covered {most} extra {cards - most - most}")
    for line in (
        f"Teresa planned {most - 1} covered {most} extra 0",
        f"Teresa planned {most} covered {most} extra {cards - most - most + 1}",
        f"Teresa planned 0 covered 0 extra {cards + 1}",
        "Teresa planned 0 covered 1 extra 0",
    ):
        fault = refusal(state, line)
        assert fault.code == "does-not-add-up"
        assert "Teresa" in said(fault)


def test_figures_that_do_not_add_up() -> None:
    """Every trick is won once; what does not add up is a fault of the last line, which may then be said otherwise."""
    state = after(TOTALS, "Teresa planned 3 covered 2 extra 1; Kaylen planned 5 covered 5 extra 0")
    for extra in (0, 2, 4):
        fault = refusal(state, f"Taylor planned 1 covered 0 extra {extra}")
        assert fault.code == "does-not-add-up"
        assert fault.seat == 2
        assert "11 tricks" in said(fault)
    after(state, "Taylor planned 1 covered 0 extra 3")


def test_too_many_tricks_before_the_last_line() -> None:
    """Only the last line is at fault, however hopeless the figures were before."""
    state = after(TOTALS, "Teresa planned 0 covered 0 extra 16; Kaylen planned 0 covered 0 extra 16")
    assert code(state, "Taylor planned 0 covered 0 extra 0") == "does-not-add-up"


def test_the_longest_bid_counts_the_tricks() -> None:
    """Trick-Taking: until someone is out of cards."""
    state = after(TOTALS, "Teresa planned 0 covered 0 extra 0; Kaylen planned 0 covered 0 extra 0")
    assert code(state, "Taylor planned 5 covered 5 extra 11") == "does-not-add-up"
    after(state, "Taylor planned 5 covered 5 extra 6")


def test_a_round_shows_in_the_totals_when_it_is_complete() -> None:
    state = after(TOTALS, "Teresa planned 3 covered 2 extra 1; Kaylen planned 5 covered 5 extra 0")
    assert GAME.scores(state).totals == (5, 5, 5)
    assert GAME.scores(after(state, "Taylor planned 1 covered 0 extra 3")).totals == (5 + 2, 5 + 15, 5 - 4)


@pytest.mark.parametrize("players", MOST)
def test_every_line_can_be_typed(players: int) -> None:
    """All figures that are not wrong in themselves have keys, while all are asked and when one is left."""
    cards, most = MOST[players]
    state = started(players, detail="totals")
    last = players - 1
    for bids in range(most + 1):
        for covered in range(bids + 1):
            for extra in range(cards - bids - covered + 1):
                declaration = RoundTotals(last, bids, covered, extra)
                typed = keys_for(asked(GAME, state).level, declaration)
                assert typed is not None
                means = parse_keys(asked(GAME, state).level, typed)
                assert getattr(means, "means", None) == declaration


def test_simplified_scoring_in_a_game() -> None:
    """Simplified Scoring: 4, 2, and −1 for each of two or more."""
    state = started(detail="totals", scoring="simplified")
    state = after(
        state,
        "Teresa planned 3 covered 3 extra 0; Kaylen planned 3 covered 2 extra 0; Taylor planned 0 covered 0 extra 8",
    )
    assert GAME.scores(state).rounds[0].points == (4, 2, -8)
    state = after(
        state,
        "Teresa planned 0 covered 0 extra 0; Kaylen planned 5 covered 5 extra 0; Taylor planned 5 covered 5 extra 1",
    )
    assert GAME.scores(state).rounds[1].points == (4, 4, 2)


def test_the_last_players_tricks_that_covered_nothing_are_offered() -> None:
    """They are what is left of the tricks, whose number whoever bid most decides: 16 cards each, 4 of them bid."""
    state = after(TOTALS, "Teresa planned 4 covered 3 extra 1; Kaylen planned 0 covered 0 extra 6")
    (seat,) = asked(GAME, state).asked
    level = asked(GAME, state).level

    def offered(keys: str) -> tuple[str, object] | None:
        half = parse_keys(level, keys)
        assert isinstance(half, PartialCode)
        offer = half.level.offer
        return None if offer is None else (ENGLISH.say(offer.label), offer.means)

    assert offered("AAAA") == ("Taylor: 1 extra trick", RoundTotals(seat, 1, 1, 1))
    assert offered("AADD") == ("Taylor: 2 extra tricks", RoundTotals(seat, 1, 0, 2))
    assert offered("BAAC") is None, "5 bid leave 11 tricks, of which 3 covered would be 13"
    assert offered("AA") is None
    assert GAME.scores(GAME.apply(state, RoundTotals(seat, 1, 1, 1))).rounds


def test_only_the_last_players_figure_that_fits_is_shown() -> None:
    """One to ten stood there, all of which are refused but for the one that holding C offers."""
    state = after(TOTALS, "Teresa planned 4 covered 3 extra 1; Kaylen planned 0 covered 0 extra 6")
    half = parse_keys(asked(GAME, state).level, "AAAA")
    assert isinstance(half, PartialCode)
    assert [choice.label for choice in half.level.choices if choice.shown] == ["1"]
    refused = [choice for choice in half.level.choices if choice.completes_code and not choice.shown]
    assert len(refused) > 10
    for choice in refused:
        with pytest.raises(Refused):
            GAME.apply(state, choice.meaning)


def test_nobody_but_the_last_is_offered_a_figure() -> None:
    state = after(TOTALS, "Teresa planned 4 covered 3 extra 1")
    half = parse_keys(asked(GAME, state).level, "BAAAA")
    assert isinstance(half, PartialCode)
    assert half.level.offer is None


def test_what_is_done_before_a_later_round_says_who_starts_and_how_many_tricks_there_are() -> None:
    """By totals no question says it: the figures come in any order. Before the first round, it is asked. The number of
    tricks stood in the rulings only."""
    round_ = [
        "Teresa planned 3 covered 2 extra 1",
        "Kaylen planned 0 covered 0 extra 0",
        "Taylor planned 1 covered 0 extra 10",
    ]
    dealing = "Shuffle, and deal 16 cards to each player."
    tricks = "Tricks: as many as the smallest hand left after bidding."

    def setup_instructions(state: State) -> list[str]:
        assert GAME.setup_instructions is not None
        return [ENGLISH.say(line) for line in GAME.setup_instructions(state)]

    assert setup_instructions(TOTALS)[-2:] == [dealing, tricks]
    assert setup_instructions(after(TOTALS, round_)) == [dealing, "Kaylen starts.", tricks]
    assert setup_instructions(after(TOTALS, [*round_, "first Taylor"])) == [dealing, "Taylor starts.", tricks]
