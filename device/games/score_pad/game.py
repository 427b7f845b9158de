"""A score pad as the rest of the program knows it; see `device.contract.game.Game`."""

from __future__ import annotations

from device.contract.game import Game, Late, Sentences, Variant
from device.contract.setup import TableSetup
from device.games.score_pad import DIRECTIVES, TITLE, board, declarations, figures, prompt, rules, scoring, state
from device.games.score_pad.codes import Code
from device.games.score_pad.options import BGG, OPTIONS, number, settings
from display.words import text

_NOTES = (
    text("Everybody's points of a round are declared, in any order; 0 for whoever won nothing."),
    text("Without a number of rounds or a total, the game is over when the table says so, between two rounds."),
    text("With both, what comes first ends it; a total ends the game at the end of its round."),
    text("Where the fewest points win, they win at that end, too."),
    text("Where a round must add up, the last player's points are refused if it does not."),
    text("The dealer sits to the right of whoever starts, and the deal moves on clockwise each round."),
    text("Equal totals share the win."),
)


def _sentences() -> Sentences[state.State]:
    from device.games.score_pad.sentences import SENTENCES

    return SENTENCES


_LATE = Late(_sentences)


def _variants(table: TableSetup) -> Variant:
    return Variant(table.title or TITLE, settings(table).lowest_wins, number(table, BGG))


GAME: Game[state.State] = Game(
    id="score-pad",
    title=TITLE,
    players=range(1, 11),
    options=OPTIONS,
    notes=_NOTES,
    codes=tuple(Code),
    directives=DIRECTIVES,
    titled=True,
    asks_starter=rules.asks_starter,
    variants=_variants,
    figures=figures.FIGURES,
    preparing=_LATE.preparing,
    start=state.start,
    read=declarations.read,
    write=declarations.write,
    in_words=_LATE.in_words,
    apply=rules.apply,
    starter=rules.starter,
    forced=rules.forced,
    prompt=prompt.prompt,
    heading=board.heading,
    board=board.board,
    scores=scoring.scores,
    rounds_over=lambda state: len(state.done),
    equal_rounds=True,
    says_end=rules.says_end,
    causes=scoring.causes,
    gains=scoring.causes,
)
