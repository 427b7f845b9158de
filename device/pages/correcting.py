"""Pages of corrections: the question of a moment of the past, and what would change."""

from __future__ import annotations

from device.session.changed_lines import ChangedLine
from device.session.correction import Consequences
from device.session.pointing import AskAgainView, LineView, said_of
from device.session.winners import outcome
from display.vocabulary import Notice, Paragraphs, Tone
from display.words import Label, counted, figure, text

MOST_LINES = 6
"""Changed lines that a page tells one by one; of more, it tells how many."""


def pointed_at(view: LineView) -> Notice:
    """Which line it is."""
    return Notice(Tone.DECISION, text("This line"), (view.line,))


def asked_again(view: AskAgainView) -> Notice:
    """What the question is about."""
    title = text("Instead of this line") if view.at.verb == "change" else text("Before this line")
    return Notice(Tone.DECISION, title, (view.was,))


def misfit(found: Consequences) -> Notice | None:
    """What does not fit any more, and why; None where everything does."""
    if found.misfit is None:
        return None
    lines = (said_of(found, found.misfit.row), found.misfit.refusal.sentence)
    return Notice(Tone.REFUSAL, text("This would not fit any more"), lines)


def still_misfit(found: Consequences, first: Label) -> Notice | None:
    """The same, with what has to be done `first`."""
    notice = misfit(found)
    return None if notice is None else notice._replace(lines=(first, *notice.lines), shorter=((first,),))


def consequences(found: Consequences) -> Paragraphs:
    """The lines as they were and as they will be, the totals, and what has to be accepted again."""
    changed = found.changed
    lines: list[Label] = [_change(found, line) for line in changed[:MOST_LINES]]
    more = len(changed) - MOST_LINES
    if more > 0:
        lines.append(counted("{n} more line changes.", "{n} more lines change.", more))
    if not changed:
        lines.append(text("No line changes."))
    lines += _open_again(found) if found.misfit is None else []
    lines += _totals(found)
    lines += _winners(found)
    again = len(found.after.reopened)
    if again and found.misfit is None:
        lines.append(counted("{n} round is to be accepted again.", "{n} rounds are to be accepted again.", again))
    return Paragraphs(tuple(lines))


def _change(found: Consequences, line: ChangedLine) -> Label:
    if line.before is None:
        assert line.after is not None
        return text("New – {line}", line=said_of(found, line.after))
    if line.after is None:
        return text("Gone – {line}", line=said_of(found, line.before))
    before, after = said_of(found, line.before), said_of(found, line.after)
    if before == after:
        return text("Said anew – {line}", line=after)
    return text("{before} → {after}", before=before, after=after)


def _open_again(found: Consequences) -> list[Label]:
    """How many rounds are not scored any more, because what they lack is still to be declared."""
    fewer = len(found.before.scores.rounds) - len(found.after.scores.rounds)
    if fewer <= 0:
        return []
    return [
        counted(
            "{n} round is open again: its points do not count yet.",
            "{n} rounds are open again: their points do not count yet.",
            fewer,
        )
    ]


def _winners(found: Consequences) -> list[Label]:
    """Who has won and who would have, where that is no longer the same."""
    table, before, after = found.before.record.setup, found.before.scores, found.after.scores
    if found.misfit is not None or before.winners == after.winners:
        return []
    return [text("{before} → {after}", before=outcome(table, before), after=outcome(table, after))]


def _totals(found: Consequences) -> list[Label]:
    """The totals that change, before and after; of a correction that does not fit, none are known. Where a round is
    open again most of them fall, and that others stay is not worth the line."""
    table = found.before.record.setup
    if found.misfit is not None:
        return []
    before, after = found.before.scores.totals, found.after.scores.totals
    if before == after:
        return [text("All totals stay as they are.")]
    changed: list[Label] = [
        text("{player}: {before} → {after}", player=name, before=figure(was), after=figure(will_be))
        for name, was, will_be in zip(table.players, before, after, strict=True)
        if was != will_be
    ]
    if len(changed) < len(before) and not _open_again(found):
        changed.append(text("All other totals stay as they are."))
    return changed
