"""The software bill of materials of a card, as CycloneDX 1.6: Debian's packages, the environment's, and the program."""

from __future__ import annotations

import json
from collections.abc import Iterable
from email.parser import Parser
from pathlib import Path

from tools.image.packages import Package


def parts_list(version: str, release: str, packages: Iterable[Package], environment: Path) -> str:
    """The list in JSON. `environment` is the folder in which the program is installed."""
    programs = (_distribution(file) for file in sorted(environment.glob("**/*.dist-info/METADATA")))
    found = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "firmware", "name": "tablekeeper-card", "version": version}},
        "components": [*(_package(one, release) for one in packages), *programs],
    }
    return json.dumps(found, indent=1) + "\n"


def _package(one: Package, release: str) -> dict[str, object]:
    purl = f"pkg:deb/debian/{one.name}@{one.version.replace(':', '%3A')}?arch={one.architecture}&distro={release}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": one.name,
        "version": one.version,
        "purl": purl,
        "hashes": [{"alg": "SHA-256", "content": one.sha256}],
    }


def _distribution(metadata: Path) -> dict[str, object]:
    fields = Parser().parsestr(metadata.read_text(encoding="utf-8"), headersonly=True)
    name, version = fields["Name"], fields["Version"]
    purl = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl}
