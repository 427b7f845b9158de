"""The answers of the page's server to POST requests."""

from __future__ import annotations

import urllib.error
import urllib.request


def answer_to(request: urllib.request.Request) -> tuple[int, str]:
    """The status and the text of the answer to a request."""
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read().decode()
