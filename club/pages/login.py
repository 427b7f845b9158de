"""The login page for directors, and the page that says why something can't be done."""

from __future__ import annotations

from club.pages.page_content import ClubPage, ClubView
from club.store.passwords import MAX_PASSWORD_LENGTH
from club.store.schema import MAX_DIRECTOR_LENGTH
from device.reports.html import element
from display.words import Text, text


def login_page(view: ClubView, error_sentence: Text | None = None) -> ClubPage:
    """The form for name and password; `error_sentence` is an error message above it."""
    say = view.say
    name = element("input", name="name", required=True, autocomplete="username", maxlength=str(MAX_DIRECTOR_LENGTH))
    password_attributes = {"autocomplete": "current-password", "maxlength": str(MAX_PASSWORD_LENGTH)}
    password = element("input", name="password", type="password", required=True, **password_attributes)
    fields = [
        element("label", element("span", say(text("Name"))), name),
        element("label", element("span", say(text("Password"))), password),
        element("button", say(text("Log in"))),
    ]
    error_element = None if error_sentence is None else element("p", say(error_sentence), class_="alarm", role="alert")
    form = element("form", *fields, action="/login", method="post", class_="change")
    return ClubPage("/login", say(text("Directors log in")), (error_element, form))


def error_page(view: ClubView, sentence: Text) -> ClubPage:
    """A page that says why something can't be done."""
    return ClubPage("", view.say(text("That can't be done")), (element("p", view.say(sentence), role="alert"),))
