"""The rules of No Thanks!: which declarations are allowed, and the state after each."""

from __future__ import annotations

from operator import add

from device.contract.declarations import Declaration, First
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat, TableSetup
from device.games.no_thanks import points_only, totals, turns
from device.games.no_thanks.cards import DRAW_DECK_SIZE
from device.games.no_thanks.declarations import Flip, Holds, Pass, Points, Take, Tiger
from device.games.no_thanks.options import Detail, Settings, chosen_settings
from device.games.no_thanks.runs import Run, points_of_runs, runs_of
from device.games.no_thanks.state import FinalHoldings, HoldingsRound, PointsRound, ScoredRound, State, TurnsRound
from display.words import counted, text


def start(table: TableSetup) -> State:
    """Return the state before the first declaration. Raises Refused (`player-count`)."""
    settings = chosen_settings(table)
    return State(
        table=table,
        settings=settings,
        starter=0,
        is_starter_named=False,
        round=_new_round(settings, 0),
        scored_rounds=(),
        totals=(0,) * settings.player_count,
    )


def starter(state: State) -> Seat | None:
    """Return the player who starts the coming round; None once another player may no longer be named."""
    if state.round is None or state.round.has_begun or state.is_starter_named:
        return None
    return state.starter


def forced(state: State) -> Declaration | None:
    """Always None. To declare `Take` for a player who cannot pass would reveal that the player has no tokens."""
    return None


def apply(state: State, declaration: Declaration) -> State:
    """Return the state after a declaration. Raises Refused with the earliest code that applies."""
    if state.round is None:
        sentence = counted(
            "The game is over: its only round is scored.",
            "The game is over: all {n} rounds are scored.",
            state.settings.round_count,
        )
        refuse(RefusalCode.WRONG_PHASE, sentence)
    if isinstance(declaration, First):
        return _apply_first(state, declaration)
    if isinstance(state.round, HoldingsRound):
        return _apply_to_holdings(state, state.round, declaration)
    if isinstance(state.round, PointsRound):
        return _apply_to_points(state, state.round, declaration)
    return _apply_to_turns(state, state.round, declaration)


def _new_round(settings: Settings, starter: Seat) -> TurnsRound | HoldingsRound | PointsRound:
    player_count = settings.player_count
    if settings.detail is Detail.TOTALS:
        return HoldingsRound((None,) * player_count)
    if settings.detail is Detail.POINTS:
        return PointsRound((None,) * player_count)
    return TurnsRound(
        turn=starter, token_counts=(settings.start_token_count,) * player_count, areas=((),) * player_count
    )


def _apply_first(state: State, first: First) -> State:
    if starter(state) is None:
        sentence = text("Who starts a round is named once, before anything else of the round is declared.")
        refuse(RefusalCode.WRONG_PHASE, sentence, first.seat)
    return state._replace(starter=first.seat, is_starter_named=True, round=_new_round(state.settings, first.seat))


def _apply_to_turns(state: State, round_: TurnsRound, declaration: Declaration) -> State:
    match declaration:
        case Flip():
            round_ = turns.apply_flip(state, round_, declaration)
        case Pass():
            round_ = turns.apply_pass(state, round_, declaration)
        case Take():
            round_ = turns.apply_take(state, round_, declaration)
        case Tiger():
            round_ = turns.apply_tiger(state, round_, declaration)
        case _:
            sentence = text("This game is declared turn by turn: the box works out what each player holds.")
            refuse(RefusalCode.WRONG_PHASE, sentence, declaration.seat)
    if round_.taken_card_count < DRAW_DECK_SIZE:
        # Each declaration gets here: `_replace` would take four times as long.
        table, settings, starter, is_starter_named, _, scored_rounds, totals = state
        return State(table, settings, starter, is_starter_named, round_, scored_rounds, totals)
    return _score_round(state, tuple(map(runs_of, round_.areas)), round_.token_counts)


def _apply_to_holdings(state: State, round_: HoldingsRound, declaration: Declaration) -> State:
    if not isinstance(declaration, Holds):
        sentence = text("This game is declared by totals: say at the end of the round what each player holds.")
        refuse(RefusalCode.WRONG_PHASE, sentence, declaration.seat)
    round_ = totals.apply_holds(state, round_, declaration)
    all_holds = [holds for holds in round_.declared_by_seat if holds is not None]
    if len(all_holds) < state.settings.player_count:
        return state._replace(round=round_)
    token_counts = tuple(holds.token_count for holds in all_holds if holds.token_count is not None)
    return _score_round(state, tuple(holds.runs for holds in all_holds), token_counts)


def _score_round(state: State, runs: tuple[tuple[Run, ...], ...], token_counts: tuple[int, ...]) -> State:
    """Return the state after a round: runs add points, tokens subtract them (No Thanks! rulebook, Game Progress)."""
    points = tuple(
        points_of_runs(own_runs) - tokens_left for own_runs, tokens_left in zip(runs, token_counts, strict=True)
    )
    return _after_round(state, ScoredRound(points, FinalHoldings(runs, token_counts)))


def _apply_to_points(state: State, round_: PointsRound, declaration: Declaration) -> State:
    if not isinstance(declaration, Points):
        sentence = text("This game is declared by points: say at the end of the round what each player's come to.")
        refuse(RefusalCode.WRONG_PHASE, sentence, declaration.seat)
    round_ = points_only.apply_points(state, round_, declaration)
    points = tuple(player_points for player_points in round_.declared_by_seat if player_points is not None)
    if len(points) < state.settings.player_count:
        return state._replace(round=round_)
    return _after_round(state, ScoredRound(points, holdings=None))


def _after_round(state: State, scored_round: ScoredRound) -> State:
    """Return the state after a round."""
    scored_rounds = (*state.scored_rounds, scored_round)
    next_starter = (state.starter + 1) % state.settings.player_count
    return state._replace(
        starter=next_starter,
        is_starter_named=False,
        round=_new_round(state.settings, next_starter) if len(scored_rounds) < state.settings.round_count else None,
        scored_rounds=scored_rounds,
        totals=tuple(map(add, state.totals, scored_round.points)),
    )
