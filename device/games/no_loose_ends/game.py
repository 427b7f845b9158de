"""The game's face to the rest of the program; see `device.contract.game.Game`."""

from __future__ import annotations

from device.contract.declarations import Declaration, RecordLine
from device.contract.prompt import Prompt
from device.contract.scores import Scores
from device.contract.setup import Seat, TableSetup
from device.games.no_loose_ends import TITLE, board, declarations, prompt, rules, scoring, state
from device.games.no_loose_ends.cards import DEALS
from display.vocabulary import Board, Cause
from display.words import Text, text

_NOTES = (
    text("Several players may snitch in a round: each success scores 10, each failure pays for its tricks."),
    text("Totals may fall below zero."),
    text("A later round is started by the player to the left of the last one's starter, or by whom the table names."),
    text("A double-cross needs a bid on the table: without one, the first pass is a snitch already."),
    text("A trick of getaway cards only goes to its leader, has no lead suit and is a loose end."),
    text("Simplified scoring replaces the round's whole scoring, snitching included."),
    text("Where the French rulebook and the English one differ, the English one is followed."),
    text("A tie goes to the player with more points in the last round; after that the win is shared."),
)


class NoLooseEnds:
    """The game's face to the rest of the program; see `device.contract.game.Game`."""

    id = "no-loose-ends"
    title = TITLE
    players = range(min(DEALS), max(DEALS) + 1)
    options = state.OPTIONS
    notes = _NOTES
    directives: tuple[str, ...] = ()

    def start(self, table: TableSetup) -> state.State:
        return state.start(table)

    def read(self, line: RecordLine) -> Declaration:
        return declarations.read(line)

    def write(self, declaration: Declaration) -> RecordLine:
        return declarations.write(declaration)

    def in_words(self, declaration: Declaration, player: str) -> Text:
        from device.games.no_loose_ends import sentences  # with the first refusal: a start has none

        return sentences.in_words(declaration, player)

    def apply(self, before: state.State, declaration: Declaration, *, waive_revoke: bool = False) -> state.State:
        return rules.apply(before, declaration, waive_revoke=waive_revoke)

    def starter(self, now: state.State) -> Seat | None:
        round_ = now.round
        return None if round_ is None or round_.begun or round_.first_said else round_.first

    def forced(self, now: state.State) -> Declaration | None:
        return rules.forced(now)

    def prompt(self, now: state.State) -> Prompt[Declaration] | None:
        return prompt.prompt(now)

    def heading(self, now: state.State) -> Text:
        return board.heading(now)

    def board(self, now: state.State) -> Board:
        return board.board(now)

    def scores(self, now: state.State) -> Scores:
        return scoring.scores(now)

    def causes(self, now: state.State, round_: int) -> tuple[tuple[Cause, ...], ...]:
        return board.causes(now, round_)

    def gains(self, now: state.State, round_: int) -> tuple[tuple[Cause, ...], ...]:
        return self.causes(now, round_)


GAME = NoLooseEnds()
