"""What the web pages of the past say of games: points by round, what does not count, and what a rating is."""

from __future__ import annotations

import csv
import json
import re
from contextlib import closing
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest

from device import games
from device.journal.store import FILE_NAME, Journal
from device.journal.uploaded_record import rows_of_upload as rows_of
from device.people.people import People
from device.people.store import FILE_NAME as PEOPLE_FILE
from device.people.store import PeopleStore
from device.reports import bgstats, documents, qr, web_history
from device.reports.changes import make_change
from device.reports.deletion import delete_game
from device.reports.game_pages import evenings_page, game_code_page, game_page
from device.reports.past_data import read_game
from device.reports.people_pages import person_page
from device.reports.statistics_pages import statistics_page as panel_statistics
from device.reports.svg import DIGIT_WIDTH, LETTER_WIDTH, WIDTH
from device.session.line_choice import view_of_rounds
from device.session.places import (
    ChangeKind,
    EveningsPlace,
    GameCodePlace,
    GamePlace,
    PeopleChange,
    PersonPlace,
    StatisticsPlace,
)
from device.session.prompts import Action, PlayView, TableFacts, question
from device.session.rows import JournalRow, RowKind
from device.session.session import read
from display.vocabulary import Paragraphs, ScanCode, Sheet
from display.words import ENGLISH
from tests.games.registered import deal, written
from tests.journal.calendars import FixedCalendar
from tests.non_empty import non_empty
from tests.system.failing_reads import unreadable

HEADER = ("game score-pad", "players Ann Bo", "title Hearts")
ROUNDS = ("Ann points 5", "Bo points 7", "Ann points -2", "Bo points 0")
LOOP = b"game loop\nplayers Ann Bo Cy Dan\nset detail finish\nAnn out\nBo out\nCy out\n"
NOW = 1_790_000_000.0


def pad(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in (*HEADER, *lines)).encode()


def shown(data: Path, path: str, *records: bytes) -> str:
    with closing(Journal.open(data, FixedCalendar(date=NOW))) as journal:
        for record in records:
            journal.begin_game(rows_of(record))
    found = documents.find_document(data, path, (), "en")
    assert found is not None
    return found.content.decode()


def cells(row: str) -> list[str]:
    return re.findall(r"<t[hd](?: [^>]*)?>(.*?)</t[hd]>", row)


def test_a_game_shows_the_points_by_round_and_no_reason_where_points_were_only_declared(tmp_path: Path) -> None:
    """The page had a table for each round, with “as said +5” as the reason for +5."""
    page = shown(tmp_path, "game/1", pad(*ROUNDS, "end"))
    table = page[page.index("Points by round") :]
    assert [cells(row) for row in table.split("</tr>")[:3]] == [
        ["Player", "1", "2", "Points"],
        ["Ann", "+5", "−2", "3"],
        ["Bo", "+7", "0", "7"],
    ]
    assert "as said" not in page
    assert "Points of round" not in page


def test_a_game_whose_rounds_count_at_the_end_says_so_and_has_no_table_without_rounds(tmp_path: Path) -> None:
    """A stopped LOOP had “Points by round” without any, and “+2” for a round that had brought 1 at the table."""
    rounds = b"Ann out\nBo out\nCy out\n" * 2
    page = shown(tmp_path, "game/1", b"game loop\nplayers Ann Bo Cy Dan\nset detail finish\n" + rounds + b"end\n")
    assert "Points of round 1" in page
    assert "Points by round" not in page
    assert "What a marker earns later counts in the round in which it was laid." in page


@pytest.mark.parametrize(("rounds", "is_play"), [(0, False), (2, True)])
def test_a_game_that_was_stopped_is_a_play_for_bg_stats_if_a_round_was_over(
    rounds: int, is_play: bool, tmp_path: Path
) -> None:
    """The final sheet of a LOOP of three rounds offered its code, and had none: its rounds have no points yet."""
    begun = b"game loop\nplayers Ann Bo Cy Dan\nset detail finish\n"
    rows = rows_of(begun + b"Ann out\nBo out\nCy out\n" * rounds + b"end\n")
    with closing(Journal.open(tmp_path, FixedCalendar(date=NOW))) as journal:
        journal.begin_game(rows)
    game = read_game(tmp_path, 1)
    assert game is not None
    assert bgstats.is_exportable(game) == is_play
    sheet = question(read(rows).sessions[-1], PlayView(), (), TableFacts(has_archive=True))
    assert any(choice.means is Action.PHONE for choice in sheet.level.choices) == is_play


