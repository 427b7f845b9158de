"""Builds HTML for the history pages (`/past/`). Everything that is not a `Markup` is escaped."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape

from display.words import Language, Text, text


class Markup(str):
    """A string that is finished HTML."""

    __slots__ = ()


_VOID_ELEMENTS = ("br", "hr", "img", "input", "link", "meta")
"""Elements without content and end tag."""

Content = Markup | str | int | None
"""The content of an element: markup, or plain text to be escaped; None for nothing."""


def _content_html(content: Content) -> str:
    if content is None:
        return ""
    return content if isinstance(content, Markup) else escape(str(content))


def element(name: str, /, *content: Content, **attributes: str | bool | None) -> Markup:
    """An element. Attributes that are False or None are left out.
    In their names, a trailing `_` is dropped, and an inner one becomes a hyphen."""
    attributes_text = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{escape(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    opening = f"<{name}{attributes_text}>"
    return Markup(opening if name in _VOID_ELEMENTS else f"{opening}{''.join(map(_content_html, content))}</{name}>")


def join_markup(parts: Iterable[Content]) -> Markup:
    """Concatenate several pieces."""
    return Markup("".join(map(_content_html, parts)))


def link_to(path: str, words: Content) -> Markup:
    """A link to a path."""
    return element("a", words, href=path)


def html_table(
    caption: str,
    headers: Sequence[Content],
    rows: Iterable[Sequence[Content]],
    *,
    shows_caption: bool = True,
    number_columns: Collection[int] = (),
) -> Markup:
    """A table; the first cell of each row is its header. Without `shows_caption`, only screen readers say the caption,
    since the page's title says the same. `number_columns` are the indexes of columns of numbers, which are aligned."""
    classes = ["figures" if column in number_columns else None for column in range(len(headers))]
    head_cells = (element("th", cell, scope="col", class_=name) for cell, name in zip(headers, classes, strict=True))
    body = []
    for first, *others in rows:
        cells = (element("td", cell, class_=name) for cell, name in zip(others, classes[1:], strict=True))
        body.append(element("tr", element("th", first, scope="row", class_=classes[0]), *cells))
    above = element("caption", caption) if shows_caption else None
    inner = element("table", above, element("thead", element("tr", *head_cells)), element("tbody", *body))
    return element("div", inner, class_="wide", tabindex="0", role="region", aria_label=caption)


def standalone_page(language: Language, title: str, style: str, *content: Content) -> bytes:
    """A whole page that needs no other files, for download."""
    main = element("main", element("h1", title), *content)
    return _whole_page(language, title, (element("style", Markup(style)),), main)


def _whole_page(language: Language, title: str, head_elements: Iterable[Markup], *body: Markup) -> bytes:
    """A whole page. `head_elements` are elements for its head, besides those that every page has."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        *head_elements,
    )
    return f"<!doctype html>\n{element('html', head, element('body', *body), lang=language.code)}\n".encode()


def change_form(
    hidden_fields: Iterable[tuple[str, str]],
    *content: Content,
    action: str,
    next_path: str | None = None,
    done_words: str | None = None,
) -> Markup:
    """A form that requests a change, disabled until this browser may press keys.

    `next_path` is the path of the page that follows; None means the same page again. `done_words` say there what was
    done; None means only that it is done.
    """
    hidden_inputs = (element("input", type="hidden", name=name, value=value) for name, value in hidden_fields)
    fields = element("fieldset", *hidden_inputs, *content, disabled=True)
    return element(
        "form", fields, class_="change", action=action, method="post", data_then=next_path, data_done=done_words
    )


def status_parts(language: Language) -> tuple[Markup, Markup]:
    """Two paragraphs for the page's script. The first, hidden, says why nothing can be changed.

    The script writes answers into the second; its attributes hold the sentences for a change that is made, and for a
    box that does not answer.
    """
    locked_sentence = text("You are watching: open the keys on the table's own page, and changes can be made here.")
    lost_sentence = text("The box does not answer. Open this page again to see whether the change was made.")
    lost_words, done_words = language.say(lost_sentence), language.say(text("It is done."))
    return (
        element("p", language.say(locked_sentence), id="watching", hidden=True),
        element("p", id="answer", role="status", data_lost=lost_words, data_done=done_words),
    )


def trouble_paragraph(language: Language, trouble: Text | None) -> Markup | None:
    """The paragraph about something that can't be read, and is missing from a page; None if nothing is."""
    return None if trouble is None else element("p", language.say(trouble), role="alert")


PAGES = (
    ("/past/", text("History")),
    ("/past/statistics", text("Statistics")),
    ("/past/people", text("People")),
    ("/past/settings", text("The box")),
)


def history_page(language: Language, page_path: str, title: str, *content: Content) -> bytes:
    """A page of the history, with the navigation; `page_path` is its path."""
    say = language.say
    links = [
        element("a", say(words), href=path, aria_current="page" if path == page_path else None) for path, words in PAGES
    ]
    table_link = link_to("/", say(text("Back to the panel")))
    navigation = element("nav", table_link, *links, aria_label=say(text("The past")))
    head_elements = (
        *(element("link", rel="stylesheet", href=f"/{name}.css") for name in ("theme", "past")),
        element("link", rel="icon", href="/icon.svg", type="image/svg+xml"),
        element("script", type="module", src="/past.js"),
    )
    main = element("main", element("h1", title), *content)
    return _whole_page(language, f"{title} – Tablekeeper", head_elements, element("header", navigation), main)
