"""The settings of a run, for any hardware."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device.config import Config
from device.config.chosen_settings import read_settings
from device.system.not_done import NotDone
from device.table.phone_access import PhoneAccess
from display.words import Language, Text, text
from hal.panel import panel
from values.named_tuple import NamedTuple

DEFAULT_PANEL = "what-black"
"""The panel that is simulated if none is configured."""


def unusable_configuration(fault: str) -> Text:
    """The message about a configuration that can't be used."""
    return text("{fault} Until that is mended, the box plays without its configuration.", fault=fault)


class RunSettings(NamedTuple):
    """The settings of a run."""

    config: Config
    data: Path
    """The directory of the games."""
    language: Language
    notices: tuple[Text, ...] = ()
    """Shown on the panel at the start, one after the other."""
    is_unattended: bool = False
    """Whether nobody reads a terminal, so that the run waits for missing hardware."""
    has_virtual_time: bool = False
    """Whether the clock is simulated. Pages of past games are then made at once, so that an evening is reproducible."""
    is_language_asked: bool = False
    """Whether the language is asked first, because none is configured."""
    has_key_introduction: bool = False
    """Whether the keys are explained before the first question, as on a new box."""
    phones: PhoneAccess | None = None
    """How phones of the network reach the table."""
    chosen_panel: str | None = None
    """The panel that was chosen on the table's page, if that applies to this start."""
    has_people_at_keys: Callable[[], bool] = lambda: False
    """Returns whether people press the keys; see `TableSettings`."""

    def without_configuration(self, fault: str) -> RunSettings:
        """The same settings without an unusable configuration. The panel shows why."""
        return self._replace(config=Config(), notices=(*self.notices, unusable_configuration(fault)))

    def with_table_choices(self) -> RunSettings:
        """The same settings, overridden by those chosen on the table's page.

        If these can't be read, the panel says so.
        """
        try:
            return self._replace(
                config=read_settings(self.data)._replace(panel=self.chosen_panel).applied_to(self.config)
            )
        except NotDone as unreadable:
            return self._replace(notices=(*self.notices, unreadable.sentence))

    def simulated_panel(self) -> panel.PanelKind:
        """The panel for a run without hardware. Raises UnknownPanel."""
        return panel.panel_kind(self.config.panel.name or DEFAULT_PANEL)
