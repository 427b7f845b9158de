"""The past in a browser: history, statistics and people, files to take away, and what a form may change."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page, expect

from device.config.chosen_settings import ChosenSettings, read_settings
from device.journal.deleted import DeletedGames
from device.journal.store import Journal
from device.people.people import People
from device.people.store import PeopleStore
from device.reports import changes, documents
from device.run.page_service import PageService
from device.session.places import ChangeKind, PeopleChange
from device.session.rows import JournalRow, RowKind
from tests.browser.access import PHONE, RULES
from tests.browser.boxes import Box, invited
from tests.browser.conftest import Look
from tests.browser.desks import Served
from tests.browser.directly import spots
from tests.browser.tables import GAME, play_on, press, ready, type_words, until
from tests.non_empty import non_empty
from tests.table.evenings import ROUND, TOTALS

LINES = ("game no-loose-ends", "players Ann Bo", *TOTALS, *3 * ROUND)
GAMES = 4


def filled(data: Path) -> Path:
    """A directory with finished games."""
    journal = Journal.open(data)
    for _ in range(GAMES):
        journal.begin_game([JournalRow(RowKind.RECORD, line) for line in LINES])
    journal.begin_game()
    journal.close()
    return data


def got(url: str) -> tuple[str, bytes]:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.headers["content-type"], answer.read()


def faults(page: Page) -> list[str]:
    """What axe has against a page by day, and against its colours by night."""
    found = [Axe().run(page, options=RULES)]
    page.emulate_media(color_scheme="dark")
    found.append(Axe().run(page, options={"runOnly": ["color-contrast"]}))
    page.emulate_media(color_scheme="light")
    return [each.generate_report() for each in found if each.violations_count]


def test_every_page_is_for_everybody(look: Look, tmp_path: Path) -> None:
    """On a phone, where there is the least room."""
    with Served(filled(tmp_path)) as served:
        page = look(served.url, **PHONE)
        page.get_by_role("link", name="History, people, the box").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("History")
        assert faults(page) == []
        page.get_by_role("link", name=f"{GAMES} · No Loose Ends").click()
        expect(page.get_by_role("img", name="How the totals went, round by round")).to_be_visible()
        expect(page.get_by_role("region", name="Points of round 3")).to_contain_text("−")
        assert faults(page) == []
        page.get_by_role("link", name="Statistics").click()
        for name in non_empty(("Ratings by game", "Points by game", "Who came before whom, how often")):
            expect(page.get_by_role("img", name=name)).to_be_visible()
        for name in non_empty(("Who has won how many games", "Time to answer", "Points", "Ratings")):
            table = page.get_by_role("region", name=name, exact=True)
            assert table.evaluate("table => table.scrollWidth <= table.clientWidth"), "every column is in sight"
        charts = "[...document.querySelectorAll('svg, svg text')].map(part => part.getBoundingClientRect().right)"
        assert max(page.evaluate(charts)) <= page.evaluate("innerWidth"), "the names are in sight, too"
        assert faults(page) == []
        page.get_by_role("link", name="People").click()
        page.get_by_text("Change Ann").click()
        table = page.get_by_role("region", name="People")
        assert table.evaluate("table => table.scrollWidth <= table.clientWidth"), "all that can be changed is in sight"
        expect(page.get_by_label("New name for Ann")).to_be_enabled()
        assert faults(page) == []
        page.get_by_role("link", name="The box", exact=True).click()
        assert faults(page) == []
        page.get_by_role("link", name="The last evenings").click()
        expect(page.get_by_role("region", name="The last evenings")).to_contain_text("begins")
        assert page.locator("body").inner_text().count(served.token or "no token") == 0
        assert faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")


def test_a_table_that_is_wider_than_the_page_says_so_and_keeps_the_names_in_sight(look: Look, tmp_path: Path) -> None:
    """On a phone, its last columns were cut, and nobody knew of them."""
    with Served(filled(tmp_path)) as served:
        page = look(f"{served.url}past/statistics", **PHONE)
        table = page.get_by_role("region", name="Points", exact=True)
        page.set_viewport_size({"width": 200, "height": 800})
        expect(table).to_have_class("wide more")
        table.evaluate("table => table.scrollTo(1000, 0)")
        name = table.get_by_role("rowheader", name="Ann")
        assert name.evaluate("name => name.getBoundingClientRect().left") >= table.evaluate(
            "table => table.getBoundingClientRect().left"
        )
        page.set_viewport_size({"width": 1000, "height": 800})
        expect(table).to_have_class("wide")


def test_sound_quiet_hours_and_the_turn_of_the_panel_are_chosen_on_a_phone(look: Look, tmp_path: Path) -> None:
    """Before a game was played, too."""
    box = Box(tmp_path)
    service = PageService(box.door, "127.0.0.1", 0)
    with closing(box), closing(service):
        page = look(f"{service.url}#token={invited(box, service)}&phone", **PHONE)
        expect(page.locator("#answers")).to_be_visible()
        page.goto(f"{service.url}past/settings")
        expect(page.get_by_label("Sound")).to_have_value("on")
        assert faults(page) == []
        page.get_by_label("Sound").select_option("off")
        page.get_by_label("Quiet hours").select_option("every day, at these times:")
        page.get_by_label("Quiet from").fill("21:30")
        page.get_by_label("Quiet until").fill("21:30")
        page.get_by_label("The picture is turned").select_option("180°")
        page.get_by_role("button", name="Keep").click()
        expect(page.get_by_role("status")).to_have_text(
            "Quiet hours are from one time of the day to another, as from 22:00 to 07:00."
        )
        page.get_by_label("Quiet until").fill("06:00")
        with page.expect_navigation():
            page.get_by_role("button", name="Keep").click()
        expect(page.get_by_label("Quiet until")).to_have_value("06:00")
        expect(page.get_by_label("Sound")).to_have_value("off")
    assert read_settings(box.data) == ChosenSettings(True, "21:30-06:00", 180)


def test_a_final_sheet_leads_to_where_it_is_kept_and_shared(look: Look, tmp_path: Path) -> None:
    """Nothing on the page of the table said so."""
    record = "game score-pad\nplayers Ann Bo\ntitle Hearts\nAnn points 1\nBo points 2\n"
    with Served(tmp_path) as served:
        page = ready(look(served.url))
        link = page.get_by_role("link", name="Keep and share the final sheet")
        play_on(page, record)
        expect(page.locator("#transcript .line").last).to_have_text("Bo points 2")
        expect(link).to_be_hidden()
        play_on(page, f"{record}end\n")
        link.click()
        expect(page.get_by_role("link", name="the final sheet as a picture")).to_be_visible()


def test_what_is_asked_and_what_keys_mean_follow_a_page_of_the_past_that_comes_late(look: Look, tmp_path: Path) -> None:
    with Served(filled(tmp_path)) as served:
        page = ready(look(served.url))
        press(page, ["hold D", "B", "B"])
        expect(page.locator("#question")).to_have_text("Which evening?")
        expect(page.locator("#means-A")).not_to_be_empty()


def test_people_are_renamed_hidden_and_made_and_a_wrong_merge_is_refused(look: Look, tmp_path: Path) -> None:
    with Served(filled(tmp_path)) as served:
        page = look(f"{served.url}past/people")
        page.get_by_text("Change Ann").click()
        merging = page.get_by_label("Ann is the same person as")
        expect(merging).to_have_value("")
        merging.select_option("Bo")
        page.get_by_role("button", name="Merge…").first.click()
        expect(page.get_by_text("In game 4, Bo would sit at two seats: these are two people.")).to_be_visible()
        expect(page.get_by_role("button", name="Merge Ann into Bo")).to_have_count(0)
        page.get_by_role("link", name="Leave it as it is").click()
        page.get_by_text("Change Ann").click()
        page.get_by_label("New name for Ann").fill("Anna")
        page.get_by_role("button", name="Rename").first.click()
        expect(page.get_by_text("Change Anna", exact=True)).to_be_visible()
        page.get_by_text("Change Bo").click()
        page.get_by_role("button", name="Hide Bo").click()
        expect(page.get_by_text("Bo (hidden)")).to_be_visible()
        page.get_by_label("Name", exact=True).fill("Eve <b>")
        page.get_by_role("button", name="Add").click()
        expect(page.get_by_text("Change Eve <b>")).to_be_visible()
        expect(page.get_by_role("status")).to_have_text("It is done.")
        page.reload()
        expect(page.get_by_text("Change Eve <b>")).to_be_visible()
        expect(page.get_by_role("status")).to_be_empty()
    people = PeopleStore(tmp_path).people()
    assert people.find_person("Ann").name == "Anna"
    assert people.hidden_names == {"Bo"}


def test_a_change_without_an_answer_is_said_in_the_readers_language(look: Look, tmp_path: Path) -> None:
    """There is no table behind the page's program, the form is cut, or the network is gone."""
    with Served(filled(tmp_path), extra='language = "fr"\n') as served:
        page = look(f"{served.url}past/people")
        said = page.get_by_text("La boîte ne répond pas. Rouvrez cette page pour voir si le changement a été fait.")
        for answer in (
            lambda route: route.fulfill(status=503, body="No table answers."),
            lambda route: route.fulfill(status=408, body="The form did not come to its end."),
            lambda route: route.abort(),
        ):
            page.route("**/past/people", answer)
            page.get_by_label("Nom", exact=True).fill("Eve")
            page.get_by_role("button", name="Ajouter").click()
            expect(said).to_be_visible()
            page.unroute("**/past/people")
            page.reload()
        expect(page.get_by_text("Eve")).to_have_count(0)


