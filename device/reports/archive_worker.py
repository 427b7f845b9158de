"""The process that answers requests about the past: `python -m device.reports.archive_worker JOURNAL_DIRECTORY`.

It is started by `archive_client`.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from pathlib import Path

from device.reports.archive_client import ChangeRequest, DocumentRequest, PageRequest
from device.reports.documents import find_document, handle_form
from device.reports.panel_pages import make_page
from device.system.worker import limit_memory, serve_requests


def answer_function(data: Path) -> Callable[[bytes], bytes]:
    """The function that answers requests about the games of a directory."""

    def answer(request: bytes) -> bytes:
        match pickle.loads(request):
            case PageRequest(place, max_choices):
                return pickle.dumps(make_page(data, place, max_choices))
            case DocumentRequest(path, query, language_code, configured):
                return pickle.dumps(find_document(data, path, query, language_code, configured))
            case ChangeRequest(fields, language_code, configured):
                return pickle.dumps(handle_form(data, fields, language_code, configured))
        raise ValueError(request)

    return answer


if __name__ == "__main__":
    limit_memory()
    serve_requests(answer_function(Path(sys.argv[1])))
