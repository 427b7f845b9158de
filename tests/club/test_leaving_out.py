"""What a director leaves out counts nowhere, is kept, and counts again when it is taken in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from club.league.tally_updates import update_tallies
from club.pages.changes import apply_change
from club.pages.games import game_page, games_page, set_aside_page
from club.pages.page_content import ClubView, page_as_html
from club.store import decisions
from club.store.database import ClubStore
from club.store.decisions import NotInStore
from club.store.tallies import ALL_GAMES
from device.cli.commands import main
from device.history import ratings
from device.session.rows import JournalRow, RowKind
from device.system.not_done import NotDone
from display.words import ENGLISH
from tests.club.databases import postgresql
from tests.club.histories import NOW, arrive

EVERYTHING = {"Ann": (1, 3), "Ben": (0, 1), "Mal": (2, 2)}
"""How often everybody has won, of how many games."""


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ClubStore]:
    if request.param == "postgresql":
        with postgresql() as url, closing(ClubStore.open(url)) as found:
            yield filled(found)
    else:
        with closing(ClubStore.open(f"sqlite:///{tmp_path / 'club.db'}")) as found:
            yield filled(found)


def filled(store: ClubStore) -> ClubStore:
    """Ann has won a game of red's, and Mal two of guest's."""
    with store.transaction() as transaction:
        for name in ("red", "guest"):
            transaction.boxes.add_box(name)
        transaction.evenings.begin_evening("Monday", None, NOW)
    hearts(store, "red", "aa", ("Ann", 9), ("Ben", 1))
    for game in ("bb", "cc"):
        hearts(store, "guest", game, ("Mal", 99), ("Ann", 0))
    return store


def hearts(store: ClubStore, box: str, game: str, *points: tuple[str, int]) -> None:
    header = ("game score-pad", f"players {' '.join(name for name, _ in points)}", "title Hearts", "set rounds 1")
    lines = (*header, *(f"{name} points {number}" for name, number in points))
    arrive(store, box, game, [JournalRow(RowKind.RECORD, line) for line in lines])


def count(store: ClubStore) -> None:
    while update_tallies(store):
        continue


def won(store: ClubStore) -> dict[str, tuple[int, int]]:
    count(store)
    with store.read_only_transaction() as transaction:
        return {one.person: (one.won, one.played) for one in transaction.tallies.people_by_wins(ALL_GAMES, 0, 100)}


def rated(store: ClubStore) -> set[str]:
    """Who has a rating."""
    count(store)
    with store.read_only_transaction() as transaction:
        (kind,) = {one.kind for one in transaction.scores.scores_of_games([1, 2, 3])}
        return set(transaction.ratings.current_ratings(kind, {"Ann", "Ben", "Mal"}))


def listed(store: ClubStore) -> str:
    view = ClubView(store, NOW, ENGLISH)
    return page_as_html(view, games_page(view)).decode()


def test_a_box_s_games_count_nowhere_and_count_again(store: ClubStore) -> None:
    assert won(store) == EVERYTHING
    with store.transaction() as transaction:
        transaction.boxes.revoke_box("guest")
        found = decisions.leave_out_box(transaction, "guest", NOW)
    assert found is not None
    assert found.game_count == 2
    assert won(store) == {"Ann": (1, 1), "Ben": (0, 1)}
    assert "Mal" not in listed(store)
    view = ClubView(store, NOW, ENGLISH)
    assert "Everything else counts." in page_as_html(view, set_aside_page(view)).decode()
    if ratings.can_rate():
        assert rated(store) == {"Ann", "Ben"}
    with store.read_only_transaction() as transaction:
        assert [game.mark.game for game in transaction.games.games_of_evening(1)] == ["aa"]
        assert len(transaction.games.list_games("guest")) == 2  # they are kept
    with store.transaction() as transaction:
        assert decisions.take_in_group(transaction, found.number) == 2
    assert won(store) == EVERYTHING
    assert "Mal" in listed(store)
    if ratings.can_rate():
        assert rated(store) == {"Ann", "Ben", "Mal"}


def test_one_game_is_left_out_and_those_of_some_time(store: ClubStore) -> None:
    with store.transaction() as transaction:
        one = decisions.leave_out_game(transaction, "guest", "bb", NOW)
        assert decisions.leave_out_game(transaction, "guest", "bb", NOW) is None
        assert decisions.leave_out_box(transaction, "guest", NOW, NOW + 1) is None
        assert decisions.leave_out_box(transaction, "guest", NOW, None, NOW) is None
        rest = decisions.leave_out_box(transaction, "guest", NOW, NOW, NOW + 1)
    assert one is not None
    assert rest is not None
    assert (one.game_count, rest.game_count) == (1, 1)
    assert won(store) == {"Ann": (1, 1), "Ben": (0, 1)}
    with store.transaction() as transaction:
        decisions.take_in_group(transaction, one.number)
    assert won(store)["Mal"] == (1, 1)


def test_what_goes_on_while_it_is_left_out_stays_out(store: ClubStore) -> None:
    with store.transaction() as transaction:
        decisions.leave_out_game(transaction, "red", "aa", NOW)
    assert "Ben" not in won(store)
    with store.transaction() as transaction:
        transaction.scores.queue_recount([1])  # as when something of it arrives
    assert "Ben" not in won(store)


def test_what_is_not_there_is_refused(store: ClubStore) -> None:
    with store.transaction() as transaction:
        with pytest.raises(NotInStore):
            decisions.leave_out_game(transaction, "red", "zz", NOW)
        with pytest.raises(NotInStore):
            decisions.leave_out_box(transaction, "nobody", NOW)
        with pytest.raises(NotInStore):
            decisions.take_in_group(transaction, 99)


def test_a_director_leaves_out_and_takes_in_by_pages(store: ClubStore) -> None:
    director, guest = ClubView(store, NOW, ENGLISH, "Dora"), ClubView(store, NOW, ENGLISH)
    assert apply_change(director, "leave-out", {"box": "guest", "game": "bb"}) == "/games/guest/bb"
    page = game_page(guest, "guest", "bb")
    assert page is not None
    shown = page_as_html(guest, page).decode()
    assert "This game is left out: it counts nowhere." in shown
    assert 'class="change"' not in shown
    assert apply_change(director, "leave-out", {"box": "guest", "seconds": "3600"}) == "/aside"
    assert won(store) == {"Ann": (1, 1), "Ben": (0, 1)}
    assert "Take in again: guest bb" in page_as_html(director, set_aside_page(director)).decode()
    for number in ("1", "2"):
        assert apply_change(director, "take-in", {"number": number}) == "/aside"
    assert won(store) == EVERYTHING
    with pytest.raises(NotDone):
        apply_change(director, "take-in", {"number": "9"})
    for fields in ({"box": "x"}, {"box": "red", "game": ""}):
        with pytest.raises(NotDone):
            apply_change(director, "leave-out", fields)


def test_a_director_leaves_out_and_takes_in_by_commands_in_two_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'club.db'}"

    def said(*arguments: str, status: int = 0) -> str:
        assert main(["hub", *arguments, "--store", url]) == status
        found = capsys.readouterr()
        return found.err if status else found.out

    with closing(ClubStore.open(url)) as made:
        filled(made)
    assert said("leave-out", "guest").startswith("2 games are left out. “tablekeeper hub take-in 1”")
    assert said("left-out") == "1\tguest\t2 games\n"
    assert said("left-out", "--lang", "fr") == "1\tguest\t2 parties\n"
    assert said("leave-out", "guest", "bb") == "No game is left out by that: there is none that counts.\n"
    assert said("take-in", "1") == "2 games count again.\n"
    assert said("leave-out", "guest", "--since", "2001-01-01", "--until", "2002-01-01").startswith("No game")
    assert "no moment" in said("leave-out", "guest", "--since", "yesterday", status=2)
    assert "Nothing is left out by that number" in said("take-in", "7", status=2)
