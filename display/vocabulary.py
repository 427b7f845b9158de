"""The parts of a page as plain data: what it shows, without layout.

A game or the session fills these values; `display` draws them for any panel. No rule of a game and no font is in this
module. The only sizes are those of a QR code's modules: they decide whether a panel can show the code at all.
"""

from __future__ import annotations

from enum import StrEnum

from display.words import Label, Text, text
from values.named_tuple import NamedTuple


class Ink(StrEnum):
    """The colours of panels. A page asks for one; a panel without it uses black.

    Gray is drawn as a pattern of black and white: no panel has it.
    """

    WHITE = "white"
    BLACK = "black"
    RED = "red"
    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"
    ORANGE = "orange"
    GRAY = "gray"


class Shape(StrEnum):
    """The form of a suit's symbol, so that a suit never depends on colour."""

    DIAMOND = "diamond"
    TRIANGLE = "triangle"
    RING = "ring"
    SQUARE = "square"
    DISC = "disc"
    STAR = "star"
    CLUB = "club"
    HEART = "heart"
    SPADE = "spade"


class Suit(NamedTuple):
    """How a suit (or a colour of cards) is shown: word, one letter, form and ink."""

    word: Text
    letter: Text
    shape: Shape
    ink: Ink

    @property
    def words(self) -> Text:
        return self.word


class Face(NamedTuple):
    """The face of a card: a number, a suit, both, or a `word` for a card with neither.

    With a suit and no number, the `word` says what the suit is, such as trump: a chip shows both, a card only the suit.
    A court card is shown by its `rank` instead of the number.
    """

    number: int | None = None
    suit: Suit | None = None
    word: Text | None = None
    rank: Text | None = None

    @property
    def value(self) -> Text | str:
        """The rank if there is one, otherwise the number; "" if there is neither."""
        if self.rank is not None:
            return self.rank
        return "" if self.number is None else str(self.number)

    @property
    def words(self) -> Text | str:
        if self.word is not None:
            return self.word if self.suit is None else text("{word} {suit}", word=self.word, suit=self.suit)
        if self.suit is None:
            return self.value
        if self.rank is not None:
            return text("{rank} of {suit}", rank=self.rank, suit=self.suit)
        if self.number is None:
            return self.suit.word
        return text("{suit} {number}", suit=self.suit, number=self.number)


class Style(StrEnum):
    """How a mark is drawn. Its form says its state, never its colour alone."""

    PLAIN = "plain"  # lies open
    DONE = "done"  # settled well: a covered bid
    LOST = "lost"  # costs points: a loose end
    HOT = "hot"  # what the question is about: the active card, the lead, the card to beat


class Mark(NamedTuple):
    """One small thing in a row: a card, a trick, a token.

    `joined` marks touch the one before them, as the cards of a run do. `words` are said of it where it is not drawn,
    instead of its label and style.
    """

    label: Label
    style: Style = Style.PLAIN
    joined: bool = False
    words: Text | None = None


class Note(NamedTuple):
    """A note with shorter forms of it, the `briefs`, the longest first.

    Such notes in the rows of a board are all shortened alike, until each row has room for its own. If even the shortest
    do not fit, none is shown: a row without one would read as zero. A note that is a plain label has no shorter form,
    and is left out only in the row that has no room for it.
    """

    words: Text
    briefs: tuple[Label, ...]


def bracketed(figure: int | str) -> str:
    """Return a figure in brackets, the briefest form of a note: they tell it from cards and totals beside it."""
    return f"({figure})"


class PlayerRow(NamedTuple):
    """One player (or seat) on the board.

    `code` is the key that always means this player in questions of “who”; other pages don't show it. `acting` players
    are the ones whose turn it is. `total` is None if it must stay secret or has no meaning.
    """

    name: str
    code: str = ""
    acting: bool = False
    total: int | None = None
    marks: tuple[Mark, ...] = ()
    note: Label | None = None


class Scoreboard(NamedTuple):
    """A scoreboard with as many lines as columns, the first line on top, and a marker in each of the first columns.

    `markers` are the line of each marker and the row of its player on the board, both from 0. `is_golden` is whether it
    is the golden board.
    """

    title: Label
    line_count: int
    markers: tuple[tuple[int, int], ...] = ()
    is_golden: bool = False
    note: Label | None = None


