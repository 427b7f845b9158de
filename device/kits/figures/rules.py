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
from device.kits.figures.columns import FiguresRound, setting_value
from device.kits.figures.declarations import FigureDeclaration, Plays
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
from device.kits.figures.sheet import MAX_ROUNDS, ScoreSheet
from device.kits.figures.state import FiguresState
from display.words import Several, Text, text


def start(sheet: ScoreSheet, table: TableSetup) -> FiguresState:
    """The state before the first round."""
    return FiguresState(first_round(sheet, table))


def apply(
    sheet: ScoreSheet, state: FiguresState, declaration: Declaration, *, waive_revoke: bool = False
) -> FiguresState:
    """Return the state after a declaration. Raises Refused; see `device.contract.game.Game.apply`."""
    if state.is_finished:
        refuse(RefusalCode.WRONG_PHASE, text("The game is over."), declaration.seat)
    match declaration:
        case First(seat):
            return _apply_first(state, seat)
        case FigureDeclaration():
            return _apply_figure(sheet, state, declaration)
        case Plays():
            return _apply_card(sheet, state, declaration, waive_revoke=waive_revoke)
        case GameEnd():
            return _apply_end(sheet, state)
    raise TypeError(declaration)


def starter(state: FiguresState) -> Seat | None:
    """The player who starts the coming round, while another may still be named; else None."""
    if state.is_starter_named or state.is_finished or not state.is_between_rounds:
        return None
    return state.round.first


def forced(state: FiguresState) -> Declaration | None:
    """Always None: mistakes are found because everybody declares their figures."""
    return None


def asks_starter(sheet: ScoreSheet, state: FiguresState) -> bool:
    """Whether it matters who starts: if figures are declared in turn, or the dealer is shown."""
    return sheet.takes_turns(state.table) or setting_value(sheet.dealer, state.table)


def needs_end_line(sheet: ScoreSheet, state: FiguresState) -> bool:
    """Whether only the line `end` can end the game."""
    return not sheet.ends_itself(state.table)


def may_end(sheet: ScoreSheet, state: FiguresState) -> bool:
    """Whether the line `end` is legal now."""
    return needs_end_line(sheet, state) and bool(state.round.done) and state.is_between_rounds


def _apply_first(state: FiguresState, seat: Seat) -> FiguresState:
    if starter(state) is None:
        starter_name = state.name(state.round.first)
        sentence = text("Who starts is said once, before anything else of a round: {player} does.", player=starter_name)
        refuse(RefusalCode.WRONG_PHASE, sentence, seat)
    return FiguresState(state.round._replace(first=seat), is_starter_named=True)


def _apply_end(sheet: ScoreSheet, state: FiguresState) -> FiguresState:
    if not may_end(sheet, state):
        refuse(RefusalCode.WRONG_PHASE, text("A game ends between two rounds: when everything of a round is declared."))
    return state._replace(is_finished=True)


def _apply_figure(sheet: ScoreSheet, state: FiguresState, declaration: FigureDeclaration) -> FiguresState:
    asked = find_asked(sheet, state)
    assert asked is not None
    if awaits_card(sheet, asked):
        refuse(RefusalCode.WRONG_PHASE, awaited_card_sentence(sheet, asked.round, state), declaration.seat)
    _check_turn(sheet, state, asked, declaration)
    _check_figure(sheet, state, asked, declaration)
    round_ = with_figure(asked.round, asked.column_index, declaration.seat, declaration.figure)
    after = FiguresState(round_, state.is_starter_named)
    if len(asked.seats) > 1 and not asked.column.single:
        return after
    if asked.column.total is not None or asked.column.check is not None:
        _check_full_column(sheet, round_, asked, declaration)
    is_round_over = asked.column_index == len(sheet.columns) - 1 or find_asked(sheet, after) is None
    return _end_round(sheet, round_) if is_round_over else after


