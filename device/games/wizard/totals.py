"""The rules for declaring only the tricks that everybody won in a round (detail `totals`)."""

from __future__ import annotations

from device.contract.refusal import refuse_player
from device.contract.tuples import with_entry
from device.games.wizard.declarations import TricksWon
from device.games.wizard.refusal_codes import WizardRefusal
from device.games.wizard.scoring import end_round
from device.games.wizard.state import Round, State
from display.words import counted


def apply_tricks_won(state: State, round_: Round, declaration: TricksWon) -> State:
    """Return the state after a player's tricks. After the last player's, the round is scored. Raises Refused."""
    _check_tricks_left(state, round_, declaration)
    tricks_won = with_entry(round_.tricks_won, declaration.seat, declaration.trick_count)
    declared_seats = round_.declared_seats | {declaration.seat}
    after = round_._replace(tricks_won=tricks_won, declared_seats=declared_seats)
    if len(declared_seats) < state.player_count:
        return state._replace(round=after)
    if sum(tricks_won) < round_.card_count:
        sentence = counted(
            "{won} declared, but the round has {n} trick. Check all figures; {player}'s came last.",
            "{won} declared, but the round has {n} tricks. Check all figures; {player}'s came last.",
            round_.card_count,
            won=sum(tricks_won),
        )
        refuse_player(state.table, WizardRefusal.DOES_NOT_ADD_UP, sentence, declaration.seat, may_be_earlier=True)
    return end_round(state, after)


def undeclared_trick_count(round_: Round) -> int:
    """Return the number of tricks of the round that nobody has declared yet."""
    return round_.card_count - sum(round_.tricks_won)


def _check_tricks_left(state: State, round_: Round, declaration: TricksWon) -> None:
    """Refuse more tricks than the round has, or than the others have left."""
    if declaration.trick_count > round_.card_count:
        sentence = counted(
            "{player} can't have won so many: this round has {n} trick.",
            "{player} can't have won so many: this round has {n} tricks.",
            round_.card_count,
        )
        refuse_player(state.table, WizardRefusal.DOES_NOT_ADD_UP, sentence, declaration.seat)
    if declaration.trick_count > undeclared_trick_count(round_):
        sentence = counted(
            "{won} declared with {player}'s, but the round has {n} trick. Check all figures.",
            "{won} declared with {player}'s, but the round has {n} tricks. Check all figures.",
            round_.card_count,
            won=sum(round_.tricks_won) + declaration.trick_count,
        )
        refuse_player(state.table, WizardRefusal.DOES_NOT_ADD_UP, sentence, declaration.seat, may_be_earlier=True)
