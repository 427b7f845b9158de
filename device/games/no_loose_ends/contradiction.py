"""Finds a smallest set of tricks that contradict each other, and words the refusal that names them."""

from __future__ import annotations

from device.contract.setup import Seat
from device.contract.unseen_cards import trick_numbers
from device.games.no_loose_ends.bits import suit_names
from device.games.no_loose_ends.cards import face
from device.games.no_loose_ends.clues import Clue, DealConstraints
from device.games.no_loose_ends.possible_plays import Impossible, PossiblePlays
from device.games.no_loose_ends.pruning import prune
from device.games.no_loose_ends.refusal_codes import NoLooseEndsRefusal
from device.games.no_loose_ends.step_budget import EXPLAINING_STEPS, SHORTENING_STEPS, StepBudget
from device.games.no_loose_ends.suits import SUIT_FACES
from display.words import Several, Text, text
from values.named_tuple import NamedTuple


class Contradiction(NamedTuple):
    """Tricks (numbered from 0) that can't all be as they were declared, and the impossible place that proves it.

    Without any one of them, the others could be so. If the search took too long, some tricks may be superfluous.
    """

    tricks: tuple[int, ...]
    proof: Impossible


def find_contradiction(
    constraints: DealConstraints, clues: tuple[Clue, ...], *, must_follow: bool
) -> Contradiction | None:
    """The contradiction that the last trick is part of; None if none can be found without trying cases."""
    proof = prove_impossible(constraints, clues, must_follow=must_follow)
    if proof is None:
        return None
    # Each pass of the loop adds one trick to `needed_tricks`: one without which the contradiction would vanish.
    # The likeliest tricks are tried first.
    other_tricks = [number for number in reversed(range(len(clues) - 1)) if number != proof.trick]
    if proof.trick not in (None, len(clues) - 1):
        other_tricks.insert(0, proof.trick)
    budget = StepBudget(SHORTENING_STEPS)
    needed_tricks = [len(clues) - 1]
    while other_tricks:
        shorter_proof = prove_impossible(
            constraints, _clear_other_clues(clues, needed_tricks), must_follow=must_follow, budget=budget
        )
        if shorter_proof is not None:
            return Contradiction(tuple(sorted(needed_tricks)), shorter_proof)
        contradicting, proof = _shortest_contradicting(
            constraints, clues, needed_tricks, other_tricks, proof, budget, must_follow=must_follow
        )
        if budget.is_used_up:
            return Contradiction(tuple(sorted(needed_tricks + contradicting)), proof)
        *other_tricks, last = contradicting
        needed_tricks.append(last)
    return Contradiction(tuple(sorted(needed_tricks)), proof)


def _shortest_contradicting(
    constraints: DealConstraints,
    clues: tuple[Clue, ...],
    needed_tricks: list[int],
    other_tricks: list[int],
    proof: Impossible,
    budget: StepBudget,
    *,
    must_follow: bool,
) -> tuple[list[int], Impossible]:
    """The shortest beginning of `other_tricks` that contradicts the tricks in `needed_tricks`, and the proof.

    The length is found by doubling, then by bisection.
    """
    too_few, enough = 0, len(other_tricks)  # `too_few` tricks are known not to contradict, `enough` are known to
    count = 1
    while enough - too_few > 1 and not budget.is_used_up:
        count = min(count, enough - 1)
        tried_clues = _clear_other_clues(clues, needed_tricks + other_tricks[:count])
        shorter_proof = prove_impossible(constraints, tried_clues, must_follow=must_follow, budget=budget)
        if shorter_proof is None:
            too_few, count = count, 2 * count
        else:
            enough, proof = count, shorter_proof
        if not too_few < count < enough:
            count = (too_few + enough) // 2
    return other_tricks[:enough], proof


def _clear_other_clues(clues: tuple[Clue, ...], kept_tricks: list[int]) -> tuple[Clue, ...]:
    """All clues, but emptied of what was declared for tricks that are not in `kept_tricks`."""
    return tuple(clue if number in kept_tricks else clue.without_knowledge() for number, clue in enumerate(clues))


def prove_impossible(
    constraints: DealConstraints, clues: tuple[Clue, ...], *, must_follow: bool = True, budget: StepBudget | None = None
) -> Impossible | None:
    """The proof that no deal fits all clues; None if there is none without trying cases."""
    possible = PossiblePlays(constraints, clues, must_follow=must_follow)
    possible.budget = budget or StepBudget(EXPLAINING_STEPS)
    try:
        prune(possible)
        possible.distribute()
    except Impossible as proof:
        return proof
    return None


def refusal_sentence(
    names: tuple[str, ...], clues: tuple[Clue, ...], code: NoLooseEndsRefusal, contradiction: Contradiction | None
) -> Text:
    """The sentence that says why the last trick's declaration is refused."""
    last_clue = clues[-1]
    player = names[last_clue.winner]
    tricks = () if contradiction is None else contradiction.tricks
    is_single_trick = tricks == (len(clues) - 1,)
    if code is NoLooseEndsRefusal.NOT_ELIGIBLE and is_single_trick:
        assert last_clue.covered is not None
        return text(
            "{player} can't cover {card}: however this trick was won, they do not match.",
            player=player,
            card=face(last_clue.covered),
        )
    if code is NoLooseEndsRefusal.MUST_COVER and is_single_trick:
        return text("{player} must cover a bid: however this trick was won, one of them matches.", player=player)
    sentence = _refusal_with_reason(player, last_clue, code, _reason_text(names, clues, contradiction))
    if len(tricks) < 2:
        return sentence
    return text(
        "{sentence} Look again at {tricks}.", sentence=sentence, tricks=trick_numbers(tuple(n + 1 for n in tricks))
    )


def _refusal_with_reason(player: str, last_clue: Clue, code: NoLooseEndsRefusal, reason: Text) -> Text:
    if code is NoLooseEndsRefusal.REVOKE:
        return text("Revoke: if everybody followed suit, {reason}.", reason=reason)
    if code is NoLooseEndsRefusal.NOT_ELIGIBLE:
        assert last_clue.covered is not None
        card = face(last_clue.covered)
        return text("{player} can't cover {card}: {reason}.", player=player, card=card, reason=reason)
    if code is NoLooseEndsRefusal.MUST_COVER:
        return text("{player} must cover a bid: if none matched this trick, {reason}.", player=player, reason=reason)
    return text("{player} can't have won like this: {reason}.", player=player, reason=reason)


def _reason_text(names: tuple[str, ...], clues: tuple[Clue, ...], contradiction: Contradiction | None) -> Text:
    if contradiction is not None and contradiction.proof.trick is not None and contradiction.proof.seat is not None:
        return _no_card_reason(names, clues, contradiction.proof.trick, contradiction.proof.seat)
    if contradiction is not None and contradiction.proof.cards and suit_names(contradiction.proof.cards):
        suits = Several(tuple(SUIT_FACES[suit] for suit in suit_names(contradiction.proof.cards)))
        return text("there is no place for all cards of {suits} that nobody has shown", suits=suits)
    return text("no cards fit what was declared in this round")


def _no_card_reason(names: tuple[str, ...], clues: tuple[Clue, ...], trick: int, seat: Seat) -> Text:
    player, number = names[seat], trick + 1
    if seat == clues[trick].winner:
        return text("there is no card with which {player} can have won trick {trick}", player=player, trick=number)
    return text("there is no card that {player} can have played in trick {trick}", player=player, trick=number)
