"""The command `tablekeeper hub`: runs a hub, and has subcommands that show and change what is in its store."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import closing

from club.cli import deciding, directors, joining_again, leaving_out
from club.cli.arguments import check_name, parse_host_and_port
from club.joining import broker_passwords
from club.joining.join_server import MAX_ATTEMPTS, VALID_S, JoinEnd, JoinServer
from club.league.past_games import past_game
from club.store.database import ClubStore, StoreFailed
from club.store.receiver import Receiver
from device.cli.common_arguments import Misused, config_if_readable, language_for
from device.reports import text_lines
from device.system.ending import end_on_signals
from device.system.exitcodes import FINE
from device.system.printing import put, put_cells
from device.system.reasons import unwritten_sentence
from display.words import ENGLISH, Language, counted


def run(given: argparse.Namespace) -> int:
    """Run a hub, or a subcommand on its store. Raises Misused."""
    language = language_for(given, config_if_readable(given))
    try:
        with closing(ClubStore.open(given.store)) as store:
            if given.action == "run":
                from club.cli import serving  # imported late: needed only if the hub runs

                return serving.run_hub(given, store, language)
            _ACTIONS[given.action](given, store, language)
    except StoreFailed as failed:
        raise Misused(language.say(failed.sentence)) from None
    return FINE


def _add(given: argparse.Namespace, store: ClubStore, _: Language) -> None:
    check_name(given.box)
    with store.transaction() as transaction:
        if any(box.name == given.box for box in transaction.boxes.list_boxes()):
            raise Misused(f"{given.box} is a box of this club already.")
        box = transaction.boxes.add(given.box)
    put(f"{box.name} is table {box.seat}.")


def _join_box(given: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Show digits, and wait until a box has joined by them. Raises Misused if none does."""
    check_name(given.box)
    if not given.replace:
        joining_again.confirm_rejoining(given.box, given.passwords, store, language)
    host, port = parse_host_and_port(given.listen, "0.0.0.0")
    try:
        server = JoinServer(host, port, given.certificate, given.key)
    except OSError as error:  # includes ssl.SSLError
        raise Misused(f"nobody can join at {given.listen}: {error.strerror or error}.") from None
    with closing(server), end_on_signals(server.stop):
        put(f"Type at the box: {server.digits[:4]} {server.digits[4:]}", flush=True)
        put(f"They are valid for {VALID_S / 60:.0f} minutes, and void after {MAX_ATTEMPTS} wrong ones.", flush=True)
        end = server.admit(given.box, given.broker_port, lambda: _admit(given, store))
    if end is JoinEnd.TOO_MANY_ATTEMPTS:
        raise Misused(f"somebody has tried {MAX_ATTEMPTS} wrong digits: show new ones, and look who it was.")
    if end is JoinEnd.TIMED_OUT:
        raise Misused("nobody has joined in time.")
    if end is JoinEnd.JOINED:
        put(f"{given.box} has joined.")


def _admit(given: argparse.Namespace, store: ClubStore) -> str:
    """Add a box to the club, or admit it again, with a new password, which is returned. Raises Misused."""
    password = broker_passwords.new_password()
    try:
        broker_passwords.set_password(given.passwords, given.box, password)
    except OSError as error:
        raise Misused(ENGLISH.say(unwritten_sentence(given.passwords, error))) from None
    with store.transaction() as transaction:
        if any(box.name == given.box for box in transaction.boxes.list_boxes()):
            transaction.boxes.admit(given.box)
        else:
            transaction.boxes.add(given.box)
    _reload_broker_passwords(given)
    return password


def _reload_broker_passwords(given: argparse.Namespace) -> None:
    """Have the broker reload its password file. Print a request to do so if no broker is found."""
    pid_file = given.pid or broker_passwords.PID_FILE
    if not broker_passwords.reload_broker(pid_file):
        put(f"No broker was found by {pid_file}: have it read its passwords again.", flush=True)


def _revoke(given: argparse.Namespace, store: ClubStore, _: Language) -> None:
    _check_box(given.box, store)
    with store.transaction() as transaction:
        transaction.boxes.revoke(given.box)
    if given.passwords is None:
        put(f"Nothing of {given.box} is taken any more. Take it from the broker's password file, too.")
        return
    try:
        broker_passwords.remove_password(given.passwords, given.box)
    except OSError as error:
        raise Misused(ENGLISH.say(unwritten_sentence(given.passwords, error))) from None
    _reload_broker_passwords(given)
    put(f"Nothing of {given.box} is taken any more, and the broker does not let it in.")


def _boxes(_: argparse.Namespace, store: ClubStore, language: Language) -> None:
    with store.reading() as transaction:
        for box in transaction.boxes.list_boxes():
            games = len(transaction.games.last_marks(box.name))
            held = language.say(counted("{n} game", "{n} games", games))
            put_cells((str(box.seat), box.name, held, "revoked" if box.revoked else ""))


def _games(given: argparse.Namespace, store: ClubStore, language: Language) -> None:
    with store.reading() as transaction:
        tables = transaction.boxes.seats()
        for game in transaction.games.list_games(given.box):
            found = past_game(game)
            if found is not None:
                put_cells((str(tables[game.box]), game.mark.game, language.say(text_lines.game_line(found))))


def _print_asides(_: argparse.Namespace, store: ClubStore, language: Language) -> None:
    with store.reading() as transaction:
        for message in transaction.asides.list_messages():
            put_cells((message.box, message.game, language.say(message.sentence)))


def _send_again(given: argparse.Namespace, store: ClubStore, _: Language) -> None:
    _check_box(given.box, store)
    with store.reading() as transaction:
        game = transaction.games.find(given.box, given.game)
        waiting = any(
            (message.box, message.game) == (given.box, given.game) for message in transaction.asides.list_messages()
        )
    if game is None and not waiting:
        raise Misused(f"there is no game {given.game} of {given.box}; `tablekeeper hub games` lists them.")
    Receiver(store, time.time).send_again(given.box, given.game)
    put(f"{given.box} sends game {given.game} again as soon as it hears of it. What was here of it is kept.")


def _check_box(name: str, store: ClubStore) -> None:
    with store.reading() as transaction:
        if all(box.name != name for box in transaction.boxes.list_boxes()):
            raise Misused(f"there is no box {name} in this club; `tablekeeper hub boxes` lists them.")


_ACTIONS: dict[str, Callable[[argparse.Namespace, ClubStore, Language], None]] = {
    "add": _add,
    "join": _join_box,
    "revoke": _revoke,
    "director": directors.enter_director,
    "boxes": _boxes,
    "games": _games,
    "aside": _print_asides,
    "again": _send_again,
    "asked": deciding.print_notices,
    "seen": deciding.mark_seen,
    "records": deciding.print_records,
    "choose": deciding.choose_record,
    "give": deciding.give_game,
    "move": deciding.decide_claim,
    "leave-out": leaving_out.leave_out,
    "take-in": leaving_out.take_in,
    "left-out": leaving_out.print_left_out,
}