def test_statistics_say_how_many_games_they_leave_out(tmp_path: Path) -> None:
    """Three games stood in the history and two in the statistics, without a word."""
    ended = pad(*ROUNDS, "end")
    stopped = b"game loop\nplayers Ann Bo Cy Dan\nset detail finish\nAnn out\nBo out\nCy out\nDan out\nend\n"
    page = shown(tmp_path, "statistics", ended, stopped, ended, pad("Ann points 1"))
    assert "2 games do not count here: they were not played to their end, or cannot be read." in page
    assert "pauses of more than half an hour do not count" in page
    assert "left out" not in shown(tmp_path / "all", "statistics", ended, ended)


def test_numbers_of_all_tables_of_statistics_are_aligned(tmp_path: Path) -> None:
    header = b"game no-loose-ends\nplayers Ann Bo\nset detail totals\n"
    game = header + 3 * b"Ann planned 2 covered 2 extra 0\nBo planned 1 covered 1 extra 10\n"
    page = shown(tmp_path, "statistics", game)
    assert "What was counted besides points" in page
    assert len(non_empty(re.findall(r"<td[ >]", page))) == page.count('<td class="figures">')


def test_the_chart_of_ratings_shows_tenths_as_the_table_beside_it_does(tmp_path: Path) -> None:
    page = shown(tmp_path, "statistics", *2 * (pad(*ROUNDS, "end"),))
    chart = page[page.index("Ratings by game") :]
    marked = re.findall(r'text-anchor="end">([^<]+)<', chart[: chart.index("</svg>")])
    table = page[page.index(">Ratings</caption>") :]
    rated = re.findall(r">(\d\d\.\d)<", table[: table.index("</table>")])
    assert set(rated) & set(marked)
    assert "Everybody begins at 25." in page


def test_a_merge_into_somebody_hidden_says_so(tmp_path: Path) -> None:
    """The games were said to be the hidden person's “in statistics and ratings, too”, which have none of them."""
    people = People().with_hidden("Élodie", True).with_hidden("Zoé", True).with_hidden("bo", True)
    PeopleStore(tmp_path).save(people.with_added("Ann"))
    asked = documents.find_document(tmp_path, "people", (("merge", "Ann"), ("into", "bo")), "en")
    assert asked is not None
    assert "left out of statistics, and neither name is offered at a table." in asked.content.decode()
    done = make_change(tmp_path, PeopleChange(ChangeKind.MERGE, "Ann", "bo"))
    assert ENGLISH.say(done) == "Ann is one person with bo now, who is hidden."
    listed = documents.find_document(tmp_path, "people", (), "en")
    assert listed is not None
    assert re.findall(r'row">(.*?) \(hidden\)<', listed.content.decode()) == ["bo", "Élodie", "Zoé"]


def test_no_two_labels_of_a_chart_overlap(tmp_path: Path) -> None:
    """0 and −1 stood in one place, beside a total of 400."""

    def labels(points: int) -> list[str]:
        page = shown(tmp_path / str(points), "game/1", pad("Ann points -1", f"Bo points {points}"))
        return re.findall(r'text-anchor="end">([^<]*)<', page[page.index("<svg") :])

    assert labels(400) == ["\N{MINUS SIGN}1", "400", ""]
    assert labels(2) == ["\N{MINUS SIGN}1", "2", "0"]


def test_a_large_total_has_room_beside_a_chart(tmp_path: Path) -> None:
    """The sign of −11020 was cut at the picture's edge."""
    page = shown(tmp_path, "game/1", pad("Ann points -11020", "Bo points 5"))
    ((x, label),) = re.findall(r'<text x="([\d.]+)"[^>]*>(\N{MINUS SIGN}[^<]*)<', page[page.index("<svg") :])
    assert label == "\N{MINUS SIGN}11020"
    assert float(x) >= DIGIT_WIDTH * len(label)


