"""The page for directors: tables that call, messages to tables, and past calls."""

from __future__ import annotations

from club.pages.cells import ago_cell, duration_cell
from club.pages.forms import drop_down, form, text_field
from club.pages.page_content import ClubPage, ClubView, PagePart, PageTable, TableCell
from club.store.boxes import ClubBox
from club.store.director_messages import PastCall, SentMessage
from device.outbox.director import MAX_WORDS_LENGTH, DirectorPhrase, DirectorWords
from device.reports.html import Markup, element
from display.words import text

MAX_PAST_CALLS = 50
"""Maximum number of past calls that are shown."""

PHRASE_TEXTS = {
    DirectorPhrase.FIVE_MINUTES: text("Five minutes"),
    DirectorPhrase.PLEASE_FINISH: text("Please finish"),
    DirectorPhrase.COMING: text("The director is coming"),
}


def directing_page(view: ClubView) -> ClubPage:
    """The calls, the last messages to the tables, and forms to send new ones."""
    with view.store.read_only_transaction() as transaction:
        boxes = [box for box in transaction.boxes.list_boxes() if not box.is_revoked]
        calls, past_calls, messages = (
            transaction.director_messages.open_calls(),
            transaction.director_messages.past_calls(MAX_PAST_CALLS),
            transaction.director_messages.last_messages(),
        )
    table_numbers = {box.name: box.table_number for box in boxes}
    text_messages = {message.box: message for message in messages if isinstance(message.content, DirectorWords)}
    parts: list[PagePart] = [_calls_table(view, calls, table_numbers, text_messages)]
    for box, called_at in calls.items():
        if not _is_answered(text_messages.get(box), called_at):
            coming = text("Tell table {table} that you are coming", table=table_numbers[box])
            parts.append(form(view, "say", coming, box=box, phrase=DirectorPhrase.COMING.value))
    parts += [
        element("h2", view.say(text("Say something"))),
        _message_forms(view, boxes),
        _messages_table(view, text_messages, table_numbers),
    ]
    rows = tuple(_past_call_row(view, call, table_numbers.get(call.box)) for call in past_calls)
    columns = ("table", text("Table")), ("since", text("Called")), ("minutes", text("Minutes until it was settled"))
    parts.append(
        PageTable("past_calls", text("Calls that are over"), columns, rows, text("No call has been settled yet."))
    )
    return ClubPage("/directing", view.say(text("Directing")), tuple(parts))


def _past_call_row(view: ClubView, call: PastCall, table_number: int | None) -> tuple[TableCell, ...]:
    minutes = max(0, round((call.ended_at - call.began_at) / 60))
    return TableCell(table_number), ago_cell(view, call.began_at), TableCell(minutes)


def _is_answered(last_message: SentMessage | None, called_at: float) -> bool:
    """Whether the last words sent to a table say that the director is coming, and answer its call of `called_at`."""
    if last_message is None or last_message.sent_at < called_at or not isinstance(last_message.content, DirectorWords):
        return False
    return last_message.content.phrase is DirectorPhrase.COMING


def _calls_table(
    view: ClubView, calls: dict[str, float], table_numbers: dict[str, int], text_messages: dict[str, SentMessage]
) -> PageTable:
    rows = []
    for box, called_at in calls.items():
        answered = _yes_or_no(view, _is_answered(text_messages.get(box), called_at))
        rows.append((TableCell(table_numbers[box]), duration_cell(view, called_at), answered))
    columns = ("table", text("Table")), ("since", text("Calls for")), ("answered", text("Answered"))
    return PageTable("calls", text("Calls"), columns, tuple(rows), text("No table calls."))


def _yes_or_no(view: ClubView, is_true: bool) -> TableCell:
    return TableCell(int(is_true), view.say(text("yes") if is_true else text("no")))


def _message_forms(view: ClubView, boxes: list[ClubBox]) -> Markup:
    all_tables = ("", view.say(text("all tables")))
    recipients = [all_tables, *((box.name, view.say(text("table {table}", table=box.table_number))) for box in boxes)]
    phrases = [(phrase.value, view.say(phrase_text)) for phrase, phrase_text in PHRASE_TEXTS.items()]
    recipient = drop_down(view, "box", text("To whom"), recipients)
    phrase_form = form(view, "say", text("Say it"), recipient, drop_down(view, "phrase", text("What"), phrases))
    own_words = text_field(view, "words", text("In your own words"), max_length=MAX_WORDS_LENGTH)
    text_form = form(view, "say", text("Write it"), recipient, own_words)
    withdrawal_form = form(view, "take-back", text("Take back what was said"), recipient)
    return element("div", phrase_form, text_form, withdrawal_form, class_="forms")


def _messages_table(view: ClubView, text_messages: dict[str, SentMessage], table_numbers: dict[str, int]) -> PageTable:
    rows = tuple(
        (
            TableCell(table_numbers[box]),
            TableCell(_message_text(view, sent_message)),
            ago_cell(view, sent_message.sent_at),
            _yes_or_no(view, sent_message.is_done),
        )
        for box, sent_message in sorted(text_messages.items(), key=lambda pair: table_numbers.get(pair[0], 0))
        if box in table_numbers
    )
    columns = (
        ("table", text("Table")), ("words", text("What")), ("told", text("When")), ("done", text("Read")),
    )  # fmt: skip
    return PageTable("words", text("What was said last"), columns, rows, text("Nothing has been said yet."))


def _message_text(view: ClubView, sent_message: SentMessage) -> str:
    assert isinstance(sent_message.content, DirectorWords)
    phrase = sent_message.content.phrase
    if phrase is None:
        return sent_message.content.written or view.say(text("taken back"))
    return view.say(PHRASE_TEXTS[phrase])
