"""Which plays and twists are possible, and if not, by which rule."""

from __future__ import annotations

from collections.abc import Iterator
from operator import add, sub

from device.games.loop.cards import EIGHT, HAND, IN_PLAY, SET_ASIDE
from device.games.loop.codes import Code
from device.games.loop.combinations import Combination, combinations, every_combination
from device.games.loop.state import Hand, State


def against_table(state: State, played: Combination) -> Code | None:
    """The rule by which a combination can't answer what is in play (rulebook, Beating a combination)."""
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
    """The copies known of each number, once a hand has shown more."""
    if before.known == after.known:
        return state.copies
    return bytes(map(add, map(sub, state.copies, before.known), after.known))


def against_deal(state: State, after: Hand, copies: bytes) -> Code | None:
    """The rule by which a hand can't have been dealt so, with these copies known.

    There is a deal if, and only if, no number is known more often than there
    are players and no hand is known to have more than 13 cards: what is then
    missing can be dealt anyhow.
    """
    if max(copies) > state.players:
        return Code.TOO_MANY_COPIES
    return Code.HAND_MISMATCH if sum(after.known) > HAND else None


def against_play(state: State, played: Combination) -> Code | None:
    """The rule that forbids the player on turn this combination, the earliest of `Code`; None if it is legal."""
    faulty = against_table(state, played)
    if faulty is not None:
        return faulty
    hand = state.hand_of(state.turn)
    after = hand.showing(played.numbers)
    return against_hand(state, after, copies_with(state, hand, after))


def against_hand(state: State, after: Hand, copies: bytes) -> Code | None:
    """The rule by which the cards of a play can't be in the hand: it has too few left, or can't have been dealt so."""
    return Code.TOO_MANY_CARDS if after.played > IN_PLAY else against_deal(state, after, copies)


def may_twist(state: State) -> bool:
    """Whether the player on turn may reveal an 8 if they have one: one a turn, and no more than were set aside."""
    return not state.twisted and state.hand_of(state.turn).revealed < SET_ASIDE


def against_twist(state: State) -> Code | None:
    """The rule that forbids the player on turn a twist, but for the play that must follow."""
    hand = state.hand_of(state.turn)
    after = hand.showing((EIGHT,))
    faulty = against_deal(state, after, copies_with(state, hand, after))
    if faulty is not None:
        return faulty
    return None if may_twist(state) else Code.TWIST_UNAVAILABLE


def plays(state: State) -> Iterator[Combination]:
    """The combinations that the player on turn could have, as far as the table can know."""
    in_play = state.in_play
    candidates = every_combination() if in_play is None else combinations(in_play.kind, in_play.size)
    return (candidate for candidate in candidates if against_play(state, candidate) is None)


def contradiction(state: State, numbers: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Earlier rounds (from 0) that leave no room for these cards in the hand of the player on turn.

    The fewest, where one or all are enough; and how many cards the hand would have.
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
