"""Checks whether any deal of the cards, with any undeclared plays, agrees with all declarations (detail `tricks`).

An example of such a deal is kept and updated. If it can't be updated, `pruning` excludes the plays that are impossible,
in several cases of a trick if necessary. If nothing is left, the declaration is refused. The code is `revoke` if
some deal would be left without the rule that players follow suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NoReturn

from device.contract.refusal import refuse
from device.contract.setup import Seat
from device.games.no_loose_ends.bits import GETAWAY_BITS, cards_to_bits, deck_bits
from device.games.no_loose_ends.cards import GETAWAYS, Card, Deal, face
from device.games.no_loose_ends.clues import Clue, KnownDeal
from device.games.no_loose_ends.codes import Code
from device.games.no_loose_ends.contradiction import find_contradiction, prove_impossible, refusal_sentence
from device.games.no_loose_ends.example import (
    Example,
    NoExample,
    build_example,
    cards_after_trick,
    extend_example,
    first_example,
    recheck_example,
)
from device.games.no_loose_ends.possible_plays import Impossible, PossiblePlays
from device.games.no_loose_ends.pruning import prune
from device.games.no_loose_ends.state import Round, State

MAX_CASES = 2
"""How many cases are examined before a declaration is accepted. Dealt games need one or two, and seldom any."""


def add_clue(state: State, round_: Round, clue: Clue, code: Code, *, waive_revoke: bool = False) -> Round:
    """Return the round after a new trick was declared. Raises Refused (`revoke` or `code`) if no deal fits."""
    before = round_.example if round_.clues else first_example(known_deal(state, round_))
    return _check_clues(state, round_, (*round_.clues, clue), before, code, waive_revoke=waive_revoke)


def replace_last_clue(state: State, round_: Round, clue: Clue, code: Code, *, waive_revoke: bool = False) -> Round:
    """Return the round after more was declared of its last trick. Raises Refused (`revoke` or `code`)."""
    clues = (*round_.clues[:-1], clue)
    # Usually even the example made before this declaration agrees with it.
    if round_.example is not None and not round_.revoke_accepted:
        example = recheck_example(round_.example, state.deal.players, clues)
        if example is not None:
            return round_._replace(clues=clues, example=example)
    return _check_clues(state, round_, clues, round_.example_before, code, waive_revoke=waive_revoke)


def check_proven_revoke(state: State, clue: Clue) -> None:
    """Refuse (`revoke`) a trick whose declared card alone proves a revoke, whatever else is wrong."""
    round_ = state.current_round
    clues = (*round_.clues, clue.without_winner())
    if not round_.revoke_accepted and _needs_revoke(known_deal(state, round_), clues):
        state = state._replace(round=round_._replace(clues=clues))
        _refuse_clue(state, known_deal(state, round_), Code.REVOKE)


def _check_clues(
    state: State, round_: Round, clues: tuple[Clue, ...], before: Example | None, code: Code, *, waive_revoke: bool
) -> Round:
    constraints, follow = known_deal(state, round_), not round_.revoke_accepted
    try:
        example = _find_example(constraints, clues, before, follow=follow)
    except Impossible:
        after = round_._replace(clues=clues)
        if waive_revoke:
            return _accept_revoke(after, constraints)
        _refuse_clue(
            state._replace(round=after), constraints, Code.REVOKE if follow and _is_revoke(constraints, clues) else code
        )
    # Cards that were taken back become known as they are declared: then `known_deal` changes from trick to trick.
    stored_constraints = constraints if round_.double_crosser is None else None
    return round_._replace(clues=clues, example_before=before, example=example, known_deal=stored_constraints)


def _find_example(
    constraints: KnownDeal, clues: tuple[Clue, ...], before: Example | None, *, follow: bool
) -> Example | None:
    """Find an example in the quickest way that works; None if none is looked for or found. Raises Impossible."""
    if before is None or not follow:
        return search_example(PossiblePlays(constraints, clues, follow=follow), (), [MAX_CASES])
    example = extend_example(before, constraints, clues)
    if example is not None:
        return example
    return search_example(
        PossiblePlays(constraints, clues, follow=True), cards_after_trick(before, constraints, clues[-1]), [MAX_CASES]
    )


def _accept_revoke(round_: Round, constraints: KnownDeal) -> Round:
    """Return the round after an accepted revoke: suits are no longer enforced, and the last clue is weakened until it
    fits."""
    *before, last = round_.clues
    for clue in (last, last.without_winner(), last.emptied()):
        clues = (*before, clue)
        if prove_impossible(constraints, clues, follow=False) is None:
            break
    return round_._replace(clues=clues, example=None, revoke_accepted=True)


def search_example(plays: PossiblePlays, start: Sequence[int], cases_left: list[int]) -> Example | None:
    """Search for an example. Returns None if suits need not be followed, or if `cases_left` cases don't decide it.

    `cases_left` is a list of one number, which all cases count down. Raises Impossible if there is no example.
    """
    prune(plays)
    cards_at = plays.distribute(start)
    if not plays.follow:
        return None
    try:
        return build_example(plays, cards_at, plays.effort)
    except NoExample as failure:
        trick = failure.number
    return _search_cases(plays, trick, cards_at, cases_left)


def _search_cases(plays: PossiblePlays, trick: int, cards_at: list[int], cases_left: list[int]) -> Example | None:
    """Search in each case of a trick in turn. See `search_example` for the result."""
    has_no_case = True
    if not cases_left[0] or plays.effort.is_used_up:
        return None
    for case in plays.split_into_cases(trick):
        if not cases_left[0] or plays.effort.is_used_up:
            return None
        cases_left[0] -= 1
        has_no_case = False
        try:
            return search_example(case, cards_at, cases_left)
        except Impossible:
            continue
    if has_no_case:
        return None
    raise Impossible


def known_deal(state: State, round_: Round) -> KnownDeal:
    """Return the constraints before the first trick: the cards not bid, each hand's size, and the cards left over."""
    if round_.known_deal is not None:
        return round_.known_deal
    return _deal_constraints(
        state.deal, state.settings.getaway_cards, round_.bids, round_.double_crosser, round_.taken_back
    )