def test_a_long_name_has_room_beside_a_chart(tmp_path: Path) -> None:
    """“Grand-mère Odette” was cut at the picture's edge; the longest names are shortened."""
    head = f"game score-pad\nplayers {'M' * 100} 'Grand-mère Odette'\ntitle Hearts\n"
    page = shown(tmp_path, "game/1", f"{head}{'M' * 100} points 1\n'Grand-mère Odette' points 2\n".encode())
    placed = re.findall(r'<text x="([\d.]+)" y="[\d.]+">([^<]*)<', page[page.index("<svg") :])
    assert [name for _, name in placed] == ["Grand-mère Odette", f"{'M' * 19}…{'M' * 10}"]
    assert all(float(x) + LETTER_WIDTH * len(name) <= WIDTH for x, name in placed)


@pytest.mark.parametrize(("hour", "is_noted"), [(23, False), (2, True)])
def test_an_evening_after_midnight_says_which_day_it_belongs_to(tmp_path: Path, hour: int, is_noted: bool) -> None:
    """A game at 0:18 stood under the day before, and a list of errors beside it under its own."""
    begun = datetime(2026, 11, 29, hour, 18).astimezone().timestamp()
    with closing(Journal.open(tmp_path, FixedCalendar(date=begun))) as journal:
        journal.begin_game(rows_of(pad(*ROUNDS, "end")))
    page = documents.find_document(tmp_path, "", (), "en")
    assert page is not None
    assert ("until five in the morning" in page.content.decode()) == is_noted


def test_a_box_without_games_has_no_other_pages_than_others(tmp_path: Path) -> None:
    """“No game has been played yet” was the answer to every path."""
    for path in ("nonsense", "game/1", "nonsense/1"):
        assert documents.find_document(tmp_path, path, (), "en") is None
    page = documents.find_document(tmp_path, "", (), "en")
    assert page is not None
    assert b"No game has been played yet." in page.content


@pytest.mark.parametrize("name", ["games.json", "games.csv", "rounds.csv", "plays.bgsplay"])
def test_a_file_of_a_journal_that_is_not_one_is_a_page_that_says_so(tmp_path: Path, name: str) -> None:
    """A table broke off after its first bytes, since the journal was opened only then."""
    (tmp_path / FILE_NAME).write_bytes(b"SQLite format 3" + bytes(4096))
    made = documents.make_file(tmp_path, name, (), "en")
    assert made is not None
    assert (made.media_type, b"journal" in b"".join(made.parts)) == ("text/html", True)


def test_a_round_that_has_only_the_end_of_the_game_is_called_that(tmp_path: Path) -> None:
    """“Round 3” was offered where only two had been played."""
    rows = rows_of(pad(*ROUNDS, "end"))
    view = view_of_rounds(rows, read(rows).sessions)
    assert view is not None
    assert [ENGLISH.say(choice.label) for choice in view.level.choices] == ["the end of the game", "Round 2", "Round 1"]


def test_a_line_of_a_chart_ends_with_the_last_game_that_was_played(tmp_path: Path) -> None:
    """A line went on flat, through a game in which its player had no part, up to the name."""
    without_bo = b"game score-pad\nplayers Ann Cy\ntitle Hearts\nAnn points 3\nCy points 9\nend\n"
    page = shown(tmp_path, "statistics", pad("Ann points 5", "Bo points 7", "end"), without_bo)
    chart = page[page.index("Points by game") :]
    chart = chart[: chart.index('class="legend"')]
    paths = re.findall(r'<path d="M([^"]+)" fill="none" stroke="currentColor" stroke-width="2"', chart)
    ends = [float(path.split("L")[-1].split()[0]) for path in paths]
    assert len(ends) == 3
    assert sorted(end < max(ends) for end in ends) == [False, False, True]


