"""Checks whether plays and twists are legal, and finds the code of the refusal if not."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add, sub

from device.games.loop.cards import CARDS_IN_PLAY, CARDS_SET_ASIDE, EIGHT, HAND_SIZE
from device.games.loop.combinations import Combination, combinations_of, every_combination
from device.games.loop.refusal_codes import Code
from device.games.loop.state import Hand, State


def fault_against_table(state: State, played: Combination) -> Code | None:
    """Return the code if a combination can't answer what is in play (rulebook, Beating a combination), else None."""
    in_play = state.in_play
    if in_play is None:
        return None
    if played.kind is not in_play.kind:
        return Code.WRONG_TYPE
    if played.size != in_play.size:
        return Code.WRONG_SIZE
    beats = played.lowest < in_play.lowest if state.lower_wins else played.highest > in_play.highest
    return None if beats else Code.DOES_NOT_BEAT


def known_copies_after(state: State, before: Hand, after: Hand) -> bytes:
    """Return the known copies of each number after a hand has shown more cards."""
    if before.known_counts == after.known_counts:
        return state.copies
    return bytes(map(add, map(sub, state.copies, before.known_counts), after.known_counts))


def fault_against_deal(state: State, after: Hand, copies: bytes) -> Code | None:
    """Return the code if a hand can't have been dealt, given the known copies of each number; else None.

    A deal is possible if, and only if, no number is known more often than there are players, and no hand is known to
    have more than 13 cards: the unknown cards can then be dealt in any way.
    """
    if max(copies) > state.players:
        return Code.TOO_MANY_COPIES
    return Code.HAND_MISMATCH if sum(after.known_counts) > HAND_SIZE else None


def fault_of_play(state: State, played: Combination) -> Code | None:
    """Return the earliest code that forbids this combination to the player in turn; None if it is legal."""
    fault = fault_against_table(state, played)
    if fault is not None:
        return fault
    hand = state.hand_of(state.turn)
    after = hand.after_showing(played.numbers)
    return fault_against_hand(state, after, known_copies_after(state, hand, after))


def fault_against_hand(state: State, after: Hand, copies: bytes) -> Code | None:
    """Return the code if the hand can't have the cards: too few are left, or no deal is possible; else None."""
    return Code.TOO_MANY_CARDS if after.cards_played > CARDS_IN_PLAY else fault_against_deal(state, after, copies)


def may_twist(state: State) -> bool:
    """Whether the player in turn may reveal an 8: one a turn, and no more than were set aside."""
    return not state.has_twisted and state.hand_of(state.turn).cards_revealed < CARDS_SET_ASIDE


def fault_of_twist(state: State) -> Code | None:
    """Return the code that forbids the player in turn a twist; the play that must follow is not checked."""
    hand = state.hand_of(state.turn)
    after = hand.after_showing((EIGHT,))
    fault = fault_against_deal(state, after, known_copies_after(state, hand, after))
    if fault is not None:
        return fault
    return None if may_twist(state) else Code.TWIST_UNAVAILABLE


def possible_plays(state: State) -> Iterator[Combination]:
    """Yield the combinations that the player in turn could play, as far as the table can know."""
    in_play = state.in_play
    candidates = every_combination() if in_play is None else combinations_of(in_play.kind, in_play.size)
    return (candidate for candidate in candidates if fault_of_play(state, candidate) is None)


def contradicting_rounds(state: State, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Find earlier rounds (from 0) that prove that these cards can't be in the hand of the player in turn.

    One round if one is enough, else all that add cards until there are too many. Also returns the cards the hand would
    have.
    """
    board = state.board_of(state.turn)
    shown_now = state.hands[board].after_showing(numbers).used_counts
    shown_by_round = tuple(finished.used_counts[board] for finished in state.finished_rounds)
    for round_, used in enumerate(shown_by_round):
        card_count = sum(map(max, shown_now, used))
        if card_count > HAND_SIZE:
            return (round_,), card_count
    most_shown = shown_now
    rounds: list[int] = []
    for round_, used in enumerate(shown_by_round):
        shown = bytes(map(max, most_shown, used))
        if shown != most_shown:
            rounds.append(round_)
            most_shown = shown
        if sum(most_shown) > HAND_SIZE:
            break
    return tuple(rounds), sum(most_shown)
