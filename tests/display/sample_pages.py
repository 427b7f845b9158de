"""Sample pages of games, and worst cases, for the tests of drawing."""

from __future__ import annotations

from display.surface import Surface
from display.vocabulary import (
    KEYS,
    Board,
    Body,
    Breakdown,
    Cause,
    Chart,
    Face,
    Hold,
    IdleText,
    Ink,
    KeyCell,
    KeyGrid,
    KeyMap,
    Mark,
    Notice,
    Page,
    Paragraphs,
    PlayerBreakdown,
    PlayerRow,
    PlayerTotals,
    Scoreboard,
    Shape,
    Sheet,
    SheetRow,
    Style,
    Suit,
    Tone,
)
from display.words import Label, figure, text

WHITE, BLACK, RED, YELLOW = Ink.WHITE, Ink.BLACK, Ink.RED, Ink.YELLOW
BLACK_WHITE = (WHITE, BLACK)
WITH_RED = (WHITE, BLACK, RED)
FOUR = (BLACK, WHITE, YELLOW, RED)
SEVEN = (BLACK, WHITE, Ink.GREEN, Ink.BLUE, RED, YELLOW, Ink.ORANGE)
SPECTRA = (BLACK, WHITE, YELLOW, RED, None, Ink.BLUE, Ink.GREEN)

SURFACES = {
    "212x104": Surface(212, 104, WITH_RED),
    "250x122": Surface(250, 122, FOUR),
    "264x176": Surface(264, 176, BLACK_WHITE),
    "400x300": Surface(400, 300, BLACK_WHITE),
    "600x400": Surface(600, 400, SPECTRA),
    "600x448": Surface(600, 448, SEVEN),
    "640x400": Surface(640, 400, SEVEN),
    "800x480": Surface(800, 480, SPECTRA),
    "1600x1200": Surface(1600, 1200, SPECTRA),
}
"""One surface of each size the panels have."""

BLUE_SUIT = Suit(text("blue"), text("B"), Shape.DIAMOND, Ink.BLUE)
RED_SUIT = Suit(text("red"), text("R"), Shape.TRIANGLE, Ink.RED)
YELLOW_SUIT = Suit(text("yellow"), text("Y"), Shape.DISC, Ink.YELLOW)
GRAY_SUIT = Suit(text("gray"), text("G"), Shape.SQUARE, Ink.GRAY)
SUITS = (BLUE_SUIT, RED_SUIT, YELLOW_SUIT, GRAY_SUIT)

NAMES = ("Teresa", "Kaylen", "Taylor", "Jo", "Friederike", "Bartholomew", "Ødegård")
WIDE_NAME = "W" * 20

HOLDS = (
    Hold("A", text("undo")),
    Hold("B", text("details")),
    Hold("C", text("close")),
    Hold("D", text("menu")),
)


LIST = ("A", "B", "C", "DA", "DB", "DC", "DDA", "DDB", "DDC", "DDD")
"""The codes of a list."""

PAD = tuple(row + column for row in KEYS for column in KEYS)
"""The codes of a pad."""


def pad(title: Label, last: Label | None = None, words: Label | None = "13\N{EN DASH}24", count: int = 12) -> KeyGrid:
    """A pad of the numbers from 1, and something in its thirteenth and sixteenth cells."""
    found = [KeyCell(code, str(n)) for n, code in enumerate(PAD[:count], 1)]
    found += [KeyCell(code, label) for code, label in (("DA", words), ("DD", last)) if label is not None]
    return KeyGrid(title, tuple(found), is_pad=True)


def listing(title: Label, *labels: Label) -> KeyGrid:
    """A list of up to ten."""
    return KeyGrid(title, tuple(KeyCell(code, label) for code, label in zip(LIST, labels, strict=False)))


