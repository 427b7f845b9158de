"""The rules of trick-taking (Wizard rulebook: playing the cards)."""

from __future__ import annotations

from device.contract.refusal import RefusalCode, refuse
from device.contract.setup import Seat
from device.contract.tuples import with_entry
from device.games.wizard.cards import JESTER, WIZARD, face
from device.games.wizard.codes import Code
from device.games.wizard.declarations import Plays, Wins
from device.games.wizard.knowledge import after_not_following, after_showing_suit, refuse_impossible_deal
from device.games.wizard.rounds import end_round
from device.games.wizard.state import Round, State
from device.games.wizard.trump_card import refuse_last_trump_card
from device.kits.cards import SUIT_FACES, Card
from display.words import Text, text


def lead_of(trick: tuple[Card, ...]) -> str | None:
    """Return the lead suit: that of the first card that is not a jester. A wizard that is led asks for no suit."""
    first = next((card for card in trick if card != JESTER), None)
    return None if first is None or first == WIZARD else first.suit


def winning_index(trick: tuple[Card, ...], trump: str | None) -> int:
    """Return the index of the winning card: the first wizard, highest trump, highest of the lead suit, or first."""
    lead = lead_of(trick)

    def strength(place: int) -> tuple[bool, bool, bool, int, int]:
        card = trick[place]
        suited = bool(card.suit)
        return (card == WIZARD, suited and card.suit == trump, suited and card.suit == lead, card.number, -place)

    return max(range(len(trick)), key=strength)


def apply_play(state: State, round_: Round, declared: Plays, *, waive_revoke: bool) -> State:
    """Return the state after one card of a trick (detail `cards`). Raises Refused."""
    seat, card = declared.seat, declared.card
    _refuse_seen(state, round_, seat, card, copies=1)
    lead = lead_of(round_.trick)
    if card.suit:
        round_ = after_showing_suit(state, round_, seat, card.suit, card, waive_revoke=waive_revoke)
        if lead not in (None, card.suit):
            round_ = after_not_following(round_, seat, str(lead))
    round_ = _with_card_seen(round_, card, 1)._replace(trick=(*round_.trick, card), turn=state.next(seat))
    if not waive_revoke:
        refuse_impossible_deal(state, round_, seat)
    elif not round_.revoke_accepted:
        round_ = round_._replace(revoke_accepted=True)
    if len(round_.trick) < state.players:
        return state._replace(round=round_)
    return _after_trick_won(state, round_, (round_.leader + winning_index(round_.trick, round_.trump)) % state.players)


def apply_win(state: State, round_: Round, declared: Wins, *, waive_revoke: bool) -> State:
    """Return the state after a whole trick, declared by its winner (detail `tricks`). Raises Refused."""
    seat, card, lead = declared.seat, declared.card, _lead_suit(round_, declared)
    copies = state.players if card == JESTER else 1
    if card is not None:
        _refuse_seen(state, round_, seat, card, copies=copies)
    if card is not None and card.suit:
        round_ = after_showing_suit(state, round_, seat, card.suit, card, waive_revoke=waive_revoke)
    if lead is not None:
        round_ = _after_lead_shown(state, round_, declared, lead, waive_revoke=waive_revoke)
    reason = _why_card_cannot_win(state, round_, declared)
    if reason is not None:
        refuse(Code.DOES_NOT_ADD_UP, reason, seat, *(() if card is None else (face(card),)))
    return _after_trick_won(state, _with_card_seen(round_, card, copies) if card is not None else round_, seat)


def _lead_suit(round_: Round, declared: Wins) -> str | None:
    """Return the lead suit as declared; else the winning card's suit, or None for a trump not played by the leader."""
    card = declared.card
    if declared.lead is not None or card is None or not card.suit:
        return declared.lead
    return None if card.suit == round_.trump and declared.seat != round_.leader else card.suit