def offered(table: Page) -> set[str]:
    """The names that the panel offers."""
    return {label for keys, label in spots(table).items() if keys[0] not in "Dh"}


def test_two_people_become_one_only_once_somebody_has_seen_what_that_means(look: Look, tmp_path: Path) -> None:
    """A table that runs asks who sits down meanwhile: each change is there at once, and so is its undo."""
    with Served(filled(tmp_path)) as served:
        table, page = ready(look(served.url)), look(f"{served.url}past/people")
        press(table, ["C", "A", "B"])
        expect(table.locator("#question")).to_contain_text("seat 1")
        page.get_by_label("Name", exact=True).fill("Annie")
        page.get_by_role("button", name="Add", exact=True).click()
        until(page, lambda: "Annie" in offered(table))
        expect(table.locator("#keys")).to_contain_text("Annie")  # the keys below the panel still went without her
        page.get_by_text("Change Annie").click()
        page.get_by_label("Annie is the same person as").select_option("Ann")
        page.locator("form", has_text="Annie is the same").get_by_role("button").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Are Annie and Ann one person?")
        expect(page.get_by_text("The history has 0 games of Annie.")).to_be_visible()
        expect(page.get_by_text(f"The history has {GAMES} games of Ann.")).to_be_visible()
        assert "Annie" in offered(table)
        assert faults(page) == []
        page.get_by_role("button", name="Merge Annie into Ann").click()
        expect(page.get_by_text("Annie and Ann are one person now, called Ann.")).to_be_visible()
        until(page, lambda: "Annie" not in offered(table))


