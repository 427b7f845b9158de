"""Starts a PostgreSQL server for a test, if it is installed."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from glob import glob
from pathlib import Path
from tempfile import mkdtemp

import pytest

SETTINGS = "-c listen_addresses= -c shared_buffers=1MB -c max_connections=10"


def _program(name: str) -> str | None:
    found = sorted(glob(f"/usr/lib/postgresql/*/bin/{name}"))
    return found[-1] if found else shutil.which(name)


@cache
def _new_cluster(initdb: str, user: str | None) -> Path:
    """The files of a server without anything in it, for others to copy: they are removed when this process ends."""
    place = Path(mkdtemp(prefix="club-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    if user is not None:
        shutil.chown(place, user)
    command = (initdb, "--no-sync", "--username=club", "--auth=trust", "--no-instructions", str(place / "data"))
    subprocess.run(command, user=user, check=True, cwd=place, capture_output=True, timeout=60)
    return place / "data"


class PostgreSQL:
    """A server with an empty database, which can be killed and started again."""

    def __init__(self, place: Path, *, durable: bool = False) -> None:
        """If `durable`, each commit waits for the disk.

        Raises CalledProcessError. Skips the test if there is no PostgreSQL.
        """
        initdb, pg_ctl = _program("initdb"), _program("pg_ctl")
        if initdb is None or pg_ctl is None:
            pytest.skip("PostgreSQL (Debian's postgresql) is missing")
        self._pg_ctl, self._place = pg_ctl, place
        self._settings = f"{SETTINGS} -c fsync={'on' if durable else 'off'} -k {place}"
        self._user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
        if self._user is not None:
            shutil.chown(place, self._user)
        self.url = f"postgresql+psycopg://club@/postgres?host={place}"
        self._run("cp", "-a", str(_new_cluster(initdb, self._user)), str(place / "data"))
        self.start()

    def start(self) -> None:
        """Start the server. Raises CalledProcessError."""
        self._run(*self._control("start"), "-w", "-l", str(self._place / "log"), "-o", self._settings)

    def kill(self) -> None:
        """Kill its first process, as the kernel would. The others follow, without any cleaning up."""
        with suppress(FileNotFoundError, ProcessLookupError):
            process = int((self._place / "data" / "postmaster.pid").read_text().splitlines()[0])
            os.kill(process, signal.SIGQUIT)
        self._run(*self._control("stop"), "-m", "immediate", check=False)

    def copy(self) -> None:
        """Copy all of it as it is on the disk."""
        self.kill()
        self._run("rm", "-rf", str(self._place / "copy"))
        self._run("cp", "-a", str(self._place / "data"), str(self._place / "copy"))
        self.start()

    def put_back(self) -> None:
        """Restore the copy."""
        self.kill()
        self._run("rm", "-rf", str(self._place / "data"))
        self._run("cp", "-a", str(self._place / "copy"), str(self._place / "data"))
        self.start()

    def log(self) -> str:
        """The server's log."""
        with suppress(FileNotFoundError):
            return (self._place / "log").read_text()
        return ""

    def _control(self, word: str) -> tuple[str, ...]:
        return (self._pg_ctl, "-s", "-D", str(self._place / "data"), word)

    def _run(self, *command: str, check: bool = True) -> None:
        quiet = subprocess.DEVNULL
        subprocess.run(command, user=self._user, check=check, cwd=self._place, stdout=quiet, stderr=quiet, timeout=60)


@contextmanager
def postgresql(*, durable: bool = False) -> Iterator[str]:
    """The URL of a new, empty database, which is removed at the end.

    If `durable`, each commit waits for the disk. Skips the test if there is no PostgreSQL.
    """
    with postgresql_server(durable=durable) as server:
        yield server.url


@contextmanager
def postgresql_server(*, durable: bool = False) -> Iterator[PostgreSQL]:
    """A server with a new, empty database, which is removed at the end. Skips the test if there is no PostgreSQL."""
    place = Path(mkdtemp(prefix="club-"))
    server: PostgreSQL | None = None
    try:
        server = PostgreSQL(place, durable=durable)
        yield server
    except subprocess.CalledProcessError as error:
        pytest.fail(f"{error}: {server.log() if server else ''}", pytrace=False)
    finally:
        if server is not None:
            server.kill()
        shutil.rmtree(place, ignore_errors=True)
