"""The command `tablekeeper courier`: sends a box's games to the hub of its club."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

from club.cli.arguments import broker_address, check_name, readable_certificates
from club.courier.courier import Courier
from club.courier.joiner import Joiner, JoinWaiter
from club.joining.membership import FILE, load_membership
from device.cli.common_arguments import Misused
from device.system import gctuning
from device.system.ending import end_on_signals
from device.system.exitcodes import FINE
from device.system.printing import put
from device.system.reasons import unread_sentence
from display.words import ENGLISH

READ_AGAIN_S = 60.0
"""After how many seconds a membership is read again that could not be read."""


def run(given: argparse.Namespace) -> int:
    """Run a courier until a signal ends it. Raises Misused."""
    if given.state is not None:
        return _run_joining_courier(given)
    if given.box is None or given.broker is None:
        raise Misused("a courier needs --box and --broker, or --state where its box joins by digits.")
    check_name(given.box)
    with readable_certificates():
        courier = Courier(given.box, given.door, broker_address(given, given.box), partial(put, flush=True))
    gctuning.collect_and_settle()
    with end_on_signals(courier.stop):
        courier.run()
    return FINE


def _run_joining_courier(given: argparse.Namespace) -> int:
    """Run a courier for the club that the box belongs to. Until it has joined one, wait for that."""
    gctuning.collect_and_settle()
    log = partial(put, flush=True)
    joiner = Joiner(given.state, log)
    membership_changed = True
    while membership_changed:
        found = _joining_courier(given, joiner, log)
        with end_on_signals(found.stop):
            membership_changed = found.run()
    return FINE


def _joining_courier(given: argparse.Namespace, joiner: Joiner, log: Callable[[str], None]) -> Courier | JoinWaiter:
    """The courier for the club that the box belongs to; if it belongs to none, or that can't be read, one that joins a
    club. Raises Misused."""
    try:
        member = load_membership(given.state)
    except OSError as error:
        sentence = ENGLISH.say(unread_sentence(given.state / FILE, error))
        log(f"{sentence} It is tried again in {READ_AGAIN_S:.0f} seconds.")
        return JoinWaiter(given.door, joiner, READ_AGAIN_S)
    if member is None:
        log("this box belongs to no club yet: it joins one by its menu")
        return JoinWaiter(given.door, joiner)
    try:
        return Courier(member.box, given.door, member.prepare_address(given.state), log, joiner)
    except OSError as error:
        raise Misused(f"{given.state} can't be used: {error.strerror or error}.") from None
