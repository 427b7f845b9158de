"""Database access to the directors: names, password hashes, and login sessions."""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import delete, insert, select, update

from club.store import passwords
from club.store.schema import DIRECTOR, LOGIN
from club.store.store_part import StorePart

LOGIN_SESSION_S = 12 * 3600.0
"""How long a login session lasts, in seconds: an evening."""


class Directors(StorePart):
    """Directors, within a transaction of the store. Times are in seconds since 1970."""

    def set_password(self, name: str, password: str) -> None:
        """Add a director, or change a director's password and end all of their sessions.

        Raises ValueError for a password that is too short or too long.
        """
        password_hash = passwords.hash_password(password)
        self._execute(delete(LOGIN).where(LOGIN.c.director == name))
        result = self._execute(update(DIRECTOR).where(DIRECTOR.c.name == name).values(password=password_hash))
        if not result.rowcount:
            self._execute(insert(DIRECTOR).values(name=name, password=password_hash))

    def remove_director(self, name: str) -> bool:
        """Remove a director and their sessions. Returns False if there is no such director."""
        self._execute(delete(LOGIN).where(LOGIN.c.director == name))
        return bool(self._execute(delete(DIRECTOR).where(DIRECTOR.c.name == name)).rowcount)

    def list_names(self) -> list[str]:
        """The names of all directors, sorted."""
        return list(self._execute(select(DIRECTOR.c.name).order_by(DIRECTOR.c.name)).scalars())

    def password_hash(self, name: str) -> str | None:
        """The password hash of a director; None if there is no such director."""
        password_hash: str | None = self._execute(select(DIRECTOR.c.password).where(DIRECTOR.c.name == name)).scalar()
        return password_hash

    def log_in(self, name: str, now: float) -> str:
        """Begin a session. Returns its token, of which only a digest is stored."""
        token = secrets.token_urlsafe(32)
        self._execute(delete(LOGIN).where(LOGIN.c.until <= now))
        self._execute(insert(LOGIN).values(token=_digest(token), director=name, until=now + LOGIN_SESSION_S))
        return token

    def log_out(self, token: str) -> None:
        """End a session."""
        self._execute(delete(LOGIN).where(LOGIN.c.token == _digest(token)))

    def director_of_session(self, token: str, now: float) -> str | None:
        """The director of the session with this token; None if there is none, or if it has expired."""
        query = select(LOGIN.c.director).where(LOGIN.c.token == _digest(token), LOGIN.c.until > now)
        director: str | None = self._execute(query).scalar()
        return director


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
