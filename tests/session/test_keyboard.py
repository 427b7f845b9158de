"""One keyboard: random games of all kinds are walked through, and no code ever moves.

A *meaning* is what a cell says, in English: a number, a suit, a player at a seat, “pass”, “another game”. For a bid
that a trick covers it is the bid's place in its player's row, in which it lies on the table.
A *place* is a level, by its name, with all its blocks of numbers; levels of one name are one place in all games. The
menu's last row is a place of its own in each game, and in set-up. Menus are seen at their fullest: with an archive,
with pods, in a club, and with something to do again.

A meaning has one code in the whole program, and a code one meaning at one place. Left out are the levels that nobody
can know by heart: lists and pads whose order is their own, which are named here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from device.contract.declarations import Declaration
from device.contract.keycodes import Layout, Level, keys_for
from device.games import load
from device.session.prompts import Meaning, MenuView, PlayView, TableFacts, question
from device.session.session import Session, Stage, Step, declare, step_row, take_row
from display.vocabulary import KEYS
from display.words import ENGLISH
from tests.games.presses import choices
from tests.games.registered import GAMES, deal, header
from tools import keyboard_page

LETTERS = {"letter", "capital", "other letter", "accent", "sign", "other accents", "digit of a sign"}
READ = {"game", "leave", "name", "options"} | LETTERS
"""What must be read: which games there are, whose names are known, what can be chosen, where a letter lies; what
leaving a game means."""

FULLEST = TableFacts(can_redo=True, has_archive=True, has_pods=True, is_calling=False)
"""What a table knows whose menu has all the cells of the moment."""

ON_THE_SHEET = {
    "same people, another game": ("BA", "B"),
    "code for the app BG Stats": ("BD", "D"),
    "back to the table": ("AB", "A"),
    "history": ("BB", "B"),
}
"""What the menu has as well: its code there, and the key on the final sheet."""

NAMES = tuple(f"P{number}" for number in range(1, 11))
SEEN, EVERY = 30, 6
"""So many declarations of a game, its last, are all looked at, and of those before them one in so many."""
OPENED = 1
"""Levels that are opened below a question, unless they are made on the way; all that a declaration goes through are."""


def tables(game_id: str) -> Iterator[tuple[int, tuple[tuple[str, str], ...]]]:
    """Every number of players at every level of detail, with the other options as they are, or all changed."""
    game = load(game_id)
    levels = next((option.values for option in game.options if option.name == "detail"), ("",))
    others = [option for option in game.options if option.numbers is None and option.name != "detail"]
    short = [(option.name, "1") for option in game.options if option.numbers is not None]
    for number, (players, level) in enumerate(product(game.players, levels)):
        changed = number % 3 == 1 and players < 6
        yield (
            players,
            (
                *((("detail", level),) if level else ()),
                *short,
                *((one.name, one.values[-1]) for one in others if changed),
            ),
        )


@cache
def option_names() -> frozenset[str]:
    return frozenset(option.name for game_id in GAMES for option in load(game_id).options)


class Keyboard:
    """What cells were seen to say: each meaning's codes, and the meanings of each code at each place."""

    def __init__(self) -> None:
        self.codes: dict[str, set[str]] = {}
        self.meanings: dict[tuple[str, str], set[str]] = {}
        self._seen: dict[int, Level[Meaning]] = {}

    def see_all(self, session: Session) -> None:
        """Whatever a moment asks, and its menu at its fullest."""
        for facts in (FULLEST, FULLEST._replace(is_earlier_game=True)):
            asked, menu = (question(session, view, (), facts) for view in (PlayView(), MenuView()))
            for level in (asked.level, *asked.later_levels, menu.level, *filter(None, (asked.player_level,))):
                self.see(session, level)

    def see(self, session: Session, level: Level[Meaning], depth: int = 0) -> None:
        """A level as it is asked now, and those that it opens."""
        if id(level) in self._seen:
            return
        self._seen[id(level)] = level
        assert level.by_heart or level.name in READ | option_names(), level.name
        for keys, choice in choices(level):
            if level.by_heart:
                meaning, place = said(session, level, keys, ENGLISH.say(choice.label))
                self.codes.setdefault(meaning, set()).add(keys)
                self.meanings.setdefault((place, keys), set()).add(meaning)
            deeper = choice.means
            if isinstance(deeper, Level) and depth < OPENED:
                self.see(session, deeper, depth + 1)


def said(session: Session, level: Level[Meaning], keys: str, label: str) -> tuple[str, str]:
    """What a cell means, and at which place."""
    game = session.record.game
    if level.name == "menu" and keys[0] == KEYS[-1]:
        return label, "menu of set-up" if game is None or session.stage is Stage.OPTIONS else f"menu of {game.id}"
    if level.name == "seat":
        return label.partition(", Rank card ")[0], level.name  # what lies at a seat is beside its meaning
    if not level.name.startswith("covers "):
        return label, level.name
    assert game is not None
    row = game.board(session.record.state).rows[int(level.name.removeprefix("covers "))]
    bids = [ENGLISH.say(mark.label) for mark in row.marks]
    return (f"bid {bids.index(label) + 1}" if label in bids else label), "covers"


