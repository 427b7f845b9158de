"""Past games and statistics as lines of text for people: evenings, games, final sheets, statistics."""

from __future__ import annotations

from collections.abc import Iterator

from device import games
from device.contract.figures import Figure
from device.contract.scores import causes_with_detail, standing_text
from device.history.kinds import GameKind, played_variant
from device.history.past_game import PastGame
from device.history.ratings import Rating
from device.history.results import GameResult, points_after_name
from device.history.statistics import (
    Extreme,
    KindStatistics,
    PairStatistics,
    PersonStatistics,
    PlayerStatistics,
    Statistics,
    counted_figure_names,
)
from device.pages.build import round_points_title
from device.reports.games import group_by_evening
from device.reports.sheet import FinalSheet
from device.session import score
from device.session.evenings import evening_of, local_date
from display.dates import date_text
from display.vocabulary import Cause
from display.words import MINUS, Language, SeatName, Several, Text, counted, signed, text


def evening_lines(language: Language, played_games: Iterator[PastGame]) -> Iterator[str]:
    """Games grouped by evening, the latest first, a line for each."""
    for evening_games in group_by_evening(played_games):
        evening = evening_of(evening_games[0].began_at)
        yield language.say(text("date unknown")) if evening is None else evening.isoformat()
        for game in evening_games:
            yield f"{game.number:>6}  {language.say(game_line(game))}"


def evening_text(moment: float | None) -> Text:
    """The day of the evening of a moment, or that this is unknown."""
    evening = evening_of(moment)
    return text("date unknown") if evening is None else date_text(evening)


def day_text(moment: float | None) -> Text:
    """The day of a moment by the calendar, or that this is unknown."""
    return text("date unknown") if moment is None else date_text(local_date(moment))


def no_games_text(*, has_deleted: bool) -> Text:
    """The sentence that there is no game to list."""
    return text("All games are deleted.") if has_deleted else text("No game has been played yet.")


def game_line(game: PastGame) -> Text:
    """A game in a line: all players by place, with points, and remarks."""
    result = game.result
    title, standings = played_variant(result).title, standings_by_place(result)
    if not result.has_places:
        names = Several(tuple(name for name, _ in standings))
        return text("{game}: {players} – its package is not here", game=title, players=names)
    everybody = Several(tuple(text("{name} {points}", name=name, points=points) for name, points in standings))
    return _with_remark(result, text("{game}: {standing}", game=title, standing=everybody))


def _with_remark(result: GameResult, line: Text) -> Text:
    """The line of a game with what is remarkable about its end, if anything."""
    if result.unread_row_count:
        return text("{line} – not all of it can be read", line=line)
    if not result.finished:
        return text("{line} – not finished", line=line)
    if result.stopped:
        return text("{line} – stopped early", line=line)
    if result.accepted_refusal_count:
        return text("{line} – with what the table let stand", line=line)
    return line


def standings_by_place(result: GameResult) -> list[tuple[str, Text | str]]:
    """Everybody's name and standing, the best first."""
    return [
        (seat.name, _points_text(seat.name, standing_of_seat(result, number))) for number, seat in result.seats_by_place
    ]


def standing_of_seat(result: GameResult, seat: int) -> Text | str:
    """The standing of a seat (from 0): its points; in a game in sets, the sets won come first."""
    return standing_text(result.seats[seat].points, None if result.sets is None else result.sets[seat])


def _points_text(name: str, points: Text | str) -> Text | str:
    if isinstance(points, str):
        return points_after_name(name, points)
    return text("({points})", points=points) if isinstance(name, SeatName) else points


def sheet_lines(language: Language, sheet: FinalSheet) -> Iterator[str]:
    """A game in full: its final sheet, the reasons for all points, and its record."""
    yield from score.as_text(sheet.record, language).split("\n")
    if sheet.unaccepted_text is not None:
        yield language.say(sheet.unaccepted_text)
    names = [seat.name for seat in sheet.game.result.display_seats]
    for round_number, round_ in enumerate(sheet.causes):
        yield ""
        yield language.say(round_points_title(sheet.scores, round_number))
        for name, causes in zip(names, round_, strict=True):
            causes_text = ", ".join(
                f"{cause_reason(language, cause)} {signed(cause.points)}" for cause in causes_with_detail(causes)
            )
            figures = causes_text or signed(sum(cause.points for cause in causes))
            yield "  " + language.say(text("{name}: {figures}", name=name, figures=figures))
    yield ""
    yield from sheet.public_record_lines


def cause_reason(language: Language, cause: Cause) -> str:
    """The reason for points, with the cards concerned."""
    cards = ", ".join(map(language.say, cause.cards))
    return f"{language.say(cause.why)}{f' ({cards})' if cards else ''}"


