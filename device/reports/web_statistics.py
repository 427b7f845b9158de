"""The web page of statistics: people, who came before whom, and each kind of game with its charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from device.history import ratings
from device.history.past_game import PastGame, compact_games
from device.history.statistics import MIN_COMMON_GAMES, KindStatistics, Statistics, statistics
from device.people.people import People
from device.reports import svg
from device.reports.games import GameFilter, past_games
from device.reports.html import (
    Content,
    Markup,
    element,
    history_page,
    html_table,
    join_markup,
    trouble_paragraph,
)
from device.reports.past_data import partly_read_text, past_journal, people_trouble, stored_people
from device.reports.statistics_pages import (
    COUNTED,
    NOTHING_FINISHED,
    pairs_square,
    points_by_game,
    ratings_by_game,
    wins_question,
)
from device.reports.text_lines import counted_figures, kind_facts, one_decimal, time_to_answer
from display.words import Label, Language, counted, figure, text

MAX_GAMES_IN_CHART = 60
"""Number of games, the last ones, in a chart."""

WINS_COLUMNS = text("Won"), text("Played")

RATING_EXPLAINED = text(
    "A rating says how well somebody plays, by who came before whom. Everybody begins at 25. The more games are rated,"
    " the less a rating may be wrong. A game in which somebody has no name is not rated."
)


def statistics_page(data: Path, game_filter: GameFilter, _: Mapping[str, str], language: Language) -> bytes:
    """The page of statistics over the selected games."""
    people = stored_people(data)
    with past_journal(data) as journal:
        games, partly_read = compact_games(past_games(journal, people, game_filter)), partly_read_text(journal)
    summary, say = statistics(games, people.hidden_names), language.say
    heading = say(text("Statistics"))
    left_out = (
        trouble_paragraph(language, partly_read),
        trouble_paragraph(language, people_trouble(data)),
        *_left_out_sentence(games, language),
    )
    if not summary.people:
        return history_page(language, "/past/statistics", heading, *left_out, element("p", say(NOTHING_FINISHED)))
    parts = [
        *left_out,
        *_people_tables(summary, language),
        _pairs_chart(summary, language),
    ]
    parts += [_kind_section(games, people, kind, language) for kind in summary.kinds if kind.players]
    return history_page(language, "/past/statistics", heading, *parts)


def _left_out_sentence(games: list[PastGame], language: Language) -> list[Markup]:
    """The sentence about games that do not count, if there are any."""
    count = sum(not game.is_counted for game in games)
    sentence = counted(
        "{n} game does not count here: it was not played to its end, or cannot be read.",
        "{n} games do not count here: they were not played to their end, or cannot be read.",
        count,
    )
    return [element("p", language.say(sentence))] if count else []


def _people_tables(summary: Statistics, language: Language) -> Iterator[Markup]:
    """Yield narrow tables of everybody, since a phone shows no more than three columns of figures."""
    say, people = language.say, summary.people
    wins = ((person.name, person.win_count, person.game_count) for person in people)
    yield _table(wins_question(summary), WINS_COLUMNS, wins, language)
    runs = ((person.name, person.longest_streak, person.streak) for person in people)
    yield _table(text("Wins in a row"), (text("Most so far"), text("Now")), runs, language)
    times = ((person.name, say(time_to_answer(person))) for person in people)
    yield _table(text("Time to answer"), (text("On average"),), times, language)
    note = text("Each time is from what was entered before; pauses of more than half an hour do not count.")
    yield element("p", say(note))


def _table(caption: Label, heads: Iterable[Label], rows: Iterable[Sequence[Content]], language: Language) -> Markup:
    """A table of people's figures. Each row begins with the person's name; `heads` are those of the figures."""
    heads_said = [language.say(head) for head in (text("Person"), *heads)]
    return html_table(language.say(caption), heads_said, rows, number_columns=range(1, len(heads_said)))


def _pairs_chart(summary: Statistics, language: Language) -> Markup:
    """A square of who came before whom, and a bar for each pair."""
    if not summary.pairs:
        return Markup("")
    title = language.say(text("Who came before whom, how often"))
    sheet = pairs_square(summary, len(summary.people))
    rows = ((row.name, *map(language.say, row.cells)) for row in sheet.rows)
    table = _table(title, sheet.columns, rows, language)
    legend = text(
        "Only those are shown who have played {n} games together. Filled: the left one was ahead. Hatched: both were"
        " level. Empty: the right one was ahead.",
        n=MIN_COMMON_GAMES,
    )
    chart = svg.bar_chart(summary.pairs, title)
    return join_markup((element("h2", title), table, chart, element("p", language.say(legend))))


def _kind_section(games: list[PastGame], people: People, kind_statistics: KindStatistics, language: Language) -> Markup:
    """The section of one kind of game: points, charts of ratings and points, and what the game counts."""
    say = language.say
    parts: list[Content] = [element("h2", say(kind_statistics.title))]
    parts.append(element("p", ", ".join(map(say, kind_facts(kind_statistics)))))
    rated_games = ratings.ratings_of_kind(games, kind_statistics.compared_kind, people.hidden_names)
    parts += _players_tables(kind_statistics, language)
    if rated_games:
        parts += [_ratings_table(rated_games, language), element("p", say(RATING_EXPLAINED))]
    if _has_stopped_game(games, rated_games):
        parts.append(element("p", say(text("Stopped games of which a round was over are rated, too."))))
    parts += _charts(games, rated_games, kind_statistics, language)
    parts.append(_figures_table(kind_statistics, language))
    return element("section", *parts)


def _has_stopped_game(games: Sequence[PastGame], rated_games: Sequence[ratings.RatedGame]) -> bool:
    """Whether a game that was stopped is among the rated ones."""
    numbers = {rated_game.number for rated_game in rated_games}
    return any(game.result.stopped and game.number in numbers for game in games)


def _players_tables(kind_statistics: KindStatistics, language: Language) -> Iterator[Markup]:
    """Yield the tables of one kind of game: wins, and points."""
    players = kind_statistics.players
    wins = ((player.name, player.win_count, player.game_count) for player in players)
    yield _table(text("Games won"), WINS_COLUMNS, wins, language)
    points = (
        (
            player.name,
            language.say(one_decimal(player.mean)),
            figure(int(player.best.value)),
            figure(int(player.worst.value)),
        )
        for player in players
    )
    yield _table(text("Points"), (text("On average"), text("Best"), text("Worst")), points, language)


def _ratings_table(rated_games: list[ratings.RatedGame], language: Language) -> Markup:
    """The latest rating of everybody who was rated."""
    rows = (
        (rating.name, language.say(one_decimal(rating.mean)), language.say(one_decimal(rating.deviation)))
        for rating in ratings.latest_ratings(rated_games)
    )
    return _table(text("Ratings"), (text("Rating"), text("May be wrong by")), rows, language)


def _charts(
    games: list[PastGame], rated_games: list[ratings.RatedGame], kind_statistics: KindStatistics, language: Language
) -> list[Markup]:
    def tenths(number: int) -> str:
        return language.say(one_decimal(number / 10))

    charts = [(text("Points by game"), points_by_game(games, kind_statistics, MAX_GAMES_IN_CHART).chart, figure)]
    if rated_games:
        ratings_chart = ratings_by_game(rated_games, MAX_GAMES_IN_CHART, unit=10).chart
        charts.insert(0, (text("Ratings by game"), ratings_chart, tenths))
    parts = []
    for title, chart, format_total in charts:
        svg_chart = "" if chart is None else svg.line_chart(chart, language.say(title), language, format_total)
        if svg_chart:
            parts.append(join_markup((element("h3", language.say(title)), Markup(svg_chart))))
    return parts


def _figures_table(kind_statistics: KindStatistics, language: Language) -> Markup:
    say, kinds = language.say, counted_figures(kind_statistics)
    if not kinds:
        return Markup("")
    rows: list[Sequence[Content]] = []
    for player in kind_statistics.players:
        counts = dict(player.figures)
        rows.append((player.name, *(counts.get(name, 0) for name in kinds)))
    table = _table(COUNTED, (kind.title for kind in kinds.values()), rows, language)
    note = text("Games that were entered in less detail add less here, or nothing.")
    return join_markup((table, element("p", say(note))))
