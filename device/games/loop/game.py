"""LOOP (Takashi Saito, edition with scoreboards), as the rest of the program knows it."""

from __future__ import annotations

from device.contract.declarations import Declaration
from device.contract.game import Game
from device.games.loop import DIRECTIVES, TITLE, board, declarations, figures, prompt, rules, scoring
from device.games.loop.options import OPTIONS
from device.games.loop.state import State
from display.words import Text, text

_NOTES = (
    text(
        "A play must beat the combination played last; "
        "a table that prefers it can have it beat all combinations in play."
    ),
    text("Who leads must play something: a pass needs a combination to beat."),
    text("If the player who would lead is out, the next one clockwise who is still in leads."),
    text("A player may reveal one 8 a turn and two a round, and not where no play could follow."),
    text("Whoever plays an 8 begins a new turn, and may reveal the second 8 before leading."),
    text("Equal points at the top are a tie; play again to settle it."),
)


def _in_words(declaration: Declaration, player: str) -> Text:
    from device.games.loop import sentences  # with the first refusal: a start has none

    return sentences.in_words(declaration, player)


def _consequence(before: State, after: State, declaration: Declaration) -> Text | None:
    from device.games.loop import sentences

    return sentences.consequence(before, after, declaration)


def _preparing(state: State) -> tuple[Text, ...]:
    from device.games.loop import sentences

    return sentences.preparing(state)


GAME: Game[State] = Game(
    id="loop",
    title=TITLE,
    players=range(4, 7),
    options=OPTIONS,
    notes=_NOTES,
    directives=DIRECTIVES,
    bgg=407173,
    figures=figures.FIGURES,
    preparing=_preparing,
    start=rules.start,
    read=declarations.read,
    write=declarations.write,
    in_words=_in_words,
    consequence=_consequence,
    apply=rules.apply,
    starter=rules.starter,
    forced=rules.forced,
    prompt=prompt.prompt,
    heading=board.heading,
    board=board.board,
    scores=scoring.scores,
    causes=scoring.causes,
    gains=scoring.gains,
)
