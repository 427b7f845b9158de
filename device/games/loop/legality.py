"""Checks whether plays and twists are legal, and finds the code of the refusal if not."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add, sub

from device.games.loop.cards import EIGHT, HAND, IN_PLAY, SET_ASIDE
from device.games.loop.codes import Code
from device.games.loop.combinations import Combination, combinations, every_combination
from device.games.loop.state import Hand, State


def against_table(state: State, played: Combination) -> Code | None:
    """Return the code if a combination can't answer what is in play (rulebook, Beating a combination), else None."""
    in_play = state.in_play
    if in_play is None:
        return None
    if played.kind is not in_play.kind:
        return Code.WRONG_TYPE
    if played.size != in_play.size:
        return Code.WRONG_SIZE
    beats = played.low < in_play.low if state.lower else played.high > in_play.high
    return None if beats else Code.DOES_NOT_BEAT


def copies_with(state: State, before: Hand, after: Hand) -> bytes:
    """Return the known copies of each number after a hand has shown more cards."""
    if before.known == after.known:
        return state.copies
    return bytes(map(add, map(sub, state.copies, before.known), after.known))


def against_deal(state: State, after: Hand, copies: bytes) -> Code | None:
    """Return the code if a hand can't have been dealt, given the known copies of each number; else None.

    A deal is possible if, and only if, no number is known more often than there are players, and no hand is known to
    have more than 13 cards: the unknown cards can then be dealt in any way.
    """
    if max(copies) > state.players:
        return Code.TOO_MANY_COPIES
    return Code.HAND_MISMATCH if sum(after.known) > HAND else None


def against_play(state: State, played: Combination) -> Code | None:
    """Return the earliest code that forbids this combination to the player in turn; None if it is legal."""
    faulty = against_table(state, played)
    if faulty is not None:
        return faulty
    hand = state.hand_of(state.turn)
    after = hand.showing(played.numbers)
    return against_hand(state, after, copies_with(state, hand, after))


def against_hand(state: State, after: Hand, copies: bytes) -> Code | None:
    """Return the code if the hand can't have the cards: too few are left, or no deal is possible; else None."""
    return Code.TOO_MANY_CARDS if after.played > IN_PLAY else against_deal(state, after, copies)


def may_twist(state: State) -> bool:
    """Whether the player in turn may reveal an 8: one a turn, and no more than were set aside."""
    return not state.twisted and state.hand_of(state.turn).revealed < SET_ASIDE


def against_twist(state: State) -> Code | None:
    """Return the code that forbids the player in turn a twist; the play that must follow is not checked."""
    hand = state.hand_of(state.turn)
    after = hand.showing((EIGHT,))
    faulty = against_deal(state, after, copies_with(state, hand, after))
    if faulty is not None:
        return faulty
    return None if may_twist(state) else Code.TWIST_UNAVAILABLE


def plays(state: State) -> Iterator[Combination]:
    """Yield the combinations that the player in turn could play, as far as the table can know."""
    in_play = state.in_play
    candidates = every_combination() if in_play is None else combinations(in_play.kind, in_play.size)
    return (candidate for candidate in candidates if against_play(state, candidate) is None)


def contradiction(state: State, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Find earlier rounds (from 0) that prove that these cards can't be in the hand of the player in turn.

    One round if one is enough, else all that add cards until there are too many. Also returns the cards the hand would
    have.
    """
    board = state.board_of(state.turn)
    now = state.hands[board].showing(numbers).used
    seen = tuple(finished.used[board] for finished in state.done)
    for round_, used in enumerate(seen):
        together = sum(map(max, now, used))
        if together > HAND:
            return (round_,), together
    most = now
    rounds: list[int] = []
    for round_, used in enumerate(seen):
        more = bytes(map(max, most, used))
        if more != most:
            rounds.append(round_)
            most = more
        if sum(most) > HAND:
            break
    return tuple(rounds), sum(most)
