"""The command that a user should type to install missing packages. It depends on how this program was installed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

PACKAGE_NAME = "tablekeeper"
BOX_DIRECTORY = Path("/opt/tablekeeper")
"""The directory of `make install`, which installs every package. One that is missing there was lost since then."""


def install_command(extra: str = "", *, environment: Path | None = None, source_root: Path | None = None) -> str:
    """The shell command that installs the packages of an extra of pyproject.toml, such as `pods`.

    Without an extra, it installs the packages that are always needed. This program is on no package index, so there are
    three cases. A box is installed again from its sources. A clone is installed into its environment, with the extra.
    Otherwise the packages are named one by one. `environment` is the Python environment (by default the running one),
    and `source_root` is the directory that holds the program's packages.
    """
    environment = environment or Path(sys.prefix)
    source_root = source_root or Path(__file__).resolve().parents[2]
    if environment.resolve().is_relative_to(BOX_DIRECTORY):
        return "sudo make install"
    import shlex  # imported late: needed only if a package is missing

    pip = f"{shlex.quote(sys.executable)} -m pip install"
    if (source_root / "pyproject.toml").exists():
        return f"{pip} --editable {shlex.quote(f'{source_root}[{extra}]' if extra else str(source_root))}"
    return " ".join([pip, *(shlex.quote(requirement) for requirement in _requirements(extra))])


def _requirements(extra: str) -> list[str]:
    """The requirements of an extra ("" for none), with versions, from the installed program's metadata."""
    from importlib import metadata  # imported late: needed only if a package is missing

    requirements = metadata.requires(PACKAGE_NAME) or []
    extra_marker = re.compile(r"""extra == ['"](.*?)['"]""")
    parts = (requirement.partition(";") for requirement in requirements)
    packages = ((package.strip(), extra_marker.search(marker)) for package, _, marker in parts)
    return [package for package, match in packages if ("" if match is None else match[1]) == extra]
