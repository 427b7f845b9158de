"""Database access to evenings, seasons, the people present, and seating draws."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sqlalchemy import delete, func, insert, select, update

from club.store.schema import DRAW, DRAWN_SEAT, EVENING, GAME_EVENING, PERSON_PRESENT, SEASON
from club.store.scores import SeatScores
from club.store.store_part import StorePart
from device.session.names import alphabetical_key
from values.named_tuple import NamedTuple

_EVENINGS = select(EVENING.c.number, EVENING.c.title, EVENING.c.season, EVENING.c.begun, EVENING.c.ended).order_by(
    EVENING.c.number.desc()
)
"""All evenings, the latest first."""


class Season(NamedTuple):
    """A season; `began_at` is when it was added, in seconds since 1970."""

    number: int
    title: str
    began_at: float


class Evening(NamedTuple):
    """An evening of the season with the number `season`, if any: when it began and ended, in seconds since 1970.
    `ended_at` is None for the current one."""

    number: int
    title: str
    season: int | None
    began_at: float
    ended_at: float | None


class Draw(NamedTuple):
    """A seating draw of the evening with the number `evening`: each person's name and table number, 0 for sitting out.
    `is_sent` once it was sent to the tables."""

    number: int
    evening: int
    drawn_at: float
    is_sent: bool
    places: tuple[tuple[str, int], ...]

    @property
    def tables(self) -> dict[int, tuple[str, ...]]:
        """The people at each table, by the table's number."""
        names_by_table: dict[int, list[str]] = {}
        for name, table in self.places:
            names_by_table.setdefault(table, []).append(name)
        return {table: tuple(names) for table, names in sorted(names_by_table.items()) if table}

    @property
    def sitting_out(self) -> tuple[str, ...]:
        """The people who sit out."""
        return tuple(name for name, table in self.places if not table)


