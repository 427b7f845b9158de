"""Skat for three or four (International Skat Order of the ISPA and the Deutscher Skatverband)."""

API = 2
TITLE = "Skat"
EMBLEM = ("♣", "J")
PLAYERS = (3, 4)

from collections.abc import Iterator  # a table reads all above the first import without importing the module

from tablekeeper.games import (
    Cause,
    Column,
    Round,
    ScoreSheet,
    TableSetup,
    cause,
    choice,
    figures_game,
)  # fmt: skip

BASE_VALUES = (9, 10, 11, 12, 24)
"""The base values of diamonds, hearts, spades, clubs and grand (order, 5.1)."""

NULL_VALUES = (23, 35, 46, 59)
"""The values of null, null hand, null ouvert, null ouvert hand."""

GRAND_INDEX, NULL_INDEX = 4, 5
"""The indices of these among `GAMES`."""

DECLARER_BONUS, OTHERS_BONUS = 50, {3: 40, 4: 30}
"""Seeger and Fabian: the declarer's bonus (subtracted for a lost game), and each other player's for a lost game."""

ROUNDS = choice("rounds", "Deals", {"off": "any number", "12": "12", "24": "24", "36": "36", "48": "48"})
SCORING = choice("scoring", "Scoring", {"seeger": "Seeger and Fabian", "classic": "game values alone"})

GAMES = (("diamonds", "diamonds"), ("hearts", "hearts"), ("spades", "spades"), ("clubs", "clubs"), ("grand", "grand"),
    ("null", "null"))  # fmt: skip
NULL_KINDS = (("plain", "null"), ("hand", "hand"), ("ouvert", "ouvert"), ("ouvert-hand", "ouvert hand"))


def sits_out(now: Round, player: int) -> bool:
    """Whether a player sits out: of four, the dealer does."""
    return now.player_count == 4 and player == now.dealer


def declares_suit_or_grand(now: Round, player: int) -> bool:
    """Whether the player is the declarer of a suit game or grand."""
    return player == now.who(PLAYS) and now.of(PLAYS, player) != NULL_INDEX


def declares_null(now: Round, player: int) -> bool:
    """Whether the player is the declarer of a null game."""
    return player == now.who(PLAYS) and now.of(PLAYS, player) == NULL_INDEX


def max_matadors(now: Round, player: int) -> int:
    """Return the largest possible number of matadors: in grand, only jacks count."""
    return 4 if now.of(PLAYS, player) == GRAND_INDEX else 11


PLAYS = Column("plays", "game", choices=GAMES, single=True, question="Who plays?",
    asked=lambda now, player: not sits_out(now, player))  # fmt: skip
MATADORS = Column("matadors", "with or without", least=1, most=max_matadors, asked=declares_suit_or_grand)
MORE = Column("more", "more", most=6, asked=declares_suit_or_grand,
    question="{player}: hand, schneider, schwarz, announced, ouvert: how many?")  # fmt: skip
NULL_KIND = Column("kind", "null", choices=NULL_KINDS, asked=declares_null)
RESULT = Column("result", "result", choices=(("won", "won"), ("lost", "lost")),
    asked=lambda now, player: player == now.who(PLAYS))  # fmt: skip


def game_value(now: Round, declarer: int) -> int:
    """Return the value of the game."""
    if now.of(PLAYS, declarer) == NULL_INDEX:
        return NULL_VALUES[now.of(NULL_KIND, declarer)]
    return BASE_VALUES[now.of(PLAYS, declarer)] * (now.of(MATADORS, declarer) + now.of(MORE, declarer) + 1)


def points(now: Round, player: int) -> Iterator[Cause]:
    """Yield a player's points: the declarer's game, and by Seeger and Fabian a bonus."""
    declarer = now.who(PLAYS) or 0
    won, has_bonus = now.of(RESULT, declarer) == 0, now.value_of(SCORING) == "seeger"
    if player == declarer:
        worth = game_value(now, declarer)
        yield cause("game won", worth) if won else cause("game lost, twice", -2 * worth)
        if has_bonus:
            yield cause("Seeger", DECLARER_BONUS if won else -DECLARER_BONUS)
    elif has_bonus and not won:
        yield cause("Fabian", OTHERS_BONUS[now.player_count])


def round_count(table: TableSetup) -> int | None:
    """Return the number of deals after which the game is over; None for no limit."""
    chosen = table.value_of(ROUNDS)
    return None if chosen == "off" else int(chosen)


FRENCH = {
    "Deals": "Donnes", "any number": "sans limite",
    "Scoring": "Décompte", "Seeger and Fabian": "Seeger et Fabian", "game values alone": "valeur du jeu seule",
    "game": "jeu", "diamonds": "carreau", "hearts": "cœur", "spades": "pique", "clubs": "trèfle", "grand": "grand",
    "null": "nul", "hand": "main", "ouvert": "ouvert", "ouvert hand": "main ouvert", "Who plays?": "Qui joue ?",
    "with or without": "avec ou sans", "more": "en plus", "result": "résultat", "won": "gagné", "lost": "perdu",
    "{player}: hand, schneider, schwarz, announced, ouvert: how many?":
        "{player} : main, schneider, schwarz, annoncés, ouvert : combien ?",
    "game won": "jeu gagné", "game lost, twice": "jeu perdu, double", "Seeger": "Seeger", "Fabian": "Fabian",
    "The declarer says the game, the matadors, what counts besides, and the result.":
        "On dit le jeu, les matadors, ce qui compte en plus, et le résultat.",
    "Schneider and schwarz that are announced count once more; a lost game counts twice.":
        "Schneider et schwarz annoncés comptent une fois de plus ; un jeu perdu compte double.",
    "Whoever has overbid has lost the lowest game that the bid would have needed; say it so.":
        "Qui a dépassé sa valeur perd le plus petit jeu que l’enchère demandait ; on le dit ainsi.",
    "A deal in which all pass is not declared. Of four, the dealer does not play.":
        "Une donne où tout le monde passe ne se déclare pas. À quatre, le donneur ne joue pas.",
}  # fmt: skip

GAME = figures_game(
    ScoreSheet(
        id="skat",
        title=TITLE,
        players=range(3, 5),
        columns=(PLAYS, MATADORS, MORE, NULL_KIND, RESULT),
        points=points,
        options=(ROUNDS, SCORING),
        rounds=round_count,
        dealer=True,
        notes=(
            "The declarer says the game, the matadors, what counts besides, and the result.",
            "Schneider and schwarz that are announced count once more; a lost game counts twice.",
            "Whoever has overbid has lost the lowest game that the bid would have needed; say it so.",
            "A deal in which all pass is not declared. Of four, the dealer does not play.",
        ),
        languages={"fr": FRENCH},
        counts_if_stopped=True,
    )
)
