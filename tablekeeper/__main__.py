"""`python -m tablekeeper` is the command `tablekeeper`."""

import sys

from device.cli.start import main

if __name__ == "__main__":
    sys.exit(main())
