"""The whole contract, for games that no kit can make: `Game` describes the arguments and result of each function."""

from __future__ import annotations

from device.contract.declarations import Declaration, First, GameEnd, RecordLine
from device.contract.figures import Figure, Figures, Tally
from device.contract.game import Game, Variant, Wording
from device.contract.keycodes import NONE, Cell, Choice, Layout, Level, Offer
from device.contract.number_pad import DigitsFormat, figures, pad, signed_figures
from device.contract.numbers import parse_number_or_none
from device.contract.prompt import Prompt
from device.contract.refusal import Refusal, RefusalCode, Refused, Waiver, refuse
from device.contract.scores import AS_SAID, RoundScore, Scores
from device.contract.setup import Option, Seat, TableSetup
from device.contract.tuples import with_entry
from device.kits.translator import Translator
from display.vocabulary import Board, Cause, Face, Ink, Mark, Note, PlayerRow, Shape, Style, Suit, bracketed
from display.words import Several, Text, Translated, counted, figure, signed, text

__all__ = [
    "AS_SAID",
    "NONE",
    "Board",
    "Cause",
    "Cell",
    "Choice",
    "Declaration",
    "DigitsFormat",
    "Face",
    "Figure",
    "Figures",
    "First",
    "Game",
    "GameEnd",
    "Ink",
    "Layout",
    "Level",
    "Mark",
    "Note",
    "Offer",
    "Option",
    "PlayerRow",
    "Prompt",
    "RecordLine",
    "Refusal",
    "RefusalCode",
    "Refused",
    "RoundScore",
    "Scores",
    "Seat",
    "Several",
    "Shape",
    "Style",
    "Suit",
    "TableSetup",
    "Tally",
    "Text",
    "Translated",
    "Translator",
    "Variant",
    "Waiver",
    "Wording",
    "bracketed",
    "counted",
    "figure",
    "figures",
    "pad",
    "parse_number_or_none",
    "refuse",
    "signed",
    "signed_figures",
    "text",
    "with_entry",
]
