"""The table of models, as people are told it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hal.panel.epd_models import EPD_MODELS as EPD_MODELS
from hal.panel.epd_models import EpdModel
from hal.panel.inky_models import INKY_MODELS, InkyModel, models_by_name
from hal.panel.panel import UnknownPanel

PAGE = Path(__file__).parents[3] / "docs/panels.md"


def row(model: InkyModel) -> str:
    """A model's row in the documentation."""
    kind, controller = model.kind, model.controller
    inks = " ".join(ink or "–" for ink in kind.inks)
    seconds = ", ".join(f"{speed} {s:g}" for speed, s in controller.refresh_s_by_speed) or f"{kind.refresh_s:g}"
    variants = ", ".join(map(str, model.eeprom_variants))
    return f"| {kind.name} | {kind.width}×{kind.height} | {inks} | {controller.name} | {variants} | {seconds} |"


def epd_row(model: EpdModel) -> str:
    """The beginning and the end of a row of a panel that refreshes in part."""
    kind = model.kind
    assert kind.partial_refresh is not None
    return f"| {kind.name} | {kind.width}×{kind.height} | {kind.refresh_s:g} s | {kind.partial_refresh.seconds:g} s |"


def test_documentation_lists_every_model() -> None:
    written = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if "×" in line and line.startswith("|")]
    partial = [line.split(" | ") for line in written if line.startswith("| waveshare")]
    assert written[: -len(partial)] == [row(model) for model in INKY_MODELS]
    assert [" | ".join((line[0], line[2], *line[4:])) for line in partial] == [epd_row(model) for model in EPD_MODELS]


@pytest.mark.parametrize("name", ["waveshare-2.7", "waveshare-2.7-ssd1675"])
def test_a_panel_of_another_maker_is_no_inky(name: str) -> None:
    with pytest.raises(UnknownPanel, match=r"^waveshare-2\.7 is no Inky\.$"):
        models_by_name(name)