def test_statistics_say_that_figures_count_what_was_declared(tmp_path: Path) -> None:
    """“Tokens on the cards taken: 18” stood beside two games, of which one had been declared by its cards alone."""
    page = shown(tmp_path, "statistics", pad(*ROUNDS, "end"))
    assert "Games that were entered in less detail add less here, or nothing." in page


def test_the_history_says_that_games_keep_their_names_where_somebody_is_called_otherwise_now(tmp_path: Path) -> None:
    """“Anna” was chosen, and games of “Ann” were shown without a word."""
    note = "Games keep the names under which they were played"
    assert note not in shown(tmp_path, "", pad(*ROUNDS, "end"))
    make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Anna"))
    for path in non_empty(("", "game/1")):
        page = documents.find_document(tmp_path, path, (("player", "Anna"),), "en")
        assert page is not None
        assert note in page.content.decode()


def test_a_page_says_whose_names_are_shared_only_if_they_differ_and_why_its_record_is_english(tmp_path: Path) -> None:
    """“To share, with today's names” stood there of a game in which nobody was called otherwise."""
    page = shown(tmp_path, "game/1", pad(*ROUNDS, "end"))
    assert "Lines of a record are in English everywhere" in page
    assert "name there." not in page
    make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Anna"))
    assert "Everybody has today&#x27;s name there." in shown(tmp_path, "game/1")


def test_the_panel_has_no_more_columns_of_statistics_than_it_has_room_for(tmp_path: Path) -> None:
    """“… in a row” stood above the numbers: the first column was left out."""
    shown(tmp_path, "statistics", pad(*ROUNDS, "end"))
    for page_size, columns in non_empty(((5, ["played", "won"]), (8, ["in a row", "played", "won"]))):
        body = panel_statistics(tmp_path, StatisticsPlace(), page_size).body
        assert isinstance(body, Sheet)
        assert list(map(ENGLISH.say, body.columns)) == columns


def test_a_shared_sheet_calls_everybody_by_one_name(tmp_path: Path) -> None:
    """Ann had the second place, and Anna her points by round."""
    shown(tmp_path, "", pad(*ROUNDS, "end"))
    make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Anna"))
    page = documents.find_document(tmp_path, "sheet/1.html", (), "en")
    assert page is not None
    assert set(re.findall(r"Ann\w*", page.content.decode())) == {"Anna"}


def test_a_player_without_a_name_is_called_by_the_seat_in_every_table_and_chart(tmp_path: Path) -> None:
    """“Player 3” had the first place, and “3” the points by round and the line of the chart."""
    round_ = "Ann points 5\nBo points 7\n3 points 9\n"
    page = shown(tmp_path, "game/1", f"game score-pad\nplayers Ann Bo 3\n{round_}{round_}end\n".encode())
    assert not re.search(r'<th scope="row">3<|<text[^>]*>3<', page)
    assert '<th scope="row">Player 3<' in page
    assert re.search("<text[^>]*>Player 3<", page)


def test_statistics_have_a_column_of_ratings_only_where_somebody_is_rated(tmp_path: Path) -> None:
    """The column stayed empty, without a word, where each game had had a player without a name."""
    unnamed = b"game score-pad\nplayers Ann 2\nAnn points 3\n2 points 9\nend\n"
    assert "Rating" not in shown(tmp_path, "statistics", unnamed)
    page = shown(tmp_path, "statistics", pad(*ROUNDS, "end"))
    assert "Rating" in page
    assert "A game in which somebody has no name is not rated." in page


def test_files_of_more_games_than_the_page_shows_are_not_said_to_be_of_these(tmp_path: Path) -> None:
    """“Save these games as files” stood below the first fifty of them, and below the rest."""
    games = [pad(*ROUNDS, "end")] * (web_history.GAMES_PER_PAGE + 1)
    assert "Save these games as files" in shown(tmp_path, "", *games[1:])
    assert "Save all games as files" in shown(tmp_path, "", games[0])
    for query, heading in (
        ((("before", "3"),), "Save all games as files"),
        ((("player", "Ann"),), "Save all games of this choice as files"),
        ((("player", "Cy"),), "No game fits this choice."),
    ):
        page = documents.find_document(tmp_path, "", query, "en")
        assert page is not None
        assert heading in page.content.decode()