SUIT_KEYS = listing(text("suit"), *(Face(suit=suit) for suit in SUITS))
BID_KEYS = KeyMap(pad(text("number"), text("pass")), (SUIT_KEYS,))
TURN_KEYS = listing(text("Turn"), text("take"), text("lay the hidden tiger"))
CARD_KEYS = KeyMap(pad(text("Card")), (TURN_KEYS,))


def card(number: int, suit: Suit, style: Style = Style.PLAIN) -> Mark:
    """A card of No Loose Ends on the board."""
    return Mark(Face(number, suit), style)


def run(*numbers: int) -> tuple[Mark, ...]:
    """Cards of No Thanks!, joined if they are consecutive."""
    return tuple(Mark(Face(number=n), joined=n - 1 in numbers) for n in numbers)


def planning(players: int = 4) -> Page:
    """No Loose Ends: a player is to bid."""
    bids = (
        (card(10, GRAY_SUIT), card(2, YELLOW_SUIT)),
        (card(3, RED_SUIT), card(15, BLUE_SUIT), card(5, RED_SUIT)),
        (),
        (card(7, BLUE_SUIT),),
        (card(12, YELLOW_SUIT),),
    )
    rows = tuple(
        PlayerRow(
            NAMES[seat],
            LIST[seat],
            acting=seat == 1,
            total=(14, 7, -2, 23, 5)[seat],
            marks=bids[seat],
            note=text("passed") if seat == 2 else None,
        )
        for seat in range(players)
    )
    return Page(
        text("Round {round} of {rounds} · planning", round=2, rounds=3),
        status=text("No Loose Ends"),
        question=text("{player} bids or passes", player="Kaylen"),
        body=Board(rows),
        keymap=BID_KEYS,
        holds=HOLDS,
    )


def trick(players: int = 4) -> Page:
    """No Loose Ends: who won the trick, with the covers that may be asked next."""
    bids = (
        (card(10, GRAY_SUIT, Style.DONE), card(2, YELLOW_SUIT), card(5, BLUE_SUIT)),
        (card(3, RED_SUIT), card(15, BLUE_SUIT), Mark("2", Style.LOST)),
        (),
        (card(7, BLUE_SUIT, Style.DONE), Mark("1", Style.LOST)),
        (card(12, YELLOW_SUIT), card(14, YELLOW_SUIT), card(11, YELLOW_SUIT)),
    )
    rows = tuple(
        PlayerRow(
            NAMES[seat],
            LIST[seat],
            acting=seat == 0,
            total=(14, 7, -2, 23, 105)[seat],
            marks=bids[seat],
            note=text("no bid") if seat == 2 else None,
        )
        for seat in range(players)
    )
    who = listing(text("winner"), *NAMES[:players])._replace(is_of_players=True)
    ahead = tuple(
        KeyGrid(
            text("{player} covers", player=row.name),
            (KeyCell("DD", text("nothing")),),
        )
        for row in rows[:1]
    )
    return Page(
        text("Round {round} of {rounds} · trick {trick} of {tricks}", round=2, rounds=3, trick=6, tricks=12),
        status=text("No Loose Ends"),
        question=text("{leader} leads. Who wins trick {number}?", leader="Kaylen", number=6),
        body=Board(rows),
        keymap=KeyMap(who, ahead),
        holds=HOLDS,
    )


def turn(players: int = 5) -> Page:
    """No Thanks!: pass or take, with the cards that may be turned up next."""
    areas = (
        run(5, 14, 15, 16, 30),
        run(7, 8, 9, 10, 11, 12, 21),
        (),
        run(33, 34),
        run(3, 19, 24, 27),
        run(23),
        run(29),
    )
    rows = tuple(
        PlayerRow(
            NAMES[seat],
            LIST[seat],
            acting=seat == 2,
            total=(31, 58, 12, -4, 77, 40, 9)[seat],
            marks=areas[seat],
            note=text("{points} points", points=(49, 28, 0, 33, 73, 23, 29)[seat]) if areas[seat] else None,
        )
        for seat in range(players)
    )
    centre = (Mark(Face(number=28), Style.HOT), Mark(text("{n} tokens", n=9)))
    return Page(
        text("Round {number} of {rounds}: card {card} of {cards}", number=2, rounds=4, card=17, cards=24),
        question=text("{name}: pass or take the {card}?", name="Taylor", card=Face(number=28)),
        body=Board(rows, centre, text("In the middle"), token_count=9),
        keymap=KeyMap(TURN_KEYS),
        holds=HOLDS,
    )


