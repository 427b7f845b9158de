"""What a game is: the contract between a game's rules and the rest of the program.

A game is a value `GAME`: a `Game`. One of the house has it in module `game` of its package in `device.games`.
It is pure: frozen states, no clock, no files, no drawing. What has no default below is required, and nothing else:
a game may have no options, no notes, no codes of its own, no figures; causes need no `kind`. The kits of `device.kits`
make all of it from a description.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from typing import Generic, TypeVar

from device.contract.declarations import Declaration, RecordLine
from device.contract.figures import Figures
from device.contract.keycodes import Offer
from device.contract.prompt import Prompt
from device.contract.refusal import Waiver
from device.contract.scores import Scores
from device.contract.secrets import Secrets
from device.contract.setup import Option, Seat, TableSetup
from display.vocabulary import Board, Cause
from display.words import Argument, Text
from values.named_tuple import NamedTuple, equal_only_itself

S = TypeVar("S")

BySeat = tuple[tuple[Cause, ...], ...]
"""Points with their causes, for each player."""


class Variant(NamedTuple):
    """What a table plays of a game, by its options: what people call it, and whose points are ahead.

    `bgg` is its number at BoardGameGeek, where it has one.
    """

    title: Text | str
    lowest_wins: bool
    bgg: int | None


class Wording(NamedTuple):
    """What the description of a game says in its author's words, and their translations by codes of languages. It is
    what tests look through for what has no translation; pages need none of it."""

    said: tuple[Text, ...]
    languages: Mapping[str, Mapping[str, Sequence[str]]]


@equal_only_itself
class Game(NamedTuple, Generic[S]):
    """One game's rules over frozen states `S`."""

    id: str
    """The game's word in a record."""

    title: Text

    players: range
    """How many can play."""

    options: tuple[Option, ...]
    """What the table can choose; none where there is nothing to choose."""

    notes: tuple[Text, ...]
    """What players should know of rulings the rulebook leaves open, one sentence each; none where it leaves nothing."""

    start: Callable[[TableSetup], S]
    """The state before the first declaration.

    Raises Refused (`player-count`) for options that this many cannot play with.
    """

    read: Callable[[RecordLine], Declaration]
    """The declaration that a line's words mean.

    Raises Refused, and only with code `syntax`: whether cards exist or
    the line fits is `apply`'s to say.
    """

    write: Callable[[Declaration], RecordLine]
    """The words of a declaration, such that `read(write(d)) == d`."""

    in_words: Callable[[Declaration, str], Text]
    """What was declared, as the table says it, with the name of whose declaration it is, if it is anybody's."""

    apply: Callable[[S, Declaration], S]
    """The state after a declaration, forced consequences included.

    Raises Refused, with the earliest code that applies: one of `RefusalCode`, or else one of the game's own.
    """

    starter: Callable[[S], Seat | None]
    """Who starts the coming round, while `first` may still name another; else None."""

    forced: Callable[[S], Declaration | None]
    """The only legal declaration, where there is but one and asking would be idle."""

    prompt: Callable[[S], Prompt[Declaration] | None]
    """What is asked next; None once the game is finished."""

    heading: Callable[[S], Text]
    """Where the game stands, in a few words: round, trick, value token."""

    board: Callable[[S], Board]

    scores: Callable[[S], Scores]

    rounds_over: Callable[[S], int]
    """How many rounds are scored: as many as `scores` has."""

    causes: Callable[[S, int], BySeat]
    """Each player's points of a completed round (from 0), point by point."""

    gains: Callable[[S, int], BySeat]
    """What the last completed round (from 0) added to each total: its own points, and what it did to others."""

    codes: tuple[StrEnum, ...] = ()
    """The game's own refusal codes, the earliest first: those of `RefusalCode` come before all of them."""

    directives: tuple[str, ...] = ()
    """First words of lines that belong to no player (`flip`). No player of any game can have such a name."""

    respelled: tuple[tuple[str, str], ...] = ()
    """Suits as people write them, too, each with the record's own word, by which they are read and written."""

    waiver: Waiver[S] | None = None
    """What the table may let stand, though it is refused; None where nothing."""

    secrets: Secrets[S] | None = None
    """What is shown only once its round is scored; None where everything may be shown at once."""

    consequence: Callable[[S, S, Declaration], Text | None] | None = None
    """A declaration with what followed from it by itself, by the states before and after it, in one short sentence.

    None where `in_words` says all that there is to say.
    """

    preparing: Callable[[S], tuple[Text, ...]] | None = None
    """What the table does with cards and tokens before the coming round, a short sentence each: before its first
    declaration."""

    older: Callable[[S, Declaration], Declaration] | None = None
    """A declaration that an earlier version kept, as today's record says what was meant; None where nothing changed."""

    says_end: Callable[[S], bool] | None = None
    """Whether nothing but the line `end` ends the game, which `apply` then takes; None where never. Everywhere else
    that line stops a game before its end, and the record itself knows what stands then."""

    equal_rounds: bool = False
    """Whether rounds are worth the same and need none after them, so that a game that was stopped after some is a
    shorter one."""

    last_round_decides: bool = False
    """Whether the last round's points decide among those who are level at the top."""

    lowest_wins: bool = False
    """Whether who has the fewest points is ahead."""

    bgg: int | None = None
    """The game's number at BoardGameGeek, where it has one."""

    titled: bool = False
    """Whether the table says what is played: a record has a line `title` then."""

    round_points: Text | None = None
    """What a round's points on the final sheet are, where that is not what the round added to the totals."""

    asks_starter: Callable[[S], bool] | None = None
    """Whether it matters who starts, so that the table is asked at once; None where always. Else the menu has it."""

    variants: Callable[[TableSetup], Variant] | None = None
    """What of the game a table plays, by its options; None where that is always the game itself."""

    figures: Figures[S] | None = None
    """What is counted of it besides its points; None where nothing."""

    part: Callable[[S], Text | None] | None = None
    """The part of a round in which the next declaration is: the trick, the card; None where the game counts none."""

    begun_again: Callable[[S, Declaration], Offer[str] | None] | None = None
    """What of a declaration that is asked again at its place may stay as it was, with the keys for that; None where it
    is better typed anew."""

    parts: Callable[[Argument, Argument], Text] | None = None
    """Several numbered parts of a round in a row, by the numbers of the first and the last."""

    wording: Wording | None = None
    """Its author's words, where they have translations of their own; None where the program's catalogue has them."""

    def variant(self, table: TableSetup) -> Variant:
        """What of the game a table plays."""
        return Variant(self.title, self.lowest_wins, self.bgg) if self.variants is None else self.variants(table)


class Sentences(NamedTuple, Generic[S]):
    """What a game has its module `sentences` for, which `Late` loads: the fields of the same names say what."""

    in_words: Callable[[Declaration, str], Text]
    preparing: Callable[[S], tuple[Text, ...]]
    consequence: Callable[[S, S, Declaration], Text | None] | None = None


class Late(Generic[S]):
    """The same from the `SENTENCES` of a module, which is loaded with the first sentence: a start has none."""

    __slots__ = ("_module",)

    def __init__(self, module: str) -> None:
        self._module = module

    def load(self) -> Sentences[S]:
        """The sentences."""
        sentences: Sentences[S] = import_module(self._module).SENTENCES
        return sentences

    def in_words(self, declaration: Declaration, player: str) -> Text:
        """See `Game.in_words`."""
        return self.load().in_words(declaration, player)

    def preparing(self, state: S) -> tuple[Text, ...]:
        """See `Game.preparing`."""
        return self.load().preparing(state)

    def consequence(self, before: S, after: S, declaration: Declaration) -> Text | None:
        """See `Game.consequence`."""
        consequence = self.load().consequence
        return None if consequence is None else consequence(before, after, declaration)
