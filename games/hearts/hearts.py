"""Hearts (Pagat, https://www.pagat.com/reverse/hearts.html): each heart a point, the queen of spades 13."""

API = 2
TITLE = "Hearts"
TITLES = {"fr": "Dame de pique"}
EMBLEM = ("♥", "Q")
PLAYERS = (3, 6)

from collections.abc import Iterator  # a table reads all above the first import without importing the module

from tablekeeper.games import CardPlay, Cause, Column, Deck, Round, ScoreSheet, TableSetup, Text, Trick, cause, choice

from tablekeeper.games import figures_game, number, switch, text  # isort: skip

ALL_POINTS = 26
"""Thirteen hearts, and the queen of spades."""

JACK_POINTS = 10
"""The points that the jack of diamonds subtracts, if the option is on."""

TARGET = number("target", "Ends at", 100, range(10, 1000))
MOON = choice("moon", "Shooting the moon", {"others": "others get 26", "own": "26 less"})
JACK_COUNTS = switch("jack", "Jack of diamonds takes 10 away")


def why_not_points(now: Round) -> Text | None:
    """Return why the card points can't be right: the player with the queen has at least 13 of the 26."""
    if max(now.all(WON)) >= ALL_POINTS - 13:
        return None
    return text("By these points nobody has the queen of spades: she is 13 of them alone.")


def why_not_jack(now: Round) -> Text | None:
    """Return why the jack can't have been won as declared."""
    return None if sum(now.all(HAS_JACK)) == 1 else text("One player has won the jack of diamonds.")


def cards(won: tuple[Trick, ...]) -> list[str]:
    """Return the cards in tricks, as records write them."""
    return [str(card) for trick in won for card in trick.cards]


WON = Column("points", "card points", total=ALL_POINTS, check=why_not_points, counted=True,
    unit=("{n} point", "{n} points"),
    by_cards=lambda now, player, won: sum(13 * (one == "spades-12") + one.startswith("hearts") for one in cards(won)),
)  # fmt: skip
HAS_JACK = Column("jack", "jack of diamonds", choices=(("no", "no"), ("yes", "yes")), check=why_not_jack,
    asked=lambda now, player: now.value_of(JACK_COUNTS) == "on",
    by_cards=lambda now, player, won: "diamonds-11" in cards(won),
)  # fmt: skip
LOWEST = ("diamonds-2", "clubs-2", "diamonds-3", "clubs-3")
"""Cards that are left out until all hands are equal: one for 3 players, two for 5, four for 6."""


def points(now: Round, player: int) -> Iterator[Cause]:
    """Yield a player's points. A player who wins all 26 gives them to the others, or subtracts them instead."""
    won = now.of(WON, player)
    if ALL_POINTS not in now.all(WON):
        yield cause("hearts and queen", won)
    elif now.value_of(MOON) == "own":
        yield cause("shot the moon" if won else "the moon was shot", -won)
    else:
        yield cause("shot the moon" if won else "the moon was shot", ALL_POINTS - won)
    if now.of(HAS_JACK, player):
        yield cause("jack of diamonds", -JACK_POINTS)


def target(table: TableSetup) -> int:
    """Return the total at which the game is over."""
    return int(table.value_of(TARGET))


FRENCH = {
    "Hearts": "Dame de pique",
    "Ends at": "Fin à",
    "Shooting the moon": "Grand chelem",
    "others get 26": "26 aux autres",
    "26 less": "26 de moins",
    "Jack of diamonds takes 10 away": "Le valet de carreau enlève 10",
    "card points": "points de cartes",
    "{n} point": ("{n} point", "{n} points"),
    "hearts and queen": "cœurs et dame",
    "shot the moon": "grand chelem",
    "the moon was shot": "chelem d’un autre",
    "jack of diamonds": "valet de carreau",
    "By these points nobody has the queen of spades: she is 13 of them alone.":
        "Avec ces points, personne n’a la dame de pique : elle en fait 13 à elle seule.",
    "One player has won the jack of diamonds.": "Une seule personne a gagné le valet de carreau.",
    "Card points are said as they are in the tricks: all 26 for whoever shot the moon.":
        "On dit les points des plis tels quels : 26 pour qui fait le grand chelem.",
    "The game is over after the round in which somebody reaches the total; the fewest points win.":
        "La partie finit après la manche où quelqu’un atteint le total ; qui a le moins de points gagne.",
    "With 3, 5 or 6 players the lowest diamonds and clubs are left out; the lowest club leads.":
        "À 3, 5 ou 6, on enlève les plus petits carreaux et trèfles ; le plus petit trèfle entame.",
    "Equal totals share the win.": "À égalité de points, la victoire est partagée.",
}  # fmt: skip

GAME = figures_game(
    ScoreSheet(
        id="hearts",
        title=TITLE,
        players=range(3, 7),
        columns=(WON, HAS_JACK),
        points=points,
        options=(TARGET, MOON, JACK_COUNTS),
        target=target,
        lowest_wins=True,
        dealer=True,
        notes=(
            "Card points are said as they are in the tricks: all 26 for whoever shot the moon.",
            "The game is over after the round in which somebody reaches the total; the fewest points win.",
            "Equal totals share the win.",
            "With 3, 5 or 6 players the lowest diamonds and clubs are left out; the lowest club leads.",
        ),
        languages={"fr": FRENCH},
        counts_if_stopped=True,
        cards=CardPlay(
            deck=lambda now: Deck(without=LOWEST[: 52 % now.player_count]),
            opens=lambda now: f"clubs-{2 + 52 % now.player_count // 2}",
        ),
        bgg=6887,
    )
)
