"""The hub's pages: all tables, games, what they come to together, what was set aside."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.league.position import PositionCache
from club.pages import director, evenings, games, live, page_content, statistics, travellers
from club.pages.page_content import ClubPage, ClubView
from club.pages.paging import WHOLE_PAGE
from club.pages.paths import parse_person_name, person_path
from club.store.database import ClubStore
from device.outbox.director import TableReport
from device.session import record as records
from device.session.record import EMPTY
from device.session.rows import JournalRow, RowKind
from device.session.undo import UNDO_ROW
from display.languages import language
from display.words import ENGLISH, text
from tests.club.conftest import copied
from tests.club.histories import NOW, arrive, kept_rows
from tests.games.registered import deal, written
from tests.non_empty import non_empty

PAD = ["game no-thanks", 'players "<b>Ann</b>" Ben Cleo', "set rounds 1", "flip 3", '"<b>Ann</b>" pass', "Ben take"]
HEARTS = ("game score-pad", "players Ann Ben Cleo", "title Hearts", "set rounds 2")
Make = Callable[[ClubView], ClubPage | None]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with three boxes, of which two have played: made once, for tests to copy."""
    path = tmp_path_factory.mktemp("pages") / "club.db"
    with closing(ClubStore.open(f"sqlite:///{path}")) as made:
        with made.transaction() as transaction:
            for name in ("red", "blue", "green"):
                transaction.boxes.add_box(name)
            transaction.boxes.revoke_box("green")
            transaction.box_connections.store_changes({"red": True, "blue": False, "nobody": True}, NOW)
            transaction.box_connections.store_changes({"red": True}, NOW + 50)
        rows = [JournalRow(RowKind.RECORD, line) for line in PAD]
        arrive(made, "red", "aa", rows)
        arrive(made, "red", "aa", [*rows, UNDO_ROW])
        arrive(made, "red", "aa", [*rows, UNDO_ROW, JournalRow(RowKind.RECORD, "Cleo take")])
        arrive(made, "blue", "bb", list(kept_rows(0)))
    return path


@pytest.fixture
def store(played: Path, tmp_path: Path) -> Iterator[ClubStore]:
    with copied(played, tmp_path) as found:
        yield found


def view_of(store: ClubStore, director: str | None = None) -> ClubView:
    return ClubView(store, NOW + 130, ENGLISH, director)


def tables(view: ClubView) -> ClubPage:
    return live.tables_page(view, PositionCache())


def game(view: ClubView) -> ClubPage | None:
    return games.game_page(view, "red", "aa")


def shown(store: ClubStore, make: Make, director: str | None = None) -> str:
    view = view_of(store, director)
    found = make(view)
    assert found is not None
    return page_content.page_as_html(view, found).decode()


def test_each_table_is_there_with_its_game_what_is_asked_and_whether_it_is_connected(store: ClubStore) -> None:
    page = shown(store, tables)
    assert '<th scope="row" class="figures">1</th><td>red</td><td><a href="/games/red/aa">No Thanks!</a></td>' in page
    assert "<td>1</td>" in page
    assert "Does Ben pass or take the 3?" in page
    assert "<td>2 min ago</td><td>connected</td>" in page
    assert "<td>over</td>" in page
    assert "<td>offline for 2 min</td>" in page
    assert "green" not in page


def test_a_browser_asks_again_for_what_happens_now_with_scripts_or_without(store: ClubStore) -> None:
    page = shown(store, tables)
    assert '<script type="module" src="/hub.js">' in page
    assert '<noscript><meta http-equiv="refresh" content="30"></noscript>' in page
    assert "script" not in shown(store, games.games_page)


def test_a_page_after_the_last_leads_back_even_if_all_rows_are_on_one_page(store: ClubStore) -> None:
    after = view_of(store)._replace(requested_part=WHOLE_PAGE._replace(page=2))
    page = page_content.page_as_html(after, tables(after)).decode()
    assert "none of 2" in page
    assert '<a href="/?table=tables&amp;page=1">Previous</a>' in page
    assert "Previous" not in shown(store, tables)


def test_who_calls_is_said_first_and_since_when(store: ClubStore) -> None:
    with store.transaction() as transaction:
        transaction.director_messages.store_report("blue", TableReport(is_calling=True), NOW)
    page = shown(store, tables)
    assert "Tables that call the director, the longest first: 2" in page
    assert "<td>2 min</td>" in page


