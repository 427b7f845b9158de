"""The interface for sending a newer program to the table, in pieces."""

from __future__ import annotations

from typing import Protocol

from values.named_tuple import NamedTuple

MAX_PIECE_BYTES = 48 * 1024
"""Maximum bytes of a piece, also in page/program.js. With its header it is below what a connection may send at once
(`guard.admission.Limits.input_burst_bytes`)."""


class PieceAnswer(NamedTuple):
    """The table's answer to a size or a piece: "" or a sentence that says why the program is refused.

    `handle` names the transfer of a program that has just begun.
    """

    sentence: str
    handle: str = ""


class ProgramReceiver(Protocol):
    """Takes a program, in pieces. Called from worker threads of the server; each call may take long."""

    def announce_size(self, size: int) -> PieceAnswer | None:
        """Announce a program of so many bytes. None if no table answers."""

    def add_piece(self, handle: str, offset: int, piece: bytes) -> PieceAnswer | None:
        """Add the piece from `offset` on. None if no table answers."""
