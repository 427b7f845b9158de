"""Evenings and seasons: results, league tables, travellers, and one person's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from club.league.standings import league
from club.league.travellers import Traveller, TravellerLine, travellers
from club.pages.forms import choice, field, form
from club.pages.games import NOTHING_FINISHED, games_table, stored_games
from club.pages.page_content import ClubPage, ClubView, PageTable, Part, TableCell, share
from club.pages.traveller_titles import headings
from club.pages.wording import clock, moment, person_path
from club.store.evenings import Evening, Season
from club.store.games import StoredGame
from device.history import ratings
from device.history.kinds import kind, variant
from device.history.past import PastGame
from device.history.results import GameResult
from device.reports.html import Content, element, link
from device.reports.text_lines import rate
from display.words import Several, Text, figure, signed, text

Games = list[tuple[StoredGame, PastGame]]


@dataclass(frozen=True, slots=True)
class ClubPast:
    """Everything that is over: seasons, evenings, games with the evening that each belongs to, and tables' numbers."""

    seasons: list[Season]
    evenings: list[Evening]
    games: Games
    of_games: dict[int, int]
    seats: dict[str, int]

    def evening(self, number: int) -> Evening | None:
        """The evening of this number."""
        return next((one for one in self.evenings if one.number == number), None)

    def season(self, number: int) -> Season | None:
        """The season of this number."""
        return next((one for one in self.seasons if one.number == number), None)

    def of_evenings(self, numbers: Sequence[int]) -> Games:
        """The games of some evenings."""
        return [one for one in self.games if self.of_games.get(one[0].number) in numbers]


def club_past(view: ClubView) -> ClubPast:
    """All of it."""
    games = stored_games(view)
    with view.store.reading() as kept:
        seasons, evenings = kept.evenings.seasons(), kept.evenings.evenings()
        of_games, seats = kept.evenings.of_games(), {box.name: box.seat for box in kept.boxes.all()}
    return ClubPast(seasons, evenings, games, of_games, seats)


def evenings_page(view: ClubView) -> ClubPage:
    """All evenings and seasons; for a director, with forms for new ones, and the games that belong to none."""
    past, heading = club_past(view), view.say(text("Evenings"))
    shown = _evenings_table(view, past), _seasons_table(view, past)
    if view.director is None:
        return ClubPage("/evenings", heading, shown)
    lost = [one for one in past.games if one[1].counts and one[0].number not in past.of_games]
    caption, none = text("Games of no evening"), text("Every game belongs to an evening.")
    left = games_table(view, lost[::-1], past.seats, "none", caption, none)
    return ClubPage("/evenings", heading, (_evening_forms(view, past), *shown, left))


def _evenings_table(view: ClubView, past: ClubPast) -> PageTable:
    seasons = {one.number: one.title for one in past.seasons}
    columns = (
        ("evening", text("Evening")),
        ("season", text("Season")),
        ("begun", text("Begun")),
        ("ended", text("Ended")),
        ("games", text("Games")),
    )
    rows = tuple(_evening_row(view, past, one, seasons) for one in past.evenings)
    return PageTable("evenings", text("Evenings"), columns, rows, text("There has been no evening yet."))


def _evening_row(view: ClubView, past: ClubPast, one: Evening, seasons: dict[int, str]) -> tuple[TableCell, ...]:
    season = None if one.season is None else seasons.get(one.season)
    return (
        TableCell(one.title, link(f"/evenings/{one.number}", one.title)),
        TableCell(season, None if season is None else link(f"/seasons/{one.season}", season)),
        TableCell(moment(one.begun), clock(view, one.begun)),
        TableCell(moment(one.ended), view.say(text("goes on")) if one.ended is None else clock(view, one.ended)),
        TableCell(len(past.of_evenings([one.number]))),
    )


def _seasons_table(view: ClubView, past: ClubPast) -> PageTable:
    rows = tuple(
        (
            TableCell(one.title, link(f"/seasons/{one.number}", one.title)),
            TableCell(moment(one.begun), clock(view, one.begun)),
        )
        for one in past.seasons
    )
    columns = ("season", text("Season")), ("begun", text("Begun"))
    return PageTable("seasons", text("Seasons"), columns, rows, text("There is no season yet."))


def _evening_forms(view: ClubView, past: ClubPast) -> Content:
    options = [("", view.say(text("no season"))), *((str(one.number), one.title) for one in past.seasons)]
    chosen = str(past.seasons[0].number) if past.seasons else ""
    season = choice(view, "season", text("Season"), options, chosen)
    begun = form(
        view, "begin-evening", text("Begin a new evening"), field(view, "title", text("Name of the evening")), season
    )
    ended = None
    if any(one.ended is None for one in past.evenings):
        ended = form(view, "end-evening", text("End the evening"))
    new = form(view, "add-season", text("New season"), field(view, "title", text("Name of the season")))
    return element("div", begun, ended, new, class_="forms")


def league_table(view: ClubView, games: list[PastGame], rated: list[PastGame]) -> PageTable:
    """The league table of some games, with ratings from others: those in the kind of game that is played most."""
    most = _most_played(games)
    known = {}
    if most is not None:
        known = {one.name: one for one in ratings.latest(ratings.ratings_of_kind(rated, kind(most)))}
    rows = tuple(
        (
            TableCell(row.place),
            TableCell(row.name, link(person_path(row.name), row.name)),
            TableCell(row.played),
            TableCell(row.won),
            share(view, row.points),
            share(view, row.share),
            _rating(view, known.get(row.name)),
        )
        for row in league(games)
    )
    rating = text("Rating") if most is None else text("Rating in {game}", game=variant(most).title)
    columns = (
        ("place", text("Place")), ("person", text("Person")), ("played", text("Played")), ("won", text("Won")),
        ("points", text("Points")), ("points_a_game", text("Points a game")), ("rating", rating),
    )  # fmt: skip
    return PageTable("league", text("League table"), columns, rows, NOTHING_FINISHED)