def test_a_name_is_split_off_a_change_is_undone_and_who_never_played_is_deleted(look: Look, tmp_path: Path) -> None:
    data = filled(tmp_path)
    PeopleStore(data).save(People().with_added("Ann").with_added("Annie"))
    changes.make_change(data, PeopleChange(ChangeKind.MERGE, "Annie", "Ann"))
    with Served(data) as served:
        table, page = ready(look(served.url)), look(f"{served.url}past/people")
        press(table, ["C", "A", "B"])
        expect(table.locator("#question")).to_contain_text("seat 1")
        until(page, lambda: "Ann" in offered(table))
        assert "Annie" not in offered(table)
        page.get_by_text("Change Ann", exact=True).click()
        page.get_by_role("button", name="Annie is somebody else").click()
        until(page, lambda: "Annie" in offered(table))
        expect(page.get_by_text("Can be undone: Annie is somebody of their own now.")).to_be_visible()
        page.get_by_role("button", name="Undo this").click()
        until(page, lambda: "Annie" not in offered(table))
        expect(page.locator("#answer")).to_have_text("Taken back: Annie is somebody of their own now.")
        expect(page.get_by_text("Annie and Ann are one person now, called Ann.")).to_be_visible()
        page.get_by_role("button", name="Undo this").click()
        until(page, lambda: "Annie" in offered(table))
        page.get_by_text("Change Annie").click()
        page.get_by_role("button", name="Delete Annie, who never played").click()
        until(page, lambda: "Annie" not in offered(table))
        page.get_by_text("Change Ann", exact=True).click()
        assert page.get_by_role("button", name="Delete Ann").count() == 0
    assert [person.name for person in PeopleStore(data).people().persons] == ["Ann"]


