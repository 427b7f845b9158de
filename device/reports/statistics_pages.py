"""The statistics on the panel: everybody, who came before whom, and each kind of game with its ratings and points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from device.contract.figures import Figure
from device.contract.keycodes import NONE, Choice, Layout, Level
from device.contract.number_pad import NUMBERS_ON_PAD
from device.history import ratings
from device.history.kinds import GameKind, compared_kind
from device.history.past_game import PastGame, compact_games
from device.history.statistics import (
    KindStatistics,
    PairStatistics,
    PersonStatistics,
    PlayerStatistics,
    Statistics,
    statistics,
)
from device.people.people import People
from device.reports.games import EVERY_GAME, GameFilter, past_games
from device.reports.past_data import past_journal, stored_people
from device.reports.text_lines import counted_figures, kind_facts, one_decimal, pair_line
from device.session.places import ArchivePage, ArchivePlace, GameStatisticsPlace, PairsPlace, StatisticsPlace
from display.vocabulary import Body, Chart, Paragraphs, PlayerTotals, Sheet, SheetRow
from display.words import Label, Several, Text, counted, figure, text

Value = TypeVar("Value")

MAX_CHART_LINES = 7
"""Maximum number of lines of a chart: as many as can be distinguished by form."""

CHART_GAMES_FACTOR = 2
"""Maximum number of points in a chart, as a multiple of `page_size`, so that their numbers can be read."""

FIRST_RATING = 25
"""The rating of a person who has not played yet; see `device.history.ratings`."""

NOTHING_FINISHED = text(
    "No game counts here. Those do that were played to their end, and not stopped, by somebody with a name who is not"
    " hidden."
)

NARROW_PAGE_SIZE = 5
"""The `page_size` of the smallest panels, which have room for two columns."""

COUNTED = text("What was counted besides points")

PERSON_HEIGHT = 3
"""The number of choices that take as much room as one person's counted figures."""


def _read_games(data: Path, game_filter: GameFilter = EVERY_GAME) -> tuple[list[PastGame], People]:
    people = stored_people(data)
    with past_journal(data) as journal:
        return compact_games(past_games(journal, people, game_filter)), people


def statistics_page(data: Path, place: StatisticsPlace, page_size: int) -> ArchivePage:
    """The page of everybody's wins, with links to further pages."""
    games, people = _read_games(data)
    summary = statistics(games, people.hidden_names)
    if not summary.people:
        return _empty_page(place, text("Statistics"))
    kinds = [game for game in summary.kinds if game.game_count]
    page_count = max(_count_pages(summary.people, page_size), _count_pages(kinds, NUMBERS_ON_PAD))
    rows = _part_in_turn(summary.people, place.page, page_size)
    columns = (text("in a row"), text("played"), text("won"))[page_size <= NARROW_PAGE_SIZE :]
    body = Sheet(columns, tuple(_person_row(person, len(columns)) for person in rows))
    choices: list[Choice[Any]] = [
        Choice(slot, game.title, GameStatisticsPlace(*game.kind, parent=place))
        for slot, game in enumerate(_part_in_turn(kinds, place.page, NUMBERS_ON_PAD), 1)
    ]
    if summary.pairs:
        choices.append(Choice(int(NONE), text("who before whom"), PairsPlace(parent=place)))
    level: Level[Any] = Level("statistics", text("more about"), Layout.PAD, tuple(choices), by_heart=False)
    next_place = StatisticsPlace((place.page + 1) % page_count, parent=place.parent) if page_count > 1 else None
    question = _left_out_question(games) or wins_question(summary)
    return ArchivePage(place, text("Statistics"), question, body, level, next_page=next_place)


def _left_out_question(games: Iterable[PastGame]) -> Text | None:
    """The question above everybody's wins, with the number of games that do not count; None if all do."""
    count = sum(not game.is_counted for game in games)
    question = counted(
        "Games won, without {n} that was not played to its end",
        "Games won, without {n} that were not played to their end",
        count,
    )
    return question if count else None


def wins_question(summary: Statistics) -> Text:
    """The question above everybody's wins, with the number of those that players without a name have won."""
    if not summary.unnamed_win_count:
        return text("Who has won how many games")
    return text("Games won ({n} by players without a name)", n=summary.unnamed_win_count)


