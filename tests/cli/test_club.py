"""`tablekeeper hub` and `tablekeeper courier`, as they are typed."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from club.courier.joiner import Joiner
from club.hub.hub import Hub
from club.joining.membership import FILE_NAME as MEMBERSHIP
from club.joining.membership import Membership
from club.store.database import ClubStore
from club.store.receiver import BoxMessage, Receiver
from device.cli.commands import main
from device.journal.store import Journal
from device.outbox.codec import encode
from device.outbox.director import ClubStanding, JoinAnswer, JoinOutcome, JoinWish, TableReport, TableWishes
from device.outbox.revisions import next_revision, public_record
from device.run.club_door import ClubDoor
from device.session.rows import JournalRow, RowKind
from device.table.club_mailbox import ClubMailbox
from tests.club.brokers import HUB, Mosquitto, broker_of, mosquitto
from tests.club.doors import AnswersAtOnce
from tests.club.histories import kept_rows
from tests.system.failing_reads import unreadable

GAME = "ff"
JOINING = ("--passwords", "/nowhere", "--certificate", "/nowhere", "--key", "/nowhere")


def url(place: Path) -> str:
    return f"sqlite:///{place / 'club.db'}"


def said(capsys: pytest.CaptureFixture[str], place: Path, *arguments: str, status: int = 0) -> str:
    assert main(["hub", *arguments, "--store", url(place)]) == status
    found = capsys.readouterr()
    return found.err if status else found.out


def arrive(place: Path, kept: list[JournalRow]) -> None:
    found = next_revision(GAME, kept, None)
    assert found is not None
    with closing(ClubStore.open(url(place))) as store:
        Receiver(store, lambda: 1.8e9).receive([BoxMessage("red", encode(found))])


def test_a_membership_that_cannot_be_read_just_now_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The box belonged to no club for the rest of the evening."""
    Membership("red", "hub.local", 8883, "secret", "").save(tmp_path)
    waits: list[tuple[float, ...]] = []
    members: list[str] = []

    class Waiter:
        def __init__(self, door: Path, joiner: Joiner, *timeout: float) -> None:
            waits.append(timeout)

        def stop(self) -> None:
            """Nothing waits."""

        def run(self) -> bool:
            disk.close()
            return True

    class Found(Waiter):
        def __init__(self, box: str, *_: object) -> None:
            members.append(box)

        def run(self) -> bool:
            return False

    monkeypatch.setattr("club.cli.courier.JoinWaiter", Waiter)
    monkeypatch.setattr("club.cli.courier.Courier", Found)
    with ExitStack() as disk:
        disk.enter_context(unreadable(MEMBERSHIP))
        assert main(["courier", "--door", str(tmp_path / "door"), "--state", str(tmp_path)]) == 0
    assert (waits, members) == ([(60.0,)], ["red"])
    said = f"{tmp_path / MEMBERSHIP} can't be read: the disk fails. It is tried again in 60 seconds."
    assert capsys.readouterr().out.splitlines()[0] == said


def test_a_director_sees_games_and_what_was_set_aside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, tmp_path, "add", "red") == "red is table 1.\n"
    assert said(capsys, tmp_path, "add", "blue") == "blue is table 2.\n"
    arrive(tmp_path, list(kept_rows(0)))
    arrive(tmp_path, [*kept_rows(0)[:-1], JournalRow(RowKind.RECORD, "game loop")])
    assert said(capsys, tmp_path, "boxes") == "1\tred\t1 game\t\n2\tblue\t0 games\t\n"
    games = said(capsys, tmp_path, "games")
    assert games.startswith("1\tff\tNo Thanks!: ")
    assert said(capsys, tmp_path, "games", "--box", "blue") == ""
    assert said(capsys, tmp_path, "aside").startswith("red\tff\tRevision ")
    assert said(capsys, tmp_path, "again", "red", GAME).startswith("red sends game ff again")
    assert said(capsys, tmp_path, "aside") == ""
    assert said(capsys, tmp_path, "revoke", "red").startswith("Nothing of red is taken any more.")
    assert "revoked" in said(capsys, tmp_path, "boxes")
    assert "revoked: `tablekeeper hub join red` admits it again." in said(capsys, tmp_path, "add", "red", status=2)
    assert "Nothing is left out by that number" in said(capsys, tmp_path, "take-in", "7", status=2)
    assert "red is revoked: nothing of it is taken." in said(capsys, tmp_path, "again", "red", GAME, status=2)
    (tmp_path / "passwords").write_text("blue:x\n")
    files = ("--passwords", str(tmp_path / "passwords"), "--pid", str(tmp_path / "no pid"))
    told = said(capsys, tmp_path, "revoke", "blue", *files).splitlines()
    assert told[-1] == "Nothing of blue is taken any more, and the broker lets it in until then."


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("add", "Red!"), "“Red!” is no box's name"),
        (("revoke", "red"), "there is no box red in this club"),
        (("again", "red", "ff"), "there is no box red in this club"),
        (("join", "red", *JOINING), "nobody can join at 0.0.0.0:8884"),
        (("join", "Red!", *JOINING), "“Red!” is no box's name"),
        (("join", "hub", *JOINING), "“hub” is an account of the broker that no box can have"),
        (("add", "homeassistant"), "“homeassistant” is an account of the broker that no box can have"),
        (("run", "--broker", "hub:port"), "“hub:port” names no host and port"),
        (("run", "--broker", "hub:0000659999"), "“hub:0000659999” names no host and port"),
        (("run", "--broker", ":1883"), "“:1883” names no broker"),
        (("run", "--broker", "hub", "--page", "hub:"), "“hub:” names no host and port"),
        (("run", "--broker", "hub", "--password", "/nowhere"), "/nowhere can't be read"),
        (("run", "--broker", "hub", "--certificate", "/nowhere"), "the certificate can't be used"),
    ],
)
def test_what_can_not_be_done_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    assert sentence in said(capsys, tmp_path, *arguments, status=2)


