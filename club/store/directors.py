"""Who may direct: names, passwords, and the browsers that they have logged in with."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import Connection, delete, insert, select, update

from club.store import passwords
from club.store.schema import DIRECTOR, LOGIN

BELIEVED_S = 12 * 3600.0
"""For how long a browser is believed, in seconds: an evening."""


class Directors:
    """Directors, within a transaction of the store. Times are in seconds since 1970."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def enter(self, name: str, password: str) -> None:
        """Give somebody a password, in place of another; browsers that know the other are believed no more.

        Raises ValueError for a password that is too short or too long.
        """
        kept = passwords.kept(password)
        self._connection.execute(delete(LOGIN).where(LOGIN.c.director == name))
        changed = self._connection.execute(update(DIRECTOR).where(DIRECTOR.c.name == name).values(password=kept))
        if not changed.rowcount:
            self._connection.execute(insert(DIRECTOR).values(name=name, password=kept))

    def remove(self, name: str) -> bool:
        """Somebody directs no more. False if they did not."""
        self._connection.execute(delete(LOGIN).where(LOGIN.c.director == name))
        return bool(self._connection.execute(delete(DIRECTOR).where(DIRECTOR.c.name == name)).rowcount)

    def names(self) -> list[str]:
        """Everybody who may direct."""
        return list(self._connection.execute(select(DIRECTOR.c.name).order_by(DIRECTOR.c.name)).scalars())

    def password(self, name: str) -> str | None:
        """What a password is checked by; None for somebody who does not direct."""
        found: str | None = self._connection.execute(
            select(DIRECTOR.c.password).where(DIRECTOR.c.name == name)
        ).scalar()
        return found

    def log_in(self, name: str, now: float) -> str:
        """Believe a browser from now on, by the token that is returned."""
        token = secrets.token_urlsafe(32)
        self._connection.execute(delete(LOGIN).where(LOGIN.c.until <= now))
        self._connection.execute(insert(LOGIN).values(token=_digest(token), director=name, until=now + BELIEVED_S))
        return token

    def log_out(self, token: str) -> None:
        """Believe a browser no more."""
        self._connection.execute(delete(LOGIN).where(LOGIN.c.token == _digest(token)))

    def logged_in(self, token: str, now: float) -> str | None:
        """Which director a browser with this token is of; None for nobody's."""
        wanted = select(LOGIN.c.director).where(LOGIN.c.token == _digest(token), LOGIN.c.until > now)
        found: str | None = self._connection.execute(wanted).scalar()
        return found


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
