"""What a search for dead code must not report: parts of an interface that other code has yet to need, or sets only."""

from device.config import Config
from device.system.printing import Parser
from device.table.refresh import Refresher
from display.languages import available
from display.scene import Box, codes
from hal.panel.panel import PanelError

# The seam that real tables use; tests exercise it with real threads.
PanelError, Refresher.drawing

# What tests read a page's geometry and key map with.
Box.within, Box.meets, codes, available

# Settings for the desktop, which reads them.
Config.desktop

# What argparse prints through.
Parser._print_message
