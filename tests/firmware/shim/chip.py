"""What a board does before anything else: its flash memory becomes `/`, and `main.py` runs if there is one.

Run with `micropython -i`, so that the raw REPL comes after it, as on a board. Environment: `POD_FLASH` is a file with
the flash memory's bytes, `POD_SHIM` the directory of the shim; `POD_SOFT` is 1 after a soft reset into the raw REPL,
which runs no `main.py`.
"""

import os
import sys

_BLOCK = 4096
_COUNT, _SIZE = 4, 5

sys.path[:] = [os.getenv("POD_SHIM"), ".frozen"]

# What is found by its path in the machine that the tests run on must be open before the flash memory takes its place.
import machine  # noqa: E402, I001
import select  # noqa: E402, F401
import time  # noqa: E402, F401


class Flash:
    """A block device."""

    def __init__(self, path):
        self._file = open(path, "r+b")
        self._count = self._file.seek(0, 2) // _BLOCK

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * _BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        self._file.seek(block * _BLOCK + offset)
        self._file.write(buffer)
        self._file.flush()

    def ioctl(self, operation, argument):
        return {_COUNT: self._count, _SIZE: _BLOCK}.get(operation, 0)


def reset():
    """Ends the program wherever it is; `sys.exit` would go on with the REPL."""
    os.system("kill -9 $PPID")


def mount():
    flash = Flash(os.getenv("POD_FLASH"))
    try:
        files = os.VfsLfs2(flash)
    except OSError:
        os.VfsLfs2.mkfs(flash)
        files = os.VfsLfs2(flash)
    shim = os.VfsPosix(os.getenv("POD_SHIM"))
    os.umount("/")
    os.mount(files, "/")
    os.mount(shim, "/shim")
    os.chdir("/")
    sys.path[:] = ["", "/shim", ".frozen"]


machine.reset = reset
mount()
if os.getenv("POD_SOFT") != "1" and "main.py" in os.listdir():
    with open("main.py") as main:
        exec(main.read(), {"__name__": "__main__"})
