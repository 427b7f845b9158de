"""No Thanks! by totals, said card by card: who has which."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import median

import pytest

from device.session.edits import EditKind
from device.session.keyscript import key_script
from device.session.line_choice import EditAt
from display.text_alternative import page_sections
from display.vocabulary import Board, Page, Paragraphs
from display.words import ENGLISH
from tests.dealers.no_thanks import Round, rounds, spans
from tests.games.no_thanks.by_card_keys import by_card, cards
from tests.table.correcting_keys import changing, kept, place_of, pointing
from tests.table.tables import Mock, play

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Fay")
DECK = range(3, 36)
AMIGO = [card for card in DECK if card not in (10, 20, 30)]


def header(players: int, *options: str) -> list[str]:
    names = " ".join(NAMES[:players])
    return ["game no-thanks", f"players {names}", "set detail totals", *(f"set {option}" for option in options)]


def keys(players: int, *options: str) -> list[str]:
    """The presses up to the first player's cards; the first player starts."""
    return [*key_script("\n".join(header(players, *options)).encode()), *"DDA"]


def dealt(seed: int, players: int, **options: str) -> Round:
    return rounds(
        Random(seed), players, (("rounds", "1"), *((name.replace("_", "-"), options[name]) for name in options))
    )[0]


def line(one: Round, seat: int) -> str:
    held = (f"{low}-{high}" if high > low else str(low) for low, high in spans(one.cards[seat]))
    return " ".join((NAMES[seat], "holds", *held, "tokens", str(one.tokens[seat])))


def declared(mock: Mock) -> list[str]:
    return [said for said in mock.record() if " holds " in said]


def question(page: Page) -> str:
    assert page.question is not None
    return ENGLISH.say(page.question)


def told(page: Page) -> list[str]:
    assert page.notice is not None
    return [ENGLISH.say(said) for said in page.notice.lines]


@pytest.mark.parametrize("players", range(3, 7))
def test_cards_that_are_said_one_by_one_come_to_everybodys_lines(tmp_path: Path, players: int) -> None:
    one = dealt(players, players)
    mock = play(tmp_path, [*keys(players), *by_card(one, DECK)])
    assert declared(mock) == [line(one, seat) for seat in range(players)]


def test_what_the_key_does_is_said_before_the_round(tmp_path: Path) -> None:
    """Nobody could tell what “who has” was for."""
    body = play(tmp_path, keys(4)[:-1]).controller.page().body
    assert isinstance(body, Paragraphs)
    assert ENGLISH.say(body.lines[-1]) == "At its end, “ask me” asks card by card who has it."


def test_of_a_deck_without_some_cards_only_the_others_are_asked(tmp_path: Path) -> None:
    one = dealt(3, 4, amigo="10-20-30")
    mock = play(tmp_path, [*keys(4, "amigo 10-20-30"), *by_card(one, AMIGO)])
    assert declared(mock) == [line(one, seat) for seat in range(4)]


def test_with_hidden_tigers_all_cards_are_asked(tmp_path: Path) -> None:
    """A round may have as many more as there are players."""
    one = next(
        one for one in (dealt(seed, 4, hidden_tiger="on") for seed in range(99)) if sum(map(len, one.cards)) == 26
    )
    mock = play(tmp_path, [*keys(4, "hidden-tiger on"), *by_card(one, DECK, most=28)])
    assert declared(mock) == [line(one, seat) for seat in range(4)]


def test_a_round_of_four_takes_sixty_presses_and_none_eighty(tmp_path: Path) -> None:
    """Half of the dealt rounds take no more than sixty, with the summary accepted."""
    counted = [len(by_card(dealt(seed, 4), DECK)) + 1 for seed in range(200)]
    assert median(counted) <= 60
    assert max(counted) < 80


def test_each_card_is_asked_by_its_number_and_each_answer_taken_back_by_itself(tmp_path: Path) -> None:
    begun = [*keys(4), *"DC"]
    assert question(play(tmp_path / "3", begun).controller.page()) == "Who has the 3?"
    assert question(play(tmp_path / "5", [*begun, "A", *"DD"]).controller.page()) == "Who has the 5?"
    back = play(tmp_path / "4", [*begun, "A", *"DD", "hold A"])
    assert question(back.controller.page()) == "Who has the 4?"


def test_while_everybody_is_asked_nobody_is_marked_as_the_one_to_act(tmp_path: Path) -> None:
    """The first player stood there in black, and the page said that it was their turn."""
    acting = [
        [row.acting for row in body.rows]
        for number, presses in enumerate(([], [*"DC"]))
        if isinstance(body := play(tmp_path / str(number), [*keys(4), *presses]).controller.page().body, Board)
    ]
    assert acting == [[True, False, False, False], [False] * 4]


