"""What is kept of evenings, seasons, kinds and ratings is what all games come to, worked out from the beginning."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from club.hub.tally_keeper import TallyKeeper
from club.league import tally_updates
from club.league.past_games import past_game
from club.league.tally_updates import league_points, update_tallies
from club.pages.leagues import league_rows
from club.pages.paging import MAX_IN_FILE, RowRange
from club.store.database import ClubStore, StoreTransaction
from club.store.games import StoredGame
from club.store.tallies import ALL_GAMES, ScopeKind, TallyScope
from device.history import ratings
from device.history.kinds import game_kind, played_variant
from device.history.past_game import PastGame
from device.history.statistics import statistics
from device.kits.figures.columns import Column
from device.kits.figures.game import figures_game
from device.kits.figures.sheet import ScoreSheet, partners
from device.session.rows import JournalRow, RowKind
from device.session.undo import UNDO_ROW
from display.words import ENGLISH
from tablekeeper.testing.registration import register_game
from tests.club.databases import postgresql
from tests.club.histories import NOW, arrive
from tests.club.league_oracle import league_table
from tests.non_empty import non_empty

POINTS = Column("points", "points", most=99, by_side=True)
PAIRS = figures_game(
    ScoreSheet(
        id="pairs",
        title="Pairs",
        players=range(4, 5),
        columns=(POINTS,),
        points=lambda now, player: now.of_side(POINTS, player),
        rounds=1,
        sides=partners,
    )
)
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "2", "Fay")
WHOLE = RowRange(0, MAX_IN_FILE)
AT_ONCE = 3


@pytest.fixture(params=["sqlite", "postgresql"])
def club(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ClubStore]:
    if request.param == "postgresql":
        with postgresql() as url, closing(ClubStore.open(url)) as found:
            yield found
    else:
        with closing(ClubStore.open(f"sqlite:///{tmp_path / 'club.db'}")) as found:
            yield found


def count(store: ClubStore) -> None:
    while update_tallies(store, AT_ONCE):
        continue


def hearts(chance: random.Random, rounds: int = 1, title: str = "Hearts") -> list[JournalRow]:
    """A game that somebody has played to its end."""
    people = chance.sample(PEOPLE, chance.randint(2, 5))
    lines = [f"{name} points {chance.randint(-3, 9)}" for _ in range(rounds) for name in people]
    header = ("game score-pad", f"players {' '.join(people)}", f"title {title}", f"set rounds {rounds}")
    return [JournalRow(RowKind.RECORD, line) for line in (*header, *lines)]


def all_games(store: ClubStore) -> list[tuple[PastGame, int | None]]:
    with store.read_only_transaction() as transaction:
        found = [
            (past_game(game), transaction.evenings.evening_of_game(game.number))
            for game in transaction.games.list_games()
        ]
    return [(past, evening) for past, evening in found if past is not None]


def check(store: ClubStore) -> None:
    """All that is kept is what is worked out from all games."""
    games = all_games(store)
    past = [game for game, _ in games]
    summed = statistics(past)
    with store.read_only_transaction() as transaction:
        people = [
            (one.person, one.won, one.played) for one in transaction.tallies.people_by_wins(ALL_GAMES, 0, MAX_IN_FILE)
        ]
        assert people == [(one.name, one.win_count, one.game_count) for one in summed.people]
        evenings = transaction.evenings.list_evenings()
        for evening in non_empty(evenings):
            scope = TallyScope(ScopeKind.EVENING, evening.number)
            assert league_rows(transaction, scope, WHOLE) == list(
                league_table(game for game, its in games if its == evening.number)
            )
        for season in transaction.evenings.list_seasons():
            numbers = {one.number for one in evenings if one.season == season.number}
            expected = list(league_table(game for game, its in games if its in numbers))
            assert league_rows(transaction, TallyScope(ScopeKind.SEASON, season.number), WHOLE) == expected
        check_kinds(transaction, past)


def check_kinds(transaction: StoreTransaction, past: list[PastGame]) -> None:
    summed = statistics(past)
    records = {(one.game_id, variant_title(past, one.game_id, one.title)): one for one in summed.kinds if one.players}
    known = transaction.kinds.kinds_by_numbers(transaction.tallies.most_played_kinds(99).keys())
    assert {tuple(one.kind) for one in known} == set(records)
    for one in non_empty(known):
        tallies = transaction.tallies.people_by_wins(TallyScope(ScopeKind.KIND, one.number), 0, MAX_IN_FILE)
        players = records[one.kind.game_id, one.kind.title].players
        found = [(each.person, each.played, each.won, each.points / each.played) for each in tallies]
        assert found == [(each.name, each.game_count, each.win_count, each.mean) for each in players]
        extremes = [(each.most, each.least) for each in tallies]
        assert extremes == [(each.best.value, each.worst.value) for each in players]
        rated = ratings.latest_ratings(ratings.rated_games(game for game in past if game_kind(game.result) == one.kind))
        known_ratings = transaction.ratings.current_ratings(one.number, [each.name for each in rated])
        assert [known_ratings[each.name] for each in rated] == list(rated)


def variant_title(past: list[PastGame], game: str, title: object) -> str:
    return next(
        game_kind(one.result).title
        for one in past
        if one.result.game_id == game and played_variant(one.result).title == title
    )


def test_whatever_comes_is_corrected_or_moved_the_sums_are_those_of_all_games(club: ClubStore) -> None:
    chance = random.Random(35)
    with club.transaction() as transaction:
        transaction.boxes.add_box("red")
        season = transaction.evenings.add_season("Winter", NOW)
        assert season is not None
        transaction.evenings.begin_evening("Monday", season.number, NOW)
    kept_of: dict[str, list[JournalRow]] = {}
    for number in range(24):
        game = f"{number:04x}"
        kept_of[game] = hearts(chance, chance.randint(1, 2), chance.choice(("Hearts", "Skat")))
        arrive(club, "red", game, kept_of[game])
        again = chance.choice(sorted(kept_of))
        match number % 6:
            case 1:
                kept_of[again] = said_otherwise(club, again, kept_of[again], chance)
            case 2:
                moved(club, again, chance.choice((None, 1)))
            case 3:
                with club.transaction() as transaction:
                    transaction.evenings.begin_evening(f"Evening {number}", chance.choice((None, 1)), NOW + number)
        if number % 4 == 0:
            count(club)
            check(club)
    count(club)
    check(club)


def test_several_who_count_at_a_time_leave_nothing_out(club: ClubStore) -> None:
    chance = random.Random(7)
    with club.transaction() as transaction:
        transaction.boxes.add_box("red")
        transaction.evenings.begin_evening("Monday", None, NOW)
    for number in range(12):
        arrive(club, "red", f"{number:04x}", hearts(chance))
    counting = [threading.Thread(target=count, args=(club,)) for _ in range(4)]
    for thread in counting:
        thread.start()
    for thread in counting:
        thread.join()
    count(club)
    check(club)
    with club.read_only_transaction() as transaction:
        assert {one.game for one in transaction.scores.scores_of_games(range(1, 99))} == set(range(1, 13))


def said_otherwise(store: ClubStore, game: str, rows: list[JournalRow], chance: random.Random) -> list[JournalRow]:
    """A game whose last line is taken back, so that it is not over, and is another one then."""
    undone = [*rows, UNDO_ROW]
    arrive(store, "red", game, undone)
    count(store)
    check(store)
    last = rows[-1].text.partition(" ")[0]
    found = [*undone, JournalRow(RowKind.RECORD, f"{last} points {chance.randint(0, 9)}")]
    arrive(store, "red", game, found)
    return found


def moved(store: ClubStore, game: str, evening: int | None) -> None:
    with store.transaction() as transaction:
        found = transaction.games.find_game("red", game)
        assert found is not None
        transaction.evenings.set_evening_of_game(found.number, evening)


def test_a_game_that_came_late_is_rated_where_it_belongs_as_far_as_its_box_is_believed(store: ClubStore) -> None:
    """Its date moves it in among the others, but by no more than a month."""
    for number, game in enumerate(("aa", "bb", "cc")):
        said = f"Ann points {number}", "Ben points 1"
        lines = ("game score-pad", "players Ann Ben", "title Hearts", "set rounds 1", *said)
        arrive(store, "red", game, [JournalRow(RowKind.RECORD, line) for line in lines])
    count(store)
    with store.transaction() as transaction:
        transaction.games.set_date(3, NOW - 3600)
    count(store)
    with store.read_only_transaction() as transaction:
        (sort,) = transaction.kinds.kinds_by_numbers([1])
        assert [game[0].game for game in transaction.scores.rated_games(sort.number, None, 9)] == [3, 1, 2]
        (first,) = transaction.games.games_by_numbers([1])
        found = transaction.ratings.current_ratings(sort.number, ["Ann", "Ben"])
    expected = ratings.latest_ratings(ratings.rated_games(in_order(store, [3, 1, 2])))
    assert found == {one.name: one for one in expected}
    for begun, believed in (
        (NOW - 1e9, NOW - tally_updates.MAX_GAME_AGE_S),
        (NOW + 9, NOW),
        (NOW - 9, NOW - 9),
        (None, NOW),
    ):
        assert tally_updates.played_at_s(first._replace(began_at=begun)) == believed


@pytest.mark.skipif(not ratings.can_rate(), reason="openskill is not installed")
def test_partners_are_rated_as_a_team(store: ClubStore) -> None:
    """As on a box. Whoever is level with a partner has not played against them."""
    said = "Ann points 9", "Bo points 1"
    lines = ("game pairs", "players Ann Bo Cy Di", *said)
    with register_game(PAIRS):
        arrive(store, "red", "aa", [JournalRow(RowKind.RECORD, line) for line in lines])
        count(store)
    with store.read_only_transaction() as transaction:
        (sort,) = transaction.kinds.kinds_by_numbers([1])
        found = transaction.ratings.current_ratings(sort.number, ["Ann", "Bo", "Cy", "Di"])
        assert [one.side for one in transaction.scores.scores_of_games([1])] == [0, 1, 0, 1]
    expected = ratings.rate_game(("Ann", "Bo", "Cy", "Di"), (1, 3, 1, 3), (0, 1, 0, 1))
    assert found == {one.name: one for one in expected}


def in_order(store: ClubStore, numbers: list[int]) -> list[PastGame]:
    """These games as if they had come in this order."""
    with store.read_only_transaction() as transaction:
        found = {game.number: past_game(game) for game in transaction.games.list_games()}
    games = [found[number] for number in numbers]
    return [game._replace(number=at) for at, game in enumerate(games) if game is not None]


def test_a_game_at_which_counting_fails_is_left_out_and_stops_no_other(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = random.Random(2)
    with store.transaction() as transaction:
        transaction.evenings.begin_evening("Monday", None, NOW)
    for game in ("aa", "bb", "cc"):
        arrive(store, "red", game, hearts(chance))
    with store.read_only_transaction() as transaction:
        bad = transaction.games.list_games()[1].number

    def failing(game: StoredGame) -> PastGame | None:
        found = past_game(game)
        if found is not None and found.number == bad:
            raise ZeroDivisionError
        return found

    monkeypatch.setattr("club.league.tally_updates.past_game", failing)
    count(store)
    with store.read_only_transaction() as transaction:
        assert transaction.scores.recount_queue(9) == []
        assert {one.game for one in transaction.scores.scores_of_games(range(1, 9))} == {1, 2, 3} - {bad}
        (waiting,) = transaction.set_aside_messages.list_messages()
    assert (waiting.box, waiting.identity) == ("red", "bb")
    assert "ZeroDivisionError" in ENGLISH.say(waiting.sentence)


def counted_hearts(store: ClubStore) -> list[JournalRow]:
    """The rows of a game that has arrived from the box “red” as “aa”, and is counted."""
    header, declared = (
        ("game score-pad", "players Ann Ben", "title Hearts", "set rounds 1"),
        ("Ann points 3", "Ben points 5"),
    )
    rows = [JournalRow(RowKind.RECORD, line) for line in (*header, *declared)]
    arrive(store, "red", "aa", rows)
    count(store)
    return rows


def test_a_counted_game_whose_new_revision_fails_counts_no_longer(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is set aside is counted nowhere: its old scores stayed in totals and ratings."""
    rows = counted_hearts(store)
    with store.read_only_transaction() as transaction:
        assert transaction.tallies.count_people(ALL_GAMES) == 2

    def failing(game: StoredGame) -> PastGame | None:
        raise ZeroDivisionError

    monkeypatch.setattr("club.league.tally_updates.past_game", failing)
    arrive(store, "red", "aa", [*rows, UNDO_ROW])
    count(store)
    with store.read_only_transaction() as transaction:
        assert transaction.scores.recount_queue(9) == []
        assert transaction.scores.scores_of_games(range(1, 9)) == []
        assert transaction.tallies.count_people(ALL_GAMES) == 0
        assert len(transaction.set_aside_messages.list_messages()) == 1