def _rating(view: ClubView, found: ratings.Rating | None) -> TableCell:
    return TableCell(None if found is None else round(found.mean, 2), view.say(rate(found)))


def _most_played(games: list[PastGame]) -> GameResult | None:
    """A result of the kind of game that is played most."""
    kinds = [kind(game.result) for game in games if game.counts]
    most = max(sorted(set(kinds)), key=kinds.count, default=None)
    return next((game.result for game in games if game.counts and kind(game.result) == most), None)


def evening_page(view: ClubView, number: int) -> ClubPage | None:
    """One evening: its league table, its games, and the way to its travellers; None if there is none."""
    past = club_past(view)
    found = past.evening(number)
    if found is None:
        return None
    games = past.of_evenings([number])
    where = f"/evenings/{number}"
    ways = element("p", link(f"{where}/travellers", view.say(text("Travellers: each round side by side"))))
    parts: tuple[Part, ...] = (
        ways,
        league_table(view, [game for _, game in games], [game for _, game in past.games]),
        games_table(view, games[::-1], past.seats),
    )
    return ClubPage(where, found.title, parts)


def season_page(view: ClubView, number: int) -> ClubPage | None:
    """One season: its league table and its evenings; None if there is none."""
    past = club_past(view)
    found = past.season(number)
    if found is None:
        return None
    evenings = [one for one in past.evenings if one.season == number]
    games = [game for _, game in past.of_evenings([one.number for one in evenings])]
    ways = element("ul", *(element("li", link(f"/evenings/{one.number}", one.title)) for one in evenings))
    if not evenings:
        ways = element("p", view.say(text("No evening of this season has begun yet.")))
    table = league_table(view, games, [game for _, game in past.games])
    return ClubPage(f"/seasons/{number}", found.title, (table, element("h2", view.say(text("Evenings"))), ways))


def travellers_page(view: ClubView, number: int) -> ClubPage | None:
    """Each round of an evening with everybody who played it, side by side; None if there is no such evening."""
    past = club_past(view)
    found = past.evening(number)
    if found is None:
        return None
    games = past.of_evenings([number])
    seats = {game.number: past.seats.get(stored.box) for stored, game in games}
    parts: list[Part] = []
    shown = travellers([game for _, game in games])
    for at, (one, heading) in enumerate(zip(shown, headings(shown), strict=True), 1):
        if heading.chosen:
            parts.append(element("p", view.language.say(Several(heading.chosen))))
        parts.append(_traveller_table(view, one, heading.title, f"traveller{at}", seats))
    if not parts:
        parts.append(element("p", view.say(text("No round has been scored yet."))))
    title = view.say(text("Travellers of {evening}", evening=found.title))
    return ClubPage(f"/evenings/{number}/travellers", title, tuple(parts))


def _traveller_table(
    view: ClubView, one: Traveller, caption: Text, key: str, seats: dict[int, int | None]
) -> PageTable:
    columns = (
        ("person", text("Person")), ("table", text("Table")), ("gained", text("Points of the round")),
        ("total", text("Points so far")), ("before", text("Better than, of 100")),
    )  # fmt: skip
    rows = tuple(
        (
            _played(view, line),
            TableCell(seats.get(line.game.number)),
            *_figures(line),
        )
        for line in one.lines
    )
    return PageTable(key, caption, columns, rows)


def _played(view: ClubView, line: TravellerLine) -> TableCell:
    """Who played it, and the way to their results; whoever gave no name has none."""
    named = view.say(line.name)
    known = line.game.people[line.seat] is not None
    return TableCell(named, link(person_path(line.name), named) if known else None)


def _figures(line: TravellerLine) -> tuple[TableCell, TableCell, TableCell]:
    return (
        TableCell(line.gained, signed(line.gained)),
        TableCell(line.total, figure(line.total)),
        TableCell(line.before),
    )


def person_page(view: ClubView, name: str) -> ClubPage | None:
    """One person's own results, evening by evening, each round beside what others made of it; None for a stranger."""
    past = club_past(view)
    mine = [one for one in past.games if name in one[1].people]
    if not mine:
        return None
    parts: list[Part] = [games_table(view, mine[::-1], past.seats)]
    for evening in past.evenings:
        games = [game for _, game in past.of_evenings([evening.number])]
        played = travellers(games, name)
        rows = tuple(
            (TableCell(view.say(heading.title)), *_figures(line), TableCell(len(one.lines) - 1))
            for one, heading in zip(played, headings(played), strict=True)
            for line in one.lines
            if line.name == name
        )
        if rows:
            parts.append(PageTable(f"evening{evening.number}", text("{name}", name=evening.title), _OWN, rows))
    return ClubPage(person_path(name), name, tuple(parts))


_OWN = (
    ("round", text("Round")), ("gained", text("Points of the round")), ("total", text("Points so far")),
    ("before", text("Better than, of 100")), ("others", text("Others who played it")),
)  # fmt: skip
