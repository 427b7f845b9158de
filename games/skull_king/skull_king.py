"""Skull King (Grandpa Beck's Games, rules of 2021): ten rounds of bids, with bonus points for what is captured."""

API = 2
TITLE = "Skull King"
EMBLEM = ("☠", "+")
PLAYERS = (2, 8)

from collections.abc import Iterator  # a table reads all above the first import without importing the module

from tablekeeper.games import Cause, Column, Round, ScoreSheet, cause, choice, counted, figures_game, switch, text

CARD_COUNT = 70
"""The number of cards, without Kraken, White Whale and loot."""

SCORING = choice("scoring", "Scoring", {"skull-king": "Skull King's", "rascal": "Rascal's"})
KRAKEN = switch("kraken", "Kraken and White Whale are played")


def hand_size(now: Round) -> int:
    """Return the number of cards in each hand: the round's number, but with eight players at most eight."""
    return min(now.number, CARD_COUNT // now.player_count)


def all_tricks(now: Round) -> int | range:
    """Return the sum of all tricks won. With Kraken and White Whale, two of them may go to nobody."""
    return hand_size(now) if now.value_of(KRAKEN) == "off" else range(max(0, hand_size(now) - 2), hand_size(now) + 1)


def tricks_off(now: Round, player: int) -> int:
    """Return the difference between a player's tricks and bid."""
    return abs(now.of(BID, player) - now.of(WON, player))


def may_have_bonus(now: Round, player: int) -> bool:
    """Whether a player keeps a bonus: with an exact bid, or by Rascal's scoring (half of it) also if one off."""
    return tricks_off(now, player) <= (now.value_of(SCORING) == "rascal")


BID = Column("bid", "bid", most=lambda now, player: hand_size(now), counted=True)
WON = Column("won", "tricks won", total=all_tricks, unit=("{n} trick", "{n} tricks"), counted=True)
BONUS = Column("bonus", "bonus points", most=400, step=10, asked=may_have_bonus)


def points(now: Round, player: int) -> Iterator[Cause]:
    """Yield a player's points of a round (rulebook, Scoring)."""
    bid, missed, bonus = now.of(BID, player), tricks_off(now, player), now.of(BONUS, player)
    if now.value_of(SCORING) == "rascal":
        share = {0: 2, 1: 1}.get(missed, 0)
        yield cause(text("{n} off the bid", n=missed) if missed else "bid kept", 5 * hand_size(now) * share)
        bonus = bonus * share // 2
    elif missed:
        worth = -10 * (missed if bid else hand_size(now))
        yield cause(counted("{n} trick off the bid", "{n} tricks off the bid", missed), worth)
    else:
        yield cause("bid kept", 20 * bid if bid else 10 * hand_size(now))
    if bonus:
        yield cause("bonus", bonus)


FRENCH = {
    "Scoring": "Décompte",
    "Skull King's": "Skull King",
    "Rascal's": "Rascal",
    "Kraken and White Whale are played": "Kraken et Baleine Blanche en jeu",
    "bid": "annonce",
    "tricks won": "plis gagnés",
    "{n} trick": ("{n} pli", "{n} plis"),
    "bonus points": "points de bonus",
    "bonus": "bonus",
    "bid kept": "annonce tenue",
    "{n} off the bid": "{n} d’écart",
    "{n} trick off the bid": ("{n} pli d’écart", "{n} plis d’écart"),
    "{n} card": ("{n} carte", "{n} cartes"),
    "Everybody gets {n} card.": ("Chacun reçoit {n} carte.", "Chacun reçoit {n} cartes."),
    "All bid at once, and say their bids in any order.": "On annonce tous à la fois, et on le dit dans un ordre libre.",
    "Eight players get eight cards at the most.": "À huit, on reçoit huit cartes au plus.",
    "Bonus points are asked of those only who can keep them.":
        "Les points de bonus ne sont demandés qu’à qui peut les garder.",
}  # fmt: skip

GAME = figures_game(
    ScoreSheet(
        id="skull-king",
        title=TITLE,
        players=range(2, 9),
        columns=(BID, WON, BONUS),
        points=points,
        options=(SCORING, KRAKEN),
        rounds=10,
        dealer=True,
        about=lambda now: counted("{n} card", "{n} cards", hand_size(now)),
        setup_instructions=lambda now: counted("Everybody gets {n} card.", "Everybody gets {n} cards.", hand_size(now)),
        notes=(
            "All bid at once, and say their bids in any order.",
            "Eight players get eight cards at the most.",
            "Bonus points are asked of those only who can keep them.",
        ),
        languages={"fr": FRENCH},
        bgg=150145,
    )
)
