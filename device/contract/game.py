"""What a game is: the contract between a game's rules and the rest of the program.

A game is one module (or package) in `device.games` with a value `GAME` that
fulfils `Game`. It is pure: frozen states, no clock, no files, no drawing.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, runtime_checkable

from device.contract.declarations import Declaration, RecordLine
from device.contract.prompt import Prompt
from device.contract.scores import Scores
from device.contract.setup import Option, Seat, TableSetup
from display.vocabulary import Board, Cause
from display.words import Text

S = TypeVar("S")


class Game(Protocol[S]):
    """One game's rules over frozen states `S`."""

    @property
    def id(self) -> str:
        """The game's word in a record."""

    @property
    def title(self) -> Text: ...

    @property
    def players(self) -> range:
        """How many can play."""

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def notes(self) -> tuple[Text, ...]:
        """What players should know of rulings the rulebook leaves open, one sentence each."""

    @property
    def directives(self) -> tuple[str, ...]:
        """First words of lines that belong to no player (`flip`)."""

    def start(self, table: TableSetup) -> S:
        """The state before the first declaration.

        Raises Refused (`player-count`) for options that this many cannot play with.
        """

    def read(self, line: RecordLine) -> Declaration:
        """The declaration that a line's words mean.

        Raises Refused, and only with code `syntax`: whether cards exist or
        the line fits is `apply`'s to say.
        """

    def write(self, declaration: Declaration) -> RecordLine:
        """The words of a declaration, such that `read(write(d)) == d`."""

    def in_words(self, declaration: Declaration, player: str) -> Text:
        """What was declared, as the table says it: `player` is whose declaration it is, if it is anybody's."""

    def apply(self, state: S, declaration: Declaration, *, waive_revoke: bool = False) -> S:
        """The state after a declaration, forced consequences included.

        Raises Refused, with the earliest code of `Code` that applies. With
        `waive_revoke` a proven revoke is let stand and what it disproves is forgotten.
        """

    def starter(self, state: S) -> Seat | None:
        """Who starts the coming round, while `first` may still name another; else None."""

    def forced(self, state: S) -> Declaration | None:
        """The only legal declaration, where there is but one and asking would be idle."""

    def prompt(self, state: S) -> Prompt[Declaration] | None:
        """What is asked next; None once the game is finished."""

    def heading(self, state: S) -> Text:
        """Where the game stands, in a few words: round, trick, value token."""

    def board(self, state: S) -> Board: ...

    def scores(self, state: S) -> Scores: ...

    def causes(self, state: S, round_: int) -> tuple[tuple[Cause, ...], ...]:
        """Each player's points of a completed round (from 0), point by point."""

    def gains(self, state: S, round_: int) -> tuple[tuple[Cause, ...], ...]:
        """What the last completed round (from 0) added to each total: its own points, and what it did to others."""


@runtime_checkable
class KeepsSecrets(Protocol):
    """A game in which a part of what was declared is shown only once its round is scored; a `Game` may be one, too."""

    def secret(self, state: Any) -> int:
        """Of how many declarations, the last ones, a part is secret now."""

    def without_secret(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """What may be shown of a player's line, its name left out, while its round is not scored; all of it if nothing
        of it is secret."""
