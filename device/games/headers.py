"""Reads the header of a third-party game without running it: literals above its first import.

    API = 2
    TITLE = "Skull King"
    TITLES = {"fr": "Le Roi des crânes"}  # its title in other languages, if it has others
    EMBLEM = ("☠", "+")  # a few short signs by which people recognise it
    PLAYERS = (2, 8)  # the fewest and the most players; it is offered to no other number of them

Only that part of the file is parsed, and nothing is run: starting up does not wait for a game that nobody has chosen.
"""

from __future__ import annotations

import _ast
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path

from device.system import files
from display.languages import NAMES
from display.vocabulary import Face, Mark
from display.words import ENGLISH, Text, Translated, text, untranslated
from values.named_tuple import NamedTuple

API = 2
"""The version of the contract for third-party games."""

MAX_HEADER_SIZE = 16_384
"""Maximum number of bytes of a file that are read; a docstring and five lines take a tenth of that."""

MAX_TITLE_LENGTH, MAX_SIGN_LENGTH, MAX_SIGNS = 40, 4, 5
"""Maximum lengths of a title and of a sign of an emblem, and number of such signs: these fit on the smallest panel."""

MAX_PLAYERS = 10

_MAX_ENDS = 20
"""Maximum number of possible ends of a header that are tried: lines of a docstring may begin like an import."""

_HEADER_ENDS = ("import ", "from ", "def ", "class ", "async ", "@", "if ", "try:", "for ", "while ", "with ")
_BOM = b"\xef\xbb\xbf"
_PARSE_ONLY = 0x400
"""`ast.PyCF_ONLY_AST`. The module `ast` takes longer to load than a header takes to read."""


class GameHeader(NamedTuple):
    """What is known of a game before it is loaded. `titles` are its titles in other languages, by ISO 639-1 code.
    `players` is the range of players; None if the header doesn't say."""

    title: str
    titles: tuple[tuple[str, str], ...] = ()
    emblem: tuple[Mark, ...] = ()
    players: range | None = None

    @property
    def name(self) -> Text:
        """The title with its translations. In languages without a translation, the title itself is used."""
        title_by_code = dict.fromkeys(NAMES, self.title)
        return Text(Translated(self.title, title_by_code | dict(self.titles)))


class HeaderError(Exception):
    """Raised for a file that is no game for this program. `reason` ends a sentence that names its package."""

    def __init__(self, reason: Text) -> None:
        super().__init__(ENGLISH.say(reason))
        self.reason = reason


def read_header(path: Path) -> GameHeader:
    """Read the header of a file. Raises HeaderError, and OSError if the file can't be read."""
    return parse_header(files.read_file(path, MAX_HEADER_SIZE + 1))


def parse_header(data: bytes) -> GameHeader:
    """Parse a header from the beginning of a file. Raises HeaderError."""
    # The cut may be in the middle of a character or a statement: only whole lines are used.
    is_cut = len(data) > MAX_HEADER_SIZE
    try:
        # Not “utf-8-sig”: that codec would be loaded at the start for this alone.
        source = (data[: data.rfind(b"\n") + 1] if is_cut else data).removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError:
        raise HeaderError(text("it is not UTF-8 text")) from None
    literals = dict(_assigned_literals(_header_statements(source.splitlines(), is_cut=is_cut)))
    _check_api(literals.get("API"))
    title = literals.get("TITLE")
    if "TITLE" in literals and not isinstance(title, str):
        raise HeaderError(
            text("its TITLE is no plain string: write {example} above its first import", example='TITLE = "…"')
        )
    if not _is_title(title):
        sentence = text("it has no TITLE of 1 to {most} characters above its first import", most=MAX_TITLE_LENGTH)
        raise HeaderError(sentence)
    assert isinstance(title, str)
    titles, emblem = _parse_titles(literals.get("TITLES")), _parse_emblem(literals.get("EMBLEM"))
    return GameHeader(title, titles, emblem, _parse_players(literals.get("PLAYERS")))


