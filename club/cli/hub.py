"""The command `tablekeeper hub`: runs a hub, and has subcommands that show and change what is in its store."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import closing

from club.cli import decision_commands, directors, rejoin_confirmation
from club.cli.arguments import check_box_name, parse_host_and_port
from club.joining import broker_passwords
from club.joining.join_server import DIGITS_VALID_S, MAX_ATTEMPTS, JoinEnd, JoinServer
from club.league.past_games import past_game
from club.store.boxes import ClubBox
from club.store.database import ClubStore, StoreFailed
from club.store.receiver import Receiver
from device.cli.common_arguments import UsageError, config_if_readable, language_for
from device.reports import text_lines
from device.system.end_signals import end_on_signals
from device.system.error_reasons import unwritten_sentence
from device.system.exitcodes import SUCCESS
from device.system.printing import put, put_cells
from display.words import ENGLISH, Language, counted


def run(arguments: argparse.Namespace) -> int:
    """Run a hub, or a subcommand on its store. Raises UsageError."""
    language = language_for(arguments, config_if_readable(arguments))
    try:
        with closing(ClubStore.open(arguments.store)) as store:
            if arguments.action == "run":
                from club.cli import serving  # imported late: needed only if the hub runs

                return serving.run_hub(arguments, store, language)
            _ACTIONS[arguments.action](arguments, store, language)
    except StoreFailed as failed:
        raise UsageError(language.say(failed.sentence)) from None
    return SUCCESS


def _add_box(arguments: argparse.Namespace, store: ClubStore, _: Language) -> None:
    check_box_name(arguments.box)
    with store.transaction() as transaction:
        known_box = transaction.boxes.find_box(arguments.box)
        if known_box is not None:
            revoked = f", and revoked: `tablekeeper hub join {arguments.box}` admits it again"
            raise UsageError(f"{arguments.box} is a box of this club already{revoked if known_box.is_revoked else ''}.")
        box = transaction.boxes.add_box(arguments.box)
    put(f"{box.name} is table {box.table_number}.")


def _join_box(arguments: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Show digits, and wait until a box has joined by them. Raises UsageError if none does."""
    check_box_name(arguments.box)
    if not arguments.replace:
        rejoin_confirmation.confirm_rejoining(arguments.box, arguments.passwords, store, language)
    host, port = parse_host_and_port(arguments.listen, "0.0.0.0")
    try:
        server = JoinServer(host, port, arguments.certificate, arguments.key)
    except OSError as error:  # includes ssl.SSLError
        raise UsageError(f"nobody can join at {arguments.listen}: {error.strerror or error}.") from None
    with closing(server), end_on_signals(server.stop):
        put(f"Type at the box: {server.digits[:4]} {server.digits[4:]}", flush=True)
        put(
            f"They are valid for {DIGITS_VALID_S / 60:.0f} minutes, and void after {MAX_ATTEMPTS} wrong ones.",
            flush=True,
        )
        outcome = server.admit(arguments.box, arguments.broker_port, lambda: _admit_box(arguments, store))
    if outcome is JoinEnd.TOO_MANY_ATTEMPTS:
        raise UsageError(f"somebody has tried {MAX_ATTEMPTS} wrong digits: show new ones, and look who it was.")
    if outcome is JoinEnd.TIMED_OUT:
        raise UsageError("nobody has joined in time.")
    if outcome is JoinEnd.JOINED:
        put(f"{arguments.box} has joined.")


def _admit_box(arguments: argparse.Namespace, store: ClubStore) -> str:
    """Add a box to the club, or admit it again, with a new password, which is returned. Raises UsageError."""
    password = broker_passwords.new_password()
    try:
        broker_passwords.set_password(arguments.passwords, arguments.box, password)
    except OSError as error:
        raise UsageError(ENGLISH.say(unwritten_sentence(arguments.passwords, error))) from None
    with store.transaction() as transaction:
        if transaction.boxes.find_box(arguments.box) is not None:
            transaction.boxes.readmit_box(arguments.box)
        else:
            transaction.boxes.add_box(arguments.box)
    _reload_broker_passwords(arguments)
    return password


