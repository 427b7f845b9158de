"""How properties are tested: the same examples in every run, or new ones with HYPOTHESIS_PROFILE=wide."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import settings

if sys.dont_write_bytecode:
    # Where nothing may be written beside the modules, hundreds of processes that tests start would compile all anew.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[1] / "build" / "compiled")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("wide", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
