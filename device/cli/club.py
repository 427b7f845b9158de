"""`tablekeeper courier` and `tablekeeper hub`: the two ends of a club, whose packages are loaded here alone."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING

from device.cli import club_deciding, club_leaving_out, joining_again
from device.cli.club_arguments import ClubMisused, needed_packages, password_of, place_of
from device.system import gctuning
from device.system.ending import ended_by_signals
from device.system.exitcodes import FINE
from device.system.printing import put, put_cells
from display.words import Language, counted

if TYPE_CHECKING:
    from club.broker.link import BrokerAddress
    from club.store.database import ClubStore

HUB_SWITCH_S = 0.0005
"""After so many seconds the hub's threads take turns: one that works out a page keeps no answer to a box waiting."""


def run_courier(given: argparse.Namespace) -> int:
    """Carry a box's games to its hub until a signal ends it. Raises ClubMisused."""
    gctuning.sweep()  # what follows is loaded where parsing has left room
    with needed_packages("club"):
        from club.courier.carrying import Courier
    if given.state is not None:
        return _run_joining_courier(given)
    if given.box is None or given.broker is None:
        raise ClubMisused("a courier needs --box and --broker, or --state where its box joins by digits.")
    _check_name(given.box)
    with _certificates():
        courier = Courier(given.box, given.door, _broker(given, given.box), partial(put, flush=True))
    gctuning.sweep()
    with ended_by_signals(courier.stop):
        courier.run()
    return FINE


def _run_joining_courier(given: argparse.Namespace) -> int:
    """Carry for whichever club the box belongs to, after it has joined one."""
    from club.courier.carrying import Courier
    from club.courier.joining import Applicant, Joiner
    from club.joining.membership import kept

    gctuning.sweep()
    told = partial(put, flush=True)
    joiner = Joiner(given.state, told)
    joined = True
    while joined:
        member = kept(given.state)
        if member is None:
            told("this box belongs to no club yet: it joins one by its menu")
            found: Courier | Applicant = Applicant(given.door, joiner)
        else:
            try:
                found = Courier(member.box, given.door, member.address(given.state), told, joiner)
            except OSError as error:
                raise ClubMisused(f"{given.state} can't be used: {error.strerror or error}.") from None
        with ended_by_signals(found.stop):
            joined = found.run()
    return FINE


def run_hub(given: argparse.Namespace, language: Language) -> int:
    """Run a hub, or look into its store. Raises ClubMisused."""
    with needed_packages("hub"):
        from club.store.database import ClubStore, StoreFailed
    try:
        with closing(ClubStore.open(given.store)) as store:
            if given.action == "run":
                return _hear(given, store, language)
            _ACTIONS[given.action](given, store, language)
    except StoreFailed as failed:
        raise ClubMisused(language.say(failed.sentence)) from None
    return FINE


def _hear(given: argparse.Namespace, store: ClubStore, language: Language) -> int:
    with needed_packages("hub"):
        from club.hub.hub import AssistantOptions, Hub
        from club.hub.tally_keeper import TallyKeeper
    from device.cli.club_pages import served_pages

    with _certificates():
        assistant = None if given.home_assistant is None else AssistantOptions(_prefix(given.home_assistant), language)
        hub = Hub(store, _broker(given, given.user), partial(put, flush=True), assistant)
    gctuning.settle()
    sys.setswitchinterval(HUB_SWITCH_S)
    with (
        ended_by_signals(hub.stop),
        closing(TallyKeeper(store)),
        served_pages(given, store, language) as watchers,
    ):
        hub.run(watchers)
    return FINE


def _prefix(words: str) -> str:
    """Where Home Assistant looks for devices. Raises ClubMisused for what can't be a topic."""
    if not words or not words.isprintable() or set(words) & set("+#$ ") or words.startswith("/") or words.endswith("/"):
        raise ClubMisused(f"“{words}” is no prefix for topics; Home Assistant's own is homeassistant.")
    return words


def _director(given: argparse.Namespace, store: ClubStore, language: Language) -> None:
    from device.cli.club_pages import enter_director

    enter_director(given, store, language)


def _add(given: argparse.Namespace, store: ClubStore, _: Language) -> None:
    _check_name(given.box)
    with store.transaction() as kept:
        if any(box.name == given.box for box in kept.boxes.all()):
            raise ClubMisused(f"{given.box} is a box of this club already.")
        box = kept.boxes.add(given.box)
    put(f"{box.name} is table {box.seat}.")


def _check_name(name: str) -> None:
    from club.broker import topics

    if not topics.is_box_name(name):
        raise ClubMisused(f"“{name}” is no box's name: up to 32 small letters, digits and hyphens.")
    if name in topics.RESERVED:
        raise ClubMisused(f"“{name}” is an account of the broker that no box can have: choose another name.")


def _join(given: argparse.Namespace, store: ClubStore, language: Language) -> None:
    """Show digits until a box has joined by them."""
    from club.joining.admitting import TRIES, VALID_S, JoiningDesk, JoiningEnd

    _check_name(given.box)
    if not given.replace:
        joining_again.ask(given.box, given.passwords, store, language)
    host, port = place_of(given.listen, "0.0.0.0")
    try:
        desk = JoiningDesk(host, port, given.certificate, given.key)
    except OSError as error:  # ssl's errors are some, too
        raise ClubMisused(f"nobody can join at {given.listen}: {error.strerror or error}.") from None
    with closing(desk), ended_by_signals(desk.stop):
        put(f"Type at the box: {desk.digits[:4]} {desk.digits[4:]}", flush=True)
        put(f"They are valid for {VALID_S / 60:.0f} minutes, and void after {TRIES} wrong ones.", flush=True)
        found = desk.admit(given.box, given.broker_port, lambda: _admitted(given, store))
    if found is JoiningEnd.TRIED:
        raise ClubMisused(f"somebody has tried {TRIES} wrong digits: show new ones, and look who it was.")
    if found is JoiningEnd.LATE:
        raise ClubMisused("nobody has joined in time.")
    if found is JoiningEnd.JOINED:
        put(f"{given.box} has joined.")


