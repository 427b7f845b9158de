"""Games out of the journal: chosen by game, player and date, with the people who played them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from device.history.past import PastGame, seated
from device.history.remark import remark
from device.journal import validate
from device.journal.catchup import worked_out
from device.journal.derived import KeptGame
from device.journal.store import Journal
from device.people.people import People
from display.words import Text
from values.named_tuple import NamedTuple

EVENING_ENDS = timedelta(hours=5)
"""What is played until five in the morning belongs to the evening before."""

MOST_REMARKED = 1000
"""Of how many games of a kind, at the most, a result is compared with all."""

_AT_ONCE = 50
"""Games that are read together."""


class GameFilter(NamedTuple):
    """Which games: of one kind, with one person, of some days (both included); None for any.

    Where days are asked for, games without a date are left out.
    """

    game: str | None = None
    player: str | None = None
    since: date | None = None
    until: date | None = None


EVERY = GameFilter()


def past_games(
    journal: Journal,
    people: People,
    choice: GameFilter = EVERY,
    before: int = validate.MOST_NUMBER,
    *,
    deleted: bool = False,
) -> Iterator[PastGame]:
    """The games before that number in which something was declared, the latest first.

    A result that lacks is worked out. Games that were deleted are left out unless they are asked for.

    Raises JournalError.
    """
    spelled = dict[str, str]()
    left_out = {} if deleted else journal.deleted.games()
    numbers = _with_player(journal, people, choice)
    while found := journal.results.games(before, _AT_ONCE, choice.game):
        before = found[-1].number
        for kept in found:
            if kept.identity not in left_out and (numbers is None or not kept.known or kept.number in numbers):
                game = _past(journal, people, kept, spelled)
                if game is not None and _fits(game, choice, people):
                    yield game


def past_game(journal: Journal, people: People, number: int) -> PastGame | None:
    """A game by its number; None if nothing was declared in it. Raises ValueError if there is none, GameDeleted, and
    JournalError."""
    found = journal.results.games(number + 1, 1)
    if not found or found[0].number != number:
        raise ValueError(number)
    game = _past(journal, people, found[0], {})
    if game is not None and game.identity in journal.deleted.games():
        raise GameDeleted(game)
    return game


class GameDeleted(ValueError):
    """The `game` that was asked for was deleted."""

    def __init__(self, game: PastGame) -> None:
        super().__init__(game.number)
        self.game = game


def _with_player(journal: Journal, people: People, choice: GameFilter) -> set[int] | None:
    if choice.player is None:
        return None
    return journal.results.games_of(people.person(choice.player).spellings)


def _past(journal: Journal, people: People, kept: KeptGame, spelled: dict[str, str]) -> PastGame | None:
    result = kept.result if kept.known else worked_out(journal, kept.number)
    if result is None:
        return None
    return PastGame(kept.number, kept.identity, kept.begun, kept.boot, result, seated(result, people, spelled))


def _fits(game: PastGame, choice: GameFilter, people: People) -> bool:
    if choice.game not in (None, game.result.game):
        return False
    if choice.player is not None:
        wanted = people.person(choice.player).key
        if all(people.person(seat.name).key != wanted for seat in game.result.seats):
            return False
    if choice.since is None and choice.until is None:
        return True
    day = evening(game.begun)
    return day is not None and (choice.since or day) <= day <= (choice.until or day)


def evening(begun: float | None) -> date | None:
    """The day on which an evening began, as clocks here have it; None where the date is not known."""
    return None if begun is None else (datetime.fromtimestamp(begun).astimezone() - EVENING_ENDS).date()


def evenings(games: Iterator[PastGame]) -> Iterator[list[PastGame]]:
    """The same games by evenings: of one day, or, where dates are not known, of one start of the machine."""
    together: list[PastGame] = []
    for game in games:
        if together and _evening(together[-1]) != _evening(game):
            yield together
            together = []
        together.append(game)
    if together:
        yield together


def _evening(game: PastGame) -> object:
    return evening(game.begun) or game.boot


def remark_about(journal: Journal, people: People, number: int, game: str) -> Text | None:
    """The sentence about a game of that number and kind by all before it; None if there is nothing to say.

    A table of more than `MOST_REMARKED` games of a kind hears none: nobody shall wait for it. Raises JournalError.
    """
    if journal.results.count(game) > MOST_REMARKED:
        return None
    found = [one for one in past_games(journal, people, GameFilter(game=game)) if one.number <= number]
    return remark(reversed(found)) if found and found[0].number == number else None


def twice_in(journal: Journal, people: People, name: str) -> int | None:
    """The last game in which somebody would sit twice, deleted ones among them; None if there is none.

    Raises JournalError.
    """
    wanted = people.person(name).key
    for game in past_games(journal, people, GameFilter(player=name), deleted=True):
        if sum(people.person(seat.name).key == wanted for seat in game.result.seats) > 1:
            return game.number
    return None