def _reload_broker_passwords(arguments: argparse.Namespace) -> bool:
    """Have the broker reload its password file. Returns False, and prints a request to do so, if no broker is found."""
    pid_file = arguments.pid or broker_passwords.PID_FILE
    is_reloaded = broker_passwords.reload_broker(pid_file)
    if not is_reloaded:
        put(f"No broker was found by {pid_file}: have it read its passwords again.", flush=True)
    return is_reloaded


def _revoke_box(arguments: argparse.Namespace, store: ClubStore, _: Language) -> None:
    _find_box(arguments.box, store)
    with store.transaction() as transaction:
        transaction.boxes.revoke_box(arguments.box)
    if arguments.passwords is None:
        put(f"Nothing of {arguments.box} is taken any more. Take it from the broker's password file, too.")
        return
    try:
        broker_passwords.remove_password(arguments.passwords, arguments.box)
    except OSError as error:
        raise UsageError(ENGLISH.say(unwritten_sentence(arguments.passwords, error))) from None
    end = "the broker does not let it in" if _reload_broker_passwords(arguments) else "the broker lets it in until then"
    put(f"Nothing of {arguments.box} is taken any more, and {end}.")


def _print_boxes(_: argparse.Namespace, store: ClubStore, language: Language) -> None:
    with store.read_only_transaction() as transaction:
        for box in transaction.boxes.list_boxes():
            game_count = len(transaction.games.last_marks(box.name))
            games_text = language.say(counted("{n} game", "{n} games", game_count))
            put_cells((str(box.table_number), box.name, games_text, "revoked" if box.is_revoked else ""))


def _print_games(arguments: argparse.Namespace, store: ClubStore, language: Language) -> None:
    with store.read_only_transaction() as transaction:
        table_numbers = transaction.boxes.table_numbers()
        for game in transaction.games.list_games(arguments.box):
            past = past_game(game)
            if past is not None:
                put_cells((str(table_numbers[game.box]), game.mark.game, language.say(text_lines.game_line(past))))


def _print_set_aside_messages(_: argparse.Namespace, store: ClubStore, language: Language) -> None:
    with store.read_only_transaction() as transaction:
        for message in transaction.set_aside_messages.list_messages():
            put_cells((message.box, message.identity, language.say(message.sentence)))


def _request_game_again(arguments: argparse.Namespace, store: ClubStore, _: Language) -> None:
    box = _find_box(arguments.box, store)
    with store.read_only_transaction() as transaction:
        game = transaction.games.find_game(arguments.box, arguments.game)
        is_set_aside = any(
            (message.box, message.identity) == (arguments.box, arguments.game)
            for message in transaction.set_aside_messages.list_messages()
        )
    if game is None and not is_set_aside:
        raise UsageError(f"there is no game {arguments.game} of {arguments.box}; `tablekeeper hub games` lists them.")
    if box.is_revoked:
        raise UsageError(f"{arguments.box} is revoked: nothing of it is taken.")
    Receiver(store, time.time).reset_game(arguments.box, arguments.game)
    put(f"{arguments.box} sends game {arguments.game} again as soon as it hears of it. What was here of it is kept.")


def _find_box(name: str, store: ClubStore) -> ClubBox:
    """The box with this name. Raises UsageError if there is none."""
    with store.read_only_transaction() as transaction:
        box = transaction.boxes.find_box(name)
    if box is None:
        raise UsageError(f"there is no box {name} in this club; `tablekeeper hub boxes` lists them.")
    return box


_ACTIONS: dict[str, Callable[[argparse.Namespace, ClubStore, Language], None]] = {
    "add": _add_box,
    "join": _join_box,
    "revoke": _revoke_box,
    "director": directors.change_director,
    "boxes": _print_boxes,
    "games": _print_games,
    "aside": _print_set_aside_messages,
    "again": _request_game_again,
    "asked": decision_commands.print_notices,
    "seen": decision_commands.mark_seen,
    "records": decision_commands.print_records,
    "choose": decision_commands.choose_record,
    "give": decision_commands.give_game,
    "move": decision_commands.decide_claim,
    "leave-out": decision_commands.leave_out,
    "take-in": decision_commands.take_in,
    "left-out": decision_commands.print_left_out,
}