def _admitted(given: argparse.Namespace, store: ClubStore) -> str:
    """Make a box one of the club, with a new password, which is returned."""
    from club.joining import broker_passwords

    password = broker_passwords.new_password()
    try:
        broker_passwords.set_password(given.passwords, given.box, password)
    except OSError as error:
        raise ClubMisused(f"{given.passwords} can't be written: {error.strerror}.") from None
    with store.transaction() as kept:
        if any(box.name == given.box for box in kept.boxes.all()):
            kept.boxes.admit(given.box)
        else:
            kept.boxes.add(given.box)
    _have_read(given)
    return password


def _have_read(given: argparse.Namespace) -> None:
    """Have the broker take up its passwords."""
    from club.joining import broker_passwords

    pid_file = given.pid or broker_passwords.PID_FILE
    if not broker_passwords.have_read(pid_file):
        put(f"No broker was found by {pid_file}: have it read its passwords again.", flush=True)


def _revoke(given: argparse.Namespace, store: ClubStore, _: Language) -> None:
    _known(given.box, store)
    with store.transaction() as kept:
        kept.boxes.revoke(given.box)
    if given.passwords is None:
        put(f"Nothing of {given.box} is taken any more. Take it from the broker's password file, too.")
        return
    from club.joining import broker_passwords

    try:
        broker_passwords.take_password(given.passwords, given.box)
    except OSError as error:
        raise ClubMisused(f"{given.passwords} can't be written: {error.strerror}.") from None
    _have_read(given)
    put(f"Nothing of {given.box} is taken any more, and the broker does not let it in.")


def _boxes(_: argparse.Namespace, store: ClubStore, language: Language) -> None:
    with store.reading() as kept:
        for box in kept.boxes.all():
            games = len(kept.games.marks(box.name))
            held = language.say(counted("{n} game", "{n} games", games))
            put_cells((str(box.seat), box.name, held, "revoked" if box.revoked else ""))


def _games(given: argparse.Namespace, store: ClubStore, language: Language) -> None:
    from club.league.past_games import past_game
    from device.reports import text_lines  # a courier has no use for them

    with store.reading() as kept:
        tables = {box.name: box.seat for box in kept.boxes.all()}
        for game in kept.games.all(given.box):
            found = past_game(game)
            if found is not None:
                put_cells((str(tables[game.box]), game.mark.game, language.say(text_lines.game_line(found))))


def _aside(_: argparse.Namespace, store: ClubStore, language: Language) -> None:
    with store.reading() as kept:
        for one in kept.asides.all():
            put_cells((one.box, one.game, language.say(one.sentence)))


def _again(given: argparse.Namespace, store: ClubStore, _: Language) -> None:
    from club.store.receiver import Receiver

    _known(given.box, store)
    with store.reading() as kept:
        game = kept.games.find(given.box, given.game)
        waiting = any((one.box, one.game) == (given.box, given.game) for one in kept.asides.all())
    if game is None and not waiting:
        raise ClubMisused(f"there is no game {given.game} of {given.box}; `tablekeeper hub games` lists them.")
    Receiver(store, time.time).send_again(given.box, given.game)
    put(f"{given.box} sends game {given.game} again as soon as it hears of it. What was here of it is kept.")


def _known(name: str, store: ClubStore) -> None:
    with store.reading() as kept:
        if all(box.name != name for box in kept.boxes.all()):
            raise ClubMisused(f"there is no box {name} in this club; `tablekeeper hub boxes` lists them.")


_ACTIONS: dict[str, Callable[[argparse.Namespace, ClubStore, Language], None]] = {
    "add": _add,
    "join": _join,
    "revoke": _revoke,
    "director": _director,
    "boxes": _boxes,
    "games": _games,
    "aside": _aside,
    "again": _again,
    "asked": club_deciding.asked,
    "seen": club_deciding.seen,
    "records": club_deciding.records,
    "choose": club_deciding.choose,
    "give": club_deciding.give,
    "move": club_deciding.move,
    "leave-out": club_leaving_out.leave_out,
    "take-in": club_leaving_out.take_in,
    "left-out": club_leaving_out.left_out,
}


def _broker(given: argparse.Namespace, user: str) -> BrokerAddress:
    from club.broker.link import BrokerAddress

    default = "1883" if given.certificate is None else "8883"
    host, port = place_of(given.broker if ":" in given.broker else f"{given.broker}:{default}", "")
    if not host:
        raise ClubMisused(f"“{given.broker}” names no broker; write HOST or HOST:PORT.")
    return BrokerAddress(host, port, user, password_of(given.password), given.certificate)


@contextmanager
def _certificates() -> Iterator[None]:
    try:
        yield
    except OSError as error:  # ssl's errors are some, too
        raise ClubMisused(f"the certificate can't be used: {error.strerror or error}.") from None