def test_names_are_words_and_no_markup(store: ClubStore) -> None:
    for page in (tables, games.games_page, game):
        found = shown(store, page)
        assert "&lt;b&gt;Ann&lt;/b&gt;" in found
        assert "<b>" not in found


def test_a_game_shows_its_record_and_what_was_taken_back(store: ClubStore) -> None:
    page = shown(store, game)
    assert '<th scope="row" class="figures">6</th><td>Ben take</td>' in page
    assert "flip 3" in page
    assert "Move" not in page
    assert "Move" in shown(store, game, "Dora")
    assert games.game_page(view_of(store), "red", "cc") is None
    assert games.game_page(view_of(store), "blue", "aa") is None


def test_statistics_and_files_have_finished_games(store: ClubStore) -> None:
    assert "<caption>Who has won how many games</caption>" in shown(store, statistics.statistics_page)
    lines = "".join(games.games_file(store)).splitlines()
    assert len(lines) > 4
    assert lines[0].startswith('\ufeff"number","begun","game"')


def test_what_was_set_aside_says_why(store: ClubStore) -> None:
    assert "Line 6 is refused: " in shown(store, games.set_aside_page)


def test_the_pages_speak_the_hubs_language(store: ClubStore) -> None:
    view = ClubView(store, NOW, language("fr"))
    found = page_content.page_as_html(view, games.set_aside_page(view)).decode()
    assert 'lang="fr"' in found
    assert "La ligne 6 est refusée" in found


def test_every_table_of_a_page_is_a_file_too(store: ClubStore) -> None:
    page = tables(view_of(store))
    data = page_content.table_as_csv(page, "tables")
    assert data is not None
    rows = list(csv.DictReader(StringIO(data.decode("utf-8-sig"))))
    found = json.loads(page_content.page_as_json(page))
    assert [one["box"] for one in rows] == [one["box"] for one in found["tables"]] == ["red", "blue"]
    assert found["tables"][0] | {"asked": "", "standings": ""} == {
        "table": 1, "box": "red", "game": "No Thanks!", "round": 1, "standings": "", "asked": "",
        "last_heard": "2027-01-15T08:00:00+00:00", "connection": "connected", "calls": None,
    }  # fmt: skip
    assert page_content.table_as_csv(page, "nothing") is None
    assert '<a href="/?as=csv&amp;table=tables">' in shown(store, tables)


def test_a_file_has_no_formula_in_it() -> None:
    cell = page_content.TableCell("=1+1")
    table = page_content.PageTable("one", text("One"), (("a", text("A")),), ((cell,),))
    assert page_content.table_as_csv(ClubPage("/", "", (table,)), "one") == '\ufeff"a"\r\n"\'=1+1"\r\n'.encode()


def test_numbers_stand_one_below_the_other_and_a_number_that_is_shown_as_a_word_does_not(store: ClubStore) -> None:
    with store.transaction() as transaction:
        transaction.director_messages.store_report("blue", TableReport(is_calling=True), NOW)
    page = shown(store, director.directing_page)
    assert '<th scope="col" class="figures">Table</th><th scope="col">Calls for</th><th scope="col">' in page
    assert '<th scope="row" class="figures">2</th><td>2 min</td><td>no</td>' in page


def test_who_gave_no_name_is_told_by_the_seat(store: ClubStore) -> None:
    lines = (
        "game score-pad",
        "players Ann 2 Cleo",
        "title Hearts",
        "set rounds 2",
        *(f"{name} points 4" for name in ("Ann", "2", "Cleo") * 2),
    )
    with store.transaction() as transaction:
        number = transaction.evenings.begin_evening("Monday", None, NOW).number
    arrive(store, "red", "dd", [JournalRow(RowKind.RECORD, line) for line in lines])
    assert "Ann\N{NO-BREAK SPACE}8, Player 2\N{NO-BREAK SPACE}(8), Cleo\N{NO-BREAK SPACE}8" in shown(store, tables)
    assert ">Player 2</th>" in shown(store, lambda view: games.game_page(view, "red", "dd"))
    page = shown(store, lambda view: travellers.travellers_page(view, number))
    assert '<th scope="row">Player 2</th>' in page
    assert '<th scope="row"><a href="/people/Ann">Ann</a></th>' in page


def hearts(store: ClubStore, box: str, identity: str, *points: str) -> None:
    arrive(store, box, identity, [JournalRow(RowKind.RECORD, line) for line in (*HEARTS, *points)])


