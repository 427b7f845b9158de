"""The rules for declaring whole rounds as totals (detail `totals`)."""

from __future__ import annotations

from device.contract.refusal import refuse_player
from device.contract.tuples import with_entry
from device.games.no_loose_ends.codes import Code
from device.games.no_loose_ends.declarations import Planned
from device.games.no_loose_ends.scoring import end_round
from device.games.no_loose_ends.state import Plan, State
from display.words import counted, text


def apply_totals(state: State, declared: Planned) -> State:
    """Return the state after one player's totals. After the last player's, the round is scored. Raises Refused."""
    round_ = state.current_round
    _check_totals(state, declared)
    plans = with_entry(round_.plans, declared.seat, Plan(declared.planned, declared.covered, declared.extra))
    declared_plans = tuple(plan for plan in plans if plan is not None)
    if len(declared_plans) < state.deal.players:
        return state._replace(round=round_._replace(plans=plans))
    _check_sum(state, declared, declared_plans)
    return end_round(state, declared_plans)


def _check_totals(state: State, declared: Planned) -> None:
    """Refuse totals that are impossible in themselves."""
    seat, planned, covered, extra = declared.seat, declared.planned, declared.covered, declared.extra
    if planned > state.deal.most_bids:
        sentence = text(
            "{player} can't have bid {planned} cards: with {players} players {most} are the most.",
            planned=planned,
            players=state.deal.players,
            most=state.deal.most_bids,
        )
        refuse_player(state.table, Code.BID_LIMIT, sentence, seat)
    if covered > planned:
        sentence = text("{player} can't have covered {covered} of {planned} bids.", covered=covered, planned=planned)
        refuse_player(state.table, Code.DOES_NOT_ADD_UP, sentence, seat)
    if covered + extra > state.deal.cards - planned:
        sentence = counted(
            "{player} can't have won {won} tricks with {n} card in hand.",
            "{player} can't have won {won} tricks with {n} cards in hand.",
            state.deal.cards - planned,
            won=covered + extra,
        )
        refuse_player(state.table, Code.DOES_NOT_ADD_UP, sentence, seat)


def _check_sum(state: State, declared: Planned, plans: tuple[Plan, ...]) -> None:
    """Refuse totals that do not add up over the players: every trick is won once."""
    tricks = state.deal.cards - max(plan.bid for plan in plans)
    won = sum(plan.covered + plan.extra for plan in plans)
    if won != tricks:
        sentence = counted(
            "{won} declared, but the round had {n} trick, by the bids of whoever bid most. Check everyone's "
            "figures; {player}'s are the last.",
            "{won} declared, but the round had {n} tricks, by the bids of whoever bid most. Check everyone's "
            "figures; {player}'s are the last.",
            tricks,
            won=won,
        )
        refuse_player(state.table, Code.DOES_NOT_ADD_UP, sentence, declared.seat, earlier=True)
