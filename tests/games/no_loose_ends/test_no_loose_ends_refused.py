"""No Loose Ends: what each refusal says, about whom, and with which cards (record: codes)."""

from __future__ import annotations

import pytest

from display.languages import language
from tests.games.no_loose_ends.lines import after, read, refusal, started
from tests.games.refusals import Case, check, name

FRENCH = language("fr")

CASES = [
    Case(
        3,
        {},
        "",
        "Teresa bid green-5",
        "no-such-card",
        [],
        ("There is no green-5 in this deck: with 3 players there are blue, red, yellow and gray from 1 to 12."),
    ),
    Case(
        3,
        {},
        "",
        "Teresa bid getaway",
        "no-such-card",
        [],
        "There are no getaway cards in this game: the table plays without them.",
    ),
    Case(
        3,
        {},
        "",
        "Teresa bid red-13",
        "no-such-card",
        [],
        "There is no red 13 in this deck: with 3 players there are blue, red, yellow and gray from 1 to 12.",
    ),
    Case(
        3,
        {"getaway_cards": "on"},
        "Teresa bid red-3; Kaylen pass; Taylor pass; Teresa pass; Teresa wins",
        "Teresa covers getaway",
        "not-eligible",
        ["getaway"],
        "Teresa can't cover a getaway card: only bids can be covered.",
    ),
    Case(3, {}, "", "Kaylen bid red-3", "out-of-turn", [], "It is not Kaylen's turn: Teresa is to act."),
    Case(
        3,
        {},
        "Teresa bid red-3",
        "Kaylen bid red-3",
        "card-already-seen",
        ["red 3"],
        "Kaylen can't bid red 3: it is already bid.",
    ),
    Case(
        3,
        {"getaway_cards": "on"},
        "",
        "Teresa bid getaway",
        "getaway-bid",
        ["getaway"],
        "Teresa can't bid a getaway card: only cards with a suit are bid.",
    ),
    Case(
        5,
        {"getaway_cards": "on"},
        "Teresa pass; Kaylen pass; Taylor pass; Ann pass; Ben bid red-1; Ben bid red-2; Ben bid red-3",
        "Ben bid getaway",
        "bid-limit",
        ["getaway"],
        "Ben has bid 3 cards, the most with 5 players, and must pass.",
    ),
    Case(3, {}, "", "Teresa plays red-1", "wrong-phase", [], "The planning is going on: Teresa bids or passes."),
    Case(
        3,
        {},
        "Teresa pass; Kaylen pass; Taylor pass",
        "Teresa bid red-1",
        "wrong-phase",
        [],
        "Trick 1 is being played: say who wins it.",
    ),
    Case(
        3,
        {"double_cross": "on", "detail": "cards"},
        "Teresa pass; Kaylen pass; Taylor pass",
        "Teresa bid red-1",
        "wrong-phase",
        [],
        "Trick 1 is being played: Taylor plays a card.",
    ),
    Case(
        3,
        {"double_cross": "on"},
        "Teresa bid red-3; Kaylen pass; Taylor bid red-4",
        "Teresa double-cross",
        "double-cross-unavailable",
        [],
        "Teresa can't double-cross: only the first to pass may, and Kaylen passed first.",
    ),
    Case(
        3,
        {"double_cross": "on"},
        "",
        "Teresa double-cross",
        "double-cross-unavailable",
        [],
        "Teresa has no bid to take back: a pass is already a snitch.",
    ),
    Case(
        3,
        {},
        "Teresa bid red-3; Kaylen bid red-4; Taylor bid red-5",
        "Teresa double-cross",
        "double-cross-unavailable",
        [],
        "Teresa can't double-cross: the table plays without it.",
    ),
    Case(
        3,
        {"double_cross": "on"},
        "Teresa bid red-3; Kaylen bid gray-1; Taylor bid gray-2; Teresa double-cross",
        "Kaylen bid red-3",
        "card-already-seen",
        ["red 3"],
        "Kaylen can't have red 3: Teresa took it back with the double-cross.",
    ),
    Case(
        3,
        {},
        "Teresa pass",
        "first Teresa",
        "wrong-phase",
        [],
        "Who starts is said once, before the first bid of the round: Teresa starts this one.",
    ),
    Case(
        3,
        {"getaway_cards": "off"},
        "Teresa pass; Kaylen pass; Taylor pass; Teresa wins blue-10 lead red",
        "Teresa wins red-5",
        "revoke",
        ["red 5"],
        "Revoke: Teresa did not follow red in trick 1, and has red 5 in trick 2.",
    ),
    Case(
        3,
        {"getaway_cards": "on"},
        "Teresa bid yellow-1; Kaylen pass; Taylor pass; Teresa pass",
        "Kaylen wins red-9 lead yellow",
        "does-not-add-up",
        ["red 9"],
        "Kaylen's red 9 can't have won: it is neither trump nor of the lead suit yellow.",
    ),
    Case(
        3,
        {},
        "Teresa bid yellow-1; Kaylen pass; Taylor pass; Teresa pass; Kaylen wins red-9",
        "Taylor wins red-9",
        "card-already-seen",
        ["red 9"],
        "Taylor can't have red 9: it has been bid or played in this round.",
    ),
    Case(
        3,
        {"double_cross": "on", "detail": "tricks", "getaway_cards": "off"},
        ("Teresa bid red-3; Kaylen bid gray-1; Taylor bid gray-2; Teresa double-cross; Kaylen pass; Taylor pass"),
        "Teresa wins blue-4 lead red",
        "revoke",
        ["red 3"],
        "Revoke: Teresa does not follow red in trick 1, but holds red 3, taken back before trick 1.",
    ),
    Case(
        3,
        {"double_cross": "on", "detail": "tricks", "getaway_cards": "off"},
        (
            "Teresa bid red-3; Kaylen bid gray-1; Taylor bid gray-2; Teresa bid yellow-4; Kaylen bid "
            "gray-3; Taylor bid gray-4; Teresa bid yellow-6; Kaylen bid gray-5; Taylor bid gray-6; "
            "Teresa double-cross; Kaylen pass; Taylor pass; Kaylen wins; Kaylen loose; Teresa wins "
            "blue-1 lead red; Kaylen wins; Kaylen loose"
        ),
        "Teresa wins blue-2 lead yellow",
        "revoke",
        ["yellow 4"],
        (
            "Revoke: Teresa took back more cards of red and yellow than can be gone by now, but did not "
            "follow them in tricks 2 and 4."
        ),
    ),
    Case(
        3,
        {"detail": "cards"},
        (
            "Teresa pass; Kaylen pass; Taylor pass; Taylor plays red-1; Teresa plays yellow-1; Kaylen "
            "plays yellow-2; Taylor plays gray-1; Teresa plays yellow-3"
        ),
        "Kaylen plays yellow-4",
        "revoke",
        [],
        (
            "Revoke: after this card of Kaylen in trick 2, 22 cards of red and gray are still unseen, but there is room"
            " for 14: Teresa and Kaylen can have none (tricks 1 and 2: suit not followed)."
        ),
    ),
    Case(
        3,
        {},
        (
            "Teresa bid red-3; Kaylen pass; Taylor pass; Teresa bid yellow-5; Teresa bid yellow-10; "
            "Teresa pass; Teresa wins red-5"
        ),
        "Teresa covers yellow-10",
        "not-eligible",
        ["yellow 10"],
        (
            "Teresa can't cover yellow 10: it must be one of their uncovered bids, with the winning card's "
            "number or suit, or the lead suit."
        ),
    ),
    Case(
        3,
        {},
        (
            "Teresa bid red-3; Kaylen pass; Taylor pass; Teresa bid yellow-5; Teresa bid yellow-10; "
            "Teresa pass; Teresa wins lead yellow"
        ),
        "Teresa loose",
        "must-cover",
        ["yellow 5", "yellow 10"],
        "Teresa must cover a bid with this trick: yellow 5, for example.",
    ),
    Case(
        3,
        {"detail": "totals"},
        "",
        "Teresa bid red-3",
        "wrong-phase",
        [],
        "The table declares totals: each player's bids, covered bids and extra tricks.",
    ),
    Case(
        3,
        {"detail": "totals"},
        "Teresa planned 3 covered 2 extra 1",
        "Teresa planned 3 covered 2 extra 1",
        "out-of-turn",
        [],
        "Teresa's round has been declared already.",
    ),
    Case(
        2,
        {"detail": "totals"},
        "",
        "Teresa planned 5 covered 6 extra 0",
        "does-not-add-up",
        [],
        "Teresa can't have covered 6 of 5 bids.",
    ),
    Case(
        2,
        {"detail": "totals"},
        "",
        "Teresa planned 6 covered 6 extra 4",
        "does-not-add-up",
        [],
        "Teresa can't have won 10 tricks with 9 cards in hand.",
    ),
    Case(
        3,
        {"detail": "totals"},
        "Teresa planned 3 covered 2 extra 1; Kaylen planned 5 covered 5 extra 0",
        "Taylor planned 1 covered 0 extra 0",
        "does-not-add-up",
        [],
        (
            "8 declared, but the round had 11 tricks, as many as the smallest hand left after bidding. "
            "Check all figures; Taylor's came last."
        ),
    ),
    Case(
        3,
        {},
        "Teresa bid yellow-1; Kaylen pass; Taylor pass; Teresa pass; Kaylen wins red-9",
        "Taylor wins blue-1 lead green",
        "no-such-card",
        [],
        "There is no suit “green” in this deck.",
    ),
    Case(
        3,
        {},
        "Teresa bid red-3; Kaylen pass; Taylor pass; Teresa bid yellow-5; Teresa pass; Teresa wins",
        "Teresa wins",
        "wrong-phase",
        [],
        "First Teresa must say which bid the trick covers.",
    ),
    Case(
        3,
        {"getaway_cards": "on"},
        "Teresa bid yellow-1; Kaylen pass; Taylor pass; Teresa pass",
        "Teresa wins red-9 lead yellow",
        "does-not-add-up",
        ["red 9"],
        "Teresa led this trick: the lead suit is that of red 9, not yellow.",
    ),
    Case(
        3,
        {"getaway_cards": "on"},
        "Teresa bid yellow-1; Kaylen pass; Taylor pass; Teresa pass",
        "Teresa wins getaway lead red",
        "does-not-add-up",
        ["getaway"],
        ("A getaway card wins only when nothing else is played: then Teresa, who led, wins, with no lead suit."),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=name)
def test_what_a_refusal_says(case: Case) -> None:
    check(case, after(started(case.players, **case.chosen), case.lines), read, refusal)


@pytest.mark.parametrize(
    ("lines", "line", "sentence"),
    [
        (
            "",
            "Teresa bid red-13",
            "Il n’y a pas de 13 rouge dans ce paquet\u202f: à 3 joueurs, il y a bleu, rouge, jaune et gris de 1 à 12.",
        ),
        (
            "Teresa bid red-3; Kaylen pass; Taylor pass; Teresa pass",
            "Teresa wins blue-3 lead red",
            "Teresa a entamé ce pli\u202f: la couleur demandée est celle du 3 bleu, pas rouge.",
        ),
        (
            "Teresa bid red-3; Kaylen pass; Taylor pass; Teresa pass; Teresa wins blue-5; Teresa wins",
            "Teresa covers blue-4",
            "Teresa ne peut pas couvrir le 4 bleu\u202f: il faut une de ses enchères non couvertes, du même numéro ou "
            "de la même couleur que la carte gagnante, ou de la couleur demandée.",
        ),
    ],
)
def test_cards_have_french_names_in_french(lines: str, line: str, sentence: str) -> None:
    assert FRENCH.say(refusal(after(started(), lines), line).sentence) == sentence
