"""Games, one by one and together, and what was set aside."""

from __future__ import annotations

from club.pages.asked import asked, other_records
from club.pages.forms import choice, form
from club.pages.page_content import ClubPage, ClubView, PageTable, Part, TableCell
from club.pages.past_games import past_game
from club.pages.wording import game_path
from club.store.evenings import Evening
from club.store.games import StoredGame
from device.history import ratings
from device.history.past import PastGame
from device.history.statistics import GameRecord, PlayerRecord, kind_of, statistics
from device.reports import tables, text_lines
from device.reports.games import evening as evening_day
from device.reports.html import Markup, element, joined, link
from display.dates import day
from display.words import Text, figure, text

SHOWN = 200
"""Games of a list, the latest; files have all."""


_GAMES = text("Games")
_NO_GAME = text("There is no game yet.")
NOTHING_FINISHED = text("No game has been played to its end yet.")


def stored_games(view: ClubView) -> list[tuple[StoredGame, PastGame]]:
    """All games that somebody sat down to, the first that came first."""
    return view.past.all(view.store)


def games_table(
    view: ClubView,
    games: list[tuple[StoredGame, PastGame]],
    seats: dict[str, int],
    key: str = "games",
    caption: Text = _GAMES,
    none: Text = _NO_GAME,
) -> PageTable:
    """Games, a line each."""
    rows = []
    for game, past in games:
        line = view.say(text_lines.game_line(past))
        named = TableCell(line, link(game_path(game.box, game.mark.game), line))
        rows.append((TableCell(seats.get(game.box)), _day(view, past), named))
    columns = ("table", text("Table")), ("day", text("Day")), ("result", text("Result"))
    return PageTable(key, caption, columns, tuple(rows), none)


def _day(view: ClubView, past: PastGame) -> TableCell:
    found = evening_day(past.begun)
    return TableCell(None) if found is None else TableCell(found.isoformat(), view.say(day(found)))


def games_page(view: ClubView) -> ClubPage:
    """The latest games."""
    with view.store.reading() as kept:
        seats = {box.name: box.seat for box in kept.boxes.all()}
    games = stored_games(view)[-SHOWN:][::-1]
    files = element("p", link("/games.csv", view.say(text("All games as a table, a row a player"))))
    return ClubPage("/games", view.say(text("Games")), (games_table(view, games, seats), files))


def games_file(view: ClubView) -> bytes:
    """All games, a row a player."""
    return (tables.MARK + "".join(tables.by_player([past for _, past in stored_games(view)]))).encode()


def game_page(view: ClubView, box: str, identity: str) -> ClubPage | None:
    """One game: rounds, totals, its record, and what was taken back or corrected; None if it is not here."""
    with view.store.reading() as kept:
        game = kept.games.find(box, identity)
        past = None if game is None else past_game(game)
        if game is None or past is None:
            return None
        lines, replaced = kept.lines.of(game.number), kept.lines.replaced(game.number)
        others = kept.others.of(game.number)
        evenings, evening = kept.evenings.evenings(), kept.evenings.of_games().get(game.number)
    parts: list[Part] = [_rounds(past), _belongs(view, game, evenings, evening)]
    parts.append(element("h2", view.say(text("Record"))))
    parts.append(element("pre", "\n".join(line.text for line in lines), tabindex="0"))
    if replaced:
        columns = ("line", text("Line")), ("was", text("What it was"))
        rows = tuple((TableCell(place), TableCell(line.text)) for _, place, line in replaced)
        parts.append(PageTable("replaced", text("Taken back or corrected"), columns, rows))
    parts += other_records(view, game, others)
    return ClubPage(game_path(box, identity), view.say(text_lines.game_line(past)), tuple(parts))


