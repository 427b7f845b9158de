"""Reads past games from the journal: selected by game, player and date, with the people who played them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from device.history.past import PastGame, person_names
from device.history.remark import find_remark
from device.journal import validate
from device.journal.result_catchup import computed_result
from device.journal.result_tables import StoredGameRow
from device.journal.store import Journal
from device.people.people import People
from device.session.evenings import evening_of
from display.words import Text
from values.named_tuple import NamedTuple

MAX_REMARKED = 1000
"""If a kind has more games than this, no remark is made: comparing a result with all of them would take too long."""

_BATCH = 50
"""Number of games that are read together."""


class GameFilter(NamedTuple):
    """A selection of games: of one game, with one person, of some days (both included); None means any.

    If days are given, games without a date are excluded.
    """

    game: str | None = None
    player: str | None = None
    since: date | None = None
    until: date | None = None


EVERY_GAME = GameFilter()


def past_games(
    journal: Journal,
    people: People,
    choice: GameFilter = EVERY_GAME,
    before: int = validate.MAX_NUMBER,
    *,
    deleted: bool = False,
) -> Iterator[PastGame]:
    """The games before the number `before` in which something was declared, the latest first.

    A missing result is computed. Deleted games are only included if `deleted` is true.

    Raises JournalError.
    """
    spelled = dict[str, str]()
    deleted_games = {} if deleted else journal.deleted.games()
    numbers = _games_with_player(journal, people, choice)
    while found := journal.results.games(before, _BATCH, choice.game):
        before = found[-1].number
        for kept in found:
            if kept.identity not in deleted_games and (
                numbers is None or not kept.has_result or kept.number in numbers
            ):
                game = _past_game(journal, people, kept, spelled)
                if game is not None and _matches_filter(game, choice, people):
                    yield game


def past_game(journal: Journal, people: People, number: int) -> PastGame | None:
    """A game by its number; None if nothing was declared in it.
    Raises ValueError if there is no such game, GameDeleted, and JournalError."""
    found = journal.results.games(number + 1, 1)
    if not found or found[0].number != number:
        raise ValueError(number)
    game = _past_game(journal, people, found[0], {})
    if game is not None and game.identity in journal.deleted.games():
        raise GameDeleted(game)
    return game


class GameDeleted(ValueError):
    """The requested `game` was deleted."""

    def __init__(self, game: PastGame) -> None:
        super().__init__(game.number)
        self.game = game


def _games_with_player(journal: Journal, people: People, choice: GameFilter) -> set[int] | None:
    if choice.player is None:
        return None
    return journal.results.games_of_player(people.find_person(choice.player).spellings)


def _past_game(journal: Journal, people: People, kept: StoredGameRow, spelled: dict[str, str]) -> PastGame | None:
    result = kept.result if kept.has_result else computed_result(journal, kept.number)
    if result is None:
        return None
    return PastGame(kept.number, kept.identity, kept.begun, kept.boot, result, person_names(result, people, spelled))


def _matches_filter(game: PastGame, choice: GameFilter, people: People) -> bool:
    if choice.game not in (None, game.result.game):
        return False
    if choice.player is not None:
        wanted = people.find_person(choice.player).key
        if all(people.find_person(seat.name).key != wanted for seat in game.result.seats):
            return False
    if choice.since is None and choice.until is None:
        return True
    day = evening_of(game.begun)
    return day is not None and (choice.since or day) <= day <= (choice.until or day)


def group_by_evening(games: Iterator[PastGame]) -> Iterator[list[PastGame]]:
    """Group games by evening: by date or, if dates are not known, by boot of the machine."""
    together: list[PastGame] = []
    for game in games:
        if together and _evening_of_game(together[-1]) != _evening_of_game(game):
            yield together
            together = []
        together.append(game)
    if together:
        yield together


def _evening_of_game(game: PastGame) -> object:
    return evening_of(game.begun) or game.boot


def remark_about(journal: Journal, people: People, number: int, game: str) -> Text | None:
    """The remark about the game with that number and kind, compared with all games before it; None if there is none.

    If there are more than `MAX_REMARKED` games of the kind, there is none either, since it would take too long. Raises
    JournalError.
    """
    if journal.results.count_games(game) > MAX_REMARKED:
        return None
    found = [one for one in past_games(journal, people, GameFilter(game=game)) if one.number <= number]
    return find_remark(reversed(found)) if found and found[0].number == number else None


def first_game_with_both_names(journal: Journal, people: People, name: str) -> int | None:
    """The number of the last game in which a person would sit twice, including deleted games; None if there is none.

    Raises JournalError.
    """
    wanted = people.find_person(name).key
    for game in past_games(journal, people, GameFilter(player=name), deleted=True):
        if sum(people.find_person(seat.name).key == wanted for seat in game.result.seats) > 1:
            return game.number
    return None
