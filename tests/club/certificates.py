"""Certificates of a test's own."""

from __future__ import annotations

import subprocess
from pathlib import Path


def certify(place: Path, name: str) -> Path:
    """Make a certificate for this name, and its key beside it."""
    new = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    certificate = place / f"{name}.pem"
    files = ("-keyout", str(place / f"{name}.key"), "-out", str(certificate))
    subprocess.run([*new, "-days", "2", "-subj", "/CN=hub", *files], check=True, capture_output=True)
    return certificate
