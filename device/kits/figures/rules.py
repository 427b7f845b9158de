"""The rules of a game by figures: who may declare what, which sums are allowed, and when the game is over."""

from __future__ import annotations

from device.contract.declarations import Declaration, First, GameEnd
from device.contract.refusal import RefusalCode, refuse, refuse_player, refuse_turn
from device.contract.setup import Seat, TableSetup
from device.kits.figures.cards_played import (
    awaited_card_sentence,
    awaits_card,
    play_card,
    round_cards,
    with_figures_from_tricks,
)
from device.kits.figures.columns import FiguresRound
from device.kits.figures.declarations import Plays, SaysFigure
from device.kits.figures.refusal_codes import FiguresRefusalCode
from device.kits.figures.rounds import (
    AskedColumn,
    allowed_figures,
    allowed_sums,
    find_asked,
    first_round,
    forbidden_figure,
    forbidden_sum,
    next_round,
    with_figure,
)
from device.kits.figures.scoring import round_points
from device.kits.figures.sheet import MAX_ROUNDS, ScoreSheet, at_table
from device.kits.figures.state import FiguresState
from display.words import Several, Text, text


def start(sheet: ScoreSheet, table: TableSetup) -> FiguresState:
    """The state before the first round."""
    return FiguresState(first_round(sheet, table))


def apply(sheet: ScoreSheet, state: FiguresState, declared: Declaration, *, waive_revoke: bool = False) -> FiguresState:
    """Return the state after a declaration. Raises Refused; see `device.contract.game.Game.apply`."""
    if state.finished:
        refuse(RefusalCode.WRONG_PHASE, text("The game is over."), declared.seat)
    match declared:
        case First(seat):
            return _apply_first(state, seat)
        case SaysFigure():
            return _apply_figure(sheet, state, declared)
        case Plays():
            return _apply_card(sheet, state, declared, waive_revoke=waive_revoke)
        case GameEnd():
            return _apply_end(sheet, state)
    raise TypeError(declared)


def starter(state: FiguresState) -> Seat | None:
    """The player who starts the coming round, while another may still be named; else None."""
    return state.first if state.is_between_rounds and not state.first_declared and not state.finished else None


def forced(state: FiguresState) -> Declaration | None:
    """Always None: mistakes are found because everybody declares their figures."""
    return None


def asks_starter(sheet: ScoreSheet, state: FiguresState) -> bool:
    """Whether it matters who starts: if figures are declared in turn, or the dealer is shown."""
    return sheet.takes_turns(state.table) or at_table(sheet.dealer, state.table)


def says_end(sheet: ScoreSheet, state: FiguresState) -> bool:
    """Whether only the line `end` can end the game."""
    return not sheet.ends_itself(state.table)


def may_end(sheet: ScoreSheet, state: FiguresState) -> bool:
    """Whether the line `end` is legal now."""
    return says_end(sheet, state) and bool(state.done) and state.is_between_rounds


def _apply_first(state: FiguresState, seat: Seat) -> FiguresState:
    if starter(state) is None:
        starter_name = state.name(state.first)
        sentence = text("Who starts is said once, before anything else of a round: {player} does.", player=starter_name)
        refuse(RefusalCode.WRONG_PHASE, sentence, seat)
    return FiguresState(state.round._replace(first=seat), first_declared=True)


def _apply_end(sheet: ScoreSheet, state: FiguresState) -> FiguresState:
    if not may_end(sheet, state):
        refuse(RefusalCode.WRONG_PHASE, text("A game ends between two rounds: when everything of a round is declared."))
    return state._replace(finished=True)


def _apply_figure(sheet: ScoreSheet, state: FiguresState, declared: SaysFigure) -> FiguresState:
    asked = find_asked(sheet, state)
    assert asked is not None
    if awaits_card(sheet, asked):
        refuse(RefusalCode.WRONG_PHASE, awaited_card_sentence(sheet, asked.round, state), declared.seat)
    _check_turn(sheet, state, asked, declared)
    _check_figure(sheet, state, asked, declared)
    now = with_figure(asked.round, asked.column_index, declared.seat, declared.figure)
    after = FiguresState(now, state.first_declared)
    if len(asked.seats) > 1 and not asked.column.single:
        return after
    if asked.column.total is not None or asked.column.check is not None:
        _check_full_column(sheet, now, asked, declared)
    is_round_over = asked.column_index == len(sheet.columns) - 1 or find_asked(sheet, after) is None
    return _end_round(sheet, now) if is_round_over else after


