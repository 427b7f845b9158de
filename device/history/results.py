"""Computes a game's result from its rows alone."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from device import games
from device.contract.declarations import First
from device.contract.figures import Tally, add_tallies, empty_tally
from device.contract.refusal import Refused
from device.contract.scores import Scores
from device.contract.setup import Seat, TableSetup
from device.session import record as records
from device.session.names import HEADER_WORDS, STARTER_WORD, name_key, seat_name
from device.session.record import Record
from device.session.rows import CORRECTING, DECLARED, GAME_LINE_START, JournalRow, RowKind
from device.session.session import Session
from device.session.undo import is_drop
from display.words import ENGLISH, SeatName
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.contract.game import Game

MIN_PAUSE_SECONDS = 1800.0
"""A longer time between two declarations, in seconds, is a pause: it counts as nobody's thinking time."""

ROWS_PER_TURN = 20
"""Number of rows that are read before other work gets a turn."""


_STARTER_LINE_BEGIN = f"{STARTER_WORD} "


class SeatResult(NamedTuple):
    """One player's result."""

    name: str
    points: int
    place: int
    """1 for the winners. Players who are level share a place. 0 if the rules of the game are not installed."""
    is_winner: bool
    figures: tuple[tuple[str, int], ...] = ()
    """The game's own counters, by name."""
    timed_declaration_count: int = 0
    """The number of the player's declarations of which the time is known: see `with_times`."""
    seconds: float = 0.0
    """How long these declarations took."""


class GameResult(NamedTuple):
    """The result of a game."""

    game_id: str
    options: tuple[tuple[str, str], ...]
    finished: bool
    seats: tuple[SeatResult, ...]
    rounds: tuple[tuple[int, ...], ...] = ()
    """What each round added to the totals, as far as that is known."""
    starter: Seat | None = None
    """The player who began the game, if known."""
    sets: tuple[int, ...] | None = None
    """The number of sets that each seat has won; None for a game without sets."""
    accepted_refusal_count: int = 0
    """The number of declarations that the table let stand although the rules refuse them."""
    unread_row_count: int = 0
    """The number of rows that the rules can't read."""
    seconds: float = 0.0
    """How long the game was played, within boots of the machine, without pauses."""
    title: str = ""
    """The title that was played, if the table set one."""
    set_numbers: tuple[int, ...] = ()
    """In a game in sets, the set to which each of the `rounds` belongs; else empty."""
    set_start: tuple[int, ...] = ()
    """In a game in sets, what everybody has when a set begins; empty in other games, or if not known."""
    stopped: bool = False
    """Whether the game is finished because the table ended it early."""
    sides: tuple[int, ...] = ()
    """The side of each seat, from 0, if players are partners; else empty."""
    round_count: int = 0
    """The number of rounds that are over, whether their points are known or not."""

    @property
    def current_round(self) -> int:
        """The current round, from 1; for a finished game, its last round."""
        return max(self.round_count, len(self.rounds)) + (not self.finished)

    @property
    def has_places(self) -> bool:
        """Whether the rules from which the result is computed were installed."""
        return any(seat.place for seat in self.seats)

    def is_won_by(self, seat: Seat) -> bool:
        """Whether a seat has won. Nobody wins a game that the table ended early: its `is_winner` are those who led."""
        return self.seats[seat].is_winner and not self.stopped

    @property
    def winning_side_count(self) -> int:
        """How many sides have won, or led when the table ended the game early: without partners, how many players."""
        sides = self.sides or range(len(self.seats))
        return len({side for side, seat in zip(sides, self.seats, strict=True) if seat.is_winner})

    def final_place(self, seat: Seat) -> int | None:
        """The place of a seat. None until the game is over, since something else than points may break a tie; and None
        if the game was stopped before its first round was over."""
        return self.seats[seat].place if self.finished and (self.round_count or not self.stopped) else None

    @property
    def seats_by_place(self) -> list[tuple[Seat, SeatResult]]:
        """The seats with display names, the best first, each with its number from 0."""
        return sorted(enumerate(self.display_seats), key=lambda numbered: numbered[1].place)

    @property
    def display_seats(self) -> tuple[SeatResult, ...]:
        """The seats with display names: a player without a name is shown by the seat."""
        return tuple(seat._replace(name=seat_name(seat.name, number)) for number, seat in enumerate(self.seats, 1))

    @property
    def start_totals(self) -> tuple[int, ...] | None:
        """Everybody's points before the first round (in a game in sets, before the first of each set); None if not
        known.

        Rounds are the changes of the totals, so the rest of the totals was there before.
        """
        if self.round_count > len(self.rounds):  # the points of some rounds are not known
            return None
        if self.sets is not None:
            return self.set_start or None
        return tuple(
            player.points - sum(round_[seat] for round_ in self.rounds) for seat, player in enumerate(self.seats)
        )

    @property
    def totals(self) -> tuple[tuple[int, ...], ...] | None:
        """Everybody's total after each round, as the table had it; None if it is not known."""
        start = self.start_totals
        if start is None:
            return None
        totals: list[tuple[int, ...]] = []
        numbers = self.set_numbers or (1,) * len(self.rounds)
        for index, gained in enumerate(self.rounds):
            is_same_set = index and numbers[index] == numbers[index - 1]
            previous = totals[-1] if is_same_set else start
            totals.append(tuple(total + points for total, points in zip(previous, gained, strict=True)))
        return tuple(totals)

    @property
    def setup(self) -> TableSetup:
        """The players, and what the table had chosen."""
        return TableSetup(tuple(seat.name for seat in self.seats), self.options, self.title)


