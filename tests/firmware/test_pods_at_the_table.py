"""Whole games and the command line, with real boards on pseudo-terminals."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import groupby
from pathlib import Path
from queue import Empty, SimpleQueue

import pytest

from device.cli import pods as podcli
from device.journal import writer
from device.journal.export import exported_lines
from device.pods.seats import FILE_NAME, PodSeats
from device.system import lock
from device.system.log_level import LogLevel
from device.table.controller import Controller
from device.table.table_settings import TableSettings
from display.words import ENGLISH
from hal.clock.clock import RealClock
from hal.keys.keys import Press
from hal.panel import panel
from hal.panel.panel import PanelKind, RefreshMode
from hal.pods.events import PodEvent, PodIdentity
from hal.pods.plugged_pods import PodOutput, PodTiming
from hal.pods.serial_pods import SerialPods
from hal.signal.readout import Status
from hal.signal.signal import NoSignal
from hal.table.threaded_table import ThreadedTable
from tests.firmware.cables import Cable
from tests.firmware.hosts import LOOK_S, laid, next_event, powered
from tests.firmware.microcontrollers import Microcontroller
from tests.games.registered import choices, deal, written
from tests.table.evenings import HEADER, ROUND, TOTALS
from tests.table.pod_players import PodPlayers, begun, keyed, set_up
from tests.table.tables import controlled


@pytest.fixture
def bench() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class Panel:
    """A panel that shows at once."""

    kind: PanelKind = panel.panel_kind("what-black")

    def show(self, image: object, mode: RefreshMode = RefreshMode.FULL) -> None:
        """Nobody looks."""


class TwoPlayers:
    """Two who declare three rounds of totals by their pods: they look what the table tells, and press on."""

    def __init__(self, microcontrollers: list[Microcontroller], cable: Cable, over: Callable[[], None]) -> None:
        self._microcontrollers = microcontrollers
        self._cable = cable
        self._over = over
        self._told: list[str] = []
        self._rounds = 0

    def hear(self, line: str, level: LogLevel = LogLevel.INFO) -> None:
        """The table has told something."""
        self._told.append(line)
        if line.endswith("is there, for everybody. The menu gives it a seat.") and len(self._told) == 2:
            for key in begun(*TOTALS):
                self._microcontrollers[0].press(key)
        elif line == "start":
            self._declare()
        elif line == "accept":
            self._go_on()
        elif line in ROUND:
            self._declared(line)

    def _declare(self) -> None:
        """Both at the same time."""
        self._rounds += 1
        for microcontroller, declaration in zip(self._microcontrollers, ROUND, strict=True):
            microcontroller.press("".join(keyed(*TOTALS, declaration=declaration)[1:]))

    def _go_on(self) -> None:
        if self._told.count("accept") == 3:
            self._over()
        else:
            self._declare()

    def _declared(self, line: str) -> None:
        if line == ROUND[0] and self._rounds == 2:
            self._cable.pull()
            self._cable.plug()
        if sum(one in ROUND for one in self._told) == 2 * self._rounds:
            self._microcontrollers[self._rounds % 2].press("C", down=700)


def plugged(stack: ExitStack, cables: list[Cable], post: Callable[[PodOutput], None], marks: Path | None) -> SerialPods:
    """The pods on these cables, from now on until the end of the test."""
    pods = SerialPods(
        post,
        find_ports=lambda: [found for cable in cables for found in cable.found()],
        checkpoints=marks,
        timing=PodTiming(scan_interval_s=LOOK_S),
    )
    stack.callback(pods.close)
    return pods.start()


def seated(directory: Path, places: dict[int, int]) -> PodSeats:
    """Seats for pods by the numbers of their chips."""
    seats = PodSeats(directory / FILE_NAME)
    for chip, seat in places.items():
        seats.assign(PodIdentity(f"pod-{chip:08x}"), seat)
    return seats


def test_a_whole_game_from_two_real_pods(bench: ExitStack, tmp_path: Path) -> None:
    """Set-up, three rounds of totals typed by both at the same time, a cable pulled between, the final sheet."""
    cables = [laid(bench, f"1-{number}") for number in range(2)]
    microcontrollers = [
        powered(bench, cable, chip=f"{number:016x}", display=True) for number, cable in enumerate(cables)
    ]
    seats = seated(tmp_path, {number: number for number in range(2)})
    table = ThreadedTable(RealClock(), Panel(), NoSignal())
    bench.callback(table.close)
    table.pods = plugged(bench, cables, table.post, tmp_path / "marks")
    journal_writer = writer.journal_writer_for(tmp_path)
    players = TwoPlayers(microcontrollers, cables[0], table.stop)
    controller = controlled(table, journal_writer, players.hear, TableSettings(pod_seats=seats))
    controller.run()
    journal_writer.close()
    assert sorted(exported_lines(tmp_path, None)) == sorted([*HEADER, *TOTALS, *ROUND * 3])
    assert controller.report.as_json()["refused"] == 0


QUICK = 6
"""How many times as fast as ours the clocks of the boards go: as far as debouncing allows."""


@pytest.mark.parametrize(
    ("game_id", "seed"), [("loop", 2), ("loop-2023", 22), ("no-loose-ends", 10), ("no-thanks", 11)]
)
def test_each_game_from_real_pods_alone(bench: ExitStack, tmp_path: Path, game_id: str, seed: int) -> None:
    """From power-on to the end: a pod for each player, and one in the middle for what concerns all."""
    players, chosen = choices(game_id, seed)
    names = tuple("ABCDEFG"[:players])
    dealt = deal(game_id, seed, players, chosen)
    lines = written(game_id, names, chosen, dealt)
    presses = [*set_up(lines), *PodPlayers(game_id, names, chosen, dealt).presses()]
    cables = [laid(bench, f"1-{number}") for number in range(players + 1)]
    microcontrollers = [
        powered(bench, cable, chip=f"{number:016x}", speed=QUICK) for number, cable in enumerate(cables)
    ]  # the first in the middle
    table = ThreadedTable(RealClock(), Panel(), NoSignal())
    heard: SimpleQueue[PodOutput] = SimpleQueue()

    def post(event: PodOutput) -> None:
        table.post(event)
        heard.put(event)

    def press() -> None:
        try:
            take_turns(presses, microcontrollers, heard)
        finally:
            table.stop()

    bench.callback(table.close)
    table.pods = plugged(bench, cables, post, None)
    journal_writer = writer.journal_writer_for(tmp_path)
    controller = Controller(
        table, journal_writer, TableSettings(pod_seats=seated(tmp_path, {seat + 1: seat for seat in range(players)}))
    )
    people = threading.Thread(target=press)
    people.start()
    controller.run()
    people.join()
    journal_writer.close()
    assert list(exported_lines(tmp_path, None)) == [line for line in lines if line]
    assert controller.report.as_json()["refused"] == 0


def take_turns(presses: list[str], microcontrollers: list[Microcontroller], heard: SimpleQueue[PodOutput]) -> None:
    """Press on one pod after the other, each when the table has heard the one before, as people do who take turns."""
    for _ in microcontrollers:
        assert isinstance(next_event(heard), PodEvent)
    for number, turn in groupby(presses, lambda said: int(said[3]) if said.startswith("pod") else 0):
        moves: list[tuple[int, str]] = []
        for said in turn:
            moves += [(25, said[-1]), (650 if "hold" in said else 25, said[-1].lower())]
        microcontrollers[number].play(moves)
        left, events = len(moves) // 2, []
        while left:
            try:
                events.append(next_event(heard))
            except Empty:
                raise AssertionError(f"of {moves} on pod {number}, only {events} came") from None
            left -= isinstance(events[-1], Press)


def test_pods_are_listed_found_and_seated(bench: ExitStack, tmp_path: Path) -> None:
    cable = laid(bench)
    microcontroller = powered(bench, cable, display=True)
    find = lambda: tuple(cable.found())  # noqa: E731
    (line,) = podcli.pod_lines(ENGLISH, tmp_path, find)
    assert line == f"pod-4b1234af at {cable.found()[0].name}, for everybody; firmware 1.0, 16×8 letters"
    assert "blinks" in podcli.identify(ENGLISH, "pod-4b1234af", find)
    microcontroller.told("tone 1320\n")
    assert podcli.assign_seat(ENGLISH, tmp_path, "pod-4b1234af", "2", find) == "pod-4b1234af belongs to seat 2 now."
    assert "seat 2" in next(podcli.pod_lines(ENGLISH, tmp_path, find))
    assert PodSeats(tmp_path / FILE_NAME).seat(PodIdentity("pod-4b1234af", "1-1")) == 1
    assert "everybody's" in podcli.assign_seat(ENGLISH, tmp_path, "pod-4b1234af", "none", find)


def test_what_cannot_be_done_is_said(bench: ExitStack, tmp_path: Path) -> None:
    cables = [laid(bench, f"1-{number}") for number in range(2)]
    for cable in cables:
        powered(bench, cable)
    find = lambda: tuple(found for cable in cables for found in cable.found())  # noqa: E731
    with pytest.raises(podcli.PodsError, match="are several"):
        podcli.identify(ENGLISH, "pod-4b1234af", find)
    with pytest.raises(podcli.PodsError, match="no pod “x”; there are"):
        podcli.identify(ENGLISH, "x", find)
    with pytest.raises(podcli.PodsError, match="no seat"):
        podcli.assign_seat(ENGLISH, tmp_path, "pod-4b1234af", "17", find)
    with pytest.raises(podcli.PodsError, match="Say which board"):
        list(podcli.update_firmware(ENGLISH, None, find))
    with lock.hold_lock(tmp_path), pytest.raises(podcli.PodsError, match="the menu"):
        podcli.assign_seat(ENGLISH, tmp_path, "1-0", "1", find)
    with pytest.raises(podcli.PodsError, match="No board"):
        list(podcli.update_firmware(ENGLISH, None, lambda: ()))
    assert any("Two pods" in line for line in podcli.pod_lines(ENGLISH, tmp_path, find))


def test_a_port_that_another_program_has_is_told_of(bench: ExitStack, tmp_path: Path) -> None:
    cable = laid(bench)
    powered(bench, cable)
    find = lambda: tuple(cable.found())  # noqa: E731
    with closing(podcli.PodConnections(find)) as other:
        other.wait_until_complete()
        (line,) = podcli.pod_lines(ENGLISH, tmp_path, find)
    assert "can't be opened" in line


def test_a_port_that_another_program_has_is_not_updated(bench: ExitStack) -> None:
    cable = laid(bench)
    powered(bench, cable)
    find = lambda: tuple(cable.found())  # noqa: E731
    with closing(podcli.PodConnections(find)) as other:
        other.wait_until_complete()
        with pytest.raises(podcli.PodsError, match="can't be opened"):
            list(podcli.update_firmware(ENGLISH, cable.found()[0].name, find))


def test_an_update_needs_a_board_that_is_there(bench: ExitStack) -> None:
    """By a name or a port that nobody has; without a name, by the only board or not at all."""
    cables = [laid(bench, f"1-{number}") for number in range(2)]
    powered(bench, cables[0])
    find = lambda: tuple(found for cable in cables[:1] for found in cable.found())  # noqa: E731
    for name in ("/dev/nowhere", "pod-0"):
        with pytest.raises(podcli.PodsError, match=f"no pod “{name}”; there are: pod-4b1234af"):
            list(podcli.update_firmware(ENGLISH, name, find))
    with pytest.raises(podcli.PodsError, match="No board is plugged in"):
        list(podcli.update_firmware(ENGLISH, None, lambda: ()))
    with pytest.raises(podcli.PodsError, match="Say which board: /dev/pts/"):
        list(podcli.update_firmware(ENGLISH, None, lambda: tuple(found for cable in cables for found in cable.found())))


@pytest.mark.parametrize("name", [None, "pod-4b1234af", "1-1"])
def test_a_pod_that_does_not_come_back_is_told_of(
    bench: ExitStack, monkeypatch: pytest.MonkeyPatch, name: str | None
) -> None:
    """It was asked to start anew, which it did; then its plug was pulled."""
    monkeypatch.setattr(podcli, "LEAVE_S", 0.0)
    monkeypatch.setattr(podcli, "RETURN_TIMEOUT_S", 0.1)
    cable = laid(bench)
    microcontroller = powered(bench, cable)

    def gone() -> None:
        assert microcontroller.wait() == RESET
        cable.pull()

    waiting = threading.Thread(target=gone)
    waiting.start()
    find = lambda: tuple(cable.found()) if waiting.is_alive() else ()  # noqa: E731
    with pytest.raises(podcli.PodsError, match=r"pod-4b1234af has not come back\. Plug it in anew"):
        list(podcli.update_firmware(ENGLISH, name, find))
    waiting.join()


RESET = 3
"""The exit status of a board that starts anew."""


def test_a_display_has_room_for_a_question_and_an_answer() -> None:
    from hal.pods.display_rows import status_rows, to_display_charset

    status = Status("Théa : which bid does the trick cover?", "BD", "Bo can't bid red 3: it is already bid.")
    shown = status_rows(status, 16, 8)
    assert shown == ("Thea : which bid", "does the trick", "cover?", "", "> BD", *shown[5:])
    assert shown[5:] == ("Bo can't bid red", "3: it is already", "bid.")
    keyed = status._replace(answer="", key_meanings=("1–4", "5–8", "", "pass · nothing"))
    assert status_rows(keyed, 16, 8) == (
        "Thea : which bid",
        "does the trick",
        "cover?",
        "A 1-4",
        "B 5-8",
        "D pass - nothing"[:16],
        "",
        "> BD",
    )
    alike = Status("Who starts?", key_meanings=("Théa",) * 4)
    assert status_rows(alike, 16, 8)[:2] == ("Who starts?", "ABCD Thea")
    assert status_rows(status, 16, 4)[-1].endswith("..")
    assert status_rows(status, 0, 0) == ()
    assert status_rows(status, 16, 2) == ("> BD", "Bo can't bid r..")
    assert status_rows(Status("x" * 40), 16, 4)[:3] == ("x" * 16, "x" * 16, "x" * 8)
    assert status_rows(Status("?", "DDABCAA"), 8, 2)[-1] == "> DABCAA"
    assert to_display_charset("“Œuvre” ~ 5×−3… 漢") == '"OEuvre" - 5x-3... ?'
    assert to_display_charset("Łukasz, Đorđe, Þóra, Sıla") == "Lukasz, Dorde, Thora, Sila"