def _apply_card(sheet: ScoreSheet, state: FiguresState, declared: Plays, *, waive_revoke: bool) -> FiguresState:
    """The state after a card. After the round's last card, figures follow from the tricks."""
    asked = find_asked(sheet, state)
    assert asked is not None
    if not awaits_card(sheet, asked):
        now, next_name = sheet.say(asked.column.title), state.name(asked.seats[0])
        sentence = text("No card is played now: {now} is said, by {player}.", now=now, player=next_name)
        refuse(RefusalCode.WRONG_PHASE, sentence, declared.seat)
    play = play_card(sheet, asked.round, state, declared, waive_revoke=waive_revoke)
    if play.cards or len(play.tricks) < round_cards(sheet, asked.round).dealt:
        return state._replace(play=play)
    after = state._replace(round=with_figures_from_tricks(sheet, asked.round, play), play=None)
    return after if find_asked(sheet, after) is not None else _end_round(sheet, after.round)


def _check_turn(sheet: ScoreSheet, state: FiguresState, asked: AskedColumn, declared: SaysFigure) -> None:
    if declared.column == asked.column.word and (declared.seat == asked.seats[0] or _may_answer_first(asked, declared)):
        return
    index, what = sheet.words.index(declared.column), sheet.say(sheet.columns[sheet.words.index(declared.column)].title)
    next_name = state.name(asked.seats[0])
    if index > asked.column_index or (index < asked.column_index and state.cells[index][declared.seat] is None):
        refuse(RefusalCode.WRONG_PHASE, _not_now_text(sheet, what, asked, next_name), declared.seat)
    if state.cells[index][declared.seat] is not None:
        sentence = text("{player} has said this already in this round: {what}.", what=what)
        refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, declared.seat)
    if declared.seat not in asked.seats:
        refuse_player(
            state.table, RefusalCode.OUT_OF_TURN, _not_asked_text(state, asked, declared.seat, what), declared.seat
        )
    refuse_turn(state.table, declared.seat, asked.seats[0])


def _not_asked_text(state: FiguresState, asked: AskedColumn, seat: Seat, what: Text) -> Text:
    """The refusal of a figure of a player who is not asked for it."""
    if not asked.column.by_side:
        return text("{player} is not asked for this in this round: {what}.", what=what)
    side = Several(tuple(map(state.name, asked.round.partners(seat))))
    return text("{player} says it for {everybody}: {what}.", player=side.items[0], everybody=side, what=what)


def _not_now_text(sheet: ScoreSheet, what: Text, asked: AskedColumn, next_name: str) -> Text:
    """The refusal of a column that is not asked yet, or no longer."""
    now = sheet.say(asked.column.title)
    if asked.column.single and len(asked.seats) > 1:
        return text("{what} is not said now: first one player says {now}.", what=what, now=now)
    return text("{what} is not said now: {now} is, by {player}.", what=what, now=now, player=next_name)


def _may_answer_first(asked: AskedColumn, declared: SaysFigure) -> bool:
    """Whether a player may declare the figure although another one is asked first."""
    return not asked.column.in_turn and declared.seat in asked.seats


def _check_figure(sheet: ScoreSheet, state: FiguresState, asked: AskedColumn, declared: SaysFigure) -> None:
    """Refuse a figure that is beyond the limits, makes the forbidden sum, or exceeds the total."""
    allowed = allowed_figures(asked.column, asked.round, declared.seat)
    if declared.figure not in allowed:
        sentence = _limits_sentence(declared.figure, sheet.say(asked.column.title), allowed)
        refuse_player(state.table, FiguresRefusalCode.FIGURE_LIMIT, sentence, declared.seat)
    if asked.column.not_total is not None and declared.figure == forbidden_figure(asked):
        refuse(FiguresRefusalCode.FIGURE_LIMIT, forbidden_sentence(sheet, state, asked), declared.seat)
    sums = None if allowed.start < 0 else allowed_sums(asked.column, asked.round)
    if sums is None:
        return
    so_far = sum(asked.round.all(asked.column)) + declared.figure
    if so_far > sums[-1]:
        sentence = text(
            "That would be {n} of {what} with {player}'s, but there are {total}. Check everyone's.",
            n=so_far, what=sheet.say(asked.column.title), total=sums[-1],
        )  # fmt: skip
        refuse_player(state.table, FiguresRefusalCode.DOES_NOT_ADD_UP, sentence, declared.seat, earlier=True)