TWO_ROUNDS = (Path(games.__file__).parent / "no_thanks" / "samples" / "points.txt").read_bytes()
ONE_ROUND = b"".join(TWO_ROUNDS.splitlines(keepends=True)[:-5])


def test_nobody_has_won_a_stopped_game_in_any_table_of_it(tmp_path: Path) -> None:
    """Whoever led when it was stopped had a crown, and `won` 1."""
    page = shown(tmp_path, "game/1", ONE_ROUND + b"end\n")
    assert "stopped early" in page
    assert "♛" not in page
    assert [row["won"] for row in table_of(tmp_path, "games.csv")] == ["0"] * 5
    (game,) = json.loads(content(tmp_path, "games.json"))["games"]
    assert [player["won"] for player in game["players"]] == [False] * 5
    assert [player["place"] for player in game["players"]].count(1) == 1


def test_an_earlier_game_whose_rounds_count_at_the_end_says_so_on_the_panel(tmp_path: Path) -> None:
    """Its columns and its chart stood there without a word."""
    rounds = b"Ann out\nBo out\nCy out\n" * 4
    shown(tmp_path, "game/1", b"game loop\nplayers Ann Bo Cy Dan\nset detail finish\n" + rounds)
    remark = game_page(tmp_path, GamePlace(1), 8).remark
    assert ENGLISH.say(remark or "") == "What a marker earns later counts in the round in which it was laid."


def test_a_game_that_was_stopped_before_a_round_was_over_has_no_places(tmp_path: Path) -> None:
    """All were in place 1, with 0 points."""
    page = shown(tmp_path, "game/1", b"game loop\nplayers Ann Bo Cy Dan\nset detail finish\nAnn out\nend\n")
    assert "Final sheet" in page
    assert ">Place</th>" not in page
    assert [row["place"] for row in table_of(tmp_path, "games.csv")] == [""] * 4
    (game,) = json.loads(content(tmp_path, "games.json"))["games"]
    assert [player["place"] for player in game["players"]] == [None] * 4


def test_a_game_that_goes_on_has_points_and_no_places_yet(tmp_path: Path) -> None:
    """Two were level, both in place 1, and the table said who was ahead by the last round."""
    page = shown(tmp_path, "game/1", ONE_ROUND)
    assert "Points after 1 round" in page
    assert ">Place</th>" not in page
    assert [row["place"] for row in table_of(tmp_path, "games.csv")] == [""] * 5
    (game,) = json.loads(content(tmp_path, "games.json"))["games"]
    assert [player["place"] for player in game["players"]] == [None] * 5
    assert ">Place</th>" in shown(tmp_path / "over", "game/1", TWO_ROUNDS)


def test_statistics_call_no_stopped_game_unfinished_and_say_that_ratings_count_it(tmp_path: Path) -> None:
    """“1 game, 1 not finished” was said of a game of which its own page said that it was finished."""
    page = shown(tmp_path, "statistics", TWO_ROUNDS, ONE_ROUND + b"end\n")
    assert "1 game, 1 more that does not count" in page
    assert "Stopped games of which a round was over are rated, too." in page
    assert "Stopped games of which" not in shown(tmp_path / "whole", "statistics", TWO_ROUNDS, ONE_ROUND)


@pytest.mark.parametrize(
    ("record", "is_rated"),
    [(ONE_ROUND, True), (ONE_ROUND.rpartition(b"Bj")[0], False), (LOOP, False)],
    ids=["rounds alike", "no round", "LOOP"],
)
def test_who_stops_a_game_is_told_what_counts_it(record: bytes, is_rated: bool, tmp_path: Path) -> None:
    page = shown(tmp_path, "stop/1", record, pad(*ROUNDS))
    assert ("but ratings count it." in page) == is_rated
    assert ("and statistics leave it out." in page) != is_rated


def test_where_no_game_counts_statistics_say_how_many_are_left_out(tmp_path: Path) -> None:
    """“No game counts here.” stood there alone, also where the journal could be read in part only."""
    page = shown(tmp_path, "statistics", pad(*ROUNDS))
    assert "1 game does not count here: it was not played to its end, or cannot be read." in page
    assert "No game counts here." in page
    with unreadable(PEOPLE_FILE):
        assert 'role="alert"' in shown(tmp_path, "statistics")


