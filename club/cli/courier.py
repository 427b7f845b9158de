"""The command `tablekeeper courier`: sends a box's games to the hub of its club."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial

from club.cli.arguments import broker_address, check_box_name, check_certificates
from club.courier.courier import Courier
from club.courier.joiner import Joiner, JoinWaiter
from club.joining.membership import FILE_NAME, load_membership
from device.cli.common_arguments import UsageError
from device.system import garbage_collection
from device.system.end_signals import end_on_signals
from device.system.error_reasons import unread_sentence
from device.system.exitcodes import SUCCESS
from device.system.printing import put
from display.words import ENGLISH

RETRY_READ_S = 60.0
"""After how many seconds a membership is read again that could not be read."""


def run(arguments: argparse.Namespace) -> int:
    """Run a courier until a signal ends it. Raises UsageError."""
    if arguments.state is not None:
        return _run_joining_courier(arguments)
    if arguments.box is None or arguments.broker is None:
        raise UsageError("a courier needs --box and --broker, or --state where its box joins by digits.")
    check_box_name(arguments.box)
    with check_certificates():
        courier = Courier(
            arguments.box, arguments.door, broker_address(arguments, arguments.box), partial(put, flush=True)
        )
    garbage_collection.collect_and_settle()
    with end_on_signals(courier.stop):
        courier.run()
    return SUCCESS


def _run_joining_courier(arguments: argparse.Namespace) -> int:
    """Run a courier for the club that the box belongs to. Until it has joined one, wait for that."""
    garbage_collection.collect_and_settle()
    log = partial(put, flush=True)
    joiner = Joiner(arguments.state, log)
    membership_changed = True
    while membership_changed:
        courier = _courier_or_join_waiter(arguments, joiner, log)
        with end_on_signals(courier.stop):
            membership_changed = courier.run()
    return SUCCESS


def _courier_or_join_waiter(
    arguments: argparse.Namespace, joiner: Joiner, log: Callable[[str], None]
) -> Courier | JoinWaiter:
    """The courier for the club that the box belongs to; if it belongs to none, or the membership can't be read, a
    JoinWaiter. Raises UsageError."""
    try:
        membership = load_membership(arguments.state)
    except OSError as error:
        sentence = ENGLISH.say(unread_sentence(arguments.state / FILE_NAME, error))
        log(f"{sentence} It is tried again in {RETRY_READ_S:.0f} seconds.")
        return JoinWaiter(arguments.door, joiner, RETRY_READ_S)
    if membership is None:
        log("this box belongs to no club yet: it joins one by its menu")
        return JoinWaiter(arguments.door, joiner)
    try:
        return Courier(membership.box, arguments.door, membership.prepare_address(arguments.state), log, joiner)
    except OSError as error:
        raise UsageError(f"{arguments.state} can't be used: {error.strerror or error}.") from None
