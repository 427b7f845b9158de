"""What a run is started with, whatever its hardware."""

from __future__ import annotations

from pathlib import Path

from device.config import Config
from device.config.chosen_settings import read_settings
from device.system.not_done import NotDone
from device.table.phones import PhoneAccess
from display.words import Language, Text, text
from hal.panel import panel
from values.named_tuple import NamedTuple

DEFAULT_PANEL = "what-black"
"""What is simulated where no panel is configured."""


def unusable(fault: str) -> Text:
    """What people must know of a configuration that can't be used."""
    return text("{fault} Until that is mended, the box plays without its configuration.", fault=fault)


class RunSettings(NamedTuple):
    """The configuration, the directory where games are kept, and the language that is spoken.

    `notices` are shown on the panel at the start, one after the other. `unattended`: nobody reads a terminal, so what
    can be waited for is waited for. Where time is `virtual`, what is found elsewhere is there at once, so
    that an evening is the same each time. `ask_language`: nobody has said which language it is to be.
    `explain_keys`: a new box says what its keys do before its first question. `phones` is how phones of the
    network reach the table.
    """

    config: Config
    data: Path
    language: Language
    notices: tuple[Text, ...] = ()
    unattended: bool = False
    virtual: bool = False
    ask_language: bool = False
    explain_keys: bool = False
    phones: PhoneAccess | None = None

    def without_configuration(self, fault: str) -> RunSettings:
        """The same without a configuration that can't be used, which is said on the panel."""
        return self._replace(config=Config(), notices=(*self.notices, unusable(fault)))

    def as_chosen(self) -> RunSettings:
        """The same with what was chosen on the table's page, which goes before the configuration; where that can't be
        read, the panel says so."""
        try:
            return self._replace(config=read_settings(self.data).over(self.config))
        except NotDone as unreadable:
            return self._replace(notices=(*self.notices, unreadable.sentence))

    def simulated_panel(self) -> panel.PanelKind:
        """The panel for a run without hardware. Raises UnknownPanel."""
        return panel.kind(self.config.panel.name or DEFAULT_PANEL)
