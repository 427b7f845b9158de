"""What every table is put together with: one program a directory, signals that end it in good order, the journal."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.config import Config
from device.journal.export import exported_lines
from device.run import desktop, mock, pi, terminal
from device.run.run_settings import RunSettings
from device.run.table_assembly import open_journal, print_usage_error, run_alone
from device.session.keyscript import key_script
from device.session.rows import JournalRow, RowKind
from device.system import lock
from device.system.end_signals import end_on_signals
from display.words import ENGLISH
from hal.browser.desk import DeskSettings
from hal.panel.panel import UnknownPanel


def settings(data: Path) -> RunSettings:
    return RunSettings(Config(), data, ENGLISH)


def _mock(data: Path) -> int:
    return mock.play([], settings(data))


def _desktop(data: Path) -> int:
    return desktop.play(settings(data), DeskSettings(port=0), open_browser=False)


def _terminal(data: Path) -> int:
    return terminal.play(settings(data))


def _pi(data: Path) -> int:
    return pi.play(settings(data))


@pytest.mark.parametrize("play", [_mock, _desktop, _terminal, _pi])
def test_no_table_begins_in_a_directory_that_another_uses(
    play: Callable[[Path], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with lock.hold_lock(tmp_path):
        assert play(tmp_path) == 2
    said = capsys.readouterr().err
    assert said == (
        f"tablekeeper: another Tablekeeper is using {tmp_path}; stop it, or name another folder with --data.\n"
    )


def test_what_is_refused_is_said_and_the_directory_is_free_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> int:
        raise UnknownPanel("No panel is called so.")

    assert run_alone(tmp_path, refuse, (UnknownPanel,)) == 2
    assert capsys.readouterr().err == "tablekeeper: No panel is called so.\n"
    with pytest.raises(UnknownPanel):
        run_alone(tmp_path, refuse)
    assert run_alone(tmp_path, lambda: 7) == 7


def test_misuse_has_its_own_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_usage_error("Turn it round.") == 2
    assert capsys.readouterr().err == "tablekeeper: Turn it round.\n"


@pytest.fixture
def handlers() -> Iterator[None]:
    """Signals as a program has them at its start; afterwards, as they were."""
    ending = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = {number: signal.signal(number, signal.SIG_DFL) for number in ending}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_the_first_signal_ends_and_a_second_one_of_any_kind_kills(number: signal.Signals) -> None:
    ended: list[bool] = []
    with end_on_signals(lambda: ended.append(True)):
        os.kill(os.getpid(), number)
        assert ended == [True]
        assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_DFL


@pytest.mark.usefixtures("handlers")
def test_signals_are_afterwards_as_they_were() -> None:
    with end_on_signals(lambda: None):
        assert signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


@pytest.mark.usefixtures("handlers")
def test_a_signal_is_heard_that_comes_as_soon_as_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others are not yet expected then."""
    taken = signal.signal

    def taken_and_sent(number: int, handler: Callable[..., None]) -> object:
        before = taken(number, handler)
        if number == signal.SIGTERM and callable(handler) and not ended:
            signal.raise_signal(signal.SIGTERM)
        return before

    ended: list[bool] = []
    before = signal.getsignal(signal.SIGTERM)
    with monkeypatch.context() as during:
        during.setattr(signal, "signal", taken_and_sent)
        with end_on_signals(lambda: ended.append(True)):
            assert ended == [True]
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_hang_up_that_is_ignored_stays_so() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    ended: list[bool] = []
    with end_on_signals(lambda: ended.append(True)):
        os.kill(os.getpid(), signal.SIGHUP)
        assert ended == []
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_threads_take_turns_sooner_while_a_journal_is_open(tmp_path: Path) -> None:
    before = sys.getswitchinterval()
    with open_journal(tmp_path, 0.0004) as journal:
        assert sys.getswitchinterval() == pytest.approx(0.0004)
        journal.begin_game([JournalRow(RowKind.RECORD, "one")])
    assert sys.getswitchinterval() == before
    assert journal.fault is None
    assert not journal.has_unsaved_rows


@pytest.mark.parametrize(("pause", "accepted"), [((), True), (("wait 0.1",), False)])
def test_a_key_script_with_pauses_presses_as_people_do(tmp_path: Path, pause: tuple[str, ...], accepted: bool) -> None:
    """Who waits for the panel accepts no round whose points are not on it; who knows all pages may."""
    record = ["game loop", "players Ann Bo Cy Dora", "set detail finish", "Ann out", "Bo out", "Cy out"]
    keys = [*key_script("\n".join(record).encode()), *pause, "hold C", "A"]
    assert mock.play(keys, settings(tmp_path)) == 0
    assert (len(list(exported_lines(tmp_path, None))) > len(record)) is accepted
