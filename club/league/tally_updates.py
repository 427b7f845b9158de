"""Updates scores, tallies and ratings in the store for games that have changed, in small portions.

The score of each seat of a game is stored (`club.store.scores`). The totals of evenings, seasons and kinds, and the
ratings, are computed from these scores, for the people whose games have changed. So pages only read what they show.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from math import lcm

from club.league.past_games import past_game
from club.league.standings import league_shares
from club.store.database import ClubStore, StoreFailed, StoreRefused, StoreTransaction
from club.store.games import StoredGame
from club.store.ratings import RatedSeat
from club.store.scores import QueuedRecount, SeatScore
from club.store.tallies import ALL_GAMES, ScopeKind, TallyScope
from device.history import ratings
from device.history.kinds import GameKind, game_kind, played_variant
from device.history.past_game import PastGame
from device.history.ratings import Rating
from device.history.results import GameResult
from device.journal import validate
from display.words import text

GAMES_PER_TRANSACTION = 25
"""Games that are counted in one transaction; as many are rated. This takes some hundredths of a second."""

UNITS_PER_POINT = 2 * lcm(*range(1, 20))
"""Units of one league point, which a sole winner gets.

Every share in a game of up to twenty people is a whole number of units: it is the number of others, at most 19, whom
somebody has beaten, with a half for each equal one, divided by the number of others.
"""

MAX_GAME_AGE_S = 31 * 86_400.0
"""A game that says it began earlier counts as begun this many seconds before its arrival.

