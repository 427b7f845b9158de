"""Converts declarations that earlier versions stored."""

from __future__ import annotations

from dataclasses import replace

from device.contract.declarations import Declaration
from device.games.no_loose_ends.cards import GETAWAY
from device.games.no_loose_ends.declarations import Wins
from device.games.no_loose_ends.state import State
from device.games.no_loose_ends.suits import TRUMP


def add_missing_lead(state: State, declared: Declaration) -> Declaration:
    """Add the lead suit to a declaration: a trump that won without a declared lead meant that trump was led."""
    if not isinstance(declared, Wins) or declared.card in (None, GETAWAY) or declared.lead is not None:
        return declared
    assert declared.card is not None
    leads = state.round is not None and state.round.leader == declared.seat
    return declared if leads or declared.card.suit != TRUMP else replace(declared, lead=TRUMP)
