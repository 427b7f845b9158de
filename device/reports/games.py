"""Reads past games from the journal: selected by game, player and date, with the people who played them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from device.history.past_game import PastGame, person_names
from device.history.remark import find_remark
from device.journal import validate
from device.journal.result_catchup import computed_result
from device.journal.store import Journal
from device.journal.stored_results import StoredGameRow
from device.people.people import People
from device.session.evenings import evening_of
from display.words import Text
from values.named_tuple import NamedTuple

MAX_COMPARED_GAMES = 1000
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
    game_filter: GameFilter = EVERY_GAME,
    before_game: int = validate.GAME_NUMBER_LIMIT,
    *,
    include_deleted: bool = False,
) -> Iterator[PastGame]:
    """The games before the number `before_game` in which something was declared, the latest first.

    A missing result is computed.

    Raises JournalError.
    """
    spellings = dict[str, str]()
    deleted_games = {} if include_deleted else journal.deleted.games()
    numbers = _games_with_player(journal, people, game_filter)
    while rows := journal.results.games(before_game, _BATCH, game_filter.game):
        before_game = rows[-1].number
        for row in rows:
            if row.identity not in deleted_games and (numbers is None or not row.has_result or row.number in numbers):
                game = _make_past_game(journal, people, row, spellings)
                if game is not None and _matches_filter(game, game_filter, people):
                    yield game


def past_game(journal: Journal, people: People, number: int) -> PastGame | None:
    """A game by its number; None if nothing was declared in it.
    Raises ValueError if there is no such game, GameDeleted, and JournalError."""
    rows = journal.results.games(number + 1, 1)
    if not rows or rows[0].number != number:
        raise ValueError(number)
    game = _make_past_game(journal, people, rows[0], {})
    if game is not None and game.identity in journal.deleted.games():
        raise GameDeleted(game)
    return game


class GameDeleted(ValueError):
    """The requested `game` was deleted."""

    def __init__(self, game: PastGame) -> None:
        super().__init__(game.number)
        self.game = game


def _games_with_player(journal: Journal, people: People, game_filter: GameFilter) -> set[int] | None:
    if game_filter.player is None:
        return None
    return journal.results.games_of_player(people.find_person(game_filter.player).spellings)


def _make_past_game(journal: Journal, people: People, row: StoredGameRow, names: dict[str, str]) -> PastGame | None:
    result = row.result if row.has_result else computed_result(journal, row.number)
    if result is None:
        return None
    return PastGame(row.number, row.identity, row.began_at, row.boot, result, person_names(result, people, names))


def _matches_filter(game: PastGame, game_filter: GameFilter, people: People) -> bool:
    if game_filter.game not in (None, game.result.game_id):
        return False
    if game_filter.player is not None:
        wanted_key = people.find_person(game_filter.player).key
        if all(people.find_person(seat.name).key != wanted_key for seat in game.result.seats):
            return False
    if game_filter.since is None and game_filter.until is None:
        return True
    day = evening_of(game.began_at)
    return day is not None and (game_filter.since or day) <= day <= (game_filter.until or day)


def group_by_evening(games: Iterable[PastGame]) -> Iterable[list[PastGame]]:
    """Group games by evening. Each evening is there once, even if a game between has another date, or none."""
    evenings: dict[object, list[PastGame]] = {}
    for game in games:
        evenings.setdefault(evening_key(game), []).append(game)
    return evenings.values()


def evening_key(game: PastGame) -> object:
    """What the games of an evening have in common: the date or, if dates are not known, the boot of the machine."""
    return evening_of(game.began_at) or game.boot


def remark_about(journal: Journal, people: People, number: int, game_id: str) -> Text | None:
    """The remark about the game with that number and kind, compared with all games before it; None if there is none.

    If there are more than `MAX_COMPARED_GAMES` games of the kind, there is none either, since it would take too long.
    Raises JournalError.
    """
    if journal.results.count_games(game_id) > MAX_COMPARED_GAMES:
        return None
    games = [past for past in past_games(journal, people, GameFilter(game=game_id)) if past.number <= number]
    return find_remark(reversed(games)) if games and games[0].number == number else None


def latest_game_with_both_names(journal: Journal, people: People, name: str) -> int | None:
    """The number of the latest game in which a person would sit twice, including deleted games; None if there is none.

    Raises JournalError.
    """
    wanted_key = people.find_person(name).key
    for game in past_games(journal, people, GameFilter(player=name), include_deleted=True):
        if sum(people.find_person(seat.name).key == wanted_key for seat in game.result.seats) > 1:
            return game.number
    return None
