"""The table of all messages between table, courier, hub and director: each one's name and the formats of its fields."""

from __future__ import annotations

from device.journal import identity, validate
from device.outbox.club_messages import (
    CommittedGame,
    ConflictingRecord,
    GameMark,
    GameRevision,
    GameRowCount,
    HubInventoryRequest,
    Inventory,
    NothingNew,
    OutboxChanged,
    OutboxGames,
    OutboxRequest,
    RevisionRequest,
    StoreState,
)
from device.outbox.digest import DIGEST_BYTES
from device.outbox.director import (
    MAX_PLACE_LENGTH,
    MAX_PLACES,
    MAX_WORDS_LENGTH,
    ClubDoubt,
    ClubStanding,
    DirectorPhrase,
    DirectorWords,
    JoinAnswer,
    JoinOutcome,
    JoinWish,
    NextSeating,
    SeatPlace,
    TableReport,
    TableWishes,
)
from device.session.club_digits import CLUB_DIGIT_COUNT
from device.session.rows import JournalRow, RowKind
from values.fields import (
    BOOLEAN,
    FieldKind,
    MessageKind,
    enum_of,
    integer,
    line,
    list_of,
    named_tuple_of,
    optional,
    pattern,
    valid_if,
)

MAX_RECORD_LINES = 20_000
"""Maximum number of lines of one message: as many as a table's socket (its door) sends, if they are short."""

GAMES_PER_PAGE = 500
"""Games on a page of an inventory."""

_MAX_HUB_LENGTH = 200
_RECORD_KINDS = {kind.value: kind for kind in (RowKind.RECORD, RowKind.FORCED, RowKind.STANDS)}


def _phrase(word: object) -> DirectorPhrase | None:
    return None if word == "" else DirectorPhrase(word)


def _is_line(value: object) -> bool:
    return (
        isinstance(value, str)
        and len(value) <= validate.MAX_ROW_LENGTH
        and validate.is_encodable(value)
        and "\n" not in value
    )  # fmt: skip


NUMBER = integer(2**53)
"""For numbers of messages, tables, games and attempts."""
COUNT = integer(2**31 - 1)
"""For numbers of revisions and counts of commits, such that every store can hold them."""
PAGE = integer(2_000)
"""For page numbers of an inventory: up to a million games."""
IDENTITY = pattern("(?:[0-9a-f]{2}){1,100}")
KEY = pattern(f"(?:[0-9a-f]{{{2 * identity.KEY_BYTES}}})?")._replace(default="", omits_default=True)
MARK = named_tuple_of(GameMark, IDENTITY, COUNT, pattern(f"[0-9a-f]{{{2 * DIGEST_BYTES}}}"))
STATE = named_tuple_of(StoreState, pattern("[0-9a-f]{16}"), COUNT)
RECORD_KIND = FieldKind(_RECORD_KINDS.__getitem__, str)
RECORD_FIELDS = {
    "lines": list_of(named_tuple_of(JournalRow, RECORD_KIND, valid_if(_is_line)), MAX_RECORD_LINES),
    "begun": FieldKind(validate.plausible_date, default=None),
    "key": KEY,
}
REPORT_FIELDS = {"called": BOOLEAN, "words": NUMBER, "seating": NUMBER}
# Messages of earlier versions lack these.
LATER_FLAG = BOOLEAN._replace(default=False)
COURIER = pattern("(?:[0-9a-f]{16})?")._replace(default="")
DOUBTS = list_of(enum_of(ClubDoubt), len(ClubDoubt))._replace(default=[])


def _revision_contradiction(revision: GameRevision) -> str:
    base, mark = revision.base, revision.mark
    return "" if base is None or (base.game == mark.game and base.number <= mark.number) else "base"


def _page_contradiction(inventory: Inventory | OutboxGames) -> str:
    return "" if inventory.page < inventory.page_count else "page"


MESSAGES = (
    MessageKind(
        "revision", GameRevision, {"mark": MARK, "base": optional(MARK), "keeps": integer(validate.MAX_ROWS),
        **RECORD_FIELDS}, _revision_contradiction,
    ),
    MessageKind(
        "other-record", ConflictingRecord, {"mark": MARK, "against": MARK, **RECORD_FIELDS},
        lambda message: "" if message.hub_mark.game == message.mark.game else "against",
    ),
    MessageKind("committed", CommittedGame, {"state": STATE, "mark": MARK, "refused": COUNT, "elsewhere": LATER_FLAG}),
    MessageKind(
        "inventory", Inventory,
        {"state": STATE, "page": PAGE, "pages": PAGE, "games": list_of(MARK, GAMES_PER_PAGE), "twice": LATER_FLAG},
        _page_contradiction,
    ),
    MessageKind("inventory-asked", HubInventoryRequest, {"courier": COURIER, "known": optional(STATE)}),
    MessageKind("outbox-asked", OutboxRequest, {"page": PAGE}),
    MessageKind(
        "outbox", OutboxGames,
        {"page": PAGE, "pages": PAGE, "games": list_of(named_tuple_of(GameRowCount, IDENTITY, COUNT), GAMES_PER_PAGE)},
        _page_contradiction,
    ),
    MessageKind("changed", OutboxChanged),
    MessageKind(
        "revision-asked", RevisionRequest, {"game": IDENTITY, "base": optional(MARK)},
        lambda message: "" if message.base is None or message.base.game == message.game else "base",
    ),
    MessageKind("nothing-new", NothingNew, {"game": IDENTITY}),
    MessageKind(
        "words", DirectorWords,
        {
            "number": NUMBER,
            "phrase": FieldKind(_phrase, lambda phrase: "" if phrase is None else phrase.value),
            "written": line(MAX_WORDS_LENGTH),
        },
        lambda message: "written" if message.phrase is not None and message.written else "",
    ),
    MessageKind(
        "seating", NextSeating,
        {"number": NUMBER, "table": NUMBER,
         "places": list_of(named_tuple_of(SeatPlace, line(MAX_PLACE_LENGTH, 1), NUMBER), MAX_PLACES)},
    ),
    MessageKind("table", TableReport, REPORT_FIELDS),
    MessageKind(
        "standing", ClubStanding,
        {
            "box": pattern("[a-z0-9][a-z0-9-]{0,31}|"),
            "connected": BOOLEAN,
            "lacking": NUMBER,
            "joining": optional(named_tuple_of(JoinAnswer, NUMBER, enum_of(JoinOutcome))),
            "doubts": DOUBTS,
        },
        lambda message: "" if len(set(message.doubts)) == len(message.doubts) else "doubts",
    ),
    MessageKind(
        "wishes", TableWishes,
        {**REPORT_FIELDS, "join": optional(named_tuple_of(JoinWish, NUMBER, line(_MAX_HUB_LENGTH),
        pattern(f"[0-9]{{{CLUB_DIGIT_COUNT}}}")))}, field_values=lambda message: (*message.report, message.join),
        make_message=lambda called, words, seating, join: TableWishes(TableReport(called, words, seating), join),
    ),
)  # fmt: skip
