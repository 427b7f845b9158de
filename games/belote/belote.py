"""Belote and Coinche for two pairs of partners (rules of the Fédération Française de Belote)."""

API = 2
TITLE = "Belote, Coinche"
TITLES = {"fr": "Belote, Coinche"}
EMBLEM = ("♥", "J", "9")
PLAYERS = (4, 4)

from collections.abc import Iterator  # a table reads all above the first import without importing the module

from tablekeeper.games import (
    Cause,
    Column,
    Round,
    ScoreSheet,
    TableSetup,
    Text,
    Variant,
    cause,
    choice,
    figures_game,
    number,
    partners,
    switch,
    text,
)  # fmt: skip

CARD_POINTS, ALL_TRICKS_POINTS, BELOTE_POINTS = 162, 252, 20
"""The points of all cards with the last trick, of all tricks won by one side, and of king and queen of trump."""

SET_BONUS = 160
"""What the winners score in addition to the contract if it was lost or doubled (Coinche)."""

CONTRACTS = tuple(range(80, 170, 10))
"""The points of the contracts, by index. The index after the last stands for all tricks."""

CAPOT = 250

VARIANT = choice("variant", "Played", {"belote": "Belote", "coinche": "Coinche"})
TARGET = number("target", "Ends at", 1000, range(100, 5001))
ANNOUNCEMENTS = switch("announcements", "Announcements (runs, fours)")
MADE = choice("made", "A contract that is made", {"both": "points and contract", "contract": "the contract alone"})

SUITS = (("spades", "spades"), ("hearts", "hearts"), ("diamonds", "diamonds"), ("clubs", "clubs"))
BIDS = (*((str(points), str(points)) for points in CONTRACTS), ("capot", "all tricks"))
WHOSE = (("none", "none"), ("takers", "the takers'"), ("others", "the others'"))


def plays_coinche(now: Round) -> bool:
    """Whether the table plays Coinche."""
    return now.value_of(VARIANT) == "coinche"


def taker(now: Round) -> int:
    """Return the player who took the contract."""
    seat = now.who(CONTRACT) if plays_coinche(now) else now.who(TAKES)
    return 0 if seat is None else seat


def is_taker(now: Round, player: int) -> bool:
    """Whether the player is the taker, who declares how the round went."""
    return player == taker(now)


def has_more(now: Round, player: int) -> bool:
    """Whether the taker declared that there is a belote, or a side with all tricks."""
    return is_taker(now, player) and now.of(MORE, player) == 1


def why_not_all_tricks(now: Round) -> Text | None:
    """Return why a side can't have all tricks: it would have all card points, and the other side none."""
    side, won = now.of(CAPOTS, taker(now)), now.of(POINTS, taker(now))
    if (side == 1 and won != CARD_POINTS) or (side == 2 and won):
        return text("All tricks are {all} points for one side and 0 for the other.", all=CARD_POINTS)
    return None


def why_not_announced(now: Round) -> Text | None:
    """Return why the announcements can't be right: only the side with the best one may have any."""
    if sum(points > 0 for points in now.all(ANNOUNCED)) > 1:
        return text("Only the side with the best announcement has any.")
    return None


TAKES = Column("takes", "trump", choices=SUITS, single=True, question="Who takes?",
    asked=lambda now, player: not plays_coinche(now))  # fmt: skip
CONTRACT = Column("contract", "contract", choices=BIDS, single=True, question="Who has the contract?",
    asked=lambda now, player: plays_coinche(now))  # fmt: skip
DOUBLED = Column("doubled", "coinche", asked=lambda now, player: plays_coinche(now) and is_taker(now, player),
    choices=(("none", "none"), ("coinche", "coinche"), ("surcoinche", "surcoinche")))  # fmt: skip
POINTS = Column("points", "takers' card points", most=CARD_POINTS, asked=is_taker, unit=("{n} point", "{n} points"))
MORE = Column("more", "belote, all tricks", choices=(("none", "none"), ("some", "there is one")), asked=is_taker)
BELOTES = Column("belote", "belote", choices=WHOSE, asked=has_more)
CAPOTS = Column("capot", "all tricks", choices=WHOSE, asked=has_more, check=why_not_all_tricks)
ANNOUNCED = Column("announced", "announcements", most=800, step=10, by_side=True, check=why_not_announced,
    asked=lambda now, player: now.value_of(ANNOUNCEMENTS) == "on")  # fmt: skip