def _apply_card(sheet: ScoreSheet, state: FiguresState, declaration: Plays, *, waive_revoke: bool) -> FiguresState:
    """The state after a card. After the round's last card, figures follow from the tricks."""
    asked = find_asked(sheet, state)
    assert asked is not None
    if not awaits_card(sheet, asked):
        now, next_name = sheet.say(asked.column.title), state.name(asked.seats[0])
        sentence = text("No card is played now: {now} is said, by {player}.", now=now, player=next_name)
        refuse(RefusalCode.WRONG_PHASE, sentence, declaration.seat)
    play = play_card(sheet, asked.round, state, declaration, waive_revoke=waive_revoke)
    if play.cards or len(play.tricks) < round_cards(sheet, asked.round).dealt_count:
        return state._replace(play=play)
    after = state._replace(round=with_figures_from_tricks(sheet, asked.round, play), play=None)
    return after if find_asked(sheet, after) is not None else _end_round(sheet, after.round)


def _check_turn(sheet: ScoreSheet, state: FiguresState, asked: AskedColumn, declaration: FigureDeclaration) -> None:
    seat, first_seat, index = declaration.seat, asked.seats[0], sheet.words.index(declaration.word)
    if declaration.word == asked.column.word and (seat == first_seat or _may_answer_first(asked, declaration)):
        return
    column_title = sheet.say(sheet.columns[index].title)
    if index > asked.column_index or (index < asked.column_index and state.round.cells[index][seat] is None):
        refuse(RefusalCode.WRONG_PHASE, _not_now_text(sheet, column_title, asked, state.name(first_seat)), seat)
    if state.round.cells[index][seat] is not None:
        sentence = text("{player} has already declared for this round: {what}.", what=column_title)
        refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, seat)
    if seat not in asked.seats:
        sentence = _not_asked_text(state, asked, seat, column_title)
        refuse_player(state.table, RefusalCode.OUT_OF_TURN, sentence, seat)
    refuse_turn(state.table, seat, first_seat)


def _not_asked_text(state: FiguresState, asked: AskedColumn, seat: Seat, column_title: Text) -> Text:
    """The refusal of a figure of a player who is not asked for it."""
    if not asked.column.by_side:
        return text("{player} is not asked for this in this round: {what}.", what=column_title)
    side = Several(tuple(map(state.name, asked.round.partners(seat))))
    return text("{player} says it for {everybody}: {what}.", player=side.items[0], everybody=side, what=column_title)


def _not_now_text(sheet: ScoreSheet, column_title: Text, asked: AskedColumn, next_name: str) -> Text:
    """The refusal of a column that is not asked yet, or no longer."""
    now = sheet.say(asked.column.title)
    if asked.column.single and len(asked.seats) > 1:
        return text("{what} is not said now: first one player says {now}.", what=column_title, now=now)
    return text("{what} is not said now: {now} is, by {player}.", what=column_title, now=now, player=next_name)


def _may_answer_first(asked: AskedColumn, declaration: FigureDeclaration) -> bool:
    """Whether a player may declare the figure although another one is asked first."""
    return not asked.column.in_turn and declaration.seat in asked.seats


def _check_figure(sheet: ScoreSheet, state: FiguresState, asked: AskedColumn, declaration: FigureDeclaration) -> None:
    """Refuse a figure that is beyond the limits, makes the forbidden sum, or exceeds the total."""
    allowed = allowed_figures(asked.column, asked.round, declaration.seat)
    if declaration.figure not in allowed:
        sentence = _limits_sentence(declaration.figure, sheet.say(asked.column.title), allowed)
        refuse_player(state.table, FiguresRefusalCode.FIGURE_LIMIT, sentence, declaration.seat)
    if asked.column.not_total is not None and declaration.figure == forbidden_figure(asked):
        refuse(FiguresRefusalCode.FIGURE_LIMIT, forbidden_sentence(sheet, state, asked), declaration.seat)
    sums = None if allowed.start < 0 else allowed_sums(asked.column, asked.round)
    if sums is None:
        return
    sum_so_far = sum(asked.round.all(asked.column)) + declaration.figure
    if sum_so_far > sums[-1]:
        sentence = text(
            "That would be {n} of {what} with {player}'s, but there are {total}. Check all figures.",
            n=sum_so_far, what=sheet.say(asked.column.title), total=sums[-1],
        )  # fmt: skip
        refuse_player(state.table, FiguresRefusalCode.DOES_NOT_ADD_UP, sentence, declaration.seat, may_be_earlier=True)