@pytest.fixture
def evening(store: ClubStore) -> int:
    """An evening on which two tables played the same game."""
    with store.transaction() as transaction:
        season = transaction.evenings.add_season("Winter", NOW)
        assert season is not None
        number = transaction.evenings.begin_evening("Monday", season.number, NOW).number
    first, second = ("Ann points 1", "Ben points 2", "Cleo points 3"), ("Ann points 4", "Ben points 0", "Cleo points 0")
    hearts(store, "red", "c1", *first, *second)
    hearts(store, "blue", "c2", *second, *second)
    return number


def test_an_evening_has_its_league_table_and_its_games(store: ClubStore, evening: int) -> None:
    page = evenings.evening_page(view_of(store), evening)
    assert page is not None
    found = json.loads(page_content.page_as_json(page))
    assert [(one["place"], one["person"], one["played"], one["won"], one["points"]) for one in found["league"]] == [
        (1, "Ann", 2, 2, 2.0),
        (2, "Cleo", 2, 0, 0.75),
        (3, "Ben", 2, 0, 0.25),
    ]
    assert all(one["rating"] > 0 for one in found["league"])
    assert [one["table"] for one in found["games"]] == [2, 1]
    assert evenings.evening_page(view_of(store), 99) is None


def test_a_league_table_speaks_the_hubs_language_in_its_figures_and_its_game_too(store: ClubStore) -> None:
    with store.transaction() as transaction:
        number = transaction.evenings.begin_evening("Lundi", None, NOW).number
    arrive(store, "red", "ee", list(kept_rows(0)))
    view = ClubView(store, NOW, language("fr"))
    page = evenings.evening_page(view, number)
    assert page is not None
    html = page_content.page_as_html(view, page).decode()
    assert "Cote à Non merci\N{NARROW NO-BREAK SPACE}!" in html
    assert '<td class="figures">1,00</td><td class="figures">1,00</td>' in html


def test_a_season_has_the_league_table_of_its_evenings(store: ClubStore, evening: int) -> None:
    page = evenings.season_page(view_of(store), 1)
    assert page is not None
    assert [one["person"] for one in json.loads(page_content.page_as_json(page))["league"]] == ["Ann", "Cleo", "Ben"]
    assert f'<a href="/evenings/{evening}">Monday</a>' in shown(store, lambda view: evenings.season_page(view, 1))
    assert evenings.season_page(view_of(store), 99) is None
    assert "Winter" in shown(store, evenings.evenings_page)


def test_travellers_have_all_who_played_a_round_and_a_person_their_own(store: ClubStore, evening: int) -> None:
    page = travellers.travellers_page(view_of(store), evening)
    assert page is not None
    found = json.loads(page_content.page_as_json(page))["traveller1"]
    assert [(one["person"], one["table"], one["gained"], one["before"]) for one in found] == [
        ("Ann", 2, 4, 100), ("Cleo", 1, 3, 80), ("Ben", 1, 2, 60), ("Ann", 1, 1, 40), ("Ben", 2, 0, 10),
        ("Cleo", 2, 0, 10),
    ]  # fmt: skip
    html = page_content.page_as_html(view_of(store), page).decode()
    assert html.count("Rounds: 2") == 1  # above the first of the two rounds
    own = travellers.person_page(view_of(store), "Cleo")
    assert own is not None
    rounds = json.loads(page_content.page_as_json(own))[f"evening{evening}"]
    assert [(one["gained"], one["before"], one["others"]) for one in rounds][:2] == [(3, 80, 5), (0, 10, 5)]
    assert travellers.person_page(view_of(store), "Nobody") is None
    assert travellers.travellers_page(view_of(store), 99) is None


def test_travellers_of_tables_that_chose_otherwise_say_what(store: ClubStore, evening: int) -> None:
    longer = (*HEARTS[:-1], "set rounds 3", *("Ann points 4", "Ben points 0", "Cleo points 0") * 3)
    arrive(store, "red", "c4", [JournalRow(RowKind.RECORD, line) for line in longer])
    page = travellers.travellers_page(view_of(store), evening)
    assert page is not None
    assert [ENGLISH.say(table.caption) for table in page.tables] == [
        "Hearts with 3 players, round 1 (Rounds: 2)",
        "Hearts with 3 players, round 2 (Rounds: 2)",
        "Hearts with 3 players, round 1 (Rounds: 3)",
        "Hearts with 3 players, round 2 (Rounds: 3)",
        "Hearts with 3 players, round 3",
    ]
    assert "<p>Rounds" not in page_content.page_as_html(view_of(store), page).decode()


