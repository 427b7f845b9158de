"""How a player's cards and tokens are typed at the end of a round.

A run is its first card and then its length or last card; after the last run
comes “done” and the number of tokens. The levels are made as they are reached.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from device.contract.declarations import Declaration
from device.contract.keycodes import Choice, Level
from device.contract.setup import Seat
from device.games.no_thanks import keys
from device.games.no_thanks.cards import HIGHEST, LOWEST
from device.games.no_thanks.declarations import Holds
from device.games.no_thanks.runs import Run, joined, named, span
from display.words import Label, text

_SHORT = (text("only this card"), text("2 in a row"), text("3 in a row"))


@dataclass(frozen=True, slots=True)
class Typed:
    """Whose cards are typed, the runs so far, and the tokens that the whole game has."""

    seat: Seat
    dealt: int
    runs: tuple[Run, ...] = ()

    def admits(self, holds: object) -> bool:
        """Whether more typing can come to mean `holds`."""
        return isinstance(holds, Holds) and self._begins(holds)

    def coming(self, holds: object) -> Run | None:
        """The run to type next on the way to `holds`, if there is one."""
        if not isinstance(holds, Holds) or not self._begins(holds) or len(holds.runs) == len(self.runs):
            return None
        return holds.runs[len(self.runs)]

    def _begins(self, holds: Holds) -> bool:
        return holds.seat == self.seat and holds.runs[: len(self.runs)] == self.runs

    def then(self, run: Run) -> Callable[[], Level[Declaration]]:
        """What follows when this run is typed next."""
        return partial(entry, replace(self, runs=(*self.runs, run)))


@lru_cache(maxsize=64)
def entry(typed: Typed) -> Level[Declaration]:
    """The level for a player's next run."""

    def begins(first: int) -> keys.Admits:
        return lambda holds: (run := typed.coming(holds)) is not None and run[0] == first

    title = text("{cards}, and then", cards=named(joined(typed.runs))) if typed.runs else text("First card of a run")
    done: Choice[Declaration] = Choice(0, text("done"), partial(_tokens, typed), partial(_ended, typed))
    return _cards("run", title, (done,), partial(_after_first, typed), begins)


def _ended(typed: Typed, holds: object) -> bool:
    return isinstance(holds, Holds) and holds.seat == typed.seat and holds.runs == joined(typed.runs)


def _after_first(typed: Typed, first: int) -> keys.Means:
    """What follows a run's first card. After the highest card of the deck nothing is asked."""
    return typed.then((first, first)) if first == HIGHEST else partial(_length, typed, first)


def _length(typed: Typed, first: int) -> Level[Declaration]:
    runs = [(first, last) for last in range(first, min(first + len(_SHORT), HIGHEST + 1))]
    cells: list[Choice[Declaration]]
    cells = [Choice(slot, _SHORT[slot], typed.then(run), _exactly(typed, run)) for slot, run in enumerate(runs)]
    longer = runs[-1][1] < HIGHEST
    if longer:
        cells.append(Choice(len(_SHORT), text("up to …"), partial(_last, typed, first), partial(_long, typed, first)))
    return Level("length" if longer else f"length {len(runs)}", text("From {card}", card=first), 4, tuple(cells))


def _last(typed: Typed, first: int) -> Level[Declaration]:
    """The last card of a run; where it is lower than the first, the two change places."""
    return _cards(
        "last",
        text("From {card} up to …", card=first),
        (),
        lambda last: typed.then((min(first, last), max(first, last))),
        lambda last: _exactly(typed, (first, last)),
    )


def _exactly(typed: Typed, run: Run) -> keys.Admits:
    return lambda holds: typed.coming(holds) == run


def _long(typed: Typed, first: int, holds: object) -> bool:
    run = typed.coming(holds)
    return run is not None and run[0] == first and run[1] >= first + len(_SHORT)


def _cards(
    name: str,
    title: Label,
    done: tuple[Choice[Declaration], ...],
    means: Callable[[int], keys.Means],
    admits: Callable[[int], keys.Admits],
) -> Level[Declaration]:
    """A level for every card of the deck and no other number, which would be refused only at the end."""
    spans = keys.spans()
    ones = (*done, *keys.cells(0, range(LOWEST, keys.DIGITS), means, admits))
    thirties = keys.cells(30, range(HIGHEST - 30 + 1), means, admits)
    digit = text("Last digit")
    low = Level(f"ones {name}", digit, keys.DIGITS, ones)
    return Level(
        name,
        title,
        len(spans),
        (
            Choice(0, text("{cards}, or done", cards=spans[0]) if done else spans[0], low),
            Choice(1, spans[1], keys.digits(10, means, admits)),
            Choice(2, spans[2], keys.digits(20, means, admits)),
            Choice(3, spans[3], Level("thirties", digit, keys.DIGITS, thirties)),
        ),
    )


def _tokens(typed: Typed) -> Level[Declaration]:
    runs = joined(typed.runs)
    spans = tuple(span(tens, tens + 9) for tens in range(0, typed.dealt + 1, keys.DIGITS))
    return keys.numbers("tokens", text("Tokens"), spans, partial(Holds, typed.seat, runs))
