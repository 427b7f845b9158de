"""What to type for packages that are missing: that depends on how this program came here."""

from __future__ import annotations

import re
import sys
from pathlib import Path

NAME = "tablekeeper"
BOX = Path("/opt/tablekeeper")
"""Where `make install` puts what a box runs; all of it, so that what is missing there was lost."""


def command(extra: str = "", *, prefix: Path | None = None, root: Path | None = None) -> str:
    """The line that installs the packages of an extra of pyproject.toml, such as `pods`; of none, what all need.

    Nothing on an index has this program's name: a box is installed anew from its sources, a clone adds to its
    environment, and anything else asks for the packages themselves. `prefix` is the environment (this one's), `root`
    where the program's packages lie.
    """
    environment = Path(sys.prefix) if prefix is None else prefix
    place = Path(__file__).resolve().parents[1] if root is None else root
    if environment.resolve().is_relative_to(BOX):
        return "sudo make install"
    import shlex  # only what is missing needs it

    pip = f"{shlex.quote(sys.executable)} -m pip install"
    if (place / "pyproject.toml").exists():
        return f"{pip} --editable {shlex.quote(f'{place}[{extra}]' if extra else str(place))}"
    return " ".join([pip, *(shlex.quote(one) for one in _packages(extra))])


def _packages(extra: str) -> list[str]:
    """The packages of an extra, or of none, with the versions that will do, as the installed program has them."""
    from importlib import metadata  # nothing is missing where all is well

    written = metadata.requires(NAME) or []
    asked = re.compile(r"""extra == ['"](.*?)['"]""")
    found = ((one.partition(";")[0].strip(), asked.search(one.partition(";")[2])) for one in written)
    return [package for package, named in found if ("" if named is None else named[1]) == extra]
