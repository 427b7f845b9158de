"""How much tests try: in `make test` what finds a fault, in `make thorough` all there is to try."""

from __future__ import annotations

import os

THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "wide"
