"""Makes `python -m tablekeeper` run the command `tablekeeper`."""

import sys

from device.cli.start import main

if __name__ == "__main__":
    sys.exit(main())
