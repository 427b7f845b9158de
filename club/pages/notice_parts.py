"""Parts of pages: notices to the director with forms to answer, and records of a game that differ."""

from __future__ import annotations

from collections.abc import Sequence

from club.pages.cells import ago_cell, linked_cell
from club.pages.forms import form
from club.pages.page_content import ClubView, PagePart, PageTable, TableCell
from club.pages.paths import game_path
from club.store.games import StoredGame
from club.store.notices import DirectorNotice, NoticeKind, notice_sentence
from club.store.other_records import OtherGameRecord
from device.reports.html import Markup, element
from display.words import text


def notice_parts(view: ClubView, notices: Sequence[DirectorNotice]) -> tuple[PagePart, ...]:
    """The table of open notices; for a director, with forms to answer them."""
    columns = ("what", text("What happened")), ("since", text("Since")), ("game", text("Game"))
    rows = tuple(
        (
            TableCell(view.say(notice_sentence(notice))),
            ago_cell(view, notice.noticed_at),
            linked_cell(game_path(notice.box, notice.subject), notice.subject)
            if notice.kind is NoticeKind.DIFFERS
            else TableCell(None),
        )
        for notice in notices
    )
    nothing_asked = text("There is no such notice to answer.")
    table = PageTable("asked", text("What went back, moved or was copied"), columns, rows, nothing_asked)
    if view.director is None:
        return (table,)
    return (table, *(element("div", *_answer_forms(view, notice), class_="forms") for notice in notices))


def _answer_forms(view: ClubView, notice: DirectorNotice) -> tuple[Markup, ...]:
    if notice.kind not in (NoticeKind.MOVED, NoticeKind.CLAIMED):
        sentence = notice_sentence(notice)
        seen_form = form(view, "seen", text("I have seen it"), number=str(notice.number))
        return element("span", view.say(sentence)), seen_form
    previous_box = notice.subject
    return tuple(
        form(view, "move-card", button, box=previous_box, to=notice.box, stay=stay)
        for stay, button in (
            ("", text("They are the games of {box} now", box=notice.box)),
            ("1", text("They stay with {box}", box=previous_box)),
        )
    )


def other_record_parts(
    view: ClubView, game: StoredGame, other_records: Sequence[OtherGameRecord]
) -> tuple[PagePart, ...]:
    """The records of a game that do not count; for a director, with forms to choose the one that counts."""
    parts: list[PagePart] = []
    for record in other_records:
        parts.append(element("h2", view.say(text("Another record, which does not count"))))
        parts.append(element("pre", "\n".join(line.text for line in record.lines), tabindex="0"))
        if view.director is not None:
            hidden_values = {"box": game.box, "game": game.mark.game, "record": str(record.number)}
            parts.append(form(view, "choose-record", text("Have this one count"), **hidden_values))
    if other_records and view.director is not None:
        confirm_text = text("Keep the one that counts, until you choose again")
        parts.append(form(view, "choose-record", confirm_text, box=game.box, game=game.mark.game))
    return tuple(parts)
