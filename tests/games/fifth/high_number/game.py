"""High Number as the rest of the program knows it; see `device.contract.game.Game`."""

from __future__ import annotations

from device.contract.game import Game
from device.contract.refusal import Waiver
from display.words import text
from tests.games.fifth.high_number import DIRECTIVES, TITLE, board, declarations, prompt, rules, scoring, sentences
from tests.games.fifth.high_number.options import OPTIONS
from tests.games.fifth.high_number.refusal_codes import HighNumberRefusal
from tests.games.fifth.high_number.state import State

_TWICE: Waiver[State] = Waiver(
    code=HighNumberRefusal.NUMBER_TAKEN,
    title=text("Twice"),
    label=text("twice"),
    question=text("May a number be said twice?"),
    remark="a number twice",
    apply=rules.let_stand,
)

GAME: Game[State] = Game(
    id="high-number",
    title=TITLE,
    players=range(2, 5),
    options=OPTIONS,
    notes=(text("Who says the highest number first has no advantage."), text("Equal totals share the win.")),
    directives=DIRECTIVES,
    codes=tuple(HighNumberRefusal),
    waiver=_TWICE,
    start=rules.start,
    read=declarations.read,
    write=declarations.write,
    in_words=sentences.in_words,
    apply=rules.apply,
    starter=rules.starter,
    forced=rules.forced,
    prompt=prompt.prompt,
    heading=board.heading,
    board=board.board,
    scores=scoring.scores,
    scored_round_count=lambda state: len(state.done),
    points_by_cause=scoring.points_by_cause,
    total_changes_by_cause=scoring.points_by_cause,
)