def test_where_only_hidden_people_have_won_statistics_do_not_say_that_nobody_has_played(tmp_path: Path) -> None:
    PeopleStore(tmp_path).save(People().with_hidden("Ann", True).with_hidden("Bo", True))
    page = shown(tmp_path, "statistics", pad(*ROUNDS, "end"))
    assert "No game counts here." in page
    assert "Nobody with a name" not in page


def test_a_table_of_games_says_that_it_counts_timed_declarations(tmp_path: Path) -> None:
    """Bo's column of “declarations” had 2, and the record one: what was undone took its time, too."""
    rows = rows_of(pad("Ann points 5", "Bo points 7"))
    with closing(Journal.open(tmp_path, FixedCalendar(date=NOW))) as journal:
        number = journal.begin_game(rows)
        journal.append(number, [JournalRow(RowKind.TABLE, "undo"), *rows[-1:]])
    (_, bo) = table_of(tmp_path, "games.csv")
    assert (bo["points"], bo["timed declarations"]) == ("7", "2")
    assert "declarations" not in bo
    (game,) = json.loads(content(tmp_path, "games.json"))["games"]
    assert [player["timed_declarations"] for player in game["players"]] == [1, 2]


def content(data: Path, path: str) -> str:
    file = documents.make_file(data, path, (), "en")
    assert file is not None
    return b"".join(file.parts).decode("utf-8-sig")


def table_of(data: Path, path: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(content(data, path))))


def test_of_a_game_in_sets_the_sets_are_said_and_of_which_set_rounds_are(tmp_path: Path) -> None:
    """“Ben 7, Ann 5” was said of two sets to none, and “Points by round” had those of the second set alone."""
    names, chosen = ("Ann", "Ben"), (("sets", "2"),)
    record = "\n".join(written("loop-2023", names, chosen, deal("loop-2023", 4, 2, chosen))).encode()
    history = shown(tmp_path, "", record)
    assert "Ben\N{NO-BREAK SPACE}2 sets: 7, Ann\N{NO-BREAK SPACE}0 sets: 5" in history
    page = documents.find_document(tmp_path, "game/1", (), "en")
    assert page is not None
    sheet = page.content.decode()
    assert [cells(row) for row in sheet[sheet.index("Final sheet") :].split("</tr>")[1:3]] == [
        ["♛ Ben", "1", "2 sets: 7"],
        ["Ann", "2", "0 sets: 5"],
    ]
    assert "Points by round in set 2" in sheet
    assert "How the totals went in set 2, round by round" in sheet
    statistics = documents.find_document(tmp_path, "statistics", (), "en")
    assert statistics is not None
    assert "points in sets are those of the last set" in statistics.content.decode()


def test_an_evening_stands_there_once_though_a_game_between_has_no_date(tmp_path: Path) -> None:
    """The box was started without a network in between: one evening had two headings."""
    for date in (NOW, None, NOW + 3600):
        with closing(Journal.open(tmp_path, FixedCalendar(f"boot {date}", 5.0, date))) as journal:
            journal.begin_game(rows_of(pad(*ROUNDS, "end")))
    page = shown(tmp_path, "")
    assert re.findall("<h2>(.*?)</h2>", page)[:2] == ["21 September 2026", "date unknown"]
    assert [len(re.findall("/past/game/", part)) for part in page.split("<h2>")[1:3]] == [2, 1]


def test_points_that_the_table_has_not_accepted_are_called_so(tmp_path: Path) -> None:
    """A round that was still asked about at the table stood there as if its points were certain."""
    told = "Round 2: not accepted yet, so its points may still change."
    assert told in shown(tmp_path, "game/1", pad(*ROUNDS))
    assert ENGLISH.say(game_page(tmp_path, GamePlace(1), 8).question) == told
    assert "not accepted yet" not in shown(tmp_path / "over", "game/1", pad(*ROUNDS, "end"))
    assert "not accepted yet" not in shown(tmp_path / "begun", "game/1", pad(*ROUNDS, "Ann points 4"))