def card_points(now: Round, for_takers: bool) -> int:
    """Return the card points of a side. A side that won all tricks has more."""
    won, all_tricks = now.of(POINTS, taker(now)), now.of(CAPOTS, taker(now))
    if all_tricks:
        return ALL_TRICKS_POINTS if (all_tricks == 1) == for_takers else 0
    return won if for_takers else CARD_POINTS - won


def belote_bonus(now: Round, for_takers: bool) -> int:
    """Return a side's points for a belote, which it keeps in any case."""
    return BELOTE_POINTS if now.of(BELOTES, taker(now)) == (1 if for_takers else 2) else 0


def announcement_points(now: Round, for_takers: bool) -> int:
    """Return the points of a side's announcements."""
    first = taker(now) if for_takers else (taker(now) + 1) % now.player_count
    return now.of_side(ANNOUNCED, first)


def all_points(now: Round, for_takers: bool) -> int:
    """Return all points that a side won in a round."""
    return card_points(now, for_takers) + belote_bonus(now, for_takers) + announcement_points(now, for_takers)


def outcome(now: Round) -> int:
    """Return 1 if the takers made the contract, -1 if not, 0 if they are level with the others (Belote)."""
    if not plays_coinche(now):
        lead = all_points(now, for_takers=True) - all_points(now, for_takers=False)
        return (lead > 0) - (lead < 0)
    if now.of(CONTRACT, taker(now)) == len(CONTRACTS):
        return 1 if card_points(now, for_takers=True) == ALL_TRICKS_POINTS else -1
    won = all_points(now, for_takers=True)
    return 1 if won >= contract_value(now) and won > all_points(now, for_takers=False) else -1


def contract_value(now: Round) -> int:
    """Return the value of the contract (Coinche)."""
    return (*CONTRACTS, CAPOT)[now.of(CONTRACT, taker(now))]


def points(now: Round, player: int) -> Iterator[Cause]:
    """Yield a side's points of a round."""
    for_takers = player in now.partners(taker(now))
    yield from coinche_points(now, for_takers) if plays_coinche(now) else belote_points(now, for_takers)
    yield from cause_unless_zero("belote", belote_bonus(now, for_takers))


def belote_points(now: Round, for_takers: bool) -> Iterator[Cause]:
    """Yield a side's points in Belote.

    If the takers are “inside” (have less), the others score everything. If both are level, the takers' points wait. The
    winners of a round also score points that waited before it.
    """
    result = outcome(now)
    if result < 0:
        yield cause("the takers are inside", 0 if for_takers else sum(card_points(now, side) for side in (True, False)))
        announced_points = 0 if for_takers else sum(announcement_points(now, side) for side in (True, False))
    elif result == 0 and for_takers:
        yield cause("level: points wait", 0)
        announced_points = 0
    else:
        yield cause("cards", card_points(now, for_takers))
        announced_points = announcement_points(now, for_takers)
    yield from cause_unless_zero("announcements", announced_points)
    yield from cause_unless_zero(
        "points that waited", waiting_points(now) if result == (1 if for_takers else -1) else 0
    )


def cause_unless_zero(why: str, worth: int) -> Iterator[Cause]:
    """Yield points with their cause, unless they are 0."""
    if worth:
        yield cause(why, worth)


def waiting_points(now: Round) -> int:
    """Return the points that takers did not score in the rounds just before because both sides were level."""
    total = 0
    for earlier in now.earlier:
        points_waiting = card_points(earlier, for_takers=True) + announcement_points(earlier, for_takers=True)
        total = total + points_waiting if outcome(earlier) == 0 else 0
    return total


