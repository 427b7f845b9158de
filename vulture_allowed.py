"""What a search for dead code must not report: parts of an interface that other code has yet to need, or sets only."""

from gpiod import LineSettings

from club.broker.mqtt import Client
from device.config import Config
from device.contract.figures import Figure
from device.system.printing import Parser
from display.languages import available_codes
from display.layout.layout_options import LayoutLoss
from display.scene import Rect, drawn_key_map
from hal.gpio.gpiod_factory import GpiodFactory, GpiodPin
from hal.keys.debounce import Debouncer
from hal.panel.panel import PanelError
from hal.table.sidebar import PictureArea, SidebarEntry

# The seam that real tables use; tests exercise it with real threads.
PanelError

# What tests read a page's geometry, a key map and contacts with.
Rect.is_within, Rect.overlaps, drawn_key_map, available_codes, Debouncer.is_idle

# What authors say of a figure; nothing shows it yet.
Figure.out_of

# What browsers read of what they are sent.
PictureArea.rect_pixels, SidebarEntry.is_refused

# Settings for the desktop, which reads them.
Config.desktop

# What argparse prints through, and what it reads from Python 3.14 on.
Parser._print_message, Parser().color

# What layouts are compared by, as a whole.
LayoutLoss.folded

# What gpiozero calls of a factory and its pins, and gpiod reads of a line's settings.
GpiodFactory().pin_class, GpiodPin.output_with_state, GpiodPin._get_function, GpiodPin._set_function
GpiodPin._get_state, GpiodPin._set_state, GpiodPin._get_pull, GpiodPin._set_pull, GpiodPin._get_frequency
GpiodPin._set_frequency, GpiodPin._get_bounce, GpiodPin._set_bounce, GpiodPin._get_edges, GpiodPin._set_edges
GpiodPin._enable_event_detect, GpiodPin._disable_event_detect
LineSettings.output_value, LineSettings.edge_detection

# What paho calls.
Client.on_subscribe
