"""The table's socket in a test: it answers in its own thread, from a real journal."""

from __future__ import annotations

from pathlib import Path

from device.outbox.journal_outbox import JournalOutbox


class AnswersAtOnce:
    """Answers without a process of its own."""

    def __init__(self, data: Path) -> None:
        self._outbox = JournalOutbox(data)

    def answer(self, asked: bytes) -> bytes | None:
        try:
            return self._outbox.answer(asked)
        finally:
            self._outbox.close()  # only the thread that opened a file may close it

    def close(self) -> None:
        """Do nothing: there is no process to end."""