def coinche_points(now: Round, for_takers: bool) -> Iterator[Cause]:
    """Yield a side's points in Coinche. The contract goes to the winners; doubled, the losers score only a belote."""
    doubled, made = now.of(DOUBLED, taker(now)), outcome(now) > 0
    won, both_score = made == for_takers, made and not doubled
    if won:
        yield cause("contract", contract_value(now) * (1, 2, 4)[doubled] + (0 if both_score else SET_BONUS))
    if both_score and now.value_of(MADE) == "both":
        yield cause("cards", card_points(now, for_takers))
    if announcement_points(now, for_takers) and (won or both_score):
        yield cause("announcements", announcement_points(now, for_takers))


def variant(table: TableSetup) -> Variant:
    """Return the variant that is played: Belote or Coinche."""
    if table.value_of(VARIANT) == "coinche":
        return Variant(text("Coinche"), lowest_wins=False, bgg=None)
    return Variant(text("Belote"), lowest_wins=False, bgg=14326)


FRENCH = {
    "Played": "Jeu", "Belote": "Belote", "Coinche": "Coinche", "Ends at": "Fin à",
    "Announcements (runs, fours)": "Annonces (suites, carrés)", "A contract that is made": "Contrat réussi",
    "points and contract": "points et contrat", "the contract alone": "contrat seul", "spades": "pique",
    "hearts": "cœur", "diamonds": "carreau", "clubs": "trèfle", "all tricks": "capot", "none": "rien",
    "the takers'": "aux preneurs", "the others'": "aux autres", "there is one": "il y en a", "trump": "atout",
    "Who takes?": "Qui prend ?", "contract": "contrat", "Who has the contract?": "Qui a le contrat ?",
    "coinche": "coinche", "surcoinche": "surcoinche", "takers' card points": "points des preneurs",
    "{n} point": ("{n} point", "{n} points"), "belote, all tricks": "belote, capot", "belote": "belote",
    "announcements": "annonces", "cards": "cartes", "the takers are inside": "les preneurs sont dedans",
    "level: points wait": "litige : points en attente", "points that waited": "points du litige",
    "All tricks are {all} points for one side and 0 for the other.":
        "Un capot fait {all} points d’un côté et 0 de l’autre.",
    "Only the side with the best announcement has any.": "Seul le camp de la meilleure annonce marque ses annonces.",
    "The taker says how the round went. A round in which all pass is not declared.":
        "Le preneur dit comment la donne s’est passée. Une donne où tout le monde passe ne se déclare pas.",
    "A belote is kept by whoever has it. Inside, the others get all else (Belote).":
        "La belote reste à qui l’a. À la belote, dedans, les autres prennent tout le reste.",
    "Where both sides are level, the takers' points go to whoever wins the next round (Belote).":
        "À la belote, en cas de litige, les points des preneurs vont au camp qui gagne la donne suivante.",
    "A contract is made by as many points, all included, if the others have fewer (Coinche).":
        "À la coinche, le contrat, tout compris, doit être atteint, et les autres avoir moins.",
    "A contract that is lost or doubled brings the winners 160 besides, and the losers only a belote.":
        "Un contrat chuté ou coinché rapporte 160 de plus aux gagnants ; les perdants ne gardent que la belote.",
}  # fmt: skip

GAME = figures_game(
    ScoreSheet(
        id="belote",
        title=TITLE,
        players=range(4, 5),
        columns=(TAKES, CONTRACT, DOUBLED, POINTS, MORE, BELOTES, CAPOTS, ANNOUNCED),
        points=points,
        options=(VARIANT, TARGET, ANNOUNCEMENTS, MADE),
        target=lambda table: int(table.value_of(TARGET)),
        variants=variant,
        dealer=True,
        sides=partners,
        notes=(
            "The taker says how the round went. A round in which all pass is not declared.",
            "A belote is kept by whoever has it. Inside, the others get all else (Belote).",
            "Where both sides are level, the takers' points go to whoever wins the next round (Belote).",
            "A contract is made by as many points, all included, if the others have fewer (Coinche).",
            "A contract that is lost or doubled brings the winners 160 besides, and the losers only a belote.",
        ),
        languages={"fr": FRENCH},
        counts_if_stopped=True,
    )
)