def points_after_name(name: str, points: str) -> str:
    """Points as written after a name: in brackets after the number of a seat, to keep the two numbers apart."""
    return f"({points})" if isinstance(name, SeatName) else points


def outcome_in_words(result: GameResult | None) -> str:
    """The winners and all totals, the best first, as a list of games shows them; empty for None."""
    if result is None:
        return ""
    if not result.has_places:
        names = ", ".join(ENGLISH.say(seat.name) for seat in result.display_seats)
        return f"needs the package of {result.game_id}: {names}"
    seats = sorted(result.display_seats, key=attrgetter("place"))
    points = ", ".join(f"{ENGLISH.say(seat.name)} {points_after_name(seat.name, str(seat.points))}" for seat in seats)
    winners = " and ".join(ENGLISH.say(seat.name) for seat in seats if seat.is_winner) if result.finished else ""
    outcome = "stopped" if result.stopped else f"{winners} won" if winners else "not finished"
    return " ".join(f"{outcome}: {points}".split())


class TimedRow(NamedTuple):
    """A row, the time when it was written in seconds since the boot, and the number of the boot."""

    row: JournalRow
    uptime: float
    boot: int


class ResultCollector:
    """Reads a game row by row, and computes its result at any time."""

    def __init__(self) -> None:
        self.record = Record()
        self.accepted_refusal_count = 0
        self.unread_row_count = 0
        self._starter: Seat | None = None
        self._tally: Tally = ()
        self._last_computed: tuple[object, GameResult | None] = (None, None)
        """The input from which the last requested result was computed, and the result."""

    def read_row(self, row: JournalRow) -> None:
        """Read the next row. A row that the rules can't read, and all rows after it, are only counted."""
        if row.kind is RowKind.TABLE:
            return
        after = None
        words = () if self.unread_row_count else _words(row)
        if words:
            with suppress(Refused):
                after = records.take_line(self.record, words, stands=row.kind is RowKind.STANDS)
        if after is None:
            self.unread_row_count += 1
        else:
            self.advance(self.record, after, row)

    def advance(self, previous: Record, after: Record, row: JournalRow) -> None:
        """Read the next row, if the record with this row is known already."""
        self.record = after
        self.accepted_refusal_count += row.kind is RowKind.STANDS
        game, table = after.game, after.table
        if game is None or table is None:
            return
        if previous.table is None:
            self._tally = empty_tally(len(table.players), 0 if game.figures is None else len(game.figures.kinds))
        elif after.begun:
            self._note_starter(game, previous, row)
            self._count_figures(game, previous, after)

    def _note_starter(self, game: Game[Any], previous: Record, row: JournalRow) -> None:
        """Note who starts: by the rules, if that matters in the game, or by a line of the record that says it."""
        if not previous.begun and (game.asks_starter is None or game.asks_starter(previous.state)):
            self._starter = game.starter(previous.state)
        if row.text.startswith(_STARTER_LINE_BEGIN) and not game.scored_round_count(previous.state):
            declaration = records.read_declaration(previous, records.split(row.text))
            if isinstance(declaration, First):
                self._starter = declaration.seat

    def _count_figures(self, game: Game[Any], previous: Record, after: Record) -> None:
        if game.figures is not None:
            gained = game.figures.gained(previous.state, after.state)
            if gained is not None:
                self._tally = add_tallies(self._tally, gained)

    @property
    def is_begun(self) -> bool:
        """Whether anybody has begun to play, or rows are unreadable: an abandoned set-up is not a game."""
        return self.record.begun or self.unread_row_count > 0

    @property
    def result(self) -> GameResult | None:
        """The game's result so far; None until the game is chosen and its players are seated.

        The same object is returned while nothing changes.
        """
        game, table = self.record.game, self.record.table
        if game is None or table is None:
            return None
        scores = self.record.scores
        result_input = (
            table,
            scores,
            self._tally if scores.finished else None,
            self._starter,
            self.accepted_refusal_count,
            self.unread_row_count,
        )
        if result_input != self._last_computed[0]:
            self._last_computed = result_input, self._compute_result(game, table, scores)
        return self._last_computed[1]

    def _compute_result(self, game: Game[Any], table: TableSetup, scores: Scores) -> GameResult:
        known_rounds = [(round_.gained, round_.set_number) for round_ in scores.rounds if round_.gained is not None]
        return GameResult(
            game.id,
            table.chosen,
            scores.finished,
            _seat_results(game, table, scores, self._tally),
            tuple(gained for gained, _ in known_rounds),
            self._starter,
            scores.sets,
            self.accepted_refusal_count,
            self.unread_row_count,
            title=table.title,
            set_numbers=() if scores.sets is None else tuple(set_number for _, set_number in known_rounds),
            set_start=() if scores.sets is None else scores.points_outside_rounds,
            stopped=scores.stopped,
            sides=scores.sides or (),
            round_count=len(scores.rounds),
        )


