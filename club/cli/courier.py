"""The command `tablekeeper courier`: sends a box's games to the hub of its club."""

from __future__ import annotations

import argparse
from functools import partial

from club.cli.arguments import broker_address, check_name, readable_certificates
from club.courier.courier import Courier
from club.courier.joiner import Joiner, JoinWaiter
from club.joining.membership import load_membership
from device.cli.common_arguments import Misused
from device.system import gctuning
from device.system.ending import end_on_signals
from device.system.exitcodes import FINE
from device.system.printing import put


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
        member = load_membership(given.state)
        if member is None:
            log("this box belongs to no club yet: it joins one by its menu")
            found: Courier | JoinWaiter = JoinWaiter(given.door, joiner)
        else:
            try:
                found = Courier(member.box, given.door, member.prepare_address(given.state), log, joiner)
            except OSError as error:
                raise Misused(f"{given.state} can't be used: {error.strerror or error}.") from None
        with end_on_signals(found.stop):
            membership_changed = found.run()
    return FINE
