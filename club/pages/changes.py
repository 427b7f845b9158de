"""Handlers of the forms by which directors change things. Each form names its change in the URL (`/do/NAME`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from club.league.standings import rank_people
from club.league.tally_updates import update_tallies
from club.pages.leagues import league_rows
from club.pages.page_content import ClubView
from club.pages.paging import MAX_IN_FILE, RowRange, parse_number
from club.pages.wording import game_path
from club.pairing.pairing import PairingMethod, SeatedRound, TableWish, count_sitting_out, next_round
from club.pairing.sizes import CannotSeat
from club.store import decisions, leaving_out
from club.store.database import StoreTransaction
from club.store.evenings import Draw, Evening
from club.store.receiver import Receiver
from club.store.schema import MAX_TITLE_LENGTH
from club.store.tallies import ScopeKind, TallyScope
from device import games
from device.outbox.director import MAX_PLACE_LENGTH, MAX_PLACES, MAX_WORDS_LENGTH, DirectorPhrase, SeatPlace
from device.session.names import MAX_NAME_LENGTH, name_key
from device.system.not_done import NotDone
from display.words import text

Fields = Mapping[str, str]

MAX_PEOPLE = 1_000
"""Most people present on an evening."""

ANY_PLAYERS = range(2, 11)
"""Players at a table if any game may be played."""


def apply_change(view: ClubView, name: str, fields: Fields) -> str:
    """Do what a form asks for. Returns the path of the page to go to. Raises NotDone, and StoreFailed."""
    change = _CHANGES.get(name)
    if change is None:
        raise NotDone(text("There is no such form. Go back, and load the page anew."))
    return change(view, fields)


def _required_text(fields: Fields, name: str, max_length: int) -> str:
    """A field of one line. Raises NotDone if it is empty or longer than `max_length` characters."""
    line = _printable_line(fields.get(name, ""))
    if not line:
        raise NotDone(text("A field was left empty. Go back, and fill it in."))
    if len(line) > max_length:
        raise NotDone(text("“{words}” is too long: {most} characters are the most.", words=line, most=max_length))
    return line


def _printable_line(typed: str) -> str:
    """The typed text as one line, without characters that are not printable."""
    return "".join(letter for letter in " ".join(typed.split()) if letter.isprintable())


def _parse_number(fields: Fields, name: str) -> int | None:
    word = fields.get(name, "")
    if not word:
        return None
    number = parse_number(word)
    if number is None:
        raise NotDone(text("“{words}” is no number. Go back, and write it in digits.", words=word))
    return number


def _current_evening(transaction: StoreTransaction) -> Evening:
    """The current evening. Raises NotDone if there is none."""
    evening = transaction.evenings.current_evening()
    if evening is None:
        raise NotDone(text("There is no evening now. Begin one first."))
    return evening


# Evenings


def _begin_evening(view: ClubView, fields: Fields) -> str:
    title, season = _required_text(fields, "title", MAX_TITLE_LENGTH), _parse_number(fields, "season")
    with view.store.transaction() as transaction:
        if season is not None and season not in {one.number for one in transaction.evenings.list_seasons()}:
            raise NotDone(text("There is no such season. Go back, and load the page anew."))
        transaction.evenings.begin_evening(title, season, view.now)
    return "/evenings"


def _end_evening(view: ClubView, _: Fields) -> str:
    with view.store.transaction() as transaction:
        transaction.evenings.end_evening(view.now)
    return "/evenings"


def _add_season(view: ClubView, fields: Fields) -> str:
    title = _required_text(fields, "title", MAX_TITLE_LENGTH)
    with view.store.transaction() as transaction:
        if transaction.evenings.add_season(title, view.now) is None:
            raise NotDone(text("There is a season “{title}” already. Give this one another name.", title=title))
    return "/evenings"


def _move_game(view: ClubView, fields: Fields) -> str:
    box, identity, evening = fields.get("box", ""), fields.get("game", ""), _parse_number(fields, "evening")
    with view.store.transaction() as transaction:
        game = transaction.games.find_game(box, identity)
        numbers = {one.number for one in transaction.evenings.list_evenings()}
        if game is None or (evening is not None and evening not in numbers):
            raise NotDone(text("That game or evening is not here any more. Go back, and load the page anew."))
        transaction.evenings.set_evening_of_game(game.number, evening)
    return f"/games/{box}/{identity}"


def _send_again(view: ClubView, fields: Fields) -> str:
    box, identity = fields.get("box", ""), fields.get("game", "")
    try:
        Receiver(view.store, lambda: view.now).reset_game(box, identity)
    except KeyError:
        raise NotDone(text("There is no box {box} in this club.", box=box)) from None
    return "/aside"


# What went back, moved or was copied

_NOT_HERE = text("That is not here any more. Go back, and load the page anew.")


@contextmanager
def _decision(view: ClubView) -> Iterator[StoreTransaction]:
    """A transaction for a director's decision. Raises NotDone if a thing does not exist, or today's rules refuse it."""
    try:
        with view.store.transaction() as transaction:
            yield transaction
    except decisions.NotInStore:
        raise NotDone(_NOT_HERE) from None


def _mark_seen(view: ClubView, fields: Fields) -> str:
    with view.store.transaction() as transaction:
        transaction.notices.mark_seen(_parse_number(fields, "number") or 0)
    return "/aside"


def _move_card(view: ClubView, fields: Fields) -> str:
    with _decision(view) as transaction:
        decisions.decide_claim(
            transaction,
            fields.get("box", ""),
            fields.get("to", ""),
            view.now,
            belongs_to_claimant=not fields.get("stay"),
        )
    return "/aside"


def _choose_record(view: ClubView, fields: Fields) -> str:
    box, game, record = fields.get("box", ""), fields.get("game", ""), _parse_number(fields, "record")
    with _decision(view) as transaction:
        if record is None:
            decisions.confirm_record(transaction, box, game, view.now)
        else:
            decisions.choose_record(transaction, box, game, record, view.now)
    return game_path(box, game)


def _leave_out(view: ClubView, fields: Fields) -> str:
    box, game, seconds = fields.get("box", ""), fields.get("game"), _parse_number(fields, "seconds")
    with _decision(view) as transaction:
        if game is not None:
            leaving_out.leave_out_game(transaction, box, game, view.now)
            return game_path(box, game)
        leaving_out.leave_out_box(transaction, box, view.now, None if seconds is None else view.now - seconds)
    return "/aside"


def _take_in(view: ClubView, fields: Fields) -> str:
    with _decision(view) as transaction:
        leaving_out.take_in(transaction, _parse_number(fields, "number") or 0)
    return "/aside"


# People present and seating draws


def _set_present(view: ClubView, fields: Fields) -> str:
    with view.store.transaction() as transaction:
        transaction.evenings.set_people_present(
            _current_evening(transaction).number, _parse_names(fields.get("names", ""))
        )
    return "/pairings"


def _parse_names(typed: str) -> list[str]:
    """Parse names, one on each line.

    Raises NotDone for a name that is too long or there in two spellings, or for too many.
    """
    names: dict[str, str] = {}
    for line in typed.splitlines():
        name = _printable_line(line)
        if len(name) > MAX_NAME_LENGTH:
            raise NotDone(
                text("“{words}” is too long: {most} characters are the most.", words=name, most=MAX_NAME_LENGTH)
            )
        if name and names.setdefault(name_key(name), name) != name:
            raise NotDone(text("“{name}” is there twice. Tell the two apart.", name=name))
    if len(names) > MAX_PEOPLE:
        raise NotDone(text("{most} people are the most.", most=MAX_PEOPLE))
    return list(names.values())


def _add_players_to_present(view: ClubView, _: Fields) -> str:
    _count_all(view)
    with view.store.transaction() as transaction:
        evening = _current_evening(transaction).number
        played = transaction.scores.people_of_evening(evening)
        transaction.evenings.set_people_present(evening, {*transaction.evenings.people_present(evening), *played})
    return "/pairings"


def _draw_round(view: ClubView, fields: Fields) -> str:
    _count_all(view)
    with view.store.read_only_transaction() as transaction:
        evening = _current_evening(transaction).number
        present = transaction.evenings.people_present(evening)
        earlier = [_seated_round(draw) for draw in transaction.evenings.list_draws(evening) if draw.is_sent]
        seats = sorted(box.table_number for box in transaction.boxes.list_boxes() if not box.is_revoked)
        rows = league_rows(transaction, TallyScope(ScopeKind.EVENING, evening), RowRange(0, MAX_IN_FILE))
    ranked = rank_people(present, rows, count_sitting_out(earlier))
    table_wish = _table_wish(fields, len(seats))
    try:
        seated = next_round(_draw_method(fields), ranked, table_wish, earlier)
    except CannotSeat:
        words = text(
            "{count} people, {tables} tables: not even one table of {least} can be filled.",
            count=len(present),
            tables=len(seats),
            least=table_wish.min_people,
        )
        raise NotDone(words) from None
    places = {name: seat for seat, names in zip(seats, seated.tables, strict=False) for name in names}
    with view.store.transaction() as transaction:
        transaction.evenings.add_draw(evening, places | dict.fromkeys(seated.sitting_out, 0), view.now)
    return "/pairings"


def _count_all(view: ClubView) -> None:
    """Count all changed games, so that a draw uses the current league table."""
    while update_tallies(view.store):
        continue


def _draw_method(fields: Fields) -> PairingMethod:
    word = fields.get("method")
    return next((method for method in PairingMethod if method.value == word), PairingMethod.ALL_MEET)


def _table_wish(fields: Fields, tables: int) -> TableWish:
    """The number of players at a table, by the chosen game and the size that was typed."""
    game = fields.get("game", "")
    rules = games.find(game)
    players = ANY_PLAYERS if rules is None else rules.players
    lowest = max(2, players.start)
    highest = max(lowest, min(players.stop - 1, MAX_PLACES))
    return TableWish(lowest, highest, _parse_number(fields, "size") or lowest, tables)


def _seated_round(draw: Draw) -> SeatedRound:
    return SeatedRound(tuple(draw.tables.values()), draw.sitting_out)


def _drop_draw(view: ClubView, _: Fields) -> str:
    with view.store.transaction() as transaction:
        transaction.evenings.delete_unsent_draws(_current_evening(transaction).number)
    return "/pairings"


def _send_draw(view: ClubView, fields: Fields) -> str:
    number = _parse_number(fields, "number")
    with view.store.transaction() as transaction:
        draws = transaction.evenings.list_draws(_current_evening(transaction).number)
        draw = next((one for one in draws if one.number == number and not one.is_sent), None)
        if draw is None:
            raise NotDone(text("That draw is not here any more. Go back, and load the page anew."))
        before = next((one for one in reversed(draws) if one.is_sent), None)
        for box in transaction.boxes.list_boxes():
            if not box.is_revoked:
                transaction.director_messages.store_seating(
                    box.name, box.table_number, seats_for_table(draw, before, box.table_number), view.now
                )
        transaction.evenings.mark_draw_sent(draw.number)
    return "/pairings"


def seats_for_table(draw: Draw, previous: Draw | None, table: int) -> tuple[SeatPlace, ...]:
    """The message to a table about a draw: the people who sit there, then the new tables of those who sat there before.

    People who sit out now have no new table, and are left out.
    """
    stays = draw.tables.get(table, ())
    left = () if previous is None else previous.tables.get(table, ())
    seat_of = dict(draw.places)
    goes = [
        SeatPlace(name[:MAX_PLACE_LENGTH], seat_of[name]) for name in left if name not in stays and seat_of.get(name)
    ]
    return (*(SeatPlace(name[:MAX_PLACE_LENGTH], table) for name in stays), *goes)[:MAX_PLACES]


# Messages to tables


def _send_words(view: ClubView, fields: Fields) -> str:
    phrases = {phrase.value: phrase for phrase in DirectorPhrase}
    words = phrases.get(fields.get("phrase", "")) or _required_text(fields, "words", MAX_WORDS_LENGTH)
    return _store_words(view, fields, words)


def _withdraw_words(view: ClubView, fields: Fields) -> str:
    return _store_words(view, fields, "")


def _store_words(view: ClubView, fields: Fields, words: DirectorPhrase | str) -> str:
    name = fields.get("box", "")
    with view.store.transaction() as transaction:
        boxes = [box.name for box in transaction.boxes.list_boxes() if not box.is_revoked and name in ("", box.name)]
        if not boxes:
            raise NotDone(text("There is no box {box} in this club.", box=name))
        for box in boxes:
            transaction.director_messages.store_text(box, words, view.now)
    return "/directing"


_CHANGES: Mapping[str, Callable[[ClubView, Fields], str]] = {
    "begin-evening": _begin_evening,
    "end-evening": _end_evening,
    "add-season": _add_season,
    "move-game": _move_game,
    "send-again": _send_again,
    "seen": _mark_seen,
    "leave-out": _leave_out,
    "take-in": _take_in,
    "move-card": _move_card,
    "choose-record": _choose_record,
    "set-present": _set_present,
    "present-as-played": _add_players_to_present,
    "draw": _draw_round,
    "drop-draw": _drop_draw,
    "tell-draw": _send_draw,
    "say": _send_words,
    "take-back": _withdraw_words,
}
