"""`python -m device` is `tablekeeper`. SD cards that were made earlier start newer programs by this name."""

import sys

from device.cli.start import main

if __name__ == "__main__":
    sys.exit(main())