class Board(NamedTuple):
    """The table at the moment: what lies in the middle, a row for each player, scoreboards.

    The middle is drawn largest: `centre` are cards, `centre_title` says in words what else matters, and `token_count`
    tokens are drawn as dots. `scoreboards` are none, or one for each row.
    """

    rows: tuple[PlayerRow, ...]
    centre: tuple[Mark, ...] = ()
    centre_title: Text | None = None
    scoreboards: tuple[Scoreboard, ...] = ()
    token_count: int = 0


class SheetRow(NamedTuple):
    """A player's line of a sheet: the figures as they are printed, and the total, which is drawn large.

    A cell is empty if a column has no figure. A winner is marked by form. `rank` is the player's final rank, from 1.
    """

    name: str
    cells: tuple[Label, ...]
    total: int | None
    is_winner: bool = False
    rank: int | None = None


class PlayerTotals(NamedTuple):
    """A player's totals: at the start, then after each round.

    None stands for rounds in which they did not play; at least one total is known.
    """

    name: str
    totals: tuple[int | None, ...]

    @property
    def known_totals(self) -> list[tuple[int, int]]:
        """The known totals, each with its number, from 0."""
        return [(number, total) for number, total in enumerate(self.totals) if total is not None]


class Chart(NamedTuple):
    """The totals by round as lines, which differ by form, not by colour alone; `first_round` is a round's number."""

    players: tuple[PlayerTotals, ...]
    first_round: int = 1


class Sheet(NamedTuple):
    """Figures in columns: a round's points by cause, the totals of all rounds, or statistics.

    A panel that is too small for the `chart` leaves it out. `total_title` says what the rows' totals are, if they are
    no totals of points; a panel has no room for it, so the page's question says it, too.
    """

    columns: tuple[Label, ...]
    rows: tuple[SheetRow, ...]
    chart: Chart | None = None
    total_title: Label | None = None


class IdleText(NamedTuple):
    """A few words on an otherwise empty page while nobody presses a key.

    `position`, from 0, moves, so that no ink burns in.
    """

    lines: tuple[Label, ...]
    position: int = 0


class Cause(NamedTuple):
    """Why points were scored: the words, the cards concerned, and the points.

    `kind` is a word or two for all causes of its kind, for a page that has no room for more.
    """

    why: Text
    points: int
    cards: tuple[Face, ...] = ()
    kind: Text | None = None


class PlayerBreakdown(NamedTuple):
    """One player's points by cause, their sum in this round, and the total with the rounds before. If `round_points`
    is None, `total` is the sum of the causes alone."""

    name: str
    causes: tuple[Cause, ...]
    total: int
    round_points: int | None = None


class Breakdown(NamedTuple):
    """The answer to “why is my score that”."""

    players: tuple[PlayerBreakdown, ...]


class Paragraphs(NamedTuple):
    """Plain sentences, one paragraph each."""

    lines: tuple[Label, ...]


QUIET_ZONE = 4
"""Modules of margin around a QR code: what the standard wants (ISO/IEC 18004)."""

MIN_MODULE = 2
"""Minimum pixels of a module: what a phone's camera can resolve on a panel of a hundred pixels an inch."""


MIN_MODULE_OF_TWO = 4
"""The same minimum if two codes share a page: a camera takes in both from farther away."""