def test_days_on_a_hubs_pages_are_in_words_and_in_files_as_files_have_them(store: ClubStore, evening: int) -> None:
    view = ClubView(store, NOW, language("fr"))
    page = evenings.evenings_page(view)
    assert "<td>15 janvier 2027 à " in page_content.page_as_html(view, page).decode()
    listed = games.games_page(view)
    assert [one["day"] for one in json.loads(page_content.page_as_json(listed))["games"]] == ["2027-01-15"] * 4
    assert page_content.page_as_html(view, listed).decode().count("<td>15 janvier 2027</td>") == 4


def test_a_table_that_says_what_the_page_says_does_not_say_it_again(store: ClubStore, evening: int) -> None:
    page = shown(store, tables)
    assert "<caption>" not in page
    assert 'role="region" aria-label="Tables"' in page
    assert "<caption>League table</caption>" in shown(store, lambda view: evenings.evening_page(view, evening))


@pytest.mark.parametrize(
    ("make", "sentences"),
    [
        (tables, ("There is no box in the club.",)),
        (games.games_page, ("There is no game yet.",)),
        (
            statistics.statistics_page,
            ("No game counts here yet. Those do that people with names have played to their end.",),
        ),
        (games.set_aside_page, ("Everything counts.", "There is no such notice to answer.")),
        (evenings.evenings_page, ("There has been no evening yet.", "There is no season yet.")),
        (director.directing_page, ("No table calls.", "Nothing has been said yet.", "No call has been settled yet.")),
    ],
)
def test_where_there_is_nothing_yet_a_sentence_says_so_and_files_have_their_heads(
    tmp_path: Path, make: Make, sentences: tuple[str, ...]
) -> None:
    with closing(ClubStore.open(f"sqlite:///{tmp_path / 'new.db'}")) as new:
        page = shown(new, make)
        assert "<thead>" not in page
        assert [sentence for sentence in sentences if f"<p>{sentence}</p>" not in page] == []
        found = make(view_of(new))
        assert found is not None
        for table in non_empty(found.tables):
            heads = ",".join(f'"{key}"' for key, _ in table.columns)
            assert page_content.table_as_csv(found, table.key) == f"\ufeff{heads}\r\n".encode()


def test_an_evening_and_a_season_that_have_just_begun_say_that_there_is_nothing_yet(store: ClubStore) -> None:
    with store.transaction() as transaction:
        season = transaction.evenings.add_season("Winter", NOW)
        assert season is not None
        number = transaction.evenings.begin_evening("Monday", None, NOW).number
    evening = shown(store, lambda view: evenings.evening_page(view, number))
    assert "<p>There is no game yet.</p>" in evening
    assert "<p>No game counts here yet. Those do that people with names have played to their end.</p>" in evening
    assert "?as=csv" not in evening
    assert "<p>No evening of this season has begun yet.</p>" in shown(store, lambda view: evenings.season_page(view, 1))


def test_pages_are_there_while_the_store_is_written(store: ClubStore) -> None:
    with store.transaction() as transaction:
        transaction.boxes.add_box("pink")
        assert "red" in shown(store, tables)
        assert "pink" not in shown(store, tables)
    assert "pink" in shown(store, tables)


def rounds_of(store: ClubStore, game: str) -> list[list[object]]:
    page = games.game_page(view_of(store), "red", game)
    assert page is not None
    return [list(row.values()) for row in json.loads(page_content.page_as_json(page))["rounds"]]


def dealt(game: str, seed: int, players: int, *chosen: tuple[str, str]) -> list[JournalRow]:
    names = ("Ann", "Ben", "Cleo", "Dan")[:players]
    lines = written(game, names, chosen, deal(game, seed, players, chosen))
    return [JournalRow(RowKind.RECORD, line) for line in lines]


def test_rounds_and_what_everybody_begins_with_add_up_to_the_totals(store: ClubStore) -> None:
    arrive(store, "red", "e1", dealt("no-loose-ends", 1, 3))
    start, *rounds, totals = rounds_of(store, "e1")
    assert start == ["start", 5, 5, 5]
    assert [row[0] for row in rounds] == [1, 2, 3]
    assert totals == ["=", *(sum(row[at] for row in (start, *rounds)) for at in (1, 2, 3))]  # type: ignore[misc]


