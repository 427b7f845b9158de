"""The rules of card play in a game by figures: which cards are legal, and the figures that follow from the tricks."""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse, refuse_player, refuse_turn
from device.contract.unseen_cards import refuse_overfull, refuse_revoke
from device.kits.cards import SUIT_FACES, Card, Deck, face
from device.kits.figures.card_play import CardDeal, card_deal
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
    return asked.column.by_cards is not None and sheet.declares_cards(asked.round.table)


def round_cards(sheet: ScoreSheet, round_: FiguresRound) -> CardDeal:
    """The settings of card play in a round. The sheet must have card play."""
    assert sheet.cards is not None
    return card_deal(sheet.cards, round_)


def current_play(round_: FiguresRound, state: FiguresState) -> TrickPlay:
    """The play of the round. Before the first card, it is an empty one in which the round's starter leads."""
    return state.play or TrickPlay(round_.first, round_.player_count)


def opening_card(sheet: ScoreSheet, round_: FiguresRound, state: FiguresState) -> Card | None:
    """The card that must be led now by its owner; None if there is no such rule."""
    return None if state.play is not None else round_cards(sheet, round_).opening_card


def awaited_card_sentence(sheet: ScoreSheet, round_: FiguresRound, state: FiguresState) -> Text:
    """The sentence that says which card is awaited."""
    card, play = opening_card(sheet, round_, state), current_play(round_, state)
    if card is not None:
        return text("Cards are played now: whoever has {card} leads it.", card=face(card))
    return awaited_sentence(play.number, state.name(play.turn))


def play_card(
    sheet: ScoreSheet, round_: FiguresRound, state: FiguresState, declaration: Plays, *, waive_revoke: bool = False
) -> TrickPlay:
    """Return the play after a card. Raises Refused. With `waive_revoke`, a revoke is not refused."""
    deal, play, seat = round_cards(sheet, round_), current_play(round_, state), declaration.seat
    opening = opening_card(sheet, round_, state)
    if opening is not None:
        if declaration.card != opening:
            sentence = text("The first trick begins with {card}, led by whoever has it.", card=face(opening))
            refuse(RefusalCode.WRONG_PHASE, sentence, seat)
        play = play._replace(leader=seat)
    _check_card(deal, play, declaration, state)
    void = play.void(seat, declaration.card.suit)
    if void is not None and not waive_revoke:
        suit, card = SUIT_FACES[declaration.card.suit], face(declaration.card)
        refuse_revoke(state.table, FiguresRefusalCode.REVOKE, void, suit, play.number, card)
    after = after_card(play, declaration.card, deal.trump, waive_revoke=waive_revoke and void is not None)
    overfull = overfull_suits(after, deal.deck, deal.dealt_count, deal.undealt_count)
    if overfull is None:
        return after
    if waive_revoke:
        return after._replace(is_revoke_accepted=True)
    faces = {suit: SUIT_FACES[suit] for suit in deal.deck.suits}
    refuse_overfull(state.table, FiguresRefusalCode.REVOKE, overfull, after.voids, faces, seat, play.number)


def _check_card(deal: CardDeal, play: TrickPlay, declaration: Plays, state: FiguresState) -> None:
    """Refuse a card out of turn, one that the deck does not have, and one that was played before."""
    seat, card = declaration.seat, declaration.card
    if seat != play.turn:
        refuse_turn(state.table, seat, play.turn)
    if not deal.deck.has(card):
        refuse(RefusalCode.NO_SUCH_CARD, _no_such_card_text(deal.deck, card), seat)
    if card in play.seen_cards:
        sentence = text("{player} can't have {card}: it has been played in this round.")
        refuse_player(state.table, RefusalCode.CARD_ALREADY_SEEN, sentence, seat, face(card))


def _no_such_card_text(deck: Deck, card: Card) -> Text:
    """The sentence that says that a deck does not have a card, and which cards it has."""
    if str(card) in deck.without:
        return text("The deck is played without {card}.", card=face(card))
    suits = Several(tuple(SUIT_FACES[suit].word for suit in deck.suits))
    card_name = face(card) if card.suit in SUIT_FACES else str(card)
    low, high = deck.numbers[0], deck.numbers[-1]
    return text(
        "There is no {card} in this deck: there are {suits} from {low} to {high}.",
        card=card_name, suits=suits, low=low, high=high,
    )  # fmt: skip


def with_figures_from_tricks(sheet: ScoreSheet, round_: FiguresRound, play: TrickPlay) -> FiguresRound:
    """Return the round with the figures that follow from the tricks played so far."""
    for index, column in enumerate(sheet.columns):
        if column.by_cards is None:
            continue
        for seat in (seat for seat in range(round_.player_count) if is_asked(column, round_, seat)):
            round_ = with_figure(round_, index, seat, int(column.by_cards(round_, seat, play.won_by(seat))))
    return round_
