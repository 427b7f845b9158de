"""What a search for dead code must not report: parts of an interface that other code has yet to need, or sets only."""

from device.config import Config
from device.mirror import Mirror
from device.refresh import Refresher
from display.languages import available
from display.scene import Box, codes
from hal.panel import PanelError

# The seam that real tables use; tests exercise it with real threads.
PanelError, Refresher.drawing

# What tests read a page's geometry and key map with.
Box.within, Box.meets, codes, available

# Settings for the desktop, which reads them.
Config.desktop
# Settings for pods, desktop and lamps, which read them.
Config.pods, SignalWiring.led_high, SignalWiring.buzzer_high

# What a service uses.
Watched, Manager.switch_off, Weight.ERROR, is_journal
# What the command line opens a panel with; the settings are values of the configuration.
open_panel, turned, Speed.MEDIUM, Speed.FAST

# What a table with hardware is mirrored by.
Mirror
