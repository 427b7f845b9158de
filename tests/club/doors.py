"""A table's door in a test: it answers in its own thread, out of a real journal."""

from __future__ import annotations

from device.outbox.journal import JournalOutbox


class AnswersAtOnce(JournalOutbox):
    """Answers without a process of its own."""

    def ask(self, asked: bytes) -> bytes | None:
        return self.answer(asked)

    def close(self) -> None:
        """Nothing is left to end."""
