"""Every language says every sentence, with its own plurals and typography; nothing is missing, stale or unused.

`make catalogues` mends what fails here, but for the translations themselves.
"""

from __future__ import annotations

import ast
import io
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo

from display import text_metrics
from display.languages import NAMES, available_codes, language, next_language_code
from display.raster import PUBLIC
from display.text_bitmaps import text_bitmap
from display.words import Several, counted, text
from tests.non_empty import non_empty
from tools import catalogues

ROOT = Path(__file__).parents[2]
CODES = catalogues.codes()
NARROW = "\N{NARROW NO-BREAK SPACE}"


template = cache(catalogues.template)
"""The sentences of the program, which takes a second to look through; it may stand in for what it asks."""


def sentences(catalogue: Catalog) -> Iterator[Message]:
    """All but the head of a catalogue."""
    return (message for message in catalogue if message.id)


def forms(words: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """The one form of a plain sentence, or the forms of one that counts."""
    if isinstance(words, str):
        return (words,)
    return tuple(words or ())


def translations(code: str) -> list[tuple[str, str]]:
    """Each English sentence with each form of its translation; a plural with the form that most like it."""
    found = []
    for message in sentences(catalogues.read(code)):
        english = forms(message.id)
        found += [(english[min(at, len(english) - 1)], form) for at, form in enumerate(forms(message.string))]
    return found


def said(catalogue: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Each sentence with its translation."""
    return {forms(message.id): forms(message.string) for message in sentences(catalogue)}


def names(message: str) -> set[str]:
    """What stands in a message's braces."""
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def test_there_is_a_catalogue_for_every_language_but_english() -> None:
    assert available_codes() == ("en", *CODES)
    assert set(NAMES) == set(available_codes())


class Use(NamedTuple):
    """Where the program says a sentence, by which function, and what it gives it."""

    place: str
    function: str
    arguments: list[ast.expr]


@cache
def uses() -> tuple[list[Use], list[tuple[str, ast.ImportFrom]]]:
    """Every sentence that the program says, and where it takes the functions for that from; read once for all tests."""
    said: list[Use] = []
    taken: list[tuple[str, ast.ImportFrom]] = []
    for path in non_empty(path for room in catalogues.ROOMS for path in (ROOT / room).rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "display.words" not in source and not any(f"{name}(" in source for name in catalogues.KEYWORDS):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and node.module == "display.words":
                taken.append((str(path), node))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in catalogues.KEYWORDS:
                said.append(Use(f"{path}:{node.lineno}", node.func.id, node.args))
    return said, taken


def test_sentences_are_literals() -> None:
    """What is not a literal cannot be found for the catalogues."""
    said, taken = uses()
    for path, node in non_empty(taken):
        called = {name.asname or name.name for name in node.names if name.name in catalogues.KEYWORDS}
        assert called <= set(catalogues.KEYWORDS), f"{path}: extraction knows no such name"
    for use in non_empty(said):
        for argument in use.arguments[: 2 if use.function == "counted" else 1]:
            assert isinstance(argument, ast.Constant), use.place
            assert isinstance(argument.value, str), use.place
            assert argument.value, f"{use.place}: an empty sentence is a catalogue's head"


def test_every_sentence_is_found_for_the_catalogues() -> None:
    """Extraction overlooks some places, such as the inside of an f-string."""
    there = {forms(message.id)[0] for message in sentences(template())}
    said, _ = uses()
    for use in non_empty(said):
        assert ast.literal_eval(use.arguments[0]) in there, use.place


def test_the_template_has_the_sentences_of_the_program() -> None:
    found = {message.id for message in sentences(template())}
    assert len(found) > 400
    assert "Is round {n} right?" in found
    assert ("{n} token", "{n} tokens") in found
    assert "{others} and {last}" in found


@pytest.mark.parametrize("code", CODES)
def test_nothing_is_missing_fuzzy_or_unused(code: str) -> None:
    kept = catalogues.read(code)
    wanted, there = ({message.id for message in sentences(one)} for one in (template(), kept))
    assert not wanted - there, "missing; run make catalogues"
    assert not there - wanted, "unused; run make catalogues"
    assert not kept.obsolete, "unused; run make catalogues"
    assert [message.id for message in catalogues.open_messages(kept)] == []


@pytest.mark.parametrize("code", CODES)
def test_what_is_installed_is_the_catalogue_compiled(code: str) -> None:
    path = catalogues.source(code).with_suffix(".mo")
    with path.open("rb") as file:
        installed = read_mo(file)
    fresh = read_mo(io.BytesIO(catalogues.mo_content(catalogues.read(code))))
    assert said(installed) == said(fresh), "run make catalogues"
    assert installed.plural_forms == fresh.plural_forms
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["display"]
    assert any(path in (ROOT / "display").glob(pattern) for pattern in patterns)


def test_a_lacking_sentence_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finder finds: a sentence without words, one that is fuzzy, one without its plural, one that is gone."""
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "tablekeeper.po").write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
        '#, fuzzy\nmsgid "undo"\nmsgstr "ungeschehen"\nmsgid "details"\nmsgstr ""\nmsgid "menu"\nmsgstr "Menü"\n'
        'msgid "{n} trick"\nmsgid_plural "{n} tricks"\nmsgstr[0] "{n} Stich"\nmsgstr[1] ""\n'
        'msgid "gone"\nmsgstr "weg"\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path)
    monkeypatch.setattr(catalogues, "template", template)
    catalogue = catalogues.renewed("de")
    lacking = {message.id for message in catalogues.open_messages(catalogue)}
    assert {"undo", "details", ("{n} trick", "{n} tricks"), "close"} <= lacking
    assert "menu" not in lacking
    assert "gone" not in {message.id for message in catalogue}


@pytest.mark.parametrize("code", CODES)
def test_translations_have_the_same_arguments(code: str) -> None:
    for message in non_empty(sentences(catalogues.read(code))):
        wanted = set().union(*(names(form) for form in forms(message.id)))
        for form in forms(message.string):
            # A form for one may leave the number out: “its only round”.
            spared = {"n"} if len(forms(message.id)) > 1 else set()
            assert names(form) | spared == wanted | spared, form


@pytest.mark.parametrize("code", CODES)
def test_translations_end_as_the_sentence_does(code: str) -> None:
    for english, form in non_empty(translations(code)):
        for mark in (".", "?", "!", "…"):
            assert english.endswith(mark) == form.endswith(mark), form
        assert form == form.strip() or english != english.strip(), form
        assert "  " not in form, form


def test_french_spaces_stand_before_its_marks() -> None:
    """A narrow no-break space before ; : ! ? and inside guillemets (Lexique des règles typographiques)."""
    for _, french in non_empty(translations("fr")):
        for mark in re.finditer(r"[;:!?»]", french):
            before = french[mark.start() - 1] if mark.start() else ""
            assert before == NARROW or french in ("{colour} + ?", "{colour} + {other} + ?"), french
        for mark in re.finditer("«", french):
            assert french[mark.end() : mark.end() + 1] == NARROW, french
        assert not re.search(f" [{NARROW}]|[{NARROW}] ", french), french
        assert "\N{NO-BREAK SPACE}" not in french, french
        assert french.count("«") == french.count("»"), french


def test_french_has_real_apostrophes_quotes_minus_and_ellipsis() -> None:
    for _, french in non_empty(translations("fr")):
        assert not set(french) & set("'\"`´“”„‘"), french
        assert "..." not in french, french
        assert not re.search(r"(?<![A-Za-z])-\d", french), f"{french}: a hyphen is no minus sign"


def test_french_letters_keep_their_accents_and_ligatures() -> None:
    """Capitals have their accents, too, and words like `œil` their ligature."""
    for _, french in non_empty(translations("fr")):
        assert not re.search(r"\b(A (la|partir|égalité)|Epel|Etat|Ecri|Etes|oeu|coeur|noeud)", french), french


def test_figures_in_a_french_sentence_are_those_of_the_english_one() -> None:
    for english, french in non_empty(translations("fr")):
        figures = re.findall(r"\d+", french.replace("1re édition", ""))  # “first edition”, short
        assert sorted(figures) == sorted(re.findall(r"\d+", english)), french


def test_nothing_and_one_are_singular_in_french() -> None:
    say = language("fr").say
    assert [say(counted("{n} token", "{n} tokens", n)) for n in (0, 1, 2, 11)] == [
        "0 jeton", "1 jeton", "2 jetons", "11 jetons",
    ]  # fmt: skip


def test_english_has_one_kind_of_apostrophe() -> None:
    for message in non_empty(sentences(template())):
        assert not [form for form in forms(message.id) if "’" in form]


def test_french_has_a_word_for_the_box_and_another_for_a_pod() -> None:
    """docs/languages.md: the box is *la boîte*, a pod *un boîtier*."""
    for english, french in non_empty(translations("fr")):
        if not re.search(r"\b[Pp]ods?\b", english):
            assert "oîtier" not in french, english


def test_french_says_cards_and_lists_in_its_own_order() -> None:
    from device.games.no_loose_ends.cards import Card, face

    sentence = text(
        "{player} can't bid {card}: it is already bid.", player=Several(("Zoé", "Jo")), card=face(Card("blue", 10))
    )
    said = language("fr").say(sentence)
    assert said == f"Zoé et Jo ne peut pas enchérir avec le 10 bleu{NARROW}: cette enchère est déjà faite."


def _ink(mark: str, bold: bool) -> bytes:
    return bytes(text_bitmap(mark, 20, bold, PUBLIC).mask.tobytes())


def test_the_type_has_what_french_needs() -> None:
    for bold in (False, True):
        nothing = _ink("\uffff", bold)
        for mark in "’«»…−ÀÂÇÈÉÊËÎÏÔŒÙÛÜàâæçèéêëîïôœùûüÿ":
            assert _ink(mark, bold) != nothing, mark
        assert 0 < text_metrics.text_width(NARROW, 20, bold) < text_metrics.text_width("\N{NO-BREAK SPACE}", 20, bold)
    assert text_metrics.one_line(f"Qui{NARROW}?") == f"Qui{NARROW}?"
    assert text_metrics.wrap(f"Quelles cartes{NARROW}?", 20, True, 90) == ("Quelles", f"cartes{NARROW}?")


def test_every_language_is_reached_from_every_other() -> None:
    for start in NAMES:
        seen = [start]
        while (coming := next_language_code(seen[-1])) != start:
            seen.append(coming)
        assert sorted(seen) == sorted(NAMES)