def _limits_sentence(figure: int, column_title: Text, allowed: range) -> Text:
    """The refusal of a figure that is beyond the limits."""
    least, most = allowed.start, allowed[-1] if allowed else allowed.start
    if allowed.step == 1:
        return text(
            "{player} can't say {n} here: {what} goes from {least} to {most}.",
            n=figure, what=column_title, least=least, most=most,
        )  # fmt: skip
    return text(
        "{player} can't say {n} here: {what} goes from {least} to {most} by {step}.",
        n=figure, what=column_title, least=least, most=most, step=allowed.step,
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


def _check_full_column(
    sheet: ScoreSheet, round_: FiguresRound, asked: AskedColumn, declaration: FigureDeclaration
) -> None:
    """Refuse a full column whose sum is wrong, or that fails its author's check."""
    column = asked.column
    sums = allowed_sums(column, round_)
    if sums is not None and (declared_sum := sum(round_.all(column))) not in sums:
        column_title = None if len(sheet.columns) == 1 else sheet.say(column.title)
        sentence = _sum_sentence(column_title, sums, declared_sum)
        earlier = not column.single and round_.player_count > 1
        refuse_player(
            round_.table, FiguresRefusalCode.DOES_NOT_ADD_UP, sentence, declaration.seat, may_be_earlier=earlier
        )
    fault = None if column.check is None else column.check(round_)
    if fault is not None:
        refuse(FiguresRefusalCode.CANNOT_BE, sheet.say(fault), declaration.seat, may_be_earlier=True)


def _sum_sentence(column_title: Text | None, sums: range, declared_sum: int) -> Text:
    """The refusal of a full column by its sum. `column_title` is None if a round has but one column."""
    if column_title is None and len(sums) == 1:
        return text(
            "The round must add up to {sum}, but {points} are declared. Check all figures; {player}'s came last.",
            sum=sums[0], points=declared_sum,
        )  # fmt: skip
    column_title = text("these") if column_title is None else column_title
    if len(sums) == 1:
        return text(
            "All of {what} together must be {total}, but {n} are declared. Check all figures; {player}'s came last.",
            what=column_title, total=sums[0], n=declared_sum,
        )  # fmt: skip
    return text(
        "All of {what} together are from {least} to {most}, but {n} are declared. Check all figures; {player}'s came "
        "last.",
        what=column_title, least=sums[0], most=sums[-1], n=declared_sum,
    )  # fmt: skip


def _end_round(sheet: ScoreSheet, round_: FiguresRound) -> FiguresState:
    """Score the round, and begin the next."""
    coming_round = next_round(round_, round_points(sheet, round_))
    after = FiguresState(coming_round, is_finished=_is_over(sheet, coming_round))
    if not (after.is_finished or sheet.asks_everybody) and find_asked(sheet, after) is None:
        raise ValueError(f"{sheet.id}: nobody is asked anything in round {coming_round.number}")
    return after


def _is_over(sheet: ScoreSheet, coming_round: FiguresRound) -> bool:
    """Whether the game is over: by its number of rounds, its target, or the sheet's `over`."""
    rounds, target = setting_value(sheet.rounds, coming_round.table), setting_value(sheet.target, coming_round.table)
    if len(coming_round.done) >= (MAX_ROUNDS if rounds is None else rounds):
        return True
    if target is not None and max(coming_round.totals) >= target:
        return True
    return sheet.over is not None and sheet.over(coming_round)
