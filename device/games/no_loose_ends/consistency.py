"""Checks whether any deal of the cards, with any undeclared plays, agrees with all declarations (detail `tricks`).

An example of such a deal is kept and updated. If it can't be updated, `pruning` excludes the plays that are impossible,
in several cases of a trick if necessary. If nothing is left, the declaration is refused. The code is `revoke` if
something would be left without the rule that players follow suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NoReturn

from device.contract.refusal import refuse
from device.contract.setup import Seat
from device.games.no_loose_ends.bits import GETAWAY_BITS, bits, deck_bits
from device.games.no_loose_ends.cards import GETAWAYS, Card, Deal, face
from device.games.no_loose_ends.clues import Clue, Dealt
from device.games.no_loose_ends.codes import Code
from device.games.no_loose_ends.contradiction import contradiction, impossible, sentence
from device.games.no_loose_ends.example import Example, NoExample, carved, deal, extend, rebuild, recheck
from device.games.no_loose_ends.possible_plays import Impossible, PossiblePlays
from device.games.no_loose_ends.pruning import prune
from device.games.no_loose_ends.state import Round, State

MAX_CASES = 2
"""How many cases are examined before a declaration is accepted. Dealt games need one or two, and seldom any."""


def with_clue(state: State, round_: Round, clue: Clue, code: Code, *, waive_revoke: bool = False) -> Round:
    """Return the round after a new trick was declared. Raises Refused (`revoke` or `code`) if no deal fits."""
    before = round_.example if round_.clues else deal(dealt_of(state, round_))
    return _possible(state, round_, (*round_.clues, clue), before, code, waive_revoke=waive_revoke)


def with_cover(state: State, round_: Round, clue: Clue, code: Code, *, waive_revoke: bool = False) -> Round:
    """Return the round after more was declared of its last trick. Raises Refused (`revoke` or `code`)."""
    clues = (*round_.clues[:-1], clue)
    # Usually even the example made before this declaration agrees with it.
    if round_.example is not None and not round_.unfollowed:
        example = recheck(round_.example, state.deal.players, clues)
        if example is not None:
            return round_._replace(clues=clues, example=example)
    return _possible(state, round_, clues, round_.before, code, waive_revoke=waive_revoke)


def refuse_shown(state: State, clue: Clue) -> None:
    """Refuse (`revoke`) a trick whose declared card alone proves a revoke, whatever else is wrong."""
    round_ = state.running
    clues = (*round_.clues, clue.shown())
    if not round_.unfollowed and _only_by_a_revoke(dealt_of(state, round_), clues):
        state = state._replace(round=round_._replace(clues=clues))
        _refuse(state, dealt_of(state, round_), Code.REVOKE)


def _possible(
    state: State, round_: Round, clues: tuple[Clue, ...], before: Example | None, code: Code, *, waive_revoke: bool
) -> Round:
    dealt, follow = dealt_of(state, round_), not round_.unfollowed
    try:
        example = _example(dealt, clues, before, follow=follow)
    except Impossible:
        told = round_._replace(clues=clues)
        if waive_revoke:
            return _let_stand(told, dealt)
        _refuse(state._replace(round=told), dealt, Code.REVOKE if follow and _is_revoke(dealt, clues) else code)
    # Cards that were taken back become known as they are declared: then `dealt` changes from trick to trick.
    kept = dealt if round_.crossed is None else None
    return round_._replace(clues=clues, before=before, example=example, dealt=kept)


def _example(dealt: Dealt, clues: tuple[Clue, ...], before: Example | None, *, follow: bool) -> Example | None:
    """Find an example in the quickest way that works; None if none is looked for or found. Raises Impossible."""
    if before is None or not follow:
        return search(PossiblePlays(dealt, clues, follow=follow), (), [MAX_CASES])
    example = extend(before, dealt, clues)
    if example is not None:
        return example
    return search(PossiblePlays(dealt, clues, follow=True), carved(before, dealt, clues[-1]), [MAX_CASES])


def _let_stand(round_: Round, dealt: Dealt) -> Round:
    """Return the round after an accepted revoke: suits are no longer enforced, and the last clue is weakened until it
    fits."""
    *before, last = round_.clues
    for clue in (last, last.shown(), last.forgotten()):
        clues = (*before, clue)
        if impossible(dealt, clues, follow=False) is None:
            break
    return round_._replace(clues=clues, example=None, unfollowed=True)


def search(plays: PossiblePlays, start: Sequence[int], left: list[int]) -> Example | None:
    """Search for an example. Returns None if suits need not be followed, or if `left` cases don't decide it.

    Raises Impossible if there is no example.
    """
    prune(plays)
    lying = plays.fit(start)
    if not plays.follow:
        return None
    try:
        return rebuild(plays, lying, plays.effort)
    except NoExample as stuck:
        number = stuck.number
    return _in_cases(plays, number, lying, left)


def _in_cases(plays: PossiblePlays, number: int, lying: list[int], left: list[int]) -> Example | None:
    """Search in each case of a trick in turn. See `search` for the result."""
    none = True
    if not left[0] or plays.effort.used_up:
        return None
    for case in plays.cases(number):
        if not left[0] or plays.effort.used_up:
            return None
        left[0] -= 1
        none = False
        try:
            return search(case, lying, left)
        except Impossible:
            continue
    if none:
        return None
    raise Impossible


def dealt_of(state: State, round_: Round) -> Dealt:
    """Return the constraints before the first trick: the cards not bid, each hand's size, and the cards left over."""
    if round_.dealt is not None:
        return round_.dealt
    return _dealt(state.deal, state.settings.getaway_cards, round_.bids, round_.crossed, round_.taken_back)


@lru_cache(maxsize=4)
def _dealt(
    deal_: Deal, getaways: bool, bids: tuple[tuple[Card, ...], ...], crossed: Seat | None, back: frozenset[Card]
) -> Dealt:
    hidden = deck_bits(deal_.top) & ~bits(card for own in bids for card in own)
    left = tuple(deal_.cards - len(own) for own in bids)
    if getaways:
        return Dealt(deal_.players, left, hidden | GETAWAY_BITS, deal_.rest + GETAWAYS, crossed, bits(back))
    return Dealt(deal_.players, left, hidden, deal_.rest, crossed, bits(back))


def _is_revoke(dealt: Dealt, clues: tuple[Clue, ...]) -> bool:
    """Whether something fits if suits need not be followed, or the declared card alone proves a revoke."""
    if impossible(dealt, clues, follow=False) is None:
        return True
    *before, last = clues
    covering = last.covered is not None or last.not_eligible
    return not covering and _only_by_a_revoke(dealt, (*before, last.shown()))


def _only_by_a_revoke(dealt: Dealt, clues: tuple[Clue, ...]) -> bool:
    """Whether something fits only if a player did not follow suit."""
    try:
        search(PossiblePlays(dealt, clues, follow=True), (), [MAX_CASES])
    except Impossible:
        return impossible(dealt, clues, follow=False) is None
    return False


def _refuse(state: State, dealt: Dealt, code: Code) -> NoReturn:
    clues = state.running.clues
    found = contradiction(dealt, clues, follow=code is Code.REVOKE)
    last = clues[-1]
    shown = last.covered or last.card
    cards = (face(shown),) if shown is not None and not last.not_eligible else ()
    refuse(code, sentence(state.table.players, clues, code, found), last.winner, *cards)
