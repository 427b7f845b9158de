"""The rules of card play in a game by figures: which cards are legal, and the figures that follow from the tricks."""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse, refuse_player, refuse_turn
from device.contract.unseen_cards import refuse_overfull, refuse_revoke
from device.kits.cards import SUIT_FACES, Card, Deck, face
from device.kits.figures.card_play import CardsDealt, cards_dealt
from device.kits.figures.columns import FiguresRound
from device.kits.figures.declarations import Plays
from device.kits.figures.refusal_codes import FiguresRefusalCode
from device.kits.figures.rounds import AskedColumn, is_asked, with_figure
from device.kits.figures.sheet import ScoreSheet
from device.kits.figures.state import FiguresState
from device.kits.trick_declarations import awaited_sentence
from device.kits.tricks import TrickPlay, after_card, overfull_suits
from display.words import Several, Text, text


def awaits_card(sheet: ScoreSheet, asked: AskedColumn) -> bool:
    """Whether a card must be played next, instead of the column that would be asked."""
    return asked.column.by_cards is not None and sheet.by_cards(asked.round.table)


def round_cards(sheet: ScoreSheet, now: FiguresRound) -> CardsDealt:
    """The settings of card play in a round. The sheet must have card play."""
    assert sheet.cards is not None
    return cards_dealt(sheet.cards, now)


def current_play(now: FiguresRound, state: FiguresState) -> TrickPlay:
    """The play of the round. Before the first card, it is an empty one in which the round's starter leads."""
    return state.play or TrickPlay(now.first, now.players)


def opening_card(sheet: ScoreSheet, now: FiguresRound, state: FiguresState) -> Card | None:
    """The card that must be led now by its owner; None if there is no such rule."""
    return None if state.play is not None else round_cards(sheet, now).opens


def awaited_card_sentence(sheet: ScoreSheet, now: FiguresRound, state: FiguresState) -> Text:
    """The sentence that says which card is awaited."""
    card, play = opening_card(sheet, now, state), current_play(now, state)
    if card is not None:
        return text("Cards are played now: whoever has {card} leads it.", card=face(card))
    return awaited_sentence(play.number, state.name(play.turn))


def play_card(
    sheet: ScoreSheet, now: FiguresRound, state: FiguresState, declared: Plays, *, waive_revoke: bool = False
) -> TrickPlay:
    """Return the play after a card. Raises Refused. With `waive_revoke`, a revoke is not refused."""
    dealt, play, seat = round_cards(sheet, now), current_play(now, state), declared.seat
    opens = opening_card(sheet, now, state)
    if opens is not None:
        if declared.card != opens:
            sentence = text("The first trick begins with {card}, led by whoever has it.", card=face(opens))
            refuse(RefusalCode.WRONG_PHASE, sentence, seat)
        play = play._replace(leader=seat)
    _check_card(dealt, play, declared, state)
    void = play.void(seat, declared.card.suit)
    if void is not None and not waive_revoke:
        suit, card = SUIT_FACES[declared.card.suit], face(declared.card)
        refuse_revoke(state.table, FiguresRefusalCode.REVOKE, void, suit, play.number, card)
    after = after_card(play, declared.card, dealt.trump, waive_revoke=waive_revoke and void is not None)
    crowded = overfull_suits(after, dealt.deck, dealt.dealt, dealt.undealt)
    if crowded is None:
        return after
    if waive_revoke:
        return after._replace(revoke_accepted=True)
    faces = {suit: SUIT_FACES[suit] for suit in dealt.deck.suits}
    refuse_overfull(state.table, FiguresRefusalCode.REVOKE, crowded, after.voids, faces, seat, play.number)


def _check_card(dealt: CardsDealt, play: TrickPlay, declared: Plays, state: FiguresState) -> None:
    """Refuse a card out of turn, one that the deck does not have, and one that was played before."""
    seat, card = declared.seat, declared.card
    if seat != play.turn:
        refuse_turn(state.table, seat, play.turn)
    if not dealt.deck.has(card):
        refuse(RefusalCode.NO_SUCH_CARD, _no_such_card_text(dealt.deck, card), seat)
    if card in play.seen_cards:
        sentence = text("{player} can't have {card}: it has been played in this round.")
        refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, seat, face(card))


def _no_such_card_text(deck: Deck, card: Card) -> Text:
    """The sentence that says that a deck does not have a card, and which cards it has."""
    if str(card) in deck.without:
        return text("The deck is played without {card}.", card=face(card))
    suits = Several(tuple(SUIT_FACES[suit].word for suit in deck.suits))
    shown = face(card) if card.suit in SUIT_FACES else str(card)
    low, high = deck.numbers[0], deck.numbers[-1]
    return text(
        "There is no {card} in this deck: there are {suits} from {low} to {high}.",
        card=shown, suits=suits, low=low, high=high,
    )  # fmt: skip


def with_figures_from_tricks(sheet: ScoreSheet, now: FiguresRound, play: TrickPlay) -> FiguresRound:
    """Return the round with the figures that follow from the tricks played so far."""
    for index, column in enumerate(sheet.columns):
        if column.by_cards is None:
            continue
        for seat in (seat for seat in range(now.players) if is_asked(column, now, seat)):
            now = with_figure(now, index, seat, int(column.by_cards(now, seat, play.won_by(seat))))
    return now