def test_once_all_cards_are_said_that_stayed_out_somebody_has_the_next(tmp_path: Path) -> None:
    out = "DD" * 9
    page = play(tmp_path, [*keys(4), *"DC", *out, *"DD"]).controller.page()
    assert told(page)[0] == "All cards that stayed out are said: somebody has the 12."
    rest = play(tmp_path / "rest", [*keys(4), *"DC", *out, *"DD", *"A" * 24])
    assert question(rest.controller.page()) == "Ann: cards, done, tokens?"
    assert page_said(rest)[-2:] == ["12\N{EN DASH}35", "tokens"]


def page_said(mock: Mock) -> list[str]:
    return [ENGLISH.say(said) for said in mock.controller.page().typed_words]


def test_nothing_is_declared_before_somebodys_tokens_are_said(tmp_path: Path) -> None:
    """And each line is kept as soon as they are. What was begun for the next is taken back by one hold of A, and after
    an undo, what was begun for the one before is there again."""
    one = dealt(4, 4)
    first, second = ("".join(by_card(one, DECK)[:-1]), cards(one, DECK))
    assert first.startswith(second)
    asked = play(tmp_path, [*keys(4), *second])
    assert declared(asked) == []
    one_said = play(tmp_path / "one", [*keys(4), *second, *"AC"])
    assert declared(one_said) == [line(one, 0).rpartition(" ")[0] + " 3"]
    undone = play(tmp_path / "undone", [*keys(4), *second, *"AC", "hold A", "hold A"])
    assert (declared(undone), page_said(undone)) == ([], page_said(asked))


def test_tokens_are_shown_to_nobody_while_cards_are_known(tmp_path: Path) -> None:
    one = dealt(4, 4)
    pages = [
        page_sections(play(tmp_path / tokens, [*keys(4), *cards(one, DECK), *tokens]).controller.page(), ENGLISH)
        for tokens in ("AC", "AD")
    ]
    assert pages[0] == pages[1]


def test_after_somebody_has_said_theirs_and_in_a_correction_nobody_is_asked_card_by_card(tmp_path: Path) -> None:
    said = [*key_script("\n".join([*header(4), "Ann holds 3 tokens 1"]).encode())]
    assert told(play(tmp_path / "said", [*said, *"DC"]).controller.page())[0].startswith("DC means nothing here.")
    play(tmp_path / "kept", said)
    again = [*said, *changing(kept(tmp_path / "kept"), "Ann holds 3 tokens 1", "Ann holds 4 tokens 1")]
    assert "Ann holds 4 tokens 1" in play(tmp_path / "changed", [*again, "hold C"]).record()


def test_only_the_tokens_of_a_line_need_be_changed(tmp_path: Path) -> None:
    """One hold of C leaves the cards as they were, while nothing is typed; typed anew, they have the keys they always
    have."""
    lines = [*header(3), "Ann holds 3-5 17 tokens 1", "Ben holds 9 tokens 2"]
    said = [*key_script("\n".join(lines).encode())]
    play(tmp_path / "kept", said)
    found = kept(tmp_path / "kept")
    at = EditAt(EditKind.CHANGE, place_of(found, "Ann holds 3-5 17 tokens 1"))
    asked = [*said, *pointing(found, None, at)]
    page = play(tmp_path / "asked", asked).controller.page()
    assert [ENGLISH.say(hold.label) for hold in page.holds] == ["go back", "the same cards", "menu"]
    same = [*asked, "hold C"]
    assert page_said(play(tmp_path / "same", same)) == ["3\N{EN DASH}5", "17", "tokens"]
    changed = play(tmp_path / "tokens", [*same, *"AD", "hold C"])
    assert changed.record()[-2:] == ["Ann holds 3-5 17 tokens 4", "Ben holds 9 tokens 2"]
    anew = play(tmp_path / "cards", [*asked, *"BBDDAD", "hold C"])
    assert anew.record()[-2:] == ["Ann holds 6 tokens 4", "Ben holds 9 tokens 2"]


def test_at_a_table_of_seven_nobody_is_asked_card_by_card(tmp_path: Path) -> None:
    """The code of the seventh begins with the one of nobody."""
    header7 = "game no-thanks\nplayers 1 2 3 4 5 6 7\nset detail totals"
    page = play(tmp_path, [*key_script(header7.encode()), *"DDA", *"DC"]).controller.page()
    assert told(page)[0].startswith("DC means nothing here.")


def test_the_next_round_begins_with_nothing_typed(tmp_path: Path) -> None:
    one = dealt(4, 4)
    mock = play(tmp_path, [*keys(4), *by_card(one, DECK), "hold C"])
    assert mock.controller.page().typed_words == ()
