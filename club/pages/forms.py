"""HTML forms and their fields."""

from __future__ import annotations

from collections.abc import Iterable

from club.pages.page_content import ClubView
from club.store.schema import MAX_TITLE_LENGTH
from device.reports.html import Content, Markup, element
from display.words import Text


def form(view: ClubView, action: str, button: Text, *fields: Content, **hidden: str) -> Markup:
    """A form that posts a change. `action` is the change's name in its URL (see `club.pages.changes`)."""
    hidden_fields = [element("input", type="hidden", name=name, value=value) for name, value in hidden.items()]
    pressed = element("button", view.say(button))
    return element("form", *hidden_fields, *fields, pressed, action=f"/do/{action}", method="post", class_="change")


def field(
    view: ClubView, name: str, label: Text, value: str = "", *, max_length: int = MAX_TITLE_LENGTH, kind: str = "text"
) -> Markup:
    """A text field of one line. `max_length` is the largest number of characters."""
    box = element(
        "input", name=name, type=kind, value=value or None, required=True, maxlength=str(max_length), autocomplete="off"
    )
    return element("label", element("span", view.say(label)), box)


def choice(view: ClubView, name: str, label: Text, options: Iterable[tuple[str, str]], chosen: str = "") -> Markup:
    """A drop-down list. Each option is a value and the words shown for it; `chosen` is the selected value."""
    choices = [element("option", words, value=value, selected=value == chosen) for value, words in options]
    return element("label", element("span", view.say(label)), element("select", *choices, name=name))


def text_area(view: ClubView, name: str, label: Text, value: str, rows: int) -> Markup:
    """A field of many lines."""
    box = element("textarea", value, name=name, rows=str(rows), autocomplete="off", spellcheck="false")
    return element("label", element("span", view.say(label)), box)
