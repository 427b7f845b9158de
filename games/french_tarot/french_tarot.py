"""French Tarot for three to five (rules of the Fédération Française de Tarot): the taker against the others."""

API = 2
TITLE = "French Tarot"
TITLES = {"fr": "Tarot"}
EMBLEM = ("T", "21")
PLAYERS = (3, 5)

from collections.abc import Iterator  # a table reads all above the first import without importing the module

from tablekeeper.games import (
    Cause,
    Column,
    Round,
    ScoreSheet,
    TableSetup,
    Text,
    cause,
    choice,
    counted,
    figures_game,
    text,
)  # fmt: skip

POINTS_NEEDED = (56, 51, 41, 36)
"""Points that the taker needs, by the oudlers won (FFT, chapter IX)."""

CONTRACT_FACTORS = (1, 2, 4, 6)
"""The factor of each contract, in the order of `CONTRACTS`."""

ALL_POINTS, OUDLER_POINTS = 91, 4.5
"""The sum of all card points, and the points of an oudler."""

PETIT_POINTS, HANDFUL_POINTS, SLAM_POINTS = 10, (0, 20, 30, 40), (0, 200, 400, -200)
"""The petit in the last trick, which is multiplied; handfuls, for the side that wins; slams, for the taker."""

CONTRACTS = (("petite", "petite"), ("garde", "garde"), ("garde-sans", "garde sans"), ("garde-contre", "garde contre"))

ROUNDS = choice("rounds", "Rounds", {"off": "any number", "5": "5", "10": "10", "15": "15", "20": "20"})


def is_taker(now: Round, player: int) -> bool:
    """Whether the player is the taker, who declares how the round went."""
    return player == now.who(TAKES)


def calls_king(now: Round, player: int) -> bool:
    """Whether the player calls a king: the taker does, among five players."""
    return now.player_count == 5 and is_taker(now, player)


def has_more(now: Round, player: int) -> bool:
    """Whether the taker declared that there was a petit, a handful or a slam."""
    return is_taker(now, player) and now.of(MORE, player) == 1


def why_not_points(now: Round) -> Text | None:
    """Return why these points can't be won with these oudlers: each is worth four and a half."""
    taker = now.who(TAKES) or 0
    oudlers, won = now.of(OUDLERS, taker), now.of(POINTS, taker)
    least, most = int(OUDLER_POINTS * oudlers), int(ALL_POINTS + 0.5 - OUDLER_POINTS * (3 - oudlers))
    if least <= won <= most:
        return None
    return counted(
        "With {n} oudler the taker has from {least} to {most} points.",
        "With {n} oudlers the taker has from {least} to {most} points.",
        oudlers, least=least, most=most,
    )  # fmt: skip


def why_not_slam(now: Round) -> Text | None:
    """Return why there was no slam: a player with all tricks has all points, except perhaps those of the excuse."""
    taker = now.who(TAKES) or 0
    if now.of(SLAM, taker) in (1, 2) and now.of(POINTS, taker) < ALL_POINTS - 5:
        return text("A slam has all tricks: {n} points are too few.", n=now.of(POINTS, taker))
    return None


TAKES = Column("takes", "contract", choices=CONTRACTS, single=True, question="Who takes?")
PARTNER = Column("partner", "partner", figure_is_player=True, asked=calls_king,
    question="{player}: who has the king? Or yourself.")  # fmt: skip
OUDLERS = Column("oudlers", "oudlers", most=3, asked=is_taker)
POINTS = Column(
    "points", "points", most=ALL_POINTS, asked=is_taker, check=why_not_points, unit=("{n} point", "{n} points")
)
MORE = Column("more", "petit, handful, slam", choices=(("none", "none"), ("some", "there was one")), asked=is_taker)
PETIT_LAST = Column("petit", "petit in the last trick", asked=has_more,
    choices=(("none", "none"), ("taker", "taker's"), ("defence", "defence's")))  # fmt: skip
HANDFUL = Column("handful", "handful", asked=has_more,
    choices=(("none", "none"), ("single", "single"), ("double", "double"), ("triple", "triple")))  # fmt: skip
SLAM = Column("slam", "slam", asked=has_more, check=why_not_slam,
    choices=(("none", "none"), ("made", "made"), ("announced", "announced, made"), ("failed", "announced, failed")),
)  # fmt: skip


