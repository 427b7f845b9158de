"""Whether cards that somebody shows make everything true that was declared in a round."""

from __future__ import annotations

from typing import NamedTuple

from device.games.no_loose_ends.cards import GETAWAY, Card
from tests.games.no_loose_ends.account import RoundAccount, Told
from tests.games.no_loose_ends.said_plays import lead_of
from tests.games.no_loose_ends.solver import GETAWAY_COUNT, SUITS, TRUMP


class Cards(NamedTuple):
    """Hands before the first trick, without bids, and what everybody plays to each trick, by seat."""

    hands: list[list[Card]]
    tricks: list[list[Card]]


def true_of(account: RoundAccount, shown: Cards) -> bool:
    """Whether these cards make everything true that was declared."""
    hands = [list(hand) for hand in shown.hands]
    if not _can_be_dealt(account, hands) or len(shown.tricks) != len(account.tricks):
        return False
    return all(
        _true_of_trick(account.rules.players, hands, told, plays)
        for told, plays in zip(account.tricks, shown.tricks, strict=True)
    )


def _can_be_dealt(account: RoundAccount, hands: list[list[Card]]) -> bool:
    sizes = [account.rules.cards - len(own) for own in account.bids]
    cards = [card for own in (*hands, *account.bids) for card in own]
    suited = [card for card in cards if card != GETAWAY]
    return (
        [len(hand) for hand in hands] == sizes
        and len(set(suited)) == len(suited)
        and all(card.suit in SUITS and 1 <= card.number <= account.rules.top for card in suited)
        and len(cards) - len(suited) <= (GETAWAY_COUNT if account.rules.getaways else 0)
        and (account.double_crosser is None or set(account.back) <= set(hands[account.double_crosser]))
    )


def _true_of_trick(players: int, hands: list[list[Card]], told: Told, plays: list[Card]) -> bool:
    order = [(told.leader + place) % players for place in range(players)]
    lead = lead_of([plays[seat] for seat in order])
    return all(_follows(hands[seat], plays[seat], lead) for seat in order) and _as_told(told, plays, lead)


def _follows(hand: list[Card], card: Card, lead: str | None) -> bool:
    """Whether a hand has a card and may play it; it is gone then."""
    if card not in hand:
        return False
    hand.remove(card)
    return card == GETAWAY or card.suit == lead or all(other.suit != lead for other in hand)


def _best(plays: list[Card], lead: str) -> int:
    """The place of the highest trump, or else of the highest card of the lead suit."""
    rank = {lead: 1, TRUMP: 2}
    ranks = [(rank.get(card.suit, 0), card.number if card.suit in rank else 0) for card in plays]
    return ranks.index(max(ranks))


def _as_told(told: Told, plays: list[Card], lead: str | None) -> bool:
    won, best = told.won, plays[told.won.seat]
    winner = told.leader if lead is None else _best(plays, lead)
    suits = (best.suit, lead) if lead is not None else ()
    eligible = [best != GETAWAY and (bid.number == best.number or bid.suit in suits) for bid in told.not_eligible]
    covered = told.covered
    return (
        winner == won.seat
        and won.card in (None, best)
        and won.lead in (None, lead)
        and not any(eligible)
        and (covered is None or (lead is not None and (covered.number == best.number or covered.suit in suits)))
    )
