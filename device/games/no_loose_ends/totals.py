"""The rules for declaring whole rounds as totals (detail `totals`)."""

from __future__ import annotations

from device.contract.refusal import refuse_player
from device.contract.tuples import with_entry
from device.games.no_loose_ends.declarations import RoundTotals
from device.games.no_loose_ends.refusal_codes import NoLooseEndsRefusal
from device.games.no_loose_ends.scoring import end_round
from device.games.no_loose_ends.state import PlayerResult, State
from display.words import counted, text


def apply_totals(state: State, declaration: RoundTotals) -> State:
    """Return the state after one player's totals. After the last player's, the round is scored. Raises Refused."""
    round_ = state.current_round
    _check_totals(state, declaration)
    result = PlayerResult(declaration.planned, declaration.covered, declaration.extra)
    player_results = with_entry(round_.player_results, declaration.seat, result)
    declared_results = tuple(result for result in player_results if result is not None)
    if len(declared_results) < state.deal_sizes.player_count:
        return state._replace(round=round_._replace(player_results=player_results))
    _check_sum(state, declaration, declared_results)
    return end_round(state, declared_results)


def _check_totals(state: State, declaration: RoundTotals) -> None:
    """Refuse totals that are impossible in themselves."""
    seat, planned, covered, extra = declaration.seat, declaration.planned, declaration.covered, declaration.extra
    if planned > state.deal_sizes.max_bids:
        sentence = text(
            "{player} can't have bid {planned} cards: with {players} players {most} are the most.",
            planned=planned,
            players=state.deal_sizes.player_count,
            most=state.deal_sizes.max_bids,
        )
        refuse_player(state.table, NoLooseEndsRefusal.BID_LIMIT, sentence, seat)
    if covered > planned:
        sentence = text("{player} can't have covered {covered} of {planned} bids.", covered=covered, planned=planned)
        refuse_player(state.table, NoLooseEndsRefusal.DOES_NOT_ADD_UP, sentence, seat)
    if covered + extra > state.deal_sizes.hand_size - planned:
        sentence = counted(
            "{player} can't have won {won} tricks with {n} card in hand.",
            "{player} can't have won {won} tricks with {n} cards in hand.",
            state.deal_sizes.hand_size - planned,
            won=covered + extra,
        )
        refuse_player(state.table, NoLooseEndsRefusal.DOES_NOT_ADD_UP, sentence, seat)


def _check_sum(state: State, declaration: RoundTotals, player_results: tuple[PlayerResult, ...]) -> None:
    """Refuse totals that do not add up over the players: every trick is won once."""
    trick_count = state.deal_sizes.hand_size - max(result.bid_count for result in player_results)
    won_count = sum(result.covered_count + result.loose_trick_count for result in player_results)
    if won_count != trick_count:
        sentence = counted(
            "{won} declared, but the round had {n} trick, as many as the smallest hand left after "
            "bidding. Check all figures; {player}'s came last.",
            "{won} declared, but the round had {n} tricks, as many as the smallest hand left after "
            "bidding. Check all figures; {player}'s came last.",
            trick_count,
            won=won_count,
        )
        refuse_player(state.table, NoLooseEndsRefusal.DOES_NOT_ADD_UP, sentence, declaration.seat, may_be_earlier=True)
