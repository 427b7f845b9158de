"""`figures_game`: makes a `Game` from a score sheet."""

from __future__ import annotations

from functools import partial

from device.contract.game import Game, Variant, Wording
from device.contract.setup import Option, TableSetup
from device.kits.figures import board, declarations, prompt, rules, scoring, sentences
from device.kits.figures.columns import setting_value
from device.kits.figures.refusal_codes import FiguresRefusalCode
from device.kits.figures.sheet import ScoreSheet
from device.kits.figures.sheet_checks import check_sheet
from device.kits.figures.sheet_statistics import sheet_figures
from device.kits.figures.state import FiguresState
from device.kits.tricks import revoke_waiver, tricks_range


def figures_game(sheet: ScoreSheet) -> Game[FiguresState]:
    """Make the game that a score sheet describes. Raises DescriptionError if the sheet is wrong."""
    sheet = check_sheet(sheet)
    plays_cards = sheet.cards is not None
    return Game(
        id=sheet.id,
        title=sheet.say(sheet.title),
        players=sheet.players,
        options=tuple(_option(sheet, option) for option in sheet.all_options),
        notes=tuple(map(sheet.say, sheet.notes)),
        codes=tuple(code for code in FiguresRefusalCode if plays_cards or code is not FiguresRefusalCode.REVOKE),
        waiver=revoke_waiver(FiguresRefusalCode.REVOKE, partial(rules.apply, sheet, waive_revoke=True))
        if plays_cards
        else None,
        start=partial(rules.start, sheet),
        read=partial(declarations.read, sheet),
        write=partial(declarations.write, sheet),
        in_words=partial(sentences.in_words, sheet),
        apply=partial(rules.apply, sheet),
        starter=rules.starter,
        forced=rules.forced,
        prompt=partial(prompt.prompt, sheet),
        heading=partial(board.heading, sheet),
        board=partial(board.board, sheet),
        round_part=partial(board.round_part, sheet) if plays_cards else None,
        round_part_range=tricks_range if plays_cards else None,
        scores=partial(scoring.scores, sheet),
        scored_round_count=lambda state: len(state.round.done),
        points_by_cause=partial(scoring.points_by_cause, sheet),
        total_changes_by_cause=partial(scoring.points_by_cause, sheet),  # a round changes no other round's points
        asks_starter=partial(rules.asks_starter, sheet),
        setup_instructions=partial(sentences.setup_instructions, sheet),
        consequence=partial(sentences.consequence, sheet),
        needs_end_line=partial(rules.needs_end_line, sheet),
        figures=sheet_figures(sheet),
        variants=partial(_variant, sheet) if sheet.variants or callable(sheet.lowest_wins) else None,
        asks_for_title=sheet.asks_for_title,
        counts_if_stopped=sheet.counts_if_stopped,
        bgg=sheet.bgg,
        lowest_wins=sheet.lowest_wins is True,
        wording=Wording(tuple(sentences.author_sentences(sheet)), sheet.languages),
    )


def _variant(sheet: ScoreSheet, table: TableSetup) -> Variant:
    """The game that is really played with the options of a table."""
    if sheet.variants is None:
        return Variant(sheet.say(sheet.title), setting_value(sheet.lowest_wins, table), sheet.bgg)
    variant = sheet.variants(table)
    # A title that the table entered is a name, which is not translated.
    return variant if isinstance(variant.title, str) else variant._replace(title=sheet.say(variant.title))


def _option(sheet: ScoreSheet, option: Option) -> Option:
    """An option with the author's translations."""
    return option._replace(title=sheet.say(option.title), labels=tuple(map(sheet.say, option.labels)))
