"""Checks whether any deal of the cards, with any undeclared plays, agrees with all declarations (detail `tricks`).

An example of such a deal is kept and updated. If it can't be updated, `pruning` excludes the plays that are impossible,
in several cases of a trick if necessary. If nothing is left, the declaration is refused. The code is `revoke` if
some deal would be left without the rule that players follow suit. If the budget for this is used up first, the
declaration is accepted, and there is no example (None).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NoReturn

from device.contract.refusal import refuse
from device.contract.setup import Seat
from device.games.no_loose_ends.bits import GETAWAY_BITS, cards_to_bits, deck_bits
from device.games.no_loose_ends.cards import GETAWAY_COUNT, Card, DealSizes, face
from device.games.no_loose_ends.clues import Clue, DealConstraints
from device.games.no_loose_ends.contradiction import find_contradiction, prove_impossible, refusal_sentence
from device.games.no_loose_ends.example import (
    Example,
    NoExample,
    build_example,
    extend_example,
    first_example,
    recheck_example,
)
from device.games.no_loose_ends.possible_plays import Impossible, PossiblePlays
from device.games.no_loose_ends.pruning import prune
from device.games.no_loose_ends.refusal_codes import NoLooseEndsRefusal
from device.games.no_loose_ends.state import Round, State
from device.games.no_loose_ends.step_budget import StepBudget

MAX_CASES = 2
"""How many cases are examined before a declaration is accepted. Dealt games need one or two, and seldom any."""


def add_clue(state: State, round_: Round, clue: Clue, code: NoLooseEndsRefusal, *, waive_revoke: bool = False) -> Round:
    """Return the round after a new trick was declared. Raises Refused (`revoke` or `code`) if no deal fits.

    With `waive_revoke`, such a trick is accepted, as one with a revoke.
    """
    example_before = round_.example if round_.clues else first_example(deal_constraints(state, round_))
    return _check_clues(state, round_, (*round_.clues, clue), example_before, code, waive_revoke=waive_revoke)


def replace_last_clue(
    state: State, round_: Round, clue: Clue, code: NoLooseEndsRefusal, *, waive_revoke: bool = False
) -> Round:
    """Return the round after more was declared of its last trick. See `add_clue`."""
    clues = (*round_.clues[:-1], clue)
    # Usually even the example made before this declaration agrees with it.
    if round_.example is not None and not round_.is_revoke_accepted:
        example = recheck_example(round_.example, state.deal_sizes.player_count, clues)
        if example is not None:
            return round_._replace(clues=clues, example=example)
    return _check_clues(state, round_, clues, round_.example_before, code, waive_revoke=waive_revoke)


def check_proven_revoke(state: State, clue: Clue) -> None:
    """Refuse (`revoke`) a trick whose declared card alone proves a revoke, whatever else is wrong."""
    round_ = state.current_round
    clues = (*round_.clues, clue.without_winner())
    if not round_.is_revoke_accepted and _proves_revoke(deal_constraints(state, round_), clues):
        state = state._replace(round=round_._replace(clues=clues))
        _refuse_clue(state, deal_constraints(state, round_), NoLooseEndsRefusal.REVOKE)


def _check_clues(
    state: State,
    round_: Round,
    clues: tuple[Clue, ...],
    example_before: Example | None,
    code: NoLooseEndsRefusal,
    *,
    waive_revoke: bool,
) -> Round:
    constraints, must_follow = deal_constraints(state, round_), not round_.is_revoke_accepted
    try:
        example = _find_example(constraints, clues, example_before, must_follow=must_follow)
    except Impossible:
        after = round_._replace(clues=clues)
        if waive_revoke:
            return _accept_revoke(after, constraints)
        is_revoke = must_follow and _is_revoke(constraints, clues)
        _refuse_clue(state._replace(round=after), constraints, NoLooseEndsRefusal.REVOKE if is_revoke else code)
    return round_._replace(clues=clues, example_before=example_before, example=example)


def _find_example(
    constraints: DealConstraints, clues: tuple[Clue, ...], example_before: Example | None, *, must_follow: bool
) -> Example | None:
    """Find an example in the quickest way that works; None if none is looked for or found. Raises Impossible."""
    if example_before is None or not must_follow:
        return search_example(PossiblePlays(constraints, clues, must_follow=must_follow), (), StepBudget(MAX_CASES))
    example = extend_example(example_before, constraints, clues)
    if example is not None:
        return example
    possible = PossiblePlays(constraints, clues, must_follow=True)
    return search_example(possible, example_before.cards_at, StepBudget(MAX_CASES))


def _accept_revoke(round_: Round, constraints: DealConstraints) -> Round:
    """Return the round after an accepted revoke: suits are no longer enforced, and the last clue is weakened until it
    fits."""
    *earlier_clues, last_clue = round_.clues
    for clue in (last_clue, last_clue.without_winner(), last_clue.without_knowledge()):
        clues = (*earlier_clues, clue)
        if prove_impossible(constraints, clues, must_follow=False) is None:
            break
    return round_._replace(clues=clues, example=None, is_revoke_accepted=True)


def search_example(possible: PossiblePlays, start_cards_at: Sequence[int], case_budget: StepBudget) -> Example | None:
    """Search for an example, beginning with the cards where `start_cards_at` has them. Returns None if suits need not
    be followed, or if a budget is used up.

    All cases share `case_budget`, of which each is a step. Raises Impossible if there is no example.
    """
    prune(possible)
    cards_at = possible.distribute(start_cards_at)
    if not possible.must_follow:
        return None
    try:
        return build_example(possible, cards_at)
    except NoExample as failure:
        trick = failure.trick
    return _search_cases(possible, trick, cards_at, case_budget)


def _search_cases(possible: PossiblePlays, trick: int, cards_at: list[int], case_budget: StepBudget) -> Example | None:
    """Search in each case of a trick in turn. See `search_example` for the result."""
    has_case = False
    for case in possible.split_into_cases(trick):
        if case_budget.is_used_up or possible.budget.is_used_up:
            return None
        case_budget.steps_left -= 1
        has_case = True
        try:
            return search_example(case, cards_at, case_budget)
        except Impossible:
            continue
    if not has_case:
        return None  # the trick is known card by card: that no example was found with it proves nothing
    raise Impossible


def deal_constraints(state: State, round_: Round) -> DealConstraints:
    """Return the constraints before the first trick: the cards not bid, each hand's size, and the cards left over.

    Cards that were taken back become known as they are declared: then the constraints change from trick to trick.
    """
    return _make_constraints(
        state.deal_sizes, state.settings.has_getaway_cards, round_.bids, round_.double_crosser, round_.taken_back
    )


@lru_cache(maxsize=4)
def _make_constraints(
    deal: DealSizes,
    has_getaways: bool,
    bids: tuple[tuple[Card, ...], ...],
    double_crosser: Seat | None,
    taken_back: frozenset[Card],
) -> DealConstraints:
    unbid = deck_bits(deal.highest_number) & ~cards_to_bits(card for seat_bids in bids for card in seat_bids)
    hand_sizes = tuple(deal.hand_size - len(seat_bids) for seat_bids in bids)
    unseen = unbid | GETAWAY_BITS if has_getaways else unbid
    undealt = deal.undealt_count + (GETAWAY_COUNT if has_getaways else 0)
    return DealConstraints(deal.player_count, hand_sizes, unseen, undealt, double_crosser, cards_to_bits(taken_back))


def _is_revoke(constraints: DealConstraints, clues: tuple[Clue, ...]) -> bool:
    """Whether any deal fits if suits need not be followed, or the declared card alone proves a revoke."""
    if prove_impossible(constraints, clues, must_follow=False) is None:
        return True
    *earlier_clues, last_clue = clues
    if last_clue.covered is not None or last_clue.not_eligible:
        return False  # the bid to cover is declared after the card, which was accepted
    return _proves_revoke(constraints, (*earlier_clues, last_clue.without_winner()))


def _proves_revoke(constraints: DealConstraints, clues: tuple[Clue, ...]) -> bool:
    """Whether any deal fits only if a player did not follow suit."""
    try:
        search_example(PossiblePlays(constraints, clues, must_follow=True), (), StepBudget(MAX_CASES))
    except Impossible:
        return prove_impossible(constraints, clues, must_follow=False) is None
    return False


def _refuse_clue(state: State, constraints: DealConstraints, code: NoLooseEndsRefusal) -> NoReturn:
    clues = state.current_round.clues
    contradiction = find_contradiction(constraints, clues, must_follow=code is NoLooseEndsRefusal.REVOKE)
    last_clue = clues[-1]
    shown_card = last_clue.covered or last_clue.card
    cards = (face(shown_card),) if shown_card is not None and not last_clue.not_eligible else ()
    refuse(code, refusal_sentence(state.table.players, clues, code, contradiction), last_clue.winner, *cards)
