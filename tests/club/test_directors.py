"""Directors in a browser: logging in with few tries, and what their forms change; nobody else changes anything."""

from __future__ import annotations

import http.client
import re
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import NoReturn
from urllib.parse import urlencode, urlsplit

import pytest

from club.hub.hub_pages import HubPageServer, PageOptions
from club.hub.login_limiter import FIRST_WAIT_S, FREE_ATTEMPTS, LoginLimiter, TooManyAttempts
from club.pages.changes import apply_change, seats_for_table
from club.pages.page_content import ClubView
from club.pages.paths import person_path
from club.store import passwords
from club.store.database import ClubStore, StoreFailed
from club.store.evenings import Draw
from device.outbox.director import DirectorPhrase, DirectorWords, NextSeating, SeatPlace
from device.session.rows import JournalRow, RowKind
from device.system.not_done import NotDone
from display.words import ENGLISH, text
from guard.connections import ConnectionAcceptor
from guard.names import is_same_host, server_names
from guard.sockets import CannotServe
from tests.club.histories import NOW, arrive
from tests.non_empty import non_empty

NAME, PASSWORD = "Dora", "correct horse"
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ClubStore]:
    monkeypatch.setattr(passwords, "_COST", 2)
    monkeypatch.setattr(passwords, "_DUMMY_HASH", f"2$8$1${'00' * 16}${'00' * 64}")
    with closing(ClubStore.open(f"sqlite:///{tmp_path / 'club.db'}")) as found:
        with found.transaction() as transaction:
            transaction.directors.set_password(NAME, PASSWORD)
            for name in ("red", "blue", "gone"):
                transaction.boxes.add_box(name)
            transaction.boxes.revoke_box("gone")
        yield found


class Browser:
    """Keeps a cookie, and follows nothing by itself."""

    def __init__(self, url: str) -> None:
        self.host = urlsplit(url).netloc
        self.cookie = ""
        self.set_cookie = ""
        self.where = ""
        self.allowed = ""
        self.forwarded: dict[str, str] = {}
        """What a web server between says of the browser."""

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        return self._ask("GET", path, None, headers)

    def send(self, path: str, origin: str | None = None, **fields: str) -> tuple[int, str]:
        return self.post(path, urlencode(fields), origin)

    def post(self, path: str, body: str, origin: str | None = None) -> tuple[int, str]:
        told = {"Origin": f"http://{self.host}" if origin is None else origin} | self.forwarded
        return self._ask("POST", path, body, {name: value for name, value in told.items() if value})

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, str]:
        with closing(http.client.HTTPConnection(self.host, timeout=60)) as connection:
            cookie = {"Cookie": self.cookie} if self.cookie else {}
            connection.request(method, path, body, cookie | headers)
            answer = connection.getresponse()
            self.set_cookie = answer.getheader("set-cookie") or ""
            self.where = answer.getheader("location") or ""
            self.allowed = answer.getheader("allow") or ""
            assert answer.getheader("content-security-policy", "").startswith("default-src 'none'")
            return answer.status, answer.read().decode()


def served(store: ClubStore, *, public: bool = True, proxies: tuple[str, ...] = ()) -> HubPageServer:
    return HubPageServer(store, ENGLISH, PageOptions(server_names("127.0.0.1"), 0, public, proxies=proxies))


def test_everybody_may_look_and_only_who_logs_in_changes_anything(store: ClubStore) -> None:
    arrive(
        store, "red", "aa", [JournalRow(RowKind.RECORD, line) for line in ("game no-thanks", "players Ann Ben Cleo")]
    )
    with closing(served(store)) as pages:
        browser = Browser(pages.url)
        paths = ("/", "/games", "/statistics", "/aside", "/evenings", "/pairings", "/games.csv", "/hub.css", "/hub.js")
        assert {path: browser.get(path)[0] for path in paths} == dict.fromkeys(paths, 200)
        assert browser.get("/games/red/aa")[0] == 200
        assert browser.get("/?as=json")[0] == 200
        assert browser.get("/?as=csv&table=nothing")[0] == 404
        for path in ("/games/red/zz", "/nothing", "/evenings/1", "/seasons/1", "/people/Nobody"):
            status, page = browser.get(path)
            assert status == 404, path
            assert '<a href="/">' in page
        assert (browser.send("/")[0], set(browser.allowed.split(", "))) == (405, {"GET", "HEAD"})
        assert (browser.get("/directing")[0], browser.where) == (303, "/login")
        assert (browser.send("/do/begin-evening", title="Monday")[0], browser.where) == (303, "/login")
        assert browser.send("/login", name=NAME, password="wrong horse")[0] == 403
        assert (browser.send("/login", name=NAME, password=PASSWORD)[0], browser.where) == (303, "/directing")
        assert re.fullmatch(
            r"tablekeeper=[\w-]{43}; HttpOnly; Max-Age=43200; Path=/; SameSite=strict", browser.set_cookie
        )
        browser.cookie = browser.set_cookie.partition(";")[0]
        assert browser.get("/directing")[0] == 200
        for origin in ("", "http://elsewhere.example", "null"):
            assert browser.send("/do/begin-evening", origin, title="Monday")[0] == 403, origin
        assert (browser.send("/do/begin-evening", title="Monday")[0], browser.where) == (303, "/evenings")
        assert browser.send("/do/nothing")[0] == 409
        assert browser.send("/logout")[0] == 303
        assert browser.get("/directing")[0] == 303
        with pytest.raises(CannotServe, match=f"port {pages.port} is taken .* Choose another with --page"):
            HubPageServer(store, ENGLISH, PageOptions(server_names("127.0.0.1"), pages.port))
    with store.read_only_transaction() as transaction:
        assert [one.title for one in transaction.evenings.list_evenings()] == ["Monday"]


