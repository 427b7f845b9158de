"""Spades for two pairs of partners (Pagat, https://www.pagat.com/auctionwhist/spades.html)."""

API = 2
TITLE = "Spades"
EMBLEM = ("♠", "♠")
PLAYERS = (4, 4)

from collections.abc import Iterator  # a table reads all above the first import without importing the module

from tablekeeper.games import (
    CardPlay,
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
    number,
    partners,
    switch,
    text,
)  # fmt: skip

TRICK_COUNT = 13
"""The number of cards in each hand, and so of tricks."""

NIL_POINTS, BLIND_NIL_POINTS = 100, 200
"""The points of a bid of 0 that is kept. The same number is lost if it fails."""

TARGET = number("target", "Ends at", 500, range(100, 2001))
LOST_AT = choice("loses", "Lost at", {"200": "−200", "500": "−500", "off": "never"})
BLIND = switch("blind", "Blind nil", usual=True)
BAGS = choice("bags", "Bags", {"10": "ten cost 100", "off": "do not count"})
FAILED_NIL = choice("failed-nil", "Tricks of a failed nil", {"count": "help the partner", "apart": "are bags"})


def is_asked_blind(now: Round, player: int) -> bool:
    """Whether a player is asked if the bid of 0 was blind."""
    return now.value_of(BLIND) == "on" and now.of(BID, player) == 0


def why_not_bids(now: Round) -> Text | None:
    """Return why the bids can't be right: partners can't win more than thirteen tricks together."""
    for player in (0, 1):
        if now.of_side(BID, player) > TRICK_COUNT:
            one, other = (now.table.players[partner] for partner in now.partners(player))
            return text("{one} and {other} bid more than {n} tricks together.", one=one, other=other, n=TRICK_COUNT)
    return None


BID = Column("bid", "bid", most=TRICK_COUNT, in_turn=True, counted=True, check=why_not_bids)
WAS_BLIND = Column("blind", "blind nil", choices=(("no", "no"), ("yes", "yes")), asked=is_asked_blind)
WON = Column("won", "tricks won", total=TRICK_COUNT, unit=("{n} trick", "{n} tricks"), counted=True,
    by_cards=lambda now, player, won: len(won))  # fmt: skip


def points(now: Round, player: int) -> Iterator[Cause]:
    """Yield a side's points of a round: nils, the bid, and bags with their penalty."""
    for partner in now.partners(player):
        if now.of(BID, partner) == 0:
            yield nil_points(now, partner)
    bid, bags = now.of_side(BID, player), bag_count(now, player)
    if bid:
        is_kept = tricks_for_bid(now, player) >= bid
        yield cause(counted("{n} trick bid", "{n} tricks bid", bid), 10 * bid if is_kept else -10 * bid)
    if bags:
        yield cause(counted("{n} bag", "{n} bags", bags), bags)
        bags_before = sum(bag_count(earlier, player) for earlier in now.earlier)
        tens = (bags_before + bags) // 10 - bags_before // 10
        if tens:
            yield cause("ten bags", -100 * tens)


def nil_points(now: Round, player: int) -> Cause:
    """Return the points of a bid of 0, kept or failed."""
    worth = BLIND_NIL_POINTS if now.of(WAS_BLIND, player) else NIL_POINTS
    if now.of(WON, player):
        return cause(text("{player}: nil failed", player=now.table.players[player]), -worth)
    return cause(text("{player}: nil", player=now.table.players[player]), worth)


def tricks_for_bid(now: Round, player: int) -> int:
    """Return the tricks that count for the bid of a side: all but those of a failed nil that are bags."""
    counts_all = now.value_of(FAILED_NIL) == "count"
    return sum(now.of(WON, partner) for partner in now.partners(player) if counts_all or now.of(BID, partner) > 0)


def bag_count(now: Round, player: int) -> int:
    """Return the tricks that a side won above its bid, and those of a failed nil that count as bags."""
    if now.value_of(BAGS) == "off":
        return 0
    won = tricks_for_bid(now, player)
    # If the side's bid is 0, it can't be missed, and all tricks are bags.
    return now.of_side(WON, player) - won + max(0, won - now.of_side(BID, player))


def has_loser(now: Round) -> bool:
    """Whether a side has lost the game because its total is at or below that of the option LOST_AT."""
    lost_at = now.value_of(LOST_AT)
    return lost_at != "off" and min(now.totals) <= -int(lost_at)


def target(table: TableSetup) -> int:
    """Return the total at which the game is over."""
    return int(table.value_of(TARGET))


FRENCH = {
    "Spades": "Spades",
    "Ends at": "Fin à",
    "Lost at": "Perdue à",
    "never": "jamais",
    "Blind nil": "Nil aveugle",
    "Bags": "Sacs",
    "ten cost 100": "dix coûtent 100",
    "do not count": "ne comptent pas",
    "Tricks of a failed nil": "Plis d’un nil manqué",
    "help the partner": "aident le partenaire",
    "are bags": "sont des sacs",
    "bid": "annonce",
    "blind nil": "nil aveugle",
    "tricks won": "plis gagnés",
    "{n} trick": ("{n} pli", "{n} plis"),
    "{n} trick bid": ("{n} pli annoncé", "{n} plis annoncés"),
    "{n} bag": ("{n} sac", "{n} sacs"),
    "ten bags": "dix sacs",
    "{player}: nil failed": "{player} : nil manqué",
    "{player}: nil": "{player} : nil",
    "{one} and {other} bid more than {n} tricks together.": "{one} et {other} annoncent plus de {n} plis ensemble.",
    "Partners sit opposite, and have one total.": "Les partenaires sont face à face et ont un seul total.",
    "A bid of 0 is nil: 100 if it is kept, 200 if it was blind, as much lost if not.":
        "Une annonce de 0 est un nil : 100 s’il est tenu, 200 s’il est aveugle, autant de perdu sinon.",
    "Bags that count do so over the whole game: each ten of them cost 100.":
        "Les sacs qui comptent le font sur toute la partie : dix coûtent 100 à chaque fois.",
    "Whoever sits left of the dealer bids first.": "La personne à gauche du donneur annonce la première.",
}  # fmt: skip

GAME = figures_game(
    ScoreSheet(
        id="spades",
        title=TITLE,
        players=range(4, 5),
        columns=(BID, WAS_BLIND, WON),
        points=points,
        options=(TARGET, LOST_AT, BLIND, BAGS, FAILED_NIL),
        target=target,
        over=has_loser,
        dealer=True,
        sides=partners,
        notes=(
            "Partners sit opposite, and have one total.",
            "A bid of 0 is nil: 100 if it is kept, 200 if it was blind, as much lost if not.",
            "Bags that count do so over the whole game: each ten of them cost 100.",
            "Whoever sits left of the dealer bids first.",
        ),
        languages={"fr": FRENCH},
        counts_if_stopped=True,
        cards=CardPlay(trump="spades"),
        bgg=592,
    )
)
