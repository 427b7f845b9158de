"""The contract between a game's rules and the rest of the program: the class `Game`.

A game is a value `GAME` of type `Game`. A built-in game has it in the module `game` of its package in `device.games`. A
game is pure: frozen states, no clock, no files, no drawing. Fields without a default are required, all others are
optional. A game may have no options, no notes, no refusal codes of its own and no figures, and its causes need no
`kind`. The kits in `device.kits` build a whole `Game` from a description.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from importlib import import_module
from typing import Any, Generic, TypeVar

from device.contract.declarations import Declaration, RecordLine
from device.contract.figures import Figures
from device.contract.keycodes import Offer
from device.contract.prompt import Prompt
from device.contract.refusal import Waiver
from device.contract.scores import Scores
from device.contract.secret_parts import Secrets
from device.contract.setup import Option, Seat, TableSetup
from display.vocabulary import Board, Cause, Suit
from display.words import Argument, Text
from values.named_tuple import NamedTuple, compared_by_identity

S = TypeVar("S")

CausesBySeat = tuple[tuple[Cause, ...], ...]
"""For each player, points with their causes."""


class Variant(NamedTuple):
    """The game that is really played with the chosen options: its title, and whether the lowest total wins.

    `bgg` is its number at BoardGameGeek, if it has one.
    """

    title: Text | str
    lowest_wins: bool
    bgg: int | None


class Wording(NamedTuple):
    """The author's own sentences in a game's description, and their translations by language code.

    Tests search it for missing translations. Pages do not use it.
    """

    said: tuple[Text, ...]
    languages: Mapping[str, Mapping[str, Sequence[str]]]


@compared_by_identity
class Game(NamedTuple, Generic[S]):
    """The rules of one game, over frozen states of type `S`."""

    id: str
    """The game's key in a record."""

    title: Text

    players: range
    """The numbers of players that the game allows."""

    options: tuple[Option, ...]
    """The options that the table can choose; may be empty."""

    notes: tuple[Text, ...]
    """Rulings on questions that the rulebook leaves open, for players to read: one sentence each; may be empty."""

    start: Callable[[TableSetup], S]
    """Return the state before the first declaration.

    Raises Refused (`player-count`) for options that don't allow this number of players.
    """

    read: Callable[[RecordLine], Declaration]
    """Parse the words of a line into a declaration.

    Raises Refused, and only with code `syntax`. Whether the cards exist and whether the declaration is legal now is
    checked by `apply`.
    """

    write: Callable[[Declaration], RecordLine]
    """Return the words of a declaration, such that `read(write(d)) == d`."""

    in_words: Callable[[Declaration, str], Text]
    """A declaration as a sentence for the panel. The second argument is the player's name, "" if it has no player."""

    apply: Callable[[S, Declaration], S]
    """Return the state after a declaration, forced consequences included.

    Raises Refused. If several codes apply, it has the earliest: one of `RefusalCode`, or else one of the game's own.
    """

    starter: Callable[[S], Seat | None]
    """The player who starts the coming round, while `first` may still name another; else None."""

    forced: Callable[[S], Declaration | None]
    """The only legal declaration, if there is exactly one and asking for it would be pointless; else None."""

    prompt: Callable[[S], Prompt[Declaration] | None]
    """Return the next question; None once the game is finished."""

    heading: Callable[[S], Text]
    """The progress of the game in a few words: round, trick, value token."""

    board: Callable[[S], Board]

    scores: Callable[[S], Scores]

    scored_round_count: Callable[[S], int]
    """The number of scored rounds: as many as `scores` has."""

    points_by_cause: Callable[[S, int], CausesBySeat]
    """The points of each player in a completed round (from 0), one cause at a time."""

    total_changes_by_cause: Callable[[S, int], CausesBySeat]
    """What the last completed round (from 0) added to each total, by causes: its points, and changes of other
    rounds."""

    codes: tuple[StrEnum, ...] = ()
    """The game's own refusal codes, the earliest first. All of `RefusalCode` come before them."""

    directives: tuple[str, ...] = ()
    """First words of lines that belong to no player (`flip`). No player of any game can have such a name."""

    suit_spellings: tuple[tuple[str, str], ...] = ()
    """Other spellings of suits, each with the record's word for that suit. The word replaces them."""

    played_suits: tuple[Suit, ...] | None = None
    """The suits of cards that are played together, in lines such as `plays red-5 blue-5`; none if cards are numbers
    alone. The record's words for them are the English ones. None if no line has several cards."""

    waiver: Waiver[S] | None = None
    """The kind of refusal that the table may overrule; None if there is none."""

    secrets: Secrets[S] | None = None
    """The part of declarations that is hidden until their round is scored; None if nothing is hidden."""

    consequence: Callable[[S, S, Declaration], Text | None] | None = None
    """A declaration with what followed from it automatically, in one short sentence.

    It is called with the states before and after it. Returns None if `in_words` says everything already.
    """

    setup_instructions: Callable[[S], tuple[Text, ...]] | None = None
    """Instructions for setting up the coming round (dealing cards, handing out tokens), one short sentence each. They
    are shown before the round's first declaration."""

    upgrade: Callable[[S, Declaration], Declaration] | None = None
    """Convert a declaration that an earlier version stored to its present form; the same one if nothing differs."""

    needs_end_line: Callable[[S], bool] | None = None
    """Whether only the line `end` can end the game now; `apply` must accept that line then. None means never. In all
    other cases, `end` stops the game early, and the record computes the result without calling `apply`."""

    counts_if_stopped: bool = False
    """Whether all rounds are worth the same and need none after them. A stopped game then counts as a shorter one."""

    last_round_decides: bool = False
    """Whether the last round's points break a tie for first place."""

    lowest_wins: bool = False
    """Whether the player with the fewest points wins."""

    bgg: int | None = None
    """The game's number at BoardGameGeek, if it has one."""

    asks_for_title: bool = False
    """Whether the table enters a title for the game that is played. The record then has a line `title`."""

    round_points_note: Text | None = None
    """A sentence on the final sheet about a round's points, if these differ from what the round added to the totals."""

    asks_starter: Callable[[S], bool] | None = None
    """Whether it matters who starts, so that the table is asked before the first round. If it returns False, the
    starter can only be named from the menu. None means that it always matters."""

    variants: Callable[[TableSetup], Variant] | None = None
    """The game that is really played with the chosen options; None if the options never change that."""

    figures: Figures[S] | None = None
    """The figures for statistics; None if there are none."""

    round_part: Callable[[S], Text | None] | None = None
    """The part of the round (a trick, a card) that the next declaration is in; None if parts aren't numbered."""

    reusable_keys: Callable[[S, Declaration], Offer[str] | None] | None = None
    """For a declaration that is refused or to be corrected: the part of it that can be kept, and the keys that type
    that part again; None if it is better typed again from the start."""

    round_part_range: Callable[[Argument, Argument], Text] | None = None
    """A range of numbered parts of a round in words, such as “Tricks 3 to 5”, by the first and the last number."""

    wording: Wording | None = None
    """The author's sentences, if they have their own translations; None if the program's catalogue translates them."""

    def variant(self, table: TableSetup) -> Variant:
        """Return the game that is really played with the options of a table."""
        return Variant(self.title, self.lowest_wins, self.bgg) if self.variants is None else self.variants(table)


def imported_late(module: str, name: str) -> Callable[..., Any]:
    """Return a function that imports a function from its module when it is called, and calls it.

    The sentences of a game are imported in this way, so that starting up needs no sentences.
    """

    def call(*arguments: object) -> Any:
        return getattr(import_module(module), name)(*arguments)

    return call
