"""The levels on which a player's cards and tokens are typed at the end of a round.

Cards are typed one after the other, in any order; “up to” after a card, then a second card, is a run. After the last
card comes “done”, then the number of tokens. Levels are made when they are reached.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

from device.contract.declarations import Declaration
from device.contract.keycodes import NONE, Cell, Choice, Level, Offer, Said, keys_for
from device.contract.number_pad import confirm_zero, pad
from device.contract.setup import Seat
from device.games.no_thanks.declarations import THE_REST, Holds
from device.games.no_thanks.options import Settings
from device.games.no_thanks.refusals import elsewhere, twice
from device.games.no_thanks.runs import Run, cards_of, joined, named, span
from display.vocabulary import Face
from display.words import Text, text

UP_TO = Cell.DC
"""The game's extra answer on the pad: the card typed last begins a run."""


@dataclass(frozen=True, slots=True)
class Typed:
    """The cards that a player has typed so far, as runs. The last run may still be `open`.

    An open run is a single card, which “up to” may extend. `owned` are the cards of other players, each with its owner,
    and `last` means that all others have declared. These don't affect equality: what is typed stays the same while
    other players declare.
    """

    seat: Seat
    settings: Settings
    runs: tuple[Run, ...] = ()
    open: bool = False
    player: str = field(default="", compare=False)
    owned: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    last: bool = field(default=False, compare=False)

    def why_not(self, card: int, runs: tuple[Run, ...]) -> Text | None:
        """Return why this card can't come after these runs; None if it can."""
        owner = dict(self.owned).get(card)
        if owner is not None:
            return elsewhere(self.player, card, owner)
        return twice(self.player, card) if card in cards_of(runs) else None

    def bar(self, last: int) -> Text | None:
        """Return why the open run can't go up to this card; None if it can."""
        first = self.runs[-1][0]
        if last < first:
            return text("From the {card} a run goes up, to a higher card.", card=Face(number=first))
        way = range(first + 1, last + 1)
        return next((why for card in way if (why := self.why_not(card, self.runs[:-1]))), None)

    def reaches(self, last: int) -> bool:
        """Whether the open run can go up to this card without a card that the deck lacks."""
        first = self.runs[-1][0]
        return last > first and all(self.settings.has(card) for card in range(first + 1, last + 1))

    def admits(self, holds: object) -> bool:
        """Whether `holds` can still be reached by typing more."""
        return isinstance(holds, Holds) and holds.seat == self.seat and self._begins(_typing(holds.runs))

    def next(self, holds: object) -> Run | None:
        """Return the run to begin next in order to type `holds`, if there is one."""
        if not isinstance(holds, Holds) or not self.admits(holds) or self.growing(holds) is not None:
            return None
        typing = _typing(holds.runs)
        return typing[len(self.runs)] if len(self.runs) < len(typing) else None

    def growing(self, holds: object) -> Run | None:
        """Return the run to which the open one must be extended in order to type `holds`, if it must be."""
        if not isinstance(holds, Holds) or not self.open or not self.admits(holds):
            return None
        run = _typing(holds.runs)[len(self.runs) - 1]
        return run if run != self.runs[-1] else None

    def ends(self, holds: object) -> bool:
        """Whether all cards of `holds` are typed."""
        return self.admits(holds) and self.next(holds) is None and self.growing(holds) is None

    def then(self, card: int) -> Callable[[], Level[Declaration]]:
        """Return the function that makes the next level after this card is typed."""
        return partial(entry, replace(self, runs=(*self.runs, (card, card)), open=True))

    def up_to(self, last: int) -> Callable[[], Level[Declaration]]:
        """Return the function that makes the next level after the open run goes up to this card."""
        first = self.runs[-1][0]
        run = (min(first, last), max(first, last))
        return partial(entry, replace(self, runs=(*self.runs[:-1], run), open=False))

    def _begins(self, typing: tuple[Run, ...]) -> bool:
        coming = typing[: len(self.runs)]
        if not self.open:
            return coming == self.runs
        return coming[:-1] == self.runs[:-1] and coming[-1:] != () and coming[-1][0] == self.runs[-1][0]

    @property
    def said(self) -> Said:
        """The cards typed so far, run by run."""
        return tuple(str(low) if low == high else span(low, high) for low, high in self.runs)


