"""What a search for dead code must not report: parts of an interface that other code has yet to need, or sets only."""

from device.config import Config
from device.refresh import Refresher
from device.telling import Weight, is_journal
from display.languages import available
from display.scene import Box, codes
from hal.clock import RealClock
from hal.inky_models import Speed
from hal.inky_panel import open_panel
from hal.gpio import open_factory
from hal.gpio_keys import GpioKeys
from hal.gpio_signal import open_outputs
from hal.panel import PanelError
from hal.service import Manager, Watched
from hal.signal import Cue, Silent
from hal.service import Watched
from hal.signal import Silent
from hal.threaded import ThreadedTable
from hal.turned import turned
from hal.wiring import SignalWiring
from hal.wallclock import time_of_day

# The seam that real tables use; tests exercise it with real threads.
RealClock, PanelError, Silent, ThreadedTable.post, ThreadedTable.stop, Cue.YOUR_TURN, Refresher.drawing
RealClock, PanelError, Silent, Watched, Weight.ERROR, is_journal, ThreadedTable.post, ThreadedTable.stop
Refresher.drawing, open_factory, GpioKeys, open_outputs, time_of_day

# What tests read a page's geometry and key map with.
Box.within, Box.meets, codes, available

# Settings for pods, desktop and lamps, which read them.
Config.pods, Config.desktop, SignalWiring.led_high, SignalWiring.buzzer_high

# What a service uses.
Watched, Manager.switch_off, Weight.ERROR, is_journal
# What the command line opens a panel with; the settings are values of the configuration.
open_panel, turned, Speed.MEDIUM, Speed.FAST
Config.pods, Config.desktop
