"""HTML forms and their fields."""

from __future__ import annotations

from collections.abc import Iterable

from club.pages.page_content import ClubView
from club.store.schema import MAX_TITLE_LENGTH
from device.reports.html import Content, Markup, element
from display.words import Text


def form(view: ClubView, action: str, button_text: Text, *fields: Content, **hidden_values: str) -> Markup:
    """A form that posts a change. `action` is the change's name in its URL (see `club.pages.changes`)."""
    hidden_fields = [element("input", type="hidden", name=name, value=value) for name, value in hidden_values.items()]
    button_element = element("button", view.say(button_text))
    contents = *hidden_fields, *fields, button_element
    return element("form", *contents, action=f"/do/{action}", method="post", class_="change")


def text_field(
    view: ClubView,
    name: str,
    label: Text,
    value: str = "",
    *,
    max_length: int = MAX_TITLE_LENGTH,
    input_type: str = "text",
) -> Markup:
    """A text field of one line. `max_length` is the largest number of characters."""
    attributes = {"name": name, "type": input_type, "maxlength": str(max_length), "autocomplete": "off"}
    input_element = element("input", required=True, value=value or None, **attributes)
    return element("label", element("span", view.say(label)), input_element)


def drop_down(view: ClubView, name: str, label: Text, options: Iterable[tuple[str, str]], selected: str = "") -> Markup:
    """A drop-down list. Each option is a value and the words shown for it; `selected` is the selected value."""
    option_elements = [element("option", words, value=value, selected=value == selected) for value, words in options]
    return element("label", element("span", view.say(label)), element("select", *option_elements, name=name))


def text_area(view: ClubView, name: str, label: Text, value: str, *, row_count: int) -> Markup:
    """A field of many lines, of which `row_count` are seen at a time."""
    area = element("textarea", value, name=name, rows=str(row_count), autocomplete="off", spellcheck="false")
    return element("label", element("span", view.say(label)), area)