def flip(players: int = 7) -> Page:
    """No Thanks!: which card is turned up, with its row typed."""
    page = turn(players)
    assert isinstance(page.body, Board)
    body = page.body._replace(centre=(), centre_title=None, token_count=0)
    question = text("{name} turns up the next card: which is it?", name="Taylor")
    return page._replace(question=question, body=body, keymap=CARD_KEYS, typed_keys="B")


def loop(players: int = 6) -> Page:
    """LOOP with its scoreboards, one of them golden."""
    letters = LIST[:players]
    rows = tuple(
        PlayerRow(NAMES[seat], letters[seat], acting=seat == 3, total=seat * 7 + 3, note=text("{n} cards", n=11 - seat))
        for seat in range(players)
    )
    boards = tuple(
        Scoreboard(
            NAMES[owner],
            players,
            tuple(((owner + 2 * turn) % players, (owner + turn) % players) for turn in range(3)),
            is_golden=owner == 2,
        )
        for owner in range(players)
    )
    centre = (*(Mark(str(n), Style.HOT, joined=n > 5) for n in (5, 6, 7)), Mark(text("higher wins")))
    return Page(
        text("Round {round} of {rounds}", round=3, rounds=6),
        status=text("value token: higher"),
        question=text("{name} plays or passes", name="Jo"),
        body=Board(rows, centre, text("To beat"), boards),
        keymap=KeyMap(pad(text("cards"), text("pass"), text("twist"))),
        typed_keys="A",
        holds=HOLDS,
    )


def sheet(players: int = 4, rounds: int = 3) -> Page:
    """The totals after a game."""
    rows = tuple(
        SheetRow(
            NAMES[seat],
            tuple(figure(5 * seat - 7 + at) for at in range(rounds)),
            21 + 9 * seat,
            seat == players - 1,
            players - seat,
        )
        for seat in reversed(range(players))
    )
    return Page(
        text("The game is over"),
        status=text("No Loose Ends"),
        question=text("{name} wins", name=NAMES[players - 1]),
        body=Sheet(tuple(text("round {n}", n=n) for n in range(1, rounds + 1)), rows),
        keymap=KeyMap(listing(text("next"), text("play again"), text("another game"))),
        holds=HOLDS,
    )