def _empty_page(place: ArchivePlace, heading: Label) -> ArchivePage:
    return ArchivePage(place, heading, text("Nothing can be shown"), Paragraphs((NOTHING_FINISHED,)))


def _count_pages(items: Sequence[Any], page_size: int) -> int:
    return max(1, -(-len(items) // page_size))


def _part_in_turn(items: Sequence[Value], page: int, page_size: int) -> Sequence[Value]:
    """The items of a page, from the first again after the last: other items of the page may have more pages."""
    first = page % _count_pages(items, page_size) * page_size
    return items[first : first + page_size]


def page_part(items: Sequence[Any], page: int, page_size: int) -> tuple[Sequence[Any], int | None]:
    """The items of a page, and the next page's number: None if there is only one page;
    after the last page, the first."""
    page_count = _count_pages(items, page_size)
    return items[page * page_size : (page + 1) * page_size], None if page_count == 1 else (page + 1) % page_count


def _person_row(person: PersonStatistics, column_count: int) -> SheetRow:
    figures = (person.longest_streak, person.game_count, person.win_count)
    return SheetRow(person.name, tuple(map(str, figures[-column_count:])), None)


def pairs_page(data: Path, place: PairsPlace, page_size: int) -> ArchivePage:
    """The page of who came before whom: a square of those who played most, then pair by pair."""
    games, people = _read_games(data)
    summary = statistics(games, people.hidden_names)
    pairs, next_page = page_part(summary.pairs, max(0, place.page - 1), page_size)
    if place.page == 0:
        body: Body = pairs_square(summary, page_size)
        next_place = PairsPlace(1, parent=place.parent)
    else:
        body = Paragraphs(tuple(map(pair_line, pairs)))
        next_place = PairsPlace(next_page + 1 if next_page else 0, parent=place.parent)
    return ArchivePage(place, text("Statistics"), text("Who came before whom, how often"), body, next_page=next_place)


def pairs_square(summary: Statistics, max_people: int) -> Sheet:
    """A table with a row for each person: in how many games that person came before each of the others, and after."""
    paired_names = {name for pair in summary.pairs for name in (pair.one, pair.other)}
    people = sorted(summary.people, key=lambda person: -person.game_count)
    names = [person.name for person in people if person.name in paired_names][:max_people]
    pairs = {(pair.one, pair.other): pair for pair in summary.pairs}
    rows = (SheetRow(name, tuple(_times_ahead(pairs, name, opponent) for opponent in names), None) for name in names)
    return Sheet(tuple(names), tuple(rows))


def _times_ahead(pairs: dict[tuple[str, str], PairStatistics], name: str, opponent: str) -> str:
    if pair := pairs.get((name, opponent)):
        return f"{pair.one_ahead}:{pair.other_ahead}"
    if pair := pairs.get((opponent, name)):
        return f"{pair.other_ahead}:{pair.one_ahead}"
    return "" if name != opponent else "–"


def game_statistics_page(data: Path, place: GameStatisticsPlace, page_size: int) -> ArchivePage:
    """The pages of one kind of game: wins, ratings, points by game, and the game's own figures."""
    games, people = _read_games(data, GameFilter(game=place.game_id))
    kind, summary = GameKind(place.game_id, place.title), statistics(games, people.hidden_names)
    kind_statistics = next((game for game in summary.kinds if game.kind == kind), None)
    if kind_statistics is None or not kind_statistics.players:
        return _empty_page(place, text("Statistics"))
    makers = _page_makers(games, people, kind_statistics, page_size)
    question, body = makers[place.page % len(makers)]()
    next_place = GameStatisticsPlace(*kind, (place.page + 1) % len(makers), parent=place.parent)
    return ArchivePage(place, kind_statistics.title, question, body, next_page=next_place)


QuestionAndBody = tuple[Text, Body]


def _page_makers(
    games: list[PastGame], people: People, kind_statistics: KindStatistics, page_size: int
) -> list[Callable[[], QuestionAndBody]]:
    """Functions that make the pages about a kind of game. Each is computed only when it is shown."""
    max_games = page_size * CHART_GAMES_FACTOR
    points_questions = text("Games won, and points"), text("Points on average, and by game")
    if kind_statistics.has_sets:
        points_questions = text("Games won, and points of the last set"), text("Points of the last set, by game")
    makers: list[Callable[[], QuestionAndBody]] = [
        lambda: (points_questions[0], _winners_sheet(kind_statistics, page_size)),
        lambda: (points_questions[1], points_by_game(games, kind_statistics, max_games)),
    ]
    rated_games = ratings.ratings_of_kind(games, kind_statistics.compared_kind, people.hidden_names)
    if rated_games:
        question = text("Ratings: higher is better; all begin at 25")
        makers.insert(1, lambda: (question, ratings_by_game(rated_games, max_games)))
    figures = counted_figures(kind_statistics)
    figure_lines = [line for player in kind_statistics.players for line in _figure_lines(figures, player)]
    size = -(-page_size // PERSON_HEIGHT)
    for start in range(0, max(1, len(figure_lines)), size):
        lines = (*(kind_facts(kind_statistics) if not start else ()), *figure_lines[start : start + size])
        makers.append(partial(_figures_body, lines))
    return makers


def _figures_body(lines: tuple[Label, ...]) -> QuestionAndBody:
    return COUNTED, Paragraphs(lines)


def _winners_sheet(kind_statistics: KindStatistics, max_players: int) -> Sheet:
    columns = (text("worst"), text("best"), text("on average"), text("played"), text("won"))
    return Sheet(columns, tuple(_winner_row(player) for player in kind_statistics.players[:max_players]))


def _winner_row(player: PlayerStatistics) -> SheetRow:
    points = (figure(int(player.worst.value)), figure(int(player.best.value)), one_decimal(player.mean))
    return SheetRow(player.name, (*points, str(player.game_count), str(player.win_count)), None)


def ratings_by_game(rated_games: list[ratings.RatedGame], max_games: int, unit: int = 1) -> Sheet:
    """Everybody's rating with its uncertainty, and a chart of the ratings over the last games, times `unit`."""
    latest = ratings.latest_ratings(rated_games)[:MAX_CHART_LINES]
    current = {rating.name: FIRST_RATING * unit for rating in latest}
    totals_by_name: dict[str, list[int]] = {name: [first] for name, first in current.items()}
    for rated_game in rated_games:
        current |= {rating.name: round(rating.mean * unit) for rating in rated_game.ratings if rating.name in current}
        for name, totals in totals_by_name.items():
            totals.append(current[name])
    start = max(0, len(rated_games) - max_games)
    lines = tuple(PlayerTotals(name, tuple(totals[start:])) for name, totals in totals_by_name.items())
    rows = tuple(
        SheetRow(rating.name, (text("±{deviation}", deviation=one_decimal(rating.deviation)),), round(rating.mean))
        for rating in latest
    )
    return Sheet((text("margin"),), rows, Chart(lines, start + 1), text("rating"))


def points_by_game(games: Sequence[PastGame], kind_statistics: KindStatistics, max_games: int) -> Sheet:
    """Everybody's average points in a kind of game, and a chart of the points in the last games that count."""
    counted_games = sorted(
        (game for game in games if game.is_counted and compared_kind(game.result) == kind_statistics.compared_kind),
        key=lambda game: game.number,
    )
    players = sorted(kind_statistics.players, key=lambda player: -player.game_count)[:MAX_CHART_LINES]
    players.sort(key=kind_statistics.players.index)
    last_games = counted_games[-max_games:]
    lines = []
    for player in players:
        points = tuple(_points_of_player(game, player.name) for game in last_games)
        if any(point is not None for point in points):
            lines.append(PlayerTotals(player.name, points))
    rows = tuple(
        SheetRow(player.name, (str(player.game_count), figure(int(player.best.value))), round(player.mean))
        for player in players
    )
    chart = Chart(tuple(lines), len(counted_games) - len(last_games) + 2) if len(last_games) > 1 else None
    return Sheet((text("played"), text("best")), rows, chart, text("on average"))


def _points_of_player(game: PastGame, name: str) -> int | None:
    seats = zip(game.people, game.result.seats, strict=True)
    return next((seat.points for person, seat in seats if person == name), None)


def _figure_lines(figures: Mapping[str, Figure], player: PlayerStatistics) -> list[Label]:
    counts = tuple(
        text("{figure} {count}", figure=figures[word].title, count=count)
        for word, count in player.figures
        if word in figures
    )
    return [text("{name}: {figures}", name=player.name, figures=Several(counts))] if counts else []