def _check_api(api: object) -> None:
    if type(api) is not int:
        raise HeaderError(
            text("it does not say for which API it is made: “{line}” above its first import", line="API = 2")
        )
    if api != API:
        raise HeaderError(
            text(
                "it is made for API {theirs}, and this Tablekeeper has API {ours}: get the game for API {ours}, or "
                "another Tablekeeper",
                theirs=api,
                ours=API,
            )
        )


def _is_title(title: object) -> bool:
    return (
        isinstance(title, str)
        and len(title) <= MAX_TITLE_LENGTH
        and title.isprintable()
        and bool(title)
        and title == title.strip()
    )


def _parse_titles(value: object) -> tuple[tuple[str, str], ...]:
    if value is None:
        return ()
    if not isinstance(value, Mapping) or not all(
        isinstance(code, str) and _is_title(title) for code, title in value.items()
    ):
        raise HeaderError(text("its TITLES are no titles of other languages, like {example}", example='{"fr": "…"}'))
    return tuple(value.items())


def _parse_emblem(value: object) -> tuple[Mark, ...]:
    if value is None:
        return ()
    signs = value if isinstance(value, tuple) else ()
    if not 0 < len(signs) <= MAX_SIGNS or not all(_is_sign(sign) for sign in signs):
        raise HeaderError(text("its EMBLEM is no tuple of a few short signs, like {example}", example='("A", "+")'))
    return tuple(Mark(Face(word=untranslated(sign))) for sign in signs)


def _is_sign(sign: object) -> bool:
    return isinstance(sign, str) and 0 < len(sign) <= MAX_SIGN_LENGTH and sign.isprintable() and not sign.isspace()


def _parse_players(value: object) -> range | None:
    if value is None:
        return None
    match value:
        case (int(fewest), int(most)) if 1 <= fewest <= most <= MAX_PLAYERS:
            return range(fewest, most + 1)
    raise HeaderError(text("its PLAYERS are not the fewest and the most, like {example}", example="(2, 8)"))


def _header_statements(lines: list[str], *, is_cut: bool) -> list[_ast.stmt]:
    """Parse the statements before the first import, definition or condition. Raises HeaderError."""
    ends = [
        index
        for index, line in enumerate(lines)
        if line.startswith(_HEADER_ENDS) and not line.startswith("from __future__ ")
    ]
    if not ends and is_cut:
        raise HeaderError(text("nothing is imported within its first {most} bytes", most=MAX_HEADER_SIZE))
    fault: Exception = SyntaxError()
    for end in (*ends[:_MAX_ENDS], *(() if is_cut else (len(lines),))):
        try:
            return _parse_statements("\n".join(lines[:end]))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            fault = error
    line = getattr(fault, "lineno", None)
    if line is None:
        raise HeaderError(text("its first lines are no Python"))
    raise HeaderError(text("its line {line} is no Python", line=line))


def _parse_statements(source: str) -> list[_ast.stmt]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of invalid escapes; running the file warns again
        module: _ast.Module = compile(source, "<header>", "exec", _PARSE_ONLY, dont_inherit=True)
    return module.body


def _assigned_literals(statements: list[_ast.stmt]) -> Iterator[tuple[str, object]]:
    """Yield the names that are assigned literals, with their values. Other statements are skipped."""
    for statement in statements:
        match statement:
            case _ast.Assign(targets=[_ast.Name(id=name)], value=_ast.expr() as value):
                yield name, _literal(value)
            case _ast.AnnAssign(target=_ast.Name(id=name), value=_ast.expr() as value):
                yield name, _literal(value)


def _literal(node: _ast.expr | None) -> object:
    """Return the value of a literal; None if the expression is no literal."""
    match node:
        case _ast.Constant(value=value):
            return value
        case _ast.Tuple(elts=parts) | _ast.List(elts=parts):
            return tuple(map(_literal, parts))
        case _ast.Dict(keys=keys, values=values):
            items = zip(keys, values, strict=True)
            return {key.value: _literal(value) for key, value in items if isinstance(key, _ast.Constant)}
    return None
