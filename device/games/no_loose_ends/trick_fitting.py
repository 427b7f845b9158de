"""Chooses how a trick was played while an example is built: who followed suit, who could not, and the winning card.

An example is one deal and play that fits everything declared: if there is one, the declarations are possible. A `Clue`
is what was declared of one trick. A player who did not follow suit has no card of that suit in later tricks, nor left
over in the hand: the functions `…_suit_after` are about those places.

`winning_by_lead` has the suits that may have been led, each with the cards that can have won then; its key is `NO_LEAD`
for a trick of getaway cards only, which is not arranged here: that lead is skipped. `clue.leader` plays first; if that
is a getaway card, the first other card decides the suit.

In an `Arrangement`, `cards_at[seat]` is a hand, and `cards_at[arrangement.play_place(trick, seat)]` a play, whose card
always is one of `allowed_at` there. So `allowed_at[place] &= …` stands where the card that lies there stays allowed;
elsewhere, `restrict_place` moves cards until that holds, or returns False. `suit_bits & -card` are the cards of a suit
from `card` upwards.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.contract.setup import Seat
from device.games.no_loose_ends.arrangement import Arrangement
from device.games.no_loose_ends.bits import GETAWAY_BITS, LANE_WIDTH, SUIT_BITS, SUIT_INDEX, TRUMP_BITS, card_bit
from device.games.no_loose_ends.clues import Clue
from device.games.no_loose_ends.one_trick import cards_below
from device.games.no_loose_ends.possible_plays import NO_LEAD

TRY_STEPS = 2
"""The steps that it costs to try one way, apart from cards that change places."""


def fit_trick(arrangement: Arrangement, trick: int, clue: Clue, winning_by_lead: dict[int, int]) -> bool:
    """Choose a way in which a trick was played, and restrict its plays accordingly. The suit that is led as the cards
    lie now is tried first.

    Returns False if no way works, or if the budget is used up.
    """
    snapshot = arrangement.snapshot()
    if fit_current_cards(arrangement, trick, clue, winning_by_lead):
        return True
    arrangement.restore(snapshot)
    current_lead = _current_lead_suit(arrangement, trick, clue)
    for suit in sorted(winning_by_lead, key=lambda suit: suit != current_lead):
        if suit == NO_LEAD:
            continue
        for winning_cards in _winning_choices(arrangement, trick, clue, SUIT_BITS[suit], winning_by_lead[suit]):
            if arrangement.budget.is_used_up:
                return False
            arrangement.budget.steps_left -= TRY_STEPS
            if _try_lead(arrangement, trick, clue, suit, winning_cards):
                return True
            arrangement.restore(snapshot)
    return False


def fit_current_cards(arrangement: Arrangement, trick: int, clue: Clue, winning_by_lead: dict[int, int]) -> bool:
    """Restrict a trick's plays to cards with which the same suit is led, and the same players win and follow suit, as
    with the cards that lie there now.

    Returns False if the trick can't have been played like this, or if a getaway card was led: `fit_trick` then looks
    who sets the suit. Some of the plays may be restricted even then.
    """
    first_place = arrangement.play_place(trick, 0)
    cards = arrangement.cards_at[first_place : first_place + arrangement.player_count]
    if clue.card is not None:
        cards[clue.winner] = card_bit(clue.card)
    led_card, best = cards[clue.leader], cards[clue.winner]
    suit = (led_card.bit_length() - 1) // LANE_WIDTH
    if not best & winning_by_lead.get(suit, 0):
        return False
    suit_bits, allowed_at = SUIT_BITS[suit], arrangement.allowed_at
    followers, losing_cards = suit_bits | GETAWAY_BITS, cards_below(best, suit_bits)
    allowed_at[first_place + clue.leader] &= suit_bits
    winning_suit_bits = suit_bits if best & suit_bits else TRUMP_BITS
    allowed_at[first_place + clue.winner] &= winning_by_lead[suit] & winning_suit_bits & -best
    for seat, card in enumerate(cards):
        if seat != clue.winner:
            if not card & losing_cards:
                return False
            allowed_at[first_place + seat] &= losing_cards & (followers if card & followers else ~suit_bits)
        if not card & followers and not arrangement.exclude_absent_suit_after(trick, seat, suit_bits):
            return False
    return True


def _winning_choices(
    arrangement: Arrangement, trick: int, clue: Clue, suit_bits: int, winning_cards: int
) -> Iterator[int]:
    """Yield sets of cards to win with: all that are possible, the highest of the lead suit, the highest trump."""
    yield winning_cards
    if clue.card is None:
        possible = arrangement.allowed_at[arrangement.play_place(trick, clue.winner)] & winning_cards
        # No set: its order differs between 32-bit and 64-bit machines, which must judge alike.
        for cards in dict.fromkeys((possible & suit_bits, possible & TRUMP_BITS)):
            if cards:
                yield 1 << cards.bit_length() - 1


def _current_lead_suit(arrangement: Arrangement, trick: int, clue: Clue) -> int:
    """Return the suit that is led as the cards lie."""
    for position in range(arrangement.player_count):
        seat = (clue.leader + position) % arrangement.player_count
        card = arrangement.cards_at[arrangement.play_place(trick, seat)]
        if seat == clue.winner and clue.card is not None:
            return SUIT_INDEX[clue.card.suit]
        if card & ~GETAWAY_BITS:
            return (card.bit_length() - 1) // LANE_WIDTH
    return NO_LEAD


def _try_lead(arrangement: Arrangement, trick: int, clue: Clue, suit: int, winning_cards: int) -> bool:
    """Arrange that a suit was led and one of some cards won. Returns False if that is impossible."""
    suit_bits = SUIT_BITS[suit]
    order = [(clue.leader + offset) % arrangement.player_count for offset in range(arrangement.player_count)]
    position = _first_suited_position(arrangement, trick, clue, order)
    for seat in order[:position]:
        arrangement.allowed_at[arrangement.play_place(trick, seat)] &= GETAWAY_BITS
    lead_seat = order[position]
    best = _arrange_winning_card(
        arrangement, trick, clue, suit_bits, winning_cards, winner_sets_lead=lead_seat == clue.winner
    )
    if not best:
        return False
    losing_cards = cards_below(best, suit_bits)
    lead_place = arrangement.play_place(trick, lead_seat)
    if lead_seat != clue.winner and not arrangement.restrict_place(lead_place, suit_bits & losing_cards):
        return False
    for seat in order[position + 1 :]:
        if seat != clue.winner and not _follow_or_be_void(arrangement, trick, seat, suit_bits, losing_cards):
            return False
    return True


def _first_suited_position(arrangement: Arrangement, trick: int, clue: Clue, order: list[Seat]) -> int:
    """Return the position of the first card that is no getaway card, and so sets the lead suit, as the cards lie."""
    cards = [arrangement.cards_at[arrangement.play_place(trick, seat)] for seat in order]
    return next(
        position for position, seat in enumerate(order) if seat == clue.winner or not cards[position] & GETAWAY_BITS
    )


def _arrange_winning_card(
    arrangement: Arrangement, trick: int, clue: Clue, suit_bits: int, winning_cards: int, *, winner_sets_lead: bool
) -> int:
    """Arrange the winning card, and return it; 0 if there is none."""
    if clue.card is not None:
        best = card_bit(clue.card)
    else:
        follows = winner_sets_lead or arrangement.has_suit_after(trick, clue.winner, suit_bits)
        best = _choose_winning_card(
            arrangement, trick, clue.winner, suit_bits, winning_cards & suit_bits if follows else winning_cards
        )
    if best & suit_bits:
        return best
    return best if best and not winner_sets_lead and arrangement.remove_suit_after(trick, clue.winner, suit_bits) else 0


def _choose_winning_card(arrangement: Arrangement, trick: int, seat: Seat, suit_bits: int, winning_cards: int) -> int:
    """Choose a winning card that was not declared, the best in the hand; 0 if there is none.

    The play is restricted to this card and better ones.
    """
    place = arrangement.play_place(trick, seat)
    if not arrangement.restrict_place(place, winning_cards):
        return 0
    best = arrangement.cards_at[place]
    suit = suit_bits if best & suit_bits else TRUMP_BITS
    better = arrangement.cards_at[seat] & arrangement.allowed_at[place] & suit & -best
    if better and arrangement.allowed_at[seat] & best:
        better = 1 << better.bit_length() - 1
        arrangement.cards_at[seat] ^= better | best
        arrangement.cards_at[place] = best = better
    arrangement.allowed_at[place] &= suit & -best
    return best


def _follow_or_be_void(arrangement: Arrangement, trick: int, seat: Seat, suit_bits: int, losing_cards: int) -> bool:
    """Make a player follow suit, or be out of it. Returns False if neither is possible."""
    place = arrangement.play_place(trick, seat)
    card = arrangement.cards_at[place]
    must_follow = bool(card & (suit_bits | GETAWAY_BITS)) or arrangement.has_suit_after(trick, seat, suit_bits)
    if must_follow and card & (suit_bits & losing_cards | GETAWAY_BITS):
        arrangement.allowed_at[place] &= suit_bits & losing_cards | GETAWAY_BITS
        return True
    snapshot = arrangement.snapshot()
    for tries_following in (must_follow, not must_follow):
        if tries_following:
            if arrangement.restrict_place(place, suit_bits & losing_cards | GETAWAY_BITS):
                return True
        elif arrangement.restrict_place(place, losing_cards & ~suit_bits) and arrangement.remove_suit_after(
            trick, seat, suit_bits
        ):
            return True
        arrangement.restore(snapshot)
    return False
