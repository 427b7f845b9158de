"""The table on real hardware, as far as it goes without: gpiozero's mock pins, an Inky simulated at its wires.

The clock is moved by the fingers, so that nobody waits for time.
"""

from __future__ import annotations

import errno
import signal
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device import config
from device.cli.commands import main
from device.config import Config, PanelSettings
from device.config.chosen_settings import (
    FILE_NAME,
    NOTHING_CHOSEN,
    TRIAL_FAILED,
    ChosenSettings,
    read_settings,
    store_settings,
)
from device.journal import writer
from device.journal.export import exported_lines
from device.outbox.frames import FrameSplitter, with_length
from device.run import pi, wait_for_hardware
from device.run.hardware_choice import choose_hardware
from device.run.mirror import Mirror
from device.run.page_wire import MAX_ANSWER_LENGTH, RequestKind, TableAnswer, TableRequest, decode_from_table, encode
from device.run.pi import Hardware
from device.run.run_settings import RunSettings
from device.session.keyscript import key_script
from device.system.log_level import LogLevel
from device.system.program_folder import CARD_STATE, FOLDER_NAME
from device.system.program_folder import FILE_NAME as PROGRAM
from display.words import ENGLISH
from hal.clock.clock import VirtualClock
from hal.gpio.gpio import GpioError
from hal.keys.keys import Edge, Key
from hal.mock.script import Script
from hal.panel.eeprom import Eeprom, EepromState
from hal.panel.inky_models import models_by_name
from hal.panel.inky_panel import InkyPanel
from hal.panel.orientation import Mounting, mount
from hal.panel.panel import PanelError, RefreshMode, UnknownPanel, panel_kind
from hal.service.manager import PROGRAM_REQUEST_FILE
from hal.signal.signal import NoSignal
from hal.table.threaded_table import ThreadedTable
from tests.hal.simulated.eeprom import eeprom_of
from tests.hal.simulated.raspberry_pi import RaspberryPi, plugged
from tests.non_empty import non_empty
from tests.run.quick_panel import QuickPanel
from tests.run.stepped_table import KeyPresser, SteppedClock, terminate
from tests.table.tables import controlled

RECORD = """game no-loose-ends
players Teresa Kaylen Taylor
first Teresa
Teresa bid gray-2
Kaylen bid red-3
"""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SteppedClock:
    """The table's clock, which is the mock pins' too."""
    clock = SteppedClock()
    monkeypatch.setattr("gpiozero.pins.mock.monotonic", clock.now)
    monkeypatch.setattr(pi, "ThreadedTable", clock.of)
    return clock


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()


def settings(text: str = "") -> Config:
    return config.parse_config(text.encode(), "box.toml")


