"""A box in a club: its courier, a service of its own, carries a game while courier and broker fail.

Broker and hub are on the same machine, set up as docs/club.md and docs/hub.md have it.
"""

from __future__ import annotations

import re

from device.contract.keycodes import keys_for
from device.contract.number_pad import digits
from tools.emulation.box import (
    ASK_S,
    GAMES,
    ROOT_GOLDEN,
    Bench,
    begin_anew,
    golden_record,
    play,
    presses,
    refusals,
    repeat_until_undisturbed,
    script_of,
    wait,
    wait_active,
)
from tools.emulation.guest import Guest
from tools.emulation.parts.evenings import report_export
from tools.emulation.parts.survival import main_pid
from tools.emulation.report import RunReport
from tools.emulation.stretches import join_stretches, settled_rows, stretches

GAME = "score-pad"
MIN_PRESS_COUNT = 120
"""The minimum number of presses between two troubles."""
COURIER, HUB = "tablekeeper-courier", "tablekeeper-hub"
STORE = f"/var/lib/{HUB}/club.db"
DOOR = "/run/tablekeeper-door"
RIGHTS = {
    DOOR: "tablekeeper tablekeeper-courier 2750",
    f"{DOOR}/courier": "tablekeeper tablekeeper-courier 660",
    f"/var/lib/{COURIER}": f"{COURIER} {COURIER} 700",
}
"""Owner, group and mode of what the table and its courier share, and of the courier's own directory."""
A_CLUB = """
sed -i 's|^#door = "\\(.*courier"\\)|door = "\\1|; s|^#hub = .*|hub = "127.0.0.1"|' /etc/tablekeeper/tablekeeper.toml
systemctl restart tablekeeper
"""
BROKER = """
mkdir -p /etc/mosquitto/certs
cd /etc/mosquitto
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=hub \
    -keyout certs/hub.key -out certs/hub.pem 2>/dev/null
chown mosquitto certs/hub.key
cat > conf.d/tablekeeper.conf <<END
set_tcp_nodelay true
listener 8883
certfile /etc/mosquitto/certs/hub.pem
keyfile /etc/mosquitto/certs/hub.key
allow_anonymous false
use_username_as_clientid true
max_packet_size 600000
password_file /etc/mosquitto/passwords
acl_file /etc/mosquitto/tablekeeper.acl
END
cat > tablekeeper.acl <<END
user hub
topic readwrite tablekeeper/#
pattern write tablekeeper/box/%u/said
pattern write tablekeeper/box/%u/online
pattern write tablekeeper/box/%u/table
pattern read tablekeeper/hub/%u/#
END
mosquitto_passwd -c -b passwords hub secret
systemctl start mosquitto
"""
HUB_SET_UP = f"""
install -d -m 700 /etc/{HUB}
install -m 600 /etc/mosquitto/certs/hub.pem /etc/mosquitto/certs/hub.key /etc/{HUB}/
(umask 077; echo secret > /etc/{HUB}/broker-password)
echo "HUB=--store sqlite:///{STORE} --broker 127.0.0.1:8883 --page 127.0.0.1:8443" > /etc/{HUB}/options
systemctl start {HUB}
"""
JOIN = f"""
systemd-run --quiet --unit=joining /opt/tablekeeper-hub/bin/tablekeeper hub join red --store sqlite:///{STORE} \
    --certificate /etc/mosquitto/certs/hub.pem --key /etc/mosquitto/certs/hub.key --passwords /etc/mosquitto/passwords
"""
PAGE = """python3 -c "
import ssl, urllib.request
trust = ssl.create_default_context(cafile='/etc/mosquitto/certs/hub.pem')
trust.check_hostname = False
print(urllib.request.urlopen('https://127.0.0.1:8443/', context=trust).status)" """
MENU = "hold D\nD\nC\n"
"""The keys for the menu of a table without a game, and for joining a club there."""
ARRIVES_S = 120.0
"""Seconds; the courier tries a broker again within a minute."""


