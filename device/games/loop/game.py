"""LOOP (Takashi Saito, edition with scoreboards), as the companion knows it."""

from __future__ import annotations

from device.contract.declarations import Declaration, First, RecordLine
from device.contract.game import Game
from device.contract.prompt import Prompt
from device.contract.scores import Scores
from device.contract.setup import Option, Seat, TableSetup
from device.games.loop import TITLE, board, prompt, scoring, turns
from device.games.loop import declarations as lines
from device.games.loop.declarations import Declared
from device.games.loop.state import BEAT, DETAIL, State, start
from display.vocabulary import Board, Cause
from display.words import Text, text


class Loop:
    """The rules of LOOP for 4 to 6 players; fulfils `device.contract.game.Game`."""

    id: str = "loop"
    title: Text = TITLE
    players: range = range(4, 7)
    options: tuple[Option, ...] = (DETAIL, BEAT)
    notes: tuple[Text, ...] = (
        text(
            "A play must beat the combination played last; "
            "a table that prefers it can have it beat all combinations in play."
        ),
        text("Who leads must play something: a pass needs a combination to beat."),
        text(
            "A player may reveal one 8 a turn and two a round, and not where no play could follow; "
            "after playing an 8, a new turn begins."
        ),
        text("Equal points at the top are a tie; play again to settle it."),
    )
    directives: tuple[str, ...] = ()

    def start(self, table: TableSetup) -> State:
        return start(table)

    def read(self, line: RecordLine) -> Declared:
        return lines.read(line)

    def write(self, declaration: Declaration) -> RecordLine:
        assert isinstance(declaration, Declared)
        return lines.write(declaration)

    def in_words(self, declaration: Declaration, player: str) -> Text:
        from device.games.loop import sentences  # with the first refusal: a start has none

        assert isinstance(declaration, Declared)
        return sentences.in_words(declaration, player)

    def apply(self, state: State, declaration: Declaration, *, waive_revoke: bool = False) -> State:
        """As `Game.apply`; there is no revoke in LOOP to waive."""
        assert isinstance(declaration, Declared | First)
        return turns.apply(state, declaration)

    def starter(self, state: State) -> Seat | None:
        """The first named player, until the golden board is given to another or a round begins."""
        return None if state.opened else state.golden

    def forced(self, state: State) -> Declared | None:
        return turns.forced(state)

    def prompt(self, state: State) -> Prompt[Declaration] | None:
        return prompt.prompt(state)

    def heading(self, state: State) -> Text:
        return board.heading(state)

    def board(self, state: State) -> Board:
        return board.board(state)

    def scores(self, state: State) -> Scores:
        return scoring.scores(state)

    def causes(self, state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
        return scoring.causes(state, round_)

    def gains(self, state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
        return scoring.gains(state, round_)


GAME: Game[State] = Loop()
