"""Defines the card game LOOP (Takashi Saito, edition with scoreboards; the first edition is `loop_2023`): its rules,
texts and scoring as one `Game`."""

from __future__ import annotations

from device.contract.game import Game, imported_late
from device.games.loop import DIRECTIVES, TITLE, board, declarations, figures, prompt, rules, scoring
from device.games.loop.options import OPTIONS
from device.games.loop.refusal_codes import LoopRefusal
from device.games.loop.state import State
from device.kits.loop_editions import leads_range
from display.words import text

_NOTES = (
    text(
        "A play must beat the combination played last; "
        "a table that prefers it can have it beat all combinations in play."
    ),
    text("After each round hands and boards go one seat to the left; whoever gets the golden board starts."),
    text("Whoever leads must play something: a pass needs a combination to beat."),
    text("If the player who would lead is out, the next one clockwise who is still in leads."),
    text("A player may reveal one 8 a turn and two a round, and not where no play could follow."),
    text("Whoever plays an 8 begins a new turn, and may reveal the second 8 before leading."),
    text("Equal points at the top are a tie; play again to settle it."),
)

_SENTENCES = "device.games.loop.sentences"

GAME: Game[State] = Game(
    id="loop",
    title=TITLE,
    players=range(4, 7),
    options=OPTIONS,
    notes=_NOTES,
    codes=tuple(LoopRefusal),
    directives=DIRECTIVES,
    played_suits=(),
    bgg=407173,
    figures=figures.FIGURES,
    setup_instructions=imported_late(_SENTENCES, "setup_instructions"),
    start=rules.start,
    read=declarations.read,
    write=declarations.write,
    in_words=imported_late(_SENTENCES, "in_words"),
    consequence=imported_late(_SENTENCES, "consequence"),
    apply=rules.apply,
    starter=rules.starter,
    forced=rules.forced,
    prompt=prompt.prompt,
    heading=board.heading,
    round_part=board.round_part,
    round_part_range=leads_range,
    board=board.board,
    scores=scoring.scores,
    scored_round_count=lambda state: len(state.finished_rounds),
    points_by_cause=scoring.points_by_cause,
    total_changes_by_cause=scoring.total_changes_by_cause,
    round_points_note=text("What a marker earns later counts in the round in which it was laid."),
)