After a late game, all later games of its kind are rated again: so these are the games of a month at most.
"""


def league_points(units: int) -> Fraction:
    """Convert units, of which `UNITS_PER_POINT` make one point, to league points."""
    return Fraction(units, UNITS_PER_POINT)


def update_tallies(store: ClubStore, max_games: int = GAMES_PER_TRANSACTION) -> bool:
    """Count at most `max_games` changed games, and rate as many. Returns whether something is left.

    A game that can't be counted is set aside for the director. Raises StoreFailed if the database fails.
    """
    with store.read_only_transaction() as transaction:
        if not _is_work_left(transaction):
            return False
    _count_next_games(store, max_games)
    with store.transaction() as transaction:
        transaction.scores.lock_recounts()
        _rate_next_games(transaction, max_games)
        return _is_work_left(transaction)


def _count_next_games(store: ClubStore, max_games: int) -> None:
    """Count the next games together; if that fails, one by one.

    A game that can't be counted is set aside, and the scores of an earlier revision are deleted. It is removed from the
    queue by its entry's number, since another thread may have changed the beginning of the queue meanwhile.
    """
    queue: Sequence[QueuedRecount] = ()
    try:
        with store.transaction() as transaction:
            transaction.scores.lock_recounts()
            queue = transaction.scores.recount_queue(max_games)
            _count_games(transaction, queue)
    except Exception as error:
        if isinstance(error, StoreFailed) and not isinstance(error, StoreRefused):
            raise
        if max_games > 1:
            for _ in queue:
                _count_next_games(store, 1)
            return
        with store.transaction() as transaction:
            transaction.scores.lock_recounts()
            transaction.scores.remove_from_queue(queue)
            _replace_scores(transaction, {queued.game for queued in queue}, [])
            error_text = validate.printable(f"{type(error).__name__}: {error}")
            sentence = text("This game can't be counted ({why}). Please report that.", why=error_text)
            for box, mark in transaction.games.boxes_and_marks({queued.game for queued in queue}):
                transaction.set_aside_messages.set_aside(box, mark, sentence, b"", time.time())


def _is_work_left(transaction: StoreTransaction) -> bool:
    return bool(transaction.scores.recount_queue(1)) or (
        bool(transaction.kinds.unrated_kinds(1)) and ratings.can_rate()
    )


def _count_games(transaction: StoreTransaction, queue: Sequence[QueuedRecount]) -> None:
    numbers = {queued.game for queued in queue}
    if not numbers:
        return
    new_scores = _compute_scores(transaction, numbers)
    transaction.scores.remove_from_queue(queue)
    _replace_scores(transaction, numbers, new_scores)


def _replace_scores(transaction: StoreTransaction, numbers: Collection[int], new_scores: Sequence[SeatScore]) -> None:
    """Replace the scores of these games, and update what is computed from them."""
    changed_scores = set(transaction.scores.scores_of_games(numbers)) ^ set(new_scores)
    if changed_scores:
        transaction.scores.replace_scores(numbers, new_scores)
        _recount_tallies(transaction, changed_scores)
        _invalidate_ratings(transaction, changed_scores)


def _compute_scores(transaction: StoreTransaction, game_numbers: Collection[int]) -> list[SeatScore]:
    """The scores of these games by their present results; none for left-out games."""
    evenings = transaction.scores.evenings_of_games(game_numbers)
    counted_numbers = set(game_numbers) - transaction.left_out.left_out_among(game_numbers)
    stored_games = transaction.games.games_by_numbers(counted_numbers)
    past_games = [(game, past) for game in stored_games if (past := past_game(game)) is not None]
    kind_numbers = _kind_numbers(transaction, [past.result for _, past in past_games])
    return [
        seat
        for game, past in past_games
        for seat in _seat_scores(game, past, kind_numbers[game_kind(past.result)], evenings.get(game.number))
    ]


def _kind_numbers(transaction: StoreTransaction, results: Sequence[GameResult]) -> dict[GameKind, int]:
    """The numbers of the kinds of these games. New kinds are added to the store."""
    result_by_kind = {game_kind(result): result for result in results}
    numbers = {stored.kind: stored.number for stored in transaction.kinds.find_kinds(result_by_kind.keys())}
    for kind, result in result_by_kind.items():
        if kind not in numbers:
            variant = played_variant(result)
            numbers[kind] = transaction.kinds.add_kind(kind, variant.title, lowest_wins=variant.lowest_wins)
    return numbers


def _seat_scores(game: StoredGame, past: PastGame, kind_number: int, evening_number: int | None) -> list[SeatScore]:
    result, gives_points = past.result, past.is_counted and len(past.people) > 1
    units = [int(share * UNITS_PER_POINT) if gives_points else None for share in league_shares(result)]
    return [
        SeatScore(
            game=game.number, seat=seat_number, person=person, kind=kind_number, played=played_at_s(game),
            evening=evening_number, finished=past.is_counted, rates=gives_points and None not in past.people,
            place=seat.place, won=int(seat.is_winner), points=seat.points, share=units[seat_number],
            side=result.sides[seat_number] if result.sides else None,
        )
        for seat_number, (person, seat) in enumerate(zip(past.people, result.seats, strict=True))
        if person is not None
    ]  # fmt: skip


def played_at_s(game: StoredGame) -> float:
    """The time by which games are ordered for ratings: when the game began, by its box, within plausible limits."""
    began_at = game.received_at if game.began_at is None else game.began_at
    return min(game.received_at, max(began_at, game.received_at - MAX_GAME_AGE_S))


# Tallies


def _recount_tallies(transaction: StoreTransaction, changed_scores: Iterable[SeatScore]) -> None:
    """Recompute the tallies of the people who have, or had, these scores."""
    people_by_scope = defaultdict[TallyScope, set[str]](set)
    for score in changed_scores:
        people_by_scope[ALL_GAMES].add(score.person)
        people_by_scope[TallyScope(ScopeKind.KIND, score.kind)].add(score.person)
        if score.evening is not None:
            people_by_scope[TallyScope(ScopeKind.EVENING, score.evening)].add(score.person)
    evening_scopes = [scope for scope in people_by_scope if scope.kind is ScopeKind.EVENING]
    evenings = transaction.evenings.list_evenings() if evening_scopes else []
    season_by_evening = {evening.number: evening.season for evening in evenings}
    for scope in evening_scopes:
        transaction.kinds.recount_evening(scope.number)
        season = season_by_evening.get(scope.number)
        if season is not None:
            people_by_scope[TallyScope(ScopeKind.SEASON, season)] |= people_by_scope[scope]
    for scope, people in people_by_scope.items():  # seasons, the sums of their evenings, are the last
        transaction.tallies.recount(scope, people)


# Ratings


def _invalidate_ratings(transaction: StoreTransaction, changed_scores: Iterable[SeatScore]) -> None:
    """Have the games of each kind rated again from the first changed one on: while openskill is missing, later."""
    first_changed: dict[int, tuple[float, int]] = {}
    for score in changed_scores:
        if score.rates:
            moment = score.played, score.game
            first_changed[score.kind] = min(first_changed.get(score.kind, moment), moment)
    for kind_number, (played, game_number) in first_changed.items():
        transaction.ratings.delete_from(kind_number, played, game_number)
        transaction.kinds.set_has_unrated(kind_number, has_unrated=True)


def _rate_next_games(transaction: StoreTransaction, max_games: int) -> None:
    """Rate the next games of all kinds, at most `max_games` together; none while openskill is missing."""
    games_left = max_games if ratings.can_rate() else 0
    for kind in transaction.kinds.unrated_kinds(max_games):
        if not games_left:
            break
        games = transaction.scores.rated_games(kind, transaction.ratings.last_rated_game(kind), games_left)
        current_ratings = transaction.ratings.current_ratings(kind, {seat.person for seats in games for seat in seats})
        rated_seats = [seat for seats in games for seat in _rate_game(seats, current_ratings)]
        if rated_seats:
            transaction.ratings.add_ratings(kind, rated_seats, current_ratings.values())
        if len(games) < games_left:
            transaction.kinds.set_has_unrated(kind, has_unrated=False)
        games_left -= len(games)


def _rate_game(seats: Sequence[SeatScore], current_ratings: dict[str, Rating]) -> list[RatedSeat]:
    """Compute the ratings after a game, and update `current_ratings` with them."""
    ratings_before = [current_ratings.get(seat.person) or seat.person for seat in seats]
    sides = [seat.side for seat in seats if seat.side is not None]
    ratings_after = ratings.rate_game(ratings_before, [seat.place for seat in seats], sides)
    current_ratings |= {rating.name: rating for rating in ratings_after}
    return [
        RatedSeat(seat.game, seat.person, seat.kind, seat.played, rating.mean, rating.deviation, rating.game_count)
        for seat, rating in zip(seats, ratings_after, strict=True)
    ]