def test_a_box_joins_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, tmp_path, "add", "red")
    assert "red is a box of this club already" in said(capsys, tmp_path, "add", "red", status=2)


class Keyboard(io.StringIO):
    """Somebody at a terminal, who has typed this."""

    def isatty(self) -> bool:
        return True


LAST_GAME = "red is table 1 of this club already. Its last game (15 January 2027): No Thanks!: Dan 86, "


def test_a_box_that_has_played_is_replaced_by_no_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, tmp_path, "add", "red")
    assert "red is table 1 of this club already, and no game of it is here. Choose another name; or," in said(
        capsys, tmp_path, "join", "red", *JOINING, status=2
    )
    arrive(tmp_path, list(kept_rows(0)))
    told = said(capsys, tmp_path, "join", "red", *JOINING, status=2)
    assert LAST_GAME in told
    assert "add --replace" in told


def test_a_box_that_has_played_is_told_of_in_the_language_of_the_hub(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only its last game was."""
    said(capsys, tmp_path, "add", "red")
    joining = ("join", "red", *JOINING, "--lang", "fr")
    assert "aucune de ses parties n’est ici. Choisissez un autre nom" in said(capsys, tmp_path, *joining, status=2)
    arrive(tmp_path, list(kept_rows(0)))
    told = said(capsys, tmp_path, *joining, status=2)
    assert "red est déjà la table 1 de ce club. Sa dernière partie (15 janvier 2027)\u202f: " in told


@pytest.mark.parametrize(
    ("typed", "sentence"), [("yes\n", "the name was not typed; nothing was changed"), ("red\n", "nobody can join at")]
)
def test_whoever_joins_under_a_name_that_has_played_is_asked_for(
    typed: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The certificate is missing on purpose: once it is asked for, the question has been answered."""
    said(capsys, tmp_path, "add", "red")
    arrive(tmp_path, list(kept_rows(0)))
    monkeypatch.setattr(sys, "stdin", Keyboard(typed))
    assert main(["hub", "join", "red", *JOINING, "--store", url(tmp_path)]) == 2
    found = capsys.readouterr()
    assert LAST_GAME in found.out
    assert "If this is meant, type its name: red" in found.out
    assert sentence in found.err


def test_a_name_that_has_a_password_at_the_broker_is_replaced_only_on_purpose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    passwords = tmp_path / "passwords"
    passwords.write_text("probe:$7$101$salt$hash\n")
    joining = ("--passwords", str(passwords), *JOINING[2:])
    told = said(capsys, tmp_path, "join", "probe", *joining, status=2)
    assert "probe has an account at the broker already, and is no box of this club." in told
    assert "nobody can join at" in said(capsys, tmp_path, "join", "probe", "--replace", *joining, status=2)
    assert "nobody can join at" in said(capsys, tmp_path, "join", "red", *joining, status=2)


def test_a_courier_without_a_club_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["courier", "--door", str(tmp_path / "door")]) == 2
    assert "a courier needs --box and --broker, or --state where its box joins by digits." in capsys.readouterr().err


def test_a_database_that_is_none_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hub", "boxes", "--store", "club.db"]) == 2
    assert "“club.db” names no database; write it like sqlite:///club.db." in capsys.readouterr().err


