"""Database access to the directors: names, password hashes, and login sessions."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import Connection, delete, insert, select, update

from club.store import passwords
from club.store.schema import DIRECTOR, LOGIN

LOGIN_SESSION_S = 12 * 3600.0
"""How long a login session lasts, in seconds: an evening."""


class Directors:
    """Directors, within a transaction of the store. Times are in seconds since 1970."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def set_password(self, name: str, password: str) -> None:
        """Add a director, or change a director's password and end all of their sessions.

        Raises ValueError for a password that is too short or too long.
        """
        password_hash = passwords.hash_password(password)
        self._connection.execute(delete(LOGIN).where(LOGIN.c.director == name))
        changed = self._connection.execute(
            update(DIRECTOR).where(DIRECTOR.c.name == name).values(password=password_hash)
        )
        if not changed.rowcount:
            self._connection.execute(insert(DIRECTOR).values(name=name, password=password_hash))

    def remove(self, name: str) -> bool:
        """Remove a director and their sessions. Returns False if there is no such director."""
        self._connection.execute(delete(LOGIN).where(LOGIN.c.director == name))
        return bool(self._connection.execute(delete(DIRECTOR).where(DIRECTOR.c.name == name)).rowcount)

    def names(self) -> list[str]:
        """The names of all directors, sorted."""
        return list(self._connection.execute(select(DIRECTOR.c.name).order_by(DIRECTOR.c.name)).scalars())

    def password_hash(self, name: str) -> str | None:
        """The password hash of a director; None if there is no such director."""
        found: str | None = self._connection.execute(
            select(DIRECTOR.c.password).where(DIRECTOR.c.name == name)
        ).scalar()
        return found

    def log_in(self, name: str, now: float) -> str:
        """Begin a session. Returns its token, of which only a digest is stored."""
        token = secrets.token_urlsafe(32)
        self._connection.execute(delete(LOGIN).where(LOGIN.c.until <= now))
        self._connection.execute(insert(LOGIN).values(token=_digest(token), director=name, until=now + LOGIN_SESSION_S))
        return token

    def log_out(self, token: str) -> None:
        """End a session."""
        self._connection.execute(delete(LOGIN).where(LOGIN.c.token == _digest(token)))

    def director_of_session(self, token: str, now: float) -> str | None:
        """The director of the session with this token; None if there is none, or if it has expired."""
        wanted = select(LOGIN.c.director).where(LOGIN.c.token == _digest(token), LOGIN.c.until > now)
        found: str | None = self._connection.execute(wanted).scalar()
        return found


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
