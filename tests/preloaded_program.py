"""Programs for tests that begin at once: forked from a process that has loaded what they need, and is otherwise new.

Each runs the command line as `python -m device …` would, in a process of its own. Where the start itself is what is
tested, a test begins the real one.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.context import ForkServerProcess
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LOADED = [
    "device.cli.start",
    "device.cli.commands",
    "device.cli.play_command",
    "device.config.reading",
    "device.run.desktop",
    "device.run.terminal",
    "hal.browser.server",
    "hal.browser.web",
    "uvicorn.lifespan.off",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
    "display.draw",
    # Pillow loads these at its first picture.
    "PIL.BmpImagePlugin",
    "PIL.GifImagePlugin",
    "PIL.JpegImagePlugin",
    "PIL.PngImagePlugin",
    "PIL.PpmImagePlugin",
]
"""All that a table loads until its first page is there: half of what a program takes to begin."""


def begin(arguments: Sequence[str], out: int, err: int, environment: Mapping[str, str]) -> ForkServerProcess:
    """Begin the program with these descriptors, which stay open here. Where they are one terminal, it is its own."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LOADED)
    # A test that fails may leave it: it ends with the tests, which would wait for it otherwise.
    process = context.Process(
        target=_run, args=(list(arguments), DupFd(out), DupFd(err), dict(environment)), daemon=True
    )
    process.start()
    return process


def _run(arguments: list[str], out: Any, err: Any, environment: dict[str, str]) -> None:
    from device.cli.start import main
    from device.system import worker

    # Who gives way on a machine that is busy with other tests is waited for until they are over.
    worker.lower_priority = lambda pid: None
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    first, second = out.detach(), err.detach()
    if os.isatty(first):
        os.close(second)
        os.login_tty(first)
    else:
        os.dup2(first, 1)
        os.dup2(second, 2)
    sys.stdin, sys.stdout, sys.stderr = (os.fdopen(each, mode, closefd=False) for each, mode in enumerate("rww"))
    sys.argv[1:] = arguments
    sys.exit(main())