def run(bench: Bench, report: RunReport) -> None:
    """Play a game on a box that joins a club, and compare what its hub has in the end."""
    with bench.booted("club") as guest:
        _report_door(guest, report)
        _join(guest, report)
        table, lacking = repeat_until_undisturbed(report, lambda: _play(guest))
        polite = guest.run("ps -o ni= -p $(pgrep -u tablekeeper -f outbox.outbox_worker)")
        report.figure("priority of the process that answers the courier", polite, "19", good=polite == "19")
        report.figure("a courier that was killed", "is started again", "is started again")
        report.figure("rows that the hub lacks while there is no broker", lacking, "> 0", good=lacking > 0)
        found = refusals(guest)
        report.figure("declarations that were refused", found[0] if found else 0, "0", good=not found)
        report_export(guest, report, "the record at the box", GAME)
        record = golden_record(GAME).splitlines()
        seconds = wait(guest, lambda: _hub_rows(guest)[-len(record) :] == record, "the hub has another", ARRIVES_S)
        report.figure("the hub has the same, with a broker again, after (s)", f"{seconds:.0f}", f"≤ {ARRIVES_S:.0f}")
        status = guest.run(PAGE)
        report.figure("the status of the hub's first page, by TLS", status, "200", good=status == "200")
        same = main_pid(guest) == table
        report.figure("the table's process meanwhile", "the same" if same else "another", "the same", good=same)
        failed = guest.run("systemctl list-units --failed --plain --no-legend | awk '{print $1}'").split()
        report.figure("units that failed", ", ".join(failed) or "none", "none", good=not failed)


def _play(guest: Guest) -> tuple[int, int]:
    """Play a game, kill the courier, and stop the broker. Returns the table's process, and how many rows the hub lacks.

    Raises HostTooBusy: a hub can't go back to a stretch's beginning, so the game must begin again.
    """
    begin_anew(guest)
    table, courier = main_pid(guest), main_pid(guest, COURIER)
    first, second, *others = join_stretches(stretches(script_of(ROOT_GOLDEN / f"{GAME}.txt")), MIN_PRESS_COUNT)
    play(guest, first)
    guest.run(f"systemctl kill -s KILL {COURIER}")
    play(guest, second)
    wait(guest, lambda: main_pid(guest, COURIER) not in (0, courier), "the courier is not started again", every=ASK_S)
    guest.run("systemctl stop mosquitto")
    for part in others:
        play(guest, part)
    lacking = len(set(settled_rows(guest)) - set(_hub_rows(guest)))
    guest.run("systemctl start mosquitto")
    return table, lacking


def _hub_rows(guest: Guest) -> list[str]:
    """The lines of all records at the hub."""
    return guest.journal_rows(STORE)


def _report_door(guest: Guest, report: RunReport) -> None:
    """Check a table with a socket for its courier, which has no hub yet."""
    guest.run(A_CLUB, 120)
    wait_active(guest)
    wait(guest, lambda: "joins one by its menu" in _log(guest, COURIER), "no courier tells that it waits", every=ASK_S)
    user = guest.run(f"ps -o user:32= -p {main_pid(guest, COURIER)}")
    report.figure("the courier without a hub waits, as", user, COURIER, good=user == COURIER)
    for path, wanted in RIGHTS.items():
        found = guest.run(f"stat -c '%U %G %a' {path}")
        report.figure(path, found, wanted, good=found == wanted)
    games = guest.run(f"nsenter -t {main_pid(guest, COURIER)} -m ls -A {GAMES}")
    report.figure("what the courier sees of the games", games or "nothing", "nothing", good=not games)


def _join(guest: Guest, report: RunReport) -> None:
    """Start a broker and a hub, and let the box join by the digits that the hub shows."""
    guest.run(BROKER, 120)
    guest.run(HUB_SET_UP, 120)
    wait(guest, lambda: "connected to the broker" in _log(guest, HUB), "the hub has no broker", every=ASK_S)
    guest.run(JOIN)
    wait(guest, lambda: "Type at the box" in _log(guest, "joining"), "no digits are shown", every=ASK_S)
    shown = re.search(r"Type at the box: (\d+) (\d+)", _log(guest, "joining"))
    assert shown is not None
    repeat_until_undisturbed(report, lambda: _type(guest, shown[1] + shown[2]))
    wait(guest, lambda: any("of the club now" in line for line in guest.messages()), "the box has not joined")
    play(guest, presses("hold C"))
    wait(guest, lambda: "connected to the broker" in _log(guest, COURIER), "the courier has no broker", every=ASK_S)
    report.figure("by eight digits, the box", "has joined", "has joined")


def _type(guest: Guest, digits: str) -> None:
    begin_anew(guest)
    play(guest, presses(MENU + "".join(f"{key}\n" for digit in digits for key in code(int(digit)))))


def code(digit: int) -> str:
    """The two keys of a digit, as the table's own pad has them."""
    found = keys_for(digits("digit", 1, str, str), str(digit))
    assert found is not None
    return found


def _log(guest: Guest, unit: str) -> str:
    return guest.run(f"journalctl -u {unit} -o cat --no-pager")