def opened(session: Session, declaration: Declaration) -> Iterator[Level[Meaning]]:
    """The levels that the codes of a declaration go through, in the question or else in the menu."""
    for view in (PlayView(), MenuView()):
        level = question(session, view, (), FULLEST).level
        keys = keys_for(level, declaration)
        while keys:
            yield level
            code, choice = next((code, choice) for code, choice in choices(level) if keys.startswith(code))
            keys = keys.removeprefix(code)
            level = choice.level() or level
        if keys is not None:
            return


def walked(keyboard: Keyboard, game_id: str, players: int, chosen: tuple[tuple[str, str], ...], seed: int) -> int:
    """A game is played and everything seen that is asked; how many of its declarations need a look at the page."""
    session = Session(header(game_id, NAMES[:players], chosen), players, NAMES[:players])
    keyboard.see_all(session)
    session = take_row(session, step_row(Step.PLAY))
    looks = 0
    left = list(deal(game_id, seed, players, chosen))
    while left:
        if session.stage is Stage.SUMMARY:
            session = take_row(session, step_row(Step.ACCEPT))
        elif session.stage is Stage.STARTER:
            keyboard.see_all(session)
            session = take_row(session, step_row(Step.START))
        declaration = left.pop(0)
        if len(left) > SEEN and len(left) % EVERY:
            advances = declare(session, declaration)
            session = advances[-1].session
            del left[: len(advances) - 1]
            continue
        keyboard.see_all(session)
        gone_through = list(opened(session, declaration))
        assert gone_through, declaration
        for level in gone_through:
            keyboard.see(session, level, OPENED)
        looks += not all(level.by_heart for level in gone_through)
        advances = declare(session, declaration)
        session = advances[-1].session
        del left[: len(advances) - 1]
    if session.stage is Stage.SUMMARY:
        session = take_row(session, step_row(Step.ACCEPT))
    keyboard.see_all(session)
    return looks


def test_a_meaning_has_one_code_and_a_code_one_meaning() -> None:
    """In all games with every number of players, at every level of detail; and no declaration needs a look."""
    keyboard = Keyboard()
    keyboard.see_all(Session())
    looks = {
        (game_id, players, chosen): walked(keyboard, game_id, players, chosen, seed)
        for game_id in GAMES
        for seed, (players, chosen) in enumerate(tables(game_id))
    }
    assert keyboard.codes.pop("0") == {"DD", "CB"}, "as a digit it has the cell of 10: DD ends things"
    for meaning, codes in ON_THE_SHEET.items():
        assert keyboard.codes.pop(meaning) == set(codes), "the final sheet has a key for each thing to do next"
    assert {meaning: codes for meaning, codes in keyboard.codes.items() if len(codes) > 1} == {}
    assert keyboard.meanings.pop(("pod", "DDD")) == {"everybody's", "P10"}, "at a table of ten no cell is left"
    another = keyboard.meanings.pop(("menu", "AB"))
    assert another - {"play another game", "leave the game"} == {"end or leave the game", "back to the table"}, (
        "a game that is over is only changed, one without an end now left; from an earlier game, that is the other one"
    )
    assert {place: said for place, said in keyboard.meanings.items() if len(said) > 1} == {}
    assert {table: count for table, count in looks.items() if count} == {}
    assert keyboard.codes["7"] == {"BC"}
    assert keyboard.codes["13"] == {"DAAA"}
    assert keyboard.codes["P2"] == {"B"}
    assert all(keyboard.codes[word] == {"DD"} for word in ("pass", "nothing", "done", "not said", "colour not said"))
    assert len(keyboard.meanings) > 300


def test_the_page_to_print_is_up_to_date() -> None:
    """`python -m tools.keyboard_page` makes it anew."""
    assert keyboard_page.PAGE.read_text(encoding="utf-8") == keyboard_page.page()


def test_the_page_to_print_has_what_lies_behind_signs() -> None:
    page = keyboard_page.page().partition("<h2>Spelling, signs (DC)</h2>")[2]
    for row in (
        "<th>A</th><td>space</td><td>-</td>",
        "<th>B</th><td>a capital</td><td>0–9</td><td>ÿäöñ åøßá íóúã õšž</td>",
    ):
        assert row in page


def test_the_walk_finds_a_code_that_moves() -> None:
    """It is no walk that sees nothing: a second code, and a second meaning, are found."""
    keyboard, session = Keyboard(), Session()
    seven: Level[Meaning] = Level("number", "", Layout.LIST, question(session, PlayView(), ()).level.choices[:1])
    moved = seven._replace(choices=(seven.choices[0]._replace(slot=1),))
    other = seven._replace(choices=(seven.choices[0]._replace(label="another"),))
    for level in (seven, moved, other):
        keyboard.see(session, level)
    assert [len(codes) for codes in keyboard.codes.values()] == [2, 1]
    assert len(keyboard.meanings["number", "A"]) == 2