def _rounds(past: PastGame) -> PageTable:
    seats = past.result.told
    columns = (("round", text("Round")), *((f"player{n}", text("{name}", name=s.name)) for n, s in enumerate(seats, 1)))
    rows = [
        (TableCell(number), *(TableCell(points, figure(points)) for points in gained))
        for number, gained in enumerate(past.result.rounds, 1)
    ]
    rows.append((TableCell("="), *(TableCell(seat.points, figure(seat.points)) for seat in seats)))
    return PageTable("rounds", text("Rounds, and totals in the last line"), columns, tuple(rows))


def _belongs(view: ClubView, game: StoredGame, evenings: list[Evening], evening: int | None) -> Markup | None:
    """To which evening a game belongs; for a director, with a form to change that, and to have it sent again."""
    here = next((one for one in evenings if one.number == evening), None)
    named = None if here is None else element("p", link(f"/evenings/{here.number}", here.title))
    if view.director is None:
        return named
    options = [("", view.say(text("no evening"))), *((str(one.number), one.title) for one in evenings)]
    chosen = choice(view, "evening", text("Evening"), options, "" if evening is None else str(evening))
    moving = form(view, "move-game", text("Move"), chosen, box=game.box, game=game.mark.game)
    again = form(view, "send-again", text("Have the box send it again"), box=game.box, game=game.mark.game)
    return joined((named, element("div", moving, again, class_="forms")))


def statistics_page(view: ClubView) -> ClubPage:
    """People by wins, and each kind of game with ratings."""
    found = [past for _, past in stored_games(view)]
    summed = statistics(found)
    columns = ("person", text("Person")), ("won", text("Won")), ("played", text("Played"))
    rows = tuple((TableCell(person.name), TableCell(person.won), TableCell(person.played)) for person in summed.people)
    people = PageTable("people", text("Who has won how many games"), columns, rows, NOTHING_FINISHED)
    kinds = [_kind(view, found, record) for record in summed.games if record.players]
    return ClubPage("/statistics", view.say(text("Statistics")), (people, *kinds))


_KIND_COLUMNS = (
    ("person", text("Person")),
    ("won", text("Won")),
    ("played", text("Played")),
    ("mean", text("On average")),
    ("best", text("Best")),
    ("worst", text("Worst")),
    ("rating", text("Rating")),
)


def _kind(view: ClubView, found: list[PastGame], record: GameRecord) -> PageTable:
    """Of a kind of game, a row a player: games, points and their rating."""
    rated = {one.name: one for one in ratings.latest(ratings.ratings_of_kind(found, kind_of(record)))}
    rows = tuple(_player_row(view, player, rated.get(player.name)) for player in record.players)
    title = view.say(record.title)
    return PageTable(f"{record.game}: {title}", text("{game}", game=title), _KIND_COLUMNS, rows)


def _player_row(view: ClubView, player: PlayerRecord, rating: ratings.Rating | None) -> tuple[TableCell, ...]:
    best, worst = int(player.best.value), int(player.worst.value)
    return (
        TableCell(player.name),
        TableCell(player.won),
        TableCell(player.played),
        TableCell(round(player.mean, 2), view.say(text_lines.tenths(player.mean))),
        TableCell(best, figure(best)),
        TableCell(worst, figure(worst)),
        TableCell(None if rating is None else round(rating.mean, 2), view.say(text_lines.rate(rating))),
    )


def aside_page(view: ClubView) -> ClubPage:
    """What waits for the director."""
    with view.store.reading() as kept:
        found, seats = kept.asides.all(), {box.name: box.seat for box in kept.boxes.all()}
        notices = kept.notices.open()
    columns = ("table", text("Table")), ("game", text("Game")), ("why", text("Why"))
    rows = tuple((TableCell(seats[one.box]), TableCell(one.game), TableCell(view.say(one.sentence))) for one in found)
    table = PageTable("aside", text("What does not count, and why"), columns, rows, text("Nothing is set aside."))
    again = [
        form(
            view,
            "send-again",
            text("Have table {table} send it again", table=seats[one.box]),
            box=one.box,
            game=one.game,
        )
        for one in found
        if view.director is not None
    ]
    return ClubPage("/aside", view.say(text("Set aside")), (*asked(view, notices), table, *again))
