"""A PostgreSQL of a test's own, where the machine has one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from tempfile import mkdtemp

import pytest

SETTINGS = "-c listen_addresses= -c fsync=off -c shared_buffers=1MB -c max_connections=10"


def _program(name: str) -> str | None:
    found = sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name)


@contextmanager
def postgresql() -> Iterator[str]:
    """The URL of a new, empty database, which is gone at the end. Skips the test where there is no PostgreSQL."""
    initdb, pg_ctl = _program("initdb"), _program("pg_ctl")
    if initdb is None or pg_ctl is None:
        pytest.skip("PostgreSQL (Debian's postgresql) is missing")
    place = Path(mkdtemp(prefix="club-"))
    user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
    if user is not None:
        shutil.chown(place, user)
    data = str(place / "data")

    def run(*command: str) -> None:
        subprocess.run(command, user=user, check=True, cwd=place, stdout=subprocess.DEVNULL, timeout=60)

    try:
        run(initdb, "--no-sync", "--username=club", "--auth=trust", "--no-instructions", data)
        run(pg_ctl, "-w", "-s", "-D", data, "-l", str(place / "log"), "-o", f"{SETTINGS} -k {place}", "start")
        try:
            yield f"postgresql+psycopg://club@/postgres?host={place}"
        finally:
            run(pg_ctl, "-w", "-s", "-D", data, "-m", "immediate", "stop")
    except subprocess.CalledProcessError as error:
        pytest.fail(f"{error}: {(place / 'log').read_text() if (place / 'log').exists() else ''}", pytrace=False)
    finally:
        shutil.rmtree(place, ignore_errors=True)
