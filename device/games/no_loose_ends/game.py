"""No Loose Ends as a `Game`: see `device.contract.game.Game`."""

from __future__ import annotations

from functools import partial

from device.contract.game import Game, imported_late
from device.contract.refusal import Waiver
from device.games.no_loose_ends import DIRECTIVES, TITLE, board, declarations, figures, prompt, rules, scoring, state
from device.games.no_loose_ends.cards import DEAL_SIZES
from device.games.no_loose_ends.options import OPTIONS
from device.games.no_loose_ends.refusal_codes import NoLooseEndsRefusal
from device.games.no_loose_ends.suits import RESPELLED
from device.kits.tricks import revoke_waiver, tricks_range
from display.words import text

_NOTES = (
    text("Several players may snitch in a round: each success scores 10, each failure pays for its tricks."),
    text("A failed snitch beside a successful one pays 2 for each trick."),
    text("Totals may fall below zero."),
    text("A later round is started by the player left of the last one's starter, or by whoever the table names."),
    text("A double-cross needs a bid on the table: without one, the first pass is a snitch already."),
    text("A trick of getaway cards only goes to its leader, has no lead suit and is a loose end."),
    text("If the lead suit can't be known, the box asks which bid the trick covers."),
    text("What can't be true together with what was said before in the round is refused."),
    text("Simplified scoring replaces the round's whole scoring, snitching included."),
    text("Where the French rulebook and the English one differ, the English one is followed."),
    text("A tie for first place goes to the player with more points in the last round; after that the win is shared."),
)

_REVOKE: Waiver[state.State] = revoke_waiver(NoLooseEndsRefusal.REVOKE, partial(rules.apply, waive_revoke=True))

_SENTENCES = "device.games.no_loose_ends.sentences"

GAME: Game[state.State] = Game(
    id="no-loose-ends",
    title=TITLE,
    players=range(min(DEAL_SIZES), max(DEAL_SIZES) + 1),
    options=OPTIONS,
    notes=_NOTES,
    codes=tuple(NoLooseEndsRefusal),
    directives=DIRECTIVES,
    suit_spellings=RESPELLED,
    waiver=_REVOKE,
    upgrade=rules.add_missing_lead,
    bgg=436936,
    figures=figures.FIGURES,
    setup_instructions=imported_late(_SENTENCES, "setup_instructions"),
    start=state.start,
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
    round_part_range=tricks_range,
    board=board.board,
    scores=scoring.scores,
    scored_round_count=scoring.scored_round_count,
    counts_if_stopped=True,
    last_round_decides=True,
    points_by_cause=scoring.points_by_cause,
    total_changes_by_cause=scoring.points_by_cause,  # a round changes no other round's points
)
