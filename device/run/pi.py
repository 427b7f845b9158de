"""The table on real hardware: a panel, keys on pins, light and sound."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from device.config import Config, PanelSettings
from device.config.chosen_settings import (
    TRIAL_FAILED,
    ChosenSettings,
    configured_settings,
    current_settings_reader,
    end_trial,
    take_panel_for_start,
)
from device.config.table_pin import PinKeeper
from device.reports.archive_client import ArchiveDocuments
from device.run import final_status
from device.run.run_settings import RunSettings
from device.run.table_assembly import assemble_table, open_journal, run_alone
from device.run.wait_for_hardware import serve_with_retries
from device.system.end_signals import end_on_signals
from device.system.evening_log import EveningLog
from device.system.log_level import LogLevel
from device.system.not_done import NotDone
from device.system.program_folder import card_state
from device.table import transcript
from device.table.transcript import LineWriter
from display.words import text
from hal.clock.clock import Clock, RealClock
from hal.gpio.gpio import GpioError, PinFactory, open_factory
from hal.gpio.gpio_keys import GpioKeys
from hal.gpio.wiring import pin_conflicts
from hal.panel.orientation import mount
from hal.panel.panel import Panel, UnknownPanel
from hal.service.manager import ServiceManager
from hal.service.watched_table import WatchedTable
from hal.signal.signal import NoSignal, Signal
from hal.system import install_hint
from hal.table.threaded_table import ThreadedTable
from values.named_tuple import NamedTuple

if TYPE_CHECKING:
    from device.run.mirror import Mirror
    from device.run.program_uploads import ProgramUploads


class Hardware(NamedTuple):
    """The functions that open the hardware; tests have their own.

    `open_panel` may raise UnknownPanel and ValueError, `open_pins` GpioError.
    """

    open_panel: Callable[[PanelSettings], Panel]
    open_pins: Callable[[], PinFactory]
    clock: Clock


class HardwareResources(NamedTuple):
    """What the parts of the hardware share: `resources` closes them in reverse order, `tell` reports missing ones."""

    config: Config
    hardware: Hardware
    resources: ExitStack
    tell: LineWriter
    is_silent: Callable[[], bool]


class WiringConflict(GpioError):
    """The configuration uses a pin of this panel for something else. The message is a sentence."""


def open_panel(settings: PanelSettings) -> Panel:
    """Open the configured panel, or an Inky that identifies itself.

    Raises UnknownPanel, and ValueError for its speed.
    """
    from hal.panel.epd_models import PARTIAL_INKY_MODELS, epd_model

    model = (
        PARTIAL_INKY_MODELS[settings.name] if settings.quick and settings.name is not None else epd_model(settings.name)
    )
    if model is not None:
        from hal.panel.epd_panel import EpdPanel

        return mount(EpdPanel(model), settings.mounting)
    from hal.panel.inky_models import RefreshSpeed
    from hal.panel.inky_panel import InkyPanel

    return mount(InkyPanel(settings.name, RefreshSpeed(settings.speed)), settings.mounting)


def hardware_of_this_pi() -> Hardware:
    """The hardware of this Pi."""
    return Hardware(open_panel, open_factory, RealClock())


def play(settings: RunSettings, hardware: Hardware | None = None) -> int:
    """Play until the table is switched off or the program is ended. Returns the exit status."""
    tell = transcript.transcript_writer(sys.stdout, has_levels=transcript.is_system_journal(sys.stdout))
    settings = settings._replace(chosen_panel=take_panel_for_start(settings.data))
    hardware_errors: dict[type[Exception], str] = {UnknownPanel: "panel", ValueError: "panel", GpioError: "pins"}
    reported_lines: set[str] = set()

    def tell_once(line: str, level: LogLevel = LogLevel.INFO) -> None:
        """Report a line once: putting a table together may be tried every few seconds for days."""
        if line not in reported_lines:
            reported_lines.add(line)
            tell(line, level)

    def serve(run_settings: RunSettings = settings) -> int:
        return _serve(run_settings, hardware or hardware_of_this_pi(), tell, tell_once)

    def serve_anyway() -> int:
        try:
            return serve()
        except WiringConflict as conflict:
            return serve(settings.without_configuration(str(conflict)))

    if not settings.is_unattended:
        return run_alone(settings.data, serve, tuple(hardware_errors))
    notices, manager = [settings.language.say(notice) for notice in settings.notices], ServiceManager()
    serve_when_ready = partial(serve_with_retries, serve_anyway, hardware_errors, tell, manager, notices=notices)
    return run_alone(settings.data, serve_when_ready)


def _serve(settings: RunSettings, hardware: Hardware, tell: LineWriter, tell_once: LineWriter) -> int:
    # From the configuration itself: a chosen setting may be reset to the configured one while the table is used.
    is_silent = _silence_check(settings.config, current_settings_reader(settings.data))
    manager = ServiceManager()
    with ExitStack() as resources:
        mirror = _phone_mirror(settings, hardware.clock, resources, tell_once)
        panel, settings = _open_chosen_or_configured_panel(settings, hardware)
        phones = None if mirror is None else mirror.phones
        # The keys are pressed by people, never by a script as on mock hardware.
        settings = settings._replace(has_people_at_keys=lambda: True, phones=phones)
        shared = HardwareResources(settings.config, hardware, resources, tell_once, is_silent)
        table = _open_table(shared, panel, mirror)
        journal = resources.enter_context(open_journal(settings.data))
        watched_table = WatchedTable(table, manager)
        resources.callback(watched_table.close)
        listeners = () if mirror is None else (mirror.make_listener(settings.language),)
        log = EveningLog(settings.data, tell)
        resources.callback(log.close)
        controller = resources.enter_context(assemble_table(watched_table, journal, settings, log, listeners))
        if settings.config.pods.enabled:
            _start_pods(table, settings.data, hardware.clock, resources)
        with end_on_signals(table.stop):
            controller.run()
        log.write_report(controller.report.as_json())
    if controller.is_off:
        manager.request_switch_off()
    return final_status.final_status(journal, settings.language)


def _open_chosen_or_configured_panel(settings: RunSettings, hardware: Hardware) -> tuple[Panel, RunSettings]:
    """The panel that was chosen on the page, or the configured one if that can't be started.

    Returned with the settings as they then apply. Raises GpioError, UnknownPanel, ValueError.
    """
    chosen_settings = settings.with_table_choices()
    try:
        return _open_panel_checked(chosen_settings.config, hardware), chosen_settings
    except (GpioError, UnknownPanel, ValueError) as error:
        if settings.chosen_panel is None:
            raise
        notice = text(
            "{panel}, which was chosen on the page, can't be started: the configured panel is used. {reason}",
            panel=settings.chosen_panel,
            reason=str(error),
        )
        fallback_settings = settings._replace(
            chosen_panel=None, notices=(*settings.notices, notice)
        ).with_table_choices()
        panel = _open_panel_checked(fallback_settings.config, hardware)
        with suppress(NotDone):
            end_trial(settings.data, TRIAL_FAILED)
        return panel, fallback_settings


def _open_panel_checked(config: Config, hardware: Hardware) -> Panel:
    """Open a panel whose pins nothing else needs. Raises GpioError, UnknownPanel, ValueError."""
    panel = hardware.open_panel(config.panel)
    key_wiring = config.keys.wiring(panel.kind.name)
    for conflict in pin_conflicts(panel.kind.name, key_wiring, config.signal.wiring):
        raise WiringConflict(conflict.sentence)
    return panel


def _phone_mirror(settings: RunSettings, clock: Clock, resources: ExitStack, tell: LineWriter) -> Mirror | None:
    """The page for phones, if it is wanted. The table works without it as well.

    Another program serves it if the configuration names a door, the socket for that program; else this one does.
    """
    config = settings.config
    if not config.desktop.mirror and config.desktop.door is None:
        return None
    from device.run import mirror  # imported late: needed only for a mirror
    from guard.sockets import CannotServe

    try:
        documents = ArchiveDocuments(settings.data, settings.language, configured_settings(config))
        programs = _program_uploads(settings.data, documents)
        phone_mirror = mirror.make_mirror(config.desktop, clock, documents, PinKeeper(settings.data), programs)
    except (ImportError, CannotServe, OSError) as error:
        tell(f"there is no {_missing_mirror_phrase(error, config.desktop.door)}", LogLevel.WARNING)
        return None
    resources.callback(phone_mirror.close)
    tell(f"the table is mirrored at {phone_mirror.url}")
    return phone_mirror


def _missing_mirror_phrase(error: Exception, door: str | None) -> str:
    """The rest of the sentence “there is no …”: the mirror or its door, and why it is missing."""
    if isinstance(error, ImportError):
        return f"mirror: it needs {error.name}; install it with: {install_hint.install_command('desktop')}"
    if isinstance(error, OSError):
        part = "mirror" if door is None else f"door for the page at {door}"
        return f"{part}: {error.strerror or error}."
    return f"mirror: {error}"


def _program_uploads(data: Path, documents: ArchiveDocuments) -> ProgramUploads | None:
    """Takes newer programs from phones; None on a box that takes none."""
    state = card_state()
    if state is None:
        return None
    from device.run.program_uploads import ProgramUploads  # imported late: needed only on a card with a page

    return ProgramUploads(data, state, lambda: documents.language, ServiceManager().request_program_examination)


def _open_table(shared: HardwareResources, panel: Panel, mirror: Mirror | None) -> ThreadedTable:
    """Open the other hardware, and register it to be closed in reverse order. Raises GpioError."""
    hardware, resources = shared.hardware, shared.resources
    key_wiring, signal_wiring = shared.config.keys.wiring(panel.kind.name), shared.config.signal.wiring
    factory = hardware.open_pins() if key_wiring.pins or signal_wiring.pins else None
    if factory is not None:
        resources.callback(factory.close)
    signal = _open_signal(shared, factory)
    if mirror is None:
        table = ThreadedTable(hardware.clock, panel, signal)
    else:
        table = ThreadedTable(hardware.clock, mirror.mirror_panel(panel), mirror.mirror_signal(signal), mirror.readout)
        mirror.connect_table(table)
    resources.callback(table.close)
    if factory is not None:
        resources.callback(GpioKeys(key_wiring, hardware.clock, table.post, factory).close)
    return table


def _start_pods(table: ThreadedTable, data: Path, clock: Clock, resources: ExitStack) -> None:
    """Look for pods from now on. They are closed before the table is."""
    from hal.pods.checkpoints import FILE_NAME as CHECKPOINTS
    from hal.pods.serial_pods import SerialPods

    pods = SerialPods(
        table.post, checkpoints=data / CHECKPOINTS, clock=clock, waiting_event_count=table.waiting_event_count
    ).start()
    resources.callback(pods.close)
    table.pods = pods


def _open_signal(shared: HardwareResources, factory: PinFactory | None) -> Signal:
    if factory is None or not shared.config.signal.wiring.pins:
        return NoSignal()
    from hal.gpio.gpio_signal import GpioSignal, open_outputs  # imported late: needed only for light and sound

    outputs, complaints = open_outputs(shared.config.signal.wiring, factory)
    for complaint in complaints:
        shared.tell(complaint, LogLevel.WARNING)
    signal = GpioSignal(outputs, shared.hardware.clock, shared.is_silent).start()
    shared.resources.callback(signal.close)
    return signal


def _silence_check(config: Config, current_settings: Callable[[], ChosenSettings]) -> Callable[[], bool]:
    """A function that returns whether sound is off now, by the settings chosen at that moment."""
    from hal.clock.wallclock import time_of_day

    def is_silent() -> bool:
        signal_config = current_settings().applied_to(config).signal
        if signal_config.mute or signal_config.quiet is None:
            return signal_config.mute
        time_now = time_of_day()
        # If the time is not known, a sound at night is better than no sound by day.
        return time_now is not None and signal_config.quiet.contains(time_now)

    return is_silent