@pytest.mark.skipif(not ratings.can_rate(), reason="openskill is not installed")
def test_a_game_that_changes_while_nobody_can_rate_is_rated_anew_afterwards(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = counted_hearts(store)
    with monkeypatch.context() as without:
        without.setattr(ratings, "can_rate", lambda: False)
        arrive(store, "red", "aa", [*rows, UNDO_ROW, JournalRow(RowKind.RECORD, "Ben points 1")])
        count(store)
        with store.read_only_transaction() as transaction:
            assert transaction.ratings.current_ratings(1, ["Ann", "Ben"]) == {}
    count(store)
    with store.read_only_transaction() as transaction:
        found = transaction.ratings.current_ratings(1, ["Ann", "Ben"])
    assert found["Ann"].mean > found["Ben"].mean


def test_only_the_game_at_which_counting_failed_is_left_out_when_others_count_too(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another counter had left it out meanwhile, and the game after it was left out, too, though nothing is wrong with
    it."""
    for game in ("aa", "bb"):
        arrive(store, "red", game, hearts(random.Random(5)))
    transaction, failures = store.transaction, itertools.count(1)

    def failing(game: StoredGame) -> PastGame | None:
        found = past_game(game)
        if found is not None and found.number == 1:
            raise ZeroDivisionError
        return found

    @contextmanager
    def left_out_meanwhile() -> Iterator[StoreTransaction]:
        try:
            with transaction() as begun:
                yield begun
        except ZeroDivisionError:
            if next(failures) == 2:
                with transaction() as other:
                    other.scores.remove_from_queue(other.scores.recount_queue(1))
            raise

    monkeypatch.setattr("club.league.tally_updates.past_game", failing)
    monkeypatch.setattr(store, "transaction", left_out_meanwhile)
    count(store)
    with store.read_only_transaction() as reading:
        assert reading.scores.recount_queue(9) == []
        assert {one.game for one in reading.scores.scores_of_games(range(1, 9))} == {2}


def test_a_hub_counts_by_itself(store: ClubStore) -> None:
    arrive(store, "red", "aa", hearts(random.Random(3)))
    with closing(TallyKeeper(store, 0.001)):
        waiting = True
        while waiting:
            with store.read_only_transaction() as transaction:
                waiting = bool(transaction.scores.recount_queue(1)) or bool(transaction.kinds.unrated_kinds(1))
    with store.read_only_transaction() as transaction:
        assert transaction.tallies.count_people(ALL_GAMES) >= 2


def test_an_error_that_nobody_expects_is_said_once_and_ends_no_counting(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The thread ended, and the tallies never changed again."""
    failures, has_gone_on = iter(range(3)), threading.Event()

    def failing(_: ClubStore) -> bool:
        if next(failures, None) is not None:
            raise ZeroDivisionError
        has_gone_on.set()
        return False

    monkeypatch.setattr("club.hub.tally_keeper.update_tallies", failing)
    with closing(TallyKeeper(store, 0.001)):
        assert has_gone_on.wait(30.0)
    assert capsys.readouterr().err == "Tallies and ratings can't be updated: ZeroDivisionError()\n"


def test_a_database_that_hangs_does_not_keep_a_hub_from_ending(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging, ended = threading.Event(), threading.Event()

    def hang(_: ClubStore) -> bool:
        hanging.set()
        return not ended.wait()

    monkeypatch.setattr("club.hub.tally_keeper.update_tallies", hang)
    keeper = TallyKeeper(store, 0.001, close_timeout_s=0.0)
    hanging.wait()
    keeper.close()
    ended.set()


def test_games_of_an_earlier_store_are_counted(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'club.db'}"
    with closing(ClubStore.open(url)) as store:
        with store.transaction() as transaction:
            transaction.boxes.add_box("red")
        arrive(store, "red", "aa", hearts(random.Random(4)))
        with store.transaction() as transaction:
            transaction.scores.remove_from_queue(transaction.scores.recount_queue(99))
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE club SET version = 2"))
    engine.dispose()
    with closing(ClubStore.open(url)) as store:
        count(store)
        with store.read_only_transaction() as transaction:
            assert transaction.tallies.count_people(ALL_GAMES) >= 2


def test_shares_of_a_league_add_up_exactly() -> None:
    for people in range(2, 21):
        point = tally_updates.UNITS_PER_POINT
        assert sum(league_points(point * 2 * place // (2 * (people - 1))) for place in range(people)) * 2 == people