class ScanCode(NamedTuple):
    """A QR code for a phone's camera: its rows without margin, `1` for a dark module, and how it is used.

    A panel that is too small for it shows `fallback` instead: a smaller code, or a sentence. If there is room for
    both, the code to scan next, `next_code`, stands beside it.
    """

    modules: tuple[str, ...]
    instruction: Text
    fallback: ScanCode | Text
    next_code: ScanCode | None = None

    def module_size(self, width: int, height: int) -> int | None:
        """Return the pixels of a module on a panel; None if the panel is too small for the code with its margin."""
        size = min(width, height) // (len(self.modules) + 2 * QUIET_ZONE)
        return size if size >= MIN_MODULE else None

    def shared_module_size(self, width: int, height: int) -> int | None:
        """Return the pixels of a module if this code and `next_code` share a page.

        A quarter or a third of the page is left for words. None if the panel is too small for both, or there is no
        `next_code`.
        """
        if self.next_code is None:
            return None
        # The line of holds at the foot takes about a sixteenth of the height. Exactly, that depends on the font, which
        # is not known here: where the line is higher, less room is left for words.
        above_holds = height * 15 // 16
        sides = (width // 2, above_holds * 3 // 4) if width >= height else (width * 2 // 3, above_holds // 2)
        size = min(sides) // (max(len(self.modules), len(self.next_code.modules)) + 2 * QUIET_ZONE)
        return size if size >= MIN_MODULE_OF_TWO else None


Body = Board | Sheet | Breakdown | Paragraphs | IdleText | ScanCode


KEYS = "ABCD"
"""The keys that codes are typed with. They have these names everywhere."""

MAX_CELL_KEYS = 3
"""A cell has at most this number of keys. A number that is shown with all its keys has those of two cells."""


def keys_apart(code: str) -> str:
    """Return the keys of a code as people read them: those of the two cells of a number are apart."""
    return f"{code[:2]} {code[2:]}" if len(code) > MAX_CELL_KEYS else code


class KeyCell(NamedTuple):
    """A key code (one to three letters A–D) and what it means, perhaps with an `emblem` of cards."""

    code: str
    label: Label
    emblem: tuple[Mark, ...] = ()


class KeyGrid(NamedTuple):
    """A level of the keyboard: codes among which one is chosen. On a pad, the first press is the row, then the column.

    Codes are known by heart if players who know the keyboard need not read them. In a level of players, each code is
    a player's. Among the next levels of a `KeyMap`, `prefix` is the code of the question that leads to this level,
    if only one does, or else empty; and a level without cells is one at which a number is typed.
    """

    title: Label
    cells: tuple[KeyCell, ...]
    is_pad: bool = False
    is_known_by_heart: bool = False
    prefix: str = ""
    is_of_players: bool = False


class KeyMap(NamedTuple):
    """The level of the question, and the levels that may follow before the panel can show them, in the order of typing.

    Next levels that are known by heart are there for beginners, and are left out if there is no room.
    """

    level: KeyGrid | None = None
    next_levels: tuple[KeyGrid, ...] = ()

    @property
    def player_codes(self) -> frozenset[str]:
        """The codes by which players can be chosen."""
        levels = [grid for grid in (self.level, *self.next_levels) if grid is not None and grid.is_of_players]
        return frozenset(cell.code for grid in levels for cell in grid.cells)


NO_KEYS = KeyMap()


class Tone(StrEnum):
    """The kind of notice on a page."""

    REFUSAL = "refusal"
    DECISION = "decision"
    TROUBLE = "trouble"
    INFORMATION = "information"


class Notice(NamedTuple):
    """A message above the page's body: what was declared, which rule applies, the keys to continue.

    If not all `lines` fit, the longest of `shorter_lines` that fits is shown instead. If there are no shorter ones, the
    last line is left out. A lasting notice stays until its trouble is over: holding C does not close it.
    """

    tone: Tone
    title: Text
    lines: tuple[Label, ...]
    shorter_lines: tuple[tuple[Label, ...], ...] = ()
    is_lasting: bool = False


class ClubMark(StrEnum):
    """Whether everything that was declared has arrived at the club's hub, or a state that matters more."""

    ARRIVED = "arrived"
    WAITING = "waiting"
    DISCONNECTED = "unconnected"
    DIRECTOR_CALLED = "called"


class Hold(NamedTuple):
    """The effect of holding a key: it may answer the page's question, or redo what was undone last."""

    key: str
    label: Text
    is_answer: bool = False
    is_redo: bool = False


class Page(NamedTuple):
    """Everything on the panel at one moment. Equal pages look the same.

    `typed_words` are the typed part of a declaration, in words; `typed_keys` are the keys after that, which are no
    whole code yet. `last_declaration` was made or taken back last. A `remark` about a result is shown in its place if
    there is room for all of it. `club` is a small mark; None if the table is in no club. `is_about_result` is whether
    the question is about the result on the page, and not about something else, such as a menu. `round_note` names the
    round on a page whose question does not; without a `status`, it stands beside the question. `brief_question` stands
    for a question that is cut beside what is typed. `needs_last_declaration` is whether nothing else on the page says
    what happened last, as after an undo: the smallest panels show it rather than what holding keys does.
    """

    heading: Label
    status: Label | None = None
    question: Label | None = None
    body: Body | None = None
    notice: Notice | None = None
    keymap: KeyMap = NO_KEYS
    typed_words: tuple[Label, ...] = ()
    typed_keys: str = ""
    holds: tuple[Hold, ...] = ()
    last_declaration: Label | None = None
    remark: Label | None = None
    club: ClubMark | None = None
    is_about_result: bool = True
    round_note: Note | None = None
    brief_question: Label | None = None
    needs_last_declaration: bool = False