class Evenings(StorePart):
    """Evenings, within a transaction of the store. Games, evenings and seasons are given by their numbers. Times are in
    seconds since 1970."""

    # Seasons and evenings

    def add_season(self, title: str, now: float) -> Season | None:
        """Add a season. Returns None if there is one with this title."""
        if any(season.title == title for season in self.list_seasons()):
            return None
        rows = self._execute(insert(SEASON).values(title=title, begun=now).returning(SEASON.c.number))
        return Season(rows.scalar_one(), title, now)

    def list_seasons(self) -> list[Season]:
        """All seasons, the latest first."""
        rows = self._execute(select(SEASON.c.number, SEASON.c.title, SEASON.c.begun).order_by(SEASON.c.number.desc()))
        return [Season(*row) for row in rows]

    def begin_evening(self, title: str, season: int | None, now: float) -> Evening:
        """Begin a new evening, and end the current one."""
        self.end_evening(now)
        values = {"title": title, "season": season, "begun": now}
        rows = self._execute(insert(EVENING).values(values).returning(EVENING.c.number))
        return Evening(rows.scalar_one(), title, season, now, ended_at=None)

    def end_evening(self, now: float) -> None:
        """End the current evening, if there is one."""
        self._execute(update(EVENING).where(EVENING.c.ended.is_(None)).values(ended=now))

    def list_evenings(self) -> list[Evening]:
        """All evenings, the latest first."""
        return [Evening(*row) for row in self._execute(_EVENINGS)]

    def current_evening(self) -> Evening | None:
        """The current evening; None if there is none."""
        row = self._execute(_EVENINGS.where(EVENING.c.ended.is_(None)).limit(1)).first()
        return None if row is None else Evening(*row)

    # The evenings of games

    def assign_to_current_evening(self, games: Iterable[int]) -> None:
        """Assign finished games to the current evening, except those that have an evening already."""
        game_numbers = set(games)
        current = self.current_evening() if game_numbers else None
        if current is None:
            return
        assigned = self._execute(select(GAME_EVENING.c.game).where(GAME_EVENING.c.game.in_(game_numbers))).scalars()
        unassigned = sorted(game_numbers - set(assigned))
        if unassigned:
            self._execute(insert(GAME_EVENING), [{"game": game, "evening": current.number} for game in unassigned])
            SeatScores(self._connection).queue_recount(unassigned)

    def set_evening_of_game(self, game: int, evening: int | None) -> None:
        """Assign a game to this evening, or to none, in place of the evening that it had."""
        self._execute(delete(GAME_EVENING).where(GAME_EVENING.c.game == game))
        if evening is not None:
            self._execute(insert(GAME_EVENING).values(game=game, evening=evening))
        SeatScores(self._connection).queue_recount([game])

    def evening_of_game(self, game: int) -> int | None:
        """The number of the evening that a game belongs to; None if it belongs to none."""
        evening: int | None = self._execute(select(GAME_EVENING.c.evening).where(GAME_EVENING.c.game == game)).scalar()
        return evening

    def count_games(self, evenings: Collection[int]) -> dict[int, int]:
        """The number of games of each of these evenings, by evening. Evenings without games are omitted."""
        counts = select(GAME_EVENING.c.evening, func.count()).group_by(GAME_EVENING.c.evening)
        query = counts.where(GAME_EVENING.c.evening.in_(evenings))
        return {row[0]: row[1] for row in self._execute(query)}

    # People present

    def people_present(self, evening: int) -> list[str]:
        """The names of the people present on an evening, sorted."""
        query = select(PERSON_PRESENT.c.name).where(PERSON_PRESENT.c.evening == evening)
        return sorted(self._execute(query).scalars(), key=alphabetical_key)

    def set_people_present(self, evening: int, names: Iterable[str]) -> None:
        """Replace the people present on an evening by these."""
        self._execute(delete(PERSON_PRESENT).where(PERSON_PRESENT.c.evening == evening))
        rows = [{"evening": evening, "name": name} for name in sorted(set(names))]
        if rows:
            self._execute(insert(PERSON_PRESENT), rows)

    # Seating draws

    def add_draw(self, evening: int, places: Mapping[str, int], now: float) -> int:
        """Add a seating draw, and delete earlier ones that were not sent. Returns its number."""
        self.delete_unsent_draws(evening)
        rows = self._execute(insert(DRAW).values(evening=evening, made=now, told=False).returning(DRAW.c.number))
        draw_number: int = rows.scalar_one()
        self._execute(
            insert(DRAWN_SEAT), [{"draw": draw_number, "name": name, "seat": table} for name, table in places.items()]
        )
        return draw_number

    def delete_unsent_draws(self, evening: int) -> None:
        """Delete the draws of an evening that were not sent to the tables."""
        unsent_conditions = DRAW.c.evening == evening, DRAW.c.told.is_(False)
        self._execute(delete(DRAWN_SEAT).where(DRAWN_SEAT.c.draw.in_(select(DRAW.c.number).where(*unsent_conditions))))
        self._execute(delete(DRAW).where(*unsent_conditions))

    def mark_draw_sent(self, draw_number: int) -> None:
        """Mark a draw as sent to the tables."""
        self._execute(update(DRAW).where(DRAW.c.number == draw_number).values(told=True))

    def list_draws(self, evening: int) -> list[Draw]:
        """All draws of an evening, the oldest first."""
        columns = select(DRAW.c.number, DRAW.c.evening, DRAW.c.made, DRAW.c.told)
        rows = self._execute(columns.where(DRAW.c.evening == evening).order_by(DRAW.c.number)).all()
        drawn_places = select(DRAWN_SEAT.c.draw, DRAWN_SEAT.c.name, DRAWN_SEAT.c.seat).join(
            DRAW, DRAW.c.number == DRAWN_SEAT.c.draw
        )
        places_by_draw: dict[int, list[tuple[str, int]]] = {}
        rows_of_places = self._execute(drawn_places.where(DRAW.c.evening == evening)).all()
        for draw_number, name, table in sorted(rows_of_places, key=lambda row: (row.seat, alphabetical_key(row.name))):
            places_by_draw.setdefault(draw_number, []).append((name, table))
        return [Draw(*row, tuple(places_by_draw.get(row.number, ()))) for row in rows]