def _limits_sentence(figure: int, what: Text, allowed: range) -> Text:
    """The refusal of a figure that is beyond the limits."""
    least, most = allowed.start, allowed[-1] if allowed else allowed.start
    if allowed.step == 1:
        return text(
            "{player} can't say {n} here: {what} goes from {least} to {most}.",
            n=figure, what=what, least=least, most=most,
        )  # fmt: skip
    return text(
        "{player} can't say {n} here: {what} goes from {least} to {most} by {step}.",
        n=figure, what=what, least=least, most=most, step=allowed.step,
    )  # fmt: skip


def forbidden_sentence(sheet: ScoreSheet, state: FiguresState, asked: AskedColumn) -> Text:
    """The refusal of the last player's figure that makes the forbidden sum."""
    return text(
        "{player} is the last and can't say {n}: all of {what} together must not be {total}.",
        player=state.name(asked.seats[0]),
        n=forbidden_figure(asked) or 0,
        what=sheet.say(asked.column.title),
        total=forbidden_sum(asked) or 0,
    )


def _check_full_column(sheet: ScoreSheet, now: FiguresRound, asked: AskedColumn, declared: SaysFigure) -> None:
    """Refuse a full column whose sum is wrong, or that fails its author's check."""
    column = asked.column
    sums = allowed_sums(column, now)
    if sums is not None and (declared_sum := sum(now.all(column))) not in sums:
        what = None if len(sheet.columns) == 1 else sheet.say(column.title)
        sentence, earlier = _sum_sentence(what, sums, declared_sum), not column.single and now.players > 1
        refuse_player(now.table, FiguresRefusalCode.DOES_NOT_ADD_UP, sentence, declared.seat, earlier=earlier)
    fault = None if column.check is None else column.check(now)
    if fault is not None:
        refuse(FiguresRefusalCode.CANNOT_BE, sheet.say(fault), declared.seat, earlier=True)


def _sum_sentence(what: Text | None, sums: range, declared_sum: int) -> Text:
    """The refusal of a full column by its sum. `what` is None if a round has but one column."""
    if what is None and len(sums) == 1:
        return text(
            "The round must add up to {sum}, but {points} are declared. Check everyone's; {player}'s are the last.",
            sum=sums[0], points=declared_sum,
        )  # fmt: skip
    what = text("these") if what is None else what
    if len(sums) == 1:
        return text(
            "All of {what} together must be {total}, but {n} are declared. Check everyone's; {player}'s are the last.",
            what=what, total=sums[0], n=declared_sum,
        )  # fmt: skip
    return text(
        "All of {what} together are from {least} to {most}, but {n} are declared. Check everyone's; {player}'s are the "
        "last.",
        what=what, least=sums[0], most=sums[-1], n=declared_sum,
    )  # fmt: skip


def _end_round(sheet: ScoreSheet, now: FiguresRound) -> FiguresState:
    """Score the round, and begin the next."""
    coming = next_round(now, round_points(sheet, now))
    after = FiguresState(coming, finished=_is_over(sheet, coming))
    if not (after.finished or sheet.asks_everybody) and find_asked(sheet, after) is None:
        raise ValueError(f"{sheet.id}: nobody is asked anything in round {coming.number}")
    return after


def _is_over(sheet: ScoreSheet, coming: FiguresRound) -> bool:
    """Whether the game is over: by its number of rounds, its target, or the sheet's `over`."""
    rounds, target = at_table(sheet.rounds, coming.table), at_table(sheet.target, coming.table)
    if len(coming.done) >= (MAX_ROUNDS if rounds is None else rounds):
        return True
    if target is not None and max(coming.totals) >= target:
        return True
    return sheet.over is not None and sheet.over(coming)
