"""`make catalogues`: updates every language's catalogue to the program's sentences, and compiles it.

`make catalogues NEW=de` also begins a new language. Sentences without a translation are listed, and the run fails.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from display.languages import CATALOGUES, DOMAIN

ROOT = Path(__file__).parents[1]
ROOMS = ("club", "device", "display")
KEYWORDS = {"text": None, "text_": None, "counted": (1, 2)}
"""The functions that mark sentences, with the positions of the sentences among the arguments (gettext keywords)."""
COMMENTS = ("Translators:",)
LINE = 116
PROJECT = "Tablekeeper"
HEADER = """\
# The sentences of Tablekeeper in another language. docs/languages.md says how to translate.
# `make catalogues` rewrites this file: it adds what is new and drops what is gone.
#"""
ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)
"""The date in every catalogue's header, fixed so that files change only when their sentences do."""


def template() -> Catalog:
    """The sentences of the program, with the files that contain them."""
    found = _empty()
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        content = path.read_bytes()
        if not any(f"{keyword}(".encode() in content for keyword in KEYWORDS):
            continue
        with io.BytesIO(content) as file:
            for _, message, comments, _ in extract("python", file, KEYWORDS, COMMENTS, strip_comment_tags=True):
                place = (path.relative_to(ROOT).as_posix(), 0)
                found.add(message, locations=[place], auto_comments=comments)
    return found


def source(code: str) -> Path:
    """The catalogue that people edit."""
    return CATALOGUES / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def codes() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    return tuple(sorted(path.parts[-3] for path in CATALOGUES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")))


def read(code: str) -> Catalog:
    """Read a language's catalogue. Raises OSError, or ValueError if the file is not a catalogue."""
    with source(code).open("rb") as file:
        return read_po(file, locale=code, domain=DOMAIN, abort_invalid=True)


def renewed(code: str) -> Catalog:
    """A language's catalogue, updated to exactly the sentences of the program.

    A sentence that has changed a little keeps its translation, marked as fuzzy.
    """
    found = _empty(code)
    if source(code).exists():
        for message in read(code):
            if message.id:
                found[message.id] = message
    found.update(template())
    found.obsolete.clear()
    return found


def _empty(code: str | None = None) -> Catalog:
    """An empty catalogue with a fixed header."""
    return Catalog(
        locale=code,
        domain=DOMAIN,
        header_comment=HEADER,
        project=PROJECT,
        version="0",
        msgid_bugs_address=PROJECT,
        last_translator=PROJECT,
        language_team=PROJECT,
        creation_date=ALWAYS,
        revision_date=ALWAYS,
        fuzzy=False,
    )


def po_content(catalogue: Catalog) -> bytes:
    """A catalogue as a .po file for translators, with the files that contain each sentence, without line numbers."""
    file = io.BytesIO()
    write_po(file, catalogue, width=LINE, include_lineno=False)
    return file.getvalue()


def mo_content(catalogue: Catalog) -> bytes:
    """A catalogue as a .mo file for the program, without fuzzy translations."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def open_messages(catalogue: Catalog) -> Iterator[Message]:
    """Yield the sentences without a translation, or with a fuzzy one."""
    for message in catalogue:
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        if message.id and (message.fuzzy or not all(strings)):
            yield message


def _renew(code: str) -> bool:
    """Update and compile one catalogue, and list what is not translated. Returns True if everything is."""
    catalogue = renewed(code)
    path = source(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(po_content(catalogue))
    path.with_suffix(".mo").write_bytes(mo_content(catalogue))
    lacking = tuple(open_messages(catalogue))
    print(f"{path.relative_to(ROOT)}: {len(catalogue)} sentences, {len(lacking)} to translate")
    for message in lacking:
        files = ", ".join(dict.fromkeys(file for file, _ in message.locations))
        said = message.id if isinstance(message.id, str) else " / ".join(message.id)
        print(f"  {'fuzzy' if message.fuzzy else 'missing'}: {said}  ({files})")
    return not lacking


if __name__ == "__main__":
    complete = [_renew(code) for code in sorted({*codes(), *sys.argv[1:]})]
    sys.exit(0 if all(complete) else 1)