def _seat_results(game: Game[Any], table: TableSetup, scores: Scores, tally: Tally) -> tuple[SeatResult, ...]:
    places = _places(scores, -1 if game.variant(table).lowest_wins else 1)
    return tuple(
        SeatResult(
            name,
            scores.totals[seat],
            places[seat],
            seat in scores.winners,
            _named_counts(game, tally[seat]) if scores.finished else (),
        )
        for seat, name in enumerate(table.players)
    )


def _named_counts(game: Game[Any], counts: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    """A player's counters by name. Those that are not listed are included only if they are not 0."""
    if game.figures is None:
        return ()
    figure_kinds = zip(game.figures.kinds, counts, strict=True)
    return tuple((figure_kind.name, count) for figure_kind, count in figure_kinds if figure_kind.listed or count)


def _places(scores: Scores, sign: int) -> list[int]:
    """The place of each seat: winners first, then by sets and points. Players who are level share the better place.

    Of two pairs of partners, the second is in place 2: a side has one place.
    """
    sets = scores.sets or (0,) * len(scores.totals)
    rank_keys = [
        (1, 0, 0) if seat in scores.winners else (0, sets[seat], sign * total)
        for seat, total in enumerate(scores.totals)
    ]
    sides = scores.sides or range(len(rank_keys))
    key_by_side = dict(zip(sides, rank_keys, strict=True))
    return [1 + sum(other_key > own_key for other_key in key_by_side.values()) for own_key in rank_keys]


def is_package_missing(rows: Iterable[JournalRow]) -> bool:
    """Whether the rules of the game of these rows are not installed."""
    first = next((row for row in rows if row.kind is not RowKind.TABLE), None)
    match _words(first):
        case ("game", game_id):
            return games.find(game_id) is None
    return False


def are_rules_missing(result: GameResult) -> bool:
    """Whether the rules of the game of a result are not installed."""
    return games.find(result.game_id) is None


def result_without_rules(rows: Sequence[JournalRow]) -> GameResult | None:
    """The header's content for a game whose rules are not installed; None if nobody was seated, or began to play."""
    lines = tuple(filter(None, map(_words, rows)))
    header = {words[0]: words[1:] for words in lines if words[0] in HEADER_WORDS}
    declaration_count = sum(words[0] not in HEADER_WORDS for words in lines)
    names = header.get("players", ())
    if not (names and declaration_count):
        return None
    seats = tuple(SeatResult(name, points=0, place=0, is_winner=False) for name in names)
    title = " ".join(header.get("title", ()))
    return GameResult(
        header["game"][0], _options(lines), finished=False, seats=seats, unread_row_count=declaration_count, title=title
    )


def _options(lines: Iterable[tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    """The options that lines of a record set, with the last value of each."""
    value_by_option: dict[str, str] = {}
    for words in lines:
        match words:
            case ("set", name, value):
                value_by_option[name] = value
    return tuple(value_by_option.items())


def _words(row: JournalRow | None) -> tuple[str, ...]:
    """The words of a row of the record; empty for other rows, and for rows that can't be parsed."""
    with suppress(Refused):
        return () if row is None or row.kind is RowKind.TABLE else records.split(row.text)
    return ()


def follow_rows(rows: Iterable[JournalRow]) -> Generator[None, None, ResultCollector]:
    """Read a game in short turns of a few rows, however long the game is. Returns the collector."""
    collector = ResultCollector()
    for count, row in enumerate(rows, 1):
        collector.read_row(row)
        if count % ROWS_PER_TURN == 0:
            yield
    return collector


def result_so_far(sessions: Iterable[Session], rows: Iterable[JournalRow]) -> GameResult | None:
    """The result of a game so far, if the sessions before its first row and after each row are known already."""
    collector = ResultCollector()
    for (previous, after), row in zip(pairwise(sessions), rows, strict=True):
        if row.kind is not RowKind.TABLE:
            collector.advance(previous.record, after.record, row)
    return collector.result


def with_times(result: GameResult, rows: Sequence[TimedRow]) -> GameResult:
    """Add the times of the rows to a result: how long the game took, and how long each player.

    Only times within one boot are compared, since a clock may be set at any time. Forced rows count for nobody. The
    time of undone rows counts, too. What comes after the game is no part of the time played.
    """
    seat_by_name = {name_key(player.name): seat for seat, player in enumerate(result.seats)}
    counts, seconds_by_seat, total_seconds = [0] * len(result.seats), [0.0] * len(result.seats), 0.0
    previous_row: TimedRow | None = None
    for timed_row in _played_rows(rows):
        elapsed = _seconds_between(previous_row, timed_row)
        previous_row = timed_row
        if elapsed is None:
            continue
        total_seconds += elapsed
        seat = _seat_of_row(timed_row.row, seat_by_name)
        if seat is not None:
            counts[seat] += 1
            seconds_by_seat[seat] += elapsed
    timed_seats = tuple(
        player._replace(timed_declaration_count=count, seconds=round(seconds, 1))
        for player, count, seconds in zip(result.seats, counts, seconds_by_seat, strict=True)
    )
    return result._replace(seats=timed_seats, seconds=round(total_seconds, 1))


def _played_rows(rows: Sequence[TimedRow]) -> Sequence[TimedRow]:
    """The rows of the time played.

    It begins when the game was chosen for the last time. It ends with the last declaration and the steps that follow
    it, such as an accepted round. A correction after that, or a dropped game, is no part of it.
    """
    kinds = [timed_row.row.kind for timed_row in rows]
    declared_end = next((len(kinds) - index for index, kind in enumerate(reversed(kinds)) if kind in DECLARED), 0)
    later = enumerate(rows[declared_end:], declared_end)
    ends = (index for index, timed in later if timed.row.kind in CORRECTING or is_drop(timed.row))
    starts = (index for index in reversed(range(len(rows))) if rows[index].row.text.startswith(GAME_LINE_START))
    return rows[next(starts, 0) : next(ends, len(rows))]


def _seconds_between(before: TimedRow | None, row: TimedRow) -> float | None:
    """Seconds since the row before; None across boots, and after a pause."""
    if before is None or before.boot != row.boot or not 0 <= row.uptime - before.uptime <= MIN_PAUSE_SECONDS:
        return None
    return row.uptime - before.uptime


def _seat_of_row(row: JournalRow, seat_by_name: dict[str, Seat]) -> Seat | None:
    """The seat whose declaration a row is; None if it is nobody's, or forced."""
    words = _words(row) if row.kind in DECLARED else ()
    return seat_by_name.get(name_key(words[0])) if words and words[0] not in HEADER_WORDS else None