@lru_cache(maxsize=4)
def _deal_constraints(
    deal: Deal,
    getaways: bool,
    bids: tuple[tuple[Card, ...], ...],
    double_crosser: Seat | None,
    taken_back: frozenset[Card],
) -> KnownDeal:
    unbid = deck_bits(deal.highest_number) & ~cards_to_bits(card for seat_bids in bids for card in seat_bids)
    hand_sizes = tuple(deal.hand_size - len(seat_bids) for seat_bids in bids)
    unseen, undealt = (unbid | GETAWAY_BITS, deal.undealt + GETAWAYS) if getaways else (unbid, deal.undealt)
    return KnownDeal(deal.players, hand_sizes, unseen, undealt, double_crosser, cards_to_bits(taken_back))


def _is_revoke(constraints: KnownDeal, clues: tuple[Clue, ...]) -> bool:
    """Whether any deal fits if suits need not be followed, or the declared card alone proves a revoke."""
    if prove_impossible(constraints, clues, follow=False) is None:
        return True
    *before, last = clues
    covering = last.covered is not None or last.not_eligible
    return not covering and _needs_revoke(constraints, (*before, last.without_winner()))


def _needs_revoke(constraints: KnownDeal, clues: tuple[Clue, ...]) -> bool:
    """Whether any deal fits only if a player did not follow suit."""
    try:
        search_example(PossiblePlays(constraints, clues, follow=True), (), [MAX_CASES])
    except Impossible:
        return prove_impossible(constraints, clues, follow=False) is None
    return False


def _refuse_clue(state: State, constraints: KnownDeal, code: Code) -> NoReturn:
    clues = state.current_round.clues
    contradiction = find_contradiction(constraints, clues, follow=code is Code.REVOKE)
    last = clues[-1]
    shown = last.covered or last.card
    cards = (face(shown),) if shown is not None and not last.not_eligible else ()
    refuse(code, refusal_sentence(state.table.players, clues, code, contradiction), last.winner, *cards)