def points(now: Round, player: int) -> Iterator[Cause]:
    """Yield a player's share of the points of a round. All shares together are 0."""
    taker = now.who(TAKES) or 0
    share = shares(now, taker)[player]
    lead = now.of(POINTS, taker) - POINTS_NEEDED[now.of(OUDLERS, taker)]
    sign, factor = (1 if lead >= 0 else -1), CONTRACT_FACTORS[now.of(TAKES, taker)]
    words = "contract made" if sign > 0 else "contract lost"
    yield cause(text("{contract}, by {n}", contract=text(words), n=abs(lead)), share * sign * (25 + abs(lead)) * factor)
    if now.of(PETIT_LAST, taker):
        yield cause("petit in the last trick", share * PETIT_POINTS * factor * (0, 1, -1)[now.of(PETIT_LAST, taker)])
    if now.of(HANDFUL, taker):
        yield cause("handful", share * sign * HANDFUL_POINTS[now.of(HANDFUL, taker)])
    if now.of(SLAM, taker):
        yield cause("slam", share * SLAM_POINTS[now.of(SLAM, taker)])


def shares(now: Round, taker: int) -> list[int]:
    """Return each player's share: defenders pay once, the partner receives once, the taker has the rest."""
    share_by_seat = [-1] * now.player_count
    partner = now.of(PARTNER, taker) if now.player_count == 5 else taker
    share_by_seat[partner] = 1
    share_by_seat[taker] = 0
    share_by_seat[taker] = -sum(share_by_seat)
    return share_by_seat


def round_count(table: TableSetup) -> int | None:
    """Return the number of rounds after which the game is over; None for no limit."""
    chosen = table.value_of(ROUNDS)
    return None if chosen == "off" else int(chosen)


FRENCH = {
    "French Tarot": "Tarot",
    "Rounds": "Donnes",
    "any number": "sans limite",
    "contract": "contrat",
    "petite": "petite",
    "garde": "garde",
    "garde sans": "garde sans",
    "garde contre": "garde contre",
    "Who takes?": "Qui prend ?",
    "partner": "partenaire",
    "{player}: who has the king? Or yourself.": "{player} : qui a le roi ? Ou soi-même.",
    "oudlers": "bouts",
    "points": "points",
    "{n} point": ("{n} point", "{n} points"),
    "petit, handful, slam": "petit, poignée, chelem",
    "none": "rien",
    "there was one": "il y en a",
    "petit in the last trick": "petit au bout",
    "taker's": "au preneur",
    "defence's": "à la défense",
    "handful": "poignée",
    "single": "simple",
    "double": "double",
    "triple": "triple",
    "slam": "chelem",
    "made": "réussi",
    "announced, made": "annoncé, réussi",
    "announced, failed": "annoncé, manqué",
    "contract made": "contrat réussi",
    "contract lost": "contrat chuté",
    "{contract}, by {n}": "{contract} de {n}",
    "With {n} oudler the taker has from {least} to {most} points.": (
        "Avec {n} bout, le preneur a de {least} à {most} points.",
        "Avec {n} bouts, le preneur a de {least} à {most} points.",
    ),
    "A slam has all tricks: {n} points are too few.": "Un chelem fait tous les plis : {n} points, c’est trop peu.",
    "The taker says how the round went. A round in which all pass is not declared.":
        "Le preneur dit comment la donne s’est passée. Une donne où tout le monde passe ne se déclare pas.",
    "Half a point is rounded for whoever wins the round by it; say it so.":
        "Un demi-point est arrondi pour le camp qui gagne la donne ; on le dit ainsi.",
    "Of five, whoever has the called king is the partner; the taker alone has no partner.":
        "À cinq, qui a le roi appelé est partenaire ; seul, le preneur n’en a pas.",
    "Two single handfuls count as a triple one.": "Deux poignées simples comptent comme une triple.",
}  # fmt: skip

GAME = figures_game(
    ScoreSheet(
        id="french-tarot",
        title=TITLE,
        players=range(3, 6),
        columns=(TAKES, PARTNER, OUDLERS, POINTS, MORE, PETIT_LAST, HANDFUL, SLAM),
        points=points,
        options=(ROUNDS,),
        rounds=round_count,
        dealer=True,
        notes=(
            "The taker says how the round went. A round in which all pass is not declared.",
            "Half a point is rounded for whoever wins the round by it; say it so.",
            "Of five, whoever has the called king is the partner; the taker alone has no partner.",
            "Two single handfuls count as a triple one.",
        ),
        languages={"fr": FRENCH},
        counts_if_stopped=True,
        bgg=4505,
    )
)
