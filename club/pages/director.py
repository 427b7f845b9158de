"""The page for directors: tables that call, messages to tables, and past calls."""

from __future__ import annotations

from club.pages.cells import ago_cell, duration_cell
from club.pages.forms import choice, field, form
from club.pages.page_content import ClubPage, ClubView, PageTable, Part, TableCell
from club.store.boxes import ClubBox
from club.store.director_messages import SentMessage
from device.outbox.director import MAX_WORDS_LENGTH, DirectorPhrase, DirectorWords
from device.reports.html import element
from display.words import Text, text

PAST_CALLS = 50
"""Most past calls that are shown."""

PHRASES = (
    (DirectorPhrase.FIVE_MINUTES, text("Five minutes")),
    (DirectorPhrase.PLEASE_FINISH, text("Please finish")),
    (DirectorPhrase.COMING, text("The director is coming")),
)


def directing_page(view: ClubView) -> ClubPage:
    """The calls, the last messages to the tables, and forms to send new ones."""
    with view.store.read_only_transaction() as transaction:
        boxes = [box for box in transaction.boxes.list_boxes() if not box.is_revoked]
        calls, past, messages = (
            transaction.director_messages.open_calls(),
            transaction.director_messages.past_calls(PAST_CALLS),
            transaction.director_messages.last_messages(),
        )
    seats = {box.name: box.table_number for box in boxes}
    words = {sent.box: sent for sent in messages if isinstance(sent.message, DirectorWords)}
    parts: list[Part] = [_calls_table(view, calls, seats, words)]
    parts += [
        form(view, "say", text("Tell table {table} that you are coming", table=seats[box]), box=box, phrase="coming")
        for box in sorted(calls, key=lambda box: calls[box])
        if box in seats and not _is_answered(words.get(box), calls[box])
    ]
    parts += [
        element("h2", view.say(text("Say something"))),
        *_message_forms(view, boxes),
        _messages_table(view, words, seats),
    ]
    rows = tuple(
        (
            TableCell(seats.get(call.box)),
            ago_cell(view, call.began_at),
            TableCell(_minutes(call.ended_at - call.began_at)),
        )
        for call in past
    )
    columns = ("table", text("Table")), ("since", text("Called")), ("minutes", text("Minutes until it was settled"))
    parts.append(
        PageTable("past_calls", text("Calls that are over"), columns, rows, text("No call has been settled yet."))
    )
    return ClubPage("/directing", view.say(text("Directing")), tuple(parts))


def _minutes(seconds: float) -> int:
    return max(0, round(seconds / 60))


def _is_answered(words: SentMessage | None, since: float) -> bool:
    """Whether a table that has called since `since` was sent that the director is coming."""
    if words is None or words.sent_at < since or not isinstance(words.message, DirectorWords):
        return False
    return words.message.phrase is DirectorPhrase.COMING


def _calls_table(
    view: ClubView, calls: dict[str, float], seats: dict[str, int], words: dict[str, SentMessage]
) -> PageTable:
    rows = tuple(
        (TableCell(seats.get(box)), duration_cell(view, since), _yes_or_no(view, _is_answered(words.get(box), since)))
        for box, since in sorted(calls.items(), key=lambda one: one[1])
    )
    columns = ("table", text("Table")), ("since", text("Calls for")), ("answered", text("Answered"))
    return PageTable("calls", text("Calls"), columns, rows, text("No table calls."))


def _yes_or_no(view: ClubView, is_true: bool) -> TableCell:
    return TableCell(int(is_true), view.say(text("yes") if is_true else text("no")))


def _message_forms(view: ClubView, boxes: list[ClubBox]) -> tuple[Part, ...]:
    everybody = ("", view.say(text("all tables")))
    recipients = [everybody, *((box.name, view.say(text("table {table}", table=box.table_number))) for box in boxes)]
    to = text("To whom")
    phrases = [(phrase.value, view.say(words)) for phrase, words in PHRASES]
    phrase_form = form(
        view, "say", text("Say it"), choice(view, "box", to, recipients), choice(view, "phrase", text("What"), phrases)
    )
    text_form = form(
        view,
        "say",
        text("Write it"),
        choice(view, "box", to, recipients),
        field(view, "words", text("In your own words"), max_length=MAX_WORDS_LENGTH),
    )
    withdrawal_form = form(view, "take-back", text("Take back what was said"), choice(view, "box", to, recipients))
    return element("div", phrase_form, text_form, withdrawal_form, class_="forms"), None


def _messages_table(view: ClubView, words: dict[str, SentMessage], seats: dict[str, int]) -> PageTable:
    rows = tuple(
        (
            TableCell(seats[box]),
            TableCell(_message_words(view, sent)),
            ago_cell(view, sent.sent_at),
            _yes_or_no(view, sent.is_done),
        )
        for box, sent in sorted(words.items(), key=lambda pair: seats.get(pair[0], 0))
        if box in seats
    )
    columns = (
        ("table", text("Table")), ("words", text("What")), ("told", text("When")), ("done", text("Read")),
    )  # fmt: skip
    return PageTable("words", text("What was said last"), columns, rows, text("Nothing has been said yet."))


def _message_words(view: ClubView, sent: SentMessage) -> str:
    assert isinstance(sent.message, DirectorWords)
    phrase = sent.message.phrase
    if phrase is None:
        return sent.message.written or view.say(text("taken back"))
    found: dict[DirectorPhrase, Text] = dict(PHRASES)
    return view.say(found[phrase])
