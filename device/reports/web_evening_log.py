"""The web page and the download of the evening log, for helpers of the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from device.reports.games import GameFilter
from device.reports.html import element, history_page, link_to
from device.system.error_reasons import error_reason
from device.system.evening_log import read_log
from display.words import Language, Text, text

PATH = "/past/evening"
FILE = "evening.txt"

MAX_LINES = 300
"""Maximum number of lines on the page; the download has all."""

TITLE = text("The last evenings: a log for when something goes wrong")
_ABOUT_SENTENCE = text(
    "The newest lines are at the end: starts with the version, refused entries, and troubles. Passwords, codes, PINs"
    " and what is secret until its round is scored are left out."
)
_MORE_SENTENCE = text("“sudo tablekeeper doctor”, typed in a terminal of the computer, finds more.")


def log_page(data: Path, _: GameFilter, __: Mapping[str, str], language: Language) -> bytes:
    """The page with the last lines, and a link to the download."""
    say = language.say
    try:
        lines = _whole_lines(data).decode(errors="replace").splitlines()
        trouble = None if lines else element("p", say(text("There is nothing in it yet.")))
    except OSError as error:
        lines = []
        trouble = element("p", say(_unreadable_text(error)), role="alert")
    title = say(TITLE)
    log = (
        element("pre", "\n".join(lines[-MAX_LINES:]), tabindex="0", role="region", aria_label=title) if lines else None
    )
    download = element("p", link_to(f"/past/{FILE}", say(text("Download all of it")))) if lines else None
    about = (element("p", say(sentence)) for sentence in (_ABOUT_SENTENCE, _MORE_SENTENCE))
    return history_page(language, PATH, title, *about, download, trouble, log)


def log_file(data: Path, language: Language) -> Iterator[bytes]:
    """The whole log, for the download; if it can't be read, the sentence that says so."""
    try:
        yield _whole_lines(data)
    except OSError as error:
        yield f"{language.say(_unreadable_text(error))}\n".encode()


def _unreadable_text(error: OSError) -> Text:
    return text("It can't be read: {reason}.", reason=error_reason(error))


def _whole_lines(data: Path) -> bytes:
    """The lines of the log without the last one if a power cut has cut it. Raises OSError."""
    lines, line_end, _ = read_log(data).rpartition(b"\n")
    return lines + line_end