class ClubTable:
    """A table's door, at which nobody plays."""

    def __init__(self, place: Path) -> None:
        self.post = ClubMailbox()
        self.door = ClubDoor(place / "courier", AnswersAtOnce(place / "box"), mailbox=self.post)

    def close(self) -> None:
        self.door.close()

    def wait(self, standing: ClubStanding) -> None:
        """Wait until the courier says so."""
        until = time.monotonic() + 120
        while standing not in self.post.take_messages():
            assert time.monotonic() < until
            time.sleep(0.05)


@contextmanager
def running(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A command that is at work; it is ended as a service manager does, if it is there still."""
    found = subprocess.Popen([sys.executable, "-m", "device", *arguments], stdout=subprocess.PIPE, text=True)
    with found:
        yield found
        found.terminate()


@contextmanager
def hub_at_work(place: Path, broker: Mosquitto) -> Iterator[None]:
    with closing(ClubStore.open(url(place))) as store:
        hub = Hub(store, broker.address(HUB), list[str]().append)
        thread = threading.Thread(target=hub.run)
        thread.start()
        yield
        hub.stop()
        thread.join()


def test_a_box_joins_by_digits_and_is_cut_off_when_it_is_revoked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as opened:
        broker = opened.enter_context(mosquitto())
        opened.enter_context(hub_at_work(tmp_path, broker))
        opened.enter_context(closing(Journal.open(tmp_path / "box")))
        table = opened.enter_context(closing(ClubTable(tmp_path)))
        files = ("--passwords", str(broker.place / "passwords"), "--pid", str(broker.place / "pid"))
        own = ("--certificate", str(broker.place / "hub.pem"), "--key", str(broker.place / "hub.key"))
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            place = f"127.0.0.1:{free.getsockname()[1]}"
        ports = ("--listen", place, "--broker-port", str(broker.port))
        state = str(tmp_path / "state")
        carrying = opened.enter_context(running("courier", "--door", str(tmp_path / "courier"), "--state", state))
        showing = opened.enter_context(running("hub", "join", "red", "--store", url(tmp_path), *own, *files, *ports))
        assert showing.stdout is not None
        digits = showing.stdout.readline().removeprefix("Type at the box: ").replace(" ", "").strip()
        table.post.set_wishes(TableWishes(TableReport(), JoinWish(1, place, digits)))
        table.wait(
            ClubStanding("red", connected=True, undelivered_game_count=0, joining=JoinAnswer(1, JoinOutcome.JOINED))
        )
        assert showing.wait(60) == 0
        assert showing.stdout.read().endswith("red has joined.\n")
        told = said(capsys, tmp_path, "revoke", "red", *files)
        assert told == "Nothing of red is taken any more, and the broker does not let it in.\n"
        table.wait(
            ClubStanding("red", connected=False, undelivered_game_count=0, joining=JoinAnswer(1, JoinOutcome.JOINED))
        )
        carrying.terminate()
        assert carrying.wait(60) == 0


def test_what_is_declared_is_at_the_hub_by_two_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, tmp_path, "add", "red")
    kept = list(kept_rows(0))
    with ExitStack() as opened:
        broker = opened.enter_context(broker_of("red"))
        journal = opened.enter_context(closing(Journal.open(tmp_path / "box")))
        journal.begin_game(kept)
        opened.enter_context(closing(ClubDoor(tmp_path / "courier", AnswersAtOnce(tmp_path / "box"))))
        for name in (HUB, "red"):
            (tmp_path / name).write_text(f"secret of {name}\n")
        reach = ["--broker", f"127.0.0.1:{broker.port}", "--certificate", str(broker.place / "hub.pem"), "--password"]
        hub = ["hub", "run", "--store", url(tmp_path), *reach, str(tmp_path / HUB)]
        courier = ["courier", "--box", "red", "--door", str(tmp_path / "courier"), *reach, str(tmp_path / "red")]
        running = [subprocess.Popen([sys.executable, "-m", "device", *command]) for command in (hub, courier)]
        store = opened.enter_context(closing(ClubStore.open(url(tmp_path))))
        until = time.monotonic() + 120
        lines: list[JournalRow] = []
        while not lines and time.monotonic() < until:
            time.sleep(0.1)
            with store.transaction() as read:
                games = read.games.list_games("red")
                lines = read.lines.lines_of_game(games[0].number) if games else []
        for process in running:
            os.kill(process.pid, signal.SIGTERM)
        assert [process.wait(60) for process in running] == [0, 0]
    assert tuple(lines) == public_record(kept)
