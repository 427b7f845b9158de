"""The texts and notices on pages of corrections: a past question asked again, and the consequences of a correction."""

from __future__ import annotations

from collections.abc import Sequence

from device.contract.scores import Scores
from device.pages.wrong_keys import hold_for_part
from device.session.changed_lines import ChangedLine
from device.session.correction import Consequences
from device.session.line_choice import AskAgainView, LineView, changed_line_in_words, misfit_in_words, with_place
from device.session.winners import outcome
from display.vocabulary import Notice, Paragraphs, Tone
from display.words import Label, counted, text

MAX_LISTED_LINES = 6
"""The maximum number of changed lines listed on a page. Of more, only the number is shown."""


def line_notice(view: LineView) -> Notice:
    """The notice with the chosen line."""
    return Notice(Tone.DECISION, text("This line"), (view.line,))


def question_notice(view: AskAgainView) -> Notice:
    """The notice with the line that the question is about."""
    title = text("Instead of this line") if view.edit_at.kind == "change" else text("Before this line")
    return Notice(Tone.DECISION, title, (view.old_line,))


def misfit_notice(consequences: Consequences) -> Notice | None:
    """The notice of a line that no longer fits, and why; None if everything fits."""
    if consequences.misfit is None:
        return None
    why = text("Why: {reason}", reason=consequences.misfit.refusal.sentence)
    lines = misfit_in_words(consequences, consequences.misfit), why
    title = text("This would not fit") if consequences.is_misfit_new else text("This would not fit any more")
    return Notice(Tone.REFUSAL, title, lines, ((why,),))


def still_misfit_notice(consequences: Consequences, first_step: Label) -> Notice | None:
    """The same notice, with what must be done first."""
    notice = misfit_notice(consequences)
    return (
        None if notice is None else notice._replace(lines=(first_step, *notice.lines), shorter_lines=((first_step,),))
    )


def answer_again_notice(player: str, offered_part: Label) -> Notice:
    """The notice after a correction of another line: the player's answer was refused before it, and is asked for again.

    `offered_part` is what holding C types again of it.
    """
    still_to_answer = text("{player} is still to answer.", player=player)
    hold_hint = hold_for_part(offered_part)
    return Notice(Tone.INFORMATION, text("Corrected"), (still_to_answer, hold_hint), ((hold_hint,),))


def consequences_body(consequences: Consequences) -> Paragraphs | None:
    """The changed lines before and after; if every line fits, the totals, and the rounds to be accepted again.

    None if the first change is already a line that does not fit.
    """
    changed_lines = consequences.changed_lines
    lines: list[Label] = [_changed_line_text(consequences, line) for line in changed_lines[:MAX_LISTED_LINES]]
    further_count = len(changed_lines) - MAX_LISTED_LINES
    if further_count > 0:
        lines.append(counted("And {n} more line.", "And {n} more lines.", further_count))
    if consequences.misfit is not None:
        return Paragraphs(tuple(lines)) if lines else None
    if not changed_lines:
        lines.append(text("No line changes."))
    before, after = consequences.session_before, consequences.session_after
    lines += _unscored_lines(consequences)
    lines += total_lines(before.record.setup.players, before.scores, after.scores)
    lines += _winner_lines(consequences)
    names = map(after.scores.round_name, after.reopened_rounds)
    lines += (text("{round} is to be accepted again.", round=name.heading) for name in names)
    return Paragraphs(tuple(lines))


def _changed_line_text(consequences: Consequences, line: ChangedLine) -> Label:
    """A changed line behind its round, if there are several, and its trick: one that moves has the same words twice."""
    rounds_before, rounds_after = consequences.session_before.scores.rounds, consequences.session_after.scores.rounds

    def placed(words: Label) -> Label:
        return with_place(line.session, words, names_round=bool(rounds_before or rounds_after))

    before, after = (
        None if row is None else changed_line_in_words(consequences, row, line.row_number, line.session)
        for row in (line.before, line.after)
    )
    if before is not None and after is not None and before != after:
        return placed(text("{before} → {after}", before=before, after=after))
    if after is None:
        assert before is not None
        return text("To be removed – {line}", line=placed(before))
    if before is None:
        return text("New – {line}", line=placed(after))
    return text("Declared again, with what is secret – {line}", line=placed(after))


def _unscored_lines(consequences: Consequences) -> list[Label]:
    """The number of rounds that are no longer scored: declarations are missing, or the game ends earlier."""
    after = consequences.session_after.scores
    unscored_count = len(consequences.session_before.scores.rounds) - len(after.rounds)
    if unscored_count <= 0:
        return []
    if after.finished:
        return [
            counted(
                "{n} round is gone: the game ends before it.",
                "{n} rounds are gone: the game ends before them.",
                unscored_count,
            )
        ]
    return [
        counted(
            "{n} round is then incomplete, and does not count.",
            "{n} rounds are then incomplete, and do not count.",
            unscored_count,
        )
    ]


def _winner_lines(consequences: Consequences) -> list[Label]:
    """The winners before and after, if they change."""
    table = consequences.session_before.record.setup
    before, after = consequences.session_before.scores, consequences.session_after.scores
    if before.winners == after.winners:
        return []
    return [text("{before} → {after}", before=outcome(table, before), after=outcome(table, after))]


def total_lines(players: Sequence[str], before: Scores, after: Scores) -> list[Label]:
    """The totals that change, before and after; in a game in sets, with the sets won.

    If a round is open again, most totals fall, so unchanged ones are not mentioned.
    """
    standings = [(before.standing(seat), after.standing(seat)) for seat in range(len(players))]
    lines: list[Label] = [
        text("{player}: {before} → {after}", player=name, before=standing_before, after=standing_after)
        for name, (standing_before, standing_after) in zip(players, standings, strict=True)
        if standing_before != standing_after
    ]
    if not lines:
        return [text("All totals stay as they are.")]
    if len(lines) < len(players) and len(before.rounds) <= len(after.rounds):
        lines.append(text("All other totals stay as they are."))
    return lines
