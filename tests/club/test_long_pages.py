"""With many games and people, pages come in parts: each is small, and together they have everything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.large_club import fill
from club.league.position import PositionCache
from club.league.tally_updates import update_tallies
from club.pages import evenings, games, live, page_content, pairings, statistics, travellers
from club.pages.page_content import ClubPage, ClubView
from club.pages.paging import DEFAULT_ROWS, WHOLE_PAGE, parse_query
from club.store.database import ClubStore
from device.session.rows import JournalRow, RowKind
from display.words import ENGLISH
from tests.club.histories import NOW, arrive
from tests.non_empty import non_empty

GAMES, PEOPLE = 600, 300
LARGEST = 100_000


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubStore]:
    """A club whose league tables and lists have several parts, and one evening that has most games."""
    url = f"sqlite:///{tmp_path_factory.mktemp('long') / 'club.db'}"
    fill(url, GAMES, PEOPLE)
    with closing(ClubStore.open(url)) as store:
        with store.transaction() as transaction:
            for number in range(1, GAMES, 2):
                transaction.evenings.set_evening_of_game(number, 1)
            for number in range(60):
                transaction.boxes.add_box(f"more-{number}")
        while update_tallies(store, 200):
            continue
        yield store


def view_of(store: ClubStore, **query: str) -> ClubView:
    return ClubView(store, NOW, ENGLISH, "Dora", parse_query(query))


def rows_of(page: ClubPage | None, key: str) -> list[dict[str, object]]:
    assert page is not None
    found: list[dict[str, object]] = json.loads(page_content.page_as_json(page))[key]
    return found


def small(view: ClubView, page: ClubPage | None) -> str:
    assert page is not None
    html = page_content.page_as_html(view, page)
    assert len(html) <= LARGEST
    return html.decode()


def test_no_page_is_large(club: ClubStore) -> None:
    view = view_of(club)
    for page in (
        live.tables_page(view, PositionCache()), games.games_page(view), statistics.statistics_page(view),
        games.set_aside_page(view), evenings.evenings_page(view), evenings.evening_page(view, 1),
        travellers.travellers_page(view, 1), evenings.season_page(view, 1), travellers.person_page(view, "Ann0"),
        pairings.pairings_page(view),
    ):  # fmt: skip
        small(view, page)


def test_the_parts_of_a_league_table_have_everybody_once_and_places_go_on(club: ClubStore) -> None:
    whole = rows_of(evenings.evening_page(view_of(club, **{"as": "json"}), 1), "league")
    assert len(whole) > 2 * DEFAULT_ROWS
    parts: list[dict[str, object]] = []
    for number in range(1, 2 + len(whole) // DEFAULT_ROWS):
        view = view_of(club, table="league", page=str(number))
        page = evenings.evening_page(view, 1)
        assert f"{(number - 1) * DEFAULT_ROWS + 1} to " in small(view, page)
        parts += rows_of(page, "league")
    assert parts == whole
    assert [one["place"] for one in parts] == sorted(one["place"] for one in parts)  # type: ignore[type-var]


def test_who_goes_on_to_older_games_sees_each_once(club: ClubStore) -> None:
    seen, before = list[str](), ""
    while True:
        view = view_of(club, before=before)
        html = small(view, games.games_page(view))
        seen += re.findall(r'href="(/games/box[^"]*)"', html)
        older = re.search(r'href="/games\?before=(\d+)"', html)
        if older is None:
            break
        before = older[1]
    assert len(seen) == len(set(seen)) == GAMES


def test_the_parts_of_travellers_have_every_line_once(club: ClubStore) -> None:
    seen, number = 0, 1
    while True:
        view = view_of(club, page=str(number))
        page = travellers.travellers_page(view, 1)
        html = small(view, page)
        lines = sum(len(rows) for rows in json.loads(page_content.page_as_json(page)).values()) if page else 0
        seen += lines
        if "Next" not in html:
            break
        assert lines == travellers.MAX_ROWS_SHOWN
        number += 1
    with club.read_only_transaction() as transaction:
        of_evening = [past for _, past in games.past_games(transaction.games.games_of_evening(1))]
    assert seen == sum(len(past.result.rounds) * len(past.people) for past in of_evening)


def test_statistics_show_the_first_of_each_table_and_one_table_in_parts(club: ClubStore) -> None:
    first = statistics.statistics_page(view_of(club))
    assert {len(table.rows) for table in non_empty(first.tables)} == {statistics.ROWS_ON_FULL_PAGE}
    view = view_of(club, table="people", page="3")
    third = statistics.statistics_page(view)
    assert [table.key for table in third.tables] == ["people"]
    assert f"{2 * DEFAULT_ROWS + 1} to {3 * DEFAULT_ROWS} of " in small(view, third)
    after = view_of(club, table="people", page="99")
    assert "page=99" not in small(after, statistics.statistics_page(after))
    assert "none of " in small(after, statistics.statistics_page(after))
    assert ">Previous</a>" in small(after, statistics.statistics_page(after))
    whole = statistics.statistics_page(view._replace(requested_part=WHOLE_PAGE._replace(is_file=True)))
    assert rows_of(third, "people") == rows_of(whole, "people")[2 * DEFAULT_ROWS : 3 * DEFAULT_ROWS]


def test_a_person_has_each_evening_by_its_number(club: ClubStore) -> None:
    with club.read_only_transaction() as transaction:
        played = transaction.scores.evenings_of_person("Ann0")
    assert len(played) > 3
    for number in (played[0], played[2]):
        page = travellers.person_page(view_of(club, evening=str(number)), "Ann0")
        assert page is not None
        assert page.tables[-1].key == f"evening{number}"
        assert page.tables[-1].rows
    assert f"evening={played[1]}" in small(view_of(club), travellers.person_page(view_of(club), "Ann0"))


def test_a_record_of_any_length_is_read_a_part_at_a_time(store: ClubStore) -> None:
    """Lines may be as long as they like."""
    header = ("game score-pad", "players Ann Ben", "title Hearts")
    lines = [*header, *(f"{name} points 1 # {'x' * 9_000}" for _ in range(3) for name in ("Ann", "Ben"))]
    rows = [JournalRow(RowKind.RECORD, line) for line in lines]
    arrive(store, "red", "aa", rows)
    view = view_of(store)
    seen, line = list[str](), "1"
    while line:
        view = view_of(store, line=line)
        html = small(view, games.game_page(view, "red", "aa"))
        seen += re.findall(r"<pre[^>]*>(.*?)</pre>", html, re.DOTALL)[0].split("\n")
        following = re.search(r'href="[^"]*line=(\d+)">Next', html)
        line = following[1] if following else ""
    assert seen == lines


def test_what_is_no_number_asks_for_nothing() -> None:
    for word in ("-1", "x", "", "9" * 10, "٣", "1.5"):
        assert parse_query({"page": word, "before": word, "line": word, "evening": word}) == WHOLE_PAGE


def test_more_changes_than_a_visitor_counts_are_told(tmp_path: Path) -> None:
    with closing(ClubStore.open(f"sqlite:///{tmp_path / 'club.db'}")) as store:
        with store.transaction() as transaction:
            transaction.scores.queue_recount(range(1, 31))
        assert "30 games are not counted yet." in small(view_of(store), statistics.statistics_page(view_of(store)))
        with store.transaction() as transaction:
            transaction.scores.queue_recount(range(31, 2_000))
        page = small(view_of(store), statistics.statistics_page(view_of(store)))
        assert "More than 999 games are not counted yet." in page, "no page reads a queue of any length"
        while update_tallies(store):
            continue
        assert "not counted yet" not in small(view_of(store), statistics.statistics_page(view_of(store)))