def statistics_lines(
    language: Language, summary: Statistics, ratings: dict[GameKind, tuple[Rating, ...]]
) -> Iterator[str]:
    """Statistics as lines: people, then each kind of game, then pairs."""
    for person in summary.people:
        yield ", ".join(map(language.say, person_facts(person)))
    if summary.unnamed_win_count:
        yield language.say(
            counted("without a name: {n} game won", "without a name: {n} games won", summary.unnamed_win_count)
        )
    for kind_statistics in summary.kinds:
        yield ""
        kind_ratings = ratings.get(kind_statistics.kind, ())
        yield from _kind_lines(language, kind_statistics, {rating.name: rating for rating in kind_ratings})
    if summary.pairs:
        yield ""
    for pair in summary.pairs:
        yield language.say(pair_line(pair))


def person_facts(person: PersonStatistics) -> Iterator[Text]:
    yield counted(
        "{name}: {n} game won of {played} that count", "{name}: {n} games won of {played} that count", person.win_count,
        name=person.name, played=person.game_count,
    )  # fmt: skip
    yield text("at best {streak} in a row", streak=person.longest_streak)
    if person.seconds_per_declaration is not None:
        yield text("{time} to answer", time=time_to_answer(person))


def time_to_answer(person: PersonStatistics) -> Text | str:
    """The mean time to answer, for a cell of a table; empty if it is not known."""
    seconds = person.seconds_per_declaration
    return "" if seconds is None else text("{n}\N{NO-BREAK SPACE}s", n=round(seconds))


def pair_line(pair: PairStatistics) -> Text:
    return text(
        "{one} and {other}, {games} games: {one_ahead} to {other_ahead}, {level} level",
        one=pair.one,
        other=pair.other,
        games=pair.game_count,
        one_ahead=pair.one_ahead,
        other_ahead=pair.other_ahead,
        level=pair.level,
    )


def _kind_lines(language: Language, kind_statistics: KindStatistics, ratings: dict[str, Rating]) -> Iterator[str]:
    say = language.say
    facts = ", ".join(map(say, kind_facts(kind_statistics)))
    yield say(text("{name}: {figures}", name=kind_statistics.title, figures=facts))
    kinds = counted_figures(kind_statistics)
    for player in kind_statistics.players:
        yield "  " + ", ".join(map(say, _player_facts(player, ratings.get(player.name))))
        counts = [f"{say(kinds[word].title)} {count}" for word, count in player.figures if word in kinds]
        if counts:
            yield f"    {', '.join(counts)}"


def kind_facts(kind_statistics: KindStatistics) -> Iterator[Text]:
    yield counted("{n} game", "{n} games", kind_statistics.game_count)
    if kind_statistics.unfinished_count:
        yield counted("{n} more that does not count", "{n} more that do not count", kind_statistics.unfinished_count)
    if kind_statistics.game_count_with_accepted_refusals:
        yield text("{count} with what the table let stand", count=kind_statistics.game_count_with_accepted_refusals)
    if kind_statistics.has_sets:
        yield text("points in sets are those of the last set")
    if kind_statistics.shortest is not None and kind_statistics.longest is not None:
        shortest, longest = _whole_minutes(kind_statistics.shortest), _whole_minutes(kind_statistics.longest)
        if shortest == longest:
            yield counted("{n} minute", "{n} minutes", longest)
        else:
            yield text("{shortest} to {longest} minutes", shortest=shortest, longest=longest)


def _whole_minutes(extreme: Extreme) -> int:
    return max(1, round(extreme.value / 60))


def one_decimal(number: float) -> Text:
    """A number with one decimal place. The decimal point is written as in the language."""
    return _format_decimal(number, 1)


def two_decimals(number: float) -> Text:
    """A number with two decimal places. The decimal point is written as in the language."""
    return _format_decimal(number, 2)


def _format_decimal(number: float, place_count: int) -> Text:
    rounded = round(number * 10**place_count)  # -0.04 is written without a sign
    whole, rest = divmod(abs(rounded), 10**place_count)
    return text("{whole}.{tenth}", whole=f"{MINUS if rounded < 0 else ''}{whole}", tenth=f"{rest:0{place_count}}")


def format_rating(rating: Rating | None) -> Text | str:
    """A rating with its uncertainty, for a cell of a table; empty if there is none."""
    if rating is None:
        return ""
    return text("{mean} ± {deviation}", mean=one_decimal(rating.mean), deviation=one_decimal(rating.deviation))


def counted_figures(kind_statistics: KindStatistics) -> dict[str, Figure]:
    """The listed figures that a game counts besides points, without those that were counted of nobody."""
    game = games.find(kind_statistics.game_id)
    figures = None if game is None else game.figures
    if figures is None:
        return {}
    counted_names = counted_figure_names(kind_statistics.players)
    return {kind.name: kind for kind in figures.kinds if kind.listed and kind.name in counted_names}


def _player_facts(player: PlayerStatistics, rating: Rating | None) -> Iterator[Text]:
    yield text("{name}: {won} of {played} won", name=player.name, won=player.win_count, played=player.game_count)
    yield text(
        "{mean} points on average, {best} at best, {worst} at worst",
        mean=one_decimal(player.mean),
        best=int(player.best.value),
        worst=int(player.worst.value),
    )
    if rating is not None:
        yield text("rated {mean} ± {deviation}", mean=one_decimal(rating.mean), deviation=one_decimal(rating.deviation))
