"""LOOP's first edition as a `Game`: see `device.contract.game.Game`."""

from __future__ import annotations

from device.contract.game import Game, imported_late
from device.games.loop_2023 import DIRECTIVES, TITLE, board, declarations, figures, prompt, rules, scoring
from device.games.loop_2023.options import OPTIONS
from device.games.loop_2023.refusal_codes import Loop2023Refusal
from device.games.loop_2023.scoring import BASIC_POINTS
from device.games.loop_2023.state import State
from device.games.loop_2023.suits import SUITS
from device.kits.loop_editions import leads_range
from display.words import text

_NOTES = (
    text("The three colours of the cards are called red, yellow and blue."),
    text("A sequence has two cards or more, all of one colour."),
    text("Whoever leads must lead: a pass needs something to beat."),
    text("If the player who would lead is out, the next one clockwise who is still in leads."),
    text("Both cards set aside may be shown in one turn if they are 8s; two twists cancel out."),
    text("No play is owed after a twist."),
    text("Once the cards shown prove that nobody can beat a play or show an 8, the box passes for everybody."),
    text("The start stays with its seat, whoever sits there."),
    text("A set ends only when a round has been scored: points for three 8s alone do not end it."),
    text("Equal totals at the end of a set share the win."),
    text("In a long game a shared set counts for each who shares it."),
    text("In a new set everyone is back in their first seat, and the start passes one seat clockwise."),
)

_SENTENCES = "device.games.loop_2023.sentences"

GAME: Game[State] = Game(
    id="loop-2023",
    title=TITLE,
    players=range(min(BASIC_POINTS), max(BASIC_POINTS) + 1),
    options=OPTIONS,
    notes=_NOTES,
    codes=tuple(Loop2023Refusal),
    directives=DIRECTIVES,
    played_suits=SUITS,
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
    scored_round_count=lambda state: len(state.rounds),
    points_by_cause=scoring.points_by_cause,
    total_changes_by_cause=scoring.points_by_cause,  # a round changes no other round's points
)
