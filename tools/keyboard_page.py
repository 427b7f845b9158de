"""The keyboard on one page, to print and lay beside the box: `python -m tools.keyboard_page` writes docs/keyboard.html.

Everything on it comes from the program: the codes of the layouts, the words in the cells of each game's questions, and
the menu.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from device import games
from device.contract.keycodes import LAST_LIST_SLOT, NONE, Cell, Choice, Layout, Level
from device.contract.number_pad import pad
from device.session import name_entry
from device.session.prompts import Meaning, MenuView, PlayView, TableFacts, question
from device.session.replay import replay_record
from device.session.rows import JournalRow
from device.session.session import Session, Stage, Step, step_row, take_row
from display.vocabulary import KEYS, Face, Suit
from display.words import ENGLISH, Label

PAGE = Path("docs/keyboard.html")

HIGHEST = 48
"""The drawn pad shows numbers below this: enough for both blocks."""

_STYLE = """
@page { size: A4; margin: 10mm 12mm }
body { font: 9pt/1.15 sans-serif; max-width: 186mm; margin: auto; color: #000 }
h1 { font-size: 20pt; margin: 0 } h2 { font-size: 11pt; margin: 2mm 0 .8mm }
.beside { display: flex; gap: 1mm 8mm; flex-wrap: wrap } .beside td { font-size: 7.5pt; max-width: 24mm }
table { border-collapse: collapse } td, th { border: .3mm solid #000; padding: .6mm 1.2mm; text-align: center }
.words td { text-align: left; border: 0; padding: .2mm 4mm .2mm 0; vertical-align: top; font-size: 8.5pt }
.words td:first-child { white-space: nowrap }
th, b { font-family: monospace; font-weight: bold } p { margin: 1mm 0 }
"""


def page() -> str:
    """The whole page, as HTML."""
    parts = (
        "<h1>The keyboard</h1>",
        "<p>A meaning has one code: in every game, at every moment. <b>D D</b> is no, always: "
        "pass, nothing, done, not said, 0.</p>",
        '<div class="beside">',
        _section("Numbers: row, then column", _grid(_numbers())),
        _section("Menu (hold D)", _grid(_menu())),
        _section("The final sheet", f"<p>{_keyed(_sheet())}</p>"),
        _section("Spelling", _grid(_labels(name_entry.letter_level("a")))),
        _section(f"Spelling, signs ({name_entry.OTHER_SIGNS.name})", _grid(_signs())),
        "</div>",
        _section(
            "Players by seat, bids in their row, other lists",
            _codes(Layout.LIST, (*range(LAST_LIST_SLOT + 1), int(NONE))),
        ),
        _section("Suits and colours", f"<p>{_keyed(_suits())}</p>"),
        *(_section(ENGLISH.say(games.title(game_id)), _words(game_id)) for game_id in games.built_in_ids()),
        _section("Holding", "<p><b>A</b> undo · <b>B</b> details · <b>C</b> go on · <b>D</b> menu</p>"),
    )
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>The keyboard</title>'
        f"<style>{_STYLE}</style></head><body>\n{body}\n</body></html>\n"
    )


def _section(title: str, content: str) -> str:
    return f"<div><h2>{escape(title)}</h2>{content}</div>"


def _grid(labels: dict[int, str]) -> str:
    head = "".join(f"<th>{key}</th>" for key in KEYS)
    rows = "".join(
        f"<tr><th>{row}</th>" + "".join(f"<td>{escape(labels.get(Cell[row + key], ''))}</td>" for key in KEYS) + "</tr>"
        for row in KEYS
    )
    return f"<table><tr><th></th>{head}</tr>{rows}</table>"


def _labels(level: Level[Meaning]) -> dict[int, str]:
    return {choice.slot: _said(choice.label) for choice in level.choices}


def _said(label: Label) -> str:
    """A label without thin spaces, which only keep letters apart on a panel."""
    return ENGLISH.say(label).replace(name_entry.THIN_SPACE, "")


def _numbers() -> dict[int, str]:
    drawn: Level[Meaning] = pad(
        "number", "", (Choice(number, str(number), step_row(Step.PLAY)) for number in range(1, HIGHEST))
    )
    return {**_labels(drawn), int(Cell.DC): "a word", int(NONE): "none, 0"}


def _menu() -> dict[int, str]:
    """The cells of the menu at its fullest."""
    before, in_play, after = _moments(games.samples(games.built_in_ids()[0])[0])
    fullest = TableFacts(can_redo=True, has_archive=True, has_pods=True, is_calling=False)
    menu = _labels(question(before, MenuView(), (), fullest).level)
    own = {int(cell): "game" for cell in (Cell.DA, Cell.DB, Cell.DC, Cell.DD)}
    over = _labels(question(after, MenuView(), (), TableFacts(has_archive=True)).level)
    leave = _labels(question(in_play, MenuView(), (), fullest).level)[int(Cell.AB)]
    return over | own | menu | {int(Cell.AB): leave, int(Cell.AC): "language"}


def _sheet() -> Iterator[tuple[str, str]]:
    """The keys of the final sheet."""
    *_, after = _moments(games.samples(games.built_in_ids()[0])[0])
    level = question(after, PlayView(), (), TableFacts(has_archive=True)).level
    return ((level.code(choice.slot), _said(choice.label)) for choice in level.choices)


def _moments(record: bytes) -> tuple[Session, Session, Session]:
    """The sessions of a sample game at the question who starts, before its last declaration, and on its final sheet."""
    told = list(replay_record(record))
    before = next(one.session_before for one in told if one.session_before.stage is Stage.STARTER)
    return before, told[-1].session_before, take_row(told[-1].advances[-1].session, step_row(Step.ACCEPT))


def _signs() -> dict[int, str]:
    """The cells behind the signs among the letters, with the accents of other languages."""
    signs = _behind(name_entry.letter_level("a"), name_entry.OTHER_SIGNS)
    accents = name_entry.letters_in_rows(_behind(signs, name_entry.OTHER_ACCENTS))
    return _labels(signs) | {int(name_entry.OTHER_ACCENTS): _said(accents)}


def _behind(level: Level[JournalRow], cell: Cell) -> Level[JournalRow]:
    found = next(choice.level() for choice in level.choices if choice.slot == cell)
    assert found is not None
    return found


def _codes(layout: Layout, slots: Iterable[int]) -> str:
    named = ((layout.code(slot), "none" if slot == NONE else f"{slot + 1}.") for slot in slots)
    return f"<p>{_keyed(named)}</p>"


def _keyed(cells: Iterable[tuple[str, str]]) -> str:
    return " · ".join(f"<b>{keys}</b> {escape(label)}" for keys, label in cells)


def _suits() -> Iterator[tuple[str, str]]:
    """The colours of the games with four suits, each once, then the suits of an ordinary deck."""
    said: dict[str, str] = {}
    for game_id in ("no-loose-ends", "wizard"):
        for level in _levels(game_id):
            for choice in level.choices:
                if isinstance(choice.label, Suit):
                    said.setdefault(ENGLISH.say(choice.label), level.code(choice.slot))
    return ((keys, label) for label, keys in said.items())


def _words(game_id: str) -> str:
    """The words in the cells of a game's questions: neither numbers nor players nor suits."""
    found: dict[str, dict[str, str]] = {}
    for level in _levels(game_id):
        for choice in level.choices:
            if _is_word(choice.label):
                found.setdefault(level.name, {})[level.code(choice.slot)] = ENGLISH.say(choice.label)
    rows = (
        f"<tr><td>{escape(name)}</td><td>{_keyed(sorted(cells.items()))}</td></tr>" for name, cells in found.items()
    )
    return f'<table class="words">{"".join(rows)}</table>'


def _is_word(label: Label) -> bool:
    return not isinstance(label, str | Face | Suit) or (isinstance(label, Face) and label.word is not None)


def _levels(game_id: str) -> Iterator[Level[Meaning]]:
    """Yield the levels of all questions in the game's samples, and those behind them, if equal at all tables."""
    for sample in games.samples(game_id):
        for told in replay_record(sample):
            if told.session_before.stage is Stage.PLAY:
                asked = question(told.session_before, PlayView(), ())
                yield from _plain(asked.level)
                for choice in asked.menu_choices:
                    yield Level("menu", "", Layout.PAD, (choice,))


def _plain(level: Level[Meaning], deep: int = 3) -> Iterator[Level[Meaning]]:
    if not level.is_of_players and not level.name.startswith(("covers ", "seat")):
        yield level
    kinds = {choice.label if _is_word(choice.label) else None: choice for choice in reversed(level.choices)}
    for choice in kinds.values():
        deeper = choice.level() if deep else None
        if deeper is not None:
            yield from _plain(deeper, deep - 1)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