def test_a_game_from_keys_on_pins_to_the_journal(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    panel = QuickPanel()
    presser = KeyPresser(factory, clock, key_script(RECORD.encode()))
    assert pi.play(RunSettings(settings(), tmp_path, ENGLISH), Hardware(lambda _: panel, presser.begin, clock)) == 0
    assert list(exported_lines(tmp_path, None)) == RECORD.splitlines()
    told = capsys.readouterr().out.splitlines()
    assert "Kaylen bid red-3" in told
    assert {image.size for image in panel.shown} == {(400, 300)}
    assert not any(thread.name in ("panel", "signal") for thread in threading.enumerate())


def test_a_game_on_a_simulated_inky_that_says_itself_what_it_is(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path
) -> None:
    """The 13.3": its key C is on another pin, and its rotated picture comes out of two controllers."""
    (model,) = models_by_name("impression-13.3-spectra")
    raspberry = RaspberryPi(model, eeprom=eeprom_of(model))
    presser = KeyPresser(factory, clock, key_script(RECORD.encode()))
    presser.pins = (5, 6, 25, 24)
    with plugged(raspberry):
        hardware = Hardware(
            lambda wanted: mount(
                InkyPanel(wanted.name, clock=raspberry.time, sleep=raspberry.time.sleep), Mounting(wanted.rotation)
            ),
            presser.begin,
            clock,
        )
        assert pi.play(RunSettings(settings("[panel]\nrotation = 90"), tmp_path, ENGLISH), hardware) == 0
    assert list(exported_lines(tmp_path, None)) == RECORD.splitlines()
    assert raspberry.panel is not None
    assert raspberry.panel.refreshes >= 1
    assert raspberry.panel.complaints == []


def test_a_press_made_while_the_machine_was_busy_is_no_hold(tmp_path: Path) -> None:
    """A Pi Zero may draw for longer than a key must be held; the press waits in the queue meanwhile."""
    clock = VirtualClock()
    table = ThreadedTable(clock, QuickPanel(), NoSignal())
    told: list[str] = []
    controller = controlled(
        table, writer.journal_writer_for(tmp_path), lambda line, level=LogLevel.INFO: told.append(line)
    )
    for edge in (*Script(["A"], start_s=1.0), Edge(Key.B, True, 5.0)):
        table.post(edge)
    clock.advance_to(5.0)
    table.stop()
    controller.run()
    table.close()
    assert told == ["game loop"]


class LatePanel(QuickPanel):
    """Silent at first, so that nobody knows what it is."""

    def __init__(self) -> None:
        super().__init__("phat-212-black")

    def show(self, image: object, mode: RefreshMode = RefreshMode.FULL) -> None:
        if self.kind.name == "phat-212-black":
            self.kind = panel_kind("what-black")
            raise PanelError("No panel's EEPROM answers on I2C.")
        super().show(image)


def test_a_panel_that_says_late_what_it_is_gets_its_pages(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    panel, over = LatePanel(), threading.Event()

    def let_time_pass() -> None:
        presser.switch_off()
        while not over.wait(0.01):
            clock.advance_to(clock.now() + 1.0)

    presser = KeyPresser(factory, clock, ["A"], let_time_pass)
    assert pi.play(RunSettings(settings(), tmp_path, ENGLISH), Hardware(lambda _: panel, presser.begin, clock)) == 0
    over.set()
    assert "panel: No panel's EEPROM answers on I2C." in capsys.readouterr().out
    assert {image.size for image in panel.shown} == {(400, 300)}


def test_sigterm_ends_the_table_and_gives_back_the_handlers(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path
) -> None:
    before = signal.getsignal(signal.SIGTERM)
    presser = KeyPresser(factory, clock, [], terminate)
    hardware = Hardware(lambda _: QuickPanel(), presser.begin, clock)
    assert pi.play(RunSettings(settings(), tmp_path, ENGLISH), hardware) == 0
    assert signal.getsignal(signal.SIGTERM) is before
    presser.join(60)
    for pin in non_empty(presser.pins):
        assert factory.pin(pin).when_changed is None


def test_light_and_sound_answer(factory: MockFactory, clock: SteppedClock, tmp_path: Path) -> None:
    lamp = factory.pin(13)
    presser = KeyPresser(factory, clock, ["A"])
    hardware = Hardware(lambda _: QuickPanel(), presser.begin, clock)
    assert pi.play(RunSettings(settings("signal = {led = 13}"), tmp_path, ENGLISH), hardware) == 0
    assert any(change.state for change in lamp.states)
    assert not lamp.state


def test_what_is_chosen_on_the_page_turns_the_panel_with_the_next_start_and_ends_the_sound_at_once(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path
) -> None:
    configured = settings("signal = {buzzer = 13}")
    opened: list[PanelSettings] = []

    def panel_of(wanted: PanelSettings) -> QuickPanel:
        opened.append(wanted)
        return QuickPanel()

    def played() -> bool:
        """Whether there was a sound."""
        buzzer = factory.pin(13)
        presser = KeyPresser(factory, clock, ["A"])
        hardware = Hardware(panel_of, presser.begin, clock)
        before = len(buzzer.states)
        assert pi.play(RunSettings(configured, tmp_path, ENGLISH), hardware) == 0
        return any(change.state for change in buzzer.states[before:])

    assert played()
    store_settings(tmp_path, ChosenSettings(mute=True, rotation=180))
    assert not played()
    assert [wanted.rotation for wanted in opened] == [0, 180]


def test_sound_is_as_configured_again_at_once_where_nothing_is_chosen_any_more(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path
) -> None:
    """It stayed as it had been chosen at the start."""
    store_settings(tmp_path, ChosenSettings(mute=True))
    buzzer = factory.pin(13)

    def unchoose() -> None:
        assert not any(change.state for change in buzzer.states)
        store_settings(tmp_path, NOTHING_CHOSEN)
        presser.switch_off()

    presser = KeyPresser(factory, clock, ["A"], unchoose)
    hardware = Hardware(lambda _: QuickPanel(), presser.begin, clock)
    assert pi.play(RunSettings(settings("signal = {buzzer = 13}"), tmp_path, ENGLISH), hardware) == 0
    assert any(change.state for change in buzzer.states)


def starts(
    factory: MockFactory, clock: SteppedClock, data: Path, *, broken: str = "", text: str = ""
) -> list[str | None]:
    """The panels that are opened at one start, of which one may be broken."""
    opened: list[str | None] = []

    def panel_of(wanted: PanelSettings) -> QuickPanel:
        opened.append(wanted.name)
        if wanted.name == broken:
            raise ValueError("This panel does not answer.")
        return QuickPanel(wanted.name or "what-black")

    presser = KeyPresser(factory, clock, ["A"])
    hardware = Hardware(panel_of, presser.begin, clock)
    assert pi.play(RunSettings(settings(text), data, ENGLISH), hardware) == 0
    return opened


def test_a_panel_that_was_chosen_is_started_once_and_the_next_start_goes_back(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path
) -> None:
    store_settings(tmp_path, ChosenSettings(panel="what-red"))
    found = [name for _ in range(2) for name in starts(factory, clock, tmp_path, text='panel = "what-black"')]
    assert found == ["what-red", "what-black"]


def test_a_panel_that_can_not_be_started_gives_way_to_the_configured_one_and_that_is_said(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store_settings(tmp_path, ChosenSettings(panel="what-red"))
    assert starts(factory, clock, tmp_path, broken="what-red") == ["what-red", None]
    assert read_settings(tmp_path).trial == TRIAL_FAILED
    said = "what-red, which was chosen on the page, can't be started: the configured panel is used."
    assert said in capsys.readouterr().out
    assert starts(factory, clock, tmp_path, broken="what-red") == [None]


def test_a_panel_whose_pins_a_light_has_gives_way_to_the_configured_one(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path
) -> None:
    store_settings(tmp_path, ChosenSettings(panel="waveshare-4.2"))
    assert starts(factory, clock, tmp_path, text="signal = {led = 18}")[-1] is None
    assert read_settings(tmp_path).trial == TRIAL_FAILED


def test_settings_that_can_not_be_read_are_told_on_the_panel_and_the_configuration_counts(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"?")
    found = RunSettings(settings("panel = {rotation = 90}"), tmp_path, ENGLISH).with_table_choices()
    assert [ENGLISH.say(notice) for notice in found.notices] == [
        f"{tmp_path / FILE_NAME} has no settings in it. Choose them again, on the table's page."
    ]
    assert found.config.panel.rotation == 90


def never() -> MockFactory:
    raise AssertionError("nobody needs pins")


def test_pods_only_opens_no_pins(tmp_path: Path) -> None:
    class Off(QuickPanel):
        def show(self, image: object, mode: RefreshMode = RefreshMode.FULL) -> None:
            super().show(image)
            terminate()

    setting = RunSettings(settings("keys = {profile = 'none'}"), tmp_path, ENGLISH)
    assert pi.play(setting, Hardware(lambda _: Off(), never, VirtualClock())) == 0


@pytest.mark.parametrize(
    ("text", "panel", "sentence"),
    [
        # The panel that is found decides which pins are its own.
        ("[keys]\nprofile = 'impression'", "impression-13.3-spectra", "pin 16 can't be key C: it is the panel"),
        ("[keys]\nprofile = 'none'\n[signal]\nled = 5", "impression-4", "it is key A on the panel's board"),
    ],
)
def test_pins_are_checked_again_with_the_panel_that_was_found(
    text: str, panel: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hardware = Hardware(lambda _: QuickPanel(panel), never, VirtualClock())
    assert pi.play(RunSettings(settings(text), tmp_path, ENGLISH), hardware) == 2
    assert sentence in capsys.readouterr().err


def test_pins_that_cant_be_opened_get_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> MockFactory:
        raise GpioError("the pins can't be opened (can not open gpiochip)")

    hardware = Hardware(lambda _: QuickPanel(), broken, VirtualClock())
    assert pi.play(RunSettings(settings(), tmp_path, ENGLISH), hardware) == 2
    assert "tablekeeper: the pins can't be opened" in capsys.readouterr().err


def test_a_key_whose_pin_is_in_use_leaves_nothing_open(
    factory: MockFactory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from gpiozero import DigitalOutputDevice

    lamp = DigitalOutputDevice(24, pin_factory=factory)
    hardware = Hardware(lambda _: QuickPanel(), lambda: factory, VirtualClock())
    assert pi.play(RunSettings(settings(), tmp_path, ENGLISH), hardware) == 2
    assert "key D can't be read on pin 24" in capsys.readouterr().err
    lamp.close()
    assert not any(thread.name == "panel" for thread in threading.enumerate())


def test_a_second_table_on_the_same_journal_is_refused(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    second = Hardware(lambda _: QuickPanel(), never, clock)
    statuses: list[int] = []

    def another() -> None:
        statuses.append(pi.play(RunSettings(settings(), tmp_path, ENGLISH), second))
        terminate()

    presser = KeyPresser(factory, clock, [], another)
    pi.play(RunSettings(settings(), tmp_path, ENGLISH), Hardware(lambda _: QuickPanel(), presser.begin, clock))
    assert statuses == [2]
    assert "another Tablekeeper is using" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "name", "partial"),
    [
        (PanelSettings("waveshare-4.2", rotation=90), "waveshare-4.2", True),
        (PanelSettings("phat-black", quick=True), "phat-black", True),
        (PanelSettings("phat-black"), "phat-black", False),
    ],
    ids=["waveshare", "quick", "inky"],
)
def test_a_panel_that_is_to_refresh_in_part_is_opened_so(settings: PanelSettings, name: str, *, partial: bool) -> None:
    panel = pi.open_panel(settings)
    assert panel.kind.name == name
    assert (panel.kind.partial_refresh is not None) is partial


def test_the_configured_panel_is_opened_as_it_says() -> None:
    panel = pi.open_panel(PanelSettings("impression-7.3-spectra", rotation=90, speed="fast"))
    assert (panel.kind.width, panel.kind.height, panel.kind.refresh_s) == (480, 800, 15.0)


def test_a_speed_that_the_panel_lacks_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "box.toml"
    path.write_text('[panel]\nspeed = "fast"\n', encoding="utf-8")
    assert main(["--hal", "pi", "--panel", "what-black", "--config", str(path), "--data", str(tmp_path)]) == 2
    assert "what-black refreshes at one speed only" in capsys.readouterr().err


def _pi(root: Path) -> Path:
    path = root / "proc/device-tree/model"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    return root


WHAT = models_by_name("what-red")[0]
FOUND = Eeprom(EepromState.FOUND, "The panel's EEPROM says what-red (ssd1675).", WHAT)
MISSING = Eeprom(EepromState.NO_ANSWER, "No panel's EEPROM answers on I2C.")


def test_auto_takes_a_pi_whose_panel_answers(tmp_path: Path) -> None:
    choice = choose_hardware(Config(), _pi(tmp_path), lambda: FOUND)
    assert choice.hal == "pi"
    assert choice.reason == "Raspberry Pi Zero 2 W Rev 1.0. The panel's EEPROM says what-red (ssd1675)."


def test_auto_believes_the_configuration_where_the_panel_is_silent(tmp_path: Path) -> None:
    choice = choose_hardware(settings('panel = "what-red"'), _pi(tmp_path), lambda: MISSING)
    assert (choice.hal, "what-red" in choice.reason) == ("pi", True)


def test_auto_takes_the_desktop_where_there_is_no_panel(tmp_path: Path) -> None:
    choice = choose_hardware(Config(), _pi(tmp_path), lambda: MISSING)
    assert choice.hal == "desktop"
    assert choice.reason.startswith("No panel's EEPROM answers on I2C. The desktop")


def test_auto_takes_the_desktop_on_other_machines(tmp_path: Path) -> None:
    def asked() -> Eeprom:
        raise AssertionError("a desktop's I2C is none of our business")

    choice = choose_hardware(settings('panel = "what-red"'), tmp_path, asked)
    assert (choice.hal, choice.reason) == ("desktop", "This is no Raspberry Pi: the desktop simulator is used.")


def test_a_table_is_mirrored_where_the_configuration_says_so(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table plays as it does without; a mirror that can't be served is said, and not missed."""
    panel = QuickPanel()
    presser = KeyPresser(factory, clock, ["C"])
    wanted = settings("[desktop]\nmirror = true\naddress = '192.0.2.1'\n")
    assert pi.play(RunSettings(wanted, tmp_path, ENGLISH), Hardware(lambda _: panel, presser.begin, clock)) == 0
    said = capsys.readouterr().out
    assert "there is no mirror: the page can't be served at 192.0.2.1" in said
    assert "game no-loose-ends" in said


def test_a_mirror_that_the_system_refuses_is_not_said_to_be_a_door(
    factory: MockFactory,
    clock: SteppedClock,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It said “there is no door for the page at None”."""

    def refused(*_: object) -> Mirror:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr("device.run.mirror.make_mirror", refused)
    presser = KeyPresser(factory, clock, ["C"])
    wanted = settings("[desktop]\nmirror = true\n")
    assert pi.play(RunSettings(wanted, tmp_path, ENGLISH), Hardware(lambda _: QuickPanel(), presser.begin, clock)) == 0
    assert "there is no mirror: Too many open files." in capsys.readouterr().out


@pytest.mark.parametrize("card", [True, False])
def test_a_card_and_no_other_box_takes_a_program_at_its_door_and_has_it_looked_at(
    card: bool,
    factory: MockFactory,
    clock: SteppedClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runtime, data, door = (tmp_path / name for name in ("runtime", "games", "door"))
    runtime.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(runtime))
    if card:
        monkeypatch.setenv(CARD_STATE, str(tmp_path / "state.json"))
    answers: list[tuple[str, ...]] = []

    def send() -> None:
        with socket.socket(socket.AF_UNIX) as page:
            page.settimeout(60)
            page.connect(str(door))
            answers.append(asked(page, TableRequest(1, RequestKind.PROGRAM, ("7",))))
            if card:
                answers.append(asked(page, TableRequest(2, RequestKind.PIECE, (answers[0][1], "0"), b"program")))
        presser.switch_off()

    presser = KeyPresser(factory, clock, [], send)
    wanted = settings(f"[desktop]\ndoor = {str(door)!r}\n")
    hardware = Hardware(lambda _: QuickPanel(), presser.begin, clock)
    assert pi.play(RunSettings(wanted, data, ENGLISH), hardware) == 0
    if card:
        assert [sentence for sentence, _ in answers] == ["", ""]
        assert (data / FOLDER_NAME / PROGRAM).read_bytes() == b"program"
    else:
        assert answers == [("This box takes no programs from its page.", "")]
    assert (runtime / PROGRAM_REQUEST_FILE).exists() == card


def asked(page: socket.socket, question: TableRequest) -> tuple[str, ...]:
    """The words of the table's answer to a question at its door."""
    page.sendall(with_length(encode(question)))
    frames = FrameSplitter(MAX_ANSWER_LENGTH)
    while data := page.recv(65536):
        frames.feed(data)
        while (said := frames.next_message()) is not None:
            message = decode_from_table(said)
            if isinstance(message, TableAnswer):
                return message.words
    raise AssertionError("the table went")


def test_unattended_pins_that_a_panel_needs_itself_leave_out_the_configuration(
    factory: MockFactory, clock: SteppedClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    presser = KeyPresser(factory, clock, key_script(RECORD.encode()))
    presser.pins = (5, 6, 25, 24)  # of the 13.3" board
    hardware = Hardware(lambda _: QuickPanel("impression-13.3-spectra"), presser.begin, clock)
    wrong = settings("[keys]\nprofile = 'impression'")
    assert pi.play(RunSettings(wrong, tmp_path, ENGLISH, is_unattended=True), hardware) == 0
    assert "pin 16 can't be key C" in capsys.readouterr().out
    assert list(exported_lines(tmp_path, None)) == RECORD.splitlines()


def test_unattended_a_service_that_waits_for_its_hardware_can_be_stopped(tmp_path: Path) -> None:
    def missing(_: PanelSettings) -> QuickPanel:
        raise GpioError("there is no panel")

    stopping = threading.Thread(target=terminate)
    stopping.start()
    on = Hardware(missing, never, VirtualClock())
    assert pi.play(RunSettings(settings(), tmp_path, ENGLISH, is_unattended=True), on) == 0
    stopping.join()


class EnoughTries(Exception):
    """It has been tried often enough."""


def test_unattended_a_mirror_that_cant_be_is_told_once_however_long_hardware_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tries = iter(range(3))

    def absent(_: PanelSettings) -> QuickPanel:
        if next(tries, None) is None:
            raise EnoughTries
        raise UnknownPanel("no panel answers")

    monkeypatch.setattr(wait_for_hardware, "RETRY_S", 0.0)
    wanted = settings('[desktop]\nmirror = true\naddress = "192.0.2.1"\ntoken = "a-token-of-twenty-letters"')
    with pytest.raises(EnoughTries):
        pi.play(RunSettings(wanted, tmp_path, ENGLISH, is_unattended=True), Hardware(absent, never, VirtualClock()))
    assert capsys.readouterr().out.count("there is no mirror") == 1
