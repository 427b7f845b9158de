"""The command `tablekeeper doctor`: prints the findings, or runs the tests of keys and panel."""

from __future__ import annotations

from pathlib import Path

from device.config import Config
from device.doctor import examine
from device.doctor.finding import Finding, defect
from device.doctor.findings_output import findings_as_json, findings_as_text, is_healthy
from device.doctor.machine import Machine, this_machine
from device.run.pi import Hardware
from device.system.exitcodes import FAULT_FOUND, SUCCESS
from device.system.printing import complain, put, put_text, warn
from hal.gpio.gpio import GpioError
from hal.panel.panel import PanelError, UnknownPanel


def run(config: Config, data: Path, config_error: str | None, *, is_json: bool, machine: Machine | None = None) -> int:
    """Examine the machine and print the findings. `config_error` is an error in the configuration.
    Returns 1 if any needs repair."""
    findings: list[Finding] = [] if config_error is None else [defect("settings", config_error)]
    findings += examine(machine or this_machine(), config, data)
    if is_json:
        put_text(findings_as_json(findings))
    else:
        for line in findings_as_text(findings):
            put(line)
    return SUCCESS if is_healthy(findings) else FAULT_FOUND


def run_live_tests(config: Config, hardware: Hardware, *, tests_keys: bool, shows_picture: bool) -> int:
    """Run the tests that need a person to look and to press keys. Returns 1 if one failed."""
    try:
        is_picture_ok = not shows_picture or _show_test_card(config, hardware)
        are_keys_ok = not tests_keys or _run_key_test(config, hardware)
    except (GpioError, UnknownPanel, ValueError) as error:
        complain(str(error))
        warn("If Tablekeeper runs as a service, stop it first: sudo systemctl stop tablekeeper")
        return FAULT_FOUND
    return SUCCESS if is_picture_ok and are_keys_ok else FAULT_FOUND


def _show_test_card(config: Config, hardware: Hardware) -> bool:
    """Show the test picture. Returns whether the panel reports success."""
    from device.pages.surface import surface_of
    from display.testcard import draw_test_card

    panel = hardware.open_panel(config.panel)
    put("Drawing; this may take a minute.", flush=True)
    started_at = hardware.clock.now()
    try:
        panel.show(draw_test_card(surface_of(panel.kind), panel.kind.name))
    except PanelError as error:
        put(f"The panel did not show it: {error}")
        return False
    duration_s = hardware.clock.now() - started_at
    put(f"{panel.kind.name}: shown in {duration_s:.1f} s; {panel.kind.refresh_s:.1f} s are usual.")
    put("The frame must be whole, the triangle point up, and each ink stand beside its own name.")
    return True


def _run_key_test(config: Config, hardware: Hardware) -> bool:
    from device.doctor.key_test import run_key_test

    panel_name = hardware.open_panel(config.panel).kind.name
    pin_factory = hardware.open_pins()
    try:
        return run_key_test(config, panel_name, pin_factory, hardware.clock, lambda line: put(line, flush=True))
    finally:
        pin_factory.close()