@pytest.mark.parametrize(
    ("form", "status", "start"),
    [("title=" + "x" * 70_000, 413, "This form is too large"), ("title=%FF", 400, "This form did not arrive whole")],
    ids=["too large", "no text"],
)
def test_a_form_that_cannot_be_taken_is_told_why(store: ClubStore, form: str, status: int, start: str) -> None:
    with closing(served(store)) as pages:
        answered = Browser(pages.url).post("/do/begin-evening", form)
        assert (answered[0], answered[1][: len(start)]) == (status, start)


def test_connections_of_directors_are_trusted_and_none_that_logs_out(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted: list[object] = []
    monkeypatch.setattr(ConnectionAcceptor, "trust", lambda _, client: trusted.append(client))
    with closing(served(store)) as pages:
        browser = Browser(pages.url)
        browser.send("/login", name=NAME, password=PASSWORD)
        browser.cookie = browser.set_cookie.partition(";")[0]
        assert browser.get("/games")[0] == 200
        assert len(trusted) == 1
        assert browser.send("/logout")[0] == 303
        assert browser.get("/games")[0] == 200
    assert len(trusted) == 1


def test_whoever_has_a_slash_or_dots_for_a_name_has_a_page(store: ClubStore) -> None:
    lines = ("game score-pad", "players A/B .. Cleo", "title Hearts")
    arrive(store, "red", "aa", [JournalRow(RowKind.RECORD, line) for line in lines])
    with closing(served(store)) as pages:
        browser = Browser(pages.url)
        for name in ("A/B", "..", "Cleo"):
            status, page = browser.get(person_path(name))
            assert (status, f"<h1>{name}</h1>" in page) == (200, True)
        assert browser.get(person_path("Nobody"))[0] == 404


def test_a_club_that_wishes_so_is_seen_by_directors_only_and_by_no_other_name(store: ClubStore) -> None:
    with closing(served(store, public=False)) as pages:
        browser = Browser(pages.url)
        for path in ("/", "/games", "/games.csv", "/?as=json", "/people/Ann"):
            assert (browser.get(path)[0], browser.where) == (303, "/login"), path
        status, sentence = browser.get("/login", Host="elsewhere.example")
        assert (status, "--name" in sentence) == (421, True)
        browser.send("/login", name=NAME, password=PASSWORD)
        browser.cookie = browser.set_cookie.partition(";")[0]
        assert browser.get("/")[0] == 200


def test_a_database_that_fails_tells_no_browser_where_it_is(
    store: ClubStore, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    where = "postgresql+psycopg://club:secret@db.lan/club"

    def fail(_: ClubStore) -> NoReturn:
        raise StoreFailed(text("The database {where} can't do it: {why}", where=where, why="gone"), "gone")

    with closing(served(store)) as pages:
        browser = Browser(pages.url)
        monkeypatch.setattr(ClubStore, "read_only_transaction", fail)
        monkeypatch.setattr(ClubStore, "transaction", fail)
        asked = [browser.get(path) for path in ("/", "/games", "/games.csv", "/statistics", "/?as=json", "/people/Ann")]
        asked.append(browser.send("/login", name=NAME, password=PASSWORD))
        for status, words in non_empty(asked):
            assert status == 503
            assert words.startswith("The hub's database can't do it now.")
    assert "secret" not in capfd.readouterr().err


def test_behind_a_web_server_browsers_are_told_apart_and_the_cookie_is_for_tls_only(store: ClubStore) -> None:
    with closing(served(store, proxies=("127.0.0.1",))) as pages:
        browser = Browser(pages.url)
        browser.forwarded = {"X-Forwarded-For": "10.0.0.1", "X-Forwarded-Proto": "https"}
        tried = [browser.send("/login", name=NAME, password="wrong horse")[0] for _ in range(FREE_ATTEMPTS + 1)]
        assert tried == [*[403] * FREE_ATTEMPTS, 429]
        browser.forwarded["X-Forwarded-For"] = "10.0.0.2"
        origin = f"https://{browser.host}"
        assert (browser.send("/login", origin, name=NAME, password=PASSWORD)[0], browser.where) == (303, "/directing")
        assert browser.set_cookie.endswith("; Secure")


def test_nobody_but_a_configured_proxy_is_believed_for_whom_they_ask(
    store: ClubStore, capfd: pytest.CaptureFixture[str]
) -> None:
    with closing(served(store)) as pages:
        browser = Browser(pages.url)
        tried = []
        for number in range(FREE_ATTEMPTS + 1):
            browser.forwarded = {"X-Forwarded-For": f"10.0.0.{number}", "X-Forwarded-Proto": "https"}
            tried.append(browser.send("/login", name=NAME, password="wrong horse")[0])
        assert tried == [*[403] * FREE_ATTEMPTS, 429]
    assert "X-Forwarded-For" in capfd.readouterr().err


def test_after_some_wrong_passwords_an_address_waits_and_no_other(store: ClubStore) -> None:
    now = [0.0]
    keeper = LoginLimiter(store, lambda: now[0])
    for _ in range(FREE_ATTEMPTS):
        assert keeper.log_in(NAME, "wrong horse", "10.0.0.1", NOW) is None
    for wait in (FIRST_WAIT_S, 2 * FIRST_WAIT_S):
        for elapsed_s in (0.0, 0.75):  # the whole seconds that are said are never too few
            now[0] += elapsed_s
            with pytest.raises(TooManyAttempts) as many:
                keeper.log_in(NAME, PASSWORD, "10.0.0.1", NOW)
            assert many.value.seconds == wait
        now[0] += wait - elapsed_s
        assert keeper.log_in("Nobody", PASSWORD, "10.0.0.1", NOW) is None
    assert keeper.log_in(NAME, PASSWORD, "10.0.0.2", NOW) is not None
    now[0] += 4 * FIRST_WAIT_S
    assert keeper.log_in(NAME, PASSWORD, "10.0.0.1", NOW) is not None
    assert keeper.log_in(NAME, PASSWORD, "10.0.0.1", NOW) is not None


def test_a_form_is_of_this_site_by_its_origin() -> None:
    assert is_same_host("http://Club.local:8090", "club.local:8090")
    assert is_same_host("https://club.example", "club.example")
    for origin in (None, "null", "http://club.local", "http://club.local:8090.evil.example", "file://club.local:8090"):
        assert not is_same_host(origin, "club.local:8090"), origin


class Desk:
    """A director's forms, without a browser."""

    def __init__(self, store: ClubStore) -> None:
        self.store = store
        self._now = count(int(NOW))

    def do(self, word: str, **fields: str) -> str:
        return apply_change(ClubView(self.store, next(self._now), ENGLISH, NAME), word, fields)

    def refused(self, word: str, **fields: str) -> str:
        with pytest.raises(NotDone) as refused:
            self.do(word, **fields)
        return ENGLISH.say(refused.value.sentence)


def test_people_who_are_here_are_seated_round_by_round_and_the_tables_are_told(store: ClubStore) -> None:
    desk = Desk(store)
    assert desk.refused("draw") == "There is no evening now. Begin one first."
    desk.do("begin-evening", title="  Monday \n")
    desk.do("set-present", names="\n".join((*PEOPLE, "")))
    for _ in range(2):
        desk.do("draw", method="all-meet", game="", size="4")
        with store.read_only_transaction() as transaction:
            draw = transaction.evenings.list_draws(1)[-1]
        assert desk.refused("tell-draw", number="99").startswith("That draw is not here")
        desk.do("tell-draw", number=str(draw.number))
    with store.read_only_transaction() as transaction:
        first, second = transaction.evenings.list_draws(1)
        told = {one.box: one.content for one in transaction.director_messages.last_messages()}
    assert [len(one) for one in first.tables.values()] == [4, 4]
    assert len({frozenset(one) for draw in (first, second) for one in draw.tables.values()}) == 4
    assert set(told) == {"red", "blue"}
    for box, table in (("red", 1), ("blue", 2)):
        message = told[box]
        assert isinstance(message, NextSeating)
        assert message.table == table
        assert {place.name for place in message.places if place.table == table} == set(second.tables[table])
        assert {place.name for place in message.places} >= set(first.tables[table])
    desk.do("draw", method="swiss", game="", size="4")
    desk.do("drop-draw")
    with store.read_only_transaction() as transaction:
        assert len(transaction.evenings.list_draws(1)) == 2
    desk.do("set-present", names="Ann")
    assert desk.refused("draw", size="2") == "1 people, 2 tables: not even one table of 2 can be filled."


def test_a_table_is_told_who_comes_stays_and_goes_but_not_who_sits_out() -> None:
    before = Draw(1, 1, NOW, True, (("Ann", 1), ("Ben", 1), ("Cleo", 1), ("Dan", 2)))
    draw = Draw(2, 1, NOW, False, (("Cleo", 0), ("Ann", 1), ("Dan", 1), ("Ben", 2)))
    assert seats_for_table(draw, before, 1) == (SeatPlace("Ann", 1), SeatPlace("Dan", 1), SeatPlace("Ben", 2))
    assert seats_for_table(draw, None, 3) == ()


def test_words_go_to_one_table_or_to_all_and_are_taken_back(store: ClubStore) -> None:
    desk = Desk(store)

    def said() -> dict[str, tuple[DirectorPhrase | None, str]]:
        with store.read_only_transaction() as transaction:
            messages = {one.box: one.content for one in transaction.director_messages.last_messages()}
        return {box: (m.phrase, m.written) for box, m in messages.items() if isinstance(m, DirectorWords)}

    desk.do("say", box="", phrase="five-minutes")
    assert said() == dict.fromkeys(("red", "blue"), (DirectorPhrase.FIVE_MINUTES, ""))
    desk.do("say", box="red", words=" Cake \t is served. ")
    assert said()["red"] == (None, "Cake is served.")
    desk.do("take-back", box="")
    assert said() == dict.fromkeys(("red", "blue"), (None, ""))
    assert desk.refused("say", box="gone", phrase="coming") == "There is no box gone in this club."
    assert desk.refused("say", box="red", words="x" * 121).endswith("is too long: 120 characters are the most.")
    assert desk.refused("say", box="red", words=" ") == "A field was left empty. Go back, and fill it in."


def test_a_game_is_moved_to_another_evening_or_sent_again(store: ClubStore) -> None:
    desk = Desk(store)
    arrive(
        store, "red", "aa", [JournalRow(RowKind.RECORD, "game no-thanks"), JournalRow(RowKind.RECORD, "players A B C")]
    )
    desk.do("add-season", title="Winter")
    assert desk.refused("add-season", title="Winter").startswith("There is a season “Winter” already.")
    assert desk.refused("begin-evening", title="Monday", season="7").startswith("There is no such season.")
    assert desk.refused("begin-evening", title="Monday", season="one").startswith("“one” is no number.")
    desk.do("begin-evening", title="Monday", season="1")
    desk.do("end-evening")
    desk.do("move-game", box="red", game="aa", evening="1")
    with store.read_only_transaction() as transaction:
        assert transaction.evenings.count_games([1]) == {1: 1}
        assert transaction.evenings.current_evening() is None
    desk.do("move-game", box="red", game="aa", evening="")
    assert desk.refused("move-game", box="red", game="bb", evening="1").startswith("That game or evening is not here")
    desk.do("send-again", box="red", game="aa")
    assert desk.refused("send-again", box="pink", game="aa") == "There is no box pink in this club."
    assert desk.refused("send-again", box="gone", game="aa") == "gone is revoked: nothing of it is taken."
    with store.read_only_transaction() as transaction:
        game = transaction.games.find_game("red", "aa")
        assert game is not None
        assert game.mark.number == 0
        assert transaction.evenings.count_games([1]) == {}


def test_names_of_those_who_are_here_can_be_told_apart(store: ClubStore) -> None:
    desk = Desk(store)
    desk.do("begin-evening", title="Monday")
    assert desk.refused("set-present", names="Ann\nann") == "“ann” is there twice. Tell the two apart."
    assert "is too long" in desk.refused("set-present", names="x" * 101)
    pad = ("game score-pad", "players Ann Ben", "title Hearts", "set rounds 1", "Ann points 3", "Ben points 5")
    arrive(store, "red", "aa", [JournalRow(RowKind.RECORD, line) for line in pad])
    desk.do("set-present", names="\ufeff Cleo\n\u200b")  # invisible characters, as pasted from elsewhere
    desk.do("present-as-played")
    with store.read_only_transaction() as transaction:
        assert transaction.evenings.people_present(1) == ["Ann", "Ben", "Cleo"]
