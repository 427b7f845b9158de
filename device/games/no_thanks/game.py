"""No Thanks! as a `Game`: see `device.contract.game.Game`."""

from __future__ import annotations

from device.contract.game import Game, imported_late
from device.contract.secret_parts import Secrets
from device.games.no_thanks import DIRECTIVES, TITLE, board, declarations, figures, prompt, rules, scoring, totals
from device.games.no_thanks.options import OPTIONS, PLAYER_COUNTS
from device.games.no_thanks.refusal_codes import NoThanksRefusal
from device.games.no_thanks.state import State
from display.words import text

_NOTES = (
    text("Each later round starts one seat further clockwise, unless the table names somebody else."),
    text("Players who share the lowest total share the win."),
    text("Tokens in hand stay secret: the box shows nobody's before the round is scored."),
    text("A hidden tiger is laid on your own turn, while a card is turned up, and not after the last is taken."),
    text("A hidden tiger is a card that nobody else has seen yet."),
    text("Amigo and hidden tiger go together: the tigers are then dealt from the six cards removed unseen."),
    text("Where totals are declared, whoever took no card has no more tokens than at the start, and laid no tiger."),
)

_SENTENCES = "device.games.no_thanks.sentences"

GAME: Game[State] = Game(
    id="no-thanks",
    title=TITLE,
    players=PLAYER_COUNTS,
    options=OPTIONS,
    notes=_NOTES,
    codes=tuple(NoThanksRefusal),
    directives=DIRECTIVES,
    secrets=Secrets(
        hideable_count=totals.count_declared,
        public_words=totals.public_words,
        masked_sentence=imported_late(_SENTENCES, "masked_sentence"),
        confirmation=imported_late(_SENTENCES, "confirmation"),
        mask_declaration=declarations.without_tokens,
        mask_state=totals.mask_state,
        read=declarations.read_masked,
        with_actual_amount=totals.with_actual_amount,
    ),
    lowest_wins=True,
    bgg=12942,
    figures=figures.FIGURES,
    setup_instructions=imported_late(_SENTENCES, "setup_instructions"),
    start=rules.start,
    read=declarations.read,
    write=declarations.write,
    in_words=imported_late(_SENTENCES, "in_words"),
    apply=rules.apply,
    starter=rules.starter,
    forced=rules.forced,
    prompt=prompt.prompt,
    reusable_keys=prompt.keys_of_same_cards,
    heading=board.heading,
    round_part=board.round_part,
    round_part_range=board.round_part_range,
    board=board.board,
    scores=scoring.scores,
    scored_round_count=lambda state: len(state.scored_rounds),
    counts_if_stopped=True,
    points_by_cause=scoring.points_by_cause,
    total_changes_by_cause=scoring.total_changes_by_cause,
)
