"""Checks whether plays and twists are legal, and finds the code of the refusal if not."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add, sub

from device.contract.tuples import with_entry
from device.games.loop.cards import EIGHT, HAND_SIZE, PLAYABLE_COUNT, SET_ASIDE_COUNT
from device.games.loop.combinations import Combination, all_combinations, combinations_of
from device.games.loop.refusal_codes import LoopRefusal
from device.games.loop.state import Hand, State


def fault_against_table(state: State, combination: Combination) -> LoopRefusal | None:
    """Return the code if a combination can't answer what is in play (rulebook, Beating a combination), else None."""
    in_play = state.in_play
    if in_play is None:
        return None
    if combination.kind is not in_play.kind:
        return LoopRefusal.WRONG_TYPE
    if combination.size != in_play.size:
        return LoopRefusal.WRONG_SIZE
    beats = combination.lowest < in_play.lowest if state.lower_cards_win else combination.highest > in_play.highest
    return None if beats else LoopRefusal.DOES_NOT_BEAT


def known_copies_after(state: State, hand_before: Hand, hand_after: Hand) -> bytes:
    """Return the known copies of each number after a hand has shown more cards."""
    if hand_before.known_counts == hand_after.known_counts:
        return state.known_copies
    return bytes(map(add, map(sub, state.known_copies, hand_before.known_counts), hand_after.known_counts))


def fault_against_deal(state: State, hand_after: Hand, known_copies: bytes) -> LoopRefusal | None:
    """Return the code if a hand can't have been dealt, given the known copies of each number; else None.

    A deal is possible if, and only if, no number is known more often than there are players, and no hand is known to
    have more than 13 cards: the unknown cards can then be dealt in any way.
    """
    if max(known_copies) > state.player_count:
        return LoopRefusal.TOO_MANY_COPIES
    return LoopRefusal.HAND_MISMATCH if sum(hand_after.known_counts) > HAND_SIZE else None


def fault_of_play(state: State, combination: Combination) -> LoopRefusal | None:
    """Return the earliest code that forbids this combination to the player in turn; None if it is legal."""
    fault = fault_against_table(state, combination)
    if fault is not None:
        return fault
    hand = state.hand_of(state.turn)
    hand_after = hand.after_showing(combination.numbers)
    return fault_against_hand(state, hand_after, known_copies_after(state, hand, hand_after))


def fault_against_hand(state: State, hand_after: Hand, known_copies: bytes) -> LoopRefusal | None:
    """Return the code if the hand can't have the cards: too few are left, or no deal is possible; else None."""
    is_too_much = hand_after.played_count > PLAYABLE_COUNT
    return LoopRefusal.TOO_MANY_CARDS if is_too_much else fault_against_deal(state, hand_after, known_copies)


def may_twist(state: State) -> bool:
    """Whether the player in turn may reveal an 8: one a turn, and no more than were set aside."""
    return not state.has_twisted and state.hand_of(state.turn).revealed_count < SET_ASIDE_COUNT


def fault_of_twist(state: State) -> LoopRefusal | None:
    """Return the earliest code that forbids the player in turn a twist; None if it is legal, and a play can follow."""
    after = after_reveal(state)
    fault = fault_against_deal(state, after.hand_of(state.turn), after.known_copies)
    if fault is not None:
        return fault
    if not may_twist(state):
        return LoopRefusal.TWIST_UNAVAILABLE
    return LoopRefusal.TWIST_NEEDS_PLAY if next(possible_plays(after), None) is None else None


def after_reveal(state: State) -> State:
    """Return the state after the player in turn reveals an 8, whether or not that is legal (rulebook, Playing an 8)."""
    hand_before = state.hand_of(state.turn)
    hand_after = hand_before.after_showing((EIGHT,), revealed=True)
    return state._replace(
        hands=with_entry(state.hands, state.board_of(state.turn), hand_after),
        known_copies=known_copies_after(state, hand_before, hand_after),
        has_begun=True,
        lower_cards_win=not state.lower_cards_win,
        has_twisted=True,
    )


def possible_plays(state: State) -> Iterator[Combination]:
    """Yield the combinations that the player in turn could play, as far as the table can know."""
    in_play = state.in_play
    candidates = all_combinations() if in_play is None else combinations_of(in_play.kind, in_play.size)
    return (candidate for candidate in candidates if fault_of_play(state, candidate) is None)


def copies_left(state: State) -> bytes:
    """Return how many cards of each number nobody has shown in this round. What earlier rounds have shown of the hands
    is left for the players to remember."""
    used_counts = zip(*(hand.used_counts for hand in state.hands), strict=True)
    return bytes(state.player_count - sum(counts) for counts in used_counts)


def overdrawn_number(state: State, numbers: tuple[int, ...]) -> int:
    """Return the number of which the hands would have more cards than the deck, if the player in turn had these."""
    hand = state.hand_of(state.turn)
    copies = known_copies_after(state, hand, hand.after_showing(numbers))
    return copies.index(max(copies))


def contradicting_rounds(state: State, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Find earlier rounds (from 0) that prove that these cards can't be in the hand of the player in turn.

    One round if one is enough, else all that add cards until there are too many. Also returns the cards the hand would
    have.
    """
    board = state.board_of(state.turn)
    counts_now = state.hands[board].after_showing(numbers).used_counts
    counts_by_round = tuple(finished.used_counts[board] for finished in state.finished_rounds)
    for round_, used_counts in enumerate(counts_by_round):
        card_count = sum(map(max, counts_now, used_counts))
        if card_count > HAND_SIZE:
            return (round_,), card_count
    max_counts = counts_now
    rounds: list[int] = []
    for round_, used_counts in enumerate(counts_by_round):
        counts_with_round = bytes(map(max, max_counts, used_counts))
        if counts_with_round != max_counts:
            rounds.append(round_)
            max_counts = counts_with_round
        if sum(max_counts) > HAND_SIZE:
            break
    return tuple(rounds), sum(max_counts)