def _after_lead_shown(state: State, round_: Round, declared: Wins, lead: str, *, waive_revoke: bool) -> Round:
    """Return the round with what a lead suit reveals about the winner's and the leader's hand. Raises Refused."""
    seat, card = declared.seat, declared.card
    if seat == round_.leader:
        # A leader who wins without a jester or a wizard has led the suit.
        return round_ if card is not None else after_showing_suit(state, round_, seat, lead, waive_revoke=waive_revoke)
    if not state.settings.deck.special_count:
        round_ = after_showing_suit(state, round_, round_.leader, lead, waive_revoke=waive_revoke)
    follows = card is None or not card.suit or card.suit == lead
    return round_ if follows else after_not_following(round_, seat, lead)


def _why_card_cannot_win(state: State, round_: Round, declared: Wins) -> Text | None:
    """Return why a winning card can't have won; None if it can."""
    seat, card, lead = declared.seat, declared.card, declared.lead
    if card is None:
        return None
    if card == JESTER:
        if seat == round_.leader and lead is None:
            return None
        return text(
            "A jester wins only when nothing else is played: then {leader}, who led, wins, with no lead suit.",
            leader=state.name(round_.leader),
        )
    if lead is None or lead == card.suit:
        return None
    if seat == round_.leader:
        return _wrong_lead_text(state, seat, card, lead)
    if not card.suit or card.suit == round_.trump:
        return None
    return text(
        "{player}'s {card} can't have won: it is neither trump nor of the lead suit {lead}.",
        player=state.name(seat),
        card=face(card),
        lead=SUIT_FACES[lead],
    )


def _wrong_lead_text(state: State, seat: Seat, card: Card, lead: str) -> Text:
    if not card.suit:
        return text("{player} led a wizard: then no suit is asked for.", player=state.name(seat))
    return text(
        "{player} led this trick: the lead suit is that of {card}, not {lead}.",
        player=state.name(seat),
        card=face(card),
        lead=SUIT_FACES[lead],
    )


def _refuse_seen(state: State, round_: Round, seat: Seat, card: Card, *, copies: int) -> None:
    """Refuse a card (`card-already-seen`) of which no copy, or not so many copies, are left."""
    if card in round_.seen_cards:
        refuse(
            RefusalCode.CARD_ALREADY_SEEN,
            text(
                "{player} can't have {card}: it has been played in this round.",
                player=state.name(seat),
                card=face(card),
            ),
            seat,
            face(card),
        )
    if not card.suit:
        most = state.settings.deck.special_count
        there = copies + (round_.wizards_played if card == WIZARD else round_.jesters_played)
        if there > most:
            refuse(RefusalCode.CARD_ALREADY_SEEN, _too_many_text(state, seat, card, most, there), seat, face(card))
    refuse_last_trump_card(state, _with_card_seen(round_, card, copies), seat, card)


def _too_many_text(state: State, seat: Seat, card: Card, most: int, there: int) -> Text:
    if card == WIZARD:
        return text(
            "The deck has {most} wizards: with {player}'s there would be {n}.",
            most=most,
            n=there,
            player=state.name(seat),
        )
    return text(
        "The deck has {most} jesters: with {player}'s there would be {n}.",
        most=most,
        n=there,
        player=state.name(seat),
    )


def _with_card_seen(round_: Round, card: Card, copies: int) -> Round:
    if card == WIZARD:
        return round_._replace(wizards_played=round_.wizards_played + copies)
    if card == JESTER:
        return round_._replace(jesters_played=round_.jesters_played + copies)
    return round_._replace(seen_cards=round_.seen_cards | {card})


def _after_trick_won(state: State, round_: Round, winner: Seat) -> State:
    """Return the state after a trick is won: its winner leads the next, or the round is scored."""
    after = round_._replace(
        won=with_entry(round_.won, winner, round_.won[winner] + 1),
        finished_tricks=round_.trick_number,
        trick=(),
        leader=winner,
        turn=winner,
    )
    return state._replace(round=after) if after.finished_tricks < after.cards else end_round(state, after)