def chart(players: int = 7) -> Page:
    """The totals after a game, with a chart."""
    page = sheet(players, 4)
    assert isinstance(page.body, Sheet)
    courses = tuple(
        PlayerTotals(
            row.name, (0, (row.total or 0) // 4 + 3 * seat, (row.total or 0) // 2 - 2 * seat, 30, row.total or 0)
        )
        for seat, row in enumerate(page.body.rows)
    )
    return page._replace(body=page.body._replace(chart=Chart(courses)))


def quiet() -> Page:
    """The idle page."""
    lines = ("No Loose Ends", text("A game is waiting."), text("Any key wakes this page."))
    return Page("No Loose Ends", body=IdleText(lines))


def details(players: int = 4) -> Page:
    """The details of a round's points."""
    causes = (
        Cause(text("a bid covered"), 2, (Face(10, GRAY_SUIT),)),
        Cause(text("a bid covered"), 2, (Face(2, YELLOW_SUIT),)),
        Cause(text("a bid left uncovered"), -1, (Face(5, BLUE_SUIT),)),
        Cause(text("trick {n} covered nothing", n=7), -1),
    )
    accounts = tuple(
        PlayerBreakdown(NAMES[seat], (*causes[seat % 3 :], Cause(text("no loose ends"), 5)), 12 - 5 * seat, 7)
        for seat in range(players)
    )
    return Page(text("Round {n}: points", n=2), body=Breakdown(accounts), holds=HOLDS)


def refusal(page: Page | None = None) -> Page:
    """A revoke over a board."""
    notice = Notice(
        Tone.DECISION,
        text("That cannot be"),
        (
            text(
                "{player} did not follow {suit} in trick {n}, so the {card} cannot be in that hand.",
                player="Kaylen",
                suit=BLUE_SUIT,
                n=3,
                card=Face(15, BLUE_SUIT),
            ),
            text("Hold A to take back trick {n}, or hold C to let it stand.", n=3),
        ),
    )
    return (page or trick())._replace(notice=notice)


def setup() -> Page:
    """A page before the game: a question and its answers."""
    games = listing(
        text("game"), "No Loose Ends", "No Thanks!", "LOOP", text("LOOP, first edition"), text("load a game")
    )
    return Page(text("A new game"), question=text("What do you play?"), keymap=KeyMap(games), holds=HOLDS)


def letters() -> Page:
    """Spelling a name, letter by letter."""
    words = (KeyCell("DA", text("space")), KeyCell("DB", text("erase")), KeyCell("DD", text("done")))
    grid = KeyGrid(text("letter"), (*map(KeyCell, PAD, "abcdefghijkl"), *words), is_pad=True)
    question = text("Name of player {n}: {so_far}", n=2, so_far="KAYL")
    return Page(text("Players"), question=question, keymap=KeyMap(grid), typed_keys="A")


def help_() -> Page:
    """Plain sentences."""
    lines = (
        text("Press a key for each letter of a code. The page always shows every code of the next declaration."),
        text("Hold A to take back the last declaration, as often as you like."),
        text("The companion keeps every point: you can switch it off at any moment."),
    )
    return Page(text("Help"), body=Paragraphs(lines), holds=HOLDS)


def burst(body: Body | None, keymap: KeyMap = KeyMap()) -> Page:  # noqa: B008
    """A page with the longest texts around a body."""
    long = text("It is {name}: which of the many cards that could be named here is it, and why not?", name=WIDE_NAME)
    return Page(
        text("Round 12 of 12: the very long heading of a page that would like to say everything at once"),
        status=text("the status of {name} is long as well", name=WIDE_NAME),
        question=long,
        body=body,
        keymap=keymap,
        typed_words=(text("a long word for what is typed"), "12"),
        typed_keys="B",
        holds=tuple(hold._replace(label=text("something rather long to read")) for hold in HOLDS),
    )


def worst_board(players: int) -> Board:
    """A board with names of twenty wide letters, three-figure losses, and more marks than a hand has."""
    marks = tuple(Mark(Face(n, SUITS[n % 4]), list(Style)[n % 4]) for n in range(8, 16))
    rows = tuple(
        PlayerRow(WIDE_NAME, LIST[seat], seat == 1, -123, marks, text("a note of {n} words or more", n=123))
        for seat in range(players)
    )
    return Board(rows, (*marks, Mark(text("{n} tokens", n=55))), text("In the middle of the table"))


def representative() -> dict[str, Page]:
    """Pages of every kind, by name."""
    return {
        "planning": planning(),
        "trick": trick(),
        "trick-5": trick(5),
        "turn": turn(),
        "turn-7": turn(7),
        "flip": flip(),
        "loop": loop(),
        "loop-4": loop(4),
        "sheet": sheet(),
        "sheet-7": sheet(7, 6),
        "chart": chart(),
        "quiet": quiet(),
        "details": details(),
        "details-5": details(5),
        "revoke": refusal(),
        "setup": setup(),
        "letters": letters(),
        "help": help_(),
        "planning-2": planning(2),
        "typed": planning()._replace(typed_words=("7",), keymap=KeyMap(SUIT_KEYS)),
    }
