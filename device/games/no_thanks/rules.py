"""The rules of No Thanks!: which declarations are allowed, and the state after each."""

from __future__ import annotations

from operator import add

from device.contract.declarations import Declaration, First
from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat, TableSetup
from device.games.no_thanks import points_only, totals, turns
from device.games.no_thanks.declarations import Flip, Holds, Pass, Points, Take, Tiger
from device.games.no_thanks.options import Detail, Settings, settings
from device.games.no_thanks.runs import Run, points_of_runs
from device.games.no_thanks.state import FinalHoldings, HoldingsRound, PointsRound, ScoredRound, State, TurnsRound
from display.words import counted, text


def start(table: TableSetup) -> State:
    """Return the state before the first declaration. Raises Refused (`player-count`)."""
    chosen = settings(table)
    return State(
        table=table,
        settings=chosen,
        starter=0,
        is_starter_named=False,
        round=_new_round(chosen, 0),
        scored_rounds=(),
        totals=(0,) * chosen.players,
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
            state.settings.rounds,
        )
        refuse(RefusalCode.WRONG_PHASE, sentence)
    if isinstance(declaration, First):
        return _apply_first(state, declaration)
    if isinstance(state.round, HoldingsRound):
        return _apply_to_holdings(state, state.round, declaration)
    if isinstance(state.round, PointsRound):
        return _apply_to_points(state, state.round, declaration)
    return _apply_to_play(state, state.round, declaration)


def _new_round(chosen: Settings, starter: Seat) -> TurnsRound | HoldingsRound | PointsRound:
    if chosen.detail is Detail.TOTALS:
        return HoldingsRound((None,) * chosen.players)
    if chosen.detail is Detail.POINTS:
        return PointsRound((None,) * chosen.players)
    return TurnsRound(turn=starter, tokens=(chosen.start_tokens,) * chosen.players, areas=((),) * chosen.players)


def _apply_first(state: State, first: First) -> State:
    if starter(state) is None:
        sentence = text("Who starts a round is named once, before anything else of the round is declared.")
        refuse(RefusalCode.WRONG_PHASE, sentence, first.seat)
    return state._replace(starter=first.seat, is_starter_named=True, round=_new_round(state.settings, first.seat))


def _apply_to_play(state: State, play: TurnsRound, declaration: Declaration) -> State:
    match declaration:
        case Flip():
            play = turns.apply_flip(state, play, declaration)
        case Pass():
            play = turns.apply_pass(state, play, declaration)
        case Take():
            play = turns.apply_take(state, play, declaration)
        case Tiger():
            play = turns.apply_tiger(state, play, declaration)
        case _:
            sentence = text("This game is declared turn by turn: the box works out what each player holds.")
            refuse(RefusalCode.WRONG_PHASE, sentence, declaration.seat)
    if not turns.is_over(play):
        table, settings, starter, named, _, done, totals = (
            state  # for every declaration; `_replace` takes four times as long
        )
        return State(table, settings, starter, named, play, done, totals)
    return _score_round(state, turns.runs_by_seat(play), play.tokens)


def _apply_to_holdings(state: State, holdings: HoldingsRound, declaration: Declaration) -> State:
    if not isinstance(declaration, Holds):
        sentence = text("This game is declared by totals: say at the end of the round what each player holds.")
        refuse(RefusalCode.WRONG_PHASE, sentence, declaration.seat)
    holdings = totals.apply_holds(state, holdings, declaration)
    held = [holds for holds in holdings.by_seat if holds is not None]
    if len(held) < state.settings.players:
        return state._replace(round=holdings)
    tokens = tuple(holds.tokens for holds in held if holds.tokens is not None)
    return _score_round(state, tuple(holds.runs for holds in held), tokens)


def _score_round(state: State, runs: tuple[tuple[Run, ...], ...], tokens: tuple[int, ...]) -> State:
    """Return the state after a round: runs add points, tokens subtract them (No Thanks! rulebook, Game Progress)."""
    scores = tuple(points_of_runs(own_runs) - tokens_left for own_runs, tokens_left in zip(runs, tokens, strict=True))
    return _after_round(state, ScoredRound(scores, FinalHoldings(runs, tokens)))


def _apply_to_points(state: State, points_round: PointsRound, declaration: Declaration) -> State:
    if not isinstance(declaration, Points):
        sentence = text("This game is declared by points: say at the end of the round what each player's come to.")
        refuse(RefusalCode.WRONG_PHASE, sentence, declaration.seat)
    points_round = points_only.apply_points(state, points_round, declaration)
    points = tuple(player_points for player_points in points_round.by_seat if player_points is not None)
    if len(points) < state.settings.players:
        return state._replace(round=points_round)
    return _after_round(state, ScoredRound(points, None))


def _after_round(state: State, scored: ScoredRound) -> State:
    """Return the state after a round."""
    done = (*state.scored_rounds, scored)
    next_starter = (state.starter + 1) % state.settings.players
    return state._replace(
        starter=next_starter,
        is_starter_named=False,
        round=_new_round(state.settings, next_starter) if len(done) < state.settings.rounds else None,
        scored_rounds=done,
        totals=tuple(map(add, state.totals, scored.points)),
    )
