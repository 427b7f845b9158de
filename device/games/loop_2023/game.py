"""The game's face to the rest of the program; see `device.contract.game.Game`."""

from __future__ import annotations

from dataclasses import dataclass

from device.contract.declarations import Declaration, First, RecordLine
from device.contract.prompt import Prompt
from device.contract.refusal import RefusalCode, refuse
from device.contract.scores import Scores
from device.contract.setup import Option, Seat, TableSetup
from device.games.loop_2023 import TITLE, board, declarations, prompt, rules, scores
from device.games.loop_2023.declarations import Move
from device.games.loop_2023.scoring import BASIC
from device.games.loop_2023.state import OPTIONS, State
from display.vocabulary import Board, Cause
from display.words import Text, text

_NOTES = (
    text("The three colours of the cards are called red, yellow and blue."),
    text("A sequence has two cards or more, all of one colour."),
    text("Whoever leads must lead: a pass needs something to beat."),
    text("If the player who would lead is out, the next one clockwise who is still in leads."),
    text("Both cards set aside may be shown in one turn if they are 8s; two twists cancel out."),
    text("Equal totals at the end of a set share the win."),
    text("In a long game a shared set counts for each who shares it."),
    text("In a new set everyone is back in their first seat, and the start passes one seat clockwise."),
)


@dataclass(frozen=True, slots=True)
class Loop2023:
    """The game's face to the rest of the program; see `device.contract.game.Game`."""

    id: str = "loop-2023"
    title: Text = TITLE
    players: range = range(min(BASIC), max(BASIC) + 1)
    options: tuple[Option, ...] = OPTIONS
    notes: tuple[Text, ...] = _NOTES
    directives: tuple[str, ...] = ()

    def start(self, table: TableSetup) -> State:
        if len(table.players) not in self.players:
            refuse(RefusalCode.PLAYER_COUNT, text("LOOP's first edition is for two to four players."))
        return rules.start(table)

    def read(self, line: RecordLine) -> Declaration:
        return declarations.read(line)

    def write(self, declaration: Declaration) -> RecordLine:
        assert isinstance(declaration, Move)
        return declarations.write(declaration)

    def in_words(self, declaration: Declaration, player: str) -> Text:
        from device.games.loop_2023 import sentences  # with the first refusal: a start has none

        assert isinstance(declaration, Move)
        return sentences.in_words(declaration, player)

    def apply(self, state: State, declaration: Declaration, *, waive_revoke: bool = False) -> State:
        assert isinstance(declaration, Move | First)
        return rules.apply(state, declaration)

    def starter(self, state: State) -> Seat | None:
        return state.start if state.opening else None

    def forced(self, state: State) -> Declaration | None:
        return prompt.forced(state)

    def prompt(self, state: State) -> Prompt[Declaration] | None:
        return prompt.prompt(state)

    def heading(self, state: State) -> Text:
        return board.heading(state)

    def board(self, state: State) -> Board:
        return board.board(state)

    def scores(self, state: State) -> Scores:
        return scores.scores(state)

    def causes(self, state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
        return scores.causes(state, round_)

    def gains(self, state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
        return self.causes(state, round_)


GAME = Loop2023()
