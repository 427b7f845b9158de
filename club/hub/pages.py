"""What the hub shows in a browser: all tables, all games, a game, what they come to together, what was set aside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from club.store.database import ClubBox, ClubStore, StoredGame
from device.history import ratings
from device.history.kinds import variant
from device.history.past import PastGame, seated
from device.history.results import GameResult
from device.history.statistics import GameRecord, kind_of, statistics
from device.people.people import People
from device.reports import tables, told
from device.reports.html import Content, Markup, element, joined, link, table
from device.reports.web_statistics import winners_table
from display.words import Language, Text, figure, text

AGAIN_S = 3
"""After how many seconds a browser asks for the tables anew."""

SHOWN = 200
"""Games of a list, the latest; files have all."""

PLACES = (
    ("/", text("Tables")),
    ("/games", text("Games")),
    ("/statistics", text("Statistics")),
    ("/aside", text("Set aside")),
)


@dataclass(frozen=True, slots=True)
class ClubView:
    """What a page is made of: the store, which boxes are connected, the time in seconds since 1970, a language."""

    store: ClubStore
    online: Mapping[str, bool]
    now: float
    language: Language

    def say(self, what: Text | str) -> str:
        """In words."""
        return self.language.say(what)


def tables_page(view: ClubView) -> bytes:
    """Each table with its last game."""
    with view.store.reading() as kept:
        boxes, games = kept.boxes(), kept.latest_games()
    heads = (text("Table"), text("Game"), text("Round"), text("Standings"), text("Last heard"), text("Connection"))
    rows = [_table_row(view, box, games.get(box.name)) for box in boxes if not box.revoked]
    shown = table(view.say(text("Tables")), [view.say(head) for head in heads], rows)
    return document(view, "/", view.say(text("Tables")), shown, again=True)


def _table_row(view: ClubView, box: ClubBox, game: StoredGame | None) -> Sequence[Content]:
    online = view.say(text("connected") if view.online.get(box.name) else text("offline"))
    result = None if game is None else game.result
    if game is None or result is None:
        return (f"{box.seat} ({box.name})", "", "", "", "", online)
    seats = sorted(result.seats, key=lambda seat: seat.place)
    standings = ", ".join(f"{seat.name} {figure(seat.points)}" for seat in seats)
    over = view.say(text("over")) if result.finished else str(len(result.rounds) + 1)
    title = variant(result).title
    named = link(_where(game), view.say(title))
    return (f"{box.seat} ({box.name})", named, over, standings, _ago(view, game.changed), online)


def _ago(view: ClubView, moment: float) -> str:
    minutes = max(0, int((view.now - moment) // 60))
    if minutes == 0:
        return view.say(text("just now"))
    return view.say(text("{minutes} min ago", minutes=minutes))


def _where(game: StoredGame) -> str:
    return f"/games/{game.box}/{game.mark.game}"


def games_page(view: ClubView) -> bytes:
    """The latest games, a line each."""
    with view.store.reading() as kept:
        games = kept.games()[-SHOWN:]
    past = [(game, past_game(game)) for game in reversed(games)]
    lines = [
        element("li", link(_where(game), view.say(told.game_line(found)))) for game, found in past if found is not None
    ]
    files = element("p", link("/games.csv", view.say(text("All games as a table"))))
    return document(view, "/games", view.say(text("Games")), element("ul", *lines), files)


def game_page(view: ClubView, box: str, identity: str) -> bytes | None:
    """One game: rounds, totals, its record, and what was taken back or corrected; None if it is not here."""
    with view.store.reading() as kept:
        game = kept.game(box, identity)
        if game is None or game.result is None:
            return None
        lines, replaced = kept.lines(game.number), kept.replaced(game.number)
    result = game.result
    names = [seat.name for seat in result.seats]
    rounds = [(str(number), *map(figure, points)) for number, points in enumerate(result.rounds, 1)]
    rounds.append((view.say(text("total")), *(figure(seat.points) for seat in result.seats)))
    parts: list[Content] = [table(view.say(text("Rounds")), ["", *names], rounds)]
    parts.append(element("h2", view.say(text("Record"))))
    parts.append(element("pre", "\n".join(line.text for line in lines)))
    if replaced:
        parts.append(element("h2", view.say(text("Taken back or corrected"))))
        parts.append(element("ul", *(element("li", f"{place}: {line.text}") for _, place, line in replaced)))
    return document(view, _where(game), view.say(told.game_line(_with_people(game, game.result))), *parts)


def statistics_page(view: ClubView) -> bytes:
    """People by wins, and each kind of game with ratings."""
    found = _past_games(view)
    summed = statistics(found)
    rows = [(person.name, str(person.won), str(person.played)) for person in summed.people]
    heads = [view.say(head) for head in (text("Person"), text("Won"), text("Played"))]
    parts: list[Content] = [table(view.say(text("Who has won how many games")), heads, rows)]
    parts += [_kind(view, found, record) for record in summed.games if record.players]
    return document(view, "/statistics", view.say(text("Statistics")), *parts)


def _kind(view: ClubView, found: list[PastGame], record: GameRecord) -> Markup:
    rated = ratings.ratings_of_kind(found, kind_of(record))
    return joined((element("h2", view.say(record.title)), winners_table(record, rated, view.language)))


def aside_page(view: ClubView) -> bytes:
    """What waits for the director."""
    with view.store.reading() as kept:
        found, seats = kept.aside(), {box.name: box.seat for box in kept.boxes()}
    heads = [view.say(head) for head in (text("Table"), text("Game"), text("Why"))]
    rows = [(str(seats[one.box]), one.game, view.say(one.sentence)) for one in found]
    return document(view, "/aside", view.say(text("Set aside")), table(view.say(text("Set aside")), heads, rows))


def games_file(view: ClubView) -> bytes:
    """All games as a table."""
    return (tables.MARK + "".join(tables.by_player(_past_games(view)))).encode()


def _past_games(view: ClubView) -> list[PastGame]:
    with view.store.reading() as kept:
        return [found for game in kept.games() if (found := past_game(game)) is not None]


def past_game(game: StoredGame) -> PastGame | None:
    """A game as the history has it; None before anybody sat down."""
    return None if game.result is None else _with_people(game, game.result)


def _with_people(game: StoredGame, result: GameResult) -> PastGame:
    begun = game.received if game.begun is None else game.begun
    return PastGame(game.number, game.mark.game, begun, 0, result, seated(result, People()))


def document(view: ClubView, where: str, title: str, *content: Content, again: bool = False) -> bytes:
    """A whole page with the way to the others; with `again`, a browser asks for it anew and anew."""
    ways = [
        element("a", view.say(words), href=path, aria_current="page" if path == where else None)
        for path, words in PLACES
    ]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="refresh", content=str(AGAIN_S)) if again else None,
        element("title", f"{title} – Tablekeeper"),
        element("link", rel="stylesheet", href="/hub.css"),
    )
    navigation = element("nav", *ways, aria_label=view.say(text("The club")))
    body = element("body", element("header", navigation), element("main", element("h1", title), *content))
    return f"<!doctype html>\n{element('html', head, body, lang=view.language.code)}\n".encode()
