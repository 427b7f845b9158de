"""Database access to notices and questions to the director about boxes and games, which stay until answered."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import Select, func, insert, select, update

from club.store.schema import NOTICE
from club.store.store_part import StorePart
from display.words import Text, counted, text
from values.named_tuple import NamedTuple

MAX_NOTICES = 2_000
"""Maximum number of notices of one kind about one box: as many as it may begin games in a day. Further ones are not
stored."""


class NoticeKind(StrEnum):
    """The kind of a notice. A notice's `subject` is a game, another box, or empty."""

    BEHIND = "behind"
    """The box has less of the game than the store."""
    DIFFERS = "differs"
    """The box has another record of the game than the store had."""
    MOVED = "moved"
    """The box sent the keys of games that are stored for another box, which is the subject."""
    CLAIMED = "claimed"
    """The box sent games that are stored for another box, which is the subject, and that have no keys."""
    SENT_BY_TWO_BOXES = "twice"
    """Two boxes send as this one."""
    RESTORED = "restored"
    """The database was restored from a backup. The notice is about no box."""


class NoticeAnswer(StrEnum):
    """The director's answer to a notice."""

    OPEN = ""
    SEEN = "seen"
    MOVED = "moved"
    """The games belong to the box that claims them."""
    STAYS = "stays"
    """The games stay with the other box."""
    CHOSEN = "chosen"
    """The director has chosen the record that counts."""


class DirectorNotice(NamedTuple):
    """One notice, or several of one kind about a box that are shown together. `game_count` is their number."""

    number: int
    box: str
    kind: NoticeKind
    subject: str
    noticed_at: float
    game_count: int = 1


_COLUMNS = select(NOTICE.c.number, NOTICE.c.box, NOTICE.c.kind, NOTICE.c.subject, NOTICE.c.since)


class Notices(StorePart):
    """Notices to the director, within a transaction of the store."""

    def add_notice(self, kind: NoticeKind, box: str, subject: str, now: float, *, reopens: bool = False) -> bool:
        """Add a notice unless it exists; with `reopens`, open it again if it was answered. Returns whether it is
        new."""
        row = self._execute(_select_notice(kind, box, subject)).first()
        if row is not None:
            if not reopens or row.answer == NoticeAnswer.OPEN:
                return False
            change = update(NOTICE).where(NOTICE.c.number == row.number)
            self._execute(change.values(since=now, answer=NoticeAnswer.OPEN.value))
            return True
        if self._count_notices(kind, box) >= MAX_NOTICES:
            return False
        self._insert(kind, box, subject, now, NoticeAnswer.OPEN)
        return True

    def answer_to(self, kind: NoticeKind, box: str, subject: str) -> NoticeAnswer | None:
        """The director's answer to a notice; None if there is no such notice."""
        row = self._execute(_select_notice(kind, box, subject)).first()
        return None if row is None else NoticeAnswer(row.answer)

    def is_open(self, kind: NoticeKind, box: str) -> bool:
        """Whether there is an open notice of a kind about a box."""
        is_open_notice = NOTICE.c.box == box, NOTICE.c.kind == kind.value, NOTICE.c.answer == NoticeAnswer.OPEN.value
        return self._execute(select(NOTICE.c.number).where(*is_open_notice).limit(1)).first() is not None

    def set_answer(self, kind: NoticeKind, box: str, subject: str, answer: NoticeAnswer, now: float) -> None:
        """Store the director's answer, even if there is no such notice yet."""
        row = self._execute(_select_notice(kind, box, subject)).first()
        if row is None:
            self._insert(kind, box, subject, now, answer)
        else:
            change = update(NOTICE).where(NOTICE.c.number == row.number)
            self._execute(change.values(answer=answer.value))

    def mark_seen(self, number: int) -> bool:
        """Mark a notice as seen, with those that are shown together with it. Returns whether the notice exists."""
        row = self._execute(_COLUMNS.where(NOTICE.c.number == number)).first()
        if row is None:
            return False
        change = update(NOTICE).where(NOTICE.c.answer == NoticeAnswer.OPEN.value)
        if row.kind == NoticeKind.BEHIND:
            change = change.where(NOTICE.c.box == row.box, NOTICE.c.kind == row.kind)
        else:
            change = change.where(NOTICE.c.number == number)
        self._execute(change.values(answer=NoticeAnswer.SEEN.value))
        return True

    def open_notices(self) -> list[DirectorNotice]:
        """The open notices, the oldest first. The `BEHIND` notices of a box are put together in one."""
        rows = self._execute(_COLUMNS.where(NOTICE.c.answer == NoticeAnswer.OPEN.value).order_by(NOTICE.c.number))
        notices: dict[tuple[str, NoticeKind, str], DirectorNotice] = {}
        for number, box, kind_word, subject, noticed_at in rows:
            kind = NoticeKind(kind_word)
            key = box, kind, "" if kind is NoticeKind.BEHIND else subject
            notice = notices.get(key) or DirectorNotice(number, box, kind, subject, noticed_at, game_count=0)
            notices[key] = notice._replace(noticed_at=noticed_at, game_count=notice.game_count + 1)
        return list(notices.values())

    def _insert(self, kind: NoticeKind, box: str, subject: str, now: float, answer: NoticeAnswer) -> None:
        values = {"box": box, "kind": kind.value, "subject": subject, "since": now, "answer": answer.value}
        self._execute(insert(NOTICE).values(values))

    def _count_notices(self, kind: NoticeKind, box: str) -> int:
        query = select(func.count()).select_from(NOTICE).where(NOTICE.c.box == box, NOTICE.c.kind == kind.value)
        return int(self._execute(query).scalar_one())


def _select_notice(kind: NoticeKind, box: str, subject: str) -> Select[tuple[int, str]]:
    query = select(NOTICE.c.number, NOTICE.c.answer)
    return query.where(NOTICE.c.box == box, NOTICE.c.kind == kind.value, NOTICE.c.subject == subject)


def notice_sentence(notice: DirectorNotice) -> Text:
    """The sentence in which a notice is shown to the director."""
    return _SENTENCES[notice.kind](notice)


_SENTENCES = {
    NoticeKind.BEHIND: lambda notice: counted(
        "{box} has less of {n} game than is here: its card went back, is another one, or was damaged. What is here"
        " counts, and stays.",
        "{box} has less of {n} games than is here: its card went back, is another one, or was damaged. What is"
        " here counts, and stays.",
        notice.game_count,
        box=notice.box,
    ),
    NoticeKind.DIFFERS: lambda notice: text(
        "{box} has another record of game {game} than was here. Both are kept; the longer one counts until you choose.",
        box=notice.box,
        game=notice.subject,
    ),
    NoticeKind.MOVED: lambda notice: text(
        "{box} has games that are here as those of {other}, and shows that they were begun on its card. Has the card"
        " moved to it?",
        box=notice.box,
        other=notice.subject,
    ),
    NoticeKind.CLAIMED: lambda notice: text(
        "{box} has games that are here as those of {other}, and can't show that they were begun on its card: they are"
        " from before games had keys. Whose are they?",
        box=notice.box,
        other=notice.subject,
    ),
    NoticeKind.SENT_BY_TWO_BOXES: lambda notice: text(
        "Two boxes speak as {box}: has its card been copied? Until you have seen this, no record that one of them"
        " contradicts is replaced.",
        box=notice.box,
    ),
    NoticeKind.RESTORED: lambda notice: text(
        "The database is an earlier one: boxes remember more than is here, and send it again. Evenings, seats, answers"
        " and what was left out are those of the earlier one."
    ),
}
