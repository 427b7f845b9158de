"""Wizard and Oh Hell as a `Game`: see `device.contract.game.Game`."""

from __future__ import annotations

from functools import partial

from device.contract.game import Game, Variant, imported_late
from device.contract.refusal import Waiver
from device.contract.setup import TableSetup
from device.games.wizard import DIRECTIVES, TITLE, board, declarations, figures, prompt, rules, scoring, state
from device.games.wizard.options import DECK, OPTIONS
from device.games.wizard.refusal_codes import WizardRefusal
from device.kits.tricks import revoke_waiver, tricks_range
from display.words import text

_NOTES = (
    text("Each later round starts one seat further clockwise, unless the table names somebody else."),
    text("Whoever sits to the dealer's left bids first and leads the first trick; the dealer bids last."),
    text("More cards, then fewer, or the reverse: the round in the middle is played once."),
    text("Once all cards are dealt, none is left to be turned, and there is no trump."),
    text(
        "The card turned for trump is in nobody's hand, so that nobody can play it. It is a trump or, in Wizard, a"
        " wizard; without trump, it is a jester or a wizard."
    ),
    text("Whether bids may add up to the tricks is an option, in Wizard and in Oh Hell."),
    text(
        "In Wizard, a wizard that follows a suit does not free the others from it; after a jester and then a wizard,"
        " any card may be played."
    ),
    text("In the plain deck jack, queen, king and ace are J, Q, K and A; in records 11 to 14."),
    text("A card that no deal allows is refused; whoever did not follow a suit has no card of it."),
    text("Equal totals share the win."),
)

_REVOKE: Waiver[state.State] = revoke_waiver(WizardRefusal.REVOKE, partial(rules.apply, waive_revoke=True))

_SENTENCES = "device.games.wizard.sentences"

WIZARD = Variant(text("Wizard"), lowest_wins=False, bgg=1465)
OH_HELL = Variant(text("Oh Hell"), lowest_wins=False, bgg=1116)


def _chosen_variant(table: TableSetup) -> Variant:
    return OH_HELL if table.value_of(DECK) == "plain" else WIZARD


GAME: Game[state.State] = Game(
    id="wizard",
    title=TITLE,
    players=range(3, 8),
    options=OPTIONS,
    notes=_NOTES,
    codes=tuple(WizardRefusal),
    directives=DIRECTIVES,
    waiver=_REVOKE,
    variants=_chosen_variant,
    figures=figures.FIGURES,
    start=state.start,
    read=declarations.read,
    write=declarations.write,
    in_words=imported_late(_SENTENCES, "in_words"),
    consequence=imported_late(_SENTENCES, "consequence"),
    setup_instructions=imported_late(_SENTENCES, "setup_instructions"),
    apply=rules.apply,
    starter=rules.starter,
    forced=rules.forced,
    prompt=prompt.prompt,
    heading=board.heading,
    round_part=board.round_part,
    round_part_range=tricks_range,
    board=board.board,
    scores=scoring.scores,
    scored_round_count=lambda state: len(state.results),
    points_by_cause=scoring.points_by_cause,
    total_changes_by_cause=scoring.points_by_cause,  # a round changes no other round's points
)
