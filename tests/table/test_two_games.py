"""Two games that differ only in what is secret are one game to everybody: No Thanks!, Set Up, at level totals."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pytest

from device.games.no_thanks.declarations import Holds
from device.session import record as records
from device.session.edits import EditKind
from device.session.line_choice import EditAt
from device.session.rows import JournalRow, RowKind
from device.session.session import Step, public_lines_after, step_row
from tests.games.registered import deal, header, written
from tests.table.correcting_keys import answering, kept, place_of, pointing
from tests.table.seen_of_a_game import Counted, Looker, Seen, begun, stop_calendars
from tests.thorough import THOROUGH

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
pytestmark = pytest.mark.usefixtures("always_now")
KEYS = [*"ABCD" * 3, "hold A", *["hold B", "hold C", "hold D"] * 2]


@pytest.fixture
def always_now(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_calendars(monkeypatch)


class Deal:
    """A round that is scored, and one of which `said` players have spoken; they hold other tokens than they say.

    Which of the two sets of tokens a game has is its secret: `tokens`, or `others`.
    """

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self.players = chance.choice([3, 4])
        chosen = (("rounds", "3"), ("detail", "totals"), ("hidden-tiger", chance.choice(["off", "on"])))
        names = NAMES[: self.players]
        played = [one for one in deal("no-thanks", seed, self.players, chosen) if isinstance(one, Holds)]
        whole = [*played[: self.players], *sorted(played[self.players : 2 * self.players], key=lambda one: one.seat)]
        self.lines = written("no-thanks", names, chosen, [*whole])
        self.head = len(self.lines) - len(whole)
        self.begins = len(self.lines) - self.players
        self.said = chance.randrange(1, self.players)
        self._record = header("no-thanks", names, chosen)
        self._hidden = whole[self.players :]
        self.tokens = [chance.randrange(1, 9) for _ in range(self.said)]
        self.others = [tokens + chance.choice([-1, 1]) for tokens in self.tokens]

    def last(self, tokens: Sequence[int]) -> list[str]:
        """The lines of the round in play with these tokens, of as many players as there are tokens."""
        return [
            records.write_declaration(self._record, Holds(one.seat, one.runs, count))
            for one, count in zip(self._hidden, tokens, strict=False)
        ]

    def rows(self, tokens: Sequence[int]) -> Iterator[JournalRow]:
        """The game as a journal has it."""
        for number, line in enumerate([*self.lines[: self.begins], *self.last(tokens)]):
            if number == self.head:
                yield from (step_row(Step.PLAY), step_row(Step.START))
            if number == self.begins:
                yield step_row(Step.ACCEPT)
            yield JournalRow(RowKind.RECORD, line)

    @property
    def dealt(self) -> int:
        return 11 * self.players


def by_keys(one: Deal, game: Path) -> Iterator[tuple[str, list[str]]]:
    """What somebody may press: guesses are those that are right in the one game and wrong in the other."""
    found = kept(game)
    hidden = found.rows[-one.said :]
    guessed = one.last(one.tokens)
    yield "nothing", []
    yield "details", ["hold B"] * 9
    yield "menu", ["hold D", "A", "hold D", "hold D"]
    yield "stopped", ["hold D", *"ABC", "hold B", "hold B", "hold A"]
    yield "stopped for good", ["hold D", *"ABC"]
    yield "undone and redone", [*["hold A"] * (one.said + 2), *["hold C"] * (one.said + 3)]
    again = answering(found, EditAt(EditKind.CHANGE, len(found.rows)), guessed[-1])
    yield "undone and guessed", ["hold A", *again, "hold C"]
    if one.said > 1:
        first = answering(found, EditAt(EditKind.CHANGE, len(found.rows) - one.said + 1), guessed[0])
        yield "undone and guessed first", [*["hold A"] * one.said, *first, "hold C", "hold C"]
    for row, guess in zip(hidden, guessed, strict=True):
        at = place_of(found, row.text)
        change = EditAt(EditKind.CHANGE, at)
        yield f"{guess} changed", [*pointing(found, 0, change), *answering(found, change, guess), "hold C", "hold C"]
        yield f"{guess} removed", [*pointing(found, 0, EditAt(EditKind.REMOVE, at)), "hold C"]
        yield f"{guess} inserted", [*pointing(found, 0, EditAt(EditKind.INSERT, at)), *again, "hold C", "A", "hold A"]
    scored = EditAt(EditKind.REMOVE, place_of(found, one.lines[one.head]))
    for code in ("AA", "AB", "AC", "AD", "BA"):
        yield f"a scored line removed, then {code}", [*pointing(found, 1, scored), *code, "hold C", "hold C"]
    if one.said == one.players - 1:
        wrong = one.dealt - max(sum(one.tokens), sum(one.others)) - 1
        last = EditAt(EditKind.INSERT, len(found.rows) + 1)
        yield "the last one's wrong", answering(found, last, one.last([*one.tokens, wrong])[-1])
    chance = random.Random(one.players)
    for walk in range(20 if THOROUGH else 4):
        yield f"walk {walk}", chance.choices(KEYS, k=60)


def by_text(one: Deal, game: Path) -> Iterator[tuple[str, list[str]]]:
    """The record as somebody may edit it."""
    found = kept(game)
    shown = public_lines_after(found.rows, found.session)
    open_, masked = shown[: -one.said], shown[-one.said :]
    missing = one.players - one.said
    sums = {one.dealt - sum(tokens) - extra for tokens in (one.tokens, one.others) for extra in (0, 1)}
    for count in sorted({0, *sums}):
        tokens = [*one.tokens, *[0] * (missing - 1), count]
        yield f"the rest and {count}", [*shown, *one.last(tokens)[one.said :]]
        yield f"everybody and {count}", [*open_, *one.last(tokens)]
    yield "guessed", [*open_, *one.last(one.tokens)]
    yield "one guessed", [*open_, *one.last(one.tokens[:1]), *masked[1:]]
    yield "one guessed, the others gone", [*open_, *one.last(one.tokens[:1])]
    yield "turned round", [*open_, *masked[::-1]]
    yield "twice", [*shown, *masked[:1]]
    yield "gone", open_
    yield "unreadable", [*shown, "Ann holds 3 tokens"]
    for at in range(one.head, one.begins):
        yield f"without line {at}", [*shown[:at], *shown[at + 1 :]]
    yield "without a round", [*shown[: one.head], *masked]
    yield "swapped with one that is scored", [*shown[: one.head], masked[0], *shown[one.head : one.begins], *masked[1:]]


def some(tries: Iterable[tuple[str, list[str]]]) -> list[tuple[str, list[str]]]:
    """Of what somebody may try, the same third for each game; all of it in `make thorough`."""
    return [*tries][:: 1 if THOROUGH else 3]


def tried(one: Deal, game: Path) -> dict[str, int]:
    """How many calls it takes to answer what somebody tries; time itself no test measures."""
    looker = Looker(game)
    calls: dict[str, int] = {}
    for name, keys in some(by_keys(one, game)):
        with Counted() as counted:
            looker.press(name, keys)
        calls[name] = counted.calls
    for name, text in some(by_text(one, game)):
        with Counted() as counted:
            looker.press(name, ["hold C", "hold C"], None, text)
        calls[name] = counted.calls
    return calls


def seen(one: Deal, game: Path, capsys: pytest.CaptureFixture[str]) -> Seen:
    """All that there is to be seen of a game, whatever somebody tries."""
    looker = Looker(game)
    looker.files("as it was", game, capsys)
    for name, keys in some(by_keys(one, game)):
        looker.press(name, keys, capsys)
    for name, text in some(by_text(one, game)):
        looker.press(f"{name}, seen", [], capsys, text)
        looker.press(f"{name}, made", ["hold C", "hold C"], capsys, text)
    return looker.seen


@pytest.mark.parametrize("seed", range(30 if THOROUGH else 1))
def test_games_that_differ_in_a_secret_only_are_one_game(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = Deal(seed)
    game, other = (
        seen(one, begun(tmp_path / name, one.rows(tokens)), capsys)
        for name, tokens in (("~one~", one.tokens), ("~two~", one.others))
    )
    assert game.keys() == other.keys()
    assert [place for place, said in game.items() if said != other[place]] == []
    assert len(game) > (2000 if THOROUGH else 400)


@pytest.mark.parametrize("seed", range(30 if THOROUGH else 1))
def test_an_answer_takes_as_long_whatever_is_secret(seed: int, tmp_path: Path) -> None:
    one = Deal(seed)
    tokens = {"~warm~": one.tokens, "~one~": one.tokens, "~two~": one.others}
    _, game, other = (tried(one, begun(tmp_path / name, one.rows(secret))) for name, secret in tokens.items())
    assert game == other
    assert min(game.values()) > 1000
