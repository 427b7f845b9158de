"""People in a browser: everybody, each with what can be changed. `past.js` hands in what a form asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from device.people.people import People, known_names
from device.reports.games import GameFilter
from device.reports.html import Content, Markup, document, element, table
from device.reports.reading import kept_people, played_names
from device.session.archive import Change
from device.session.names import LONGEST_NAME
from display.words import Language, text


def page(data: Path, _: GameFilter, __: Mapping[str, str], language: Language) -> bytes:
    """Everybody, those who are hidden last, and a form for somebody new."""
    say, people = language.say, kept_people(data)
    names = (*known_names(people, played_names(data)), *sorted(people.hidden))
    heads = [say(words) for words in (text("Person"), text("Also played as"), text("To change"))]
    rows = (
        (_called(people, name, language), _others(people, name), _forms(people, name, names, language))
        for name in names
    )
    heading = say(text("People"))
    watching = say(text("You are watching: open the keys on the table's own page, and changes can be made here."))
    new = _form(Change.ADD, "", _field("name", say(text("Name of somebody new"))), say(text("Add")))
    return document(
        language,
        "/past/people",
        heading,
        element("p", watching, id="watching", hidden=True),
        element("p", id="answer", role="status"),
        table(heading, heads, rows) if names else None,
        element("h2", say(text("Somebody new"))),
        new,
    )


def _called(people: People, name: str, language: Language) -> str:
    hidden = people.person(name).hidden
    return language.say(text("{name} (hidden)", name=name)) if hidden else name


def _others(people: People, name: str) -> str:
    return ", ".join(one for one in people.person(name).spellings if one != name)


def _forms(people: People, name: str, names: Sequence[str], language: Language) -> Markup:
    say = language.say
    hidden = people.person(name).hidden
    renaming = _field("other", say(text("Another name for {name}", name=name)))
    options = [element("option", each, value=each) for each in names if each != name]
    forms: list[Content] = [_form(Change.RENAME, name, renaming, say(text("Rename")))]
    if options:
        same = say(text("{name} is the same person as", name=name))
        merging = element("label", element("span", same), element("select", *options, name="other"))
        forms.append(_form(Change.MERGE, name, merging, say(text("Merge"))))
    hiding = say(text("Offer {name} again", name=name)) if hidden else say(text("Hide {name}", name=name))
    forms.append(_form(Change.SHOW if hidden else Change.HIDE, name, None, hiding))
    return element("details", element("summary", say(text("Change {name}", name=name))), *forms)


def _field(name: str, label: str) -> Markup:
    field = element("input", name=name, required=True, maxlength=str(LONGEST_NAME), autocomplete="off")
    return element("label", element("span", label), field)


def _form(change: Change, name: str, field: Markup | None, button: str) -> Markup:
    """A form that asks for a change, shut until this browser may press keys."""
    hidden = [element("input", type="hidden", name="change", value=change.value)]
    if name:
        hidden.append(element("input", type="hidden", name="name", value=name))
    fields = element("fieldset", *hidden, field, element("button", button), disabled=True)
    return element("form", fields, class_="change", action="/past/people", method="post")