def test_a_page_of_a_game_says_that_the_journal_was_damaged(tmp_path: Path) -> None:
    tmp_path.joinpath(FILE_NAME).write_bytes(bytes(8192))
    assert "The journal was damaged." in shown(tmp_path, "game/1", pad(*ROUNDS, "end"))


@pytest.mark.parametrize(("letter", "has_code"), [("E", True), ("É", False)])
def test_a_game_that_is_too_long_for_a_code_says_so(letter: str, has_code: bool, tmp_path: Path) -> None:
    """A picture that was not there stood below “Point the phone's camera here”, and the panel sent people to it."""
    names = [f"{letter * 70}{number}" for number in range(6)]
    lines = ("game score-pad", f"players {' '.join(names)}", "title Hearts", *(f"{name} points 1" for name in names))
    page = shown(tmp_path, "game/1", "\n".join((*lines, "end")).encode())
    game = read_game(tmp_path, 1)
    assert game is not None
    assert qr.fits_code(bgstats.play_link(game, People())) == has_code
    assert ("/past/game/1.png" in page, "too long for a code" in page) == (has_code, not has_code)
    assert (documents.find_document(tmp_path, "game/1.png", (), "en") is not None) == has_code
    body = game_code_page(tmp_path, GameCodePlace(1), 8).body
    assert isinstance(body, ScanCode) == has_code
    if isinstance(body, Paragraphs):
        assert "This panel is too small" not in ENGLISH.say(body.lines[0])


def test_the_longest_link_fits_its_code() -> None:
    address = "https://app.bgstatsapp.com/"
    longest = next(length for length in range(4000) if not qr.fits_code(address.ljust(length, "a"))) - 1
    assert qr.qr_modules(address.ljust(longest, "a"))
    with pytest.raises(ValueError, match=str(longest + 1)):
        qr.qr_modules(address.ljust(longest + 1, "a"))


def test_of_somebody_whose_games_are_deleted_nobody_says_that_they_never_played(tmp_path: Path) -> None:
    """“Ann has played 0 games”, “has not played to the end of a game yet”: they had, and could not be deleted."""
    shown(tmp_path, "", pad(*ROUNDS, "end"), pad(*ROUNDS, "end"))
    with closing(Journal.open(tmp_path, FixedCalendar(date=NOW))) as journal:
        journal.begin_game()
    for number in (1, 2):
        delete_game(tmp_path, number, NOW)
    make_change(tmp_path, PeopleChange(ChangeKind.ADD, "Ann"))
    asked = documents.find_document(tmp_path, "people", (("merge", "Ann"), ("into", "Bo")), "en")
    assert asked is not None
    assert "has played" not in asked.content.decode()
    about = person_page(tmp_path, PersonPlace("Ann"), 8)
    assert isinstance(about.body, Paragraphs)
    assert [ENGLISH.say(line) for line in about.body.lines] == ["No game counts for this person yet."]
    assert "delete" not in [ENGLISH.say(choice.label) for choice in about.level.choices] if about.level else False


def test_a_change_is_undone_only_while_it_is_the_last(tmp_path: Path) -> None:
    """Somebody else had hidden Bo meanwhile: “Taken back: Ann is now called Anna” was said, and Bo was there again."""
    shown(tmp_path, "", pad(*ROUNDS, "end"))
    make_change(tmp_path, PeopleChange(ChangeKind.RENAME, "Ann", "Anna"))
    page = documents.find_document(tmp_path, "people", (), "en")
    assert page is not None
    (form,) = re.findall(r"<form[^>]*Taken back: Ann is now called Anna.*?</form>", page.content.decode())
    undo = re.findall(r'name="(\w+)" value="([^"]*)"', form)
    make_change(tmp_path, PeopleChange(ChangeKind.HIDE, "Bo"))
    assert documents.handle_form(tmp_path, tuple(undo), "en").startswith("Something else has been changed since.")
    assert PeopleStore(tmp_path).people().hidden_names == {"Bo"}
    make_change(tmp_path, PeopleChange(ChangeKind.UNDO))
    assert documents.handle_form(tmp_path, tuple(undo), "en") == ""
    assert PeopleStore(tmp_path).people() == People()


