"""When a client of a broker tries again."""

from __future__ import annotations

import random
import socket
import subprocess
import sys
from collections import Counter
from contextlib import closing

import pytest

from club.broker.link import (
    FIRST_RETRY_RANGE_S,
    MAX_RETRY_RANGE_S,
    BrokerAddress,
    BrokerConnected,
    BrokerLink,
    MessageArrived,
    draw_retry_delays,
)


@pytest.mark.parametrize(("which", "bounds"), [(0, FIRST_RETRY_RANGE_S), (1, MAX_RETRY_RANGE_S)])
def test_clients_do_not_come_back_to_a_broker_at_one_moment(which: int, bounds: tuple[float, float]) -> None:
    chance = random.Random(1)
    drawn = [draw_retry_delays(chance.uniform)[which] for _ in range(500)]
    least, most = bounds
    assert least <= min(drawn) < max(drawn) <= most
    assert max(Counter(int((time - least) / (most - least) * 10) for time in drawn).values()) < 100


def test_a_link_is_connected_once_the_broker_has_acknowledged_its_topics() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = BrokerAddress("127.0.0.1", server.getsockname()[1])
        with closing(BrokerLink(address, ["a"])) as link, server.accept()[0] as broker:
            assert broker.recv(100)[:1] == b"\x10"
            broker.sendall(b"\x20\x02\0\0")
            subscribe = broker.recv(100)
            assert subscribe[:1] == b"\x82"
            broker.sendall(b"\x30\x04\0\x01ab" + b"\x90\x03" + subscribe[2:4] + b"\x01")
            assert [link.next_event(60) for _ in range(2)] == [MessageArrived("a", b"b"), BrokerConnected()]


def test_a_courier_loads_neither_http_nor_mail_nor_what_reads_programs() -> None:
    program = "import sys, club.courier.courier; print({'http.client', 'email', 'inspect'} & {*sys.modules}, end=' ');"
    program += "import urllib.request; print(urllib.request.urlopen.__name__)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "set() urlopen\n"


def test_a_courier_that_looks_up_a_plain_name_loads_no_tables_of_letters() -> None:
    program = (
        "import sys, threading; from club.broker.link import BrokerAddress, BrokerLink; tried = threading.Event();"
        "link = BrokerLink(BrokerAddress('127.0.0.1', 1), [], on_wakeup=tried.set);"
        "print(tried.wait(60), link.trouble_sentence, 'unicodedata' in sys.modules); link.close()"
    )
    told = "the broker can't be reached"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == f"True {told} False\n"
