"""Formats findings as text for people, and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from device.doctor.finding import Finding, Severity

_TOPIC_WIDTH = 12


def findings_as_text(findings: Iterable[Finding]) -> Iterator[str]:
    """A line for each finding, and one for the command that repairs it."""
    for finding in findings:
        yield f"{finding.severity.value:5}{finding.topic:{_TOPIC_WIDTH}}{finding.sentence}"
        if finding.command is not None:
            yield f"{'':{5 + _TOPIC_WIDTH}}type: {finding.command}"


def findings_as_json(findings: Sequence[Finding]) -> str:
    """A JSON object: `ok` is whether nothing needs repair; `type` is null if there is no command."""
    values = [
        {"topic": finding.topic, "level": finding.severity.value, "sentence": finding.sentence, "type": finding.command}
        for finding in findings
    ]
    return json.dumps({"ok": is_healthy(findings), "findings": values}, ensure_ascii=False, indent=1)


def is_healthy(findings: Iterable[Finding]) -> bool:
    """Whether no finding needs repair."""
    return all(finding.severity is not Severity.REPAIR for finding in findings)
