"""Whether every card that was said can have been played, where all are said: hands, and who is out of which suit."""

from __future__ import annotations

from collections import Counter

from device.games.no_loose_ends.cards import GETAWAY, Card, deck
from device.games.no_loose_ends.declarations import Plays
from tests.games.no_loose_ends.account import RoundAccount
from tests.games.no_loose_ends.solver import GETAWAY_COUNT, some_deal


class SaidPlays:
    """The cards of a round that were said one by one."""

    def __init__(self) -> None:
        self.played: list[tuple[int, Card]] = []
        self._table: list[Card] = []
        self._out_of: set[tuple[int, str]] = set()

    def hear(self, declared: Plays, players: int) -> None:
        """One more card."""
        seat, card, lead = declared.seat, declared.card, lead_of(self._table)
        if (seat, card.suit) in self._out_of:
            self._out_of.add((seat, "everything"))
        if lead is not None and card != GETAWAY and card.suit != lead:
            self._out_of.add((seat, lead))
        self._table.append(card)
        self.played.append((seat, card))
        if len(self._table) == players:
            self._table = []

    def hands_fit(self, account: RoundAccount) -> bool:
        """Whether the cards that nobody saw can lie in hands and rest, where every card was said."""
        players = account.rules.players
        seen = {card for own in account.bids for card in own} | {card for _, card in self.played}
        back = {card for card in account.back if card not in seen}
        suits = [card.suit for card in deck(account.rules.top) - seen - back]
        suits += [""] * (
            GETAWAY_COUNT - sum(card == GETAWAY for _, card in self.played) if account.rules.getaways else 0
        )
        room = self._room(account, len(back))
        wrong = any((seat, "everything") in self._out_of for seat in range(players))
        wrong = wrong or any((account.double_crosser, card.suit) in self._out_of for card in back)
        room.append(len(suits) - sum(room))
        return not wrong and some_deal(Counter(suits), room, self._out_of)

    def _room(self, account: RoundAccount, back: int) -> list[int]:
        """How many cards that nobody saw are in each hand, `back` of which were shown and went back."""
        room = [account.rules.cards - len(own) for own in account.bids]
        for seat, _ in self.played:
            room[seat] -= 1
        if account.double_crosser is not None:
            room[account.double_crosser] -= back
        return room


def lead_of(played: list[Card]) -> str | None:
    """The lead suit of cards in the order in which they were played; None if all are getaways, or there are none."""
    return next((card.suit for card in played if card != GETAWAY), None)