def test_the_final_sheet_is_shared_as_a_picture_and_as_a_page_by_the_names_of_today(look: Look, tmp_path: Path) -> None:
    data = filled(tmp_path)
    PeopleStore(data).save(People().with_renamed("Ann", "Anna"))
    with Served(data) as served:
        page = look(f"{served.url}past/game/4")
        record = page.locator("details", has_text="Record")
        assert record.get_attribute("open") is None
        record.locator("summary").click()
        expect(record.locator("pre")).to_contain_text("players Ann Bo")
        with page.expect_download() as download:
            page.get_by_role("link", name="the final sheet as a picture").click()
        with Image.open(download.value.path()) as picture:
            assert (picture.format, picture.size) == ("PNG", (800, 480))
        kind, shared = got(f"{served.url}past/sheet/4.html")
        assert kind == "text/html; charset=utf-8"
        (tmp_path / "shared.html").write_bytes(shared)
    # Elsewhere, without the box.
    assert b"Anna" in shared
    assert b"src=" not in shared
    assert b"href=" not in shared
    page = look((tmp_path / "shared.html").as_uri())
    expect(page.get_by_role("img", name="How the totals went, round by round")).to_be_visible()
    assert faults(page) == []


def test_nothing_is_shared_of_a_game_that_is_not_over(tmp_path: Path) -> None:
    """Tokens of No Thanks! are secret until the round is scored."""
    lines = ("game no-thanks", "players Ann Bo Cleo", "set detail totals", "Ann holds 3-10 tokens 19")
    journal = Journal.open(tmp_path)
    journal.begin_game([JournalRow(RowKind.RECORD, line) for line in lines])
    journal.close()
    for ending in non_empty(("png", "html")):
        assert documents.find_document(tmp_path, f"sheet/1.{ending}", (), "en") is None
        assert documents.find_document(tmp_path, f"sheet/7.{ending}", (), "en") is None
    found = documents.find_document(tmp_path, "game/1", (), "en")
    assert found is not None
    assert b"To share" not in found.content
    assert b"tokens 19" not in found.content


def test_a_person_is_renamed_on_the_panel_by_a_typed_name(look: Look, tmp_path: Path) -> None:
    """Of “Zoé”, the first letter alone was taken, and the rest refused: each letter waits for a page of its own."""
    with Served(filled(tmp_path)) as served:
        page = ready(look(served.url))
        press(page, ["hold D", "B", "C"])
        expect(page.locator("#question")).to_have_text("Which person?")
        press(page, ["A", "A"])
        expect(page.locator("#question")).to_contain_text("About")
        type_words(page, "another name")
        expect(page.locator("#question")).to_contain_text("Spell")
        type_words(page, "Zoé Quint")
        expect(page.locator("#words")).to_contain_text("is now called Zoé Quint")


