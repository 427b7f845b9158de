"""The game's face to the rest of the program; see `device.contract.game.Game`."""

from __future__ import annotations

from device.contract.declarations import Declaration, RecordLine
from device.contract.prompt import Prompt
from device.contract.scores import Scores
from device.contract.setup import Seat, TableSetup
from device.games.no_thanks import TITLE, board, declarations, prompt, rules
from device.games.no_thanks.state import State, Tally
from device.games.no_thanks.terms import OPTIONS, PLAYERS
from display.vocabulary import Board, Cause
from display.words import Text, text


class NoThanks:
    """The rules of No Thanks! as `device.contract.game.Game` wants them."""

    id = "no-thanks"
    title = TITLE
    players = PLAYERS
    options = OPTIONS
    directives = ("flip",)
    notes = (
        text("Each later round starts one seat further clockwise, unless the table names somebody else."),
        text("Players who share the lowest total share the win."),
        text("Tokens in hand stay secret: the companion counts them and tells nobody before the round is scored."),
        text("A hidden tiger is laid on your own turn, while a card is turned up, and not after the last is taken."),
        text("Amigo and hidden tiger go together: the tigers are then dealt from the six cards removed unseen."),
    )

    def start(self, table: TableSetup) -> State:
        return rules.start(table)

    def read(self, line: RecordLine) -> Declaration:
        return declarations.read(line)

    def write(self, declaration: Declaration) -> RecordLine:
        return declarations.write(declaration)

    def in_words(self, declaration: Declaration, player: str) -> Text:
        from device.games.no_thanks import sentences  # with the first refusal: a start has none

        return sentences.in_words(declaration, player)

    def apply(self, state: State, declaration: Declaration, *, waive_revoke: bool = False) -> State:
        """There are no revokes here to waive."""
        return rules.apply(state, declaration)

    def secret(self, state: State) -> int:
        """Level totals: all that was said in a round of which somebody has not spoken."""
        return sum(said is not None for said in state.round.held) if isinstance(state.round, Tally) else 0

    def without_secret(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return words[: words.index("tokens")] if words[:1] == ("holds",) and "tokens" in words else words

    def starter(self, state: State) -> Seat | None:
        return rules.starter(state)

    def forced(self, state: State) -> Declaration | None:
        """Nothing: to take for a player who cannot pass would tell that there are no tokens."""
        return None

    def prompt(self, state: State) -> Prompt[Declaration] | None:
        return prompt.prompt(state)

    def heading(self, state: State) -> Text:
        return board.heading(state)

    def board(self, state: State) -> Board:
        return board.board(state)

    def scores(self, state: State) -> Scores:
        return board.scores(state)

    def causes(self, state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
        return board.causes(state, round_)

    def gains(self, state: State, round_: int) -> tuple[tuple[Cause, ...], ...]:
        return self.causes(state, round_)


GAME = NoThanks()
