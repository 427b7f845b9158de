"""No Loose Ends as the rest of the program knows it; see `device.contract.game.Game`."""

from __future__ import annotations

from functools import partial

from device.contract.declarations import Declaration
from device.contract.game import Game
from device.contract.refusal import Waiver
from device.games.no_loose_ends import (
    DIRECTIVES,
    TITLE,
    board,
    declarations,
    figures,
    older,
    prompt,
    rules,
    scoring,
    state,
)
from device.games.no_loose_ends.cards import DEALS, RESPELLED
from device.games.no_loose_ends.codes import Code
from device.games.no_loose_ends.options import OPTIONS
from display.words import Text, text

_NOTES = (
    text("Several players may snitch in a round: each success scores 10, each failure pays for its tricks."),
    text("A failed snitch beside a successful one pays 2 for each trick."),
    text("Totals may fall below zero."),
    text("A later round is started by the player to the left of the last one's starter, or by whom the table names."),
    text("A double-cross needs a bid on the table: without one, the first pass is a snitch already."),
    text("A trick of getaway cards only goes to its leader, has no lead suit and is a loose end."),
    text(
        "A trump that wins for somebody who did not lead says nothing of the suit that was led: unless the table says "
        "it, the box asks what the trick covers."
    ),
    text("A declaration is refused if no deal of the cards fits it together with all others of the round."),
    text("Simplified scoring replaces the round's whole scoring, snitching included."),
    text("Where the French rulebook and the English one differ, the English one is followed."),
    text("A tie goes to the player with more points in the last round; after that the win is shared."),
)

_REVOKE: Waiver[state.State] = Waiver(
    code=Code.REVOKE,
    title=text("Revoke"),
    label=text("revoke"),
    question=text("Take it back, or let it stand?"),
    remark="a revoke",
    apply=partial(rules.apply, waive_revoke=True),
)


def _in_words(declaration: Declaration, player: str) -> Text:
    from device.games.no_loose_ends import sentences  # with the first refusal: a start has none

    return sentences.in_words(declaration, player)


def _consequence(before: state.State, after: state.State, declaration: Declaration) -> Text | None:
    from device.games.no_loose_ends import sentences

    return sentences.consequence(before, after, declaration)


def _preparing(state_: state.State) -> tuple[Text, ...]:
    from device.games.no_loose_ends import sentences

    return sentences.preparing(state_)


GAME: Game[state.State] = Game(
    id="no-loose-ends",
    title=TITLE,
    players=range(min(DEALS), max(DEALS) + 1),
    options=OPTIONS,
    notes=_NOTES,
    directives=DIRECTIVES,
    respelled=RESPELLED,
    waiver=_REVOKE,
    older=older.with_lead,
    bgg=436936,
    figures=figures.FIGURES,
    preparing=_preparing,
    start=state.start,
    read=declarations.read,
    write=declarations.write,
    in_words=_in_words,
    consequence=_consequence,
    apply=rules.apply,
    starter=rules.starter,
    forced=rules.forced,
    prompt=prompt.prompt,
    heading=board.heading,
    part=board.part,
    board=board.board,
    scores=scoring.scores,
    causes=board.causes,
    gains=board.causes,
)