def test_a_game_of_the_past_is_corrected_from_its_page(look: Look, tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        table = ready(look(served.url))
        play_on(table, GAME.record)
        press(table, ["hold C", "A"])
        expect(table.locator("#question")).to_have_text("Which game?")
        page = look(f"{served.url}past/")
        page.get_by_role("link", name="No Loose Ends").click()
        sheet = page.get_by_role("region", name="Final sheet")
        expect(sheet).to_be_visible()
        before, where = sheet.get_by_role("cell").all_text_contents(), page.url
        page.get_by_role("button", name="Correct it at the table").click()
        ready(page)
        expect(page.locator("#transcript .line").first).to_have_text("game no-loose-ends")
        expect(page.locator("#record-title")).to_have_text("Record of No Loose Ends")
        page.locator("#transcript .line").last.click()
        expect(page.locator("#question")).to_contain_text("this line")
        panel = page.get_by_role("group", name="On the panel")
        panel.get_by_role("button", name="remove").click()
        panel.get_by_role("button", name="hold: correct it").click()
        expect(page.locator("#answer")).to_have_text("Correction: a line was taken out.")
        page.goto(where)
        expect(page.get_by_text("not finished")).to_be_visible()
        sheet = page.get_by_role("region", name="Points after")
        assert sheet.get_by_role("cell").all_text_contents() not in ([], before)


def test_a_game_is_deleted_only_once_somebody_has_seen_which_and_taken_back(look: Look, tmp_path: Path) -> None:
    with Served(filled(tmp_path)) as served:
        table, page = ready(look(served.url)), look(f"{served.url}past/game/2", **PHONE)
        press(table, ["hold D", "B", "B"])
        expect(table.locator("#question")).to_have_text("Which evening?")
        page.get_by_role("link", name="Delete this game…").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Delete game 2?")
        expect(page.get_by_text("No Loose Ends: Ann")).to_be_visible()
        assert faults(page) == []
        page.get_by_role("link", name="Leave it as it is").click()
        page.get_by_role("link", name="Delete this game…").click()
        page.get_by_role("button", name="Delete this game").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Deleted games")
        assert faults(page) == []
        page.goto(f"{served.url}past/")
        expect(page.get_by_role("link", name="1 · No Loose Ends")).to_be_visible()
        expect(page.get_by_role("link", name="2 · No Loose Ends")).to_have_count(0)
        page.get_by_role("link", name="Deleted games").click()
        page.get_by_role("button", name="Take game 2 back").click()
        expect(page.get_by_role("region", name="Final sheet")).to_be_visible()
        assert page.url == f"{served.url}past/game/2"
        page.goto(f"{served.url}past/deleted")
        expect(page.get_by_text("There is no deleted game that can be taken back.")).to_be_visible()
        page.goto(f"{served.url}past/game/{GAMES + 1}")
        assert page.get_by_role("link", name="Delete this game…").count() == 0


def test_guests_delete_and_stop_nothing(tmp_path: Path) -> None:
    with Served(filled(tmp_path)) as served:
        for change in non_empty((b"delete+game", b"take+game+back", b"stop")):
            with pytest.raises(urllib.error.HTTPError, match="403"):
                urllib.request.urlopen(f"{served.url}past/deleted", data=b"change=" + change + b"&number=2", timeout=60)
    assert DeletedGames(tmp_path).games() == {}


def test_a_game_that_was_left_is_stopped_from_its_page(look: Look, tmp_path: Path) -> None:
    journal = Journal.open(tmp_path)
    journal.begin_game([JournalRow(RowKind.RECORD, line) for line in LINES[: -len(ROUND)]])
    journal.begin_game()
    journal.close()
    with Served(tmp_path) as served:
        table, page = ready(look(served.url)), look(f"{served.url}past/game/1")
        asked = table.locator("#question").text_content()
        expect(page.get_by_text("not finished")).to_be_visible()
        page.get_by_role("link", name="Stop this game…").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Stop game 1?")
        assert faults(page) == []
        page.get_by_role("button", name="Stop this game").click()
        expect(page.get_by_text("stopped early")).to_be_visible()
        assert page.get_by_role("link", name="Stop this game…").count() == 0
        assert table.locator("#question").text_content() == asked


def test_points_are_said_with_their_cards(look: Look, tmp_path: Path) -> None:
    """Of a No Thanks! game, where a card alone counts."""
    played = ("game no-thanks", "players Ann Bo Cleo", "set rounds 1", "set detail totals")
    ann, cleo = "Ann holds 3 5 7 13-14 24-25 tokens 11", "Cleo holds 6 20 28 35 tokens 11"
    held = (ann, "Bo holds 4 8 11-12 16 21-22 26 29-32 34 tokens 11", cleo)
    journal = Journal.open(tmp_path)
    journal.begin_game([JournalRow(RowKind.RECORD, line) for line in (*played, *held)])
    journal.close()
    with Served(tmp_path) as served:
        points = look(f"{served.url}past/game/1").get_by_role("region", name="Points of round 1")
        for reason in ("single card (3) +3", "lowest of a run (13–14) +13", "lowest of a run (29–32) +29"):
            expect(points.get_by_text(reason, exact=True)).to_be_visible()


def test_files_are_taken_away_and_what_is_not_there_is_not_found(tmp_path: Path) -> None:
    with Served(filled(tmp_path)) as served:
        kind, plays = got(f"{served.url}past/plays.bgsplay")
        assert kind == "application/json"
        assert len(json.loads(plays)["plays"]) == GAMES
        assert len(json.loads(got(f"{served.url}past/game/2.bgsplay")[1])["plays"]) == 1
        assert got(f"{served.url}past/game/2.png")[1].startswith(b"\x89PNG")
        assert got(f"{served.url}past/games.csv")[1].startswith(b'\xef\xbb\xbf"number",')
        assert len(json.loads(got(f"{served.url}past/games.json?player=Cleo")[1])["games"]) == 0
        assert "is no day" in got(f"{served.url}past/?since=yesterday")[1].decode()
        for path in non_empty(("game/99", "game/0.png", "game/5", "../people.json", "game/999999999999999999999")):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                got(f"{served.url}past/{path}")
        for path in non_empty(("past/game/99", "nowhere", "gallery/none.png")):
            with pytest.raises(urllib.error.HTTPError, match="404") as missing:
                got(f"{served.url}{path}")
            assert '<a href="/">' in missing.value.read().decode()
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{served.url}past/people", data=b"change=add&name=Eve", timeout=60)
    assert PeopleStore(tmp_path).people().persons == ()