def test_a_long_name_has_room_beside_the_bar_of_a_pair(tmp_path: Path) -> None:
    """“Grand-mère Odette” was cut at the picture's edges, in the chart of who came before whom."""
    head = f"game score-pad\nplayers {'M' * 100} 'Grand-mère Odette'\ntitle Hearts\n"
    record = f"{head}{'M' * 100} points 1\n'Grand-mère Odette' points 2\nend\n".encode()
    page = shown(tmp_path, "statistics", *[record] * 3)
    bars = page[page.index("<pattern") : page.index("</svg>", page.index("<pattern"))]
    placed = re.findall(r'<text x="(\d+)" y="[\d.]+"(?: text-anchor="(end)")?>([^<]*)<', bars)
    assert [words for *_, words in placed] == ["Grand-mère Odette 3", f"0 {'M' * 19}…{'M' * 10}"]
    for x, anchor, words in non_empty(placed):
        room = int(x) if anchor else WIDTH - int(x)
        assert room >= LETTER_WIDTH * len(words)


def test_the_bars_of_pairs_have_a_legend(tmp_path: Path) -> None:
    """A tie was hatched, and nothing said so."""
    record = b"game score-pad\nplayers Ann Bo\ntitle Hearts\nAnn points 1\nBo points 1\nend\n"
    legend = (
        "Only those are shown who have played 3 games together."
        " Filled: the left one was ahead. Hatched: both were level. Empty: the right one was ahead."
    )
    assert f"<p>{legend}</p>" in shown(tmp_path, "statistics", *[record] * 3)
    alone = b"game score-pad\nplayers Ann\ntitle Hearts\nAnn points 1\nend\n"
    assert legend not in shown(tmp_path / "alone", "statistics", *[alone] * 3)


@pytest.mark.parametrize(
    ("end", "title"), [(b"", "Points of round 1, as they are by now"), (b"end\n", "Points of round 1")]
)
def test_rounds_of_a_game_that_goes_on_have_points_by_now(end: bytes, title: str, tmp_path: Path) -> None:
    """“Points of round 1” were said of a LOOP that goes on, whose points of that round may still change."""
    page = shown(tmp_path, "game/1", LOOP + end)
    assert f"<caption>{title}</caption>" in page
    assert ENGLISH.say(game_page(tmp_path, GamePlace(1, 1), 8).question or "") == title


@pytest.mark.parametrize("path", ["people", "statistics"])
def test_people_who_cannot_be_read_are_said_to_be_missing(path: str, tmp_path: Path) -> None:
    """Ann and Anna were two people there, without a word."""
    PeopleStore(tmp_path).save(People().with_renamed("Ann", "Anna"))
    page = shown(tmp_path, path, pad(*ROUNDS, "end"))
    assert 'role="alert"' not in page
    with unreadable(PEOPLE_FILE):
        found = documents.find_document(tmp_path, path, (), "en")
        assert found is not None
        assert re.search(r'<p role="alert">[^<]*people.json can', found.content.decode())


def test_games_of_a_journal_that_is_damaged_are_said_not_to_be_all(tmp_path: Path) -> None:
    """Twenty-two of forty games were shown, some of them as unfinished, without a word."""
    assert "This is what can be read of it." not in shown(tmp_path, "", *[pad(*ROUNDS, "end")] * 40)
    content = bytearray((tmp_path / FILE_NAME).read_bytes())
    middle = len(content) // 2
    content[middle : middle + 9000] = b"\xaa" * 9000
    (tmp_path / FILE_NAME).write_bytes(content)
    for path in non_empty(("", "statistics")):
        page = documents.find_document(tmp_path, path, (), "en")
        assert page is not None
        assert "is damaged. This is what can be read of it." in page.content.decode()
    notice = evenings_page(tmp_path, EveningsPlace(), 8).notice
    assert notice is not None
    assert "This is what can be read of it." in ENGLISH.say(notice.lines[0])
