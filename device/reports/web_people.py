"""The web page of people: everybody, each with forms for changes, which `past.js` submits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from device.people.people import People, listed_names
from device.reports.changes import check_change, next_undo
from device.reports.games import GameFilter, past_games
from device.reports.html import (
    Content,
    Markup,
    change_form,
    element,
    history_page,
    html_table,
    link_to,
    status_parts,
    trouble_paragraph,
)
from device.reports.past_data import (
    has_journal,
    names_without_games,
    past_journal,
    people_trouble,
    played_names,
    stored_people,
)
from device.session.names import MAX_NAME_LENGTH
from device.session.places import ChangeKind, PeopleChange
from device.system.not_done import NotDone
from display.words import Language, Text, counted, text

PATH = "/past/people"

NAMES_KEPT = text("Games keep the names under which they were played; statistics count them for the person.")


def people_page(data: Path, _: GameFilter, query: Mapping[str, str], language: Language) -> bytes:
    """The page of everybody, hidden people last, with a form to add a person; or the page that asks about a merge."""
    people = stored_people(data)
    name, other_name = query.get("merge", ""), query.get("into", "")
    if name and other_name:
        return _confirmation(data, people, PeopleChange(ChangeKind.MERGE, name, other_name), language)
    names, say = listed_names(people, played_names(data)), language.say
    unplayed = names_without_games(data, people, names)
    changes_head = element("span", say(text("Changes")), class_="unseen")
    heads = [say(text("Person")), say(text("Also played as")), changes_head]
    rows = (
        (
            say(people.find_person(name).name_or_hidden),
            ", ".join(people.find_person(name).other_spellings),
            _person_forms(people, names, unplayed, language, name),
        )
        for name in names
    )
    heading = say(text("People"))
    add_form = _people_form(ChangeKind.ADD, say(text("Add")), field=_name_field("name", say(text("Name"))))
    return history_page(
        language,
        PATH,
        heading,
        *status_parts(language),
        trouble_paragraph(language, people_trouble(data)),
        _undo_form(data, language),
        html_table(heading, heads, rows, shows_caption=False) if names else None,
        element("p", say(NAMES_KEPT)),
        element("p", say(text("Hidden people are offered at no table and are in no statistics; their games stay."))),
        element("h2", say(text("Somebody new"))),
        add_form,
    )


def _undo_form(data: Path, language: Language) -> Markup | None:
    """The last change, and a form that reverts it; None if there is no such change."""
    undo, say = next_undo(data), language.say
    if undo is None:
        return None
    return element(
        "div",
        element("p", say(text("Can be undone: {change}", change=undo.sentence))),
        _people_form(
            ChangeKind.UNDO, say(text("Undo this")), name=undo.request.name, done_words=say(undo.undone_sentence)
        ),
        class_="change-made",
    )


def _confirmation(data: Path, people: People, merge: PeopleChange, language: Language) -> bytes:
    """The page that asks whether to merge two people, and explains what that means."""
    say, name, other_name = language.say, merge.name, merge.other_name
    heading = say(text("Are {one} and {other} one person?", one=name, other=other_name))
    leave_link = link_to(PATH, say(text("Leave it as it is")))
    try:
        check_change(data, merge)
    except NotDone as refused:
        return history_page(language, "", heading, element("p", say(refused.sentence)), element("p", leave_link))
    lines = (
        _games_text(data, people, name),
        _games_text(data, people, other_name),
        _merged_text(people, name, other_name),
        text("It can be taken back on the page of people."),
    )
    field = element("input", type="hidden", name="other", value=other_name)
    button = say(text("Merge {one} into {other}", one=name, other=other_name))
    form = _people_form(ChangeKind.MERGE, button, name=name, field=field, next_path=PATH)
    paragraphs = [element("p", say(line)) for line in lines]
    return history_page(language, "", heading, *status_parts(language), *paragraphs, form, element("p", leave_link))


def _merged_text(people: People, name: str, other_name: str) -> Text:
    """The sentence that says what becomes of games and names of two people who are merged under the other name."""
    if people.find_person(other_name).hidden:
        return text(
            "Together they are {other}'s then, who is hidden: they are left out of statistics, and neither name is"
            " offered at a table.",
            other=other_name,
        )
    return text(
        "Together they are {other}'s then, in statistics and ratings, too, and {one} is offered at no table.",
        one=name,
        other=other_name,
    )


def _games_text(data: Path, people: People, name: str) -> Text:
    """The sentence that says how many games of a person are listed: deleted ones are not."""
    count = 0
    if has_journal(data):
        with past_journal(data) as journal:
            count = sum(1 for _ in past_games(journal, people, GameFilter(player=name)))
    return counted("The history has {n} game of {name}.", "The history has {n} games of {name}.", count, name=name)


def _person_forms(
    people: People, names: Sequence[str], unplayed: Collection[str], language: Language, name: str
) -> Markup:
    """The forms for changes to a person. `names` are everybody's, `unplayed` those of people without any game."""
    say, person = language.say, people.find_person(name)
    renaming = _name_field("other", say(text("New name for {name}", name=name)))
    forms: list[Content] = [_people_form(ChangeKind.RENAME, say(text("Rename")), name=name, field=renaming)]
    others = [other_name for other_name in names if other_name != name]
    if others:
        forms.append(_merge_form(name, others, language))
    for spelling in person.other_spellings:
        sentence = text("{name} is somebody else", name=spelling)
        forms.append(_people_form(ChangeKind.SPLIT, say(sentence), name=spelling))
    hiding = text("Offer {name} again", name=name) if person.hidden else text("Hide {name}", name=name)
    forms.append(_people_form(ChangeKind.SHOW if person.hidden else ChangeKind.HIDE, say(hiding), name=name))
    if name in unplayed:
        forms.append(
            _people_form(ChangeKind.DELETE, say(text("Delete {name}, who never played", name=name)), name=name)
        )
    return element("details", element("summary", say(text("Change {name}", name=name))), *forms)


def _merge_form(name: str, others: Sequence[str], language: Language) -> Markup:
    """A form that leads to the question whether two people are the same. No person is preselected."""
    say = language.say
    options = [
        element("option", say(text("choose…")), value=""),
        *(element("option", other, value=other) for other in others),
    ]
    select = element("select", *options, name="into", required=True)
    label = say(text("{name} is the same person as", name=name))
    name_field = element("input", type="hidden", name="merge", value=name)
    button = element("button", say(text("Merge…")))
    fields = element("fieldset", name_field, element("label", element("span", label), select), button)
    return element("form", fields, action=PATH, method="get")


def _name_field(name: str, label: str) -> Markup:
    field = element("input", name=name, required=True, maxlength=str(MAX_NAME_LENGTH), autocomplete="off")
    return element("label", element("span", label), field)


def _people_form(
    change: ChangeKind,
    button: str,
    *,
    name: str = "",
    field: Markup | None = None,
    next_path: str | None = None,
    done_words: str | None = None,
) -> Markup:
    hidden_fields = [("change", change.value)]
    if name:
        hidden_fields.append(("name", name))
    return change_form(
        hidden_fields, field, element("button", button), action=PATH, next_path=next_path, done_words=done_words
    )
