"""What a game is: the contract between a game's rules and the rest of the program.

A game is one module (or package) in `device.games` with a value `GAME` that
fulfils `Game`. It is pure: frozen states, no clock, no files, no drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, NoReturn, Protocol, TypeVar

from device.contract.keycodes import Choice, Level
from display.vocabulary import Board, Cause, Face
from display.words import Text, shortened

Seat = int
"""A player's place in `Table.players`, from 0, clockwise."""


class RefusalCode(StrEnum):
    """Why a line is refused. Where one line breaks several rules, the earlier code wins."""

    SYNTAX = "syntax"
    UNKNOWN_GAME = "unknown-game"
    UNKNOWN_OPTION = "unknown-option"
    PLAYER_COUNT = "player-count"
    UNKNOWN_PLAYER = "unknown-player"
    DUPLICATE_PLAYER = "duplicate-player"
    WRONG_PHASE = "wrong-phase"
    OUT_OF_TURN = "out-of-turn"
    NO_SUCH_CARD = "no-such-card"
    CARD_ALREADY_SEEN = "card-already-seen"
    BID_LIMIT = "bid-limit"
    GETAWAY_BID = "getaway-bid"
    DOUBLE_CROSS_UNAVAILABLE = "double-cross-unavailable"
    REVOKE = "revoke"
    NOT_ELIGIBLE = "not-eligible"
    MUST_COVER = "must-cover"
    DOES_NOT_ADD_UP = "does-not-add-up"
    NO_TOKENS = "no-tokens"
    TIGER_UNAVAILABLE = "tiger-unavailable"
    MUST_LEAD = "must-lead"
    NOT_A_COMBINATION = "not-a-combination"
    WRONG_TYPE = "wrong-type"
    WRONG_SIZE = "wrong-size"
    DOES_NOT_BEAT = "does-not-beat"
    TOO_MANY_CARDS = "too-many-cards"
    TOO_MANY_COPIES = "too-many-copies"
    HAND_MISMATCH = "hand-mismatch"
    TWIST_UNAVAILABLE = "twist-unavailable"
    TWIST_NEEDS_PLAY = "twist-needs-play"
    SEAT_UNAVAILABLE = "seat-unavailable"


class Fault(NamedTuple):
    """A refusal as data: which rule, whose declaration, which cards, and the sentence."""

    code: RefusalCode
    sentence: Text
    seat: Seat | None = None
    cards: tuple[Face, ...] = ()


class Refused(Exception):
    """A declaration that the rules do not allow; the state before it still stands."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.code.value)
        self.fault = fault


def refuse(code: RefusalCode, sentence: Text, seat: Seat | None = None, *cards: Face) -> NoReturn:
    """Raise `Refused` with this fault. What the sentence quotes is shortened to what can be read at a glance."""
    raise Refused(Fault(code, shortened(sentence), seat, cards))


class Option(NamedTuple):
    """One thing the table can choose before the game: `set NAME VALUE`.

    `values` are the words of the record in the order they are offered, with
    `labels` beside them. A `numeric` option takes any whole number of that
    range instead, and has no labels.
    """

    name: str
    title: Text
    default: str
    values: tuple[str, ...] = ()
    labels: tuple[Text, ...] = ()
    numeric: range | None = None

    def accepts(self, value: str) -> bool:
        """Whether the option has this value (`value` without sign or leading zeros)."""
        if self.numeric is not None:
            return value.isdecimal() and value.isascii() and len(value) < 10 and int(value) in self.numeric
        return value in self.values


class TableSetup(NamedTuple):
    """Who plays, clockwise, and what the table has chosen, as (option, value) pairs; what was chosen last counts."""

    players: tuple[str, ...]
    chosen: tuple[tuple[str, str], ...] = ()

    def option(self, option: Option) -> str:
        """The value that stands for an option: the last one set, or its default."""
        for name, value in reversed(self.chosen):
            if name == option.name:
                return value
        return option.default


class RecordLine(NamedTuple):
    """A declaration as words of the record: its player, if it has one, and what follows the name."""

    seat: Seat | None
    words: tuple[str, ...]


class Declaration(Protocol):
    """Anything a table can declare. A game has its own frozen dataclasses for it."""

    @property
    def seat(self) -> Seat | None: ...


@dataclass(frozen=True, slots=True)
class First:
    """`first NAME`: this player starts the round. Common to all games."""

    seat: Seat


class RoundScore(NamedTuple):
    """A completed round. `points` is None where they are not known before the game ends.

    `order` (who went out first, the last player included) and `seats` (who sat
    in seat 1, 2, …) are there in the games that have them. `spared` is what each
    player did not lose because no total falls below 0, in the game that has that.
    Of a game in sets, `set_number` is the one that the round belongs to.
    """

    points: tuple[int, ...] | None
    order: tuple[Seat, ...] = ()
    seats: tuple[Seat, ...] = ()
    spared: tuple[int, ...] = ()
    set_number: int = 1

    @property
    def gained(self) -> tuple[int, ...] | None:
        """What the totals changed by."""
        if self.points is None or not self.spared:
            return self.points
        return tuple(points + spared for points, spared in zip(self.points, self.spared, strict=True))


class Scores(NamedTuple):
    """What stands now. `winners` is empty until the game is finished.

    Of a game in sets, `sets` are those that each player has won, and the `totals` are those of the set `set_number`.
    """

    rounds: tuple[RoundScore, ...]
    totals: tuple[int, ...]
    finished: bool = False
    winners: tuple[Seat, ...] = ()
    sets: tuple[int, ...] | None = None
    set_number: int = 1

    @property
    def counting(self) -> dict[int, tuple[int, ...]]:
        """What the rounds that the totals come from added to them, by number (from 1), as far as it is known."""
        return {
            number: round_.gained
            for number, round_ in enumerate(self.rounds, 1)
            if round_.gained is not None and round_.set_number == self.set_number
        }


class Prompt(NamedTuple):
    """Who is asked what, and everything the keys may now mean.

    `asked` are the players in question; empty, the whole table is asked.
    `level` holds every well-formed answer, legal or not, in cells that stay
    where they are through the round: the rules refuse what cannot be, and say
    why. `ahead` are levels of a declaration that may follow before the panel
    can show it. `more` are rarer declarations, offered in the menu. `each` is a level
    of who by which every player may answer for themselves, whoever is asked first:
    pods that have a seat use it instead of `level`.
    """

    question: Text
    asked: tuple[Seat, ...]
    level: Level
    ahead: tuple[Level, ...] = ()
    more: tuple[Choice, ...] = ()
    each: Level | None = None


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

    def prompt(self, state: S) -> Prompt | None:
        """What is asked next; None once the game is finished."""

    def heading(self, state: S) -> Text:
        """Where the game stands, in a few words: round, trick, value token."""

    def board(self, state: S) -> Board: ...

    def scores(self, state: S) -> Scores: ...

    def causes(self, state: S, round_: int) -> tuple[tuple[Cause, ...], ...]:
        """Each player's points of a completed round (from 0), point by point."""

    def gains(self, state: S, round_: int) -> tuple[tuple[Cause, ...], ...]:
        """What the last completed round (from 0) added to each total: its own points, and what it did to others."""
