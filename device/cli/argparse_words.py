"""Translates argparse's own texts, the error messages and the headings of its help, by the program's catalogues."""

from __future__ import annotations

import gettext
import os

from display.languages import CATALOGUES, DOMAIN
from display.words import Text, counted, text

TEXTS: tuple[Text, ...] = (
    text("usage: "),
    text("positional arguments"),
    text("options"),
    text("show this help message and exit"),
    text("show program's version number and exit"),
    text("%(heading)s:"),
    text("%(prog)s: error: %(message)s\n"),
    text("argument %(argument_name)s: %(message)s"),
    text("the following arguments are required: %s"),
    text("one of the arguments %s is required"),
    text("unrecognized arguments: %s"),
    text("not allowed with argument %s"),
    text("ambiguous option: %(option)s could match %(matches)s"),
    text("ignored explicit argument %r"),
    text("unexpected option string: %s"),
    text("invalid choice: %(value)r (choose from %(choices)s)"),
    text("invalid choice: %(value)r, maybe you meant %(arg)r? (choose from %(choices)s)"),
    text("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    text("invalid %(type)s value: %(value)r"),
    text("expected one argument"),
    text("expected at most one argument"),
    text("expected at least one argument"),
    text("unknown parser %(parser_name)r (choices: %(choices)s)"),
    counted("expected %s argument", "expected %s arguments", 1),
)
"""The texts of CPython 3.11 to 3.14 (Lib/argparse.py). A test compares them with those of the running Python."""


def set_language(code: str) -> None:
    """Set the language of argparse's texts, by its ISO 639-1 code.

    argparse uses gettext's default domain, whose languages come from the environment.
    """
    os.environ["LANGUAGE"] = code
    gettext.bindtextdomain(DOMAIN, CATALOGUES)
    gettext.textdomain(DOMAIN)
