"""The rules for declaring trump and bids."""

from __future__ import annotations

from device.contract.refusal import refuse, refuse_player
from device.contract.tuples import with_entry
from device.games.wizard.declarations import Bid, Trump
from device.games.wizard.refusal_codes import WizardRefusal
from device.games.wizard.state import Round, State
from display.words import counted, text


def apply_trump(state: State, round_: Round, declaration: Trump) -> State:
    """Return the state after trump is declared. Raises Refused if all cards are dealt, and a suit is declared."""
    if declaration.suit is not None and state.settings.deck.is_all_dealt(state.player_count, round_.card_count):
        sentence = text("There is no trump in this round: all cards are dealt, and none is left to be turned.")
        refuse(WizardRefusal.DOES_NOT_ADD_UP, sentence)
    return state._replace(round=round_._replace(trump=declaration.suit, is_trump_declared=True))


def apply_bid(state: State, round_: Round, declaration: Bid) -> State:
    """Return the state after a player's bid. Raises Refused."""
    _check_bid(state, round_, declaration)
    bids = with_entry(round_.bids, declaration.seat, declaration.trick_count)
    turn = round_.first_seat if None not in bids else state.next_seat(declaration.seat)
    return state._replace(round=round_._replace(bids=bids, turn=turn))


def forbidden_bid(state: State, round_: Round) -> int | None:
    """Return the bid that the dealer may not make, since the bids would add up to the tricks; None if there is none."""
    if not state.settings.forbids_bids_adding_up or round_.turn != state.dealer(round_):
        return None
    missing_tricks = round_.card_count - sum(bid or 0 for bid in round_.bids)
    return missing_tricks if missing_tricks >= 0 else None


def _check_bid(state: State, round_: Round, declaration: Bid) -> None:
    """Refuse a bid of more tricks than there are, and one that the dealer may not make."""
    if declaration.trick_count > round_.card_count:
        sentence = counted(
            "{player} can't bid so many: this round has {n} trick.",
            "{player} can't bid so many: this round has {n} tricks.",
            round_.card_count,
        )
    elif declaration.trick_count == forbidden_bid(state, round_):
        sentence = counted(
            "{player} bids last and can't bid {bid}: all bids would add up to the {n} trick of the round.",
            "{player} bids last and can't bid {bid}: all bids would add up to the {n} tricks of the round.",
            round_.card_count,
            bid=declaration.trick_count,
        )
    else:
        return
    refuse_player(state.table, WizardRefusal.BID_LIMIT, sentence, declaration.seat)