def test_of_a_game_in_sets_each_set_adds_up_and_sets_decide(store: ClubStore) -> None:
    arrive(store, "red", "e2", dealt("loop-2023", 4, 2, ("sets", "2")))
    rows = rounds_of(store, "e2")
    heads = [row[0] for row in rows]
    assert heads.count("start") == heads.count("=") >= 2
    so_far = [0, 0]
    for head, *points in non_empty(rows[:-1]):
        if head == "start":
            so_far = [0, 0]
        if head == "=":
            assert points == so_far
        else:
            so_far = [had + more for had, more in zip(so_far, points, strict=True)]  # type: ignore[operator]
    assert rows[-1][0] == "sets"
    assert max(rows[-1][1:]) == 2  # type: ignore[type-var]
    assert heads[:5] == ["start", "1.1", "1.2", "1.3", "1.4"]
    assert "Ben\N{NO-BREAK SPACE}2 sets: 7, Ann\N{NO-BREAK SPACE}0 sets: 5" in shown(store, tables)
    game_page = shown(store, lambda view: games.game_page(view, "red", "e2"))
    assert "<h1>LOOP, first edition: Ben 2 sets: 7 and Ann 0 sets: 5</h1>" in game_page


def test_points_so_far_are_those_that_the_table_had(store: ClubStore) -> None:
    with store.transaction() as transaction:
        number = transaction.evenings.begin_evening("Monday", None, NOW).number
    in_sets = dealt("loop-2023", 4, 2, ("sets", "2"))
    expected = set()
    for at, rows in enumerate((dealt("no-loose-ends", 1, 3), in_sets, dealt("loop-2023", 5, 4))):
        arrive(store, "red", f"f{at}", rows)
        expected |= totals_at_the_table(rows)
    page = travellers.travellers_page(view_of(store), number)
    assert page is not None
    found = json.loads(page_content.page_as_json(page))
    assert {(one["person"], one["gained"], one["total"]) for table in found.values() for one in table} == expected


def totals_at_the_table(rows: list[JournalRow]) -> set[tuple[str, int, int]]:
    """What everybody gained and had whenever a round was scored, as the table's own page has it."""
    record, scored = EMPTY, 0
    found: set[tuple[str, int, int]] = set()
    for row in rows:
        record = records.take_line(record, records.split(row.text))
        if record.game is None or record.table is None or not record.begun:
            continue
        scores = record.game.scores(record.state)
        if len(scores.rounds) > scored:
            scored = len(scores.rounds)
            gained = scores.rounds[-1].gained
            assert gained is not None
            found |= set(zip(record.table.players, gained, scores.totals, strict=True))
    return found


ODD_NAMES = ("A/B", ".", "..", "a/../b", "~1", "100%", "Zoë", "~", "./", "?x#y", "\\")


def test_every_name_has_a_path_that_browsers_leave_as_it_is() -> None:
    for name in non_empty(ODD_NAMES):
        path = urlsplit(urljoin("http://club/people/Ann", person_path(name))).path
        assert path.startswith("/people/")
        assert "/" not in path.removeprefix("/people/")
        assert parse_person_name(unquote(path.removeprefix("/people/"))) == name


@given(st.text(min_size=1, max_size=20).filter(lambda name: "\0" not in name))
def test_any_name_is_found_again_by_its_path(name: str) -> None:
    assert parse_person_name(unquote(person_path(name).removeprefix("/people/"))) == name


def test_games_that_count_nowhere_are_not_said_to_belong_to_an_evening(tmp_path: Path) -> None:
    """“Every game belongs to an evening” was said where players without a name had played, and there was no evening."""
    unnamed = ("game score-pad", "players 1 2", "title Darts", "1 points 1", "2 points 2", "end")
    with closing(ClubStore.open(f"sqlite:///{tmp_path / 'new.db'}")) as new:
        with new.transaction() as transaction:
            transaction.boxes.add_box("red")
        arrive(new, "red", "aa", [JournalRow(RowKind.RECORD, line) for line in unnamed])
        assert "Darts: Player 2 (2)" in shown(new, games.games_page)
        assert "Every game that counts belongs to an evening." in shown(new, evenings.evenings_page, director="dora")


def test_points_of_rounds_that_are_not_known_yet_are_no_points_at_the_start(store: ClubStore) -> None:
    """“start, bonus” had all points of a LOOP that goes on, in which everybody begins with none."""
    lines = ("game loop", "players Ann Bo Cy Dan", "set detail finish", *2 * ("Ann out", "Bo out", "Cy out"))
    arrive(store, "red", "e5", [JournalRow(RowKind.RECORD, line) for line in lines])
    assert [row[0] for row in rounds_of(store, "e5")] == ["="]
