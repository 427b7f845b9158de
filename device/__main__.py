"""`python -m device` is `tablekeeper`: cards in use start newer programs by this name."""

import sys

from device.cli.start import main

if __name__ == "__main__":
    sys.exit(main())
