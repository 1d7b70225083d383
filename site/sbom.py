"""A bill of materials (CycloneDX 1.5): what `requirements/core.txt` installs, with every hash it may have.

    python site/sbom.py > lexveil.cdx.json

The same lock file makes the same bytes.
"""

import json
import re
import sys
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

import lexveil

ROOT = Path(__file__).resolve().parent.parent
PINNED = re.compile(
    r"^([A-Za-z0-9._-]+)==([^\s;\\]+)[^\n]*((?:\n\s+--hash=sha256:[0-9a-f]{64}[^\n]*)*)", re.MULTILINE
)
HASH = re.compile(r"sha256:([0-9a-f]{64})")


def bill() -> dict[str, Any]:
    locked = (ROOT / "requirements" / "core.txt").read_text("utf8")
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component("lexveil", lexveil.__version__, ["Apache-2.0"])},
        "components": [
            {
                **component(name, version, stated(name)),
                "hashes": [{"alg": "SHA-256", "content": each} for each in HASH.findall(hashes)],
            }
            for name, version, hashes in PINNED.findall(locked)
        ],
    }


def component(name: str, version: str, licences: list[str]) -> dict[str, Any]:
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:pypi/{name.lower()}@{version}",
        "licenses": [{"license": {"name": each}} for each in licences],
    }


def stated(name: str) -> list[str]:
    """What the installed package says of its licence; nothing where it is not installed here."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return []
    said = about.get("License-Expression") or ""
    classes = (each for each in about.get_all("Classifier") or () if each.startswith("License ::"))
    return [said] if said else [each.rpartition(" :: ")[2] for each in classes]


if __name__ == "__main__":
    json.dump(bill(), sys.stdout, indent=1)
    sys.stdout.write("\n")