def _typing(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Return runs as they are typed with the fewest keys: two consecutive cards are typed singly."""
    found: list[Run] = []
    for low, high in runs:
        found += [(low, low), (high, high)] if high == low + 1 else [(low, high)]
    return tuple(found)


def entry(typed: Typed) -> Level[Declaration]:
    """The level for a player's next card. It has only cards of the deck."""
    return _entry(typed, typed.player, typed.owned, typed.last)


def keys_of_cards(seat: Seat, settings: Settings, runs: tuple[Run, ...]) -> str:
    """Return the keys of a player's cards and of “done”, without those of the tokens."""
    keys = keys_for(entry(Typed(seat, settings)), Holds(seat, runs, 1))
    assert keys is not None
    return keys.removesuffix(Cell(1).name)


@lru_cache(maxsize=64)
def _entry(typed: Typed, _player: str, _owned: tuple[tuple[int, str], ...], _ending: bool) -> Level[Declaration]:
    title = text("{cards}, and then", cards=named(joined(typed.runs))) if typed.runs else text("Card")
    cards: list[Choice[Declaration]] = [
        Choice(
            card,
            str(card),
            typed.then(card),
            partial(_begins_with, typed, card),
            barred=typed.why_not(card, typed.runs),
        )
        for card in typed.settings.deck
    ]
    words: list[Choice[Declaration]] = [Choice(NONE, text("done"), partial(_tokens, typed), typed.ends)]
    if typed.open:
        next_card = typed.runs[-1][0] + 1
        offered = typed.reaches(next_card) and typed.bar(next_card) is None
        words.append(Choice(UP_TO, text("up to …"), partial(_last, typed), partial(_grows, typed), offered))
    name = "card held, or up to" if typed.open else "card held"
    return pad(name, title, cards, words, said=typed.said)


def _begins_with(typed: Typed, card: int, holds: object) -> bool:
    run = typed.next(holds)
    return run is not None and run[0] == card


def _grows(typed: Typed, holds: object) -> bool:
    return typed.growing(holds) is not None


def _last(typed: Typed) -> Level[Declaration]:
    """The level for the last card of a run."""
    first = typed.runs[-1][0]
    cards: list[Choice[Declaration]] = [
        Choice(
            card,
            str(card),
            typed.up_to(card),
            partial(_ends_with, typed, card),
            typed.reaches(card),
            typed.bar(card),
        )
        for card in typed.settings.deck
        if card != first
    ]
    said = (*typed.said[:-1], text("{card} up to", card=first))
    return pad("last card of a run", text("From {card} up to …", card=first), cards, said=said)


def _ends_with(typed: Typed, card: int, holds: object) -> bool:
    run = typed.growing(holds)
    return run is not None and run[1] == card


def _tokens(typed: Typed) -> Level[Declaration]:
    runs = joined(typed.runs)
    held: Said = typed.said or (text("no cards"),)
    counts = (
        Choice(count, str(count), Holds(typed.seat, runs, count)) for count in range(1, typed.settings.tokens_total + 1)
    )
    # “Done” came before: if it is pressed once too often, it must not declare 0 tokens.
    none = confirm_zero("no tokens", text("0 tokens"), Holds(typed.seat, runs, 0))
    level = pad("tokens", text("Tokens"), counts, (none,), said=(*held, text("tokens")))
    if not typed.last:
        return level
    # The offer does not show the number: it stays secret before the round is scored.
    rest = Offer(text("{player}: the other tokens", player=typed.player), Holds(typed.seat, runs, THE_REST))
    return level._replace(offer=rest)
