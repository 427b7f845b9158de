"""Handlers of the forms by which directors change things. Each form names its change in the URL (`/do/NAME`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from club.league.standings import rank_people
from club.league.tally_updates import update_tallies
from club.pages.leagues import league_rows
from club.pages.live import NO_BOX
from club.pages.page_content import ClubView
from club.pages.paging import MAX_IN_FILE, RowRange, parse_number
from club.pages.paths import game_path
from club.pairing.pairing import PairingMethod, SeatedRound, TableWish, count_sitting_out, next_round
from club.pairing.sizes import CannotSeat
from club.store import decisions
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
from hal.system.printable import printable_line

FormFields = Mapping[str, str]

StoreChange = Callable[[StoreTransaction, ClubView, FormFields], str | None]
"""A change within a transaction. It returns the path of the page to go to; None for the path that `_CHANGES` has."""

MAX_PEOPLE = 1_000
"""Maximum number of people present on an evening."""

PLAYER_COUNTS_OF_ANY_GAME = range(2, 11)
"""Numbers of players at a table if any game may be played."""


def apply_change(view: ClubView, change_name: str, fields: FormFields) -> str:
    """Do what a form asks for. Returns the path of the page to go to. Raises NotDone, and StoreFailed."""
    change = _CHANGES.get(change_name)
    if change is None:
        raise NotDone(text("There is no such form. Go back, and load the page anew."))
    return change(view, fields)


def _required_text(fields: FormFields, field_name: str, max_length: int) -> str:
    """A field of one line. Raises NotDone if it is empty or longer than `max_length` characters."""
    field_text = printable_line(fields.get(field_name, ""))
    if not field_text:
        raise NotDone(text("A field was left empty. Go back, and fill it in."))
    if len(field_text) > max_length:
        raise NotDone(text("“{words}” is too long: {most} characters are the most.", words=field_text, most=max_length))
    return field_text


def _parse_number_field(fields: FormFields, field_name: str) -> int | None:
    digits = fields.get(field_name, "")
    if not digits:
        return None
    number = parse_number(digits)
    if number is None:
        raise NotDone(text("“{words}” is no number. Go back, and write it in digits.", words=digits))
    return number


def _current_evening(transaction: StoreTransaction) -> Evening:
    """The current evening. Raises NotDone if there is none."""
    evening = transaction.evenings.current_evening()
    if evening is None:
        raise NotDone(text("There is no evening now. Begin one first."))
    return evening


# Evenings


def _begin_evening(transaction: StoreTransaction, view: ClubView, fields: FormFields) -> None:
    title, season_number = _required_text(fields, "title", MAX_TITLE_LENGTH), _parse_number_field(fields, "season")
    seasons = transaction.evenings.list_seasons()
    if season_number is not None and season_number not in {season.number for season in seasons}:
        raise NotDone(text("There is no such season. Go back, and load the page anew."))
    transaction.evenings.begin_evening(title, season_number, view.now_s)


def _end_evening(transaction: StoreTransaction, view: ClubView, _: FormFields) -> None:
    transaction.evenings.end_evening(view.now_s)


def _add_season(transaction: StoreTransaction, view: ClubView, fields: FormFields) -> None:
    title = _required_text(fields, "title", MAX_TITLE_LENGTH)
    if transaction.evenings.add_season(title, view.now_s) is None:
        raise NotDone(text("There is a season “{title}” already. Give this one another name.", title=title))


def _move_game(transaction: StoreTransaction, _: ClubView, fields: FormFields) -> str:
    box, identity, evening = fields.get("box", ""), fields.get("game", ""), _parse_number_field(fields, "evening")
    stored_game = transaction.games.find_game(box, identity)
    evening_numbers = {known_evening.number for known_evening in transaction.evenings.list_evenings()}
    if stored_game is None or (evening is not None and evening not in evening_numbers):
        raise NotDone(text("That game or evening is not here any more. Go back, and load the page anew."))
    transaction.evenings.set_evening_of_game(stored_game.number, evening)
    return game_path(box, identity)


def _request_game_again(view: ClubView, fields: FormFields) -> str:
    box, identity = fields.get("box", ""), fields.get("game", "")
    with view.store.read_only_transaction() as transaction:
        known_box = transaction.boxes.find_box(box)
    if known_box is not None and known_box.is_revoked:
        raise NotDone(text("{box} is revoked: nothing of it is taken.", box=box))
    try:
        Receiver(view.store, lambda: view.now_s).reset_game(box, identity)
    except KeyError:
        raise NotDone(text("There is no box {box} in this club.", box=box)) from None
    return "/aside"


# What went back, moved or was copied


def _mark_seen(transaction: StoreTransaction, _: ClubView, fields: FormFields) -> None:
    transaction.notices.mark_seen(_parse_number_field(fields, "number") or 0)


def _decide_claim(transaction: StoreTransaction, view: ClubView, fields: FormFields) -> None:
    box, claimant, stays = fields.get("box", ""), fields.get("to", ""), fields.get("stay")
    decisions.decide_claim(transaction, box, claimant, view.now_s, belongs_to_claimant=not stays)


def _choose_record(transaction: StoreTransaction, view: ClubView, fields: FormFields) -> str:
    box, identity, record_number = fields.get("box", ""), fields.get("game", ""), _parse_number_field(fields, "record")
    if record_number is None:
        decisions.confirm_record(transaction, box, identity, view.now_s)
    else:
        decisions.choose_record(transaction, box, identity, record_number, view.now_s)
    return game_path(box, identity)


def _leave_out(transaction: StoreTransaction, view: ClubView, fields: FormFields) -> str | None:
    box, identity, seconds = fields.get("box", ""), fields.get("game"), _parse_number_field(fields, "seconds")
    if identity is not None:
        decisions.leave_out_game(transaction, box, identity, view.now_s)
        return game_path(box, identity)
    decisions.leave_out_box(transaction, box, view.now_s, None if seconds is None else view.now_s - seconds)
    return None


def _take_in(transaction: StoreTransaction, _: ClubView, fields: FormFields) -> None:
    decisions.take_in_group(transaction, _parse_number_field(fields, "number") or 0)


# People present and seating draws


def _set_people_present(transaction: StoreTransaction, _: ClubView, fields: FormFields) -> None:
    transaction.evenings.set_people_present(_current_evening(transaction).number, _parse_names(fields.get("names", "")))


def _parse_names(typed_text: str) -> list[str]:
    """Parse names, one on each line.

    Raises NotDone for a name that is too long or there in two spellings, or for too many.
    """
    names: dict[str, str] = {}
    for line in typed_text.splitlines():
        name = printable_line(line)
        if len(name) > MAX_NAME_LENGTH:
            raise NotDone(
                text("“{words}” is too long: {most} characters are the most.", words=name, most=MAX_NAME_LENGTH)
            )
        if name and names.setdefault(name_key(name), name) != name:
            raise NotDone(text("“{name}” is there twice. Tell the two apart.", name=name))
    if len(names) > MAX_PEOPLE:
        raise NotDone(text("{most} people are the most.", most=MAX_PEOPLE))
    return list(names.values())


def _add_players_to_people_present(view: ClubView, _: FormFields) -> str:
    _count_all_changed_games(view)
    with view.store.transaction() as transaction:
        evening = _current_evening(transaction).number
        players = transaction.scores.people_of_evening(evening)
        transaction.evenings.set_people_present(evening, {*transaction.evenings.people_present(evening), *players})
    return "/pairings"


def _draw_round(view: ClubView, fields: FormFields) -> str:
    _count_all_changed_games(view)
    with view.store.read_only_transaction() as transaction:
        evening = _current_evening(transaction).number
        people_present = transaction.evenings.people_present(evening)
        earlier_rounds = [_seated_round(draw) for draw in transaction.evenings.list_draws(evening) if draw.is_sent]
        table_numbers = sorted(box.table_number for box in transaction.boxes.list_boxes() if not box.is_revoked)
        rows = league_rows(transaction, TallyScope(ScopeKind.EVENING, evening), RowRange(0, MAX_IN_FILE))
    ranked_people = rank_people(people_present, rows, count_sitting_out(earlier_rounds))
    table_wish = _table_wish(fields, len(table_numbers))
    try:
        seated_round = next_round(_draw_method(fields), ranked_people, table_wish, earlier_rounds)
    except CannotSeat:
        sentence = text(
            "{count} people, {tables} tables: not even one table of {least} can be filled.",
            count=len(people_present),
            tables=len(table_numbers),
            least=table_wish.min_people,
        )
        raise NotDone(sentence) from None
    seated_tables = zip(table_numbers, seated_round.tables, strict=False)
    table_by_name = {name: table for table, names in seated_tables for name in names}
    with view.store.transaction() as transaction:
        transaction.evenings.add_draw(evening, table_by_name | dict.fromkeys(seated_round.sitting_out, 0), view.now_s)
    return "/pairings"


def _count_all_changed_games(view: ClubView) -> None:
    """Count all changed games, so that a draw uses the current league table."""
    while update_tallies(view.store):
        continue


def _draw_method(fields: FormFields) -> PairingMethod:
    method_name = fields.get("method")
    return next((method for method in PairingMethod if method.value == method_name), PairingMethod.ALL_MEET)


def _table_wish(fields: FormFields, table_count: int) -> TableWish:
    """The number of players at a table, by the chosen game and the size that was typed."""
    game_id = fields.get("game", "")
    game = games.find(game_id)
    player_counts = PLAYER_COUNTS_OF_ANY_GAME if game is None else game.players
    min_people = max(2, player_counts.start)
    max_people = max(min_people, min(player_counts.stop - 1, MAX_PLACES))
    return TableWish(min_people, max_people, _parse_number_field(fields, "size") or min_people, table_count)


def _seated_round(draw: Draw) -> SeatedRound:
    return SeatedRound(tuple(draw.tables.values()), draw.sitting_out)


def _delete_unsent_draws(transaction: StoreTransaction, _: ClubView, __: FormFields) -> None:
    transaction.evenings.delete_unsent_draws(_current_evening(transaction).number)


def _send_draw(transaction: StoreTransaction, view: ClubView, fields: FormFields) -> None:
    number = _parse_number_field(fields, "number")
    draws = transaction.evenings.list_draws(_current_evening(transaction).number)
    draw = next((candidate for candidate in draws if candidate.number == number and not candidate.is_sent), None)
    if draw is None:
        raise NotDone(text("That draw is not here any more. Go back, and load the page anew."))
    previous_draw = next((candidate for candidate in reversed(draws) if candidate.is_sent), None)
    for box in transaction.boxes.list_boxes():
        if not box.is_revoked:
            seats = seats_for_table(draw, previous_draw, box.table_number)
            transaction.director_messages.store_seating(box.name, box.table_number, seats, view.now_s)
    transaction.evenings.mark_draw_sent(draw.number)


def seats_for_table(draw: Draw, previous: Draw | None, table_number: int) -> tuple[SeatPlace, ...]:
    """The message to a table about a draw: the people who sit there, then the new tables of those who sat there before.

    People who sit out now have no new table, and are left out.
    """
    names_here = draw.tables.get(table_number, ())
    names_before = () if previous is None else previous.tables.get(table_number, ())
    table_by_name = dict(draw.places)
    leaving = [name for name in names_before if name not in names_here and table_by_name.get(name)]
    people_leaving = [SeatPlace(name[:MAX_PLACE_LENGTH], table_by_name[name]) for name in leaving]
    return (*(SeatPlace(name[:MAX_PLACE_LENGTH], table_number) for name in names_here), *people_leaving)[:MAX_PLACES]


# Messages to tables


def _send_text_message(transaction: StoreTransaction, view: ClubView, fields: FormFields) -> None:
    phrases = {phrase.value: phrase for phrase in DirectorPhrase}
    message = phrases.get(fields.get("phrase", "")) or _required_text(fields, "words", MAX_WORDS_LENGTH)
    _store_text_message(transaction, view, fields, message)


def _withdraw_text_message(transaction: StoreTransaction, view: ClubView, fields: FormFields) -> None:
    _store_text_message(transaction, view, fields, "")


def _store_text_message(
    transaction: StoreTransaction, view: ClubView, fields: FormFields, message: DirectorPhrase | str
) -> None:
    name = fields.get("box", "")
    boxes = [box.name for box in transaction.boxes.list_boxes() if not box.is_revoked and name in ("", box.name)]
    if not boxes:
        raise NotDone(text("There is no box {box} in this club.", box=name) if name else NO_BOX)
    for box in boxes:
        transaction.director_messages.store_words(box, message, view.now_s)


def _in_transaction(path: str, change: StoreChange) -> Callable[[ClubView, FormFields], str]:
    """The handler that makes a change in one transaction. It leads to `path` unless the change returns another one.

    It raises NotDone if a thing does not exist, or today's rules refuse it.
    """

    def apply(view: ClubView, fields: FormFields) -> str:
        try:
            with view.store.transaction() as transaction:
                return change(transaction, view, fields) or path
        except decisions.NotInStore:
            raise NotDone(text("That is not here any more. Go back, and load the page anew.")) from None

    return apply


_CHANGES: Mapping[str, Callable[[ClubView, FormFields], str]] = {
    "begin-evening": _in_transaction("/evenings", _begin_evening),
    "end-evening": _in_transaction("/evenings", _end_evening),
    "add-season": _in_transaction("/evenings", _add_season),
    "move-game": _in_transaction("/games", _move_game),
    "send-again": _request_game_again,
    "seen": _in_transaction("/aside", _mark_seen),
    "leave-out": _in_transaction("/aside", _leave_out),
    "take-in": _in_transaction("/aside", _take_in),
    "move-card": _in_transaction("/aside", _decide_claim),
    "choose-record": _in_transaction("/games", _choose_record),
    "set-present": _in_transaction("/pairings", _set_people_present),
    "present-as-played": _add_players_to_people_present,
    "draw": _draw_round,
    "drop-draw": _in_transaction("/pairings", _delete_unsent_draws),
    "tell-draw": _in_transaction("/pairings", _send_draw),
    "say": _in_transaction("/directing", _send_text_message),
    "take-back": _in_transaction("/directing", _withdraw_text_message),
}
